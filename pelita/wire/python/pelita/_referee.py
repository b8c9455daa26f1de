"""What games of both versions have in common: their states, dicts with the keys of the original's."""

import math
import sys
from warnings import warn

from ._common import NEW, split_food, wall_dimensions
from .base_utils import default_rng
from .exceptions import NoFoodWarning
from .gamestate_filters import noiser
from .team import make_team
from .viewer import AsciiViewer, ResultPrinter

KILL_POINTS = 5
SIGHT_DISTANCE = 5
NOISE_RADIUS = 5
MAX_FOOD_AGE = 30
SHADOW_DISTANCE = 2 if NEW else 1


def check_layout(layout):
    """Raises ValueError for a layout dict that cannot be played."""
    bots, walls = layout["bots"], layout["walls"]
    if len(bots) != 4 or None in bots:
        raise ValueError("Number of bots in layout must be 4.")
    shape = wall_dimensions(walls)
    if shape != layout["shape"]:
        raise ValueError("layout_dict['walls'] does not match layout_dict['shape'].")
    for i, cell in enumerate(bots):
        if cell in walls:
            raise ValueError(f"Bot {i} must not be on wall: {cell}.")
        try:
            good = len(cell) == 2
        except TypeError:
            good = False
        if not good:
            raise ValueError(f"Bot {i} must be a valid position: got {cell} instead.")
        if not (0, 0) <= cell < shape:
            raise ValueError(f"Bot {i} is not inside the layout: {cell}.")


def new_state(team_specs, layout, max_rounds, rng, allow_camping, viewers, team_names, team_infos, print_result):
    """The state of a game before its teams are there. Raises ValueError."""
    if len(team_specs) != 2:
        raise ValueError("Two teams must be given.")
    check_layout(layout)
    food = split_food(layout["shape"][0], layout["food"])
    without = [team for team in (0, 1) if not food[team]]
    if without:
        warn(f"Layout has no food for team {without}.", NoFoodWarning)
    return {
        "walls": set(layout["walls"]), "shape": layout["shape"], "food": food, "food_age": [{}, {}], "turn": None, "round": None,
        "gameover": False, "whowins": None, "bots": layout["bots"][:], "score": [0, 0], "fatal_errors": [[], []],
        "max_rounds": max_rounds, "noise_radius": NOISE_RADIUS, "sight_distance": SIGHT_DISTANCE,
        "max_food_age": math.inf if allow_camping else MAX_FOOD_AGE, "shadow_distance": SHADOW_DISTANCE,
        "team_names": team_names, "team_infos": team_infos, "team_time": [0, 0], "deaths": [0] * 4, "kills": [0] * 4,
        "bot_was_killed": [False] * 4, "noisy_positions": [None] * 4, "requested_moves": [None] * 4, "say": [""] * 4,
        "teams": [None, None], "rng": default_rng(rng), "viewers": _viewers(viewers, print_result), "controller": None,
    }


def _viewers(names, print_result):
    known = {"ascii": AsciiViewer}
    shown = []
    for name in names or []:
        if not isinstance(name, str) or name in ("tk", "tk-no-sync", "progress"):
            raise ValueError(f"Viewer {name}: this stand-in for pelita has only ascii; the program pelita has more")
        if name not in known:
            raise ValueError(f"Unknown viewer {name}.")
        shown.append(known[name]())
    return shown + [ResultPrinter()] * bool(print_result)


def make_teams(team_specs, state, store_output):
    """The two teams, of functions move."""
    return [
        make_team(spec, idx=i, team_name=state["team_names"][i], store_output=store_output)[0] for i, spec in enumerate(team_specs)
    ]


def bot_state(state, turn, bot_turn, begins):
    """The state for the team of bot `turn` (0 to 3); begins: with the fields of the first message. Draws the noise, and the team's seed."""
    team = turn % 2
    seed = state["rng"].randint(0, sys.maxsize) if begins else None
    seen = noiser(
        walls=state["walls"], shape=state["shape"], bot_position=state["bots"][turn], enemy_positions=state["bots"][1 - team::2],
        noise_radius=state["noise_radius"], sight_distance=state["sight_distance"], rng=state["rng"],
    )
    state["noisy_positions"] = [None] * 4
    state["noisy_positions"][1 - team::2] = [
        cell if noisy else None for cell, noisy in zip(seen["enemy_positions"], seen["is_noisy"])
    ]
    own, enemy = _side(state, team), _side(state, 1 - team)
    own["shaded_food"] = [cell for cell, age in state["food_age"][team].items() if age > 0]
    enemy["bot_positions"], enemy["is_noisy"] = seen["enemy_positions"], seen["is_noisy"]
    if not NEW:
        own["error_count"], enemy["error_count"] = len(state["errors"][team]), 0
    told = {
        "team": own, "enemy": enemy, "round": state["round"], "bot_turn": bot_turn, "timeout_length": state["timeout_length"],
        "max_rounds": state["max_rounds"],
    }
    if begins:
        told.update(walls=state["walls"], shape=state["shape"], seed=seed)
    return told


def _side(state, team):
    return {
        "team_index": team, "bot_positions": state["bots"][team::2], "score": state["score"][team],
        "kills": state["kills"][team::2], "deaths": state["deaths"][team::2], "bot_was_killed": state["bot_was_killed"][team::2],
        "food": list(state["food"][team]), "shaded_food": [], "name": state["team_names"][team],
        "team_time": state["team_time"][team],
    }


def next_round_turn(game_state):
    """The round and the turn after those of a state, a dict. Raises ValueError if the game is over."""
    if game_state["gameover"]:
        raise ValueError("Game is already over")
    turn, number = game_state["turn"], game_state["round"]
    if turn is None and number is None:
        return {"round": 1, "turn": 0}
    if NEW and (turn is None or number is None):
        from .exceptions import PelitaIllegalGameState

        raise PelitaIllegalGameState("Bad configuration for turn and round")
    return {"round": number + (turn == 3), "turn": (turn + 1) % 4}


def at_the_end(state):
    """Whether the last turn was played or a team has no pellets: then (True, winner, 2 for a draw)."""
    rounds = next_round_turn(state)["round"]
    if rounds <= state["max_rounds"] and all(state["food"]):
        return False, None
    blue, red = state["score"]
    return True, 2 if blue == red else int(blue < red)


def prepare_viewer_state(game_state):
    """The state of a game as viewers see it: without what only the game itself needs, pellets of both teams in one list."""
    state = {key: value for key, value in game_state.items() if key not in ("teams", "rng", "viewers", "controller")}
    state["food"] = list(state["food"][0] | state["food"][1])
    state["food_age"] = [item for ages in state["food_age"] for item in ages.items()]
    if not NEW:
        now = state["round"], state["turn"]
        state["num_errors"] = [len(errors) for errors in state["errors"]]
        state["errors"] = [errors.get(now) for errors in state["errors"]]
    return state


def update_viewers(game_state):
    """Show a state."""
    if game_state["viewers"]:
        shown = prepare_viewer_state(game_state)
        for viewer in game_state["viewers"]:
            viewer.show_state(shown)


def game_print(turn, msg):
    """Print what happened to the bot `turn` (0 to 3)."""
    colour, code = ("blue", 94) if turn % 2 == 0 else ("red", 91)
    print(f"\033[{code}mᗧ\033[0m {colour} team, bot {turn // 2}: {msg}")
