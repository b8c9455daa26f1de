package view

import (
	_ "embed" // the sprites
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
)

//go:embed sprites.svg
var sprites string

// kinds are the sprites of ants without their colour.
var kinds = [reantics.Types]string{
	reantics.Queen: "queen", reantics.Worker: "worker", reantics.Drone: "drone", reantics.Soldier: "soldier",
	reantics.Ranged: "ranged",
}

// Scene returns a position as it is seen. last is the event that led to it, nil at the start, and turns is the number of ended
// turns. Ants keep their id as long as they live.
func Scene(before *scene.Scene, p *reantics.Position, last *referee.Event, turns int) scene.Scene {
	s := scene.Scene{
		Board: board(before),
		Layers: map[string]scene.Layer{
			"grass": {As: scene.Sprite, Cells: cells(p.Grass(), "grass")},
			"food":  {As: scene.Sprite, Peek: true, Cells: cells(p.Food(), "food")},
		},
		Pieces: map[string]scene.Piece{},
	}
	if _, over := p.Outcome(); !over {
		s.Turn = scene.Of(int(p.Side()))
	}
	for i := range 2 {
		seat := reantics.Seat(i)
		hill, tunnel := p.Hill(seat), p.Tunnel(seat)
		if hill != reantics.NoCell {
			title := fmt.Sprintf("%s anthill, health %d", seat, p.HillHealth(seat))
			piece := scene.Piece{At: cell(hill), Sprite: "hill", Carry: "emblem-" + seat.String(), Seat: scene.Of(i), Z: -1, Title: title}
			s.Pieces[fmt.Sprintf("hill%d", i)] = piece
		}
		if tunnel != reantics.NoCell {
			title := seat.String() + " tunnel"
			piece := scene.Piece{At: cell(tunnel), Sprite: "tunnel", Carry: "emblem-" + seat.String(), Seat: scene.Of(i), Z: -1, Title: title}
			s.Pieces[fmt.Sprintf("tunnel%d", i)] = piece
		}
		rows, worth := ants(s.Pieces, p, seat)
		queen := 0
		if i := p.QueenOf(seat); i >= 0 {
			queen = int(p.Ant(seat, i).Health)
		}
		rows["queen"], rows["ants"] = scene.Pips(queen, p.Rules().Stats(reantics.Queen).Health), scene.Number(p.Count(seat))
		rows["hill"] = scene.Pips(p.HillHealth(seat), reantics.HillHealth)
		s.Sides = append(s.Sides, scene.Side{Score: scene.Number(p.Stock(seat)), Of: reantics.FoodGoal, Rows: rows})
		s.Curve += float64(worth+p.Stock(seat)) * float64(1-2*i)
	}
	if last != nil {
		happened(&s, p, *last, turns)
	}
	return s
}

// ants adds the ants of a seat and returns how many it has of each kind and what they cost.
func ants(pieces map[string]scene.Piece, p *reantics.Position, seat reantics.Seat) (rows map[string]scene.Value, worth int) {
	var count [reantics.Types]int
	for k := range p.Count(seat) {
		a := p.Ant(seat, k)
		stats := p.Rules().Stats(a.Type)
		count[a.Type]++
		worth += stats.Cost
		piece := scene.Piece{
			At: cell(a.Cell), Sprite: kinds[a.Type] + "-" + seat.String(), Seat: scene.Of(int(seat)),
			Bar:   scene.Bar{int(a.Health), stats.Health},
			Title: fmt.Sprintf("%s %s, health %d of %d", seat, a.Type, a.Health, stats.Health),
		}
		if a.Carrying {
			piece.Carry, piece.Title = "food", piece.Title+", carries food"
		}
		if a.Moved {
			piece.State, piece.Title = "spent", piece.Title+", has moved"
		}
		pieces[fmt.Sprintf("ant%d", a.ID)] = piece
	}
	rows = map[string]scene.Value{}
	for kind, n := range count {
		rows[kinds[kind]] = scene.Number(n)
	}
	return rows, worth
}

// happened adds the last event.
func happened(s *scene.Scene, p *reantics.Position, e referee.Event, turns int) {
	seat := scene.Of(int(e.Seat))
	text := ""
	s.Group = turns + 1
	switch e.Ask {
	case reantics.AskHome, reantics.AskFood:
		text, s.Group = "places home", 0
		if e.Ask == reantics.AskFood {
			text = "places food"
		}
		var placed []int
		for _, c := range e.Cells {
			placed = append(placed, cell(c))
		}
		s.Marks = []scene.Mark{{As: scene.Last, Cells: placed}}
	case reantics.AskAttack:
		text = "attacks " + s.Board.CellName(cell(e.Target))
		s.Marks = []scene.Mark{{As: scene.Burst, Seat: scene.Of(int(e.Seat.Other())), Cells: []int{cell(e.Target)}}}
	default:
		switch m := e.Move; m.Kind() {
		case reantics.Build:
			text = "builds " + m.Type().String()
			s.Marks = []scene.Mark{{As: scene.Last, Cells: []int{cell(m.From())}}}
		case reantics.Undo:
			text = "takes back"
		case reantics.End:
			text, s.Group = "ends", turns
		default:
			text = walked(s, m, seat)
		}
	}
	if p.Asks() == reantics.AskAttack {
		s.Marks = append(s.Marks, scene.Mark{As: scene.Focus, Seat: seat, Cells: []int{cell(p.Attacker())}})
	}
	s.Moves = []scene.Move{{Seat: seat, Text: text}}
}

// walked marks the way of an ant and returns it in words.
func walked(s *scene.Scene, m reantics.Move, seat scene.Seat) string {
	var path []int
	for _, c := range m.Path(nil) {
		path = append(path, cell(c))
	}
	from, to := path[0], path[len(path)-1]
	s.Marks = []scene.Mark{{As: scene.Last, Cells: []int{from, to}}}
	if len(path) == 1 {
		return s.Board.CellName(from) + " stays"
	}
	s.Marks = append(s.Marks, scene.Mark{As: scene.Line, Class: "move", Seat: seat, Cells: path})
	return s.Board.CellName(from) + "–" + s.Board.CellName(to)
}

func cell(c reantics.Cell) int { return c.Y()*reantics.Size + c.X() }

func cells(set reantics.Set, value string) map[int]string {
	list := map[int]string{}
	for ; !set.Empty(); set = set.Rest() {
		list[cell(set.First())] = value
	}
	return list
}

// board returns what does not change: the board of the scene before.
func board(before *scene.Scene) *scene.Board {
	if before != nil {
		return before.Board
	}
	return &scene.Board{
		W: reantics.Size, H: reantics.Size, Look: scene.Lawn,
		Left: scene.Digits(reantics.Size), Top: scene.Digits(reantics.Size), Cell: "xy",
		Zones: []scene.Zone{
			{W: reantics.Size, H: 4, Seat: scene.Of(int(reantics.Blue))},
			{Y: 6, W: reantics.Size, H: 4, Seat: scene.Of(int(reantics.Red))},
		},
		Flip: scene.Turned, Up: int(reantics.Blue),
		Seats: []scene.Chair{reantics.Blue: {ID: "BLUE", Colour: "blue"}, reantics.Red: {ID: "RED", Colour: "red"}},
		Unit:  "Turn", Score: "Food", Rows: []scene.Row{
			{ID: "hill", Caption: "Anthill"}, {ID: "queen", Caption: "Queen"}, {ID: "ants", Caption: "Ants"}, {ID: "worker", Caption: "Workers"},
			{ID: "drone", Caption: "Drones"}, {ID: "soldier", Caption: "Soldiers"}, {ID: "ranged", Caption: "Ranged"},
		}, Sheet: sprites, Words: map[string]string{"grass": "grass", "food": "food", "–": "to"},
	}
}
