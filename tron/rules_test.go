package tron_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
)

// draw reads a drawn board.
func draw(t *testing.T, text string) tron.Position {
	t.Helper()
	p, err := tron.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play plays cycles, each written as the commands of Blue and Yellow: "R/- -/UA".
func play(t *testing.T, p tron.Position, cycles string) tron.Position {
	t.Helper()
	for _, cycle := range strings.Fields(cycles) {
		p.Step(commands(t, cycle))
	}
	return p
}

func commands(t *testing.T, cycle string) (c [2]tron.Command) {
	t.Helper()
	blue, yellow, _ := strings.Cut(cycle, "/")
	for s, text := range []string{blue, yellow} {
		var err error
		if c[s], err = tron.ParseCommand(text); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// The row of a rule in RULES.md is named by its number. Boards are drawn before and after the cycles.
func TestRules(t *testing.T) {
	for _, tt := range []struct{ name, before, cycles, after string }{
		{"R3 walls are built, then bikes move", `
			#######
			#B...Y#
			#######`, "-/-", `
			cycle=1/300
			blue score=1
			yellow score=1
			#######
			#bB.Yy#
			#######`},
		{"R3 a bike leaves a wall whatever was there", `
			blue on=#
			yellow on=b
			#######
			#B...Y#
			#######`, "-/-", `
			cycle=1/300
			blue score=1
			yellow score=1
			#######
			#bB.Yy#
			#######`},
		{"R3 both begin in one cell: both gain, the second one's wall stays", `
			wall=5
			yellow
			blue
			#######
			#..*..#
			#######`, "-/-", `
			cycle=1/300 wall=5
			yellow score=5
			blue score=5
			#######
			#.YbB.#
			#######`},
		{"R4 a turn changes the direction before the move", `
			#######
			#B...Y#
			#.....#
			#######`, "D/-", `
			cycle=1/300
			blue dir=down score=1
			yellow score=1
			#######
			#b..Yy#
			#B....#
			#######`},
		{"R4 turning back is ignored", `
			#######
			#B...Y#
			#######`, "L/R", `
			cycle=1/300
			blue score=1
			yellow score=1
			#######
			#bB.Yy#
			#######`},
		{"R5 the breaker is on in its first cycle", `
			#######
			#By.bY#
			#######`, "A/-", `
			cycle=1/300
			blue score=0 cooldown=11 remaining=6
			yellow score=0 health=2
			#######
			#bB.Yy#
			#######`},
		{"R5 a breaker that cools down is not switched on", `
			blue cooldown=1
			#######
			#By..Y#
			#######`, "A/-", `
			cycle=1/300
			blue score=1 health=2
			yellow score=0
			#######
			#bB.Yy#
			#######`},
		{"R5 one remaining is none: the timer runs before the wall is hit", `
			blue remaining=1
			#######
			#By..Y#
			#######`, "-/-", `
			cycle=1/300
			blue score=1 health=2
			yellow score=0
			#######
			#bB.Yy#
			#######`},
		{"R5 with a cooldown of 0 the breaker can be renewed in every cycle", `
			breaker=0/1
			##########
			#Byyy...Y#
			##########`, "A/- A/- A/-", `
			cycle=3/300 breaker=0/1
			blue score=3 remaining=1
			yellow
			##########
			#bbbBYyyy#
			##########`},
		{"R5 a breaker of duration 0 is never on", `
			breaker=12/0
			#######
			#By..Y#
			#######`, "A/-", `
			cycle=1/300 breaker=12/0
			blue score=1 health=2 cooldown=11
			yellow score=0
			#######
			#bB.Yy#
			#######`},
		{"R6 in one empty cell", `
			#######
			#.B.Y.#
			#######`, "-/-", `
			cycle=1/300
			blue score=1 crash=bike
			yellow score=1 crash=bike
			#######
			#.b*y.#
			#######`},
		{"R6 in one cell with an area wall: no penalty", `
			#######
			#.B#Y.#
			#######`, "-/-", `
			cycle=1/300
			blue score=1 crash=bike on=#
			yellow score=1 crash=bike on=#
			#######
			#.b*y.#
			#######`},
		{"R6 changed places, with the breaker too", `
			#######
			#.BY..#
			#######`, "A/-", `
			cycle=1/300
			blue score=1 cooldown=11 remaining=6 crash=bike on=y
			yellow score=1 crash=bike on=b
			#######
			#.YB..#
			#######`},
		{"R7 an area wall, with the breaker on", `
			#######
			#....B#
			#.Y...#
			#######`, "A/U", `
			cycle=1/300
			blue score=-19 cooldown=11 remaining=6 crash=area on=#
			yellow dir=up score=1
			#######
			#.Y..bB
			#.y...#
			#######`},
		{"R8 the owner of a broken wall loses", `
			blue remaining=3
			yellow remaining=3
			#######
			#Bb.yY#
			#######`, "-/-", `
			cycle=1/300
			blue score=0 remaining=2
			yellow score=0 remaining=2
			#######
			#bB.Yy#
			#######`},
		{"R9 health for a wall", `
			#######
			#Bb.bY#
			#######`, "-/-", `
			cycle=1/300
			blue score=-1 health=2
			yellow score=1 health=2
			#######
			#bB.Yy#
			#######`},
		{"R9 the last health: an own wall stays", `
			blue health=1
			#######
			#Bb..Y#
			#######`, "-/-", `
			cycle=1/300
			blue score=-39 health=0 crash=own on=b
			yellow score=1
			#######
			#bB.Yy#
			#######`},
		{"R9 the last health: the enemy's wall stays and costs its owner nothing", `
			blue health=1
			#######
			#By..Y#
			#######`, "-/-", `
			cycle=1/300
			blue score=-59 health=0 crash=enemy on=y
			yellow score=1
			#######
			#bB.Yy#
			#######`},
		{"R9 the cell that the other bike just left is its wall", `
			#######
			#.BY..#
			#.....#
			#######`, "-/D", `
			cycle=1/300
			blue score=1 health=2
			yellow dir=down
			#######
			#.bB..#
			#..Y..#
			#######`},
		{"R9 with no health to begin with walls never kill", `
			health=0
			#######
			#By..Y#
			#######`, "-/-", `
			cycle=1/300 health=0
			blue score=1 health=-1
			yellow score=0
			#######
			#bB.Yy#
			#######`},
		{"R10 nothing happens after a crash", `
			blue crash=own on=b
			#######
			#B...Y#
			#######`, "-/- A/A", `
			blue crash=own on=b
			#######
			#B...Y#
			#######`},
		{"R10 the last cycle is the last", `
			cycle=0/2
			#########
			#B.....Y#
			#########`, "-/- -/- -/-", `
			cycle=2/2
			blue score=2
			yellow score=2
			#########
			#bbB.Yyy#
			#########`},
		{"R10 there is at least one cycle", `
			cycle=0/0
			#########
			#B.....Y#
			#########`, "-/- -/-", `
			cycle=1/0
			blue score=1
			yellow score=1
			#########
			#bB...Yy#
			#########`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := play(t, draw(t, tt.before), tt.cycles)
			if diff := cmp.Diff(draw(t, tt.after).String(), got.String()); diff != "" {
				t.Errorf("after %s (-want +got):\n%s", tt.cycles, diff)
			}
		})
	}
}

func TestOverAndWinner(t *testing.T) {
	for _, tt := range []struct {
		name, board string
		over        bool
		winner      string
	}{
		{"R10 the start is not the end", "###\n#*#\n###", false, "draw"},
		{"R10 a crash is the end", "blue crash=area score=4\n###\n#*#\n###", true, "Blue"},
		{"R10 the cycles are over", "cycle=7/7\nyellow score=1\n###\n#*#\n###", true, "Yellow"},
		{"R11 who crashed can win", "yellow crash=own score=4\nblue score=3\n###\n#*#\n###", true, "Yellow"},
		{"R11 equal scores are a draw", "blue crash=bike score=-3\nyellow crash=bike score=-3\n###\n#*#\n###", true, "draw"},
	} {
		p := draw(t, tt.board)
		winner := "draw"
		o, over := p.Outcome()
		if o.Winner >= 0 {
			winner = tron.Seat(o.Winner).Title()
		}
		if over != tt.over || over != p.Over() || winner != tt.winner || over != (o.Reason != "") {
			t.Errorf("%s: over %v, %+v", tt.name, over, o)
		}
	}
}

// The table of the breaker in the standard game: twelve cycles after it was switched on it can be switched on again.
func TestR5Timers(t *testing.T) {
	p := draw(t, "####################\n#B................Y#\n####################")
	var got []string
	for cycle := range 13 {
		if cycle == 8 {
			p = draw(t, strings.ReplaceAll(p.String(), "bbbbbbbbBYyyyyyyyy", "B................Y"))
		}
		p.Step(commands(t, "A/-"))
		b := p.Bike(tron.Blue)
		got = append(got, fmt.Sprintf("%d/%d", b.Cooldown, b.Remaining))
	}
	want := "11/6 10/5 9/4 8/3 7/2 6/1 5/0 4/0 3/0 2/0 1/0 0/0 11/6"
	if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
		t.Errorf("R5 cooldown/remaining after each cycle (-want +got):\n%s", diff)
	}
}

func TestR4Commands(t *testing.T) {
	right, up := tron.Turn(tron.Right), tron.Turn(tron.Up)
	for _, tt := range []struct {
		name string
		got  tron.Command
		want string
	}{
		{"R4 nothing", tron.Straight, "-"},
		{"R4 the later turn counts", right.ThenTurn(tron.Up), "U"},
		{"R4 a breaker after a turn", right.ThenBreaker(), "RA"},
		{"R4 a turn after the breaker", tron.Breaker().ThenTurn(tron.Left), "AL"},
		{"R4 the later turn keeps the place of the first: before", up.ThenBreaker().ThenTurn(tron.Left), "LA"},
		{"R4 the later turn keeps the place of the first: behind", tron.Breaker().ThenTurn(tron.Up).ThenTurn(tron.Down), "AD"},
		{"R4 the later breaker keeps the place of the first", tron.Breaker().ThenTurn(tron.Up).ThenBreaker(), "AU"},
	} {
		again, err := tron.ParseCommand(tt.got.String())
		if tt.got.String() != tt.want || err != nil || again != tt.got {
			t.Errorf("%s: %s, want %s; read back as %s, %v", tt.name, tt.got, tt.want, again, err)
		}
	}
	if d, ok := up.Turn(); d != tron.Up || !ok || up.Breaker() || !up.ThenBreaker().Breaker() {
		t.Error("R4 a command does not say what is in it")
	}
}

func TestCheck(t *testing.T) {
	p := draw(t, `
		yellow cooldown=1
		#######
		#B...Y#
		#######`)
	for _, tt := range []struct {
		name    string
		seat    tron.Seat
		command string
		want    tron.Rule
	}{
		{"R4 straight on", tron.Blue, "-", tron.Legal},
		{"R4 a quarter turn", tron.Blue, "DA", tron.Legal},
		{"R4 the same direction", tron.Blue, "R", tron.TurnSame},
		{"R4 the opposite direction", tron.Blue, "LA", tron.TurnBack},
		{"R5 cooling down", tron.Yellow, "A", tron.BreakerCooling},
		{"R4 comes before R5", tron.Yellow, "AR", tron.TurnBack},
	} {
		c, err := tron.ParseCommand(tt.command)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Check(tt.seat, c); got != tt.want {
			t.Errorf("%s: Check(%v, %s) = %v, want %v", tt.name, tt.seat, c, got, tt.want)
		}
	}
	if got := tron.TurnBack.Error(); got != "a bike cannot turn back (R4)" {
		t.Error(got)
	}
}

func TestMapStart(t *testing.T) {
	wall, free := []bool{true, true, true}, []bool{true, false, true}
	good := tron.Map{AreaWalls: [][]bool{wall, free, wall}, Constants: tron.Standard,
		Bikes: [2]tron.Start{{At: grid.Point{X: 1, Y: 1}}, {At: grid.Point{X: 1, Y: 1}, Direction: tron.Left}}}
	p, err := good.Start()
	if err != nil {
		t.Fatal(err)
	}
	if want := draw(t, "blue dir=up\nyellow dir=left\n###\n#*#\n###"); p != want {
		t.Errorf("R1 the start is\n%s", p)
	}
	scores := good
	scores.Constants.WallScore, scores.Constants.MaxCycles = 1_000_000, 1000
	if _, err := scores.Start(); err == nil {
		t.Error("R2 D2 scores beyond 32 bits are accepted")
	}
	opened := good
	opened.AreaWalls = [][]bool{wall, free, free}
	if _, err := opened.Start(); err == nil || !strings.Contains(err.Error(), "cell 1,2") {
		t.Errorf("R2 D1 an open board: %v", err)
	}
}

func TestNoAllocations(t *testing.T) {
	start := draw(t, "##########\n#B.......#\n#.......Y#\n##########")
	moves := make([]tron.Command, 0, 6)
	if n := testing.AllocsPerRun(100, func() {
		p := start
		for !p.Over() {
			moves = p.AppendMoves(moves[:0], tron.Blue)
			p = p.Play([2]tron.Command{moves[0], tron.Breaker()})
			q := p
			q.Step([2]tron.Command{moves[1]})
		}
	}); n != 0 {
		t.Errorf("%v allocations a game, want none", n)
	}
	events := make([]tron.Event, 0, 16)
	if n := testing.AllocsPerRun(100, func() {
		p := start
		events = p.Explain([2]tron.Command{tron.Breaker(), tron.Breaker()}, events[:0])
	}); n != 0 {
		t.Errorf("%v allocations to explain a cycle, want none", n)
	}
}
