"""What a bot sees."""

from ._common import NEW
from .layout import BOT_I2N, layout_as_str

_BLUE, _RED, _PELLET = "rgb(94, 158, 217)", "rgb(235, 90, 90)", "rgb(247, 150, 213)"


class _Bot:
    """A bot as the function move gets it. A new one is made for each turn, so changes to it are lost."""

    def __init__(
        self, *, bot_index, is_on_team, position, initial_position, walls, shape, homezone, food, shaded_food, score, kills,
        deaths, was_killed, random, graph, round, bot_char, is_blue, team_name, team_time, is_noisy, bot_turn=None
    ):
        self._bots = None  # {'team': the two of the team that is asked, 'enemy': the two others}
        self._say = None
        self.track = []
        self._is_on_team = is_on_team
        self.random = random
        self.position = tuple(position)
        self._initial_position = tuple(initial_position)
        self.walls = walls
        self.homezone = homezone
        self.food = food
        self.shaded_food = shaded_food
        self.shape = shape
        self.score = score
        self.kills = kills
        self.deaths = deaths
        self.was_killed = was_killed
        self._bot_index = bot_index
        self.round = round
        self.char = bot_char
        self.is_blue = is_blue
        self.team_name = team_name
        self.team_time = team_time
        self.is_noisy = is_noisy
        self._graph = graph
        self._from, self._legal = self.position, None
        if is_on_team:
            assert bot_turn is not None
            self._bot_turn = bot_turn

    @property
    def graph(self):
        """The maze as a graph of networkx. It is made on first use, because most bots do not need it."""
        if callable(self._graph):
            self._graph = self._graph()
        return self._graph

    @graph.setter
    def graph(self, graph):
        self._graph = graph

    @property
    def legal_positions(self):
        """Where the bot may go: stay, west, east, south, north."""
        if self._legal is None:
            x, y = self._from
            self._legal = [c for c in ((x, y), (x - 1, y), (x + 1, y), (x, y + 1), (x, y - 1)) if c not in self.walls]
        return self._legal

    @legal_positions.setter
    def legal_positions(self, cells):
        self._legal = cells

    @property
    def _team(self):
        return self._bots["team" if self._is_on_team else "enemy"]

    @property
    def turn(self):
        """0 for the bots a and x, 1 for b and y."""
        return self._bot_index % 2

    @property
    def other(self):
        """The other bot of the team."""
        return self._team[1 - self.turn]

    @property
    def enemy(self):
        """The two bots of the other team."""
        return self._bots["enemy" if self._is_on_team else "team"]

    def say(self, text):
        """Show a text beside the bot."""
        self._say = text

    def _attributes(self):
        """The attributes as vars() shows them: those that are made on first use, too, in the original's order."""
        own = _own(self)
        shown = {name: getattr(self, name) for name in _ORDER if name in own or name in ("graph", "legal_positions")}
        return {**shown, **{name: own[name] for name in own if name not in shown and name not in ("_graph", "_from", "_legal")}}

    def __getstate__(self):
        """What is copied and pickled: not what can be made again."""
        return _own(self)

    def __setstate__(self, state):
        _own(self).update(state)

    def _text(self, errors, certain, flag):
        """The text of a bot: flag is the attribute that the line `certain` shows."""
        first = self.other if self.turn else self
        blue, red = (first, self.enemy[0]) if self.is_blue else (self.enemy[0], first)
        you = (" (you)", "") if self.is_blue else ("", " (you)")
        in_order = [blue, red, blue.other, red.other]
        names = [BOT_I2N[i] for i in range(4)]
        positions = [bot.position for bot in in_order]
        flags = {name: getattr(bot, flag) for name, bot in zip(names, in_order)}
        food = self.food + self.enemy[0].food
        board = layout_as_str(walls=self.walls, food=food, bots=positions, shape=self.shape)
        return (
            f"{blue.team_name}{you[0]} vs {red.team_name}{you[1]}.\n"
            f"Playing on {'blue' if self.is_blue else 'red'} side. Current turn: {self.turn}. Bot: {self.char}. "
            f"Round: {self.round}, score: {blue.score}:{red.score}.{errors(blue, red)}\n"
            f"{board}Bots: {dict(zip(names, positions))}\n{certain}: {flags}\nFood: {food}\n"
        )

    def _repr_html_(self):
        """A table, for notebooks."""
        width, height = self.shape
        rows = ["".join(self._html_cell(x, y, width // 2) for x in range(width)) for y in range(height)]
        return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"

    def _html_cell(self, x, y, middle):
        cell = (x, y)
        style = ""
        text = ""
        if cell in self.walls:
            style = f'style="background-color: {_BLUE if x < middle else _RED}"'
            text = "#"
        text += f'<span style="color: {_PELLET}">●</span>' * ((cell in self.food) + (cell in self.enemy[0].food))
        for i, bot in enumerate(self._team):
            if bot.position == cell:
                text += f"<b>{i}</b>" if i == self.turn else str(i)
        for i, bot in enumerate(self.enemy):
            if bot.position == cell:
                text += str(i)
        return f"<td {style}>{text}</td>"


_own = _Bot.__dict__["__dict__"].__get__  # the attributes that a bot has
_ORDER = (
    "_bots _say _overlay track _is_on_team random position _initial_position walls homezone food shaded_food shape score kills deaths "
    "was_killed _bot_index round char is_blue team_name team_time error_count is_noisy has_exact_position graph legal_positions _bot_turn"
).split()


if NEW:

    class Bot(_Bot):
        __doc__ = _Bot.__doc__
        __dict__ = property(_Bot._attributes)

        def __init__(self, *, is_noisy, **about):
            super().__init__(is_noisy=is_noisy, **about)
            self._overlay = {}
            self.has_exact_position = not is_noisy

        def say(self, text):
            """Show a text beside the bot: up to 30 characters on one line. Raises ValueError if it is not valid Unicode."""
            self._say = sanitize_say(str(text))

        def paint_background(self, pos, color="#96FF96"):
            """Colour a cell in viewers that can. color is like #FFFFA8. Raises ValueError if pos is no cell or color is no colour."""
            try:
                x, y = pos
                x, y = int(x), int(y)
            except (TypeError, ValueError):
                raise ValueError(f'Position "{pos}" is not a valid coordinate (x, y).') from None
            if not (0 <= x < self.shape[0] and 0 <= y < self.shape[1]):
                return
            try:
                good = color.startswith("#") and len(color) == 7 and int(color[1:], 16) is not None
            except (TypeError, ValueError):
                good = False
            if not good:
                raise ValueError(f'Background color "{color}"  is not a valid color.')
            self._overlay.setdefault((x, y), {})["color"] = color

        def __str__(self):
            return self._text(lambda blue, red: "", "Exact", "has_exact_position")

        def __repr__(self):
            side = "blue" if self.is_blue else "red"
            return f"<Bot: {self.char} (team {side}), pos: {self.position}, turn: {self.turn}, round: {self.round}>"

    def sanitize_say(string):
        """The part of a text that is shown: 30 characters of at most two bytes, white space as blanks."""
        try:
            string.encode("utf-8")
        except UnicodeEncodeError:
            raise ValueError(f"{string} is not valid Unicode") from None
        kept = [" " if c.isspace() else c for c in string if c.isspace() or len(c.encode("utf-8")) <= 2]
        return "".join(kept[:30])

else:

    class Bot(_Bot):
        __doc__ = _Bot.__doc__
        __dict__ = property(_Bot._attributes)

        def __init__(self, *, error_count, **about):
            super().__init__(**about)
            self.error_count = error_count

        def __str__(self):
            return self._text(lambda blue, red: f" timeouts: {blue.error_count}:{red.error_count}", "Noisy", "is_noisy")


Bot.__module__ = "pelita.team"
