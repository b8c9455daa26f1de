"""The units and their numbers."""

from itertools import count as _count

from Constants import *

# Rows are types, columns MOVEMENT to IGNORES_GRASS. The host changes the worker's health when it receives other rules.
UNIT_STATS = [
    [2, 10, 4, 1, None, False],  # QUEEN
    [2, 2, 0, 1, 1, False],  # WORKER
    [3, 4, 2, 1, 2, True],  # DRONE
    [2, 8, 4, 1, 2, False],  # SOLDIER
    [1, 2, 3, 3, 2, True],  # R_SOLDIER
]

_ids = _count(1 << 32)  # for ants that a player creates; those of the game have smaller numbers
_new = object.__new__


class Ant(object):
    def __init__(self, inputCoordinates, inputType, inputPlayer):
        self.coords = inputCoordinates
        self.type = inputType
        self.hasMoved = False
        self.carrying = False
        self.player = inputPlayer
        self.health = UNIT_STATS[inputType][HEALTH]
        self.UniqueID = next(_ids)

    def clone(self):
        ant = _new(Ant)
        ant.coords = self.coords
        ant.type = self.type
        ant.hasMoved = self.hasMoved
        ant.carrying = self.carrying
        ant.player = self.player
        ant.health = self.health
        ant.UniqueID = self.UniqueID
        return ant
