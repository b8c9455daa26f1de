package bot

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/reantics"
)

// sparring is a bot to play against that is no part of the program: scripted, like Greedy, with a few decisions of its own.
type sparring struct {
	script
	// wanted are the ants to build, the most wanted first.
	wanted func(b *sparring, p *reantics.Position, me reantics.Seat) []reantics.Type
	// fight is the cost of cells for a fighter; nil: it hunts workers, then all.
	fight func(b *sparring, p *reantics.Position, a reantics.Ant) func(reantics.Cell) int
	// evades says that workers keep away from enemy fighters.
	evades bool
	// queen says that the queen stays at the hill and hits who comes near.
	queen bool
}

func (b *sparring) Move(_ context.Context, v reantics.View) (reantics.Move, error) {
	return b.play(&v, func(p *reantics.Position, a reantics.Ant) func(reantics.Cell) int {
		switch a.Type {
		case reantics.Worker:
			way := b.gather(p, a)
			if !b.evades {
				return way
			}
			danger := dangers(p, v.Seat.Other())
			return func(c reantics.Cell) int {
				if danger.Has(c) {
					return 8 + way(c)
				}
				return way(c)
			}
		case reantics.Queen:
			if b.queen {
				return b.nearest(a.Type, reantics.Near(p.Hill(v.Seat), 1).Minus(p.Built()))
			}
			return b.retire(p)
		}
		if b.fight != nil {
			return b.fight(b, p, a)
		}
		return b.nearest(a.Type, prey(p, v.Seat.Other()))
	}, func(p *reantics.Position) []reantics.Type { return b.wanted(b, p, v.Seat) }), nil
}

// dangers are the cells that a seat's fighters may hit in their next turn, up to three steps away.
func dangers(p *reantics.Position, s reantics.Seat) (cells reantics.Set) {
	for i := range p.Count(s) {
		if a := p.Ant(s, i); fights(a.Type) {
			stats := p.Rules().Stats(a.Type)
			cells = cells.Or(reantics.Near(a.Cell, min(3, stats.Movement+stats.Range)))
		}
	}
	return cells
}

func fights(t reantics.Type) bool {
	return t == reantics.Drone || t == reantics.Soldier || t == reantics.Ranged
}

// workers returns a plan that builds workers up to a number, and then what comes behind.
func workers(n int, then ...reantics.Type) func(*sparring, *reantics.Position, reantics.Seat) []reantics.Type {
	return func(_ *sparring, p *reantics.Position, me reantics.Seat) []reantics.Type {
		if count(p, me, reantics.Worker) < n {
			return []reantics.Type{reantics.Worker}
		}
		return then
	}
}

// guards is workers, with fighters of a type up to a number.
func guards(n int, t reantics.Type, number int) func(*sparring, *reantics.Position, reantics.Seat) []reantics.Type {
	return func(_ *sparring, p *reantics.Position, me reantics.Seat) []reantics.Type {
		switch {
		case count(p, me, reantics.Worker) < n:
			return []reantics.Type{reantics.Worker}
		case count(p, me, t) < number:
			return []reantics.Type{t}
		}
		return nil
	}
}

// answers is a gatherer's plan that builds a fighter more than the enemy has once it has any.
func answers(n int, t reantics.Type) func(*sparring, *reantics.Position, reantics.Seat) []reantics.Type {
	return func(_ *sparring, p *reantics.Position, me reantics.Seat) []reantics.Type {
		theirs := fighters(p, me.Other())
		switch {
		case count(p, me, reantics.Worker) < 1:
			return []reantics.Type{reantics.Worker}
		case theirs > 0 && fighters(p, me) <= theirs:
			return []reantics.Type{t}
		case count(p, me, reantics.Worker) < n:
			return []reantics.Type{reantics.Worker}
		}
		return nil
	}
}

// home has fighters meet who is in the own half or about to enter it, and go back to the hill.
func home(b *sparring, p *reantics.Position, a reantics.Ant) func(reantics.Cell) int {
	me := p.Side()
	near := p.Occupied(me.Other()).And(reantics.Homes[reantics.Blue].Or(reantics.Middle))
	if near.Empty() {
		near = reantics.Near(p.Hill(me), 2).Minus(p.Built())
	}
	return b.nearest(a.Type, near)
}

// queens has fighters go for the queen.
func queens(b *sparring, p *reantics.Position, a reantics.Ant) func(reantics.Cell) int {
	them := p.Side().Other()
	for i := range p.Count(them) {
		if q := p.Ant(them, i); q.Type == reantics.Queen {
			return b.nearest(a.Type, reantics.SetOf(q.Cell))
		}
	}
	return b.nearest(a.Type, p.Occupied(them))
}

// anthill has fighters go for the anthill.
func anthill(b *sparring, p *reantics.Position, a reantics.Ant) func(reantics.Cell) int {
	return b.nearest(a.Type, reantics.SetOf(p.Hill(p.Side().Other())))
}

// population are the bots to play against beside those of the program.
var population = map[string]sparring{
	"pair":      {wanted: workers(2)},                                                   // gathers with two workers, builds nothing else
	"hoarder":   {wanted: workers(4), evades: true},                                     // gathers with four that keep away from fighters
	"guarded":   {wanted: guards(2, reantics.Soldier, 1), fight: home, evades: true},    // gathers behind a soldier
	"wary":      {wanted: answers(3, reantics.Soldier), fight: home, evades: true},      // gathers, answers each fighter with a soldier
	"drones":    {wanted: workers(2, reantics.Drone)},                                   // hunts workers with drones
	"archers":   {wanted: workers(2, reantics.Ranged), fight: home},                     // gathers ranged soldiers at home
	"regicide":  {wanted: workers(2, reantics.Soldier), fight: queens},                  // all for the queen
	"sappers":   {wanted: workers(1, reantics.Soldier, reantics.Drone), fight: anthill}, // all for the anthill
	"matriarch": {wanted: answers(2, reantics.Ranged), fight: home, evades: true, queen: true},
}

func init() {
	for name, b := range population {
		makers[name] = func(c *rand.Rand) player {
			own := b
			own.Chance = c
			return &own
		}
	}
}

// Every sparring bot plays its games to the end by the rules, and is a bot to play against: it beats random.
func TestPopulation(t *testing.T) {
	if len(population)+len(bundled) < 9 {
		t.Errorf("%d bots to play against beside the champion, want at least 8", len(population)+len(bundled)-1)
	}
	for name := range population {
		if won, why := match(t, name, "random", 10, reantics.Manual); won[0] < 7 {
			t.Errorf("%s won %d of 10 games against random: %v", name, won[0], why)
		}
	}
}
