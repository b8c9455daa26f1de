package learn

import (
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// TestEnvDecodes compares what a seat sees with the position.
func TestEnvDecodes(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 1))
	for _, start := range []string{amazons.Start().String(), "1B1B1/B3B/5/R3R/1R1R1 b", "1BB1/B2B/R2R/1RR1 r"} {
		p, err := amazons.ParsePosition(start)
		if err != nil {
			t.Fatal(err)
		}
		r := referee.New(p.WithArrowRange(amazons.Range(chance.IntN(4))))
		for len(r.Ask()) > 0 {
			q := &r.Ask()[0].Ask
			var made []int16
			for done := false; !done; {
				decode(t, q, made)
				legal := Env.Legal(q, made, nil)
				made = append(made, legal[chance.IntN(len(legal))])
				var m amazons.Move
				if m, done = Env.Act(q, made); done {
					r.Answer([]turn.Answer[amazons.Move]{{Value: m}})
				}
			}
		}
		if reason := r.Result().Reason; reason != amazons.Stuck {
			t.Errorf("the game from %s ended by %s", start, reason)
		}
	}
}

func decode(t *testing.T, v *amazons.View, made []int16) {
	t.Helper()
	shape := Env.Shape(v)
	codes, scalars := make([]uint8, shape.Cells()), make([]int16, len(shape.Scalars))
	for i := range codes {
		codes[i] = 99
	}
	Env.See(v, made, codes, scalars)
	p := v.Position
	side := p.Side()
	letters := map[byte]uint8{'R': codeOwn, 'B': codeEnemy, 'x': codeRemoved}
	if side == amazons.Blue {
		letters['R'], letters['B'] = codeEnemy, codeOwn
	}
	want := make([]uint8, amazons.Squares)
	for i := range want {
		s := amazons.Square(i)
		want[i] = letters[p.Cell(s)]
		if s.Column() >= p.Size() || s.Row() >= p.Size() {
			want[i] = codeOutside
		}
	}
	chosen := []int16{int16(len(made)), -1, -1}
	for n, action := range made {
		chosen[1+n] = action
		if n > 0 {
			want[made[0]] = codeFree
		}
		want[action] = codeChosen
	}
	if string(codes) != string(want) {
		t.Fatalf("after %v it sees\n%v of\n%v, want\n%v", made, codes, p, want)
	}
	for i, n := range append(chosen, int16(v.Turns), int16(side), int16(p.ArrowRange()), int16(p.Size())) {
		if scalars[i] != n {
			t.Fatalf("%s is %d, want %d", shape.Scalars[i].Name, scalars[i], n)
		}
	}
}
