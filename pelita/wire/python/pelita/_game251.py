"""Games between functions move, in this process, by the rules of version 2.5.1."""

import time

from ._referee import (
    KILL_POINTS, MAX_FOOD_AGE, NOISE_RADIUS, SHADOW_DISTANCE, SIGHT_DISTANCE, at_the_end, bot_state, game_print, make_teams,
    new_state, next_round_turn, prepare_viewer_state, update_viewers,
)
from ._common import split_food
from .base_utils import default_rng
from .exceptions import FatalException, NoFoodWarning, NonFatalException, PlayerTimeout
from .gamestate_filters import in_homezone, noiser, relocate_expired_food, update_food_age
from .layout import get_legal_positions, initial_positions
from .team import make_team
from .viewer import AsciiViewer, ResultPrinter

__all__ = [
    "apply_move", "AsciiViewer", "check_gameover", "DEAD_ENDS", "default_rng", "FatalException", "game_print",
    "get_legal_positions", "initial_positions", "KILL_POINTS", "make_team", "MAX_FOOD_AGE", "next_round_turn",
    "NoFoodWarning", "NOISE_RADIUS", "noiser", "NonFatalException", "play_turn", "PlayerTimeout", "prepare_bot_state",
    "prepare_viewer_state", "relocate_expired_food", "request_new_position", "ResultPrinter", "run_game", "setup_game",
    "SHADOW_DISTANCE", "SIGHT_DISTANCE", "split_food", "update_food_age", "update_viewers",
]

DEAD_ENDS = 0.25  # the share of layouts with dead ends among those that are drawn


def run_game(
    team_specs, *, layout_dict, layout_name="", max_rounds=300, rng=None, allow_camping=False, error_limit=5, timeout_length=3,
    viewers=None, viewer_options=None, store_output=False, team_names=(None, None), team_infos=(None, None),
    allow_exceptions=False, print_result=True
):
    """Play a game between two functions move and return its last state.

    layout_dict: as parse_layout returns it. rng: a generator or a seed. error_limit: errors that lose the game; 0: no limit.
    viewers: a list of names; ascii is known. allow_exceptions: an exception of a bot ends this call, too, as a FatalException.
    A move may take any time.
    """
    state = setup_game(
        team_specs, layout_dict=layout_dict, layout_name=layout_name, max_rounds=max_rounds, rng=rng, allow_camping=allow_camping,
        error_limit=error_limit, timeout_length=timeout_length, viewers=viewers, viewer_options=viewer_options,
        store_output=store_output, team_names=team_names, team_infos=team_infos, print_result=print_result,
    )
    while not state["gameover"]:
        state = play_turn(state, allow_exceptions=allow_exceptions)
    return state


def setup_game(
    team_specs, *, layout_dict, max_rounds=300, layout_name="", rng=None, allow_camping=False, error_limit=5, timeout_length=3,
    viewers=None, viewer_options=None, store_output=False, team_names=(None, None), team_infos=(None, None),
    allow_exceptions=False, print_result=True
):
    """The state of a game before its first turn, for play_turn."""
    state = new_state(
        team_specs, layout_dict, max_rounds, rng, allow_camping, viewers, team_names, team_infos, print_result
    )
    state.update(errors=[{}, {}], timeout=3, layout_name=layout_name, timeout_length=timeout_length, error_limit=error_limit)
    update_viewers(state)
    state["teams"] = make_teams(team_specs, state, store_output)
    state["team_names"] = [
        team.set_initial(i, prepare_bot_state(state, i)) for i, team in enumerate(state["teams"])
    ]
    state.update(check_gameover(state, detect_final_move=True))
    update_viewers(state)
    _leave(state)
    return state


def _leave(state):
    """Draw the numbers that the original draws for the last message to the teams, so that the generator is then in the same state."""
    if state["gameover"]:
        for team in (0, 1):
            if not state["fatal_errors"][team]:
                prepare_bot_state(state, team)


def prepare_bot_state(game_state, idx=None):
    """The state that is sent to the team whose turn it is; idx: to that team, before the first turn and after the last one."""
    if idx is None:
        return bot_state(game_state, game_state["turn"], game_state["turn"] // 2, begins=False)
    return bot_state(game_state, idx, None, begins=game_state["turn"] is None)


def request_new_position(game_state):
    """Ask the team whose turn it is, and measure its time. Returns its answer, {'move': ..., 'say': ...} or {'error': ...}."""
    team = game_state["turn"] % 2
    told = prepare_bot_state(game_state)
    began = time.monotonic()
    reply = game_state["teams"][team].get_move(told)
    game_state["team_time"][team] += time.monotonic() - began
    return reply


def _shadow():
    """The distance in use: tests may set it in the public module game."""
    from . import game

    return game.SHADOW_DISTANCE


def play_turn(game_state, allow_exceptions=False):
    """Play the next turn. Changes the state and returns it. Raises ValueError if the game is over."""
    state = game_state
    if state["gameover"]:
        raise ValueError("Game is already over!")
    state.update(next_round_turn(state))
    turn = state["turn"]
    team = turn % 2
    radius = _shadow()
    state.update(update_food_age(state, team, radius))
    state.update(relocate_expired_food(state, team, radius))
    position = None
    try:
        position = _ask(state)
    except FatalException as e:
        if allow_exceptions:
            raise
        fault = {"type": type(e).__name__, "description": str(e), "turn": turn, "round": state["round"]}
        state["fatal_errors"][team].append(fault)
        game_print(turn, f"{type(e).__name__}: {e}")
    except NonFatalException as e:
        if allow_exceptions:
            raise
        state["errors"][team][state["round"], turn] = {"type": type(e).__name__, "description": str(e)}
        game_print(turn, f"{type(e).__name__}: {e}")
    request = {"previous_position": state["bots"][turn], "requested_position": position, "success": False}
    state["requested_moves"][turn] = request
    state.update(check_gameover(state))
    if not state["gameover"]:
        apply_move(state, position)
        request["success"] = (state["round"], turn) not in state["errors"][team]
        state.update(check_gameover(state, detect_final_move=True))
    update_viewers(state)
    _leave(state)
    return state


def _ask(state):
    """The cell that the bot whose turn it is wants."""
    turn = state["turn"]
    reply = request_new_position(state)
    if "error" in reply:
        name, text = reply["error"]
        raise FatalException(f"Exception in client ({name}): {text}")
    try:
        position = tuple(reply["move"])
    except TypeError as e:
        raise NonFatalException(f"Type error {e}") from None
    state["say"][turn] = reply.get("say") or ""
    return position


def apply_move(gamestate, bot_position):
    """Put the bot whose turn it is on a cell, with all that follows. Changes the state and returns it."""
    state = gamestate
    turn, bots = state["turn"], state["bots"]
    team, key = turn % 2, (state["round"], turn)
    errors = state["errors"][team]
    state["bot_was_killed"][turn] = False
    legal = get_legal_positions(state["walls"], state["shape"], bots[turn])
    if key not in errors and bot_position not in legal:
        game_print(turn, f"Illegal position. {bot_position} not in legal positions: {sorted(legal)}.")
        errors[key] = {"reason": "illegal move", "bot_position": bot_position}
    state.update(check_gameover(state))
    if state["gameover"]:
        return state
    if key in errors:
        bot_position = state["rng"].choice(legal)
        game_print(turn, f"Setting a legal position at random: {bot_position}")
    bots[turn] = bot_position
    home = in_homezone(bot_position, team, state["shape"])
    if not home and bot_position in state["food"][1 - team]:
        state["food"][1 - team].remove(bot_position)
        state["score"][team] += 1
    enemies = [enemy for enemy in (1 - team, 3 - team) if bots[enemy] == bot_position]
    if home:
        for enemy in enemies:
            _kill(state, enemy, turn)
    elif enemies:
        _kill(state, turn, enemies[0])
    return state


def _kill(state, victim, killer):
    state["score"][killer % 2] += KILL_POINTS
    state["bots"][victim] = initial_positions(state["walls"], state["shape"])[victim]
    state["kills"][killer] += 1
    state["deaths"][victim] += 1
    state["bot_was_killed"][victim] = True


def check_gameover(game_state, detect_final_move=False):
    """Whether a game is over, and who won it: {'whowins': ..., 'gameover': ...}. detect_final_move: by pellets and rounds, too."""
    limit = game_state["error_limit"]
    lost = [bool(fatal) for fatal in game_state["fatal_errors"]]
    if not any(lost) and limit:
        lost = [len(errors) >= limit for errors in game_state["errors"]]
    if any(lost):
        return {"whowins": 2 if all(lost) else int(lost[0]), "gameover": True}
    over, winner = at_the_end(game_state) if detect_final_move else (False, None)
    return {"whowins": winner, "gameover": over}
