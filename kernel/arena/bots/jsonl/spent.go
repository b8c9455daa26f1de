package jsonl

import (
	"context"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// rest stops the program until it is asked again, so that it takes no processor time from players whose clock runs.
func (b *Bot[Q, A]) rest() {
	if b.rests {
		b.program.Pause()
	}
}

// Jailed returns what the jail of the program consists of; "" if no jail is wanted.
func (b *Bot[Q, A]) Jailed() string { return b.Options.Level(b.Command) }

// Used returns what the program has used in this game.
func (b *Bot[Q, A]) Used() proc.Usage { return b.meter.Used(b.program) }

// Spent implements [turn.Worker].
func (b *Bot[Q, A]) Spent() (time.Duration, bool) {
	if program := b.running.Load(); program != nil {
		return program.Spent()
	}
	return 0, false
}

// Patience implements [turn.Patient].
func (b *Bot[Q, A]) Patience(ctx context.Context) (context.Context, context.CancelFunc) {
	return b.Options.Answering(ctx, b.Spent)
}

// Lines implements [turn.Speaker].
func (b *Bot[Q, A]) Lines() int {
	if program := b.running.Load(); program != nil {
		return program.Spoken()
	}
	return 0
}

// Listen implements [turn.Speaker].
func (b *Bot[Q, A]) Listen(ctx context.Context, lines int) bool {
	if b.program == nil {
		return false
	}
	b.program.Resume()
	defer b.rest()
	ctx, cancel := b.program.Patience(ctx, listenTime)
	defer cancel()
	for looks := time.NewTicker(lookTime); b.Lines() == lines; {
		select {
		case <-looks.C:
		case <-b.program.Exited():
			return b.Lines() != lines
		case <-ctx.Done():
			return b.Lines() != lines
		}
	}
	return true
}

// How long a program that was silent may take to write a line, more on a busy machine, and how often we look whether it has.
const (
	listenTime = 10 * time.Second
	lookTime   = 10 * time.Millisecond
)

var _ turn.Speaker = (*Bot[int, int])(nil)
