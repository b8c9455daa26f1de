package learn

import (
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/referee"
)

type draws struct{ *rand.Rand }

func (d draws) Below(n int) int { return d.IntN(n) }

// TestEnvDecodes makes a position of what a seat sees, and compares it with the original one.
func TestEnvDecodes(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 1))
	for range 10 {
		r := referee.New(sarena.Draw(draws{chance}))
		for len(r.Ask()) > 0 {
			q := &r.Ask()[0].Ask
			decode(t, q)
			legal := Env.Legal(q, nil, nil)
			m, _ := Env.Act(q, []int16{legal[chance.IntN(len(legal))]})
			r.Answer([]turn.Answer[sarena.Move]{{Value: m}})
		}
		var v sarena.View
		Env.Final(r, 0, &v)
		decode(t, &v)
	}
}

// TestEnvSizes does the same on boards whose cells are no multiple of four.
func TestEnvSizes(t *testing.T) {
	chance := rand.New(rand.NewPCG(2, 1))
	for cells := 1; cells <= sarena.MaxCells; cells++ {
		p, err := sarena.New(1, cells)
		if err != nil {
			t.Fatal(err)
		}
		dealt := sarena.Draw(draws{chance})
		for c := range sarena.Cell(cells) {
			var pile sarena.Pile
			for range chance.IntN(sarena.Height + 1) {
				pile = dealt.Pile(sarena.Cell(chance.IntN(dealt.Cells()))).On(pile)
			}
			p.Put(c, chance.IntN(2) == 0, pile)
		}
		for side := range sarena.Seat(2) {
			decode(t, &sarena.View{Position: p.WithSide(side)})
		}
	}
}

func decode(t *testing.T, v *sarena.View) {
	t.Helper()
	shape := Env.Shape(v)
	codes, scalars := make([]uint8, shape.Cells()), make([]int16, len(shape.Scalars))
	for i := range codes {
		codes[i] = 99
	}
	Env.See(v, nil, codes, scalars)
	got, err := sarena.New(shape.Codes[1], shape.Codes[2])
	if err != nil {
		t.Fatal(err)
	}
	cells := got.Cells()
	for c := range cells {
		var chips []sarena.Chip
		for k := range codes[c] {
			chips = append(chips, sarena.Chip(codes[(1+int(k))*cells+c]))
		}
		pile, ok := sarena.PileOf(chips...)
		if !ok {
			t.Fatalf("cell %d: %v is no pile", c, chips)
		}
		got.Put(sarena.Cell(c), codes[planeArrow*cells+c] == 1, pile)
	}
	if v.Position.Side() == sarena.Red { // Red sees itself as Yellow
		got = got.Invert()
	}
	if got = got.WithSide(sarena.Seat(scalars[1])); got != v.Position || int(scalars[0]) != v.Turns {
		t.Fatalf("it sees\n%v in turn %d, want\n%v in turn %d", got, scalars[0], v.Position, v.Turns)
	}
	score := v.Percepts().Score()
	if int(scalars[2]) != score.Chips || int(scalars[3]) != score.Marked {
		t.Fatalf("it sees the scores %v, want %+v", scalars[2:], score)
	}
}
