package sarena_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/sarena"
)

// draw reads a drawn board.
func draw(t testing.TB, text string) sarena.Position {
	t.Helper()
	p, err := sarena.ParseDiagram(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func move(t testing.TB, text string) sarena.Move {
	t.Helper()
	m, err := sarena.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// facts returns the fields of the lines of a file in testdata.
func facts(t testing.TB, name string) (list [][]string) {
	t.Helper()
	content, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.Split(strings.TrimSpace(line), "; "))
		}
	}
	return list
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

const corner = `
	+NN   .NYRN +NRYNRR
	.NR   +     .NY
	+NYRN .     +NNYYRRNY`

// The row of a rule in RULES.md is named by its number.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, board, move string
		want              sarena.Rule
	}{
		{"R3 the row must be on the board", corner, "2030", sarena.OffBoard},
		{"R3 the column must be on the board", corner, "0203", sarena.OffBoard},
		{"R3 no number is negative", corner, "0,0,-1,0", sarena.OffBoard},
		{"R4 a pile must move", corner, "0000", sarena.NotBeside},
		{"R4 not along a diagonal", corner, "0011", sarena.NotBeside},
		{"R4 not two cells far", corner, "0020", sarena.NotBeside},
		{"R4 not over the edge", corner, "0210", sarena.NotBeside},
		{"R5 an empty cell has no pile", corner, "1110", sarena.FromEmpty},
		{"R5 any colour may be moved", corner, "1000", sarena.Legal},
		{"R6 an empty plain cell takes none", corner, "2021", sarena.ToEmpty},
		{"R6 an empty arrow cell does", corner, "1011", sarena.Legal},
		{"R7 two and three are too many", corner, "0102", sarena.TooHigh},
		{"R7 one and four are too many", corner, "1222", sarena.TooHigh},
		{"R7 three and one are four", corner, "0212", sarena.Legal},
		{"R7 four may move to an empty arrow cell", "+ .YNYNYNYN", "0100", sarena.Legal},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := draw(t, tt.board)
			if got := p.Check(move(t, tt.move)); got != tt.want {
				t.Errorf("Check(%s) = %v, want %v", tt.move, got, tt.want)
			}
			if got := p.WithSide(sarena.Red).Check(move(t, tt.move)); got != tt.want {
				t.Errorf("R5 both seats have the same turns: Check(%s) = %v for Red", tt.move, got)
			}
		})
	}
}

func TestPlay(t *testing.T) {
	for _, tt := range []struct{ name, board, move, want string }{
		{"R8 stacking keeps the order", "+RN .NYYR", "0100", "r\n+RNNYYR ."},
		{"R8 also from an arrow cell", "+RN .NYYR", "0001", "r\n+ .NYYRRN"},
		{"R9 an empty arrow cell turns the pile over", "+ .NYRN", "0100", "r\n+NRYN ."},
		{"R9 and a single chip", "+ .YR", "0100", "r\n+RY ."},
		{"R9 and four", "+ .YNYRRNNR", "0100", "r\n+RNNRRYNY ."},
		{"R9 from an arrow cell too", "+YR +", "0001", "r\n+ +RY"},
		{"R2 the seats alternate", "r\n+YN .NR", "0001", "y\n+ .NRYN"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := draw(t, tt.board)
			if rule := p.Check(move(t, tt.move)); rule != sarena.Legal {
				t.Fatalf("Check(%s) = %v", tt.move, rule)
			}
			if diff := cmp.Diff(draw(t, tt.want).Diagram(), p.Play(move(t, tt.move)).Diagram()); diff != "" {
				t.Errorf("after %s (-want +got):\n%s", tt.move, diff)
			}
		})
	}
}

func TestScore(t *testing.T) {
	for _, tt := range []struct {
		name, board string
		want        sarena.Score
		value       int
	}{
		{"R10 all chips of a pile are its top's", "+NNNY .YR +RNYNNR", sarena.Score{Chips: -2, Marked: -2}, -2},
		{"R10 nobody owns a grey top", "+YRYN .YN", sarena.Score{}, 0},
		{"R11 a tie is broken by marked chips", "+YNNY .NNYR", sarena.Score{Chips: 0, Marked: 1}, 1},
		{"R11 chips under the other's top do not count", "+NNNY .NYNR", sarena.Score{Chips: 0, Marked: 0}, 0},
		{"R11 both faces of a chip count once", "+YYNY .NRNR", sarena.Score{}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := draw(t, tt.board)
			if got := p.Score(); got != tt.want || got.Value() != tt.value {
				t.Errorf("Score = %+v, %d, want %+v, %d", got, got.Value(), tt.want, tt.value)
			}
			inverted := p.Invert().Score()
			if want := (sarena.Score{Chips: -tt.want.Chips, Marked: -tt.want.Marked}); inverted != want {
				t.Errorf("R15 inverted: %+v, want %+v", inverted, want)
			}
		})
	}
	for value, want := range map[int]string{3: "yellow", -1: "red"} {
		if winner, decided := (sarena.Score{Marked: value}).Winner(); winner.String() != want || !decided {
			t.Errorf("R11 %d: %v wins, %v", value, winner, decided)
		}
	}
	if _, decided := (sarena.Score{}).Winner(); decided {
		t.Error("R11 0 is a draw")
	}
}

func TestOver(t *testing.T) {
	for _, tt := range []struct {
		name, board string
		over        bool
		endless     bool
	}{
		{"R10 nothing fits", "+NNNN .NNNNNN +", false, false},
		{"R10 no pile beside another", "+NN . +NN", true, false},
		{"R10 an empty board", "+ . +", true, false},
		{"R10 a plain pile can be turned", "+NN .NNNNNNNN +", false, false},
		{"R12 arrow cells side by side", "+NN + .", false, true},
		{"R12 arrow cells above each other", "+NN .\n+ .", false, true},
		{"R12 the last of a row and the first of the next are not side by side", ". +\n+ .", true, false},
	} {
		p := draw(t, tt.board)
		o, over := p.Outcome()
		if over != tt.over || over != p.Over() || p.Endless() != tt.endless || o.Score() != p.Score() {
			t.Errorf("%s: over %v, endless %v, %+v", tt.name, over, p.Endless(), o)
		}
	}
}

// R1: Python's generator with the same seed draws the original's boards.
func TestDraw(t *testing.T) {
	for _, fact := range facts(t, "boards.txt") {
		chance, err := pyrand.Parse(fact[0])
		if err != nil {
			t.Fatal(err)
		}
		p := sarena.Draw(chance)
		if diff := cmp.Diff(fact[1], p.String()); diff != "" {
			t.Errorf("R1 seed %s (-want +got):\n%s", fact[0], diff)
		}
		if p.Side() != sarena.Yellow {
			t.Error("R2 Yellow moves first")
		}
	}
}

// R15: each seat sees itself as Yellow.
func TestPercepts(t *testing.T) {
	p := draw(t, "+YN .RY +NN\n.NRYN + .")
	if got := (sarena.View{Position: p}).Percepts(); got != p {
		t.Errorf("R15 Yellow sees %v", got)
	}
	red := sarena.View{Position: p.WithSide(sarena.Red)}
	if want := draw(t, "+RN .YR +NN\n.NYRN + ."); red.Percepts() != want {
		t.Errorf("R15 Red sees %v, want %v", red.Percepts(), want)
	}
}

// Games of the original, turn by turn.
func TestGameFacts(t *testing.T) {
	for _, fact := range facts(t, "games.txt") {
		p := draw(t, fact[1])
		for i, text := range strings.Fields(fact[2]) {
			m := move(t, text)
			if rule := p.Check(m); rule != sarena.Legal {
				t.Fatalf("%s: turn %d, %v: %v", fact[1], i+1, m, rule)
			}
			p = p.Play(m)
		}
		s := p.Score()
		got := []string{p.WithSide(sarena.Yellow).String(), strconv.Itoa(s.Value()), strconv.Itoa(s.Chips), "cut"}
		if p.Over() {
			got[3] = "over"
		}
		if diff := cmp.Diff(fact[3:], got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", fact[1], diff)
		}
		if fact[0] == "-" {
			continue
		}
		// The original's random players go on with the generator that drew the board.
		chance, err := pyrand.Parse(fact[0])
		if err != nil {
			t.Fatal(err)
		}
		start := sarena.Draw(chance)
		score, turns := sarena.RandomGame(start, chance)
		if start.String() != fact[1] || score != s || turns != len(strings.Fields(fact[2])) {
			t.Errorf("R1 seed %s: a game of %d turns from %v that ends with %+v", fact[0], turns, start, score)
		}
	}
}

func TestScoreFacts(t *testing.T) {
	for _, fact := range facts(t, "scores.txt") {
		if s := draw(t, fact[0]).Score(); s.Value() != number(t, fact[1]) || s.Chips != number(t, fact[2]) {
			t.Errorf("%s: %+v, want %v", fact[0], s, fact[1:])
		}
	}
}

func TestSymmetries(t *testing.T) {
	chance, err := pyrand.Parse("7")
	if err != nil {
		t.Fatal(err)
	}
	p := sarena.Draw(chance)
	kept := 0
	for s := range sarena.Symmetry(sarena.Symmetries) {
		q := p.Transform(s)
		if (q.Arrows() == p.Arrows()) != p.Keeps(s) {
			t.Errorf("symmetry %d: kept %v", s, p.Keeps(s))
		}
		if !p.Keeps(s) {
			continue
		}
		kept++
		for _, m := range p.AppendMoves(nil) {
			i1, j1 := p.Place(p.Image(s, p.At(m.I1, m.J1)))
			i2, j2 := p.Place(p.Image(s, p.At(m.I2, m.J2)))
			if q.Play(sarena.Move{I1: i1, J1: j1, I2: i2, J2: j2}) != p.Play(m).Transform(s) {
				t.Fatalf("symmetry %d: %v", s, m)
			}
		}
	}
	if kept != 4 {
		t.Errorf("%d symmetries keep the arrow cells of the 6x6 board, want 4", kept)
	}
	if wide := draw(t, "+NN . +\n. + ."); wide.Keeps(4) || wide.Keeps(3) || !wide.Keeps(2) {
		t.Error("this board of 2x3 is its mirror image and has no other symmetry")
	}
}

func TestNoAllocations(t *testing.T) {
	chance, err := pyrand.Parse("1")
	if err != nil {
		t.Fatal(err)
	}
	moves := make([]sarena.Move, 0, 256)
	if n := testing.AllocsPerRun(10, func() {
		p := sarena.Draw(chance)
		for !p.Over() {
			moves = p.AppendMoves(moves[:0])
			p = p.Play(moves[len(moves)/2])
		}
		sarena.RandomGame(sarena.Draw(chance), chance)
	}); n != 0 {
		t.Errorf("%v allocations in a game, want none", n)
	}
}
