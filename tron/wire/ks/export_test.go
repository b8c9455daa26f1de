package ks

import "github.com/gridiron-games/gridiron/tron"

// World is the object that AppendWorld writes.
func World(p *tron.Position) Struct {
	cell := [...]string{tron.Empty: "Empty", tron.AreaWall: "AreaWall", tron.BlueWall: "BlueWall", tron.YellowWall: "YellowWall"}
	size := p.Size()
	cells := p.AppendCells(nil)
	board := []any{}
	for y := range size.H {
		row := []any{}
		for _, c := range cells[y*size.W:][:size.W] {
			row = append(row, cell[c])
		}
		board = append(board, row)
	}
	var bikes, scores Map
	for _, s := range [2]tron.Seat{p.First(), p.First().Other()} {
		b := p.Bike(s)
		bikes = append(bikes, Pair{s.Title(), Struct{
			"health": b.Health, "position": Struct{"x": b.At.X, "y": b.At.Y}, "direction": b.Direction.String(),
			"wall_breaker_cooldown": b.Cooldown, "wall_breaker_rem_time": b.Remaining,
		}})
	}
	for s := range tron.Seat(2) {
		scores = append(scores, Pair{s.Title(), p.Score(s)})
	}
	numbers := Struct{}
	for i, n := range constants(p.Constants()) {
		numbers[classes["Constants"].fields[i].name] = n
	}
	return Struct{"board": board, "agents": bikes, "scores": scores, "constants": numbers}
}
