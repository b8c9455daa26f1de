"""Constructions: what is on a cell besides an ant."""

from Constants import *

# Indexed with the (negative) types: movement cost, capture health, build cost.
CONSTR_STATS = [
    (1, 3, None),  # ANTHILL
    (1, 2, None),  # TUNNEL
    (2, None, None),  # GRASS
    (1, None, None),  # FOOD
]


class Construction(object):
    def __init__(self, inputCoordinates, inputType):
        self.coords = inputCoordinates
        self.type = inputType
        self.movementCost = CONSTR_STATS[inputType][MOVE_COST]

    def clone(self):
        return Construction(self.coords, self.type)
