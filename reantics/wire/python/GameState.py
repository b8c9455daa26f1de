"""The state of a game as a player sees it."""

import copy

from Ant import Ant
from Building import Building
from Constants import *
from Inventory import Inventory
from Location import Location

_new = object.__new__


def addCoords(a, b):
    if len(a) != len(b):
        return None
    return tuple([i + j for i, j in zip(a, b)])


def subtractCoords(a, b):
    if len(a) != len(b):
        return None
    return tuple([i - j for i, j in zip(a, b)])


def _emptyBoard():
    return [[Location((y, x)) for y in range(BOARD_LENGTH)] for x in range(BOARD_LENGTH)]


class _Board(object):
    """The board of a view, made on first use; few players use it."""

    def __get__(self, state, owner=None):
        if state is None:
            return self
        try:
            view = state.__dict__["_view"]
        except KeyError:
            raise AttributeError("'GameState' object has no attribute 'board'") from None
        state.board = board = view.board()
        return board


class GameState(object):
    board = _Board()

    def __init__(self, inputBoard, inputInventories, inputPhase, inputTurn):
        self.board = inputBoard
        self.inventories = inputInventories
        self.phase = inputPhase
        self.whoseTurn = inputTurn

    def coordLookup(self, coords, playerId):
        if coords is None or playerId is None:
            return None
        if playerId == PLAYER_ONE:
            return coords
        return (BOARD_LENGTH - 1 - coords[0], BOARD_LENGTH - 1 - coords[1])

    def flipBoard(self):
        for column in self.board:
            column.reverse()
        self.board.reverse()
        for inventory in self.inventories:
            for ant in inventory.ants:
                ant.coords = self.coordLookup(ant.coords, PLAYER_TWO)
            for constr in inventory.constrs:
                constr.coords = self.coordLookup(constr.coords, PLAYER_TWO)

    def clearConstrs(self):
        for column in self.board:
            for location in column:
                location.constr = None

    @staticmethod
    def getBlankState():
        inventories = [Inventory(player, [], [], 0) for player in (PLAYER_ONE, PLAYER_TWO, NEUTRAL)]
        return GameState(_emptyBoard(), inventories, SETUP_PHASE_1, PLAYER_ONE)

    @staticmethod
    def getBasicState():
        state = GameState.getBlankState()
        far = BOARD_LENGTH - 1
        for player, hill, tunnel in ((PLAYER_ONE, (0, 0), (far, 0)), (PLAYER_TWO, (far, far), (0, far))):
            anthill, queen = Building(hill, ANTHILL, player), Ant(hill, QUEEN, player)
            state.board[hill[0]][hill[1]].constr = anthill
            state.board[hill[0]][hill[1]].ant = queen
            state.inventories[player].constrs = [anthill, Building(tunnel, TUNNEL, player)]
            state.inventories[player].ants = [queen]
        return state

    def clone(self):
        """A copy whose ants and buildings are in the order of the columns."""
        board = [[location.clone() for location in column] for column in self.board]
        ants, constrs = ([], []), ([], [])
        for column in board:
            for location in column:
                if location.ant is not None:
                    ants[location.ant.player != PLAYER_ONE].append(location.ant)
                if type(location.constr) is Building:
                    constrs[location.constr.player != PLAYER_ONE].append(location.constr)
        inventories = [
            Inventory(player, ants[player], constrs[player], self.inventories[player].foodCount)
            for player in (PLAYER_ONE, PLAYER_TWO)
        ]
        neutral = self.inventories[NEUTRAL]
        inventories.append(Inventory(NEUTRAL, [], [c.clone() for c in neutral.constrs], neutral.foodCount))
        return GameState(board, inventories, self.phase, self.whoseTurn)

    def fastclone(self):
        """A copy without a board, every list in the order it has."""
        inventories = []
        for player, inventory in enumerate(self.inventories):
            copied = _new(Inventory)
            copied.player = player
            copied.ants = [] if player == NEUTRAL else [ant.clone() for ant in inventory.ants]
            own = inventory.__dict__
            if "constrs" in own:
                copied.constrs = [constr.clone() for constr in own["constrs"]]
            else:
                copied._field = own["_field"]
            copied.foodCount = inventory.foodCount
            inventories.append(copied)
        return GameState(None, inventories, self.phase, self.whoseTurn)
