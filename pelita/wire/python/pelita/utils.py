"""Games for tests and in the background."""

import random as _random
from random import Random

from .base_utils import default_rng as _default_rng
from ._common import NEW as _NEW, Maze as _Maze, create_homezones, manhattan_dist, split_food, walls_to_graph
from .game import SHADOW_DISTANCE, run_game as _run_game
from .layout import BOT_N2I, initial_positions, parse_layout
from .team import make_bots

if _NEW:
    from .base_utils import default_rng
    from .maze_generator import generate_maze

    def _layout(layout, rng, food=None, bots=None):
        """The layout that an argument means, and its name."""
        if layout is None:
            return generate_maze(rng=rng), ""
        return parse_layout(layout, food=food, bots=bots), ""

else:
    from .game import DEAD_ENDS
    from .layout import get_available_layouts, get_layout_by_name, get_random_layout

    def _layout(layout, rng, food=None, bots=None):
        """The layout that an argument means, and its name."""
        if layout is None:
            name, text = get_random_layout(size="normal", rng=rng, dead_ends=DEAD_ENDS)
            return parse_layout(text), name
        if layout in get_available_layouts(size="all"):
            return parse_layout(get_layout_by_name(layout)), layout
        return parse_layout(layout, food=food, bots=bots), "<string>"


def run_background_game(*, blue_move, red_move, layout=None, max_rounds=300, seed=None):
    """Play a game between two functions move, without a screen; moves may take any time. Returns how it ended.

    layout: as for setup_test_game. The keys of the result are seed, walls, round, layout, draw, and with blue_ and red_ in
    front food, bots, score, errors (version 2.5), deaths, kills, wins.
    """
    if seed is None:
        seed = _random.randint(1, 2**31)
    rng = Random(seed)
    maze, name = _layout(layout, rng)
    options = {"raise_bot_exceptions": True} if _NEW else {"allow_exceptions": True, "layout_name": name}
    state = _run_game(
        (blue_move, red_move), layout_dict=maze, max_rounds=max_rounds, rng=rng, team_names=("blue", "red"), print_result=False,
        **options,
    )
    halves = {
        "food": [list(pellets) for pellets in state["food"]], "bots": [state["bots"][team::2] for team in (0, 1)],
        "score": state["score"], "errors": state.get("errors"), "deaths": [state["deaths"][team::2] for team in (0, 1)],
        "kills": [state["kills"][team::2] for team in (0, 1)], "wins": [state["whowins"] == team for team in (0, 1)],
    }
    if _NEW:
        del halves["errors"]
    result = {"seed": seed, "walls": state["walls"], "round": state["round"], "layout": name}
    for key, (blue, red) in halves.items():  # the original's order, which tables of results have for their columns
        result[f"blue_{key}"], result[f"red_{key}"] = blue, red
    result["draw"] = state["whowins"] not in (0, 1)
    return result


def shaded_food(pos, food, radius):
    """The pellets within the distance of one of the positions, one after the other."""
    return (cell for cell in food if any(manhattan_dist(ghost, cell) <= radius for ghost in pos))


def setup_test_game(layout, is_blue=True, round=None, score=None, seed=None, food=None, bots=None, is_noisy=None):
    """A bot whose turn it is, in a layout.

    layout: a text that draws it, the name of a built-in one (version 2.5), or None for a random one.
    is_blue: play blue. round, score (blue, red), seed (of bot.random): as they are. food: a list of cells with more pellets.
    bots: {'a': (x, y), ...}, where bots are instead. is_noisy: {'x': True, ...}, for the enemies.
    """
    rng = _default_rng(seed)
    maze, _ = _layout(layout, rng if _NEW else Random(), food, bots)
    shape, walls, cells = maze["shape"], maze["walls"], maze["bots"]
    pellets = split_food(shape[0], maze["food"])
    score = [0, 0] if score is None else score
    noisy = {name: False for name in BOT_N2I}
    noisy.update({} if is_noisy is None else is_noisy)

    def side(team):
        told = {
            "team_index": team, "bot_positions": [cells[team], cells[team + 2]], "score": score[team], "kills": [0, 0],
            "deaths": [0, 0], "bot_was_killed": [False, False], "food": pellets[team], "shaded_food": [],
            "name": ("blue", "red")[team], "team_time": 0.0,
        }
        return told if _NEW else {**told, "error_count": 0}

    own, enemy = (side(0), side(1)) if is_blue else (side(1), side(0))
    own["shaded_food"] = list(shaded_food(own["bot_positions"], own["food"], radius=SHADOW_DISTANCE))
    enemy["is_noisy"] = [noisy[name] for name in ("xy" if is_blue else "ab")]
    return make_bots(
        walls=walls, shape=shape, initial_positions=initial_positions(walls, shape), homezone=create_homezones(shape, walls),
        team=own, enemy=enemy, round=round, bot_turn=0, rng=rng, graph=_Maze(walls),
    )
