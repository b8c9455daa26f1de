// Package seeds makes the seeds of games.
package seeds

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"
)

var decimal = regexp.MustCompile(`^-?[0-9]{1,1000}$`)

// Valid reports whether a text is a decimal integer of at most 1,000 digits.
func Valid(text string) bool { return decimal.MatchString(text) }

// Draw draws a seed for a game without one.
func Draw() string {
	var b [8]byte
	rand.Read(b[:])
	return strconv.FormatUint(binary.LittleEndian.Uint64(b[:])>>32, 10)
}

// Derive derives the seed of one game of many from a seed and the words that identify the game.
func Derive(from string, words ...any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %v", from, words))
	return strconv.FormatUint(binary.LittleEndian.Uint64(sum[:]), 10)
}
