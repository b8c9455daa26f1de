"""Tables of cells for the helper functions: neighbours, ranges, and the grass, with costs that were computed from it."""

from Constants import FOOD, GRASS

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
        self.food = {coords for coords, kind in items if kind == FOOD}
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
    """The field of a state with its current inventories."""
    if len(state.inventories) != 3:  # a player has made it
        constrs = [c for inventory in state.inventories for c in inventory.constrs]
        return Field(tuple([(c.coords, c.type) for c in constrs if type(c.coords) is tuple]))
    first, second, neutral = state.inventories
    own = neutral.__dict__
    if "constrs" not in own:
        field = own["_field"]
    else:
        items = tuple([(c.coords, c.type) for c in own["constrs"]])
        try:
            field = known(items)
        except TypeError:  # coordinates that are lists equal no cell
            field = Field(tuple([i for i in items if type(i[0]) is tuple]))
    # The first construction on a cell counts, and those of the players come first.
    cost = field.cost
    for inventory in (first, second):
        for constr in inventory.constrs:
            if type(constr.coords) is tuple and constr.coords in cost:
                return Field(tuple([(c.coords, c.type) for c in first.constrs + second.constrs]) + field.items)
    return field


def occupied(state):
    """The cells with an ant."""
    first, second, *rest = state.inventories  # the rest is one, unless a player has made the state
    ants = first.ants + second.ants
    for inventory in rest:
        ants += inventory.ants
    try:
        return {ant.coords for ant in ants}
    except TypeError:
        return {ant.coords for ant in ants if type(ant.coords) is tuple}
