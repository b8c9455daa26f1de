package bot

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/sarena"
)

// Champion is an alpha-beta search that is specialised for this game: positions are changed in place, their evaluation
// (outlook.go) is learned from games and updated turn by turn, a table keeps what is known about positions, late turns in the
// list are searched less deeply, and a position with few turns left is searched to its end.
//
// Without a clock it searches a fixed number of nodes, and plays the same on every machine.
type Champion struct {
	NodesPerMove int // without a clock; 0: ChampionNodes
	Threads      int // searches at the same time with a clock; below 1 counts as 1

	Nodes int // turns played in searches, over all moves
	Depth int // of the last search, in turns; to the end of the game if it is negative

	value  int // of the last search, for its side
	valued bool
	exact  bool // that search saw the end of the game

	tableBits int // 0: championTable
	sight     *sight

	pace    timer.Pace
	search  *search
	helpers []*search // fill the table that search reads
	terrain *terrain
	shape   sarena.Position // the empty board that terrain describes
}

// ChampionNodes is the number of turns that champion plays in its search for a move when there is no clock.
const ChampionNodes = 200_000

const (
	championTable = 20 // binary logarithm of the number of positions that are remembered, in 16 MB
	deepest       = 60 // largest number of turns that it looks ahead
	solvePart     = 3  // the search for the end of the game takes at most 1/solvePart of its time or nodes
	solveBelow    = 24 // number of legal turns at or below which it searches for the end of the game
)

// Move thinks until its time or its nodes are used up, or until it has seen everything.
func (b *Champion) Move(ctx context.Context, v sarena.View) (sarena.Move, error) {
	p := v.Position
	b.exact = false
	b.meet(p)
	f := newField(p, b.terrain)
	turns := p.AppendMoves(nil)
	if len(turns) == 1 {
		return turns[0], ctx.Err()
	}
	l := b.limit(ctx, v)
	if len(turns) <= solveBelow && !p.Endless() && b.sight.deep() {
		b.search.reset(f, l.stop(solvePart))
		value, best := b.search.choice(toTheEnd, noTurn, f.sources())
		b.Nodes += b.search.nodes
		if !b.search.over {
			b.Depth = -1
			b.value, b.valued, b.exact = value, true, true
			return f.move(p, best), ctx.Err()
		}
	}
	b.search.reset(f, l.stop(1))
	wait := b.help(p, l.clocked)
	best := b.deepen()
	wait()
	if l.clocked {
		b.pace.Over() // how long the other threads took to end
	}
	if best == noTurn {
		return turns[0], ctx.Err()
	}
	b.sight.remember(f, best)
	return f.move(p, best), ctx.Err()
}

// Worth returns the value of the game for champion after its last search, from 0 (lost) to 1 (won); known is false before its
// first. The evaluation was learned as the logarithm of the odds, in parts of 256.
func (b *Champion) Worth() (worth float64, known bool) {
	switch {
	case b.value > won/2:
		return 1, b.valued
	case b.value < -won/2:
		return 0, b.valued
	}
	return 1 / (2 + math.Expm1(-float64(b.value)/256)), b.valued // not Exp, whose last bit depends on the processor
}

// Exact reports whether Worth is proven: the last search saw the end of the game.
func (b *Champion) Exact() bool { return b.exact }

// help starts more searches if there is a clock: they fill the table, and their own results are not used. The function that it
// returns ends them.
func (b *Champion) help(p sarena.Position, clocked bool) (wait func()) {
	if !clocked || b.Threads <= 1 {
		return func() {}
	}
	var end atomic.Bool
	var running sync.WaitGroup
	for len(b.helpers) < b.Threads-1 {
		b.helpers = append(b.helpers, newSearch(b.search.table))
	}
	for i, s := range b.helpers[:b.Threads-1] {
		s.reset(newField(p, b.terrain), func(int) bool { return end.Load() })
		running.Go(func() {
			best := noTurn
			for depth := 2 + i%2; depth <= deepest && !s.over; depth++ { // some are a turn ahead of the others
				if _, m := s.choice(depth, best, s.f.sources()); m != noTurn {
					best = m
				}
			}
		})
	}
	return func() {
		end.Store(true)
		running.Wait()
		for _, s := range b.helpers[:b.Threads-1] {
			b.Nodes += s.nodes
		}
	}
}

// deepen searches one turn deeper again and again until it is stopped.
func (b *Champion) deepen() (best turn) {
	sources, last := b.sight.look(b.search.f)
	for depth := 1; depth <= last && !b.search.over; depth++ {
		// A search that is stopped has already tried the best turn of the one before.
		value, m := b.search.choice(depth, best, sources)
		if m != noTurn {
			best = m
		}
		if !b.search.over {
			b.Depth = depth
			b.value, b.valued = value, true
		}
	}
	b.Nodes += b.search.nodes
	return best
}

// meet prepares the bot for a board.
func (b *Champion) meet(p sarena.Position) {
	shape := p.WithSide(sarena.Yellow)
	for c := range sarena.Cell(p.Cells()) {
		shape.Put(c, p.Arrows().Has(c), 0)
	}
	if b.search == nil {
		if b.tableBits == 0 {
			b.tableBits = championTable
		}
		b.search = newSearch(newTable(b.tableBits))
	}
	if b.terrain == nil || shape != b.shape {
		b.terrain, b.shape = newTerrain(p), shape
		b.search.table.forget()
	}
}

// share is the part of a credit of seconds for one move: most games are decided by step 20, and later turns are soon searched to
// the end. The rest is for stalls of the machine.
func share(credit float64, step int) time.Duration {
	moves := max(5, float64(22-step)/2)
	return time.Duration(max(0, float64(0.92*credit)-0.02) / moves * float64(time.Second))
}
