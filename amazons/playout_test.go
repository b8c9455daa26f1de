package amazons

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// odometer is a Chance that makes every combination of draws once: call next between runs until it returns false.
type odometer struct {
	draws, sizes []int
	at           int
}

func (o *odometer) IntN(n int) int {
	if o.at == len(o.draws) {
		o.draws, o.sizes = append(o.draws, 0), append(o.sizes, n)
	}
	o.sizes[o.at] = n
	o.at++
	return o.draws[o.at-1]
}

func (o *odometer) next() bool {
	o.at = 0
	for i := len(o.draws) - 1; i >= 0; i-- {
		if o.draws[i]++; o.draws[i] < o.sizes[i] {
			return true
		}
		o.draws, o.sizes = o.draws[:i], o.sizes[:i]
	}
	return false
}

// Every combination of draws must give every legal turn exactly once.
func TestRandomDrawsCoverTheLegalTurns(t *testing.T) {
	middle, err := ParsePosition("6B3/10/10/B8B/7x2/10/4R2x1R/10/2xR2x3/2B3R3 r")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []Position{Start(), middle, Start().WithArrowRange(2), middle.WithArrowRange(1)} {
		want := p.AppendMoves(nil)
		var steps, inPlace []Move
		var chance odometer
		for more := true; more; more = chance.next() {
			steps = append(steps, p.RandomSteps(&chance))
		}
		for more := true; more; more = chance.next() {
			b := newBoard(p)
			movable := p.Queens(p.Side()).And(p.Free().Neighbours())
			inPlace = append(inPlace, b.randomSteps(p.side, movable, &chance))
		}
		slices.SortFunc(inPlace, func(a, b Move) int { return cmpMoves(a, b) })
		if diff := cmp.Diff(want, steps); diff != "" {
			t.Errorf("%s: RandomSteps (-legal +drawn):\n%s", p, diff)
		}
		if diff := cmp.Diff(want, inPlace); diff != "" {
			t.Errorf("%s: randomSteps in place (-legal +drawn):\n%s", p, diff)
		}
	}
}

func cmpMoves(a, b Move) int {
	return (int(a.From)-int(b.From))*Squares*Squares + (int(a.To)-int(b.To))*Squares + int(a.Arrow) - int(b.Arrow)
}
