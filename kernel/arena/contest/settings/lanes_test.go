package settings

import (
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

func TestLanes(t *testing.T) {
	cores := proc.Cores()
	take := lanes(max(1, len(cores)))
	var taken []int
	var back []func()
	for range cores {
		mine, done := take()
		if len(mine) != 1 {
			t.Fatalf("as many games as processors, but one gets %v", mine)
		}
		taken, back = append(taken, mine...), append(back, done)
	}
	if mine, _ := take(); mine != nil && len(cores) > 0 {
		t.Errorf("one game too many gets %v", mine)
	}
	slices.Sort(taken)
	if !slices.Equal(taken, cores) {
		t.Errorf("the games got %v of %v", taken, cores)
	}
	for _, done := range back {
		done()
	}
	if mine, _ := take(); len(cores) > 0 && len(mine) != 1 {
		t.Errorf("what was given back is not dealt again: %v", mine)
	}
	if mine, _ := lanes(len(cores) + 1)(); mine != nil {
		t.Errorf("with more games than processors one gets %v of its own", mine)
	}
}
