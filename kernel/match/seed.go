package match

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"
)

var decimal = regexp.MustCompile(`^-?[0-9]{1,1000}$`)

// IsSeed reports whether a text is a decimal integer of at most 1,000 digits.
func IsSeed(text string) bool { return decimal.MatchString(text) }

// DrawSeed draws a seed for a game that names none.
func DrawSeed() string {
	var b [8]byte
	rand.Read(b[:])
	return strconv.FormatUint(binary.LittleEndian.Uint64(b[:])>>32, 10)
}

// DeriveSeed makes the seed of one game of many, itself a seed.
func DeriveSeed(seed string, words ...any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %v", seed, words))
	return strconv.FormatUint(binary.LittleEndian.Uint64(sum[:]), 10)
}
