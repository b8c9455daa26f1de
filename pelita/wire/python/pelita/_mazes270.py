"""Mazes as version 2.7 generates them: the left half is divided by walls with gaps, again and again, and turned for the right half."""

from ._common import walls_to_graph
from .base_utils import default_rng

__all__ = [
    "MIN_SPLITTABLE_HEIGHT", "MIN_SPLITTABLE_WIDTH", "MIN_WIDTH", "WIDTH_VARIATION", "add_inner_walls", "default_rng",
    "distribute_food", "find_chamber_tiles", "generate_half_maze", "generate_maze", "identity", "rotate_180", "sample_nodes",
    "transposition", "walls_to_graph",
]

MIN_SPLITTABLE_WIDTH = 5  # of what is divided, its walls included
MIN_SPLITTABLE_HEIGHT = 5
MIN_WIDTH = 2  # of a part, without one of its walls
WIDTH_VARIATION = 2


def generate_maze(trapped_food=10, total_food=30, width=32, height=16, rng=None):
    """A maze as a layout dict: walls, food, bots, shape. trapped_food pellets lie in chambers with one entrance. Raises ValueError."""
    if width % 2:
        raise ValueError(f"Width must be even ({width} given)")
    for name, size in (("Width", width), ("Height", height)):
        if size < 4:
            raise ValueError(f"{name} must be at least 4, but {size} was given")
    walls, food = generate_half_maze(trapped_food, total_food, width, height, rng=rng)
    return {
        "walls": tuple(sorted(walls | rotate_180(walls, width, height))),
        "food": sorted(food | rotate_180(food, width, height)),
        "bots": [(1, height - 3), (width - 2, 2), (1, height - 2), (width - 2, 1)],
        "shape": (width, height),
    }


def generate_half_maze(trapped_food, total_food, width, height, rng=None):
    """The walls and the pellets of the left half, two sets."""
    rng = default_rng(rng)
    half, starts = width // 2, {(1, height - 3), (1, height - 2)}
    walls = {(x, y) for x in range(half) for y in (0, height - 1)} | {(0, y) for y in range(height)}
    x = half - 1
    bridges = [((x, y + 1), (x, height - 2 - y)) for y in rng.sample(range((height - 2) // 2), height // 4)]
    gaps = {cell for bridge in bridges for cell in bridge}
    walls |= {(x, y) for y in range(1, height - 1)} - gaps
    add_inner_walls(walls, (0, 0), (x, height - 1), height // 4, vertical=False, rng=rng)
    walls -= starts
    near = _near(walls, half, height)
    if not near or len(_reach(near, next(iter(near)))) < len(near):
        raise ValueError("Generated maze is not fully connected, try a different random seed")
    for upper, lower in bridges:  # the right half connects what the gaps of one pair lead to
        near.setdefault(upper, []).append(lower)
        near.setdefault(lower, []).append(upper)
    chamber = find_chamber_tiles(near, gaps) - starts
    return walls, distribute_food(set(near) - gaps - starts, chamber, trapped_food, total_food, rng=rng)


def add_inner_walls(walls, pmin, pmax, ngaps, vertical, rng=None):
    """Add walls with gaps to the part between two corners, and to what they divide it into."""
    rng = default_rng(rng)
    todo = [(pmin, pmax, max(1, ngaps), vertical)]
    while todo:
        low, high, gaps, vertical = todo.pop()
        turned = identity if vertical else transposition
        (umin, vmin), (umax, vmax) = turned(low), turned(high)
        wide = umax - umin + 1
        if wide < MIN_SPLITTABLE_WIDTH and vmax - vmin + 1 < MIN_SPLITTABLE_HEIGHT:
            continue
        if wide < rng.randint(MIN_SPLITTABLE_WIDTH, MIN_SPLITTABLE_WIDTH + WIDTH_VARIATION):
            continue
        at = rng.randint(umin + MIN_WIDTH, umax - MIN_WIDTH)
        first, last = turned((at, vmin)), turned((at, vmax))
        begin = vmin + (1 if first in walls else 2)
        end = vmax - (1 if last in walls else 2)
        places = range(begin, end + 1)
        walls |= {turned((at, v)) for v in rng.sample(places, max(0, len(places) - gaps))}
        gaps = max(1, gaps // 2)
        todo.append((low, last, gaps, not vertical))
        todo.append((first, high, gaps, not vertical))


def identity(point):
    """The point itself."""
    return point


def transposition(point):
    """The point with x and y exchanged."""
    x, y = point
    return y, x


def rotate_180(nodes, width, height):
    """The cells, a set, turned by half a turn around the middle of a maze."""
    return {(width - 1 - x, height - 1 - y) for x, y in nodes}


def sample_nodes(nodes, k, rng=None):
    """k of the cells, drawn, or all if there are not more."""
    return set(default_rng(rng).sample(sorted(nodes), k)) if k < len(nodes) else set(nodes)


def distribute_food(all_tiles, chamber_tiles, trapped_food, total_food, rng=None):
    """Cells for pellets: trapped_food of them in chambers, as far as there is room. Raises ValueError if there is too little."""
    if trapped_food > total_food:
        raise ValueError(f"number of trapped food ({trapped_food}) must not exceed total number of food ({total_food})")
    if total_food > len(all_tiles):
        raise ValueError(f"number of total food ({total_food}) exceeds available tiles in maze ({len(all_tiles)})")
    rng = default_rng(rng)
    inside = sample_nodes(chamber_tiles, trapped_food, rng)
    outside = sample_nodes(all_tiles - chamber_tiles, total_food - len(inside), rng)
    rest = total_food - len(inside) - len(outside)
    return inside | outside | (sample_nodes(chamber_tiles - inside, rest, rng) if rest > 0 else set())


def find_chamber_tiles(graph, border_gaps):
    """The cells that one cell separates from the gaps of the border. graph: one of networkx, or a dict of neighbours."""
    main, others = set(), set()
    for part in biconnected_components(graph):
        (main if part & border_gaps else others).update(part)
    return others - main


def _near(walls, width, height):
    """The free cells that have a free neighbour, each with its neighbours."""
    near = {}
    for x in range(width):
        for y in range(height):
            if (x, y) in walls:
                continue
            for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if 0 <= cell[0] < width and 0 <= cell[1] < height and cell not in walls:
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
