package wire_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// inspector checks the objects that it receives, in the set-up and in play, and raises an error if something differs from the
// original.
const inspector = rusher + `
    def getPlacement(self, s):
        self.names()
        self.states()
        me = s.whoseTurn
        assert (s.phase, s.inventories[me].player, len(s.inventories)) == (s.phase, me, 3)
        seen = sum(location.constr is not None for column in s.board for location in column)
        listed = sum(len(i.constrs) for i in s.inventories)
        assert seen == (0 if s.phase == SETUP_PHASE_1 and me == 1 else listed), (seen, listed)
        self.kept = None
        return self.place(s)

    def place(self, s):
        rows = range(0, 4) if s.phase == SETUP_PHASE_1 else range(6, 10)
        free = [(x, y) for x in range(10) for y in rows if getConstrAt(s, (x, y)) is None]
        return (cell for cell in random.sample(free, 11 if s.phase == SETUP_PHASE_1 else 2))

    def names(self):
        import AIPlayerUtils, Ant, Building, Constants, Construction, GameState, Inventory, Location, Move, Player
        public = lambda module: {name for name in vars(module) if not name.startswith("_")}
        constants = public(Constants)
        assert len(constants) == 45, len(constants)  # 42 numbers and 3 functions
        for module, more in (
            (Construction, "CONSTR_STATS Construction"), (Ant, "UNIT_STATS Ant"), (Inventory, "Inventory"), (Move, "Move"),
            (Building, "Building Construction CONSTR_STATS"),
            (GameState, "copy Inventory Building Location Ant addCoords subtractCoords GameState"),
        ):
            assert public(module) == constants | set(more.split()), (module, public(module) ^ constants ^ set(more.split()))
        assert public(Location) == {"Location"} and public(Player) == {"Player"}
        utils = ("legalCoord getAntList getConstrList getConstrAt getAntAt getWinner listAdjacent listAttackable "
                 "listReachableAdjacent listAllMovementPaths stepsToReach approxDist createPathToward findPathRecursive "
                 "listAllBuildMoves listAllMovementMoves listAllLegalMoves isPathOkForQueen getCurrPlayerInventory "
                 "getCurrPlayerQueen getCurrPlayerFood getEnemyInv getNextState getNextStateAdversarial aStarSearchPath "
                 "GraphNode neighbors construct_path charRepAnt charRepConstr charRepLoc asciiPrintState "
                 "random Ant UNIT_STATS Construction CONSTR_STATS Move")
        assert public(AIPlayerUtils) == constants | set(utils.split()), public(AIPlayerUtils) ^ constants ^ set(utils.split())

    def states(self):
        blank = GameState.getBlankState()
        assert blank.board[2][7].coords == (7, 2) and (blank.phase, blank.whoseTurn) == (1, 0)
        basic = GameState.getBasicState()
        assert basic.board[9][9].ant is basic.inventories[1].ants[0] and basic.board[0][9].constr is None
        assert [c.coords for c in basic.inventories[0].constrs] == [(0, 0), (9, 0)]
        basic.flipBoard()
        assert basic.board[0][0].ant.player == 1 and basic.inventories[1].getQueen().coords == (0, 0)
        assert basic.board[2][7].coords == (2, 7)
        copied = basic.clone()
        assert copied.board[0][0].ant is copied.inventories[1].ants[0] is not basic.inventories[1].ants[0]
        assert len(copied.inventories[0].constrs) == 1  # the tunnel was on no board
        assert addCoords((1, 2), (3, 4)) == (4, 6) and subtractCoords((1, 2), (3,)) is None
        assert basic.coordLookup((1, 2), 1) == (8, 7) and basic.coordLookup(None, 0) is None
        assert getWinner(basic) == 1  # the enemy has no food and one ant
        assert listAdjacent([3, 3]) == [(2, 3), (4, 3), (3, 2), (3, 4)] and not legalCoord(5)
        basic.inventories.pop()  # helpers read whatever inventories there are
        assert stepsToReach(basic, (0, 0), (3, 3)) == 6 and (0, 0) not in listReachableAdjacent(basic, (1, 0), 2)
        basic.clearConstrs()
        assert basic.board[0][0].constr is None and basic.board[0][0].getMoveCost() == 1

    def getMove(self, s):
        if self.kept is not None:  # a list that was answered is turned in place
            coords, was = self.kept
            want = was if s.whoseTurn == 0 else [(9 - x, 9 - y) for x, y in was]
            assert coords == want, (coords, want)
            self.kept = None
        flipped = s.whoseTurn == 1
        for inv in s.inventories[:2]:
            places = [a.coords for a in inv.ants]
            assert places == sorted(places, reverse=flipped), places
            for a in inv.ants:
                assert s.board[a.coords[0]][a.coords[1]].ant is a and type(a.hasMoved) is bool and a.UniqueID > 0
            for c in inv.constrs:
                assert s.board[c.coords[0]][c.coords[1]].constr is c and type(c).__name__ == "Building"
        for c in s.inventories[2].constrs:
            x, y = c.coords
            on = s.board[x][y].constr
            assert on is not c and type(on) is Construction and on.type == c.type
            assert on.coords == ((9 - x, 9 - y) if flipped else (x, y))
        assert s.board[3][7].coords == ((2, 6) if flipped else (7, 3))
        guess = getNextState(s, Move(END))
        assert guess.board is None and guess.inventories[2].constrs[0] is not s.inventories[2].constrs[0]
        assert [c.coords for c in guess.inventories[2].constrs] == [c.coords for c in s.inventories[2].constrs]
        import copy, pickle
        for twin in (copy.deepcopy(s), pickle.loads(pickle.dumps(s))):
            a = twin.inventories[0].ants[0]
            assert twin.board[a.coords[0]][a.coords[1]].ant is a is not s.inventories[0].ants[0]
        move = random.choice(listAllLegalMoves(s))
        s.inventories[2].constrs[0].coords = (5, 5)  # harmless: the state is private
        assert getConstrAt(s, (5, 5)) is s.inventories[2].constrs[0]
        assert stepsToReach(s, (5, 4), (5, 5)) == 2
        if move.coordList:
            self.kept = (move.coordList, list(move.coordList))
        return move

    def getAttack(self, s, ant, places):
        mine = getAntAt(s, ant.coords if s.whoseTurn == 0 else (9 - ant.coords[0], 9 - ant.coords[1]))
        assert mine is not ant and mine.UniqueID == ant.UniqueID and mine.hasMoved
        assert all(getAntAt(s, c).player == 1 - s.whoseTurn for c in places)
        return places[-1]

    def registerWin(self, hasWon):
        with open("inspected.txt", "a") as log:
            log.write("%s\n" % hasWon)
`

// Players receive the same objects as from the original: names, identities, orders and oddities.
func TestPythonObjects(t *testing.T) {
	gametest.Long(t, "starts Python often")
	needPython(t)
	t.Parallel()
	p, q := player(t, inspector), player(t, inspector)
	for _, seed := range []string{"1", "2"} {
		if result := play(t, 0, seed, p, q); strings.Contains(" crashed garbled illegal never-started ", " "+result.Reason+" ") {
			t.Errorf("game %s: seat %d wins: %s\n%s%s", seed, result.Winner, result.Detail, p.Stderr(), q.Stderr())
		}
	}
	log, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(p.File)), "inspected.txt"))
	if err != nil || strings.Count(string(log), "\n") != 2 {
		t.Errorf("registerWin was told %q, %v; want two results", log, err)
	}
}

// bare starts a Python without packages and without what the user's environment adds.
const bare = "python3 -I -S"

// TestPythonSelfTests plays with a file whose own tests make states that no game has. They run when it is loaded and in a game.
func TestPythonSelfTests(t *testing.T) {
	needPython(t)
	t.Parallel()
	source, err := os.ReadFile("testdata/SelfTests.py")
	if err != nil {
		t.Fatal(err)
	}
	p, q := player(t, string(source)), player(t, string(source))
	p.Interpreter, q.Interpreter = bare, bare
	result := play(t, 0, "1", p, q)
	if strings.Contains(" crashed garbled illegal never-started ", " "+result.Reason+" ") {
		t.Errorf("seat %d wins: %s\n%s%s", result.Winner, result.Detail, p.Stderr(), q.Stderr())
	}
	p.Close() // reads to the end what it wrote
	for _, when := range []string{"imported", "in a game"} {
		found := regexp.MustCompile("(?m)^" + when + `: (\d+) tests, 0 failed$`).FindStringSubmatch(p.Stderr())
		if found == nil {
			t.Errorf("the tests did not run %s:\n%s", when, p.Stderr())
		} else if n, _ := strconv.Atoi(found[1]); n < 20 {
			t.Errorf("%s: %d tests, want at least 20", when, n)
		}
	}
}
