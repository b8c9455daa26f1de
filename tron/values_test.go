package tron_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
)

// TestRuleWords gives each rule the name, number and words that players and corpora see.
func TestRuleWords(t *testing.T) {
	for rule, want := range map[tron.Rule]string{
		tron.Legal:          "legal, , the bike obeys",
		tron.TurnSame:       "turn_same, R4, the bike already drives in that direction (R4)",
		tron.TurnBack:       "turn_back, R4, a bike cannot turn back (R4)",
		tron.BreakerCooling: "breaker_cooling, R5, the wall breaker is still cooling down (R5)",
	} {
		if got := fmt.Sprintf("%s, %s, %v", rule.String(), rule.Number(), rule.Error()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestDirectionsAndCells(t *testing.T) {
	for d, want := range map[tron.Direction]string{
		tron.Up: "Up Down Right Left (0,-1)", tron.Right: "Right Left Down Up (1,0)",
		tron.Down: "Down Up Left Right (0,1)", tron.Left: "Left Right Up Down (-1,0)",
	} {
		got := fmt.Sprintf("%v %v %v %v (%d,%d)", d, d.Opposite(), d.Clockwise(), d.Anticlockwise(), d.Delta().X, d.Delta().Y)
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for cell, want := range map[tron.Cell]string{
		tron.Empty: "blue false", tron.AreaWall: "yellow false", tron.BlueWall: "blue true", tron.YellowWall: "yellow true",
	} {
		if s, ok := cell.Owner(); fmt.Sprint(s, ok) != want && ok {
			t.Errorf("cell %d is a wall of %v, %v, want %s", cell, s, ok, want)
		} else if ok != strings.HasSuffix(want, "true") {
			t.Errorf("cell %d is a bike's wall: %v", cell, ok)
		}
	}
}

const busy = `cycle=3/40 health=5
	yellow health=2 cooldown=0 remaining=1 score=-3 dir=down
	blue health=4 cooldown=6 remaining=2 score=7 dir=left on=y
	########
	#.b..Yy#
	#b.B...#
	########`

// TestParts compares what the quick methods return with Bike.
func TestParts(t *testing.T) {
	p := draw(t, busy)
	var low, high [2]uint64
	for i := range low {
		low[i], high[i] = p.Word(i)
	}
	cells := p.AppendCells(nil)
	for i, c := range cells {
		at := grid.Point{X: i % 8, Y: i / 8}
		if got := tron.Cell(low[0]>>i&1 | high[0]>>i&1<<1); got != c || p.Cell(at) != c || len(cells) != 32 {
			t.Errorf("cell %v is %d, in words %d, by itself %d", at, c, got, p.Cell(at))
		}
	}
	if l, h := p.Word(tron.MaxCells / 64); l != low[0] || h != high[0] {
		t.Errorf("the word after the last one is %x, %x, want the first one again", l, h)
	}
	for s, want := range []tron.Bike{
		{At: grid.Point{X: 3, Y: 2}, Direction: tron.Left, Health: 4, Cooldown: 6, Remaining: 2},
		{At: grid.Point{X: 5, Y: 1}, Direction: tron.Down, Health: 2, Remaining: 1},
	} {
		s := tron.Seat(s)
		var read tron.Bike
		if p.ReadBike(s, &read); read != want || p.Bike(s) != want {
			t.Errorf("%v: read %+v, Bike %+v, want %+v", s, read, p.Bike(s), want)
		}
		if p.Cursor(s) != want.At.Y*8+want.At.X || p.Heading(s) != want.Direction || p.Ready(s) != (want.Cooldown == 0) || p.Score(s) != []int{7, -3}[s] {
			t.Errorf("%v: cursor %d, heading %v, ready %v, score %d", s, p.Cursor(s), p.Heading(s), p.Ready(s), p.Score(s))
		}
	}
	crashed := p.Play([2]tron.Command{tron.Turn(tron.Down), tron.Straight})
	var read tron.Bike
	if crashed.ReadBike(tron.Blue, &read); read.Crash != tron.OnAreaWall || p.First() != tron.Yellow {
		t.Errorf("after a crash: %+v", read)
	}
}

// TestHash compares hashes with those of earlier versions, on every machine; one that changes Position may change them.
func TestHash(t *testing.T) {
	for text, want := range map[string]uint64{busy: 0x204f5b83136517f6, "#####\n#B.Y#\n#####": 0x12b576d3dd2f8156} {
		p := draw(t, text)
		if got := p.Hash(); got != want {
			t.Errorf("%q: %#x, want %#x", text, got, want)
		}
	}
}

// TestMovesInOrder lists the commands with different effects: turns in the order of their directions, then with the breaker.
func TestMovesInOrder(t *testing.T) {
	p := draw(t, busy)
	for s, want := range []string{"- U D", "- R L A RA LA"} {
		var got []string
		for _, c := range p.AppendMoves(nil, tron.Seat(s)) {
			got = append(got, c.String())
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("seat %d (-want +got):\n%s", s, diff)
		}
	}
}

// TestEvents checks every field of every kind of event, for the second seat.
func TestEvents(t *testing.T) {
	p := draw(t, `
		yellow cooldown=1 remaining=1 health=1 dir=left
		blue cooldown=1 remaining=1 health=3 dir=right
		#########
		#B.b.yY.#
		#.......#
		#########`)
	d := tron.Left
	want := []tron.Event{
		{Kind: tron.BreakerReady, Seat: 1}, {Kind: tron.BreakerEnd, Seat: 1}, {Kind: tron.BreakerReady, Seat: 0}, {Kind: tron.BreakerEnd, Seat: 0},
		{Kind: tron.WallBuilt, Seat: 1, At: grid.Point{X: 6, Y: 1}, Direction: d},
		{Kind: tron.WallBuilt, Seat: 0, At: grid.Point{X: 1, Y: 1}, Direction: tron.Right},
		{Kind: tron.HealthLost, Seat: 1}, {Kind: tron.Crashed, Seat: 1, At: grid.Point{X: 5, Y: 1}, Direction: d, Crash: tron.OnOwnWall},
	}
	if diff := cmp.Diff(want, p.Explain([2]tron.Command{}, nil)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	p = draw(t, "blue dir=up health=2\nyellow dir=up health=3\n#####\n#y..#\n#B.b#\n#..Y#\n#####")
	want = []tron.Event{
		{Kind: tron.Turned, Seat: 1, Direction: tron.Left}, {Kind: tron.BreakerOn, Seat: 1},
		{Kind: tron.WallBuilt, Seat: 0, At: grid.Point{X: 1, Y: 2}}, {Kind: tron.WallBuilt, Seat: 1, At: grid.Point{X: 3, Y: 3}, Direction: tron.Left},
		{Kind: tron.HealthLost, Seat: 0}, {Kind: tron.WallBroken, Seat: 0, At: grid.Point{X: 1, Y: 1}, Owner: 1},
	}
	if diff := cmp.Diff(want, p.Explain(commands(t, "-/LA"), nil)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// TestWallBroken is about the second seat, which drives to the left.
func TestWallBroken(t *testing.T) {
	p := draw(t, "yellow health=2\n#######\n#B..bY#\n#.....#\n#######")
	events := p.Explain([2]tron.Command{}, nil)
	want := tron.Event{Kind: tron.WallBroken, Seat: tron.Yellow, At: grid.Point{X: 4, Y: 1}, Direction: tron.Left, Owner: tron.Blue}
	if diff := cmp.Diff(want, events[len(events)-1]); diff != "" {
		t.Errorf("the last event (-want +got):\n%s", diff)
	}
}

// R2: maps that can be played, and those that cannot.
func TestR2Maps(t *testing.T) {
	walls := func(w, h int) (rows [][]bool) {
		for y := range h {
			row := make([]bool, w)
			for x := range row {
				row[x] = x == 0 || y == 0 || x == w-1 || y == h-1
			}
			rows = append(rows, row)
		}
		return rows
	}
	start := func(w, h int, change func(*tron.Map)) error {
		m := tron.Map{AreaWalls: walls(w, h), Constants: tron.Standard}
		m.Bikes[0].At, m.Bikes[1].At = grid.Point{X: 1, Y: 1}, grid.Point{X: w - 2, Y: h - 2}
		if change != nil {
			change(&m)
		}
		_, err := m.Start()
		return err
	}
	for _, tt := range []struct {
		w, h   int
		change func(*tron.Map)
		want   string // "": it can be played
	}{
		{3, 3, nil, ""}, {3, tron.MaxCells / 3, nil, ""}, {tron.MaxCells / 3, 3, nil, ""}, {32, tron.MaxCells / 32, nil, ""},
		{2, 3, nil, "not 2x3"}, {3, 2, nil, "not 3x2"}, {33, tron.MaxCells / 32, nil, "not 33x"}, {3, tron.MaxCells/3 + 1, nil, "not 3x"},
		{tron.MaxCells/3 + 1, 3, nil, "x3"}, {0, 0, nil, "not 0x0"},
		{5, 5, func(m *tron.Map) { m.Bikes[1].At = grid.Point{X: 5, Y: 1} }, "cell 5,1: the Yellow bike starts outside of the board of 5x5 cells"},
		{5, 5, func(m *tron.Map) { m.AreaWalls[0][2] = false }, "cell 2,0: the Blue bike can drive to this cell at the edge"},
		{5, 5, func(m *tron.Map) { m.AreaWalls[2][0] = false }, "cell 0,2: the Blue bike can drive to this cell at the edge"},
		{5, 5, func(m *tron.Map) { m.AreaWalls[2][4] = false }, "cell 4,2: "},
		{5, 5, func(m *tron.Map) { m.AreaWalls[4][2] = false }, "cell 2,4: "},
		{5, 5, func(m *tron.Map) { m.Constants.InitHealth = 1_000_000 }, ""},
		{5, 5, func(m *tron.Map) { m.Constants.InitHealth = -1_000_000 }, ""},
		{5, 5, func(m *tron.Map) { m.Constants.InitHealth = 1_000_001 }, "init_health is 1000001, beyond 1000000"},
		{5, 5, func(m *tron.Map) { m.Constants.OwnWallCrash = -1_000_001 }, "my_wall_crash_score is -1000001"},
		{5, 5, func(m *tron.Map) { m.Constants.MaxCycles, m.Constants.WallScore = 1_000_000, 334 }, "max_cycles 1000000 with wall_score_coefficient 334: scores"},
		{5, 5, func(m *tron.Map) { m.Constants.MaxCycles, m.Constants.WallScore = 1_000_000, -334 }, "would not fit"},
		{5, 5, func(m *tron.Map) { m.Constants.MaxCycles, m.Constants.WallScore = 1_000_000, 333 }, ""},
		{5, 5, func(m *tron.Map) { m.Constants = tron.Constants{MaxCycles: 333_333, WallScore: 1000, InitHealth: 1} }, "would not fit"},
		{5, 5, func(m *tron.Map) { m.Constants = tron.Constants{MaxCycles: 1000, WallScore: 333_100, InitHealth: 1} }, ""},
		{5, 5, func(m *tron.Map) {
			m.Constants = tron.Constants{MaxCycles: 1000, WallScore: 333_100, InitHealth: 1, OwnWallCrash: -1_000_000}
		}, "would not fit"},
	} {
		err := start(tt.w, tt.h, tt.change)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%dx%d: %v, want %q", tt.w, tt.h, err, tt.want)
		}
	}
}

// TestSyntaxErrors says exactly where something is wrong.
func TestSyntaxErrors(t *testing.T) {
	const board = "#####\n#B.Y#\n#####"
	p := draw(t, board)
	full := p.String()
	var q tron.Position
	if err := q.UnmarshalText([]byte(full)); err != nil || q != p {
		t.Errorf("%v, %v", q, err)
	}
	parse := func(text string) error { _, err := tron.ParsePosition(text); return err }
	command := func(text string) error { _, err := tron.ParseCommand(text); return err }
	lines := strings.Count(full, "\n")
	for _, tt := range []struct {
		err  error
		want tron.SyntaxError
	}{
		{q.UnmarshalText([]byte("x")), tron.SyntaxError{What: "position", Text: "x", Line: 1, Column: 1, Want: "a cell: one of . # b y B Y *"}},
		{q.UnmarshalText([]byte(full + "\n")), tron.SyntaxError{What: "position", Text: full + "\n", Line: lines + 1, Column: 1, Want: "exactly what this program writes"}},
		{q.UnmarshalText([]byte(full[:len(full)-1])), tron.SyntaxError{What: "position", Text: full[:len(full)-1], Line: lines, Column: 6, Want: "exactly what this program writes"}},
		{q.UnmarshalText([]byte(board)), tron.SyntaxError{What: "position", Text: board, Line: 1, Column: 1, Want: "exactly what this program writes"}},
		{parse("cycle=0/9\n  cycle=0/9\n" + board), tron.SyntaxError{What: "position", Text: "cycle=0/9\n  cycle=0/9\n" + board, Line: 2, Column: 3, Want: "one line for the game"}},
		{parse("health=1000000001\n" + board), tron.SyntaxError{What: "position", Text: "health=1000000001\n" + board, Line: 1, Column: 1, Want: "health=NUMBER, none beyond 1000000000"}},
		{parse("breaker=5\n" + board), tron.SyntaxError{What: "position", Text: "breaker=5\n" + board, Line: 1, Column: 1, Want: "breaker=NUMBER/NUMBER, none beyond 1000000000"}},
		{parse("breaker=x/5\n" + board), tron.SyntaxError{What: "position", Text: "breaker=x/5\n" + board, Line: 1, Column: 1, Want: "breaker=NUMBER/NUMBER, none beyond 1000000000"}},
		{command("UX"), tron.SyntaxError{What: "command", Text: "UX", Line: 1, Column: 2, Want: "U, R, D or L to turn, A for the wall breaker, or - alone"}},
	} {
		var got *tron.SyntaxError
		if !errors.As(tt.err, &got) {
			t.Errorf("no error, want %+v", tt.want)
		} else if diff := cmp.Diff(tt.want, *got); diff != "" {
			t.Errorf("error (-want +got):\n%s", diff)
		}
	}
	for _, text := range []string{"blue score=1000000000\n", "blue score=-1000000000\n"} {
		if err := parse(text + board); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if c, err := tron.ParseCommand("U"); err != nil || c != tron.Turn(tron.Up) {
		t.Errorf("U is %v, %v", c, err)
	}
	// Yellow's line is the first one of the text.
	if first := draw(t, "yellow\nblue\n"+board); first.First() != tron.Yellow {
		t.Error("R3 Blue is first")
	}
}
