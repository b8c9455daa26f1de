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
