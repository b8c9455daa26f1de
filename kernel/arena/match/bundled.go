package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
)

// softTime is how long a bundled bot that thinks by counts lets a person wait. On a machine with nothing else to do, the
// counts of all bots end before it.
const softTime = 2 * time.Second

// bundled is a player that makes a new bundled bot for every game, so that a game depends only on its seed.
type bundled[Q, A any] struct {
	turn.Shared[Q, A]
	*Typed[Q, A]
	deal func(*rand.Rand) turn.Player[Q, A]

	soft    time.Duration // how long it thinks if it has no clock; 0: as long as it likes
	hurried int           // answers that softTime ended, in this game
}

// Local says that the bot thinks in this process.
func (b *bundled[Q, A]) Local() {}

// Open makes the bot for one game.
func (b *bundled[Q, A]) Open(_ context.Context, g turn.Game) error {
	b.Begin(b.deal(g.Rand()), g.Budget)
	if g.Budget.Limited() {
		b.soft = 0
	}
	return nil
}

func (b *bundled[Q, A]) soften(person bool) {
	if b.soft, b.hurried = 0, 0; person {
		b.soft = softTime
	}
}

// Answer asks the bot. It is stopped after its soft time without seeing it: a deadline would make it think until then.
func (b *bundled[Q, A]) Answer(ctx context.Context, q Q) (A, string, error) {
	if b.soft == 0 {
		return b.Shared.Answer(ctx, q)
	}
	short, stop := context.WithCancel(ctx)
	defer stop()
	defer time.AfterFunc(b.soft, stop).Stop()
	value, say, err := b.Shared.Answer(short, q)
	if !errors.Is(err, context.Canceled) || ctx.Err() != nil {
		return value, say, err
	}
	b.hurried++
	if !slices.Contains(b.legal(q), b.Notation.Text(q, value)) { // it has not found anything yet
		return b.Shared.Answer(ctx, q)
	}
	return value, say, nil
}

// Notes says that the game depends on how fast the machine was.
func (b *bundled[Q, A]) Notes() (notes []string) {
	if b.hurried > 0 {
		notes = append(notes, fmt.Sprintf("it was stopped after %v of thinking in %d of its answers, so the game cannot be repeated from its seed",
			softTime, b.hurried))
	}
	return notes
}

func (b *bundled[Q, A]) inTime() bool { return b.hurried == 0 }

// softened is a player whose time is bounded by softTime.
type softened interface {
	soften(person bool) // prepares for a game, with a person or without
	inTime() bool       // all answers came within the bound
}

// Repeatable says whether the player's answers in its last game depended on nothing but the game and its seed, as far as is
// known.
func (p *Player) Repeatable() bool {
	s, ok := p.seat.(softened)
	return !ok || s.inTime()
}
