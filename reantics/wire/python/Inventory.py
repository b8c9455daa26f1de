"""What a player (or nobody) owns."""

from Constants import *
from Construction import Construction as _Construction


class _Constrs(object):
    """Grass and food of a view, made on first use."""

    def __get__(self, inventory, owner=None):
        if inventory is None:
            return self
        try:
            field = inventory.__dict__["_field"]
        except KeyError:
            raise AttributeError("'Inventory' object has no attribute 'constrs'") from None
        inventory.constrs = constrs = [_Construction(coords, kind) for coords, kind in field.items]
        return constrs


class Inventory(object):
    constrs = _Constrs()

    def __init__(self, playerId, antArray, inputConstructions, inputFood):
        self.player = playerId
        self.ants = antArray
        self.constrs = inputConstructions
        self.foodCount = inputFood

    def clone(self):
        return Inventory(self.player, self.ants, self.constrs, self.foodCount)

    def getQueen(self):
        for ant in self.ants:
            if ant.type == QUEEN:
                return ant
        return None

    def getAnthill(self):
        for constr in self.constrs:
            if constr.type == ANTHILL:
                return constr
        return None

    def getTunnels(self):
        return [constr for constr in self.constrs if constr.type == TUNNEL]
