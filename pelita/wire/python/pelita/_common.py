"""Helpers of the modules of this package."""

import functools

from ._setting import VERSION

NEW = not VERSION.startswith("2.5")  # version 2.7


def manhattan_dist(pos1, pos2):
    """The steps from one cell to the other if there were no walls."""
    return abs(pos1[0] - pos2[0]) + abs(pos1[1] - pos2[1])


def wall_dimensions(walls):
    """The shape (width, height) of a maze that is enclosed by walls."""
    x, y = max(walls)
    return x + 1, y + 1


def create_homezones(shape, walls):
    """The free cells of the blue and of the red half, by columns."""
    width, height = shape
    walls = set(walls)
    return [
        tuple((x, y) for x in columns for y in range(height) if (x, y) not in walls)
        for columns in (range(width // 2), range(width // 2, width))
    ]


def split_food(width, food):
    """The pellets of the blue and of the red half, two sets."""
    halves = [set(), set()]
    for cell in food:
        halves[cell[0] // (width // 2)].add(cell)
    return halves


if NEW:

    def walls_to_graph(walls, shape=None):
        """The free cells and their connections as a graph of networkx. shape: where the maze ends, if walls do not enclose it."""
        import networkx

        width, height = wall_dimensions(walls) if shape is None else shape
        walls = set(walls)
        graph = networkx.Graph()
        for x in range(width):
            for y in range(height):
                for cell in ((x + 1, y), (x, y + 1)):
                    if (x, y) not in walls and cell not in walls and cell[0] < width and cell[1] < height:
                        graph.add_edge((x, y), cell)
        return graph

else:

    def walls_to_graph(walls):
        """The free cells and their connections as a graph of networkx."""
        import networkx

        width, height = wall_dimensions(walls)
        walls = set(walls)
        graph = networkx.Graph()
        for x in range(width):
            for y in range(height):
                for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if (x, y) not in walls and cell not in walls:
                        graph.add_edge((x, y), cell)
        return graph


class Maze:
    """The graph of a maze, made when it is called for, because most bots do not need it.

    It is no function: bots are copied and pickled, and then only the walls go with them.
    """

    def __init__(self, walls, view=False):
        self._walls, self._view, self._graph = walls, view, None

    def __call__(self):
        """The graph, always the same one; view: it cannot be changed."""
        if self._graph is None:
            graph = walls_to_graph(self._walls)
            self._graph = graph.copy(as_view=True) if self._view else graph
        return self._graph


class _Neighbours:
    """A maze as shortest_path wants it: the free cells beside one, in the order of walls_to_graph: left, up, right, down."""

    def __init__(self, walls):
        self._walls = frozenset(walls)

    def __getitem__(self, cell):
        x, y = cell
        return [c for c in ((x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1)) if c not in self._walls]


neighbours = functools.lru_cache(maxsize=8)(_Neighbours)


def shortest_path(adjacent, source, target):
    """The cells from source to target, both included: search from both ends, the smaller fringe first.

    adjacent maps a cell to its neighbours. Raises ValueError if there is no path.
    """
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
