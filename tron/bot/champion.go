package bot

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/tron"
)

// Champion searches the commands of both seats as deep as it can. With a deadline it deepens until shortly before it, otherwise
// it looks at a number of cycles: then the same seed gives the same game on every machine.
type Champion struct {
	Nodes   int    // cycles to look at when there is no deadline
	Threads int    // searches at the same time when there is one; below 1 counts as 1
	Level   *Level // how much it sees; nil: everything
	Chance  *rand.Rand

	Measured int // cycles, over all decisions
	table    *table
	searches []*search
	pace     timer.Pace
	guess    foresight // of the enemy's rides in this game

	value int32 // of the position at the last decision
	known bool
	sure  bool // the value is proven
	proof proof
}

// halfway is the advantage that is half of a certain win: ten walls.
const halfway = 10 * point

// Worth returns what the game is worth to the bot since its last decision, from 0 (lost) to 1 (won); known is false before its
// first one.
func (b *Champion) Worth() (value float64, known bool) {
	switch {
	case b.value >= won:
		return 1, b.known
	case b.value <= -won:
		return 0, b.known
	}
	v := float64(b.value)
	return (1 + v/(halfway+math.Abs(v))) / 2, b.known
}

// Exact reports whether Worth is proven: one seat wins whatever the other one does.
func (b *Champion) Exact() bool { return b.sure }

// Initialize forgets the previous game.
func (b *Champion) Initialize(tron.View) { b.table, b.guess = nil, foresight{} }

// Decide deepens the search while it may.
func (b *Champion) Decide(ctx context.Context, w tron.View) (tron.Command, error) {
	if b.table == nil {
		b.table, b.searches = new(table), nil
	}
	_, clocked := ctx.Deadline()
	threads := 1
	if clocked {
		threads = max(b.Threads, 1)
	}
	for len(b.searches) < threads {
		b.searches = append(b.searches, &search{table: b.table})
	}
	first := b.searches[0]
	first.begin(&w.Position, w.Seat)
	first.stop, first.limit = paced(ctx, &b.pace), b.Nodes
	if clocked {
		first.limit = 0
	}
	if b.Level != nil {
		first.limit = b.Level.Nodes
	}
	level := cmp.Or(b.Level, &Levels[len(Levels)-1])
	var list [3]ride
	rides := level.seen(&first.arena, w.Seat, first.rides(w.Seat, &list), b.Chance)
	b.guess.watch(&w)
	b.Chance.Shuffle(len(rides), func(i, j int) { rides[i], rides[j] = rides[j], rides[i] }) // among equals it chooses at random
	var kept []ride
	if level.Guesses {
		kept = b.keep(&w, rides)
	}
	if len(kept) > 0 {
		rides = kept
	}
	best := rides[0]
	b.value, b.known = first.appraise(&first.arena, w.Seat), true
	if len(rides) > 1 {
		first.top = b.value
		if level.Guesses {
			b.guess.begin(w.Seat.Other(), w.Position.Cycle(), &first.appraiser)
			first.guess, first.trust = &b.guess, b.guess.trust()
			if first.distant {
				first.foretell(&b.guess)
			}
		}
		wait := b.help(&w, threads)
		best, _ = first.deepen(rides)
		b.value = first.top
		wait()
	}
	for _, s := range b.searches[:threads] {
		b.Measured += s.nodes
	}
	b.sure = len(kept) > 0 || level.Guesses && !first.done && b.prove(&w, best, len(rides) == 1)
	if len(kept) > 0 {
		b.value = max(b.value, won)
	}
	if first.distant && !b.sure { // the other bike may still do something about it
		b.value = max(-likely, min(b.value, likely))
	}
	return first.command(w.Seat, best), ctx.Err()
}

// keep returns those of the rides that keep the lead to the end of the game: certain wins, which no search that only hopes
// may give away.
func (b *Champion) keep(w *tron.View, rides []ride) (kept []ride) {
	b.proof.load(&w.Position)
	k := keeper{arena: &b.proof.arena, stop: b.searches[0].stop}
	for _, m := range rides {
		if k.keeps(w.Seat, m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// prove looks for a proof that the best ride wins, or that the other seat does, where the value says so or there was nothing to
// search. The search is no proof: it lets the other seat see the ride, and thinks of careful rides only.
func (b *Champion) prove(w *tron.View, best ride, only bool) bool {
	p := &b.proof
	p.load(&w.Position)
	p.limit, p.stop = proofLimit, b.searches[0].stop
	for cycles := 1; cycles <= deepest && p.limit > 0; cycles++ {
		if (only || b.value >= won) && p.holds(w.Seat, best, cycles) {
			b.value = max(b.value, won)
			return true
		}
		if (only || b.value <= -won) && p.wins(w.Seat.Other(), cycles) {
			b.value = min(b.value, -won)
			return true
		}
		if !only && b.value < won && b.value > -won {
			break
		}
	}
	return false
}

// help starts the other searches. They fill the table that the first one reads; what they return is not used. The function
// that it returns ends them.
func (b *Champion) help(w *tron.View, threads int) (wait func()) {
	var end atomic.Bool
	var running sync.WaitGroup
	clock := b.searches[0].solo.clock
	for i, s := range b.searches[1:threads] {
		running.Go(func() {
			s.begin(&w.Position, w.Seat)
			s.stop, s.limit, s.solo.clock = end.Load, 0, clock
			var list [3]ride
			rides := s.rides(w.Seat, &list)
			for k := range i%len(rides) + 1 { // each begins with another ride
				rides[0], rides[k] = rides[k], rides[0]
			}
			s.deepen(rides)
		})
	}
	return func() {
		end.Store(true)
		running.Wait()
	}
}
