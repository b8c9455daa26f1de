package bot

import (
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/pelita"
)

// ring has a block of walls in red's home; the pacman a and the ghost x are at opposite sides of it, and the pellet is behind x.
const ring = `
################
#.    #     #  #
#     #  ##   .#
#b      a##x   #
#        ##   y#
#     #        #
################`

// ringWorld returns the ring as bot a sees it.
func ringWorld(t *testing.T, layout string) (*world, *pelita.Bot) {
	t.Helper()
	b := setup(t, layout)
	g := newGround(b.Maze, pelita.V251)
	w := &world{g: g, round: 1, rounds: pelita.MaxRounds, fear: [pelita.Bots]uint8{shortChase, shortChase, shortChase, shortChase}}
	for bot, c := range []pelita.Cell{b.Position, b.Enemy[0].Position, b.Other.Position, b.Enemy[1].Position} {
		w.at[bot] = g.at(c)
		w.plans[bot].goal = none
	}
	w.setFood([2][]pelita.Cell{b.Food, b.Enemy[0].Food})
	for team := range g.chases {
		for !g.chases[team].solve(1000) {
		}
	}
	return w, b
}

// A ghost that runs after the bot is led round a block of walls, as the search expects, and the bot gets the pellet behind it.
func TestEvade(t *testing.T) {
	w, _ := ringWorld(t, ring)
	way := new(evasion).search(w, 0)
	if len(way) == 0 {
		t.Fatal("finds no way")
	}
	at, ghosts := w.at[0], [2]cell{w.at[1], w.at[3]}
	for i, to := range way {
		if !slices.Contains(w.g.options[at], to) {
			t.Fatalf("step %d of %v is illegal", i, way)
		}
		at = to
		for k, x := range ghosts {
			if w.g.near(x, at, 1) && w.g.side[at] == w.g.side[x] {
				t.Errorf("step %d goes to %v, beside a ghost on %v", i, w.g.cells[at], w.g.cells[x])
			}
			ghosts[k] = w.hunted(x, at, w.at[2])
		}
	}
	if w.slot[at] == 0 || w.g.side[at] != uint8(pelita.Red) {
		t.Errorf("the way ends on %v, where there is no pellet", w.g.cells[at])
	}
}

// Step by step to the nearest pellet, the same ghost holds the bot for ever.
func TestEvadeIsNeeded(t *testing.T) {
	w, _ := ringWorld(t, ring)
	for range 100 {
		to, _ := w.toward(0, w.food[pelita.Red][0])
		if w.at[0] = to; w.slot[to] != 0 {
			t.Fatal("gets the pellet")
		}
		for _, ghost := range []int{1, 3} {
			w.at[ghost] = w.hunted(w.at[ghost], w.at[0], w.at[2])
		}
	}
}

// A bot leaves its way when it fears the next step.
func TestEvadeStops(t *testing.T) {
	w, _ := ringWorld(t, ring)
	w.way[0] = new(evasion).search(w, 0)
	to, ok := w.evade(0)
	if !ok || to != w.way[0][0] || w.stage[0] != 1 {
		t.Errorf("goes to %v, %v, stage %d; the way is %v", to, ok, w.stage[0], w.way[0])
	}
	w.stage[0], w.at[1] = 0, w.way[0][0]
	if to, ok := w.evade(0); ok {
		t.Errorf("goes to %v, where a ghost is", w.g.cells[to])
	}
	w.at[1], w.at[0] = w.g.respawn[1], w.g.respawn[0]
	if to, ok := w.evade(0); ok {
		t.Errorf("goes to %v, which is far away", w.g.cells[to])
	}
}

// A ghost that comes nearer is believed to run after pacmen, one that goes away is not, and one that attacks is less and less.
func TestJudge(t *testing.T) {
	_, b := ringWorld(t, ring)
	b.Position = pelita.Cell{X: 8, Y: 2} // a pacman
	c := new(Champion)
	c.begin(b)
	near, far := c.g.at(pelita.Cell{X: 11, Y: 3}), c.g.at(pelita.Cell{X: 12, Y: 3})
	for range 15 {
		c.judge(b, 0, far, near)
		c.judge(b, 1, near, far)
	}
	if c.eager[0] < 0.8 || c.eager[1] > 0.1 {
		t.Errorf("the one that comes is eager by %.2f, the one that goes by %.2f", c.eager[0], c.eager[1])
	}
	was := c.eager
	b.Position = pelita.Cell{X: 7, Y: 3} // at home
	c.judge(b, 0, near, far)
	if c.eager != was {
		t.Errorf("without a pacman, %v becomes %v", was, c.eager)
	}
}

// A bot whose way gets no shorter evades no more for a while.
func TestTire(t *testing.T) {
	_, b := ringWorld(t, ring)
	c := new(Champion)
	for round, length := range []int{9, 8, 8, 7, 9, 9} {
		b.Round = round + 1
		c.plans[0] = plan{mode: evade, goal: none}
		c.now.way[0] = make([]cell, length)
		c.tire(b)
		if tired := c.evasion.tired[0] > b.Round; tired != (round == 5) {
			t.Errorf("round %d: tired until %d", b.Round, c.evasion.tired[0])
		}
	}
	if c.plans[0].mode == evade {
		t.Error("it evades still")
	}
}

// Near a ghost, the way past it is a plan; and in the playouts a ghost pursues as often as it is eager.
func TestEvadePlan(t *testing.T) {
	_, b := ringWorld(t, ring)
	c := new(Champion)
	c.begin(b)
	for team := range c.g.chases {
		for !c.g.chases[team].solve(1000) {
		}
	}
	c.look(b)
	c.fill(b)
	if list := c.candidates(b); !slices.Contains(list, plan{mode: evade, goal: none}) {
		t.Errorf("the plans are %+v", list)
	}
	c.eager = [2]float64{1, 0}
	c.drawWorld(b)
	if c.sample.plans[1].mode != pursue || c.sample.plans[3].mode != gather {
		t.Errorf("the eager ghost's plan is %+v, the other's %+v", c.sample.plans[1], c.sample.plans[3])
	}
}
