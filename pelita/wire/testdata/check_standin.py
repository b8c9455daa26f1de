"""Compares the stand-in with the corpus: check_standin.py CORPUS LAYOUTS VERSION. LAYOUTS is a folder of NAME.layout, or -."""

import hashlib
import json
import os
import random
import sys

corpus, layouts, version = sys.argv[1:4]
import pelita.layout
import pelita.utils
from pelita import __version__
from pelita import player as players
from pelita.game import run_game

assert __version__ == version, __version__
old = version.startswith("2.5")
if old:
    import pelita._builtin
else:
    from pelita.maze_generator import generate_maze
prefix = "" if old else "v27_"
counts = {}


def built_in(name):
    with open(os.path.join(layouts, name + ".layout")) as f:
        return f.read()


if layouts != "-":
    for module in (pelita._builtin, pelita.layout, pelita.utils) if old else ():
        module.get_layout_by_name = built_in
have_layouts = layouts != "-" or not old


def records(file):
    with open(os.path.join(corpus, prefix + file), encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def plain(value):
    return json.loads(json.dumps(value))


def check(file, what, want, got):
    counts[file] = counts.get(file, 0) + 1
    if want != got:
        sys.exit(f"{file}: {what}\nwant {want}\ngot  {got}")


def skip(file):
    counts[file + " (without layouts)"] = counts.get(file + " (without layouts)", 0) + 1


def print_bot():
    for record in records("print_bot.jsonl"):
        args = record["args"]
        if old and not args["layout"].startswith("#") and not have_layouts:
            skip("print_bot")
            continue
        if "bots" in args:
            args["bots"] = {k: tuple(v) for k, v in args["bots"].items()}
        if "food" in args:
            args["food"] = [tuple(c) for c in args["food"]]
        bot = pelita.utils.setup_test_game(**args)
        check("print_bot", args, record["text"], str(bot))
        if old:
            check("print_bot", args, record["other"], str(bot.other))
            check("print_bot", args, record["attr"], attributes(bot, args))
        else:
            check("print_bot", args, record["repr"], repr(bot))
            check("print_bot", args, record["enemy_repr"], [repr(e) for e in bot.enemy])
            check("print_bot", args, record["legal_positions"], plain(bot.legal_positions))
            check("print_bot", args, record["shaded_food"], plain(bot.shaded_food))


def attributes(bot, args):
    return plain({
        "turn": bot.turn, "char": bot.char, "other_char": bot.other.char, "enemy_char": [e.char for e in bot.enemy],
        "is_blue": bot.is_blue, "score": bot.score, "enemy_score": bot.enemy[0].score,
        "legal_positions": bot.legal_positions, "enemy_legal": [e.legal_positions for e in bot.enemy], "food": bot.food,
        "enemy_food": bot.enemy[0].food, "shaded_food": bot.shaded_food,
        "is_noisy": [bot.is_noisy] + [e.is_noisy for e in bot.enemy], "team_name": bot.team_name,
        "enemy_name": bot.enemy[0].team_name,
        "initial": [b._initial_position for b in (bot, bot.other, bot.enemy[0], bot.enemy[1])],
        "n_homezone": len(bot.homezone), "homezone_first": bot.homezone[0], "homezone_last": bot.homezone[-1],
        "walls_first": bot.walls[:3], "track": bot.track,
        "random_u32": bot.random.getrandbits(32) if "seed" in args else None,
    })


def print_ingame():
    for record in records("print_ingame.jsonl"):
        if old and not have_layouts:
            skip("print_ingame")
            continue
        seen = []

        def watch(name, side, record=record, seen=seen):
            move = getattr(players, name)

            def watched(bot, state):
                if side == record["side"] and (bot.round, bot.turn) == (record["round"], record["turn"]):
                    seen.append({
                        "text": str(bot), "track": bot.track, "other_track": bot.other.track,
                        "legal_positions": bot.legal_positions, "was_killed": bot.was_killed,
                        "shaded_food": bot.shaded_food,
                    })
                return move(bot, state)

            return watched

        rng = random.Random(int(record["seed"]))
        maze = pelita.layout.parse_layout(built_in(record["layout"])) if old else generate_maze(rng=rng)
        blue, red = (watch(name, side) for name, side in zip(record["bots"], ("blue", "red")))
        run_game((blue, red), layout_dict=maze, rng=rng, max_rounds=60, team_names=("Blue Bots", "Red Bots"), print_result=False)
        check("print_ingame", record["seed"], {k: record[k] for k in seen[0]} if seen else record, plain(seen and seen[0]))


def background_games():
    stay = players.stopping_player
    halves = ["food", "bots", "score", *(["errors"] if old else []), "deaths", "kills", "wins"]
    keys = ["seed", "walls", "round", "layout", *(f"{side}_{key}" for key in halves for side in ("blue", "red")), "draw"]
    result = pelita.utils.run_background_game(blue_move=stay, red_move=stay, layout="########\n#ab..xy#\n########", max_rounds=1)
    check("background_games", "order of keys", keys, list(result))
    for record in records("background_games.jsonl"):
        if old and not have_layouts:
            skip("background_games")
            continue
        result = pelita.utils.run_background_game(
            blue_move=getattr(players, record["blue"]), red_move=getattr(players, record["red"]), seed=int(record["seed"]),
            layout=record["layout"], max_rounds=record["max_rounds"],
        )
        want = {k: v for k, v in record.items() if k.startswith("res_")}
        check("background_games", record["seed"], want, plain({k: result[k[4:]] for k in want}))


def mazes():
    for record in records("mazes.jsonl"):
        rng = random.Random(int(record["seed"]))
        size = record["trapped"], record["total"], record["width"], record["height"]
        try:
            maze = generate_maze(*size, rng=rng)
        except ValueError:
            check("mazes", size, True, "error" in record)
            continue
        text = pelita.layout.layout_as_str(**maze)
        check("mazes", size, record.get("sha256"), hashlib.sha256(text.encode()).hexdigest())
        check("mazes", size, str(record["next_u32"]), str(rng.getrandbits(32)))


def layout_cases():
    for record in records("layout_cases.jsonl"):
        bots = {k: tuple(v) for k, v in record["bots"].items()} if "bots" in record else None
        food = [tuple(c) for c in record["food"]] if "food" in record else None
        try:
            got = pelita.layout.parse_layout(record["layout"], food=food, bots=bots)
        except ValueError as e:
            check("layout_cases", f"{record['layout']}: {e}", True, "err" in record)
            continue
        check("layout_cases", record["layout"], record.get("bots_at"), plain(got["bots"]))
        check("layout_cases", record["layout"], record.get("food_at"), plain(got["food"]))
        check("layout_cases", record["layout"], record.get("round_trip"), pelita.layout.layout_as_str(**got))


print_bot()
print_ingame()
background_games()
if old:
    layout_cases()
else:
    mazes()
print(version, counts)
