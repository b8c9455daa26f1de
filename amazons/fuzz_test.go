package amazons_test

import (
	"testing"

	"github.com/gridiron-games/gridiron/amazons"
)

// laws checks what holds in every position.
func laws(t *testing.T, p amazons.Position) []amazons.Move {
	t.Helper()
	moves := p.AppendMoves(nil)
	for i := 1; i < len(moves); i++ {
		if moves[i-1].String() >= moves[i].String() {
			t.Fatalf("%v: turns %v and %v are out of order", p, moves[i-1], moves[i])
		}
	}
	if p.CountMoves() != len(moves) {
		t.Fatalf("%v: CountMoves = %d, but %d are listed", p, p.CountMoves(), len(moves))
	}
	if p.Stuck() != (len(moves) == 0) {
		t.Fatalf("%v: Stuck = %v with %d turns", p, p.Stuck(), len(moves))
	}
	again, err := amazons.ParsePosition(p.String())
	if err != nil || again != p || again.Hash() != p.Hash() {
		t.Fatalf("%v is read back as %v, %v", p, again, err)
	}
	if drawn, err := amazons.ParseDiagram(p.Diagram()); err != nil || drawn != p {
		t.Fatalf("the diagram of %v is read back as %v, %v", p, drawn, err)
	}
	return moves
}

// checkAgrees compares Check with the list of legal turns, on a part of all turns: all would take too long.
func checkAgrees(t *testing.T, p amazons.Position, moves []amazons.Move) {
	t.Helper()
	legal := map[amazons.Move]bool{}
	for _, m := range moves {
		legal[m] = true
	}
	for from := range amazons.Square(amazons.Squares) {
		if p.Cell(from) != 'R' && p.Cell(from) != 'B' && from%17 != 0 {
			continue
		}
		for to := range amazons.Square(amazons.Squares) {
			for arrow := amazons.Square(to % 3); arrow < amazons.Squares; arrow += 3 {
				m := amazons.Move{From: from, To: to, Arrow: arrow}
				if (p.Check(m) == amazons.Legal) != legal[m] {
					t.Fatalf("%v: Check(%v) = %v, listed %v", p, m, p.Check(m), legal[m])
				}
			}
		}
	}
}

// FuzzGame plays any bytes as a legal game.
func FuzzGame(f *testing.F) {
	f.Add("3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r", []byte("any bytes are a game of legal turns"))
	f.Add("1BB1/B2B/R2R/1RR1 r", []byte{0, 255, 7, 8, 200, 13, 99})
	f.Add("1B1B1/B3B/5/R3R/1R1R1 b", []byte{3, 1, 4, 1, 5, 9, 2, 6})
	f.Add("3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r range=3", []byte("arrows fly three squares at most"))
	f.Add("1B1B1/B3B/5/R3R/1R1R1 r range=1", []byte{3, 1, 4, 1, 5, 9, 2, 6})
	f.Fuzz(func(t *testing.T, start string, game []byte) {
		p, err := amazons.ParsePosition(start)
		if err != nil {
			return
		}
		for i, b := range game {
			moves := laws(t, p)
			if i%8 == 0 {
				checkAgrees(t, p, moves)
			}
			if len(moves) == 0 {
				return
			}
			m := moves[(int(b)*251+i)%len(moves)]
			if p.Check(m) != amazons.Legal {
				t.Fatalf("%v: Check(%v) = %v, but it is listed", p, m, p.Check(m))
			}
			after := p.Play(m)
			if after.Removed().Len() != p.Removed().Len()+1 || after.Side() == p.Side() {
				t.Fatalf("%v: %v leads to %v", p, m, after)
			}
			p = after
		}
	})
}

// FuzzText reads any text as turn, position and diagram: an accepted turn or position is printed back unchanged.
func FuzzText(f *testing.F) {
	for _, text := range []string{"D0D4J4", "1BB1/B2B/R2R/1RR1 r", "1BB1/B2B/R2R/1RR1 b range=2", "....\nR..B\n....\n....", "r\n(.)[R]<x>.\n....\n....\n...."} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := amazons.ParseMove(text); err == nil && m.String() != text {
			t.Errorf("turn %q is printed as %q", text, m)
		}
		if p, err := amazons.ParsePosition(text); err == nil && p.String() != text {
			t.Errorf("position %q is printed as %q", text, p)
		}
		if p, err := amazons.ParseDiagram(text); err == nil {
			laws(t, p)
		}
	})
}
