package wire_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/cpu"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
	"github.com/gridiron-games/gridiron/reantics/wire"
)

// needPython skips a test where there is no Python.
func needPython(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal("GRIDIRON_CORPUS=required, but there is no python3: ", err)
		}
		t.Skip("python3 is not there: ", err)
	}
}

// rusher is a whole player; its methods are replaced by those that a test gives.
const rusher = `from Player import *
from AIPlayerUtils import *
from GameState import *

class AIPlayer(Player):
    def __init__(self, inputPlayerId):
        super(AIPlayer, self).__init__(inputPlayerId, "Rusher")

    def getPlacement(self, currentState):
        wanted = 11 if currentState.phase == SETUP_PHASE_1 else 2
        rows = range(0, 4) if wanted == 11 else range(6, 10)
        free = [(x, y) for x in range(10) for y in rows if currentState.board[x][y].constr is None]
        return random.sample(free, wanted)

    def getMove(self, currentState):
        return random.choice(listAllLegalMoves(currentState))

    def getAttack(self, currentState, attackingAnt, enemyLocations):
        return enemyLocations[0]

`

// player writes a player's file and seats it.
func player(t testing.TB, source string) *wire.Python {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "src", "AI")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "My Bot.py")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	p := &wire.Python{File: file}
	t.Cleanup(func() { p.Close() })
	return p
}

// TestProcessorTime has one player sleep for longer than its budget of processor time, and another one work: only work counts.
func TestProcessorTime(t *testing.T) {
	gametest.Slow(t)
	needPython(t)
	if !cpu.Measurable {
		t.Skip("processor time cannot be measured on this system")
	}
	t.Parallel()
	for body, want := range map[string]string{
		"import time; time.sleep(1.5); return 1 / 0": "ZeroDivisionError", // when it has rested
		"\n        while True: pass":                 "of processor time",
	} {
		r := referee.New(reantics.Start(reantics.Original), referee.Options{Cap: referee.DefaultCap})
		players := []turn.Player[reantics.View, reantics.Answer]{
			player(t, rusher+"    def getMove(self, s): "+body+"\n"), player(t, rusher),
		}
		loop := turn.Loop[reantics.View, reantics.Answer]{
			Game:    turn.Game{ID: "test", Seats: referee.Seats, Seed: "1", Budget: timer.Control{Move: time.Second, Processor: true}},
			Referee: r, Players: players,
			Wall: func(seat int) { t.Errorf("the processor time of seat %d is not counted", seat) },
		}
		if err := loop.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if result := r.Result(); result.Winner != 1 || !strings.Contains(result.Detail, want) {
			t.Errorf("%s: %+v, want %q", body, result, want)
		}
	}
}

func play(t testing.TB, budget time.Duration, seed string, players ...turn.Player[reantics.View, reantics.Answer]) turn.Result {
	t.Helper()
	r := referee.New(reantics.Start(reantics.Original), referee.Options{Cap: referee.DefaultCap})
	loop := turn.Loop[reantics.View, reantics.Answer]{
		Game:    turn.Game{ID: "test", Seats: referee.Seats, Seed: seed, Budget: timer.Control{Move: budget}},
		Referee: r, Players: players,
	}
	if err := loop.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r.Result()
}

// The ways in which a player can fail, each with the reason and the detail of the result.
func TestPythonFailures(t *testing.T) {
	gametest.Slow(t)
	needPython(t)
	t.Parallel()
	const never = "never-started"
	for _, tt := range []struct{ name, source, reason, detail string }{
		{"no file", "", never, "no such file"},
		{"syntax error", "def (", never, "SyntaxError"},
		{"no class", "x = 1\n", never, "has no attribute 'AIPlayer'"},
		{"import of nothing", "import nosuchmodule\n", never, "ModuleNotFoundError: No module named 'nosuchmodule'"},
		{"error while it is born", "class AIPlayer(object):\n    def __init__(self, n): self.x\n", never, "AttributeError"},
		{"exit while it is imported", "import sys; sys.exit(3)\n", never, "SystemExit: 3"},
		{"end while it is imported", "import os; os._exit(3)\n", never, "exit status 3"},
		{"placement None", "    def getPlacement(self, s): return None", "crashed", "TypeError: getPlacement returned None"},
		{"placement of no list", "    def getPlacement(self, s): return 5", "crashed", "TypeError: getPlacement returned 5; want a list"},
		{"placement empty", "    def getPlacement(self, s): return []", "crashed", "IndexError: getPlacement returned no coordinates"},
		{"placement of lists", "    def getPlacement(self, s): return [[1, 1]]", "garbled", "coord-not-tuple: getPlacement returned [1, 1]"},
		{"placement of strings", "    def getPlacement(self, s): return 'ab'", "crashed", "IndexError"},
		{"placement off the board", "    def getPlacement(self, s): return [(10, 0)]", "illegal", "off the board"},
		{"placement far off", "    def getPlacement(self, s): return [(10 ** 30, 0)]", "illegal", "off the board"},
		{"placement twice", "    def getPlacement(self, s): return [(1, 1), (1, 1)]", "illegal", "already holds"},
		{"placement raises", "    def getPlacement(self, s): raise ValueError('no\\nidea\\0')", "crashed", "ValueError: no idea"},
		{"move None", "    def getMove(self, s): return None", "garbled", "none: getMove returned None"},
		{"move of no class", "    def getMove(self, s): return 'END'", "crashed", "AttributeError: getMove returned 'END'; want a Move"},
		{"move of a subclass", "    def getMove(self, s):\n        class M(Move): pass\n        return M(END)", "garbled", "not-a-move"},
		{"move type", "    def getMove(self, s): return Move(2.0)", "garbled", "move-type-not-int: moveType is 2.0"},
		{"move nowhere", "    def getMove(self, s): return Move(MOVE_ANT)", "garbled", "no-coords"},
		{"move unknown", "    def getMove(self, s): return Move(10 ** 20, [(0, 0)])", "illegal", "no action has this number"},
		{"move without end", "    def getMove(self, s): return Move(MOVE_ANT, [(1, 1)] * 500000)", "garbled", "the line has more than"},
		{"build far off", "    def getMove(self, s): return Move(BUILD, [(-10 ** 9, 0)], WORKER)", "illegal", "off the board"},
		{"move illegal", "    def getMove(self, s): return Move(MOVE_ANT, [(-1, 0)], None)", "illegal", "begins off the board"},
		{"move raises", "    def getMove(self, s): return 1 / 0", "crashed", "ZeroDivisionError: division by zero"},
		{"exit", "    def getMove(self, s): import sys; sys.exit()", "crashed", "SystemExit"},
		{"end", "    def getMove(self, s): import os; os._exit(7)", "crashed", "its process ended (exit status 7)"},
		{"killed", "    def getMove(self, s): import os; os.kill(os.getpid(), 9)", "crashed", "killed"},
		{"deep recursion", "    def getMove(self, s): return self.getMove(s)", "crashed", "RecursionError"},
		{"sleeps", "    def getMove(self, s): import time; time.sleep(60)", "late", "no answer within"},
		{"thinks for ever", "    def getMove(self, s):\n        while True: pass", "late", "no answer within"},
		{"undoes for ever", "    def getMove(self, s): return Move(UNDO)", "cap", "1000 turns"},
		{"attack far away", attacker("(99, 99)"), "crashed", "IndexError: getAttack returned (99, 99); want a coordinate"},
		{"attack with the whole list", attacker("enemyLocations"), "crashed", "Error: getAttack returned [("},
		{"attack None", attacker("None"), "crashed", "TypeError"},
		{"attack a float", attacker("(float(enemyLocations[0][0]), 1)"), "crashed", "TypeError: getAttack returned ("},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			source := tt.source
			if strings.HasPrefix(source, "    def ") {
				source = rusher + source + "\n"
			}
			p := player(t, source)
			if source == "" {
				if err := os.Remove(p.File); err != nil {
					t.Fatal(err)
				}
			}
			budget := time.Duration(0)
			if tt.reason == "late" {
				budget = 2 * time.Second
			}
			result := play(t, budget, "2", p, pacifist{})
			if result.Reason != tt.reason || !strings.Contains(result.Detail, tt.detail) {
				t.Errorf("reason %q, detail %q, want %q with %q", result.Reason, result.Detail, tt.reason, tt.detail)
			}
			if tt.reason != "cap" && result.Winner != 1 {
				t.Errorf("winner %d, want the other seat", result.Winner)
			}
		})
	}
}

// attacker is a player that walks until it must attack, and answers something odd then.
func attacker(answer string) string {
	return `    def getMove(self, s):
        me = s.whoseTurn
        for drone in getAntList(s, me, (DRONE,)):
            if not drone.hasMoved:
                queen = s.inventories[1 - me].getQueen().coords
                return Move(MOVE_ANT, createPathToward(s, drone.coords, queen, 3), None)
        hill, queen, worker = s.inventories[me].getAnthill(), s.inventories[me].getQueen(), getAntList(s, me, (WORKER,))[0]
        if queen.coords == hill.coords and not queen.hasMoved:
            return Move(MOVE_ANT, [queen.coords, listReachableAdjacent(s, queen.coords, 2)[0]], None)
        food = getConstrList(s, NEUTRAL, (FOOD,))
        goal = min(food, key=lambda f: stepsToReach(s, f.coords, worker.coords)) if not worker.carrying else hill
        if not worker.hasMoved:
            return Move(MOVE_ANT, createPathToward(s, worker.coords, goal.coords, 2), None)
        if s.inventories[me].foodCount >= 2 and not getAntList(s, me, (DRONE,)) and getAntAt(s, hill.coords) is None:
            return Move(BUILD, [hill.coords], DRONE)
        return Move(END)

    def getAttack(self, s, ant, enemyLocations):
        return ` + answer
}

// pacifist places its items and ends its turns; its queen and its worker stay where they are.
type pacifist struct{}

func (pacifist) Answer(_ context.Context, v reantics.View) (a reantics.Answer, say string, err error) {
	switch v.Position.Asks() {
	case reantics.AskMove:
		a.Move = reantics.EndTurn
	case reantics.AskAttack:
		at := v.Targets[0].Point()
		a.Target = &at
	default:
		wanted := v.Position.Wanted()
		a.Cells = reantics.Points(nil, v.Zone(wanted[0]).Append(nil)[:len(wanted)]...)
	}
	return a, "", nil
}

// A player whose registerWin raises an exception after one game plays the next one in the same process.
func TestPythonPlaysOn(t *testing.T) {
	gametest.Slow(t)
	needPython(t)
	t.Parallel()
	p := player(t, rusher+`
    games = 0
    def registerWin(self, hasWon):
        AIPlayer.games += 1
        with open("log.txt", "a") as log:
            log.write("%s %s %s\n" % (AIPlayer.games, hasWon, self.playerId))
        if AIPlayer.games == 2:
            raise KeyError("learning")
`)
	opponent := player(t, rusher)
	reasons := map[string]bool{}
	for _, seed := range []string{"1", "2", "3"} {
		result := play(t, 0, seed, p, opponent)
		reasons[result.Reason] = true
		if notes := strings.Join(p.Notes(), "\n"); seed == "2" != strings.Contains(notes, "registerWin: crashed: KeyError: 'learning'") {
			t.Errorf("game %s: notes %q", seed, notes)
		}
	}
	for reason := range reasons {
		if strings.Contains(" illegal crashed garbled ", " "+reason+" ") {
			t.Errorf("a game ended with %s: %s", reason, p.Stderr())
		}
	}
	if p.Name() != "Rusher" {
		t.Errorf("name %q, want Rusher", p.Name())
	}
	log, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(p.File)), "log.txt"))
	if err != nil {
		t.Fatal("the working directory is not the folder above AI: ", err)
	}
	if lines := strings.Count(string(log), "\n"); lines != 3 || !strings.HasSuffix(string(log), " 0\n") {
		t.Errorf("log of registerWin:\n%s", log)
	}
}

// A player that learns for too long after a game plays the next one in a new process, and the note says so.
func TestPythonLearnsTooLong(t *testing.T) {
	needPython(t)
	gametest.Long(t, "waits 10 s for registerWin")
	t.Parallel()
	p := player(t, rusher+`
    def registerWin(self, hasWon):
        while True:
            pass
`)
	play(t, 0, "1", p, pacifist{})
	if notes := strings.Join(p.Notes(), "\n"); !strings.Contains(notes, "registerWin: it did not return within 10s, so its process was ended") {
		t.Errorf("notes %q", notes)
	}
}

// Output of a player in one game is not shown with a failure in a later game.
func TestPythonForgetsPrints(t *testing.T) {
	needPython(t)
	t.Parallel()
	p := player(t, rusher+`
    games = 0
    def getMove(self, s):
        print("in game", AIPlayer.games)
        if AIPlayer.games == 1:
            raise ValueError("enough")
        return Move(END, None, None)
    def registerWin(self, hasWon):
        AIPlayer.games += 1
`)
	if result := play(t, 0, "1", p, pacifist{}); result.Reason == "crashed" {
		t.Fatalf("the first game: %v: %s", result, p.Stderr())
	}
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(p.Stderr(), "in game 0"); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) { // the output is read concurrently with the game
			t.Fatalf("the first game printed %q", p.Stderr())
		}
	}
	result := play(t, 0, "2", p, pacifist{})
	p.Close() // reads to the end what it wrote
	if text := p.Stderr(); result.Reason != "crashed" || !strings.Contains(text, "in game 1") || strings.Contains(text, "in game 0") {
		t.Errorf("the second game: %v: %s", result, text)
	}
}

// The same seed gives the same game, whatever the process did before.
func TestPythonRepeats(t *testing.T) {
	gametest.Slow(t)
	needPython(t)
	t.Parallel()
	p, q := player(t, rusher), player(t, rusher)
	first := play(t, 0, "5", p, q)
	play(t, 0, "6", p, q)
	if again := play(t, 0, "5", p, q); !cmp.Equal(first, again) {
		t.Errorf("the same seed played two games:\n%s", cmp.Diff(first, again))
	}
	if other := play(t, 0, "6", p, q); cmp.Equal(first, other) {
		t.Errorf("two seeds played the same game: %v", first)
	}
}

// What a player prints, through Python or directly to the descriptors, is not part of the conversation, and its input is empty.
func TestPythonPrints(t *testing.T) {
	needPython(t)
	t.Parallel()
	p := player(t, rusher+`
    def getMove(self, s):
        import os, sys, subprocess
        print("e SystemError: printed by the player \u2603")
        os.write(1, b"m 2 -\n")
        subprocess.check_call([sys.executable, "-c", "print('from a child')"])
        try:
            input()
        except EOFError as e:
            sys.stderr.write("nothing to read: %s\n" % e)
        raise ValueError("enough")
`)
	result := play(t, 0, "1", p, pacifist{})
	if result.Reason != "crashed" || !strings.Contains(result.Detail, "ValueError: enough") {
		t.Errorf("%s: %s", result.Reason, result.Detail)
	}
	p.Close() // reads to the end what it wrote
	for _, want := range []string{"printed by the player", "m 2 -", "from a child", "nothing to read: ", "has input(): a player has no keyboard", "line ", "ValueError: enough"} {
		if !strings.Contains(p.Stderr(), want) {
			t.Errorf("standard error does not have %q:\n%s", want, p.Stderr())
		}
	}
}

// Old sources: latin-1, line ends of CR only, a NEL in a comment, a module beside the player.
func TestPythonSources(t *testing.T) {
	gametest.Slow(t)
	needPython(t)
	t.Parallel()
	source := "# -*- coding: latin-1 -*-\n# caf\xe9 \x85 nel\nimport helper\n" + rusher + "\n    getAttack = helper.first\n"
	p := player(t, strings.ReplaceAll(source, "\n", "\r"))
	beside := filepath.Join(filepath.Dir(filepath.Dir(p.File)), "helper.py")
	if err := os.WriteFile(beside, []byte("def first(self, s, ant, places): return places[0]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if result := play(t, 0, "1", p, pacifist{}); result.Winner != 0 && result.Reason != "cap" {
		t.Errorf("%s: %s\n%s", result.Reason, result.Detail, p.Stderr())
	}
}

// Every installed Python from 3.8 to 3.13 runs the host.
func TestPythonVersions(t *testing.T) {
	gametest.Slow(t)
	needPython(t)
	t.Parallel()
	ran := 0
	for _, minor := range []string{"8", "9", "10", "11", "12", "13"} {
		interpreter := "python3." + minor
		if exec.Command(interpreter, "-c", "").Run() != nil {
			t.Logf("no %s here, not tried", interpreter)
			continue
		}
		ran++
		p, q := player(t, rusher), player(t, rusher)
		p.Interpreter, q.Interpreter = interpreter, interpreter
		result := play(t, 0, "1", p, q)
		if strings.Contains(" illegal crashed garbled never-started ", " "+result.Reason+" ") {
			t.Errorf("%s: %s: %s\n%s%s", interpreter, result.Reason, result.Detail, p.Stderr(), q.Stderr())
		}
	}
	t.Logf("%d versions", ran)
}

// An older Python is named; none is installed here, so one is made that says it is old.
func TestPythonTooOld(t *testing.T) {
	needPython(t)
	t.Parallel()
	p := player(t, rusher)
	old := filepath.Join(t.TempDir(), "old.py")
	if err := os.WriteFile(old, []byte("import sys\nsys.version_info = 3, 6, 15\nexec(sys.argv[-1])\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	p.Interpreter = "python3 " + old
	var f *turn.Fault
	err := p.Open(t.Context(), turn.Game{Seats: referee.Seats, Seed: "1"})
	if !errors.As(err, &f) || f.Kind != turn.NeverStarted || !strings.Contains(f.Detail, "needs Python 3.8 or newer, this is 3.6") {
		t.Errorf("Open: %v, want what version is needed", err)
	}
}

// Where no channel can be made, the conversation stays on standard input and output.
func TestPythonWithoutChannel(t *testing.T) {
	gametest.Slow(t)
	needPython(t)
	p, q := player(t, rusher), player(t, rusher)
	sleeper := player(t, rusher+"    def getMove(self, s): import time; time.sleep(60)\n")
	dier := player(t, rusher+"    def getMove(self, s): import os; os._exit(3)\n")
	with := play(t, 0, "1", p, q)
	p.Close()
	q.Close()
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "nowhere"))
	t.Setenv("TMP", filepath.Join(t.TempDir(), "nowhere"))
	if without := play(t, 0, "1", p, q); !cmp.Equal(with, without) {
		t.Errorf("without a channel another game is played:\n%s", cmp.Diff(with, without))
	}
	if result := play(t, 2*time.Second, "1", sleeper, pacifist{}); result.Reason != "late" {
		t.Errorf("a sleeper: %s: %s", result.Reason, result.Detail)
	}
	if result := play(t, 0, "1", dier, pacifist{}); result.Reason != "crashed" {
		t.Errorf("one that ends: %s: %s", result.Reason, result.Detail)
	}
}

func TestPythonWithoutInterpreter(t *testing.T) {
	p := player(t, rusher)
	p.Interpreter = "nosuchpython"
	var f *turn.Fault
	err := p.Open(t.Context(), turn.Game{Seats: referee.Seats, Seed: "1"})
	if !errors.As(err, &f) || f.Kind != turn.NeverStarted || !strings.Contains(f.Detail, "nosuchpython") {
		t.Errorf("Open: %v, want that nosuchpython was not found", err)
	}
}

// BenchmarkPythonGame is a whole game between two Python players that draw their moves.
func BenchmarkPythonGame(b *testing.B) {
	needPython(b)
	p, q := player(b, rusher), player(b, rusher)
	plies := 0
	for i := 0; b.Loop(); i++ {
		plies += play(b, 0, string(rune('1'+i%9)), p, q).Plies
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "answers/s")
}
