"""A player that tests its helpers when it is imported and once more in each game, as students' files do. Their states are not
those of a game: objects are in the wrong lists, fields are None, and positions lie outside of the board.

What each test expects is the original's behaviour.
"""

import random
import sys

from Game import *
from AIPlayerUtils import *
from Ant import *
from Building import *
from Construction import *
from GameState import *
from Inventory import *
from Location import *
from Player import *

OFF = [(-1, 0), (0, -1), (10, 0), (0, 10), (-5, -5), (100, 3)]


def makeState(mine=(), theirs=(), neutral=(), myThings=(), theirThings=(), nobodys=(), turn=0):
    """A state without a board, with a hill at (0, 0) and one at (9, 9)."""
    inventories = [
        Inventory(PLAYER_ONE, list(mine), [Building((0, 0), ANTHILL, 0), Building((2, 0), TUNNEL, 0)] + list(myThings), 5),
        Inventory(PLAYER_TWO, list(theirs), [Building((9, 9), ANTHILL, 1), Building((7, 9), TUNNEL, 1)] + list(theirThings), 5),
        Inventory(NEUTRAL, list(neutral), list(nobodys), 0),
    ]
    return GameState(None, inventories, PLAY_PHASE, turn)


def foods(*places):
    return [Construction(c, FOOD) for c in places]


def carrier(coords, player=0):
    ant = Ant(coords, WORKER, player)
    ant.carrying = True
    return ant


# Objects in the wrong lists


def test_food_among_the_ants_is_no_ant():
    state = makeState(neutral=foods((4, 4), (5, 5)))
    assert getAntAt(state, (4, 4)) is None
    assert getAntList(state) == [] and getAntList(state, NEUTRAL) == []
    assert getConstrAt(state, (4, 4)) is None


def test_food_among_the_ants_blocks_no_path():
    state = makeState(mine=[Ant((3, 3), WORKER, 0)], neutral=foods((3, 4)))
    assert (3, 4) in listReachableAdjacent(state, (3, 3), 2)
    assert [(3, 3), (3, 4)] in listAllMovementPaths(state, (3, 3), 2)
    assert createPathToward(state, (3, 3), (3, 5), 2) == [(3, 3), (3, 4), (3, 5)]
    assert aStarSearchPath(state, (3, 3), (3, 6)) == [(3, 3), (3, 4), (3, 5)]


def test_food_on_the_ant_is_not_taken_for_it():
    state = makeState(mine=foods((3, 3)) + [Ant((3, 3), DRONE, 0)], nobodys=[Construction((3, 4), GRASS)])
    assert getAntAt(state, (3, 3)).type == DRONE
    assert createPathToward(state, (3, 3), (3, 6), 3) == [(3, 3), (3, 4), (3, 5), (3, 6)]


def test_food_among_the_ants_does_not_stop_building():
    moves = listAllBuildMoves(makeState(neutral=foods((0, 0))))
    assert [m.buildType for m in moves] == [WORKER, DRONE, SOLDIER, R_SOLDIER]


def test_ants_among_the_constructions_are_none():
    state = makeState(nobodys=[Ant((4, 4), WORKER, 0), Construction((4, 4), GRASS)], myThings=[Ant((5, 5), QUEEN, 0)])
    assert getConstrAt(state, (5, 5)) is None
    assert getConstrAt(state, (4, 4)).type == GRASS
    assert len(getConstrList(state)) == 5
    assert stepsToReach(state, (4, 3), (4, 4)) == 2 and stepsToReach(state, (5, 4), (5, 5)) == 1


def test_grass_of_a_player_costs_two():
    for where in ("myThings", "theirThings"):
        state = makeState(**{where: [Construction((4, 4), GRASS)]})
        assert stepsToReach(state, (4, 3), (4, 4)) == 2
        assert (4, 4) not in listReachableAdjacent(state, (4, 3), 1)
        assert (4, 4) in listReachableAdjacent(state, (4, 3), 1, True)


def test_the_first_construction_on_a_cell_counts():
    state = makeState(myThings=[Building((4, 4), TUNNEL, 0)], nobodys=[Construction((4, 4), GRASS)])
    assert stepsToReach(state, (4, 3), (4, 4)) == 1
    state = makeState(nobodys=[Construction((4, 4), GRASS), Construction((4, 4), FOOD)])
    assert stepsToReach(state, (4, 3), (4, 4)) == 2


def test_food_of_a_player_is_picked_up():
    state = makeState(mine=[Ant((3, 3), WORKER, 0)], myThings=foods((3, 4)))
    after = getNextState(state, Move(MOVE_ANT, [(3, 3), (3, 4)], None))
    assert after.inventories[0].ants[0].carrying and not state.inventories[0].ants[0].carrying


def test_an_ant_that_is_both_armies_neighbour():
    state = makeState(mine=[Ant((3, 3), SOLDIER, 0), Ant((3, 5), DRONE, 0)], theirs=[Ant((4, 4), DRONE, 1)])
    after = getNextState(state, Move(MOVE_ANT, [(3, 3), (3, 4)], None))
    assert len(after.inventories[0].ants) == 2 and after.inventories[1].ants == []


def test_food_in_reach_takes_no_blow():
    state = makeState(mine=[Ant((3, 3), SOLDIER, 0)], theirs=foods((2, 4)) + [Ant((4, 4), SOLDIER, 1)])
    after = getNextState(state, Move(MOVE_ANT, [(3, 3), (3, 4)], None))
    assert after.inventories[1].ants[1].health == UNIT_STATS[SOLDIER][HEALTH] - UNIT_STATS[SOLDIER][ATTACK]


def test_a_hostile_ant_in_the_own_list_captures():
    state = makeState(mine=[Ant((0, 0), SOLDIER, 1)])
    assert getNextState(state, Move(END, None, None)).inventories[0].getAnthill().captureHealth == 2


def test_an_own_ant_in_the_other_list_captures_nothing():
    state = makeState(theirs=[Ant((0, 0), SOLDIER, 0)])
    assert getNextState(state, Move(END, None, None)).inventories[0].getAnthill().captureHealth == 3


def test_only_the_first_ant_on_the_hill_counts():
    state = makeState(mine=[Ant((0, 0), QUEEN, 0)], theirs=[Ant((0, 0), SOLDIER, 1)])
    assert getNextState(state, Move(END, None, None)).inventories[0].getAnthill().captureHealth == 3


def test_the_other_hill_in_the_own_list_takes_no_food():
    state = makeState(mine=[carrier((8, 8))], myThings=[Building((9, 8), ANTHILL, 1)])
    after = getNextState(state, Move(MOVE_ANT, [(8, 8), (9, 8)], None))
    assert after.inventories[0].foodCount == 5 and after.inventories[0].ants[0].carrying


def test_each_tunnel_takes_food():
    state = makeState(mine=[carrier((8, 8))], myThings=[Building((9, 8), TUNNEL, 0)])
    after = getNextState(state, Move(MOVE_ANT, [(8, 8), (9, 8)], None))
    assert after.inventories[0].foodCount == 6 and not after.inventories[0].ants[0].carrying


# Inventories


def test_nobody_has_ants_in_a_copy():
    state = makeState(neutral=[Ant((4, 4), WORKER, 2)])
    assert getAntAt(state, (4, 4)) is not None
    assert state.fastclone().inventories[2].ants == []
    assert getAntAt(getNextState(state, Move(END, None, None)), (4, 4)) is None


def test_the_ants_of_nobody_are_None():
    state = makeState(mine=[Ant((3, 3), WORKER, 0)], nobodys=[Construction((3, 4), GRASS)])
    state.inventories[2].ants = None
    copied = state.fastclone()
    assert copied.inventories[2].ants == [] and copied.inventories[2].constrs[0].coords == (3, 4)
    assert stepsToReach(state, (3, 3), (3, 4)) == 2 and getConstrAt(state, (3, 4)).type == GRASS
    assert getNextState(state, Move(MOVE_ANT, [(3, 3), (4, 3)], None)).inventories[0].ants[0].coords == (4, 3)


def test_a_board_with_ants_of_nobody():
    state = GameState.getBasicState()
    state.board[4][4].ant = Ant((4, 4), WORKER, NEUTRAL)
    assert [a.player for a in state.clone().inventories[1].ants] == [NEUTRAL, PLAYER_TWO]
    state.inventories[2].ants = None
    assert state.clone().inventories[2].ants == []


def test_copies_know_their_place():
    state = makeState(mine=[Ant((3, 3), WORKER, 0)])
    state.inventories[0].player = state.inventories[1].player = 7
    assert [inv.player for inv in state.fastclone().inventories] == [0, 1, 2]


def test_the_inventories_are_tuples():
    state = makeState(mine=[Ant((3, 3), WORKER, 0)], nobodys=[Construction((3, 4), GRASS)])
    for inv in state.inventories:
        inv.ants, inv.constrs = tuple(inv.ants), tuple(inv.constrs)
    assert len(getAntList(state)) == 1 and len(getConstrList(state)) == 5
    assert listReachableAdjacent(state, (3, 3), 1) == [(2, 3), (4, 3), (3, 2)]


def test_the_inventory_of_the_enemy():
    state = makeState()
    assert getEnemyInv(None, state) is state.inventories[1]
    state.whoseTurn = 1
    assert getEnemyInv(None, state) is state.inventories[0]
    state.whoseTurn = NEUTRAL
    assert getEnemyInv(None, state) is state.inventories[0]


def test_nobody_is_to_move():
    state = makeState(mine=[Ant((0, 0), QUEEN, 0)], turn=None)
    assert getCurrPlayerInventory(state) is None and getCurrPlayerQueen(state) is None
    state.whoseTurn = 0
    assert getCurrPlayerQueen(state) is state.inventories[0].ants[0]


def test_the_own_food():
    state = makeState(nobodys=foods((0, 9), (1, 9), (0, 1), (1, 1)))
    assert [f.coords for f in getCurrPlayerFood(None, state)] == [(0, 1), (1, 1)]
    state.whoseTurn = 1
    assert [f.coords for f in getCurrPlayerFood(None, state)] == [(0, 9), (1, 9)]
    state.inventories[2].constrs = foods((0, 9))
    try:
        getCurrPlayerFood(None, state)
    except IndexError:
        return
    assert False, "one food is too little"


def test_empty_inventories():
    blank = Inventory(PLAYER_ONE, [], [], 0)
    assert (blank.getQueen(), blank.getAnthill(), blank.getTunnels()) == (None, None, [])
    assert blank.clone().ants is blank.ants


# Fields that are None


def test_an_ant_that_is_nowhere():
    lost = Ant(None, WORKER, 0)
    state = makeState(mine=[lost, Ant((3, 3), WORKER, 0)])
    assert getAntAt(state, None) is lost and getAntAt(state, (3, 3)) is not lost
    assert listReachableAdjacent(state, (3, 3), 1) == [(2, 3), (4, 3), (3, 2), (3, 4)]
    assert state.fastclone().inventories[0].ants[0].coords is None
    assert state.coordLookup(None, PLAYER_TWO) is None and state.coordLookup((1, 2), None) is None


def test_an_ant_without_a_type():
    odd = Ant((3, 4), WORKER, 0)
    odd.type = None
    state = makeState(mine=[odd])
    assert getAntAt(state, (3, 4)) is None and getAntList(state) == []
    assert (3, 4) in listReachableAdjacent(state, (3, 3), 1)


def test_a_construction_that_is_nowhere():
    state = makeState(nobodys=[Construction(None, GRASS), Construction((4, 4), GRASS)])
    assert getConstrAt(state, None).type == GRASS
    assert stepsToReach(state, (4, 3), (4, 4)) == 2


def test_moves_print_whatever_they_have():
    assert str(Move(END)) == "<Move: END  >" and str(Move(None)) == "<Move: ???  >"
    assert str(Move(BUILD, [(1, 2)], None)) == "<Move: BUILD ??? [(1, 2)]>"
    assert (antTypeToStr(None), buildTypeToStr(TUNNEL), charRepAnt(None), charRepConstr(None)) == ("???", "TUNNEL", " ", " ")
    assert charRepLoc(Location(None)) == "."


def test_a_state_prints_without_food():
    state = makeState(mine=[Ant((4, 4), WORKER, 0)])
    state.inventories[0].foodCount = None
    asciiPrintState(state)


# Positions outside of the board, and those that are no positions


def test_positions_outside():
    state = makeState(mine=[Ant((10, 10), WORKER, 0)])
    for c in OFF:
        assert not legalCoord(c) and listAdjacent(c) == []
        assert getConstrAt(state, c) is None and getAntAt(state, c) is None
        assert stepsToReach(state, c, (0, 0)) == stepsToReach(state, (0, 0), c) == -1
        assert listReachableAdjacent(state, c, 2) == [] and listAllMovementPaths(state, c, 2) == [[c]]
        assert createPathToward(state, c, (0, 0), 3) == [c]
    assert getAntAt(state, (10, 10)) is not None
    assert aStarSearchPath(state, (10, 10), (3, 3)) is False
    assert listAttackable((10, 5), 1) == [(9, 5)] and listAttackable((-1, -1), 1) == []
    assert isPathOkForQueen([(-1, 3), (0, 10)]) and approxDist((-1, 0), (10, 0)) == 11


def test_what_is_no_position():
    assert not legalCoord(None) and not legalCoord(7) and not legalCoord(()) and not legalCoord((1, 2, 3))
    assert listAdjacent(None) == [] and listAdjacent((1, 2, 3)) == []
    state = makeState(mine=[Ant((3, 3), WORKER, 0)])
    assert listReachableAdjacent(state, None, 2) == []
    assert addCoords((1, 2), (3, 4, 5)) is None and subtractCoords((1, 2), (1, 2)) == (0, 0)


def test_lists_are_no_positions():
    state = makeState(mine=[Ant((3, 3), WORKER, 0), Ant([3, 4], WORKER, 0)], nobodys=[Construction([4, 3], GRASS)])
    assert getAntAt(state, [3, 3]) is None and getAntAt(state, (3, 4)) is None and getAntAt(state, [3, 4]) is not None
    assert getConstrAt(state, (4, 3)) is None and getConstrAt(state, [0, 0]) is None
    assert listReachableAdjacent(state, (3, 3), 1) == [(2, 3), (4, 3), (3, 2), (3, 4)]
    assert stepsToReach(state, (3, 3), [3, 4]) == -1


def test_an_ant_goes_to_a_list():
    state = makeState(mine=[Ant((3, 3), WORKER, 0)], nobodys=foods((3, 4)))
    ant = getNextState(state, Move(MOVE_ANT, [(3, 3), [3, 4]], None)).inventories[0].ants[0]
    assert ant.coords == [3, 4] and not ant.carrying


def test_moves_that_move_nothing():
    state = makeState(mine=[Ant((3, 3), WORKER, 0)])
    for move in (Move(MOVE_ANT, [(5, 5), (5, 6)], None), Move(END), Move(UNDO), Move(None), Move(BUILD, None, GRASS)):
        after = getNextState(state, move)
        assert [a.coords for a in after.inventories[0].ants] == [(3, 3)] and after.whoseTurn == 0
    assert getNextState(state, Move(BUILD, None, TUNNEL)) is state
    assert getNextStateAdversarial(state, Move(END)).whoseTurn == 1


def test_division_makes_floats():
    state = makeState(nobodys=[Construction((5, 3), GRASS)])
    assert stepsToReach(state, (BOARD_LENGTH / 2, 2), (BOARD_LENGTH / 2, 3)) == 2
    assert getConstrAt(state, (5.0, 3.0)).type == GRASS


# Names


def test_the_main_module_has_what_files_take_from_it():
    import Game as main

    for module in ("AIPlayerUtils", "Ant", "Building", "Constants", "Construction", "GameState", "Inventory", "Location", "Move", "Player"):
        for name in vars(__import__(module)):
            assert name.startswith("_") or hasattr(main, name), (module, name)
    assert main.getAntList is getAntList and main.os and main.sys and main.time and isinstance(main.Game, type)


def run(when):
    tests = [(name, test) for name, test in sorted(globals().items()) if name.startswith("test_")]
    failed = []
    for name, test in tests:
        try:
            test()
        except Exception as e:
            failed.append("%s: %s: %s, line %d" % (name, type(e).__name__, e, lines(e.__traceback__)))
    print("%s: %d tests, %d failed" % (when, len(tests), len(failed)))
    if failed:
        raise AssertionError("; ".join(failed))


def lines(trace):
    while trace.tb_next is not None and trace.tb_next.tb_frame.f_code.co_filename == trace.tb_frame.f_code.co_filename:
        trace = trace.tb_next
    return trace.tb_lineno


run("imported")


class AIPlayer(Player):
    def __init__(self, inputPlayerId):
        super(AIPlayer, self).__init__(inputPlayerId, "SelfTests")
        self.tested = False

    def getPlacement(self, currentState):
        if currentState.phase == SETUP_PHASE_1:
            return [(x, 1) for x in range(10)] + [(0, 2)]
        free = [(x, y) for x in range(10) for y in range(6, 10) if getConstrAt(currentState, (x, y)) is None]
        return random.sample(free, 2)

    def getMove(self, currentState):
        if not self.tested:
            self.tested = True
            run("in a game")
            self.misplace(currentState)
        return random.choice(listAllLegalMoves(currentState))

    def misplace(self, state):
        """The state of a game is the player's own: it may put anything anywhere."""
        worker = getAntList(state, state.whoseTurn, (WORKER,))[0]
        x, y = worker.coords
        state.inventories[NEUTRAL].ants = foods((x, y - 1))
        assert (x, y - 1) in listReachableAdjacent(state, (x, y), 2)
        assert getNextState(state, Move(END)).inventories[NEUTRAL].ants == []
        moved = getNextState(state, Move(MOVE_ANT, [worker.coords, [x, y]], None))
        assert [a.coords for a in moved.inventories[state.whoseTurn].ants if a.type == WORKER] == [[x, y]]
        state.inventories[NEUTRAL].ants = []

    def getAttack(self, currentState, attackingAnt, enemyLocations):
        return enemyLocations[0]
