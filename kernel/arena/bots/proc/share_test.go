package proc_test

import (
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
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
			if got := proc.Share(tt.cores, seat, len(tt.want)); !slices.Equal(got, want) {
				t.Errorf("of %v seat %d of %d gets %v, want %v", tt.cores, seat, len(tt.want), got, want)
			}
		}
	}
}
