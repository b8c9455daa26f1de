"""Small tools: distances, homezones, respawn cells, the shortest path."""

from ._setting import VERSION

NEW = not VERSION.startswith("2.5")  # version 2.7

SHADOW_DISTANCE = 2 if NEW else 1
SIGHT_DISTANCE = 5
NOISE_RADIUS = 5
MAX_FOOD_AGE = 30

BOT_N2I = {"a": 0, "x": 1, "b": 2, "y": 3}


def manhattan_dist(pos1, pos2):
    """The steps from one cell to the other if there were no walls."""
    return abs(pos1[0] - pos2[0]) + abs(pos1[1] - pos2[1])


def default_rng(seed=None):
    """A generator for a seed; a generator is returned as it is."""
    from random import Random

    return seed if isinstance(seed, Random) else Random(seed)


def split_food(width, food):
    """The pellets of the blue and of the red half, two sets."""
    halves = set(), set()
    for cell in food:
        halves[cell[0] >= width // 2].add(cell)
    return list(halves)


def create_homezones(shape, walls):
    """The free cells of the blue and of the red half."""
    width, height = shape
    walls = set(walls)
    return tuple(
        [(x, y) for x in columns for y in range(height) if (x, y) not in walls]
        for columns in (range(width // 2), range(width // 2, width))
    )


def initial_positions(walls, shape):
    """The cells on which the bots a, x, b, y go on after they were killed: the free ones nearest to two corners."""
    width, height = shape
    walls = set(walls)

    def nearest(corner, dx, dy):
        found = []
        distance = 0
        while True:
            for along in range(distance + 1):
                x, y = corner[0] + dx * along, corner[1] + dy * (distance - along)
                out = (not 0 <= x < width) + (not 0 <= y < height)
                if out == 2:
                    raise ValueError("There are not enough free cells to start from.")
                if not out and (x, y) not in walls:
                    found.append((x, y))
                    if len(found) == 2:
                        return found
            distance += 1

    blue = nearest((1, height - 2), 1, -1)
    red = nearest((width - 2, 1), -1, 1)
    return [blue[1], red[1], blue[0], red[0]]


def legal_positions(walls, position):
    """Where a bot may go, as it sees it: stay, west, east, south, north."""
    x, y = position
    return [c for c in ((x, y), (x - 1, y), (x + 1, y), (x, y + 1), (x, y - 1)) if c not in walls]


def shaded_food(pos, food, radius):
    """The pellets within the distance of one of the positions."""
    return [f for f in food if any(manhattan_dist(f, p) <= radius for p in pos)]


def walls_to_graph(walls, shape=None):
    """The free cells and their connections as a graph of networkx."""
    import networkx

    walls = set(walls)
    if shape is None:
        shape = max(x for x, _ in walls) + 1, max(y for _, y in walls) + 1
    graph = networkx.Graph()
    for x in range(shape[0]):
        for y in range(shape[1]):
            if (x, y) in walls:
                continue
            graph.add_node((x, y))
            for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if 0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1] and cell not in walls:
                    graph.add_edge((x, y), cell)
    return graph


def shortest_path(adjacent, source, target):
    """The cells from source to target, both included: search from both ends, the smaller fringe first.

    adjacent maps a cell to its neighbours. Raises KeyError for a cell that is none, ValueError if there is no path.
    """
    adjacent[source], adjacent[target]
    if source == target:
        return [source]
    before, after = {source: None}, {target: None}
    forward, reverse = [source], [target]
    meeting = None
    while forward and reverse and meeting is None:
        if len(forward) <= len(reverse):
            forward, meeting = _expand(adjacent, forward, before, after)
        else:
            reverse, meeting = _expand(adjacent, reverse, after, before)
    if meeting is None:
        raise ValueError(f"No path between {source} and {target}.")
    path = []
    cell = meeting
    while cell is not None:
        path.append(cell)
        cell = before[cell]
    path.reverse()
    cell = after[meeting]
    while cell is not None:
        path.append(cell)
        cell = after[cell]
    return path


def _expand(adjacent, fringe, known, other):
    following = []
    for cell in fringe:
        for step in adjacent[cell]:
            if step not in known:
                following.append(step)
                known[step] = cell
            if step in other:
                return following, step
    return following, None
