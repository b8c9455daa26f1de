"""One cell of the board."""


class Location(object):
    def __init__(self, inputCoordinates):
        self.ant = None
        self.constr = None
        self.coords = inputCoordinates

    def getMoveCost(self):
        return 1 if self.constr is None else self.constr.movementCost

    def clone(self):
        location = Location(self.coords)
        if self.ant is not None:
            location.ant = self.ant.clone()
        if self.constr is not None:
            location.constr = self.constr.clone()
        return location
