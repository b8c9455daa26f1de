package view

import (
	_ "embed" // the sprites
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/tron"
)

//go:embed sprites.svg
var sprites string

// names are the seats' names in sprites, layers and ids.
var names = [2]string{tron.Blue: "blue", tron.Yellow: "yellow"}

// Scene returns the scene of a position, with the commands of the cycle that led to it. The previous scene, before, which may be
// nil, says how walls run: without it, a wall joins all walls of its side beside it.
func Scene(before *scene.Scene, p *tron.Position, last [2]tron.Command) scene.Scene {
	t := track{before, p, p.Size()}
	s := scene.Scene{
		Board:  t.board(),
		Layers: map[string]scene.Layer{},
		Pieces: map[string]scene.Piece{},
		Group:  p.Cycle(),
		Curve:  float64(p.Score(tron.Blue) - p.Score(tron.Yellow)),
	}
	area := map[int]string{}
	for y := range t.size.H {
		for x := range t.size.W {
			if at := (grid.Point{X: x, Y: y}); p.Cell(at) == tron.AreaWall {
				area[t.cell(at)] = "1"
			}
		}
	}
	s.Layers["area"] = scene.Layer{As: scene.Stroke, Cells: area}
	for i := range 2 {
		seat := tron.Seat(i)
		b, walls := p.Bike(seat), t.walls(seat)
		s.Layers["walls-"+names[seat]] = scene.Layer{As: scene.Ribbon, Seat: scene.Of(i), Cells: walls}
		bike := scene.Piece{
			At: t.cell(b.At), Sprite: "bike-" + names[seat], Seat: scene.Of(i), Dir: b.Direction.String()[:1],
			Title: upper(seat) + " bike, " + strings.ToLower(b.Direction.String()),
		}
		breaker := "ready"
		switch {
		case b.Remaining > 1: // in the last one the breaker is already off
			breaker, bike.Aura = fmt.Sprintf("on, %d left", b.Remaining-1), "breaker"
		case b.Cooldown > 0:
			breaker = fmt.Sprintf("in %d", b.Cooldown)
		}
		s.Pieces[names[seat]] = bike
		health := scene.Pips(b.Health, p.Constants().InitHealth)
		s.Sides = append(s.Sides, scene.Side{Score: scene.Number(p.Score(seat)), Rows: map[string]scene.Value{
			"health": health, "breaker": scene.Word(breaker), "walls": scene.Number(len(walls)),
		}})
		switch {
		case b.Crash != tron.NoCrash:
			s.Marks = append(s.Marks, scene.Mark{As: scene.Burst, Seat: scene.Of(i), Cells: []int{bike.At}, Text: "crash"})
		case before != nil && before.Sides[i].Rows["health"] != health:
			s.Marks = append(s.Marks, scene.Mark{As: scene.Burst, Seat: scene.Of(i), Cells: []int{bike.At}, Text: "−1"})
		}
		if p.Cycle() > 0 {
			s.Moves = append(s.Moves, scene.Move{Seat: scene.Of(i), Text: order(last[i])})
		}
	}
	return s
}

// order returns a command in words.
func order(c tron.Command) string {
	text := ""
	if d, ok := c.Turn(); ok {
		text = [...]string{tron.Up: "↑", tron.Right: "→", tron.Down: "↓", tron.Left: "←"}[d]
	}
	if c.Breaker() {
		text += "⚡"
	}
	if text == "" {
		return "·"
	}
	return text
}

// track finds out how walls run.
type track struct {
	before *scene.Scene
	p      *tron.Position
	size   grid.Size
}

func (t track) cell(at grid.Point) int { return at.Y*t.size.W + at.X }

// walls returns the walls of a seat, each with the sides on which it continues.
func (t track) walls(seat tron.Seat) map[int]string {
	all, old := map[int]string{}, map[int]string{}
	if t.before != nil {
		old = t.before.Layers["walls-"+names[seat]].Cells
	}
	for y := range t.size.H {
		for x := range t.size.W {
			at := grid.Point{X: x, Y: y}
			if t.p.Cell(at) != tron.Wall(seat) {
				continue
			}
			sides, known := old[t.cell(at)]
			if !known {
				sides = t.sides(seat, at)
			}
			all[t.cell(at)] = sides
		}
	}
	return all
}

// sides returns how a new wall runs: from the side where its bike came in to the side where it left.
func (t track) sides(seat tron.Seat, at grid.Point) (sides string) {
	b := t.p.Bike(seat)
	var was scene.Piece
	if t.before != nil {
		was = t.before.Pieces[names[seat]]
	}
	for _, d := range []tron.Direction{tron.Up, tron.Right, tron.Down, tron.Left} {
		beside := at.Add(d.Delta())
		joined := t.before == nil && t.size.Contains(beside) && t.p.Cell(beside) == tron.Wall(seat)
		first := t.before != nil && t.before.Group == 0
		back := t.before != nil && !first && was.Dir == d.Opposite().String()[:1]
		if joined || back || b.At == beside {
			sides += d.String()[:1]
		}
	}
	return sides
}

// board returns what does not change during a game: the board of the previous scene, if it has the same shape.
func (t track) board() *scene.Board {
	if t.before != nil && t.before.Board.W == t.size.W && t.before.Board.H == t.size.H {
		return t.before.Board
	}
	return &scene.Board{
		W: t.size.W, H: t.size.H, Look: scene.Grid, Cell: "(x, y)", Flip: scene.NoFlip, Up: int(tron.Blue),
		Seats: []scene.Chair{tron.Blue: {ID: "BLUE", Colour: "blue"}, tron.Yellow: {ID: "YELLOW", Colour: "yellow"}},
		Unit:  "Cycle", Of: max(t.p.Constants().MaxCycles, 1), Per: 1, Score: "Score",
		Rows:  []scene.Row{{ID: "health", Caption: "Health"}, {ID: "breaker", Caption: "Breaker"}, {ID: "walls", Caption: "Walls standing"}},
		Sheet: sprites,
		Words: map[string]string{
			"area": "area wall", "walls-blue": "BLUE wall", "walls-yellow": "YELLOW wall",
			"↑": "up", "→": "right", "↓": "down", "←": "left", "·": "straight on", "⚡": ", wall breaker on",
		},
	}
}
