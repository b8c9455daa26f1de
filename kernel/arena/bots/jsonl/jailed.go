package jsonl

import "github.com/gridiron-games/gridiron/kernel/arena/bots/proc"

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
