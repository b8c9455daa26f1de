//go:build !windows

package jsonl

// Punctual implements [turn.Punctual]: Answer returns when ctx is done, because reads wait for ctx and writes have deadlines,
// except on Windows.
func (b *Bot[Q, A]) Punctual() {}
