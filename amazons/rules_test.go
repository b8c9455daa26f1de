package amazons_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
)

// draw reads a drawn board.
func draw(t *testing.T, text string) amazons.Position {
	t.Helper()
	p, err := amazons.ParseDiagram(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func turn(t *testing.T, text string) amazons.Move {
	t.Helper()
	m, err := amazons.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const corner = `
	r
	3 . . . B
	2 x . . .
	1 R x . .
	0 . R . .
	  A B C D`

// The row of a rule in RULES.md is named by its number.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, board, turn string
		want              amazons.Rule
	}{
		{"R1 the square must be on this board", corner, "B0E0C0", amazons.OffBoard},
		{"R3 an empty square has no queen", corner, "A0C0D0", amazons.FromEmpty},
		{"R3 a removed square has no queen", corner, "A2A3B3", amazons.FromRemoved},
		{"R3 the opponent's queen is not ours", corner, "D3D2D1", amazons.FromOpponent},
		{"R4 the queen must move", corner, "B0B0C0", amazons.MoveNull},
		{"R4 a knight's jump is no line", corner, "B0C2D2", amazons.MoveNotLine},
		{"R5 a removed square stops the queen", corner, "B0B3C3", amazons.MovePathBlocked},
		{"R5 a queen stops the queen", `
			r
			. . . .
			R . B .
			. . . .
			. . . .`, "A2D2D3", amazons.MovePathBlocked},
		{"R5 the queen may not land on a queen", corner, "B0A1A0", amazons.MoveOntoQueen},
		{"R5 the queen may not land on a removed square", corner, "B0B1C1", amazons.MoveOntoRemoved},
		{"R6 the arrow must leave the queen", corner, "B0C0C0", amazons.ShotNull},
		{"R6 an arrow flies along a line", corner, "B0C0D2", amazons.ShotNotLine},
		{"R7 a removed square stops the arrow", corner, "B0C0A2", amazons.ShotPathBlocked},
		{"R7 a queen stops the arrow", `
			r
			. . . .
			R . B .
			. . . .
			. . . .`, "A2B2D2", amazons.ShotPathBlocked},
		{"R7 the arrow may not hit a queen", corner, "B0D0D3", amazons.ShotOntoQueen},
		{"R7 the arrow may not hit a removed square", corner, "B0C0B1", amazons.ShotOntoRemoved},
		{"R7 the square just left may be hit", corner, "B0C0B0", amazons.Legal},
		{"R7 the arrow may fly over the square just left", corner, "B0D0A0", amazons.Legal},
		{"R4 a diagonal is a line", corner, "B0D2D1", amazons.Legal},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := draw(t, tt.board).Check(turn(t, tt.turn)); got != tt.want {
				t.Errorf("Check(%s) = %v, want %v", tt.turn, got, tt.want)
			}
		})
	}
}

// TestR13ArrowRange compares every turn of some positions with the range and with the game without a range.
func TestR13ArrowRange(t *testing.T) {
	for _, text := range []string{
		"3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r", "6B3/10/10/B8B/7x2/10/4R2x1R/10/2xR2x3/2B3R3 b", "1B1B1/B3B/5/R3R/1R1R1 r",
	} {
		whole, err := amazons.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		for r := amazons.Range(1); r <= amazons.MaxRange; r++ {
			p := whole.WithArrowRange(r)
			var want []amazons.Move
			for _, m := range whole.AppendMoves(nil) {
				columns, rows := m.To.Column()-m.Arrow.Column(), m.To.Row()-m.Arrow.Row()
				rule := amazons.Legal
				if max(columns, -columns, rows, -rows) > int(r) {
					rule = amazons.ShotTooFar
				} else {
					want = append(want, m)
				}
				if got := p.Check(m); got != rule {
					t.Fatalf("%v: Check(%v) = %v, want %v", p, m, got, rule)
				}
			}
			if diff := cmp.Diff(want, p.AppendMoves(nil)); diff != "" {
				t.Errorf("%v: turns (-want +got):\n%s", p, diff)
			}
			if p.CountMoves() != len(want) || p.Play(want[0]).ArrowRange() != r {
				t.Errorf("%v: %d turns are counted, %d are listed; after one the range is %d", p, p.CountMoves(), len(want),
					p.Play(want[0]).ArrowRange())
			}
		}
	}
}

func TestR13OrderOfRules(t *testing.T) {
	p := draw(t, `
		r
		. x . .
		R . . B
		. x . .
		. . . .`).WithArrowRange(1)
	for move, want := range map[string]amazons.Rule{
		"A2B2B2": amazons.ShotNull, "A2B2D1": amazons.ShotNotLine, "A2B2D2": amazons.ShotTooFar, "A2B2B1": amazons.ShotOntoRemoved,
		"A2B2A2": amazons.Legal,
	} {
		if got := p.Check(turn(t, move)); got != want {
			t.Errorf("R13 Check(%s) = %v, want %v", move, got, want)
		}
	}
	if got := p.WithArrowRange(0).Check(turn(t, "A2B2D2")); got != amazons.ShotOntoQueen {
		t.Errorf("without a range Check = %v, want %v", got, amazons.ShotOntoQueen)
	}
}

func TestStart(t *testing.T) {
	want := draw(t, `
		9 . . . B . . B . . .
		8 . . . . . . . . . .
		7 . . . . . . . . . .
		6 B . . . . . . . . B
		5 . . . . . . . . . .
		4 . . . . . . . . . .
		3 R . . . . . . . . R
		2 . . . . . . . . . .
		1 . . . . . . . . . .
		0 . . . R . . R . . .
		  A B C D E F G H I J`)
	p := amazons.Start()
	if p != want {
		t.Errorf("R1 the start is\n%s", p.Diagram())
	}
	if p.Side() != amazons.Red {
		t.Error("R2 RED moves first")
	}
	if n := len(p.AppendMoves(nil)); n != 2176 {
		t.Errorf("%d turns from the start, want 2176", n)
	}
}

// The course sheet's example: from Figure 1 to Figure 2.
func TestPlay(t *testing.T) {
	p := amazons.Start().Play(turn(t, "D0D4J4"))
	want := draw(t, `
		b
		. . . B . . B . . .
		. . . . . . . . . .
		. . . . . . . . . .
		B . . . . . . . . B
		. . . . . . . . . .
		. . . R . . . . . x
		R . . . . . . . . R
		. . . . . . . . . .
		. . . . . . . . . .
		. . . . . . R . . .`)
	if diff := cmp.Diff(want.Diagram(), p.Diagram()); diff != "" {
		t.Errorf("R8 after D0D4J4 (-want +got):\n%s", diff)
	}
	back := draw(t, corner).Play(turn(t, "B0C0B0"))
	if back.Cell(amazons.SquareAt(1, 0)) != 'x' || back.Side() != amazons.Blue {
		t.Errorf("R8 the square just left and shot at is removed, R2 and BLUE is to move:\n%s", back.Diagram())
	}
}

func TestStuck(t *testing.T) {
	for _, tt := range []struct {
		name, board string
		want        bool
	}{
		{"R9 no empty neighbour", `
			r
			. . . B
			x x . .
			R x . .
			x x . .`, true},
		{"R10 one empty neighbour is a turn: move there and shoot back", `
			r
			. . . B
			x x . .
			R x . .
			. x . .`, false},
		{"R9 no queen, no turn", `
			r
			. . . B
			. . . .
			. . . .
			. . . .`, true},
		{"R10 an edge is no neighbour of the other edge", `
			r
			x x R x
			x x x x
			. . . .
			. . . B`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := draw(t, tt.board)
			if got := p.Stuck(); got != tt.want {
				t.Errorf("Stuck = %v, want %v", got, tt.want)
			}
			want := amazons.Outcome{Winner: -1}
			if tt.want {
				want = amazons.Outcome{Winner: int(p.Side().Other()), Reason: amazons.Stuck}
			}
			if got, over := p.Outcome(); got != want || over != tt.want {
				t.Errorf("Outcome = %+v, %v, want %+v", got, over, want)
			}
			if moves := p.AppendMoves(nil); (len(moves) == 0) != tt.want {
				t.Errorf("%d legal turns, stuck %v", len(moves), tt.want)
			}
		})
	}
}

func TestNoAllocations(t *testing.T) {
	p := amazons.Start()
	moves := make([]amazons.Move, 0, 4900)
	if n := testing.AllocsPerRun(10, func() {
		moves = p.AppendMoves(moves[:0])
		for _, m := range moves {
			_ = p.Play(m).Stuck()
		}
	}); n != 0 {
		t.Errorf("%v allocations to list and play the turns of the start, want none", n)
	}
}
