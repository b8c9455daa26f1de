package proc

import (
	"slices"
	"testing"
)

func TestShare(t *testing.T) {
	for _, tt := range []struct {
		cores []int
		want  [][]int // by seat
	}{
		{nil, [][]int{nil, nil}},
		{[]int{3}, [][]int{{3}, {3}}},
		{[]int{3, 5}, [][]int{{3}, {5}}},
		{[]int{1, 2, 3, 4}, [][]int{{1, 2}, {3, 4}}},
		{[]int{1, 2}, [][]int{{1}, {1}, {2}, {2}}},
		{[]int{1, 2, 3}, [][]int{{1}, {2, 3}}},
	} {
		for seat, want := range tt.want {
			if got := Share(tt.cores, seat, len(tt.want)); !slices.Equal(got, want) {
				t.Errorf("of %v seat %d of %d gets %v, want %v", tt.cores, seat, len(tt.want), got, want)
			}
		}
	}
}

func TestLanes(t *testing.T) {
	cores := Cores()
	l := NewLanes(max(1, len(cores)))
	var taken []int
	var back []func()
	for range cores {
		mine, done := l.Take()
		if len(mine) != 1 {
			t.Fatalf("as many games as processors, but one gets %v", mine)
		}
		taken, back = append(taken, mine...), append(back, done)
	}
	if mine, _ := l.Take(); mine != nil && len(cores) > 0 {
		t.Errorf("one game too many gets %v", mine)
	}
	slices.Sort(taken)
	if !slices.Equal(taken, cores) {
		t.Errorf("the games got %v of %v", taken, cores)
	}
	for _, done := range back {
		done()
	}
	if mine, _ := l.Take(); len(cores) > 0 && len(mine) != 1 {
		t.Errorf("what was given back is not dealt again: %v", mine)
	}
	if mine, _ := NewLanes(len(cores) + 1).Take(); mine != nil {
		t.Errorf("with more games than processors one gets %v of its own", mine)
	}
}
