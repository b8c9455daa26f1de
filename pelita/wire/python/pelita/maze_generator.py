"""Mazes that are generated, as version 2.7 does."""

from .base_utils import default_rng

SIZES = {"tiny": (16, 8), "small": (24, 12), "normal": (32, 16), "big": (48, 24), "huge": (64, 32)}
FOOD = {"tiny": (3, 10), "small": (5, 15), "normal": (10, 30), "big": (15, 50), "huge": (20, 60)}


def generate_maze(trapped_food=10, total_food=30, width=32, height=16, rng=None):
    """A maze as a layout dict: walls, food, bots, shape. trapped_food pellets lie in chambers with one entrance."""
    if width % 2 or width < 4 or height < 4:
        raise ValueError(f"Width must be even and at least 4, height at least 4 (found {width}x{height}).")
    rng = default_rng(rng)
    half = width // 2
    starts = {(1, height - 3), (1, height - 2)}
    walls, gaps, bridges = _border(half, height, rng)
    _divide(walls, half, height, rng)
    walls -= starts
    near = _graph(walls, half, height)
    if not near or len(_reach(near, next(iter(near)))) < len(near):
        raise ValueError("The maze falls apart.")
    for upper, lower in bridges:
        near.setdefault(upper, []).append(lower)
        near.setdefault(lower, []).append(upper)
    main, others = set(), set()
    for part in biconnected_components(near):
        (main if part & gaps else others).update(part)
    chamber = others - main - starts
    food = _food(set(near) - gaps - starts, chamber, trapped_food, total_food, rng)

    def turned(cells):
        return {(width - 1 - x, height - 1 - y) for x, y in cells}

    return {
        "walls": tuple(sorted(walls | turned(walls))),
        "food": sorted(food | turned(food)),
        "bots": [(1, height - 3), (width - 2, 2), (1, height - 2), (width - 2, 1)],
        "shape": (width, height),
    }


def _border(half, height, rng):
    walls = {(x, y) for x in range(half) for y in (0, height - 1)} | {(0, y) for y in range(height)}
    x = half - 1
    bridges = [((x, y + 1), (x, height - 2 - y)) for y in rng.sample(range((height - 2) // 2), height // 4)]
    gaps = {cell for bridge in bridges for cell in bridge}
    walls |= {(x, y) for y in range(1, height - 1)} - gaps
    return walls, gaps, bridges


def _divide(walls, half, height, rng):
    """Divide the left half by walls with gaps, again and again."""
    todo = [((0, 0), (half - 1, height - 1), max(1, height // 4), True)]
    while todo:
        low, high, gaps, horizontal = todo.pop()

        def swap(cell, horizontal=horizontal):
            return (cell[1], cell[0]) if horizontal else cell

        (umin, vmin), (umax, vmax) = swap(low), swap(high)
        if umax - umin + 1 < 5 and vmax - vmin + 1 < 5:
            continue
        if umax - umin + 1 < rng.randint(5, 7):
            continue
        at = rng.randint(umin + 2, umax - 2)
        first, last = swap((at, vmin)), swap((at, vmax))
        begin = vmin + (1 if first in walls else 2)
        end = vmax - (1 if last in walls else 2)
        places = list(range(begin, end + 1))
        walls.update(swap((at, v)) for v in rng.sample(places, max(0, len(places) - gaps)))
        gaps = max(1, gaps // 2)
        todo.append((low, last, gaps, not horizontal))
        todo.append((first, high, gaps, not horizontal))


def _graph(walls, half, height):
    near = {}
    for x in range(half):
        for y in range(height):
            if (x, y) in walls:
                continue
            for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if 0 <= cell[0] < half and 0 <= cell[1] < height and cell not in walls:
                    near.setdefault((x, y), []).append(cell)
    return near


def _reach(near, start):
    seen, todo = {start}, [start]
    while todo:
        for cell in near[todo.pop()]:
            if cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return seen


def biconnected_components(near):
    """The sets of nodes that stay connected without any one of their nodes (Hopcroft and Tarjan, 1973)."""
    found, low = {}, {}
    for root in near:
        if root in found:
            continue
        found[root] = low[root] = len(found)
        path, edges = [(root, None, iter(near[root]))], []
        while path:
            node, parent, steps = path[-1]
            for step in steps:
                if step == parent:
                    continue
                if step not in found:
                    found[step] = low[step] = len(found)
                    edges.append((node, step))
                    path.append((step, node, iter(near[step])))
                    break
                if found[step] < found[node]:
                    low[node] = min(low[node], found[step])
                    edges.append((node, step))
            else:
                path.pop()
                if parent is None:
                    continue
                low[parent] = min(low[parent], low[node])
                if low[node] >= found[parent]:
                    part = set()
                    while True:
                        edge = edges.pop()
                        part.update(edge)
                        if edge == (parent, node):
                            break
                    yield part


def _food(free, chamber, trapped, total, rng):
    if trapped > total:
        raise ValueError(f"Trapped food ({trapped}) is more than all food ({total}).")
    if total > len(free):
        raise ValueError(f"Not enough room for {total} pellets in {len(free)} cells.")

    def pick(cells, count):
        return set(rng.sample(sorted(cells), count)) if count < len(cells) else set(cells)

    inside = pick(chamber, trapped)
    outside = pick(free - chamber, total - len(inside))
    rest = total - len(inside) - len(outside)
    return inside | outside | (pick(chamber - inside, rest) if rest > 0 else set())
