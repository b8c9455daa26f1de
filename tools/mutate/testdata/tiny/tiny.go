// Package tiny is measured by the test of tools/mutate. Each function has one kind of mutant.
package tiny

import "errors"

// Pair has two keys.
type Pair[T any] struct{ First, Second T }

const size = 2 + 1 // constants have no mutants

// Grown compares, counts and assigns.
func Grown(a, b int) (n int) {
	if a < b && b != 7 {
		n = a + b*2
		n++
	}
	for i := range size {
		if i == 1 {
			continue
		}
		n += max(i, 0)
	}
	return n
}

// Checked fails for negative numbers, and twice as often as a test looks.
func Checked(n int, strict bool) (bool, error) {
	if strict {
		return false, errors.New("strict")
	}
	if n < 0 {
		return false, errors.New("negative")
	}
	return true, nil
}

// Pairs makes literals: a value, an address, and one without its type.
func Pairs[T any](first, second T) (Pair[T], *Pair[T], []Pair[T]) {
	return Pair[T]{First: first, Second: second}, &Pair[T]{First: first}, []Pair[T]{{
		Second: second, // a comment at the end of a line
	}}
}

// Drained never ends if its statement is left out.
func Drained(list []int) int {
	for len(list) > 0 {
		list = list[1:]
	}
	return len(list)
}

// Unseen is called by no test.
func Unseen(n int) int { return -n }
