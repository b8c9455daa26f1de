//go:build unix

package wire

// Punctual says that Answer returns when its time is over: reading the connection wakes up for that.
func (t *Team) Punctual() {}
