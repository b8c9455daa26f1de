"""Constructions that belong to a player."""

from Constants import *
from Construction import CONSTR_STATS, Construction


class Building(Construction):
    def __init__(self, inputCoordinates, inputType, inputPlayer, captureHealth=None):
        self.coords = inputCoordinates
        self.type = inputType
        self.movementCost = CONSTR_STATS[inputType][MOVE_COST]
        self.player = inputPlayer
        self.captureHealth = CONSTR_STATS[inputType][CAP_HEALTH] if captureHealth is None else captureHealth

    def clone(self):
        return Building(self.coords, self.type, self.player, self.captureHealth)
