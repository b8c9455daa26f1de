package sarena_test

import (
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/sarena"
)

// laws checks what holds in every position.
func laws(t *testing.T, p sarena.Position) []sarena.Move {
	t.Helper()
	moves := p.AppendMoves(nil)
	if p.CountMoves() != len(moves) || p.Over() != (len(moves) == 0) {
		t.Fatalf("%v: %d turns are listed, CountMoves = %d, Over = %v", p, len(moves), p.CountMoves(), p.Over())
	}
	again, err := sarena.ParsePosition(p.String())
	if err != nil || again != p || again.Hash() != p.Hash() {
		t.Fatalf("%v is read back as %v, %v", p, again, err)
	}
	if drawn, err := sarena.ParseDiagram(p.Diagram()); err != nil || drawn != p {
		t.Fatalf("the diagram of %v is read back as %v, %v", p, drawn, err)
	}
	inverted := p.Invert()
	if !slices.Equal(inverted.AppendMoves(nil), moves) || inverted.Invert() != p || inverted.Score().Value() != -p.Score().Value() {
		t.Fatalf("R15 %v inverted is %v", p, inverted)
	}
	return moves
}

// checkAgrees lists the turns by Check, in the order of AppendMoves, and also tries cells outside of the board.
func checkAgrees(t *testing.T, p sarena.Position, moves []sarena.Move) {
	t.Helper()
	var legal []sarena.Move
	for i := -1; i <= p.Rows(); i++ {
		for j := -1; j <= p.Columns(); j++ {
			for _, d := range [...][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}, {0, 0}, {1, 1}, {0, 2}, {-2, 0}} {
				m := sarena.Move{I1: i, J1: j, I2: i + d[0], J2: j + d[1]}
				if p.Check(m) == sarena.Legal {
					legal = append(legal, m)
				}
			}
		}
	}
	if !slices.Equal(legal, moves) {
		t.Fatalf("%v: listed\n%v\nby Check\n%v", p, moves, legal)
	}
}

// place is a Chance that draws one number.
type place int

func (k place) Below(n int) int { return int(k) % n }

// walkAgrees plays a turn in place and back.
func walkAgrees(t *testing.T, p sarena.Position, m sarena.Move) {
	t.Helper()
	b := sarena.NewBoard(p)
	from, to := p.At(m.I1, m.J1), p.At(m.I2, m.J2)
	pile, under := b.Do(from, to)
	if after := p.Play(m); b != sarena.NewBoard(after) || b.Score() != after.Score() {
		t.Fatalf("%v: %v in place leads to %v, want %v", p, m, b, after)
	}
	b.Undo(from, to, pile, under)
	if b != sarena.NewBoard(p) {
		t.Fatalf("%v: %v taken back leads to %v", p, m, b)
	}
}

// FuzzGame plays any bytes as a legal game.
func FuzzGame(f *testing.F) {
	f.Add("+NN .NY +NR/.NR +NN .NY/+NY .NR +NN", []byte("any bytes are a game of legal turns"))
	f.Add("+YN + .RN/. +NNNN +RY r", []byte{0, 255, 7, 8, 200, 13, 99})
	f.Add("+YN/.RRNY/+NN/.NYRY/+", []byte{8, 2, 9, 1})
	f.Add(".YN .RRNY .YYRRNN .RN", []byte{3, 1, 4, 1, 5, 9, 2, 6})
	f.Fuzz(func(t *testing.T, start string, game []byte) {
		p, err := sarena.ParsePosition(start)
		if err != nil {
			return
		}
		endless := p.Endless()
		for i, b := range game {
			moves := laws(t, p)
			checkAgrees(t, p, moves)
			if len(moves) == 0 {
				return
			}
			if !endless && i >= 128 {
				t.Fatalf("R12 a game of more than 128 turns from %s", start)
			}
			k := (int(b)*251 + i) % len(moves)
			m := moves[k]
			if drawn := p.RandomMove(place(k)); drawn != m {
				t.Fatalf("%v: RandomMove draws %v at place %d, listed is %v", p, drawn, k, m)
			}
			walkAgrees(t, p, m)
			after := p.Play(m)
			if after.Side() == p.Side() || after.Arrows() != p.Arrows() {
				t.Fatalf("%v: %v leads to %v", p, m, after)
			}
			p = after
		}
	})
}

// FuzzText reads any text as move, position and diagram: what is accepted is printed back.
func FuzzText(f *testing.F) {
	for _, text := range []string{"0010", "0,9,0,10", "[0, 0, 1, 0]", "+NN .NY/.NR + r", "r\n+NN .NY\n.NR +", "# no\n\t+ ./. +"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := sarena.ParseMove(text); err == nil && m.String() != text {
			t.Errorf("move %q is printed as %q", text, m)
		}
		var m sarena.Move
		if m.UnmarshalJSON([]byte(text)) == nil {
			if again, err := sarena.ParseMove(m.String()); err != nil || again != m {
				t.Errorf("%q is the move %v, read back as %v, %v", text, m, again, err)
			}
		}
		if p, err := sarena.ParsePosition(text); err == nil && p.String() != text {
			t.Errorf("position %q is printed as %q", text, p)
		}
		if p, err := sarena.ParseDiagram(text); err == nil {
			checkAgrees(t, p, laws(t, p))
		}
	})
}
