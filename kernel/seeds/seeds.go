// Package seeds makes the seeds of games.
package seeds

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// Valid reports whether a text is a decimal integer of at most 1,000 digits.
func Valid(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return len(digits) >= 1 && len(digits) <= 1000 && strings.Trim(digits, "0123456789") == ""
}

// Draw draws a seed for a game without one. It has 64 bits, because a program could try all seeds of a smaller range.
func Draw() string {
	var b [8]byte
	rand.Read(b[:])
	return strconv.FormatUint(binary.LittleEndian.Uint64(b[:]), 10)
}

// Seat derives the seed that the program in a seat, from 0, is told. Neither the game's seed nor the seed of another seat can be
// computed from it. apart distinguishes the game from others with the same seed, such as the second game of a pair: without it, a
// team would know from one game the seed of its opponent in the other.
func Seat(seed, apart string, seat int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "the seed of a seat: %q %q %d", seed, apart, seat)) // no text of Derive or of Game.Rand begins like that
	return strconv.FormatUint(binary.LittleEndian.Uint64(sum[:]), 10)
}

// Derive derives the seed of one game of many from a seed and the words that identify the game.
func Derive(from string, words ...any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %v", from, words))
	return strconv.FormatUint(binary.LittleEndian.Uint64(sum[:]), 10)
}
