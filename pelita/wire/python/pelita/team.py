"""Teams: a function move, what it remembers from turn to turn, and the bots that it gets."""

import contextlib
import traceback
from random import Random

from . import layout
from ._bot import Bot
from ._common import NEW as _NEW, Maze as _Maze, create_homezones, wall_dimensions, walls_to_graph
from .layout import BOT_I2N, layout_as_str

if _NEW:
    from ._bot import sanitize_say

    def convert_overlay_to_json(overlay):
        """Painted cells, a dict, as a list of dicts with pos."""
        return [dict(pos=pos, **properties) for pos, properties in overlay.items()]


class Team:
    """A function move(bot, state) with what the team remembers during a game: its state, generator and tracks."""

    def __init__(self, team_move, *, team_name=""):
        if _NEW and not callable(team_move):
            raise TypeError("move is not a function")
        if _NEW and not isinstance(team_name, str):
            raise TypeError("TEAM_NAME is not a string")
        self._team_move = team_move
        self.team_name = team_name
        self._state = {}
        self._rng = None
        self._bot_track = [[], []]

    def set_initial(self, team_id, game_state):
        """Begin a game. Returns the name of the team (version 2.5)."""
        self._state.clear()
        self._bot_track = [[], []]
        self._rng = Random(game_state["seed"])
        self._walls = tuple(sorted(map(tuple, game_state["walls"])))
        self._shape = tuple(game_state["shape"])
        self._initial_positions = layout.initial_positions(self._walls, self._shape)
        self._homezone = create_homezones(self._shape, self._walls)
        self._maze = _Maze(self._walls, view=True)
        return None if _NEW else self.team_name

    def get_move(self, game_state):
        """Ask the function move. Returns {'move': ..., 'say': ...}, or {'error': ...} if it failed; that is printed, too."""
        me = make_bots(
            walls=self._walls, shape=self._shape, initial_positions=self._initial_positions, homezone=self._homezone,
            team=game_state["team"], enemy=game_state["enemy"], round=game_state["round"], bot_turn=game_state["bot_turn"],
            rng=self._rng, graph=self._maze,
        )
        self._grow_tracks(me)
        reply = self.apply_move_fn(self._team_move, me, self._state)
        if "error" not in reply:
            reply["say"] = me._say
            if _NEW:
                reply["overlay"] = convert_overlay_to_json(me._overlay)
        return reply

    @staticmethod
    def apply_move_fn(move_fn, bot, state):
        """Call a function move. Returns {'move': ...} or {'error': ...}."""
        try:
            move = move_fn(bot, state)
            if not _NEW:
                _check(move)
        except Exception as e:
            with contextlib.suppress(OSError, ValueError):  # the bot may have closed it
                traceback.print_exc()
            return {"error": type(e).__name__, "error_msg": str(e)} if _NEW else {"error": (type(e).__name__, str(e))}
        try:
            _check(move)
        except ValueError as e:
            with contextlib.suppress(OSError, ValueError):
                print(f"ValueError: {e}", flush=True)
            return {"error": "ValueError", "error_msg": str(e)}
        return {"move": move}

    def _grow_tracks(self, me):
        tracks, turn = self._bot_track, me._bot_turn
        for i, bot in enumerate(me._team):
            if bot.was_killed:
                tracks[i] = []
        if not tracks[turn]:
            tracks[turn] = [me.position]
        tracks[1 - turn].append(me.other.position)
        for i, bot in enumerate(me._team):
            bot.track = tracks[i][:]

    def _exit(self, game_state=None):
        """Do nothing: a function has no process to end."""

    def __repr__(self):
        return f"Team({self._team_move!r}, {self.team_name!r})"


def _check(move):
    try:
        good = len(move) == 2
    except TypeError:
        good = False
    if not good:
        got = f"'{move}'" if _NEW else move
        raise ValueError(f"Function move did not return a valid position: got {got} instead.")


def make_team(team_spec, team_name=None, zmq_context=None, idx=None, store_output=False):
    """A Team for a function move, and zmq_context. Files play in games that the program pelita runs, not in games of Python."""
    if callable(team_spec):
        if team_name is None:
            team_name = f"local-team ({team_spec.__name__})"
        return Team(team_spec, team_name=team_name), zmq_context
    if isinstance(team_spec, str):
        raise ValueError(
            f"Team {team_spec!r}: this stand-in for pelita plays functions move in Python; play files with `pelita TEAM1 TEAM2`"
        )
    raise TypeError(f"Not possible to create team from {team_spec} (wrong type).")


def make_bots(*, walls, shape, initial_positions, homezone, team, enemy, round, bot_turn, rng, graph):
    """The bot whose turn it is, with the three others. team and enemy are what a team is told of both sides."""
    bots = {"team": [], "enemy": []}
    for kind, side in (("team", team), ("enemy", enemy)):
        index, own = side["team_index"], kind == "team"
        for i, position in enumerate(side["bot_positions"]):
            about = {} if _NEW else {"error_count": side["error_count"]}
            if own:
                about["bot_turn"] = bot_turn
            bot = Bot(
                bot_index=i, is_on_team=own, position=position, initial_position=initial_positions[index::2][i], walls=walls,
                shape=shape, homezone=homezone[index], food=_cells(side["food"]),
                shaded_food=_cells(side["shaded_food"]) if own else [], score=side["score"], kills=side["kills"][i],
                deaths=side["deaths"][i], was_killed=side["bot_was_killed"][i], random=rng, graph=graph, round=round,
                # The original numbers the enemies' letters by its own side, too.
                bot_char=BOT_I2N[team["team_index"] + 2 * i], is_blue=index % 2 == 0, team_name=side["name"],
                team_time=side["team_time"], is_noisy=False if own else side["is_noisy"][i], **about,
            )
            bot._bots = bots
            bots[kind].append(bot)
    return bots["team"][bot_turn]


def _cells(cells):
    return [tuple(cell) for cell in cells]
