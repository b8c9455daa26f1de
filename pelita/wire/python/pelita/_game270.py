"""Games between functions move, in this process, by the rules of version 2.7."""

import time
import uuid

from ._common import split_food
from ._referee import (
    KILL_POINTS, MAX_FOOD_AGE, NOISE_RADIUS, SHADOW_DISTANCE, SIGHT_DISTANCE, at_the_end, bot_state, game_print, make_teams,
    new_state, next_round_turn, prepare_viewer_state, update_viewers,
)
from .base_utils import default_rng
from .exceptions import NoFoodWarning, PelitaBotError, PelitaIllegalGameState
from .gamestate_filters import in_homezone, noiser, relocate_expired_food, update_food_age
from .layout import get_legal_positions, initial_positions
from .network import RemotePlayerFailure, RemotePlayerRecvTimeout, RemotePlayerSendError
from .team import make_team
from .viewer import AsciiViewer, ResultPrinter

__all__ = [
    "add_fatal_error", "apply_bot_kills", "apply_move", "AsciiViewer", "check_gameover", "default_rng", "game_print",
    "get_legal_positions", "in_homezone", "initial_positions", "INITIAL_TIMEOUT_SECS", "KILL_POINTS", "make_team",
    "MAX_FOOD_AGE", "MAX_TIMEOUT_SECS", "MSIZE", "next_round_turn", "NFOOD", "NoFoodWarning", "NOISE_RADIUS", "noiser",
    "PelitaBotError", "PelitaIllegalGameState", "play_turn", "prepare_bot_state", "prepare_viewer_state",
    "relocate_expired_food", "request_new_position", "ResultPrinter", "run_game", "setup_game", "SHADOW_DISTANCE",
    "SIGHT_DISTANCE", "split_food", "TIMEOUT_SECS", "update_food_age", "update_viewers",
]

TIMEOUT_SECS = 3
MAX_TIMEOUT_SECS = 60 * 60
INITIAL_TIMEOUT_SECS = 6

# Mazes by size: (width, height), and by that (trapped pellets, all pellets) of a team.
MSIZE = {"tiny": (16, 8), "small": (24, 12), "normal": (32, 16), "big": (48, 24), "huge": (64, 32)}
NFOOD = {(16, 8): (3, 10), (24, 12): (5, 15), (32, 16): (10, 30), (48, 24): (15, 50), (64, 32): (20, 60)}


def run_game(
    team_specs, *, layout_dict, max_rounds=300, rng=None, allow_camping=False, timeout_length=TIMEOUT_SECS,
    initial_timeout_length=INITIAL_TIMEOUT_SECS, viewers=None, store_output=False, team_names=(None, None),
    team_infos=(None, None), raise_bot_exceptions=False, print_result=True
):
    """Play a game between two functions move and return its last state.

    layout_dict: as parse_layout returns it. rng: a generator or a seed. viewers: a list of names; ascii is known.
    raise_bot_exceptions: an exception of a bot ends this call, too, as a PelitaBotError. A move may take any time.
    """
    state = setup_game(
        team_specs, layout_dict=layout_dict, max_rounds=max_rounds, rng=rng, allow_camping=allow_camping,
        timeout_length=timeout_length, initial_timeout_length=initial_timeout_length, viewers=viewers, store_output=store_output,
        team_names=team_names, team_infos=team_infos, print_result=print_result,
    )
    while state["game_phase"] == "RUNNING":
        state = play_turn(state, raise_bot_exceptions=raise_bot_exceptions)
    return state


def setup_game(
    team_specs, *, layout_dict, max_rounds=300, rng=None, allow_camping=False, timeout_length=TIMEOUT_SECS,
    initial_timeout_length=INITIAL_TIMEOUT_SECS, viewers=None, store_output=False, team_names=(None, None),
    team_infos=(None, None), raise_bot_exceptions=False, print_result=True
):
    """The state of a game before its first turn, for play_turn."""
    state = new_state(
        team_specs, layout_dict, max_rounds, rng, allow_camping, viewers, team_names, team_infos, print_result
    )
    state.update(
        game_uuid=str(uuid.uuid4()), game_phase="INIT", timeout_length=timeout_length, initial_timeout=initial_timeout_length,
        overlays=[[], [], [], []],
    )
    update_viewers(state)
    state["teams"] = make_teams(team_specs, state, store_output)
    state["team_names"] = [team.team_name for team in state["teams"]]
    state.update(check_gameover(state))
    update_viewers(state)
    if state["game_phase"] != "INIT":
        update_viewers(state)
        return state
    for i, team in enumerate(state["teams"]):
        team.set_initial(i, prepare_bot_state(state, i))
    state["game_phase"] = "RUNNING"
    return state


def _shadow():
    """The distance in use: tests may set it in the public module game."""
    from . import game

    return game.SHADOW_DISTANCE


def play_turn(game_state, raise_bot_exceptions=False):
    """Play the next turn. Changes the state and returns it. Raises ValueError if the game is over."""
    state = game_state
    if state["game_phase"] != "RUNNING":
        raise ValueError("Game is already over!")
    state.update(next_round_turn(state))
    turn = state["turn"]
    team = turn % 2
    radius = _shadow()
    state.update(update_food_age(state, team, radius))
    state.update(relocate_expired_food(state, team, radius))
    reply = request_new_position(state)
    if "error" in reply:
        game_print(turn, f"{reply['error']}: {reply['error_msg']}")
        add_fatal_error(
            state, round=state["round"], turn=turn, type=reply["error"], msg=reply["error_msg"],
            raise_bot_exceptions=raise_bot_exceptions,
        )
    position = reply.get("move")
    state["say"][turn] = reply.get("say") or ""
    state["overlays"] = [[], [], [], []]
    state["overlays"][turn] = reply.get("overlay") or []
    request = {"previous_position": state["bots"][turn], "requested_position": position, "success": False}
    state["requested_moves"] = [None] * 4
    state["requested_moves"][turn] = request
    if state["game_phase"] == "RUNNING":
        apply_move(state, position)
        request["success"] = not state["fatal_errors"][team]
    update_viewers(state)
    return state


def prepare_bot_state(game_state, team_idx=None):
    """The state that is sent to the team whose turn it is or, before and after the game, to the given team."""
    if game_state["game_phase"] == "RUNNING":
        return bot_state(game_state, game_state["turn"], game_state["turn"] // 2, begins=False)
    if game_state["game_phase"] not in ("INIT", "FINISHED"):
        return None
    return bot_state(game_state, team_idx, None, begins=game_state["game_phase"] == "INIT")


def request_new_position(game_state):
    """Ask the team whose turn it is, and measure its time. Returns its answer, {'move': ..., 'say': ..., 'overlay': ...} or an error."""
    team = game_state["turn"] % 2
    told = prepare_bot_state(game_state)
    began = time.monotonic()
    try:
        reply = game_state["teams"][team].get_move(told)
    except RemotePlayerFailure as e:
        reply = {"error": e.error_type, "error_msg": e.error_msg}
    except RemotePlayerSendError:
        reply = {"error": "Send error", "error_msg": "Remote team unavailable"}
    except RemotePlayerRecvTimeout:
        reply = {"error": "TimeoutError", "error_msg": "Timeout error"}
    game_state["team_time"][team] += time.monotonic() - began
    return reply


def apply_move(gamestate, bot_position):
    """Put the bot whose turn it is on a cell, with all that follows. Changes the state and returns it."""
    state = gamestate
    turn, bots = state["turn"], state["bots"]
    team = turn % 2
    state["bot_was_killed"][turn] = False
    legal = get_legal_positions(state["walls"], state["shape"], bots[turn])
    if bot_position not in legal:
        wanted = f"{bots[turn]}➔{bot_position}"
        game_print(turn, f"Illegal position. {wanted} not in legal positions: {sorted(legal)}.")
        add_fatal_error(state, round=state["round"], turn=turn, type="IllegalPosition", msg=f"bot{turn}: {wanted}")
        return state
    bots[turn] = bot_position
    if not in_homezone(bot_position, team, state["shape"]) and bot_position in state["food"][1 - team]:
        state["food"][1 - team].remove(bot_position)
        state["score"][team] += 1
    apply_bot_kills(state)
    state.update(check_gameover(state))
    return state


def apply_bot_kills(game_state):
    """Kill pacmen on the cell of the bot that moved, and on the cells where they go on: changes the state and returns it."""
    state = game_state
    bots = state["bots"]
    respawn = initial_positions(state["walls"], state["shape"])
    todo = [bots[state["turn"]]]
    while todo:
        cell = todo.pop()
        home = 0 if in_homezone(cell, 0, state["shape"]) else 1
        ghosts = [bot for bot in (home, home + 2) if bots[bot] == cell]
        if not ghosts:
            continue
        for victim in (1 - home, 3 - home):
            if bots[victim] == cell:
                bots[victim] = respawn[victim]
                todo.append(respawn[victim])
                state["score"][home] += KILL_POINTS
                state["deaths"][victim] += 1
                state["kills"][ghosts[0]] += 1
                state["bot_was_killed"][victim] = True
    return state


def add_fatal_error(game_state, *, round, turn, type, msg, raise_bot_exceptions=False):
    """Record a fault, which ends the game."""
    state = game_state
    state["fatal_errors"][turn % 2].append({"type": type, "description": msg, "turn": turn, "round": round})
    lost = [bool(fatal) for fatal in state["fatal_errors"]]
    if state["game_phase"] == "INIT":
        state.update(whowins=-1, gameover=True, game_phase="FAILURE")
    elif state["game_phase"] == "RUNNING":
        state.update(whowins=2 if all(lost) else int(lost[0]), gameover=True, game_phase="FINISHED")
    if raise_bot_exceptions:
        raise PelitaBotError(type, msg)


def check_gameover(game_state):
    """Whether a game is over, and who won it: {'whowins': ..., 'gameover': ..., 'game_phase': ...}."""
    phase = game_state["game_phase"]
    if phase == "FAILURE":
        return {"whowins": -1, "gameover": True, "game_phase": phase}
    if phase == "FINISHED":
        return {"whowins": game_state["whowins"], "gameover": game_state["gameover"], "game_phase": phase}
    over, winner = at_the_end(game_state)
    if over and phase == "INIT":
        return {"whowins": -1, "gameover": True, "game_phase": "FAILURE"}
    return {"whowins": winner, "gameover": over, "game_phase": "FINISHED" if over else phase}
