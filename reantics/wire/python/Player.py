"""The base class of players."""


class Player(object):
    def __init__(self, inputPlayerId, inputName):
        self.playerId = inputPlayerId
        self.author = inputName

    def getPlacement(self, currentState):
        pass

    def getMove(self, currentState):
        pass

    def getAttack(self, currentState, attackingAnt, enemyLocations):
        pass

    def registerWin(self, hasWon):
        pass
