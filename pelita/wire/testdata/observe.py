"""Prints what the package pelita of this interpreter does, a line each: NAME, a tab, and JSON, or with the argument `short` a hash
of it if it is long. observed_VERSION.txt is what the originals print.
"""

import contextlib
import copy
import hashlib
import inspect
import io
import json
import random
import sys
import warnings

import pelita.base_utils
import pelita.exceptions
import pelita.game
import pelita.gamestate_filters
import pelita.layout
import pelita.maze_generator
import pelita.player
import pelita.team
import pelita.utils
from pelita.utils import run_background_game, setup_test_game

SHORT = sys.argv[1:] == ["short"]
OLD = pelita.__version__.startswith("2.5")

SMALL = """
########
#a # . #
#b.  xy#
########
"""

LARGE = """
################
#.  .  # #. . y#
# ## #   ... #x#
#  . .       . #
#a# ... . # ## #
#b . .# #  .  .#
################
"""


def plain(value):
    """Something JSON can hold; sets in their order."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(v) for v in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return repr(value) if type(value).__module__ == "builtins" else type(value).__name__


def outcome(function, *args, **kwargs):
    """What a call returns, raises and prints."""
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            value = plain(function(*args, **kwargs))
    except Exception as e:
        value = [type(e).__name__, str(e).replace("\u00a0", " ")]
    return [value, " ".join(out.getvalue().split())] + [str(w.message) for w in caught]


def show(name, value):
    text = json.dumps(plain(value))
    if SHORT and len(text) > 200:
        text = "sha256 " + hashlib.sha256(text.encode()).hexdigest()
    print(name, text, sep="\t")


def call(name, function, *args, **kwargs):
    show(name, outcome(function, *args, **kwargs))


def bots():
    for layout in (SMALL, LARGE):
        for is_blue in (True, False):
            bot = setup_test_game(layout=layout, is_blue=is_blue, round=3, score=[2, 5], seed=7, is_noisy={"a": True, "y": True})
            four = [bot, bot.other, *bot.enemy]
            side = f"{layout is LARGE} {is_blue}"
            for key in sorted(key for key in dir(bot) if key[0] != "_" and not callable(getattr(bot, key))):
                if key not in ("graph", "random", "enemy", "other"):
                    show(f"bot {side} {key}", [getattr(b, key) for b in four])
                    show(f"bot {side} {key} type", [type(getattr(b, key)).__name__ for b in four])
            show(f"bot {side} links", [[four.index(b.other), [four.index(e) for e in b.enemy], four.index(b.other.other)] for b in four])
            show(f"bot {side} text", [str(b) for b in four])
            show(f"bot {side} html", [hashlib.sha256(b._repr_html_().encode()).hexdigest() for b in four])
            show(f"bot {side} graph", [[list(b.graph), list(map(list, b.graph.edges))] for b in four])
            show(f"bot {side} random", [b.random.random() for b in four])
            show(f"bot {side} initial", [b._initial_position for b in four])
    show("bot names", sorted(name for name in dir(bot) if name[0] != "_"))
    show("bot callable", {name: str(inspect.signature(getattr(bot, name))) for name in dir(bot) if name[0] != "_" and callable(getattr(bot, name))})
    for name in ("paint_background", "has_exact_position", "error_count", "nonsense"):
        call("bot has " + name, lambda name=name: callable(getattr(bot, name)) or getattr(bot, name))
    for text in ("hello", "a\nb\tc", "x" * 40, "ᗧ é ß", 17, None, "\ud800"):
        def said(text=text):
            bot.say(text)
            return bot._say
        call(f"bot say {text!r}"[:40], said)
    if not OLD:
        for args in (((1, 1),), ((1, 1), "#FFFFA8"), ((99, 1),), ("ab",), (3,), ((1, 1), "red"), ((1, 1), "#GGGGGG"), ((2.7, 1),), ((1, 2, 3),)):
            call(f"bot paint {args}", lambda args=args: (bot.paint_background(*args), sorted(bot._overlay)))
        show("bot repr", [repr(b) for b in four])
    call("bot deep copy", lambda: str(copy.deepcopy(bot)) == str(bot))


def test_games():
    for name, args in {
        "food": {"food": [(1, 1), (5, 2)]}, "bots": {"bots": {"a": (4, 2), "y": (1, 2)}}, "bad bot": {"bots": {"z": (1, 1)}},
        "bot on wall": {"bots": {"a": (0, 0)}}, "bot outside": {"bots": {"a": (9, 9)}}, "food on wall": {"food": [(0, 0)]},
        "food outside": {"food": [(8, 1)]}, "unknown": {"colour": 1}, "noisy": {"is_noisy": {"x": 1}},
    }.items():
        call("test game " + name, lambda args=args: str(setup_test_game(layout=SMALL, **args)))
    show("test game without layout", outcome(setup_test_game)[0][0])
    if not OLD:
        call("test game random", lambda: str(setup_test_game(layout=None, seed=3)))


def mutation():
    """Changes that a bot makes to its attributes, and which of them persist: in the same turn, for the other bot, in later rounds."""
    seen = []

    def try_to(name, change):
        try:
            change()
            seen.append([name, "done"])
        except AttributeError:
            seen.append([name, "AttributeError"])
        except Exception as e:
            seen.append([name, type(e).__name__, str(e)])

    def blue(bot, state):
        graph, cell = bot.graph, bot.position
        step = next(iter(graph[cell]))
        seen.append([
            bot.round, bot.turn, len(graph), graph.number_of_edges(), graph[cell][step].get("weight"), graph.nodes[cell].get("colour"),
            graph.graph.get("name"), len(bot.walls), len(bot.food), len(bot.other.food), len(bot.enemy[0].food), len(bot.legal_positions),
            len(bot.track), len(bot.other.track), len(bot.homezone), [e.position for e in bot.enemy], bot.other.position, bot.score, bot.kills,
            len(bot.enemy), [len(bot.enemy[0].legal_positions)], sorted(map(str, state)), bot.random.random(), bot.char, bot.team_name, bot.shape,
            bot.enemy[0].char, bot.enemy[1].team_name, bot.other.say == bot.say, bot.shaded_food, bot.is_noisy, bot.was_killed,
        ])
        keep = bot.position
        if bot.round in (1, 2):
            try_to("add node", lambda: graph.add_node("new"))
            try_to("add nodes", lambda: graph.add_nodes_from([cell]))
            try_to("remove node", lambda: graph.remove_node(cell))
            try_to("remove nodes", lambda: graph.remove_nodes_from([cell]))
            try_to("add edge", lambda: graph.add_edge(cell, "new"))
            try_to("add edges", lambda: graph.add_edges_from([(cell, step)]))
            try_to("add weighted", lambda: graph.add_weighted_edges_from([(cell, step, 2)]))
            try_to("remove edge", lambda: graph.remove_edge(cell, step))
            try_to("remove edges", lambda: graph.remove_edges_from([(cell, step)]))
            try_to("clear", graph.clear)
            try_to("clear edges", graph.clear_edges)
            try_to("update", lambda: graph.update(edges=[(cell, step)]))
            try_to("item", lambda: graph[cell].__setitem__(step, {}))
            try_to("item", lambda: graph.adj.__setitem__(step, {}))
            try_to("weight", lambda: graph[cell][step].update(weight=bot.turn + 1))
            try_to("colour", lambda: graph.nodes[cell].update(colour="red"))
            try_to("graph attribute", lambda: graph.graph.update(name="mine"))
            own = graph.copy()
            try_to("own", lambda: own.remove_node(cell))
            seen.append([len(own), len(graph), type(graph).__name__])
            try_to("walls", lambda: bot.walls.append(cell))
            try_to("homezone", lambda: bot.homezone.append(cell))
            try_to("food", lambda: bot.food.append((1, 1)))
            seen.append([len(bot.food), len(bot.other.food)])
            try_to("enemy food", lambda: bot.enemy[0].food.pop())
            seen.append([len(bot.enemy[0].food), len(bot.enemy[1].food)])
            try_to("shaded", lambda: bot.shaded_food.append((1, 1)))
            try_to("legal", lambda: bot.legal_positions.clear())
            seen.append(bot.legal_positions)
            try_to("legal of enemy", lambda: bot.enemy[0].legal_positions.clear())
            try_to("track", lambda: bot.track.clear())
            try_to("track of other", lambda: bot.other.track.append((0, 0)))
            try_to("enemies", lambda: bot.enemy.pop())
            seen.append(len(bot.enemy))
            for key, value in (
                ("position", (0, 0)), ("legal_positions", [(1, 1)]), ("walls", ()), ("graph", None), ("food", []), ("track", [1]), ("enemy", []),
                ("other", None), ("turn", 5), ("round", 99), ("score", 99), ("random", None), ("char", "q"), ("homezone", ()), ("kills", 9),
                ("is_noisy", True), ("has_exact_position", 3), ("team_name", "q"), ("shape", (1, 1)), ("mine", 1), ("was_killed", True),
            ):
                try_to(key, lambda key=key, value=value: setattr(bot, key, value))
                seen.append(plain(getattr(bot, key, None)) if key != "graph" else bot.graph is None)
            state[bot.turn] = [bot.round]
        return keep

    def red(bot, state):
        return bot.position

    run_background_game(blue_move=blue, red_move=red, layout=LARGE, max_rounds=4, seed=1)
    for i, line in enumerate(seen):
        show(f"mutation {i}", line)

    shared = []
    bot = setup_test_game(layout=SMALL)
    shared.append(bot.graph is bot.other.graph and bot.graph is bot.enemy[0].graph)
    shared.append(bot.food is bot.other.food)
    shared.append(bot.enemy[0].food is bot.enemy[1].food)
    shared.append(bot.legal_positions is bot.legal_positions)
    shared.append(bot.enemy is bot.enemy)
    shared.append(outcome(bot.graph.add_node, "x"))
    show("mutation in test games", shared)


def layouts():
    tables = {
        "good": SMALL, "large": LARGE, "empty": "", "text": "hello", "open": "########\n#a x b#\n#y     #", "odd": "#####\n#abx#\n#####", "ragged":
        "######\n#abxy#\n#####", "twice": "######\n#aabx#\n######", "char": "######\n#abxz#\n######", "missing": "######\n#a   #\n######",
        "side": "######\n abxy#\n######", "two": SMALL + LARGE, "blank": "\n\n" + SMALL.replace("\n", "\n\n"), "indented": SMALL.replace("\n", "\n    "),
    }
    for name, text in tables.items():
        call("parse " + name, pelita.layout.parse_layout, text)
    call("parse food", pelita.layout.parse_layout, SMALL, food=[(1, 1), (2, 2), (1, 1)])
    call("parse food on wall", pelita.layout.parse_layout, SMALL, food=[(0, 1)])
    call("parse bots", pelita.layout.parse_layout, "######\n#a   #\n######", bots={"b": (2, 1), "x": (3, 1), "y": (3, 1)})
    call("parse strict", pelita.layout.parse_layout, "#####\n#a. #\n#####", strict=False)
    maze = pelita.layout.parse_layout(LARGE)
    call("draw", pelita.layout.layout_as_str, **maze)
    call("draw walls", pelita.layout.layout_as_str, walls=maze["walls"])
    call("draw shape", pelita.layout.layout_as_str, walls=maze["walls"], shape=(3, 3))
    call("draw stacked", pelita.layout.layout_as_str, walls=maze["walls"], food=[(1, 1), (0, 0)], bots=[(1, 1), (1, 1), None, (2, 3)])
    show("tables", [pelita.layout.BOT_N2I, pelita.layout.BOT_I2N])
    show("dimensions", pelita.layout.wall_dimensions(maze["walls"]))
    show("initial", pelita.layout.initial_positions(maze["walls"], maze["shape"]))
    call("initial full", pelita.layout.initial_positions, [(x, y) for x in range(4) for y in range(3)], (4, 3))
    for cell in ((1, 4), (2, 4), (0, 0), (99, 1), (-1, 0), (8, 3)):
        call(f"legal {cell}", pelita.layout.get_legal_positions, maze["walls"], maze["shape"], cell)
    show("homezones", pelita.team.create_homezones(maze["shape"], maze["walls"]))
    show("split food", [[list(s) for s in pelita.game.split_food(16, maze["food"])], str(pelita.utils.split_food is pelita.game.split_food)])
    show("shaded food", [list(pelita.utils.shaded_food([(3, 3), (9, 9)], maze["food"], radius=r)) for r in (0, 1, 2, 5)])
    graph = pelita.utils.walls_to_graph(maze["walls"])
    show("walls to graph", [list(graph), {str(n): list(graph[n]) for n in graph}])
    if OLD:
        names = pelita.layout.get_available_layouts
        for args in ((), ("all",), ("small",), ("big",), ("normal", True), ("all", True), ("huge",), (None,)):
            value = outcome(names, *args)
            show(f"available {args}", value if len(str(value)) < 200 else [len(value[0]), value[0][:2], hashlib.sha256(repr(value).encode()).hexdigest()])
        call("available keywords", lambda: len(names(size="small", dead_ends=True)))
        for module in (pelita.layout, pelita.utils):
            for size in ("normal", "small", "big", "all"):
                for dead_ends in (0, 0.25, 1, None):
                    rng = random.Random(5)
                    name, text = module.get_random_layout(size, dead_ends, rng)
                    show(f"random layout {size} {dead_ends}", [name, hashlib.sha256(text.encode()).hexdigest(), rng.random()])
        show("random layout seed", [pelita.layout.get_random_layout(rng=11)[0], pelita.layout.get_random_layout(rng=random.Random(11))[0]])
        call("layout by name", lambda: pelita.layout.get_layout_by_name("normal_035"))
        call("layout by name", lambda: pelita.layout.get_layout_by_name("no_such"))
        show("test game by name", str(setup_test_game(layout="small_017")))
        call("test game dead ends", lambda: str(setup_test_game(layout="dead_ends_small_017")))
    else:
        show("graph of a part", [list(pelita.utils.walls_to_graph(walls, shape=(2, 2))) for walls in ([], [(0, 1)], [(0, 0), (1, 1)])])


def mazes():
    if OLD:
        mg = pelita.maze_generator
        for seed in range(4):
            for size in ((8, 16, 5), (7, 12, 3), (12, 20, 0), (16, 32, 30)):
                for dead_ends in (True, False)[:1 if seed and size[0] > 8 else 2]:
                    rng = random.Random(seed)
                    value = outcome(mg.get_new_maze, *size, dead_ends=dead_ends, rng=rng)
                    show(f"maze {seed} {size} {dead_ends}", [hashlib.sha256(repr(value).encode()).hexdigest(), rng.random()])
        call("maze odd", mg.get_new_maze, 8, 15, 5)
        call("maze full", mg.get_new_maze, 8, 16, 500, rng=1)
        call("maze less", mg.get_new_maze, 8, 16, -5, rng=1)
        text = pelita.layout.layout_as_str(walls=pelita.layout.parse_layout(LARGE)["walls"])
        maze = mg.str_to_maze(text)
        show("maze text", [mg.maze_to_str(maze) == text.rstrip(), list(maze.shape), mg.maze_to_bytes(maze) == text.rstrip().encode()])
        graph = mg.walls_to_graph(maze)
        show("maze graph", [list(graph), [list(graph[n]) for n in graph]])
        show("maze dead ends", mg.find_dead_ends(graph, 16))
        call("maze chamber", lambda: mg.find_chamber(graph))
        show("maze walls near", mg.get_neighboring_walls(maze, [(1, 1), (5, 3), (0, 0)]))
        mg.remove_dead_end((1, 1), maze)
        mg.remove_all_dead_ends(maze)
        mg.remove_all_chambers(maze, rng=3)
        mg.add_food(maze, 4, rng=2)
        mg.add_pacmen(maze)
        show("maze done", mg.maze_to_str(maze))
        half = mg.empty_maze(10, 20)
        mg.create_half_maze(half, 4, rng=random.Random(3))
        show("maze half", mg.maze_to_str(half))
    else:
        from pelita.maze_generator import (
            add_inner_walls, distribute_food, find_chamber_tiles, generate_half_maze, generate_maze, rotate_180, sample_nodes,
        )

        for seed in range(4):
            for size in ((10, 30, 32, 16), (3, 10, 16, 8), (0, 5, 20, 10), (9, 5, 20, 10), (5, 900, 20, 10), (1, 2, 15, 8), (1, 2, 2, 8), (1, 2, 8, 2)):
                rng = random.Random(seed)
                value = outcome(generate_maze, *size, rng=rng)
                show(f"maze {seed} {size}", [value if len(str(value)) < 300 else hashlib.sha256(repr(value).encode()).hexdigest(), rng.random()])
        walls, food = generate_half_maze(3, 10, 16, 8, rng=4)
        show("half", [sorted(walls), sorted(food), sorted(rotate_180(food, 16, 8))])
        cells = {(x, y) for x in range(6) for y in range(5)}
        show("sample", [sorted(sample_nodes(cells, k, rng=3)) for k in (0, 3, 99)])
        call("distribute", lambda: sorted(distribute_food(cells, {(1, 1), (2, 2)}, 1, 7, rng=2)))
        call("distribute", lambda: sorted(distribute_food(cells, {(1, 1), (2, 2)}, 5, 29, rng=2)))
        call("distribute", distribute_food, cells, set(), 8, 7)
        call("distribute", distribute_food, cells, set(), 0, 99)
        inner = set()
        add_inner_walls(inner, (0, 0), (15, 11), 3, vertical=True, rng=5)
        show("inner walls", sorted(inner))
        import networkx

        show("chambers", sorted(find_chamber_tiles(networkx.path_graph(6), {2})))


def games():
    maze = pelita.layout.parse_layout(LARGE)

    def summary(state):
        return {k: v for k, v in sorted(state.items()) if k not in ("teams", "rng", "viewers", "team_time", "game_uuid")}

    def fails(bot, state):
        if bot.round == 2:
            raise KeyError("lost")
        return bot.position

    players = {name: getattr(pelita.player, name) for name in dir(pelita.player) if name.endswith("_player") and "debug" not in name}
    players = {k: f for k, f in players.items() if k not in ("stepping_player", "round_based_player")}
    players["fails"], players["illegal"], players["number"] = fails, lambda bot, state: (0, 0), lambda bot, state: 5
    players["list"] = lambda bot, state: list(bot.legal_positions[-1])
    players["steps"] = pelita.player.stepping_player(">>><<<^v-" * 3, [(1, 0), (0, -1)] * 9)
    players["rounds"] = pelita.player.round_based_player({1: (1, 0), 4: (0, -1)}, [None, (0, -1), (0, 1)])
    for name, player in sorted(players.items()):
        for against in ("smart_eating_player", "fails"):
            teams = player, players[against]
            call(f"game {name} {against}", lambda teams=teams: summary(pelita.game.run_game(teams, layout_dict=maze, rng=3, max_rounds=12)))
        background = {"blue_move": player, "red_move": players["random_player"], "layout": LARGE, "seed": 3, "max_rounds": 9}
        call(f"background {name}", lambda: dict(sorted(run_background_game(**background).items())))
    call("background no layout", lambda: run_background_game(blue_move=players["random_player"], red_move=fails, layout="x", seed=3))
    result = run_background_game(blue_move=players["random_player"], red_move=players["random_player"], seed=5, max_rounds=3)
    show("background keys", {k: type(v).__name__ for k, v in sorted(result.items())})
    show("background random", [result["layout"], result["blue_food"], result["red_bots"]])
    stop = players["stopping_player"]
    for name, args in {"three": ([stop] * 3,), "two": ([stop, stop],)}.items():
        for kind, layout in {
            "good": maze, "no food": {**maze, "food": []}, "wall": {**maze, "bots": [(0, 0)] * 4}, "three bots": {**maze, "bots": [(1, 1)] * 3},
            "none": {**maze, "bots": [None] * 4}, "number": {**maze, "bots": [1] * 4}, "shape": {**maze, "shape": (3, 3)},
        }.items():
            call(f"setup {name} {kind}", lambda: summary(pelita.game.setup_game(*args, layout_dict=layout, rng=1)))
    call("setup rounds", lambda: summary(pelita.game.setup_game([stop, stop], layout_dict=maze, max_rounds=0, rng=1, print_result=False)))
    call("viewer", lambda: pelita.game.run_game([stop, stop], layout_dict=maze, viewers=["nonsense"])["score"])
    call("camping", lambda: pelita.game.setup_game([stop, stop], layout_dict=maze, allow_camping=True, team_names=("A", "B"))["max_food_age"])
    state = pelita.game.setup_game([players["speaking_player"], stop], layout_dict=maze, rng=9, print_result=False)
    for _ in range(5):
        state = pelita.game.play_turn(state)
    show("play turn", summary(state))
    state["bots"][0], state["food"][1] = (8, 3), {(9, 3), (11, 4)}
    call("apply move", lambda: summary(pelita.game.apply_move(dict(state), (9, 3))))
    call("next turn", lambda: [pelita.game.next_round_turn(s) for s in (
        {"gameover": False, "turn": None, "round": None}, {"gameover": False, "turn": 3, "round": 7}, {"gameover": False, "turn": 1, "round": 7})])
    call("next turn over", pelita.game.next_round_turn, {"gameover": True, "turn": 1, "round": 1})
    call("next turn half", pelita.game.next_round_turn, {"gameover": False, "turn": None, "round": 1})
    over = pelita.game.run_game([stop, stop], layout_dict=maze, max_rounds=1, print_result=False)
    call("play over", lambda: pelita.game.play_turn(over))


def filters():
    maze = pelita.layout.parse_layout(LARGE)
    f = pelita.gamestate_filters
    for seed in range(5):
        rng = random.Random(seed)
        show(f"noise {seed}", [f.noiser(maze["walls"], maze["shape"], (1, 5), [(14, 1), (4, 3)], rng=rng), rng.random()])
        show(f"alter {seed}", [f.alter_pos((1, 1), seed, random.Random(seed), maze["walls"], maze["shape"])])
    show("home", [f.in_homezone(cell, team, (16, 7)) for cell in ((7, 1), (8, 1)) for team in (0, 1)])
    show("manhattan", [f.manhattan_dist((1, 1), (4, 9)), pelita.utils.manhattan_dist((5, 5), (1, 9))])
    state = {
        "bots": [(3, 3), (14, 2), (4, 4), (14, 1)], "shape": maze["shape"], "walls": set(maze["walls"]), "food": pelita.game.split_food(16, maze["food"]),
        "food_age": [{(3, 3): 30, (5, 3): 31, (4, 1): 40}, {}], "rng": random.Random(3), "max_food_age": 30,
    }
    for radius in (0, 1, 2):
        show(f"age {radius}", f.update_food_age(state, 0, radius))
        show(f"relocate {radius}", f.relocate_expired_food(state, 0, radius))
        show(f"relocate early {radius}", f.relocate_expired_food(state, 0, radius, max_food_age=5))


def teams():
    stop = pelita.player.stopping_player
    call("team", lambda: [pelita.team.make_team(stop)[0].team_name, pelita.team.make_team(stop, team_name="x")[0].team_name])
    call("team of a number", pelita.team.make_team, 5)
    call("team names", lambda: pelita.team.Team(stop, team_name=5))
    call("team moves", lambda: pelita.team.Team(5))
    team = pelita.team.Team(lambda bot, state: state.setdefault(bot.turn, []).append(bot.position) or bot.legal_positions[-1], team_name="T")
    state = pelita.game.setup_game([team._team_move, stop], layout_dict=pelita.layout.parse_layout(LARGE), rng=2, print_result=False)
    call("team initial", lambda: team.set_initial(0, {"seed": 3, "walls": [list(c) for c in state["walls"]], "shape": [16, 7]}))
    told = {
        "team": {
            "team_index": 0, "bot_positions": [[1, 4], [1, 5]], "score": 1, "kills": [0, 1], "deaths": [1, 0], "bot_was_killed": [False, True],
            "error_count": 2, "food": [[1, 1], [4, 1]], "shaded_food": [[1, 1]], "name": "T", "team_time": 0.5,
        },
        "enemy": {
            "team_index": 1, "bot_positions": [[14, 2], [14, 1]], "is_noisy": [True, False], "score": 3, "kills": [0, 0], "deaths": [0, 0],
            "bot_was_killed": [False, False], "error_count": 0, "food": [[10, 1]], "shaded_food": [], "name": "U", "team_time": 1,
        },
        "round": 2, "bot_turn": 1,
    }
    for turn in (1, 0, 1):
        call(f"team move {turn}", lambda: [team.get_move({**told, "bot_turn": turn}), team._state, team._bot_track])
    for move in (None, 5, (1, 2, 3), "ab", [1, 2]):
        other = pelita.team.Team(lambda bot, state: move, team_name="T")
        other.set_initial(0, {"seed": 3, "walls": state["walls"], "shape": (16, 7)})
        call(f"team returns {move!r}", lambda: other.get_move(told))
    show("rng", [pelita.base_utils.default_rng(5).random(), pelita.base_utils.default_rng(random.Random(6)).random()])
    show("exceptions", {k: [c.__name__ for c in v.__mro__] for k, v in sorted(vars(pelita.exceptions).items()) if isinstance(v, type)})
    show("signatures", {
        f.__name__: str(inspect.signature(f)) for f in (
            run_background_game, pelita.layout.parse_layout, pelita.layout.layout_as_str, pelita.game.run_game, pelita.game.setup_game,
            pelita.game.play_turn, pelita.utils.walls_to_graph, pelita.team.make_bots, pelita.utils.shaded_food, pelita.team.make_team,
        )
    })


bots()
test_games()
mutation()
layouts()
mazes()
games()
filters()
teams()
sys.stdout.flush()
