"""Mazes as version 2.5.1 generates them: arrays [row, column] of b'#', b'.' and b' ', of numpy where that is installed."""

from .base_utils import default_rng

__all__ = [
    "E", "F", "W", "add_food", "add_pacmen", "bytes_to_maze", "create_half_maze", "default_rng", "east", "empty_maze", "find_chamber",
    "find_dead_ends", "get_neighboring_walls", "get_new_maze", "maze_to_bytes", "maze_to_str", "north", "remove_all_chambers",
    "remove_all_dead_ends", "remove_dead_end", "south", "str_to_maze", "walls_to_graph", "west",
]

W, F, E = b"#", b".", b" "
north, south, east, west = (0, -1), (0, 1), (1, 0), (-1, 0)


class _Grid:
    """What this module needs of an array, for a Python without numpy."""

    def __init__(self, rows):
        self._rows = rows
        self.shape = len(rows), len(rows[0]) if rows else 0

    def __getitem__(self, at):
        return self._rows[at[0]][at[1]]

    def __setitem__(self, at, char):
        self._rows[at[0]][at[1]] = char

    def __eq__(self, other):
        return isinstance(other, _Grid) and self._rows == other._rows

    __hash__ = None


def _array(rows):
    try:
        import numpy
    except ImportError:
        return _Grid(rows)
    return numpy.array(rows, dtype="S1")


def empty_maze(height, width):
    """A maze without anything but its outer walls."""
    ends = (0, height - 1), (0, width - 1)
    return _array([[W if y in ends[0] or x in ends[1] else E for x in range(width)] for y in range(height)])


def maze_to_bytes(maze):
    """The rows of a maze, a line each."""
    height, width = maze.shape
    return b"\n".join(b"".join(bytes(maze[y, x]) for x in range(width)) for y in range(height))


def maze_to_str(maze):
    """The rows of a maze, a line each."""
    return maze_to_bytes(maze).decode("ascii")


def bytes_to_maze(bytes_):
    """The maze that lines draw; blank lines do not count."""
    rows = [line.strip() for line in bytes_.splitlines()]
    return _array([[row[i:i + 1] for i in range(len(row))] for row in rows if row])


def str_to_maze(str_):
    """The maze that lines draw; blank lines do not count."""
    return bytes_to_maze(str_.encode("ascii"))


def create_half_maze(maze, ngaps_center, rng=None):
    """Put walls into the left half of a maze, and between the halves."""
    rng = default_rng(rng)
    height, width = maze.shape
    inner = height - 2
    places = list(range(inner // 2))
    rng.shuffle(places)
    gaps = [at for y in places[:ngaps_center // 2] for at in (y, inner - y - 1)]
    middle = width // 2 - 1
    for y in range(inner):
        maze[y + 1, middle] = E if y in gaps else W
    _divide(maze, (0, height - 1), (0, middle), ngaps_center // 2, False, rng)


def _divide(maze, rows, columns, gaps, vertical, rng):
    """Divide a part of a maze, given by its first and last row and column, by a wall with gaps, again and again."""
    if rows[1] - rows[0] < 4 and columns[1] - columns[0] < 4:
        return
    across, along = (columns, rows) if vertical else (rows, columns)
    size = across[1] - across[0] - 1
    if size < rng.randint(3, 5):
        return
    wall = across[0] + 1 + rng.randint(1, size - 2)

    def at(i):
        return (i, wall) if vertical else (wall, i)

    places = list(range(along[1] - along[0] - 1))
    last = len(places) - 1
    rng.shuffle(places)
    opened = places[:max(1, gaps)]
    if maze[at(along[0])] == E:
        opened.append(0)
    if maze[at(along[1])] == E:
        opened.append(last)
    for i in range(last + 1):
        maze[at(along[0] + 1 + i)] = E if i in opened else W
    for part in ((across[0], wall), (wall, across[1])):
        sides = (rows, part) if vertical else (part, columns)
        _divide(maze, *sides, max(1, gaps // 2), not vertical, rng)


def walls_to_graph(maze):
    """The cells of a maze that are no walls, and their connections, as a graph of networkx."""
    import networkx

    height, width = maze.shape
    graph = networkx.Graph()
    for x in range(width):
        for y in range(height):
            if maze[y, x] == W:
                continue
            graph.add_node((x, y))
            for dx, dy in (west, east, north, south):
                try:
                    free = maze[y + dy, x + dx] == E
                except IndexError:
                    continue
                if free:
                    graph.add_edge((x, y), (x + dx, y + dy))
    return graph


def find_dead_ends(graph, width):
    """The nodes with one neighbour, without those of the last column."""
    return [node for node in graph if len(graph[node]) == 1 and node[0] < width - 1]


def remove_dead_end(dead_node, maze):
    """Open a wall beside a dead end: the first one that is neither an outer one nor between the halves."""
    height, width = maze.shape
    x, y = dead_node
    for dx, dy in (north, south, east, west):
        at = y + dy, x + dx
        if at[1] not in (0, width - 1, width // 2 - 1) and at[0] not in (0, height - 1) and maze[at] == W:
            maze[at] = E
            return


def remove_all_dead_ends(maze):
    """Open walls until there is no dead end in the left half."""
    while True:
        ends = find_dead_ends(walls_to_graph(maze), maze.shape[1])
        if not ends:
            return
        remove_dead_end(ends[0], maze)


def find_chamber(graph):
    """A node that is the only entrance to others, and the list of those; (None, []) if there is none."""
    entrance = _cut_node(graph)
    if entrance is None:
        return None, []
    smallest, seen = None, {entrance}
    for node in graph:
        if node in seen:
            continue
        part, queue = {node}, [node]
        for cell in queue:  # grows
            for step in graph[cell]:
                if step != entrance and step not in part:
                    part.add(step)
                    queue.append(step)
        seen |= part
        if smallest is None or len(part) < len(smallest):
            smallest = part
    return entrance, list(smallest)


def _cut_node(graph):
    """The node without which a graph falls apart that the original finds, if there is one: the order of sets matters."""
    root = min(graph, key=lambda node: len(graph[node]))
    tops, blocks = _tops(graph, root)
    if len(tops) + 1 < len(graph):
        from networkx import NetworkXError

        raise NetworkXError("Input graph is not connected")
    if blocks > 1:
        return root
    cut = None
    for node in set(graph) - set(graph[root]) - {root}:
        if tops[node] != root:
            cut = tops[node]
    return cut


def _tops(graph, root):
    """For each node but the root the one that its block hangs on, and how many blocks hang on the root."""
    found, low, tops, blocks = {root: 0}, {root: 0}, {}, 0
    path, waiting = [(root, None, iter(graph[root]))], []
    while path:
        node, parent, steps = path[-1]
        for step in steps:
            if step == parent:
                continue
            if step not in found:
                found[step] = low[step] = len(found)
                waiting.append(step)
                path.append((step, node, iter(graph[step])))
                break
            low[node] = min(low[node], found[step])
        else:
            path.pop()
            if parent is None:
                continue
            low[parent] = min(low[parent], low[node])
            if low[node] >= found[parent]:
                blocks += parent == root
                while True:
                    member = waiting.pop()
                    tops[member] = parent
                    if member == node:
                        break
    return tops, blocks


def get_neighboring_walls(maze, locs):
    """The walls beside cells, each once, without outer ones."""
    height, width = maze.shape

    def inside(x, y):
        return 0 < x < width - 1 and 0 < y < height - 1

    walls = {}
    for x, y in locs:
        if inside(x, y):
            for dx, dy in (north, south, east, west):
                if inside(x + dx, y + dy) and maze[y + dy, x + dx] == W:
                    walls[x + dx, y + dy] = True
    return list(walls)


def remove_all_chambers(maze, rng=None):
    """Open walls around chambers, drawn, until there are no chambers."""
    rng = default_rng(rng)
    while True:
        entrance, chamber = find_chamber(walls_to_graph(maze))
        if entrance is None:
            return
        x, y = rng.choice(get_neighboring_walls(maze, chamber))
        maze[y, x] = E


def add_food(maze, max_food, rng=None):
    """Put pellets into the left half, but not beside the right one and where bots start. Raises ValueError."""
    if max_food == 0:
        return
    height, width = maze.shape
    starts = (1, height - 2), (1, height - 3)
    free = [(x, y) for y in range(height) for x in range(width // 2 - 1) if maze[y, x] == E and (x, y) not in starts]
    if not free and max_food > 0:
        raise ValueError("No space left for food in maze")
    if max_food > len(free):
        raise ValueError(f"Can not fit {max_food} pellet in {len(free)} free slots")
    if max_food < 0:
        raise ValueError(f"Can not add negative number of food ({max_food} given)")
    for x, y in default_rng(rng).sample(free, max_food):
        maze[y, x] = F


def add_pacmen(maze):
    """Put the bots into their corners."""
    height, width = maze.shape
    for y, x, name in ((height - 2, 1, b"b"), (height - 3, 1, b"a"), (1, width - 2, b"y"), (2, width - 2, b"x")):
        maze[y, x] = name


def get_new_maze(height, width, nfood, dead_ends=False, rng=None):
    """A maze as a text, with nfood pellets for each team; dead_ends: with dead ends and chambers. Raises ValueError."""
    if width % 2:
        raise ValueError(f"Width must be even ({width} given)")
    rng = default_rng(rng)
    maze = empty_maze(height, width)
    create_half_maze(maze, height // 2, rng=rng)
    maze[height - 2, 1] = maze[height - 3, 1] = E
    if not dead_ends:
        remove_all_dead_ends(maze)
        remove_all_chambers(maze, rng=rng)
    add_food(maze, nfood, rng=rng)
    for y in range(height):
        for x in range(width // 2):
            maze[height - 1 - y, width - 1 - x] = maze[y, x]
    add_pacmen(maze)
    return maze_to_str(maze)
