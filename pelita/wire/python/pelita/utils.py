"""Games for tests and in the background."""

import random

from .base_utils import (
    BOT_N2I, NEW, SHADOW_DISTANCE, create_homezones, default_rng, initial_positions, manhattan_dist, shaded_food, split_food,
    walls_to_graph,
)
from .game import play_functions
from .layout import (
    DEAD_ENDS, get_available_layouts, get_layout_by_name, get_random_layout, layout_as_str, parse_layout,
)
from .maze_generator import generate_maze
from .team import Maze, make_bots


def _layout(layout, rng, food=None, bots=None):
    """The layout that an argument means, and its name."""
    if NEW:
        if layout is None:
            return generate_maze(rng=rng), ""
        return parse_layout(layout, food=food, bots=bots), ""
    if layout is None:
        name, text = get_random_layout(rng=rng)
        return parse_layout(text), name
    if layout in get_available_layouts():
        return parse_layout(get_layout_by_name(layout)), layout
    return parse_layout(layout, food=food, bots=bots), "<string>"


def setup_test_game(*, layout, is_blue=True, round=None, score=None, seed=None, food=None, bots=None, is_noisy=None):
    """A bot whose turn it is, in a layout.

    layout: a text that draws it, the name of a built-in one (version 2.5), or None for a random one.
    is_blue: play blue. round, score (blue, red), seed (of bot.random): as they are. food: cells with more pellets.
    bots: {'a': (x, y), ...}, where bots are instead. is_noisy: {'x': True, ...}, for the enemies.
    """
    rng = random.Random(seed)
    game, _ = _layout(layout, rng if NEW else random.Random(), food, bots)
    shape, walls = game["shape"], game["walls"]
    pellets = []
    for cells in split_food(shape[0], game["food"]):
        half = set()
        for cell in sorted(cells):
            half.add(cell)
        pellets.append(list(half))
    score = [0, 0] if score is None else score
    noisy = {name: False for name in BOT_N2I}
    noisy.update({name: bool(value) for name, value in dict(is_noisy or {}).items()})
    index = 0 if is_blue else 1

    def side(team):
        return {
            "team_index": team, "bot_positions": game["bots"][team::2], "score": score[team], "kills": [0, 0],
            "deaths": [0, 0], "bot_was_killed": [False, False], "error_count": 0, "food": pellets[team],
            "shaded_food": [], "name": ("blue", "red")[team], "team_time": 0.0,
        }

    own, enemy = side(index), side(1 - index)
    own["shaded_food"] = shaded_food(own["bot_positions"], own["food"], radius=SHADOW_DISTANCE)
    enemy["is_noisy"] = [noisy[name] for name in ("xy" if is_blue else "ab")]
    return make_bots(Maze(index, walls, shape, rng), own, enemy, round, 0)[0]


def run_background_game(*, blue_move, red_move, layout=None, max_rounds=300, seed=None):
    """Play a game between two functions move, without a screen and without limits of time. Returns how it ended.

    layout: as for setup_test_game. The keys of the result are seed, walls, round, layout, draw, and with blue_ and red_ in
    front food, bots, score, errors (version 2.5), deaths, kills, wins.
    """
    if seed is None:
        seed = random.randint(1, 2**31)
    rng = random.Random(seed)
    parsed, name = _layout(layout, rng)
    return play_functions(blue_move, red_move, parsed, rng, max_rounds, name).result(seed)


__all__ = [
    "BOT_N2I", "DEAD_ENDS", "SHADOW_DISTANCE", "create_homezones", "default_rng", "generate_maze", "get_available_layouts",
    "get_layout_by_name", "get_random_layout", "initial_positions", "layout_as_str", "manhattan_dist", "parse_layout",
    "run_background_game", "setup_test_game", "shaded_food", "split_food", "walls_to_graph",
]
