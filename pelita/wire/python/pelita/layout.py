"""Layouts: texts that draw a maze."""

from ._common import NEW as _NEW, wall_dimensions

BOT_N2I = {"a": 0, "b": 2, "x": 1, "y": 3}
BOT_I2N = {number: name for name, number in BOT_N2I.items()}


def _parse(text, food, bots, strict):
    rows = _rows(text, strict)
    shape = (len(rows[0]) if rows else None, len(rows))
    walls, pellets, found = set(), set(), [None] * 4
    for y, row in enumerate(rows):
        for x, char in enumerate(row):
            if char == "#":
                walls.add((x, y))
            elif char == ".":
                pellets.add((x, y))
            elif char in BOT_N2I:
                before = found[BOT_N2I[char]]
                if before is not None:
                    raise ValueError(f"Cannot set bot {char} to {(x, y)} (already at {before}).")
                found[BOT_N2I[char]] = (x, y)
            elif char != " ":
                raise ValueError(f"Unknown character {char} in maze at {(x, y)}!")
    bots = {} if bots is None else bots
    missing = [BOT_I2N[i] for i, cell in enumerate(found) if cell is None and BOT_I2N[i] not in bots]
    if missing and strict:
        raise ValueError(f"Missing bot(s): {missing}")
    for cell in food or []:
        _check(cell, walls, shape, f"food item at {cell}")
        pellets.add(cell)
    if not set(bots) <= set(BOT_N2I):
        raise ValueError(f"Invalid Bot names in {bots}.")
    for name, cell in bots.items():
        _check(cell, walls, shape, f"bot {name} at {cell}")
        found[BOT_N2I[name]] = cell
    return {"walls": tuple(sorted(walls)), "food": sorted(pellets), "bots": found, "shape": shape}


def _rows(text, strict):
    rows = []
    number = 0
    for number, line in enumerate(text.splitlines()):
        line = line.strip()
        if not line:
            continue
        solid = line == "#" * len(line)
        if not rows:
            if not solid:
                raise ValueError(f"Layout must be enclosed by walls (line: {number})!")
            if len(line) % 2 and strict:
                raise ValueError(f"Layout width must be even (found {len(line)})!")
        elif len(line) != len(rows[0]):
            raise ValueError(f"Layout rows have differing widths (line: {number})!")
        elif line[0] != "#" or line[-1] != "#":
            raise ValueError(f"Layout must be enclosed by walls (line:{number})!")
        rows.append(line)
        if solid and len(rows) > 1:
            return rows
    if rows:
        raise ValueError(f"Layout must be enclosed by walls (line:{number})!")
    return rows


def _check(cell, walls, shape, what):
    if not (0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1]):
        raise ValueError(f"{what} is outside of maze!")
    if cell in walls:
        raise ValueError(f"{what} is on a wall!")


def layout_as_str(*, walls, food=None, bots=None, shape=None):
    """Draw a layout: walls over bots over food, the first of several bots on a cell."""
    walls = set(walls)
    width, height = wall_dimensions(walls)
    if shape is not None and shape != (width, height):
        raise ValueError(f"Given shape {shape} does not match width and height of layout {(width, height)}.")
    chars = {}
    for number, cell in enumerate(bots or ()):
        chars.setdefault(cell, BOT_I2N[number])
    for cell in food or ():
        chars.setdefault(cell, ".")
    return "".join(
        "".join("#" if (x, y) in walls else chars.get((x, y), " ") for x in range(width)) + "\n" for y in range(height)
    )


def initial_positions(walls, shape):
    """The cells on which the bots a, x, b, y go on after they were killed: the free ones nearest to two corners."""
    width, height = shape

    def nearest(corner, dx, dy):
        found = []
        distance = 0
        while True:
            for along in range(distance + 1):
                x, y = corner[0] + dx * along, corner[1] + dy * (distance - along)
                out = (not 0 <= x < width) + (not 0 <= y < height)
                if out == 2:
                    raise ValueError("Not enough free initial positions.")
                if not out and (x, y) not in walls:
                    found.append((x, y))
                    if len(found) == 2:
                        return found
            distance += 1

    blue = nearest((1, height - 2), 1, -1)
    red = nearest((width - 2, 1), -1, 1)
    return [blue[1], red[1], blue[0], red[0]]


def get_legal_positions(walls, shape, bot_position):
    """Where a bot may go, in the order of the referee: north, east, west, south, stay. Raises ValueError outside and on a wall."""
    width, height = shape
    if not (0, 0) <= bot_position < (width, height):
        raise ValueError(f"Position {bot_position} not inside maze ({width}x{height}).")
    if bot_position in walls:
        raise ValueError(f"Position {bot_position} is on a wall.")
    x, y = bot_position
    return [cell for cell in ((x, y - 1), (x + 1, y), (x - 1, y), (x, y + 1), (x, y)) if cell not in walls]


if _NEW:

    def parse_layout(layout_str, food=None, bots=None, strict=True):
        """Read a layout. Returns a dict with walls, food (both sorted), bots (a, x, b, y) and shape.

        food: cells with more pellets. bots: {'a': (x, y), ...}, where bots are instead. strict: the width must be even and all
        bots be there. Raises ValueError.
        """
        return _parse(layout_str, food, bots, strict)

else:
    from ._builtin import get_available_layouts, get_layout_by_name, get_random_layout
    from .base_utils import default_rng

    def parse_layout(layout_str, food=None, bots=None):
        """Read a layout. Returns a dict with walls, food (both sorted), bots (a, x, b, y) and shape.

        food: cells with more pellets. bots: {'a': (x, y), ...}, where bots are instead. Raises ValueError.
        """
        return _parse(layout_str, food, bots, True)
