"""Reads the states that the referee's side sends. Objects that players do not use are not made."""

from struct import Struct as _Struct

import _field
from Ant import UNIT_STATS, Ant
from Building import Building
from Constants import ANTHILL, FOOD, GRASS, HEALTH, TUNNEL, WORKER
from Construction import Construction
from GameState import GameState
from Inventory import Inventory
from Location import Location

# phase, seat, items still to place, a worker's health, numbers of ants (2) and of grass and food, food (2), then four times a building: 0 (none),
# 1 (hill) or 2 (tunnel), its cell and its capture health; the first two are of player 0.
HEAD = _Struct("<BBBBBBBiiBBiBBiBBiBBi")
_KINDS = (None, ANTHILL, TUNNEL)
_CARRYING = (False, True, False, True)
_MOVED = (False, False, True, True)
_XY = _field.CELLS
_new = object.__new__
_fields = {}  # by the bytes that describe them
_health = UNIT_STATS[WORKER][HEALTH]  # as last received; a player may change its own table


def _field_from(data):
    """A byte each: the cell, and 128 for food."""
    field = _fields.get(data)
    if field is None:
        if len(_fields) > 100:
            _fields.clear()
        items = tuple([(_XY[b & 127], FOOD if b & 128 else GRASS) for b in data])
        field = _fields[data] = _field.known(items)
    return field


def _ants(data, player):
    """Six bytes each: type, cell, health, carrying (1) and moved (2), and two bytes of identity."""
    ants = []
    each = iter(data)
    for kind, cell, health, flags, low, high in zip(each, each, each, each, each, each):
        ant = _new(Ant)
        ant.coords = _XY[cell]
        ant.type = kind
        ant.hasMoved = _MOVED[flags]
        ant.carrying = _CARRYING[flags]
        ant.player = player
        ant.health = health
        ant.UniqueID = low | high << 8
        ants.append(ant)
    return ants


class View(object):
    """The data for the board of a state, which is made on first use."""

    def __init__(self, ants, cells, buildings, sites, field, turned, hidden):
        self.ants, self.cells = ants, cells
        self.buildings, self.sites = buildings, sites
        self.field, self.turned, self.hidden = field, turned, hidden

    def board(self):
        # The coordinates of a location are those before the board was turned, with x and y exchanged.
        if self.turned:
            board = [[Location((9 - y, 9 - x)) for y in range(10)] for x in range(10)]
        else:
            board = [[Location((y, x)) for y in range(10)] for x in range(10)]
        for ant, cell in zip(self.ants, self.cells):
            x, y = _XY[cell]
            board[x][y].ant = ant
        if self.hidden:
            return board
        for building, cell in zip(self.buildings, self.sites):
            x, y = _XY[cell]
            board[x][y].constr = building
        for (x, y), kind in self.field.items:
            # These are not the objects of the inventory, and their coordinates are not turned.
            board[x][y].constr = Construction((9 - x, 9 - y) if self.turned else (x, y), kind)
        return board


def read(data):
    """The state in data, how many items are still to be placed, and where the state ends."""
    global _health
    (phase, seat, remaining, health, n0, n1, n2, food0, food1,
     k0, s0, h0, k1, s1, h1, k2, s2, h2, k3, s3, h3) = HEAD.unpack_from(data, 1)  # fmt: skip
    if health != _health:
        _health = UNIT_STATS[WORKER][HEALTH] = health
    at = 1 + HEAD.size
    field = _field_from(data[at : at + n2])
    at += n2
    middle = at + 6 * n0
    end = middle + 6 * n1
    ants0, ants1 = _ants(data[at:middle], 0), _ants(data[middle:end], 1)
    first, second, sites = [], [], []
    if k0:
        first.append(Building(_XY[s0], _KINDS[k0], 0, h0))
        sites.append(s0)
    if k1:
        first.append(Building(_XY[s1], _KINDS[k1], 0, h1))
        sites.append(s1)
    if k2:
        second.append(Building(_XY[s2], _KINDS[k2], 1, h2))
        sites.append(s2)
    if k3:
        second.append(Building(_XY[s3], _KINDS[k3], 1, h3))
        sites.append(s3)
    neutral = _new(Inventory)
    neutral.player, neutral.ants, neutral.foodCount, neutral._field = 2, [], 0, field
    state = _new(GameState)
    state.inventories = [Inventory(0, ants0, first, food0), Inventory(1, ants1, second, food1), neutral]
    state.phase = phase
    state.whoseTurn = seat
    state._view = View(
        tuple(ants0 + ants1), data[at + 1 : end : 6], tuple(first + second), sites,
        field, seat == 1, phase == 1 and seat == 1,
    )  # fmt: skip
    return state, remaining, end
