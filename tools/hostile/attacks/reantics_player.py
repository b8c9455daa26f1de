"""A player of ReAntics that attacks with its first move."""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import hosted  # noqa: E402
from AIPlayerUtils import listAllLegalMoves  # noqa: E402
from Player import Player  # noqa: E402

attacks = [hosted.load(here)]


class AIPlayer(Player):
    def __init__(self, inputPlayerId):
        super(AIPlayer, self).__init__(inputPlayerId, "Attacker")

    def getPlacement(self, currentState):
        own, others = range(4), range(6, 10)
        rows, count = (own, 11) if currentState.phase == 1 else (others, 2)
        free = [(x, y) for y in rows for x in range(10) if currentState.board[x][y].constr is None]
        return free[:count]

    def getMove(self, currentState):
        while attacks:
            attacks.pop()()
        return listAllLegalMoves(currentState)[0]

    def getAttack(self, currentState, attackingAnt, enemyLocations):
        return enemyLocations[0]

    def registerWin(self, hasWon):
        pass
