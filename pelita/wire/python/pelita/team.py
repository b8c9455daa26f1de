"""What a bot sees, and what a team remembers from turn to turn."""

import random

from .base_utils import BOT_N2I, NEW, create_homezones, initial_positions, legal_positions, walls_to_graph
from .layout import layout_as_str

HIGHLIGHT = "#96FF96"


class Bot:
    """A bot as the function move gets it. Changes to it are forgotten."""

    def __init__(self, team, data, i):
        self._team = team  # the maze, for all of a game
        self._bots = None  # own, own, enemy, enemy
        self._is_on_team = "is_noisy" not in data
        self._bot_turn = i
        self._bot_index = data["team_index"] + 2 * i
        self._initial_position = team.initial[self._bot_index]
        self._say = None
        self._overlay = []
        self.position = data["bot_positions"][i]
        self.is_noisy = False if self._is_on_team else data["is_noisy"][i]
        self.was_killed = data["bot_was_killed"][i]
        self.kills = data["kills"][i]
        self.deaths = data["deaths"][i]
        self.score = data["score"]
        self.food = data["food"]
        self.shaded_food = data["shaded_food"]
        self.team_name = data["name"]
        self.team_time = data["team_time"]
        self.is_blue = data["team_index"] == 0
        self.homezone = team.homezones[data["team_index"]]
        self.walls = team.walls
        self.shape = team.shape
        self.random = team.random
        self.round = None
        self.track = []
        # The original numbers the letters by its own side for the enemies too.
        self.char = ("a", "b")[i] if team.index == 0 else ("x", "y")[i]
        if not NEW:
            self.error_count = data["error_count"]

    @property
    def turn(self):
        """0 for the bots a and x, 1 for b and y."""
        return self._bot_turn

    @property
    def other(self):
        """The other bot of the team."""
        return self._bots[1 - self._bot_turn + (0 if self._is_on_team else 2)]

    @property
    def enemy(self):
        """The two bots of the other team."""
        return self._bots[2:] if self._is_on_team else self._bots[:2]

    @property
    def legal_positions(self):
        """Where the bot may go: stay, west, east, south, north."""
        return legal_positions(self._team.wall_set, self.position)

    @property
    def graph(self):
        """The maze as a graph of networkx."""
        return self._team.graph

    @property
    def has_exact_position(self):
        """The opposite of is_noisy."""
        return not self.is_noisy

    def say(self, text):
        """Show a text beside the bot."""
        self._say = sanitise(text) if NEW else text

    def paint_background(self, pos, color=HIGHLIGHT):
        """Colour a cell in viewers that can."""
        self._overlay.append({"pos": tuple(int(c) for c in pos), "color": color})

    def _repr_html_(self):
        import html

        return f"<pre>{html.escape(str(self))}</pre>"

    def __repr__(self):
        if not NEW:
            return object.__repr__(self)
        side = "blue" if self.is_blue else "red"
        return f"<Bot: {self.char} (team {side}), pos: {self.position}, turn: {self.turn}, round: {self.round}>"

    def __str__(self):
        team, enemy = self._bots[:2], self._bots[2:]
        if not self._is_on_team:
            team, enemy = enemy, team
        blue, red = (team, enemy) if self.is_blue else (enemy, team)
        you = [" (you)" if self.is_blue else "", "" if self.is_blue else " (you)"]
        in_order = [blue[0], red[0], blue[1], red[1]]
        positions = {name: bot.position for name, bot in zip(BOT_N2I, in_order)}
        if NEW:
            errors, certain = ".", "Exact: "
            shown = {name: not bot.is_noisy for name, bot in zip(BOT_N2I, in_order)}
        else:
            errors, certain = f". timeouts: {blue[0].error_count}:{red[0].error_count}", "Noisy: "
            shown = {name: bot.is_noisy for name, bot in zip(BOT_N2I, in_order)}
        food = list(team[0].food) + list(enemy[0].food)
        board = layout_as_str(walls=self.walls, food=food, bots=list(positions.values()), shape=self.shape)
        return (
            f"{blue[0].team_name}{you[0]} vs {red[0].team_name}{you[1]}.\n"
            f"Playing on {'blue' if self.is_blue else 'red'} side. Current turn: {self.turn}. Bot: {self.char}. "
            f"Round: {self.round}, score: {blue[0].score}:{red[0].score}{errors}\n"
            f"{board}Bots: {positions}\n{certain}{shown}\nFood: {food}\n"
        )


class Maze:
    """What stays the same in a game, for one team."""

    def __init__(self, index, walls, shape, rng, initial=None):
        self.index = index
        self.walls = tuple(sorted(map(tuple, walls)))
        self.wall_set = frozenset(self.walls)
        self.shape = tuple(shape)
        self.random = rng
        self.initial = initial or initial_positions(self.walls, self.shape)
        self.homezones = tuple(map(tuple, create_homezones(self.shape, self.walls)))
        self._graph = None

    @property
    def graph(self):
        if self._graph is None:  # most bots that need none should not pay for it
            self._graph = walls_to_graph(self.wall_set, self.shape)
        return self._graph


def make_bots(maze, team, enemy, round, bot_turn):
    """The four bots of a state: own two, then the enemy's; the own ones by number."""
    bots = [Bot(maze, data, i) for data in (team, enemy) for i in (0, 1)]
    for bot in bots:
        bot._bots = bots
        bot.round = round
    return bots


def _cells(data):
    """One side of a state as it came over the wire, with tuples for cells."""
    for key in ("bot_positions", "food", "shaded_food"):
        data[key] = list(map(tuple, data[key]))
    return data


def sanitise(text):
    """What is left of a text to say in version 2.7."""
    text = "".join(" " if c.isspace() else c for c in str(text))
    return "".join(c for c in text if len(c.encode("utf-8", "replace")) <= 2)[:30]


class Team:
    """A function move with what the team remembers during a game."""

    def __init__(self, move, name):
        self.move, self.name = move, name
        self.maze, self.state, self.tracks = None, {}, [[], []]

    def set_initial(self, team_id, game_state):
        """Begin a game."""
        self.state.clear()
        self.tracks = [[], []]
        rng = random.Random(game_state["seed"])
        self.maze = Maze(team_id, game_state["walls"], game_state["shape"], rng)
        return self.name

    def bots(self, game_state):
        """Make the bots of a turn and grow the tracks."""
        team, enemy = _cells(game_state["team"]), _cells(game_state["enemy"])
        turn = game_state["bot_turn"]
        for i in (0, 1):
            if team["bot_was_killed"][i]:
                self.tracks[i] = []
        if not self.tracks[turn]:
            self.tracks[turn] = [team["bot_positions"][turn]]
        self.tracks[1 - turn].append(team["bot_positions"][1 - turn])
        bots = make_bots(self.maze, team, enemy, game_state["round"], turn)
        for i in (0, 1):
            bots[i].track = self.tracks[i][:]
        return bots[turn]

    def get_move(self, game_state):
        """Ask the function move. Exceptions of it are the caller's."""
        me = self.bots(game_state)
        return self.answer(me, self.move(me, self.state))

    def answer(self, me, move):
        """The reply for what the function move returned."""
        try:
            good = len(move) == 2
        except TypeError:
            good = False
        if not good:
            got = f"'{move}'" if NEW else move
            raise ValueError(f"Function move did not return a valid position: got {got} instead.")
        reply = {"move": move, "say": me._say}
        if NEW:
            reply["overlay"] = me._overlay
        return reply
