package notation

import (
	"fmt"
	"slices"
)

// Suggest returns "; did you mean X?" with the nearest known word, "" if none is near. Of words that are equally near it takes
// one with the same letters, or else the first.
func Suggest(word string, known []string) string {
	best, least := "", min(3, len(word)/2+1)
	for _, k := range known {
		d := editDistance(word, k)
		if d < least || d == least && best != "" && sameLetters(word, k) && !sameLetters(word, best) {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// editDistance counts what must be inserted, deleted, replaced or swapped with its neighbour (optimal string alignment).
func editDistance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(next[j]+1, row[j+1]+1, row[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}

// sameLetters reports whether two words have the same bytes in any order.
func sameLetters(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}
