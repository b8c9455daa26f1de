"""Every number that players use by name."""

PLAYER_ONE = 0
PLAYER_TWO = 1
NEUTRAL = 2

BOARD_LENGTH = 10

MENU_PHASE = 0
SETUP_PHASE_1 = 1
SETUP_PHASE_2 = 2
PLAY_PHASE = 3

TOURNAMENT_MODE = 0
HUMAN_MODE = 1
AI_MODE = 2

FOOD_GOAL = 11

QUEEN = 0
WORKER = 1
DRONE = 2
SOLDIER = 3
R_SOLDIER = 4

ANTHILL = -4
TUNNEL = -3
GRASS = -2
FOOD = -1

MOVE_ANT = 0
BUILD = 1
END = 2
UNDO = 3

# Columns of UNIT_STATS.
MOVEMENT = 0
HEALTH = 1
ATTACK = 2
RANGE = 3
COST = 4
IGNORES_GRASS = 5

# Columns of CONSTR_STATS.
MOVE_COST = 0
CAP_HEALTH = 1
BUILD_COST = 2

INACTIVE = 0
ACTIVE = 1

INVALID_PLACEMENT = 0
INVALID_MOVE = 1
INVALID_ATTACK = 2

AI_MOVE_TIMEOUT = 30

COPY = -2
HUMAN = -1

_MOVES = {MOVE_ANT: "MOVE_ANT", BUILD: "BUILD", END: "END"}
_ANTS = {QUEEN: "QUEEN", WORKER: "WORKER", DRONE: "DRONE", SOLDIER: "SOLDIER", R_SOLDIER: "RANGED"}


def moveTypeToStr(moveType):
    return _MOVES.get(moveType, "???")


def antTypeToStr(antType):
    return _ANTS.get(antType, "???")


def buildTypeToStr(buildType):
    return "TUNNEL" if buildType == TUNNEL else antTypeToStr(buildType)
