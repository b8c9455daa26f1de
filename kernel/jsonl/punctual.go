//go:build !windows

package jsonl

// Punctual says that Answer returns when its time is over: reading waits for ctx, and writing has deadlines, except on Windows.
func (b *Bot[Q, A]) Punctual() {}
