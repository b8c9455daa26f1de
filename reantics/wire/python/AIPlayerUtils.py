"""Functions that players use. They read only the inventories of a state, never its board."""

import random

from Ant import UNIT_STATS, Ant
from Constants import *
from Construction import CONSTR_STATS, Construction
from Move import Move
from _field import ADJACENT as _ADJACENT
from _field import ANTS as _ANTS
from _field import CONSTRS as _CONSTRS
from _field import IN_RANGE as _IN_RANGE
from _field import around as _around
from _field import field_of as _field_of
from _field import flood as _flood
from _field import occupied as _occupied

_NO_COST = {}


def legalCoord(coord):
    try:
        if len(coord) != 2:
            return False
    except TypeError:
        print("legalCoord: %r is no coordinate" % (coord,))
        return False
    return 0 <= coord[0] <= 9 and 0 <= coord[1] <= 9


def getAntList(currentState, pid=None, types=_ANTS):
    if pid is None:
        return [ant for inv in currentState.inventories for ant in inv.ants if ant.type in types]
    return [ant for inv in currentState.inventories if inv.player == pid for ant in inv.ants if ant.type in types]


def getConstrList(currentState, pid=None, types=_CONSTRS):
    if pid is None:
        return [c for inv in currentState.inventories for c in inv.constrs if c.type in types]
    return [c for inv in currentState.inventories if inv.player == pid for c in inv.constrs if c.type in types]


def getAntAt(currentState, coords):
    for inv in currentState.inventories:
        for ant in inv.ants:
            if ant.coords == coords and ant.type in _ANTS:
                return ant
    return None


def getConstrAt(currentState, coords):
    for inv in currentState.inventories:
        own = inv.__dict__
        if "constrs" in own:
            for constr in own["constrs"]:
                if constr.coords == coords and constr.type in _CONSTRS:
                    return constr
        else:
            try:
                i = own["_field"].index.get(coords)
            except TypeError:  # a list equals no cell
                return None
            if i is not None:
                return inv.constrs[i]
    return None


def getCurrPlayerInventory(currentState):
    for inv in currentState.inventories:
        if inv.player == currentState.whoseTurn:
            return inv
    return None


def getCurrPlayerQueen(currentState):
    inventory = getCurrPlayerInventory(currentState)
    return None if inventory is None else inventory.getQueen()


def getEnemyInv(self, currentState):
    return currentState.inventories[1 if currentState.inventories[0].player == currentState.whoseTurn else 0]


def getCurrPlayerFood(self, currentState):
    food = getConstrList(currentState, NEUTRAL, (FOOD,))
    first = 2 if currentState.inventories[0].player == currentState.whoseTurn else 0
    return [food[first], food[first + 1]]


def getWinner(currentState):
    me = currentState.whoseTurn
    for player, other, result in ((me, 1 - me, 1), (1 - me, me, 0)):
        own, enemy = currentState.inventories[player], currentState.inventories[other]
        if (
            enemy.getAnthill().captureHealth <= 0
            or own.foodCount >= FOOD_GOAL
            or enemy.getQueen() is None
            or enemy.foodCount == 0 and len(enemy.ants) == 1
        ):
            return result
    return None


def approxDist(source, dest):
    return abs(source[0] - dest[0]) + abs(source[1] - dest[1])


def listAdjacent(coord):
    if not legalCoord(coord):
        return []
    x, y = coord
    if type(x) is int is type(y):
        return _ADJACENT[(x, y)][:]
    return [c for c in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if legalCoord(c)]


def listAttackable(coord, dist=1):
    try:
        return _IN_RANGE[coord, dist][:]
    except (KeyError, TypeError):
        return _around(coord, dist)


def _adjacent(coord):
    """The neighbours of a cell, a list that must not be changed."""
    try:
        return _ADJACENT[coord]
    except (KeyError, TypeError):
        return listAdjacent(coord)


def listReachableAdjacent(state, coords, movement, ignoresGrass=False):
    taken = _occupied(state)
    price = _NO_COST.get if ignoresGrass else _field_of(state).cost.get
    return [q for q in _adjacent(coords) if q not in taken and price(q, 1) <= movement]


def listAllMovementPaths(currentState, coord, movement, ignoresGrass=False):
    price = _NO_COST.get if ignoresGrass else _field_of(currentState).cost.get
    return _allPaths(coord, movement, _occupied(currentState), price)


def _allPaths(coord, movement, taken, price):
    if movement <= 0:
        return []
    reach = [q for q in _adjacent(coord) if q not in taken and price(q, 1) <= movement]
    paths = [[coord, q] for q in reach]
    start = [coord]
    for q in reach:
        rest = movement - price(q, 1)
        if rest == 1:  # the last level of the recursion, without a call
            for r in _adjacent(q):
                if r not in taken and price(r, 1) <= 1:
                    paths.append([coord, q, r])
            paths.append([coord, q])
        elif rest > 0:
            paths += [start + path for path in _allPaths(q, rest, taken, price)]
    paths.append(start)
    return paths


def stepsToReach(currentState, src, dst):
    if not (legalCoord(src) and legalCoord(dst)):
        return -1
    try:
        return _field_of(currentState).steps(src)[dst]
    except (KeyError, TypeError):  # a list equals no cell
        return 0 if src == dst else -1


def createPathToward(currentState, sourceCoords, targetCoords, movement):
    ant = getAntAt(currentState, sourceCoords)
    ignores = ant is not None and UNIT_STATS[ant.type][IGNORES_GRASS]
    return findPathRecursive(currentState, sourceCoords, targetCoords, movement, ignores)[0]


def findPathRecursive(currentState, sourceCoords, targetCoords, movement, ignoresGrass):
    price = _NO_COST.get if ignoresGrass else _field_of(currentState).cost.get
    return _findPath(sourceCoords, targetCoords, movement, _occupied(currentState), price)


def _findPath(source, target, movement, taken, price):
    start = abs(source[0] - target[0]) + abs(source[1] - target[1])
    if start == 0 or movement == 0:
        return ([source], start)
    path, distance = [source], start
    for q in _adjacent(source):
        if q in taken:
            continue
        rest = movement - price(q, 1)
        if rest < 0:
            continue
        onward, left = _findPath(q, target, rest, taken, price)
        if left < distance:
            path, distance = [source] + onward, left
            if left == 0 or left == start - movement:
                break
    return (path, distance)


def isPathOkForQueen(path):
    for coord in path:
        if coord[1] == 4 or coord[1] == 5:
            return False
    return True


def listAllBuildMoves(currentState):
    inventory = getCurrPlayerInventory(currentState)
    hill = inventory.getAnthill().coords
    if getAntAt(currentState, hill) is not None:
        return []
    return [
        Move(BUILD, [hill], kind)
        for kind in (WORKER, DRONE, SOLDIER, R_SOLDIER)
        if UNIT_STATS[kind][COST] <= inventory.foodCount
    ]


def listAllMovementMoves(currentState):
    moves = []
    taken, cost = _occupied(currentState), _field_of(currentState).cost
    for ant in getCurrPlayerInventory(currentState).ants:
        if ant.hasMoved:
            continue
        stats = UNIT_STATS[ant.type]
        paths = _allPaths(ant.coords, stats[MOVEMENT], taken, _NO_COST.get if stats[IGNORES_GRASS] else cost.get)
        if ant.type == QUEEN:
            paths = [path for path in paths if isPathOkForQueen(path)]
        moves += [Move(MOVE_ANT, path, None) for path in paths]
    return moves


def listAllLegalMoves(currentState):
    moves = listAllMovementMoves(currentState)
    moves += listAllBuildMoves(currentState)
    moves.append(Move(END, None, None))
    return moves


def getNextState(currentState, move):
    """The state after a move, guessed: food is picked up at once, and the first enemy in range is hit."""
    state = currentState.fastclone()
    me = state.whoseTurn
    own, enemy = state.inventories[me], state.inventories[1 - me]
    hill = own.getAnthill()
    guest = getAntAt(state, hill.coords)
    if guest is not None and guest.player != me:
        hill.captureHealth -= 1
    if move.moveType == BUILD:
        if move.buildType == TUNNEL:
            print("getNextState: nobody can build a tunnel")
            return currentState
        if move.buildType in (WORKER, DRONE, SOLDIER, R_SOLDIER):
            own.ants.append(Ant(hill.coords, move.buildType, me))
            own.foodCount -= UNIT_STATS[move.buildType][COST]
    elif move.moveType == MOVE_ANT:
        start, end = move.coordList[0], move.coordList[-1]
        for ant in own.ants:
            if ant.coords == start:
                ant.coords = end
                ant.hasMoved = False
                _load(state, own, ant)
                _strike(state, ant)
    return state


def _load(state, own, ant):
    if ant.carrying:
        if ant.coords in [constr.coords for constr in [own.getAnthill()] + own.getTunnels()]:
            own.foodCount += 1
            ant.carrying = False
    if not ant.carrying and ant.type == WORKER:
        for inv in state.inventories:
            field = inv.__dict__
            if "constrs" not in field:
                if ant.coords in field["_field"].food:
                    ant.carrying = True
                continue
            for constr in field["constrs"]:
                if constr.type == FOOD and constr.coords == ant.coords:
                    ant.carrying = True


def _strike(state, attacker):
    stats = UNIT_STATS[attacker.type]
    near = listAttackable(attacker.coords, stats[RANGE])
    targets = {}
    for inv in state.inventories:
        for ant in inv.ants:
            if ant.coords in near and ant.type in _ANTS:
                targets.setdefault(ant.coords, (ant, inv))
    if not targets:
        return
    for coords in near:
        ant, inv = targets.get(coords, (None, None))
        if ant is not None and ant.player != state.whoseTurn:
            ant.health -= stats[ATTACK]
            if ant.health <= 0:
                inv.ants.remove(ant)
            return


def getNextStateAdversarial(currentState, move):
    state = getNextState(currentState, move)
    own = state.inventories[state.whoseTurn]
    if move.moveType == MOVE_ANT:
        end = move.coordList[-1]
        for ant in own.ants:
            if ant.coords == end:
                ant.hasMoved = True
    elif move.moveType == END:
        for ant in own.ants:
            ant.hasMoved = False
        state.whoseTurn = 1 - state.whoseTurn
    return state


class GraphNode(object):
    """A cell on the way of aStarSearchPath."""

    def __init__(self, parent, coords, f, g, h):
        self.parent = parent
        self.coords = coords
        self.f = f
        self.g = g
        self.h = h

    def __eq__(self, other):
        return isinstance(other, GraphNode) and self.coords == other.coords

    def __hash__(self):
        return hash(self.coords)


def neighbors(state, node, goal, ignGrass, L):
    nodes = []
    for q in listReachableAdjacent(state, node.coords, L, ignGrass):
        h = approxDist(q, goal)
        nodes.append(GraphNode(node, q, node.g + 1 + h, node.g + 1, h))
    return nodes


def construct_path(node, L):
    path = []
    while node is not None:
        path.append(node.coords)
        node = node.parent
    path.reverse()
    return path[:L]


def aStarSearchPath(currentState, startCoords, goalCoords):
    """The beginning of a path, the goal excluded; [] at the goal and False if there is none. Grass counts as one step."""
    stats = UNIT_STATS[getAntAt(currentState, startCoords).type]
    L = stats[MOVEMENT] + 1
    if startCoords == goalCoords:
        return []
    taken = _occupied(currentState)
    price = _NO_COST.get if stats[IGNORES_GRASS] else _field_of(currentState).cost.get
    gx, gy = goalCoords
    start = GraphNode(None, startCoords, abs(startCoords[0] - gx) + abs(startCoords[1] - gy), 0, 0)
    nodes, coords, costs = [start], [startCoords], [start.f]  # the open list, in order
    closed = set()
    while nodes:
        i = costs.index(min(costs))
        i = coords.index(coords[i])  # the first node on that cell, which need not be the cheapest
        node = nodes.pop(i)
        cell = coords.pop(i)
        del costs[i]
        if cell in closed:
            continue
        g = node.g + 1
        for q in _adjacent(cell):
            if q in taken or price(q, 1) > L:
                continue
            if q == goalCoords:
                return construct_path(node, L)
            h = abs(q[0] - gx) + abs(q[1] - gy)
            if q in coords and costs[coords.index(q)] < g + h:
                continue
            nodes.append(GraphNode(node, q, g + h, g, h))
            coords.append(q)
            costs.append(g + h)
        closed.add(cell)
    return False


def charRepAnt(ant):
    if ant is None:
        return " "
    return {QUEEN: "Q", WORKER: "W", DRONE: "D", SOLDIER: "S", R_SOLDIER: "I"}.get(ant.type, "?")


def charRepConstr(constr):
    if constr is None:
        return " "
    return {ANTHILL: "^", TUNNEL: "@", GRASS: ";", FOOD: "%"}.get(constr.type, "?")


def charRepLoc(loc):
    if loc.ant is not None:
        return charRepAnt(loc.ant)
    if loc.constr is not None:
        return charRepConstr(loc.constr)
    return "."


def asciiPrintState(state):
    order = range(9, -1, -1) if state.whoseTurn == PLAYER_TWO else range(10)
    header = " " + "".join([str(x) for x in order])
    lines = [header]
    for y in order:
        row = ""
        for x in order:
            ant, constr = getAntAt(state, (x, y)), getConstrAt(state, (x, y))
            row += charRepAnt(ant) if ant is not None else charRepConstr(constr) if constr is not None else "."
        lines.append("%d%s%d" % (y, row, y))
    lines.append(header)
    lines.append(" food: %s/%s" % (state.inventories[0].foodCount, state.inventories[1].foodCount))
    print("\n".join(lines))
