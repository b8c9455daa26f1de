"""Layouts: texts that draw a maze."""

import random
import subprocess

from ._setting import PROGRAM
from .base_utils import BOT_N2I

DEAD_ENDS = 0.25  # the share of mazes with dead ends among those that are drawn
_COUNTS = {"normal": 1000, "small": 100, "big": 100}


def parse_layout(layout_str, food=None, bots=None, strict=True):
    """Read a layout. Returns a dict with walls, food (both sorted), bots (a, x, b, y) and shape."""
    rows = _rows(layout_str, strict)
    shape = (len(rows[0]) if rows else 0, len(rows))
    walls, pellets, found = set(), set(), {}
    for y, row in enumerate(rows):
        for x, char in enumerate(row):
            if char == "#":
                walls.add((x, y))
            elif char == ".":
                pellets.add((x, y))
            elif char in BOT_N2I:
                if char in found:
                    raise ValueError(f"Cannot set bot {char} to {(x, y)} (already at {found[char]}).")
                found[char] = (x, y)
            elif char != " ":
                raise ValueError(f"Unknown character {char} in maze at {(x, y)}!")
    bots = {} if bots is None else bots
    missing = [name for name in BOT_N2I if name not in found and name not in bots]
    if missing and strict:
        raise ValueError(f"Missing bot(s): {missing}")
    for cell in food or []:
        cell = tuple(cell)
        _check(cell, walls, shape, f"food item at {cell}")
        pellets.add(cell)
    if not set(bots) <= set(BOT_N2I):
        raise ValueError(f"Invalid Bot names in {bots}.")
    for name, cell in bots.items():
        _check(tuple(cell), walls, shape, f"bot {name} at {tuple(cell)}")
        found[name] = tuple(cell)
    return {
        "walls": tuple(sorted(walls)),
        "food": sorted(pellets),
        "bots": [found.get(name) for name in BOT_N2I],
        "shape": shape,
    }


def _rows(text, strict):
    rows = []
    last = 0
    for number, line in enumerate(text.splitlines()):
        last = number
        line = line.strip()
        if not line:
            continue
        solid = line == "#" * len(line)
        if not rows and not solid or line[0] != "#" or line[-1] != "#":
            if rows and len(line) != len(rows[0]):
                raise ValueError(f"Layout rows have differing widths (line: {number})!")
            raise ValueError(f"Layout must be enclosed by walls (line: {number})!")
        if not rows and len(line) % 2 and strict:
            raise ValueError(f"Layout width must be even (found {len(line)})!")
        if rows and len(line) != len(rows[0]):
            raise ValueError(f"Layout rows have differing widths (line: {number})!")
        rows.append(line)
        if solid and len(rows) > 1:
            return rows
    if rows:
        raise ValueError(f"Layout must be enclosed by walls (line: {last})!")
    return rows


def _check(cell, walls, shape, what):
    if not (0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]):
        raise ValueError(f"{what} is outside of maze!")
    if cell in walls:
        raise ValueError(f"{what} is on a wall!")


def layout_as_str(*, walls, food=None, bots=None, shape=None):
    """Draw a layout: walls over bots over food, the first of several bots on a cell."""
    walls = set(walls)
    food = set(food or ())
    if shape is None:
        shape = max(x for x, _ in walls) + 1, max(y for _, y in walls) + 1
    chars = {}
    for name, cell in zip(BOT_N2I, bots or ()):
        if cell is not None:
            chars.setdefault(tuple(cell), name)
    rows = []
    for y in range(shape[1]):
        row = ""
        for x in range(shape[0]):
            cell = (x, y)
            row += "#" if cell in walls else chars.get(cell) or ("." if cell in food else " ")
        rows.append(row + "\n")
    return "".join(rows)


def get_available_layouts(size=None, dead_ends=False):
    """The names of the layouts that are built in, sorted."""
    sizes = _COUNTS if size in (None, "all") else [size]
    prefix = "dead_ends_" if dead_ends else ""
    return sorted(f"{prefix}{name}_{i:03d}" for name in sizes for i in range(_COUNTS[name]))


def get_layout_by_name(layout_name):
    """The text of a layout that is built in. The program that this package came with has them all."""
    if layout_name not in get_available_layouts(dead_ends=layout_name.startswith("dead_ends_")):
        raise ValueError(f"Layout: '{layout_name}' is not known.")
    done = subprocess.run(
        [PROGRAM, "layouts", layout_name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        raise ValueError(f"{PROGRAM} layouts {layout_name}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode()


def get_random_layout(size="normal", rng=None, dead_ends=None):
    """The name and the text of a layout that is drawn."""
    rng = rng or random.Random()
    dead_ends = DEAD_ENDS if dead_ends is None else dead_ends
    with_dead_ends = rng.random() < dead_ends
    name = rng.choice(get_available_layouts(size, with_dead_ends))
    return name, get_layout_by_name(name)
