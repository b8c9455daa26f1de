package bot

import (
	"context"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/sarena"
)

// limit is how long champion may think about a turn: with a clock as long as its pace says, otherwise a number of nodes, so that
// it plays the same on every machine.
type limit struct {
	ctx     context.Context
	nodes   int
	clocked bool
	most    int // turns to search with a clock; 0: as many as there is time for
	pace    *timer.Pace
}

// limit begins a move and returns its limit.
func (b *Champion) limit(ctx context.Context, v sarena.View) limit {
	l := limit{ctx: ctx, nodes: b.NodesPerMove, clocked: v.Timed, pace: &b.pace}
	if b.sight != nil {
		l.most = l.nodes
	}
	if l.nodes == 0 {
		l.nodes = ChampionNodes
	}
	if v.Timed {
		b.pace.Share(ctx, share(v.Credit, v.Step))
	} else {
		l.clocked = b.pace.Start(ctx, 1)
	}
	return l
}

// stop returns a function that tells a search to stop after its part of the limit: 1 all of it, 3 a third.
func (l limit) stop(part int) func(nodes int) bool {
	if !l.clocked {
		return func(nodes int) bool { return nodes >= l.nodes/part || l.ctx.Err() != nil }
	}
	return func(nodes int) bool {
		return l.pace.Past(1/float64(part)) || l.most > 0 && nodes >= l.most/part || l.ctx.Err() != nil
	}
}
