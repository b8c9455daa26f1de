"""Tables of cells for the helper functions: neighbours, ranges, and the grass, with costs that were computed from it."""

from Constants import ANTHILL, DRONE, FOOD, GRASS, QUEEN, R_SOLDIER, SOLDIER, TUNNEL, WORKER

ANTS = (QUEEN, WORKER, DRONE, SOLDIER, R_SOLDIER)
CONSTRS = (ANTHILL, TUNNEL, GRASS, FOOD)
CELLS = [(x, y) for x in range(10) for y in range(10)]  # index 10x+y


def _on_board(x, y):
    return 0 <= x <= 9 and 0 <= y <= 9


# Neighbours of each cell: left, right, up, down.
ADJACENT = {
    (x, y): [c for c in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if _on_board(*c)] for x, y in CELLS
}


def around(coords, dist):
    """The cells within dist steps of a cell, column by column, without the cell itself."""
    cells = []
    for dx in range(-dist, dist + 1):
        rest = dist - abs(dx)
        for dy in range(-rest, rest + 1):
            if (dx or dy) and _on_board(coords[0] + dx, coords[1] + dy):
                cells.append((coords[0] + dx, coords[1] + dy))
    return cells


IN_RANGE = {(cell, dist): around(cell, dist) for cell in CELLS for dist in (1, 2, 3)}


class Field(object):
    """Grass and food. items is the neutral list in order: (coords, type) each."""

    def __init__(self, items):
        self.items = items
        self.index = {}  # of the first item on a cell
        for i, (coords, _) in enumerate(items):
            self.index.setdefault(coords, i)
        self.cost = {coords: 2 for coords, i in self.index.items() if items[i][1] == GRASS}
        self.food = [coords for coords, kind in items if kind == FOOD]
        self._steps = {}

    def steps(self, src):
        """The cost of each cell from src by the queue search of stepsToReach, which need not be that of a shortest path."""
        found = self._steps.get(src)
        if found is None:
            found = self._steps[src] = flood(self.cost, src)
        return found


def flood(cost, src):
    price = cost.get
    best = {src: 0}
    done = {}
    queue = [src]
    for cell in queue:  # grows
        here = done[cell] = best[cell]
        for q in ADJACENT[cell]:
            new = here + price(q, 1)
            old = best.get(q)
            if old is None:
                best[q] = new
                queue.append(q)
            elif new < old:
                best[q] = new
    return done


_known = {}


def known(items):
    """The field with these items; all copies of a state share it."""
    field = _known.get(items)
    if field is None:
        if len(_known) > 100:
            _known.clear()
        field = _known[items] = Field(items)
    return field


def field_of(state):
    """The field of a state with its current inventories. Players that make states put grass into any of them."""
    inventories = state.inventories
    if len(inventories) != 3:
        return Field(_items(inventories))
    first, second, neutral = inventories
    own = neutral.__dict__
    field = known(_items((neutral,))) if "constrs" in own else own["_field"]
    # The first construction on a cell counts, and those of the players come first.
    cost = field.cost
    for inventory in (first, second):
        for constr in inventory.constrs:
            if constr.type == GRASS or type(constr.coords) is tuple and constr.coords in cost:
                return Field(_items(inventories))
    return field


def _items(inventories):
    """The constructions; what is no construction is not seen, and coordinates that are lists equal no cell."""
    return tuple([
        (c.coords, c.type) for inventory in inventories for c in inventory.constrs
        if c.type in CONSTRS and type(c.coords) is tuple
    ])  # fmt: skip


def occupied(state):
    """The cells with an ant."""
    return {
        ant.coords for inventory in state.inventories for ant in inventory.ants
        if ant.type in ANTS and type(ant.coords) is tuple
    }  # fmt: skip
