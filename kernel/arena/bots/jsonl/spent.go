package jsonl

import "time"

// Spent implements [turn.Worker].
func (b *Bot[Q, A]) Spent() (time.Duration, bool) {
	if program := b.running.Load(); program != nil {
		return program.Spent()
	}
	return 0, false
}
