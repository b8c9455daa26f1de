// Package hostile has no code of its own: its test lets programs that misbehave in every way we know play each game, and looks
// at what is left of it: the other side won for the right reason, the processes are gone, and the record can be read.
package hostile
