package amazons_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
)

// TestRules gives each rule the name, number and words that players and corpora see.
func TestRules(t *testing.T) {
	for rule, want := range map[amazons.Rule]string{
		amazons.Legal:           "legal, , the turn is legal",
		amazons.OffBoard:        "off_board, R1, a square is not on this board (R1)",
		amazons.FromEmpty:       "from_empty, R3, no queen stands on the first square (R3)",
		amazons.FromRemoved:     "from_removed, R3, the first square was removed (R3)",
		amazons.FromOpponent:    "from_opponent, R3, the queen on the first square is the opponent's (R3)",
		amazons.MoveNull:        "move_null, R4, the queen must move (R4)",
		amazons.MoveNotLine:     "move_not_line, R4, a queen moves along a row, a column or a diagonal (R4)",
		amazons.MovePathBlocked: "move_path_blocked, R5, the queen's path is blocked (R5)",
		amazons.MoveOntoQueen:   "move_onto_queen, R5, a queen stands where the queen would land (R5)",
		amazons.MoveOntoRemoved: "move_onto_removed, R5, the square where the queen would land was removed (R5)",
		amazons.ShotNull:        "shot_null, R6, the arrow must leave the queen's square (R6)",
		amazons.ShotNotLine:     "shot_not_line, R6, an arrow flies along a row, a column or a diagonal (R6)",
		amazons.ShotTooFar:      "shot_too_far, R13, the arrow does not fly that far (R13)",
		amazons.ShotPathBlocked: "shot_path_blocked, R7, the arrow's path is blocked (R7)",
		amazons.ShotOntoQueen:   "shot_onto_queen, R7, a queen stands where the arrow would hit (R7)",
		amazons.ShotOntoRemoved: "shot_onto_removed, R7, the square where the arrow would hit was removed (R7)",
	} {
		if got := fmt.Sprintf("%s, %s, %v", rule.String(), rule.Number(), rule.Error()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := amazons.Start().Check(amazons.Move{From: amazons.Squares, To: 1, Arrow: 2}); got != amazons.OffBoard {
		t.Errorf("R1 a square behind the last one: %v", got)
	}
}

// TestReaches compares the ways to say where a queen gets, on random boards.
func TestReaches(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		var occupied, free, from amazons.Set
		for s := range amazons.Square(amazons.Squares) {
			if chance.IntN(3) == 0 {
				occupied = occupied.Or(amazons.SetOf(s))
			} else {
				free = free.Or(amazons.SetOf(s))
			}
			if chance.IntN(30) == 0 {
				from = from.Or(amazons.SetOf(s))
			}
		}
		var union amazons.Set
		for list := from; !list.Empty(); list = list.Rest() {
			s := list.First()
			reach := amazons.Reach(s, occupied)
			union = union.Or(reach)
			for to := range amazons.Square(amazons.Squares) {
				if amazons.Reaches(s, to, occupied) != reach.Has(to) {
					t.Fatalf("Reaches(%v, %v) = %v, Reach says %v", s, to, !reach.Has(to), reach.Has(to))
				}
			}
		}
		if got := amazons.Slide(from, free); got != union {
			t.Fatalf("Slide from %v reaches %v, one by one they reach %v", from, got, union)
		}
	}
	for r, want := range map[amazons.Range]int{0: 100, 1: 9, 9: 100} {
		if got := r.Within(amazons.SquareAt(4, 4)).Len(); got != want {
			t.Errorf("R13 range %d: %d squares, want %d", r, got, want)
		}
	}
}

// TestHash compares hashes with those of earlier versions, on every machine; one that changes Position may change them.
func TestHash(t *testing.T) {
	for text, want := range map[string]uint64{
		startText: 0x6c54832a7faceed6, "1BB1/B2B/R2R/1RR1 b range=3": 0x19fc18bc771802dd,
		"10/2R7/1x1B6/2xx1x3B/x1xR1xxxx1/2B2B1x2/2x5Rx/4R2x2/4x4x/4x5 b": 0xc2d7a4cf2fdb042a,
	} {
		if got := draw(t, text).Hash(); got != want {
			t.Errorf("%q: %#x, want %#x", text, got, want)
		}
	}
}

// R2: on a board without a seat, the removed squares say whose turn it is.
func TestR2SideOfADrawing(t *testing.T) {
	for _, tt := range []struct {
		board string
		want  amazons.Seat
	}{
		{".BB.\nB..B\nR..R\n.RR.", amazons.Red}, {".BB.\nB.xB\nR..R\n.RR.", amazons.Blue}, {".BB.\nBxxB\nR..R\n.RR.", amazons.Red},
		{"b\n.BB.\nBxxB\nR..R\n.RR.", amazons.Blue}, {"r\n.BB.\nB.xB\nR..R\n.RR.", amazons.Red},
		{"1BB1/BxxB/R2R/1RR1 b\n.BB.\nBxxB\nR..R\n.RR.", amazons.Blue}, {"1BB1/B1xB/R2R/1RR1 r\n", amazons.Red},
	} {
		p := draw(t, tt.board)
		if p.Side() != tt.want || p.WithSide(amazons.Red).Side() != amazons.Red || p.WithSide(amazons.Blue).Side() != amazons.Blue {
			t.Errorf("%q: %v is to move, want %v", tt.board, p.Side(), tt.want)
		}
		if name := p.Side().String(); name != []string{"red", "blue"}[tt.want] || p.Side().Other() != 1-tt.want {
			t.Errorf("%v is called %s", tt.want, name)
		}
	}
}

// TestSyntaxErrors says exactly where something is wrong.
func TestSyntaxErrors(t *testing.T) {
	var m amazons.Move
	if err := m.UnmarshalText([]byte("D0D4J4")); err != nil || m.String() != "D0D4J4" {
		t.Errorf("%v, %v", m, err)
	}
	var p amazons.Position
	if err := p.UnmarshalText([]byte("9R/10/10/10/10/10/10/10/10/10 r range=9")); err != nil || p.ArrowRange() != 9 || p.Queens(0).First() != 99 {
		t.Errorf("%v, %v", p, err)
	}
	parse := func(_ any, err error) error { return err }
	for _, tt := range []struct {
		err  error
		want amazons.SyntaxError
	}{
		{m.UnmarshalText([]byte("D0D4")), amazons.SyntaxError{What: "turn", Text: "D0D4", Line: 1, Column: 5, Want: "a column letter A-J"}},
		{parse(amazons.ParseMove("D0D4J4x")), amazons.SyntaxError{What: "turn", Text: "D0D4J4x", Line: 1, Column: 7, Want: "the end of the turn"}},
		{p.UnmarshalText([]byte("")), amazons.SyntaxError{What: "position", Line: 1, Column: 1, Want: "4 to 10 rows separated by slashes, not 1"}},
		{p.UnmarshalText([]byte(" r")), amazons.SyntaxError{What: "position", Text: " r", Line: 1, Column: 1, Want: "4 to 10 rows separated by slashes, not 1"}},
		{
			p.UnmarshalText([]byte(" r/4/4/4 r")),
			amazons.SyntaxError{What: "position", Text: " r/4/4/4 r", Line: 1, Column: 1, Want: "4 to 10 rows separated by slashes, not 1"},
		},
		{
			p.UnmarshalText([]byte("RRRRRRRRRRR/10/10/10/10/10/10/10/10/10 r")),
			amazons.SyntaxError{
				What: "position", Text: "RRRRRRRRRRR/10/10/10/10/10/10/10/10/10 r", Line: 1, Column: 11,
				Want: "10 squares in row 9 (the board has 10 rows)",
			},
		},
		{
			p.UnmarshalText([]byte("4R/4/4/4 r")),
			amazons.SyntaxError{What: "position", Text: "4R/4/4/4 r", Line: 1, Column: 2, Want: "4 squares in row 3 (the board has 4 rows)"},
		},
		{
			parse(amazons.ParseDiagram("#\n4/4/4/9 r")),
			amazons.SyntaxError{
				What: "diagram", Text: "#\n4/4/4/9 r", Line: 2, Column: 1,
				Want: `position "4/4/4/9 r": character 7: want 4 squares in row 0 (the board has 4 rows)`,
			},
		},
		{parse(amazons.ParseDiagram("....\n?...")), amazons.SyntaxError{What: "diagram", Text: "....\n?...", Line: 2, Column: 1, Want: "cells R, B, x or '.'"}},
		{parse(amazons.ParseDiagram("")), amazons.SyntaxError{What: "diagram", Line: 1, Column: 1, Want: "4 to 10 rows of cells, not 0"}},
		{parse(amazons.ParseDiagram("#\n....")), amazons.SyntaxError{What: "diagram", Text: "#\n....", Line: 2, Column: 1, Want: "4 to 10 rows of cells, not 1"}},
		{
			parse(amazons.ParseDiagram("A B C D\n....")),
			amazons.SyntaxError{What: "diagram", Text: "A B C D\n....", Line: 1, Column: 1, Want: "cells R, B, x or '.'"},
		},
	} {
		var got *amazons.SyntaxError
		if !errors.As(tt.err, &got) {
			t.Errorf("no error, want %+v", tt.want)
		} else if diff := cmp.Diff(tt.want, *got); diff != "" {
			t.Errorf("error (-want +got):\n%s", diff)
		}
	}
}

// TestRandomGame plays the same games as earlier versions: their winners, and how many turns they took.
func TestRandomGame(t *testing.T) {
	for text, want := range map[string]string{
		startText:                     "red 55 blue 70 red 63 red 69 red 67 red 67 red 71 blue 70 ",
		"1BB1/B2B/R2R/1RR1 b range=1": "red 8 red 8 red 8 red 8 red 6 blue 7 red 8 red 8 ",
		"4/4/4/4 r":                   "blue 0 blue 0 blue 0 blue 0 blue 0 blue 0 blue 0 blue 0 ",
		"R3/4/4/3B b":                 "red 12 red 12 blue 9 blue 11 blue 9 blue 13 blue 11 red 8 ",
	} {
		chance, got := rand.New(rand.NewPCG(7, 7)), ""
		for range 8 {
			winner, turns := amazons.RandomGame(draw(t, text), chance)
			got += fmt.Sprintf("%v %d ", winner, turns)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestPerftDepths counts without turns, and with more than those that are counted without a memory.
func TestPerftDepths(t *testing.T) {
	p := draw(t, "1B2/4/4/2R1 r")
	var count func(p amazons.Position, depth int) uint64
	count = func(p amazons.Position, depth int) (total uint64) {
		if depth == 0 {
			return 1
		}
		for _, m := range p.AppendMoves(nil) {
			total += count(p.Play(m), depth-1)
		}
		return total
	}
	for depth := range 5 {
		if got, want := amazons.Perft(p, depth), count(p, depth); got != want {
			t.Errorf("perft %d = %d, want %d", depth, got, want)
		}
	}
	if got := amazons.Perft(p, -1); got != 1 {
		t.Errorf("perft -1 = %d, want 1", got)
	}
}
