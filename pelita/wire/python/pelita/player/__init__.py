"""The bundled players. Each is a function move(bot, state)."""

from ..base_utils import shortest_path


class _Neighbours:
    """A maze as shortest_path wants it: the free cells beside one, left, up, right, down."""

    def __init__(self, bot):
        self._walls = bot._team.wall_set

    def __getitem__(self, cell):
        x, y = cell
        return [c for c in ((x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1)) if c not in self._walls]


def _toward(bot, target):
    """The next cell on the shortest path."""
    return shortest_path(_Neighbours(bot), bot.position, target)[1]


def stopping_player(bot, state):
    """Stays where it is."""
    return bot.position


def random_player(bot, state):
    """Draws one of the legal positions."""
    return bot.random.choice(bot.legal_positions)


def nq_random_player(bot, state):
    """Draws one of the legal positions, but neither stays nor turns back if there is another way."""
    options = bot.legal_positions[:]
    options.remove(bot.position)
    if len(options) > 1 and len(bot.track) >= 2 and bot.track[-2] in options:
        options.remove(bot.track[-2])
    return bot.random.choice(options)


def food_eating_player(bot, state):
    """Goes for one pellet after the other."""
    memory = state.setdefault(bot.turn, {})
    food = bot.enemy[0].food
    if memory.get("target") not in food:
        memory["target"] = bot.random.choice(food)
    return _toward(bot, memory["target"])


def smart_eating_player(bot, state):
    """Goes for one pellet after the other, but stays out of the way of ghosts."""
    step = food_eating_player(bot, state)
    for enemy in bot.enemy:
        if enemy.position == step and enemy.position in enemy.homezone:
            state[bot.turn]["target"] = None
            return bot.position
    return step


def smart_random_player(bot, state):
    """Kills and eats what is beside it, and draws one of the cells without danger otherwise."""
    options = []
    for cell in bot.legal_positions:
        if cell == bot.position:
            continue
        here = [enemy for enemy in bot.enemy if enemy.position == cell]
        if any(enemy.position in enemy.homezone for enemy in here):
            continue
        if here or cell in bot.enemy[0].food:
            return cell
        options.append(cell)
    return bot.random.choice(options) if options else bot.position


def random_explorer_player(bot, state):
    """Goes where it has not been for long."""
    visited = state.setdefault(bot.turn, [])
    if bot.position in visited:
        visited.remove(bot.position)
    visited.insert(0, bot.position)
    options = bot.legal_positions[:]
    for cell in visited:
        if len(options) == 1:
            return options[0]
        if not options:
            return bot.position
        if cell in options:
            options.remove(cell)
    return bot.random.choice(options) if options else bot.position


def speaking_player(bot, state):
    """Draws one of the legal positions and says which."""
    step = bot.random.choice(bot.legal_positions)
    bot.say(f"Going {step}.")
    return step


def stepping_player(stepsA, stepsB):
    """A player whose bots take the given steps, each one of < > ^ v - 0, one a turn."""
    moves = {"<": (-1, 0), ">": (1, 0), "^": (0, -1), "v": (0, 1), "-": (0, 0), "0": (0, 0)}
    steps = iter(stepsA), iter(stepsB)

    def move(bot, state):
        dx, dy = moves[next(steps[bot.turn])]
        return bot.position[0] + dx, bot.position[1] + dy

    return move


def round_based_player(stepsA, stepsB):
    """A player whose bots take the cells that a list or a dict has for the round, and stay otherwise."""

    def move(bot, state):
        steps = (stepsA, stepsB)[bot.turn]
        number = bot.round if isinstance(steps, dict) else bot.round - 1
        try:
            return steps[number] or bot.position
        except (KeyError, IndexError):
            return bot.position

    return move


def move_exception_player(bot, state):
    """Always fails."""
    raise Exception("Exception from move_exception_player")


SANE_PLAYERS = [
    stopping_player, random_player, nq_random_player, food_eating_player, smart_eating_player, random_explorer_player,
    smart_random_player,
]

# The players that a command line names: the name of the team and its function.
SPECS = {"0": ("Smart Eating Players", smart_eating_player), "1": ("Smart Random Players", smart_random_player)}

__all__ = [f.__name__ for f in SANE_PLAYERS] + [
    "SANE_PLAYERS", "move_exception_player", "round_based_player", "speaking_player", "stepping_player",
]
