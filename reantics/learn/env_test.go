package learn

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
)

// TestEnvDecodes decodes observations and compares them with the positions that they encode. A seat that places its home does
// not see the other home.
func TestEnvDecodes(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 1))
	hidden, attacks := 0, 0
	for range 4 {
		r := referee.New(reantics.Start(reantics.Manual), referee.Options{Cap: 60})
		for len(r.Ask()) > 0 {
			q := &r.Ask()[0].Ask
			var made []int16
			for done := false; !done; {
				hidden += decode(t, q, made)
				legal := Env.Legal(q, made, nil)
				made = append(made, legal[chance.IntN(len(legal))])
				var a reantics.Answer
				if a, done = Env.Act(q, made); done {
					if a.Target != nil {
						attacks++
					}
					r.Answer([]turn.Answer[reantics.Answer]{{Value: a}})
				}
			}
		}
		if reason := r.Result().Reason; reason == referee.Illegal {
			t.Fatalf("the game ended by %+v", r.Result())
		}
	}
	if hidden == 0 || attacks == 0 {
		t.Errorf("%d times something was hidden, %d attacks", hidden, attacks)
	}
}

// decode checks an observation and returns how many items of the other seat it hides.
func decode(t *testing.T, v *reantics.View, made []int16) (hidden int) {
	t.Helper()
	shape := Env.Shape(v)
	codes, list := make([]uint8, shape.Cells()), make([]int16, len(shape.Scalars))
	for i := range codes {
		codes[i] = 99
	}
	Env.See(v, made, codes, list)
	number := func(name string) int {
		return int(list[slices.IndexFunc(shape.Scalars, func(s batch.Scalar) bool { return s.Name == name })])
	}
	p := &v.Position
	for i := range reantics.Cells {
		c := reantics.Cell(i)
		kind, owner := p.ItemAt(c)
		item := map[reantics.Item]uint8{
			reantics.Grass: itemGrass, reantics.Food: itemFood, reantics.Hill: itemOwnHill, reantics.Tunnel: itemOwnTunnel,
		}[kind]
		if item >= itemOwnHill && owner != v.Seat {
			item += itemEnemyHill - itemOwnHill
		}
		if p.Asks() == reantics.AskHome && c.Y() > 5 {
			if item > 0 {
				hidden++
			}
			item = 0
		}
		ant, seat, isAnt := p.AntAt(c)
		var want [3]uint8 // ant, health, marks
		if isAnt {
			want = [3]uint8{1 + uint8(ant.Type), uint8(ant.Health), 0}
			if seat != v.Seat {
				want[0] += reantics.Types
			}
			if ant.Carrying {
				want[2] |= markCarrying
			}
			if ant.Moved {
				want[2] |= markMoved
			}
		}
		if c == p.Attacker() || len(p.Wanted()) == 0 && len(made) > 0 && made[0] == int16(i) {
			want[2] |= markChosen
		}
		got := [3]uint8{codes[100+i], codes[200+i], codes[300+i]}
		if placed := slices.Contains(made, int16(i)) && len(p.Wanted()) > 0; got != want || codes[i] != item && !placed {
			t.Fatalf("cell %v: item %d, ant %v, want %d, %v", c, codes[i], got, item, want)
		}
	}
	enemy := v.Seat.Other()
	if number("stock") != p.Stock(v.Seat) || number("enemy_stock") != p.Stock(enemy) || number("hill") != p.HillHealth(v.Seat) ||
		number("enemy_tunnel") != p.TunnelHealth(enemy) || number("ask") != int(p.Asks()) || number("seat") != int(v.Seat) {
		t.Fatalf("it sees %v", list)
	}
	return hidden
}
