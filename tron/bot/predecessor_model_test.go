package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/tron"
)

// models guesses what the enemy will do by asking several simple drivers what they would do in its place, and believes the one
// that has been right most often of late.
type models struct {
	guesses []guess
}

type guess struct {
	driver interface {
		Decide(context.Context, tron.View) (tron.Command, error)
	}
	next  tron.Direction // where it said that the enemy would drive
	right float64        // how often it was right, the last times counting most
}

// forget is what is left of a right guess one cycle later.
const forget = 0.93

// reset begins a game.
func (m *models) reset(seed uint64) {
	chance := rand.New(rand.NewPCG(seed, 0))
	m.guesses = []guess{
		{driver: nil}, // the planner
		{driver: &Fill{Chance: chance}},
		{driver: &Minimax{Depth: 4, Chance: chance}},
		{driver: &Voronoi{Depth: 1, Chance: chance}},
	}
}

// learn compares the guesses of the last cycle with what the enemy did.
func (m *models) learn(p *tron.Position, enemy tron.Seat) {
	for i := range m.guesses {
		m.guesses[i].right *= forget
		if p.Cycle() > 0 && m.guesses[i].next == p.Bike(enemy).Direction {
			m.guesses[i].right++
		}
	}
}

// guess returns the line that the enemy is supposed to follow when the other seat follows its own; planned is what the planner
// supposes.
func (m *models) guess(p *tron.Position, enemy tron.Seat, own *line, planned line) line {
	best := 0
	for i := range m.guesses {
		g := &m.guesses[i]
		c := planned.commands[0]
		if g.driver != nil {
			c = g.ask(p, enemy)
		}
		g.next = steered(p.Bike(enemy).Direction, c)
		if g.right > m.guesses[best].right+0.5 {
			best = i
		}
	}
	if best == 0 {
		return planned
	}
	var l line
	q := *p
	for k := 0; k < horizon && !q.Over(); k++ {
		c := m.guesses[best].ask(&q, enemy)
		var both [2]tron.Command
		both[enemy], both[enemy.Other()] = c, follow(&q, enemy.Other(), own, k)
		l.commands[k] = c
		l.n++
		q.Step(both)
	}
	return l
}

// ask returns what a driver would do; none of these can fail.
func (g *guess) ask(p *tron.Position, s tron.Seat) tron.Command {
	c, _ := g.driver.Decide(context.Background(), tron.View{Position: *p, Seat: s})
	return c
}

func steered(d tron.Direction, c tron.Command) tron.Direction {
	if to, ok := c.Turn(); ok && to&1 != d&1 {
		return to
	}
	return d
}
