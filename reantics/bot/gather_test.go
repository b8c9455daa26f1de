package bot

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/reantics"
)

// gatherer only gathers food. It plans the ways of all its workers together, over several turns, as if the enemy stood still.
type gatherer struct {
	script
	workers int // how many it builds up to
	grass   func(chance *rand.Rand, hill, tunnel reantics.Cell) []reantics.Cell
	evades  bool // workers keep away from enemy fighters

	trips    *trips
	plan     []reantics.Move
	expected reantics.Position
}

const (
	gatherWidth = 12 // half-finished turns kept
	gatherTurns = 3  // turns planned
)

// trips are the numbers of turns that a worker needs if no ant is in its way.
type trips struct {
	ground *terrain
	home   [reantics.Cells]int // to a building
	round  [reantics.Cells]int // to food and then to a building
	ways   reantics.Set        // cells on the shortest ways between buildings and the food nearest to them
}

func newTrips(p *reantics.Position, me reantics.Seat, ground *terrain) *trips {
	var reach [reantics.Cells]reantics.Set // the cells from which a worker gets to a cell in a turn
	state := p.State()
	state.Side, state.Attacker = me, reantics.NoCell
	for c := range reantics.Cell(reantics.Cells) {
		state.Ants = [2][]reantics.Ant{}
		state.Ants[me] = []reantics.Ant{{Cell: c, Type: reantics.Worker, Health: 1}}
		lone, err := reantics.Make(state)
		if err != nil {
			panic(err)
		}
		for _, m := range lone.AppendDestinations(nil, 0) {
			reach[m.To()] = reach[m.To()].Or(reantics.SetOf(c))
		}
	}
	// to returns the numbers of turns to the nearest of some cells.
	to := func(cells reantics.Set) (turns [reantics.Cells]int) {
		for c := range turns {
			turns[c] = far
		}
		for n := 0; !cells.Empty(); n++ {
			var next reantics.Set
			for ; !cells.Empty(); cells = cells.Rest() {
				turns[cells.First()] = min(turns[cells.First()], n)
				next = next.Or(reach[cells.First()])
			}
			for ; !next.Empty(); next = next.Rest() {
				if turns[next.First()] == far {
					cells = cells.Or(reantics.SetOf(next.First()))
				}
			}
		}
		return turns
	}
	t := &trips{ground: ground, home: to(stores(p, me))}
	for c := range t.round {
		t.round[c] = far
	}
	for _, f := range p.FoodList() {
		for c, n := range to(reantics.SetOf(f)) {
			t.round[c] = min(t.round[c], n+t.home[f])
		}
	}
	for rest := stores(p, me); !rest.Empty(); rest = rest.Rest() {
		t.ways = t.ways.Or(ways(p, ground, rest.First()))
	}
	return t
}

// ways are the cells on the shortest ways between a building and its nearest food.
func ways(p *reantics.Position, ground *terrain, store reantics.Cell) (cells reantics.Set) {
	nearest := slices.MinFunc(p.FoodList(), func(a, b reantics.Cell) int {
		return cmp.Compare(ground.walk[store][a], ground.walk[store][b])
	})
	for c := range reantics.Cell(reantics.Cells) {
		if int(ground.walk[store][c])+int(ground.walk[c][nearest]) <= int(ground.walk[store][nearest]) {
			cells = cells.Or(reantics.SetOf(c))
		}
	}
	return cells
}

// stores are the buildings of a seat.
func stores(p *reantics.Position, s reantics.Seat) reantics.Set {
	return reantics.SetOf(p.Hill(s), p.Tunnel(s)).And(reantics.All)
}

// race returns the number of turns until a seat has the food to win, and how much work is left, in turns of one worker.
func (t *trips) race(p *reantics.Position, s reantics.Seat) (turns, work int) {
	var due [reantics.MaxAnts]int
	n, again, least := 0, 0, far
	for rest := stores(p, s); !rest.Empty(); rest = rest.Rest() {
		again, least = max(again, t.round[rest.First()]), min(least, t.round[rest.First()])
	}
	for i := range p.Count(s) {
		switch a := p.Ant(s, i); {
		case a.Type != reantics.Worker:
			continue
		case a.Carrying:
			due[n] = t.home[a.Cell]
		default:
			due[n] = t.round[a.Cell]
		}
		work += due[n]
		n++
	}
	work -= again * p.Stock(s)
	for stock := p.Stock(s); stock < reantics.FoodGoal && turns < far; turns++ {
		for i, d := range due[:n] {
			if d == turns+1 {
				due[i] += least
				stock++
			}
		}
	}
	return turns, work
}

// Place puts the buildings where all bots do, and the grass where this one wants it.
func (b *gatherer) Place(_ context.Context, v reantics.View) ([]reantics.Cell, error) {
	cells := settle(&v.Position, b.Chance)
	if v.Position.Wanted()[0] == reantics.Hill && b.grass != nil {
		cells = append(cells[:2], b.grass(b.Chance, cells[0], cells[1])...)
	}
	return cells, nil
}

// Move plans a turn when it begins, and then follows the plan.
func (b *gatherer) Move(_ context.Context, v reantics.View) (reantics.Move, error) {
	if len(b.plan) == 0 || b.expected != v.Position {
		b.ground = b.ground.look(&v.Position)
		if b.trips == nil || b.trips.ground != b.ground {
			b.trips = newTrips(&v.Position, v.Seat, b.ground)
		}
		b.plan = b.think(&v.Position)
	}
	m := b.plan[0]
	b.plan = b.plan[1:]
	b.expected = v.Position
	if b.expected.Step(m); b.expected.Attacker() != reantics.NoCell {
		b.plan = nil // the queen hits somebody: what is left of the turn is planned anew
	}
	rescan(&b.expected, v.Seat)
	return m, nil
}

// RegisterWin forgets the game.
func (b *gatherer) RegisterWin(bool) { b.plan = nil }

// course is a course of the next turns: the actions of the first, and the position that it leads to.
type course struct {
	p     reantics.Position
	first []reantics.Move
	cost  int
}

// think returns the first turn of the best course of the next turns.
func (b *gatherer) think(p *reantics.Position) []reantics.Move {
	me := p.Side()
	beam := []course{{p: *p}}
	for turn := range gatherTurns {
		var ended []course
		for range p.Count(me) + 2 { // no turn has more actions: an ant is built, and the turn ends
			var next []course
			for _, c := range beam {
				next, ended = b.expand(c, me, turn, next, ended)
			}
			beam = best(next)
		}
		beam = best(ended)
		for i := range beam {
			if o, over := beam[i].p.Outcome(); over && o.Winner == int(me) {
				return beam[i].first
			}
			beam[i].p.Step(reantics.EndTurn) // the enemy's turn
		}
	}
	return beam[0].first
}

// expand appends what can follow a half-finished turn: an end of the turn to ended, and all else to next.
func (b *gatherer) expand(c course, me reantics.Seat, turn int, next, ended []course) (going, done []course) {
	add := func(m reantics.Move) {
		d := c
		if turn == 0 {
			d.first = append(slices.Clone(c.first), m)
		}
		d.p.Step(m)
		if d.p.Attacker() != reantics.NoCell {
			d.p.Attack(bestTarget(&d.p, d.p.Attacker(), d.p.AppendTargets(nil)))
		}
		if m == reantics.EndTurn {
			d.cost = b.cost(&d.p, me, turn)
			ended = append(ended, d)
			return
		}
		q := d.p
		q.Step(reantics.EndTurn)
		d.cost = b.cost(&q, me, turn)
		next = append(next, d)
	}
	for i := range c.p.Count(me) {
		for k, m := range c.p.AppendDestinations(nil, i) {
			if k > 0 { // the first is to stay
				add(m)
			}
		}
	}
	if count(&c.p, me, reantics.Worker) < b.workers {
		for _, m := range c.p.AppendBuilds(nil) {
			if m.Type() == reantics.Worker {
				add(m)
			}
		}
	}
	add(reantics.EndTurn)
	return next, ended
}

// cost is what an end of a turn of mine is worth: the less the better.
func (b *gatherer) cost(p *reantics.Position, me reantics.Seat, turn int) int {
	turns, work := b.trips.race(p, me)
	cost := 100*(turns+turn) + 4*work
	if _, over := p.Outcome(); over {
		return cost - 1000
	}
	danger := reantics.Set{}
	if b.evades {
		danger = dangers(p, me.Other())
	}
	for i := range p.Count(me) {
		switch a := p.Ant(me, i); {
		case a.Type == reantics.Queen && p.Built().Minus(p.Grass()).Has(a.Cell):
			cost += 150
		case a.Type == reantics.Queen && b.trips.ways.Has(a.Cell):
			cost += 30
		case a.Type == reantics.Worker && danger.Has(a.Cell):
			cost += 40
		}
	}
	return cost
}

// best returns the cheapest courses, each position once.
func best(list []course) []course {
	slices.SortStableFunc(list, func(c, d course) int { return cmp.Compare(c.cost, d.cost) })
	var kept []course
	for _, c := range list {
		if len(kept) == gatherWidth {
			break
		}
		if !slices.ContainsFunc(kept, func(k course) bool { return k.p == c.p }) {
			kept = append(kept, c)
		}
	}
	return kept
}

// row is grass all along the front of the home, without one cell at an end.
func row(chance *rand.Rand, _, _ reantics.Cell) (cells []reantics.Cell) {
	open := chance.IntN(2) * (reantics.Size - 1)
	for x := range reantics.Size {
		if x != open {
			cells = append(cells, reantics.At(x, 3))
		}
	}
	return cells
}

// hedge is grass on the cells between the buildings and the middle, those nearest to a building first.
func hedge(chance *rand.Rand, hill, tunnel reantics.Cell) []reantics.Cell {
	var front reantics.Set
	for x := range reantics.Size {
		front = front.Or(reantics.SetOf(reantics.At(x, 2), reantics.At(x, 3)))
	}
	cells := byDistance(front, chance, hill, tunnel)
	slices.Reverse(cells)
	return cells[:reantics.GrassEach]
}

// gathering are the gatherers to play against.
var gathering = map[string]gatherer{
	"gather1": {workers: 1, grass: row},
	"gather2": {workers: 2, grass: row},
	"gather3": {workers: 3, grass: row},
	"gather4": {workers: 4, grass: row},
	"gather5": {workers: 5, grass: row},
	"hedge3":  {workers: 3, grass: hedge},
	"hedge4":  {workers: 4, grass: hedge},
	"hedge5":  {workers: 5, grass: hedge},
	"near3":   {workers: 3}, // grass where food would be farther, as all bots place it
	"near4":   {workers: 4},
	"near5":   {workers: 5},
	"shy3":    {workers: 3, grass: row, evades: true},
	"shy4":    {workers: 4, grass: row, evades: true},
	"shy5":    {workers: 5, grass: row, evades: true},
}

func init() {
	for name, b := range gathering {
		makers[name] = func(c *rand.Rand) player {
			own := b
			own.Chance = c
			return &own
		}
	}
}

// stopping only ends its turns.
type stopping struct{ script }

func (b *stopping) Move(context.Context, reantics.View) (reantics.Move, error) {
	return reantics.EndTurn, nil
}

// A gatherer wins the race for food against whoever gathers worse, and nearly as fast as is possible if nobody disturbs it: four
// workers, of which each needs four turns a unit, and one begins a turn after the other, cannot have 11 units before turn 17 of their seat.
func TestGatherers(t *testing.T) {
	gametest.Slow(t)
	for name, most := range map[string]int{"gather3": 21, "gather4": 19, "near4": 19, "shy4": 19} {
		const games = 4
		sum := 0
		for i := range games {
			seat, seed := reantics.Seat(i%2), uint64(i)+100
			var bots [2]player
			bots[seat] = makers[name](rand.New(rand.NewPCG(seed, 1)))
			bots[seat.Other()] = &stopping{script{Chance: rand.New(rand.NewPCG(seed, 2))}}
			sum += (playGame(t, t.Context(), reantics.Manual, bots).turns + 1) / 2
		}
		t.Logf("%s has the food to win in turn %.1f of its own", name, float64(sum)/games)
		if sum > most*games {
			t.Errorf("%s has the food to win after %d turns in %d games, want at most %d in a game", name, sum, games, most)
		}
		if won, why := match(t, name, "greedy", games, reantics.Manual); won[0] < games-1 {
			t.Errorf("%s won %d of %d games against greedy: %v", name, won[0], games, why)
		}
	}
}
