package seeds_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/seeds"
)

// TestSeat has seats of games whose seeds, ids and seats differ in one thing each: no two are told the same, and nobody the game's.
func TestSeat(t *testing.T) {
	told := map[string]string{}
	for _, seed := range []string{"7", "07", "-7", "1", "71", strings.Repeat("9", 1000)} {
		for _, id := range []string{"", "a", "a 1", "1", "\" \"", "7"} {
			for seat := range 4 {
				one, what := seeds.Seat(seed, id, seat), fmt.Sprintf("%.9s/%s/%d", seed, id, seat)
				if other, is := told[one]; is || one == seed || one != seeds.Seat(seed, id, seat) || !seeds.Valid(one) {
					t.Errorf("%s is told %s, as %s", what, one, other)
				}
				told[one] = what
			}
		}
	}
	if got, want := seeds.Seat("7", "4f414030c38e", 0), "14431450381941091008"; got != want {
		t.Errorf("the seed is %s, want %s as in recorded games", got, want)
	}
}

// TestDraw draws until each of 64 bits was once set and once not.
func TestDraw(t *testing.T) {
	var set, unset uint64
	for range 100 { // fails once in 1e28
		n, err := strconv.ParseUint(seeds.Draw(), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		set, unset = set|n, unset|^n
	}
	if set&unset != math.MaxUint64 {
		t.Errorf("only the bits %#x change", set&unset)
	}
}

func TestValid(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "7": true, "-12": true, "007": true, strings.Repeat("9", 1000): true, "-" + strings.Repeat("9", 1000): true,
		"": false, "-": false, "--1": false, "+1": false, "1.5": false, "1e3": false, " 1": false, "1\n": false, "٣": false,
		strings.Repeat("9", 1001): false,
	} {
		if seeds.Valid(text) != want {
			t.Errorf("Valid(%.20q) is %v", text, !want)
		}
	}
}
