"""The players that play."""

from .._common import neighbours, shortest_path


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
    return bot.random.choice(options) if options else bot.position


def food_eating_player(bot, state):
    """Goes for one pellet after the other."""
    memory = state.setdefault(bot.turn, {"next_food": None})
    food = bot.enemy[0].food
    if memory["next_food"] is None or memory["next_food"] not in food:
        if not food:
            return bot.position
        memory["next_food"] = bot.random.choice(food)
    return shortest_path(neighbours(bot.walls), bot.position, memory["next_food"])[1]


def smart_eating_player(bot, state):
    """Goes for one pellet after the other, but stays out of the way of ghosts."""
    step = food_eating_player(bot, state)
    for enemy in bot.enemy:
        if enemy.position == step and enemy.position in enemy.homezone:
            state[bot.turn]["next_food"] = None
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
    visited = state.setdefault(bot.turn, {"visited": []})["visited"]
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
