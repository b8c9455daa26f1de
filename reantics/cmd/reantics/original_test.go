//go:build !lean || analysis

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// standInGame is a stand-in for the original's program: it has the names that the driver uses, the modules that we lend to AIs,
// and the rules that walker needs.
const standInGame = `
import copy
from GUIHandler import *
from Ant import Ant
from Building import Building
from Construction import Construction
from Constants import *
from GameState import GameState


class Game(object):
    def __init__(self):
        self.UI = GUIHandler(self)
        raise RuntimeError("it opens a window")

    def initGame(self):
        self.state = GameState.getBlankState()
        self.currentPlayers = []

    def view(self):
        state = copy.deepcopy(self.state)
        if state.whoseTurn == 1:
            state.flipBoard()
        return state

    def put(self, seat, thing, cell):
        thing.coords = cell if seat == 0 else (9 - cell[0], 9 - cell[1])
        inventory = self.state.inventories[seat if isinstance(thing, Building) else 2]
        inventory.constrs.append(thing)

    def runGame(self):
        state = self.state
        for state.phase in (1, 2):
            for seat in (0, 1):
                state.whoseTurn = seat
                cells = self.currentPlayers[seat].getPlacement(self.view())
                kinds = [ANTHILL, TUNNEL] + 9 * [GRASS] if state.phase == 1 else 2 * [FOOD]
                for kind, cell in zip(kinds, cells):
                    own = kind in (ANTHILL, TUNNEL)
                    self.put(seat, Building(None, kind, seat) if own else Construction(None, kind), cell)
        for seat in (0, 1):
            inventory = state.inventories[seat]
            inventory.foodCount = 1
            for kind, place in ((QUEEN, 0), (WORKER, 1)):
                inventory.ants.append(Ant(inventory.constrs[place].coords, kind, seat))
        state.phase, state.whoseTurn = 3, 0
        while True:
            seat = state.whoseTurn
            move = self.currentPlayers[seat].getMove(self.view())
            self.UI.showState(state)
            if move.moveType == END:
                for ant in state.inventories[seat].ants:
                    ant.hasMoved = False
                state.whoseTurn = 1 - seat
            elif move.coordList:
                cells = [c if seat == 0 else (9 - c[0], 9 - c[1]) for c in move.coordList]
                for ant in state.inventories[seat].ants:
                    if ant.coords == cells[0]:
                        ant.coords, ant.hasMoved = cells[-1], True
            else:
                self.currentPlayers[seat].registerWin(False)
                self.currentPlayers[1 - seat].registerWin(True)
                return
`

// walker moves at random, and makes an illegal move in its fourth turn.
const walker = `
import random
from AIPlayerUtils import *
from Constants import *
from Move import Move
from Player import *

class AIPlayer(Player):
    def __init__(self, number):
        super(AIPlayer, self).__init__(number, "NAME")

    def getPlacement(self, state):
        self.turns = 0
        print("placing")
        if state.phase == 2:
            return [(0, 6), (1, 6)]
        return [(0, 0), (1, 0)] + [(x, 2) for x in range(9)]

    def getMove(self, state):
        worker = getAntList(state, state.whoseTurn, (WORKER,))[0]
        if worker.hasMoved:
            self.turns += 1
            return Move(END, None, None)
        if self.turns == 3:
            return Move(MOVE_ANT, None, None)
        return Move(MOVE_ANT, random.choice(listAllMovementPaths(state, worker.coords, 2)), None)
`

// writeOriginal writes a folder with a program of the original's kind.
func writeOriginal(t *testing.T, game string) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	modules, err := filepath.Glob("../../wire/python/*.py")
	if err != nil || len(modules) < 10 {
		t.Fatalf("%d modules, %v, want those that are lent to AIs", len(modules), err)
	}
	for _, module := range modules {
		text, err := os.ReadFile(module)
		if err != nil {
			t.Fatal(err)
		}
		write("src/"+filepath.Base(module), string(text))
	}
	write("src/Game.py", game)
	write("src/AI/One.py", strings.Replace(walker, "NAME", "One", 1))
	write("src/AI/Two.py", strings.Replace(walker, "NAME", "Two", 1))
	return dir
}

// busy is what is printed in addition on a slow machine.
var busy = regexp.MustCompile(`(?m)^waiting for the original since .*\n`)

// TestCompareOriginal compares our games with those of a program that plays as we do, and of some that do not.
func TestCompareOriginal(t *testing.T) {
	gametest.Long(t, "starts Python often")
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 to run the original")
	}
	alike := writeOriginal(t, standInGame)
	other := func(old, text string) string {
		if !strings.Contains(standInGame, old) {
			t.Fatalf("there is no %q", old)
		}
		return writeOriginal(t, strings.Replace(standInGame, old, text, 1))
	}
	player := func(old, text string) string {
		dir := writeOriginal(t, standInGame)
		if !strings.Contains(walker, old) {
			t.Fatalf("there is no %q", old)
		}
		if err := os.WriteFile(filepath.Join(dir, "src", "AI", "Two.py"), []byte(strings.NewReplacer("NAME", "Two", old, text).Replace(walker)), 0o666); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	incomplete := writeOriginal(t, standInGame)
	if err := os.Remove(filepath.Join(incomplete, "src", "GameState.py")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what string
		args []string
		code int
		want string // a regular expression of all that is printed
	}{
		{
			"the same", []string{alike, "--games", "2"}, 0,
			`^game 1: One - Two, seed \d+: 17 turns agree\ngame 2: Two - One, seed \d+: 17 turns agree\n` +
				`the original: 2 games, 34 turns compared: all agree\nthe seed was 1\n$`,
		},
		{"not to the end", []string{alike, "--games", "1", "--cap", "2"}, 0, `: 8 turns agree\nthe original: 1 games, 8 turns compared: all agree\n`},
		{
			"JSON", []string{filepath.Join(alike, "src"), "--games", "1", "--json"}, 0,
			`^\{"type":"game","n":1,"seed":"\d+","players":\["One","Two"\],"turns":17\}\n\{"type":"summary",.*"differ":0\}\n`,
		},
		{"an end of a turn with cells", []string{player("Move(END, None, None)", "Move(END, [None], None)"), "--games", "2"}, 0, `all agree\n`},
		{"names of the main module", []string{player("from Move import Move", "from Game import *"), "--games", "2"}, 0, `all agree\n`},
		{"cells from a generator", []string{player("[(0, 6), (1, 6)]", "((x, 6) for x in range(2))"), "--games", "2"}, 0, `all agree\n`},
		{
			"another number", []string{other("foodCount = 1", "foodCount = 2"), "--games", "1"}, 1,
			`^game 1: One - Two, seed \d+: 4 turns agree; ply 5 differs: turn 0 food 1 1 ants .*, in the original turn 0 food 2 2 ants .*\n` +
				`the original: 1 games, 4 turns compared: 1 games differ\n`,
		},
		{
			"another winner", []string{other("1 - seat].registerWin(True)", "seat].registerWin(True)"), "--games", "1"}, 1,
			`17 turns agree; ply 18 differs: seat 1 wins, in the original seat 0\n`,
		},
		{
			"other random numbers", []string{other("seat = state.whoseTurn\n", "seat = state.whoseTurn\n            self.currentPlayers[0].ask('getPlacement', self.view())\n"), "--games", "1"}, 1,
			`ply \d+ differs: `,
		},
		{"it stops", []string{other("self.UI.showState(state)", "raise KeyError('ant')"), "--games", "1"}, 1, `ply 6 differs: the game goes on, in the original it is over KeyError: 'ant'\n`},
		{"it cannot be loaded", []string{other("import copy", "import nosuch")}, 1, `cannot load Game.py of the original: ModuleNotFoundError: No module named 'nosuch'\n$`},
		{
			"no program", []string{t.TempDir()}, 1,
			`^reantics: compare-original: \S+ is not the folder of the original: there is no Game.py in it, nor in its folder src\n$`,
		},
		{"a module is missing", []string{incomplete}, 1, `there is no GameState.py in it`},
		{"one AI", []string{alike, filepath.Join(alike, "src", "AI", "One.py")}, 2, `1 AIs, want at least 2`},
		{"no argument", nil, 2, `^reantics: compare-original: want DIR\n$`},
	} {
		var out bytes.Buffer
		args := append([]string{"compare-original", "--seed", "1"}, tt.args...)
		code := program().Run(t.Context(), args, strings.NewReader(""), &out, &out)
		said := busy.ReplaceAllString(out.String(), "")
		if code != tt.code || !regexp.MustCompile(tt.want).MatchString(said) {
			t.Errorf("%s: exit %d, want %d and %s\n%s", tt.what, code, tt.code, tt.want, said)
		}
	}
}
