package grid_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/grid"
)

func TestRay(t *testing.T) {
	board := grid.Size{W: 4, H: 3}
	for _, tt := range []struct {
		name string
		from grid.Point
		dir  grid.Dir
		want []grid.Point
	}{
		{"east to the edge", grid.Point{X: 1, Y: 1}, grid.East, []grid.Point{{X: 2, Y: 1}, {X: 3, Y: 1}}},
		{"north is towards smaller y", grid.Point{X: 0, Y: 2}, grid.North, []grid.Point{{X: 0, Y: 1}, {X: 0, Y: 0}}},
		{"a diagonal stops at the nearer edge", grid.Point{X: 0, Y: 0}, grid.SouthEast, []grid.Point{{X: 1, Y: 1}, {X: 2, Y: 2}}},
		{"nothing beyond the corner", grid.Point{X: 3, Y: 0}, grid.NorthEast, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, board.Ray(nil, tt.from, tt.dir)); diff != "" {
				t.Errorf("Ray (-want +got):\n%s", diff)
			}
		})
	}
}
