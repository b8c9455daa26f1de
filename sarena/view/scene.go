package view

import (
	_ "embed" // the sprites
	"slices"
	"strconv"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/sarena"
)

//go:embed sprites.svg
var sprites string

var colours = [...]string{sarena.YellowFace: "yellow", sarena.RedFace: "red", sarena.GreyFace: "grey"}

// Scene returns the scene of a position, with the turn that led to it if turns > 0. Every chip is a piece of its own and keeps
// the id that it has in the previous scene, before, which may be nil.
func Scene(before *scene.Scene, p sarena.Position, last sarena.Move, turns int) scene.Scene {
	s := scene.Scene{
		Board:  board(before, p),
		Layers: map[string]scene.Layer{"cells": {As: scene.Sprite, Cells: map[int]string{}}},
		Pieces: map[string]scene.Piece{},
		Group:  (turns + 1) / 2,
	}
	if !p.Over() {
		s.Turn = scene.Of(int(p.Side()))
	}
	chips := newBox(before)
	var own, marked, piles [2]int
	for c := range sarena.Cell(p.Cells()) {
		pile := p.Pile(c)
		ground := "cell-plain"
		if p.Arrows().Has(c) {
			ground = "cell-arrow"
		} else if pile.Height() == 0 {
			ground = "cell-shut"
		}
		s.Layers["cells"].Cells[int(c)] = ground
		for k := range pile.Height() {
			chip := scene.Piece{At: int(c), Sprite: "chip-" + faces(pile.Chip(k)), Lift: k}
			if k == pile.Height()-1 {
				chip.Tag = strconv.Itoa(pile.Height())
				chip.Title = words(pile)
			}
			chips.add(chip)
		}
		for seat := range own {
			if face := sarena.Seat(seat).Face(); pile.Height() > 0 && pile.Top() == face {
				own[seat] += pile.Height()
				marked[seat] += pile.Count(face)
				piles[seat]++
			}
		}
	}
	if turns > 0 {
		mover := scene.Of(int(p.Side().Other()))
		from, to := int(p.At(last.I1, last.J1)), int(p.At(last.I2, last.J2))
		s.Moves = []scene.Move{{Seat: mover, Text: s.Board.CellName(from) + " → " + s.Board.CellName(to)}}
		s.Marks = []scene.Mark{
			{As: scene.Last, Cells: []int{from, to}}, {As: scene.Line, Class: "move", Seat: mover, Cells: []int{from, to}},
		}
		if chips.moved(from, to) {
			s.Moves[0].Text += " ↻"
		}
	}
	chips.name(s.Pieces)
	s.Curve = float64(own[sarena.Yellow] - own[sarena.Red])
	for seat := range own {
		rows := map[string]scene.Value{"piles": scene.Number(piles[seat]), "tie": scene.Number(marked[seat])}
		s.Sides = append(s.Sides, scene.Side{Score: scene.Number(own[seat]), Rows: rows})
	}
	return s
}

// words describes a pile, each chip by the colours of its lower and its upper side.
func words(pile sarena.Pile) string {
	text := "pile of " + strconv.Itoa(pile.Height()) + ", " + colours[pile.Top()] + " on top, from below"
	for k := range pile.Height() {
		text += ", "[:min(k, 1)] + " " + colours[pile.Chip(k).Lower()] + "/" + colours[pile.Chip(k).Upper()]
	}
	return text
}

// faces returns the letters of a chip from below.
func faces(c sarena.Chip) string { return string([]byte{c.Lower().Letter(), c.Upper().Letter()}) }

// box finds out which chip of a scene is which chip of the previous scene.
type box struct {
	was   map[string]scene.Piece
	chips []scene.Piece
	ids   []string // of chips; "" until it is known
}

func newBox(before *scene.Scene) *box {
	if before == nil {
		return &box{}
	}
	return &box{was: before.Pieces}
}

func (b *box) add(chip scene.Piece) { b.chips, b.ids = append(b.chips, chip), append(b.ids, "") }

// old returns the ids of the chips that were on a cell, from the bottom.
func (b *box) old(cell int) (ids []string) {
	for id, chip := range b.was {
		if chip.At == cell {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(x, y string) int { return b.was[x].Lift - b.was[y].Lift })
	return ids
}

// moved names the chips of a pile that moved, and reports whether it was turned over.
func (b *box) moved(from, to int) (turned bool) {
	pile, under := b.old(from), b.old(to)
	if turned = len(under) == 0 && len(pile) > 0; turned {
		slices.Reverse(pile)
	}
	b.settle(to, append(under, pile...), turned)
	return turned
}

// settle names the chips on a cell if they fit.
func (b *box) settle(cell int, ids []string, turned bool) {
	var here []int
	for i, chip := range b.chips {
		if chip.At == cell {
			here = append(here, i)
		}
	}
	if len(here) != len(ids) {
		return
	}
	for k, i := range here {
		was := b.was[ids[k]].Sprite
		if turned {
			was = over(was)
		}
		if was != b.chips[i].Sprite {
			return
		}
	}
	for k, i := range here {
		b.ids[i] = ids[k]
	}
}

// over is the sprite of a chip that was turned over.
func over(sprite string) string {
	n := len(sprite)
	return sprite[:n-2] + sprite[n-1:] + sprite[n-2:n-1]
}

// name gives all chips their ids: chips that stayed keep their ids; the others get the remaining ids of their kind of chip.
func (b *box) name(pieces map[string]scene.Piece) {
	for i, chip := range b.chips {
		if chip.Lift == 0 && b.ids[i] == "" {
			b.settle(chip.At, b.old(chip.At), false)
		}
	}
	left := map[string]scene.Piece{}
	for id, chip := range b.was {
		if !slices.Contains(b.ids, id) {
			chip.Sprite = min(chip.Sprite, over(chip.Sprite))
			left[id] = chip
		}
	}
	var rest []scene.Piece
	for i, chip := range b.chips {
		if b.ids[i] != "" {
			pieces[b.ids[i]] = chip
			continue
		}
		chip.Sprite = min(chip.Sprite, over(chip.Sprite))
		rest = append(rest, chip)
	}
	drawn := map[[2]int]scene.Piece{}
	for _, chip := range b.chips {
		drawn[[2]int{chip.At, chip.Lift}] = chip
	}
	for id, chip := range scene.Follow(&scene.Scene{Pieces: left}, 1, rest) {
		pieces[id] = drawn[[2]int{chip.At, chip.Lift}]
	}
}

// board returns what does not change during a game: the board of the previous scene, if it has the same shape.
func board(before *scene.Scene, p sarena.Position) *scene.Board {
	if before != nil && before.Board.W == p.Columns() && before.Board.H == p.Rows() {
		return before.Board
	}
	return &scene.Board{
		W: p.Columns(), H: p.Rows(), Look: scene.Discs, Left: scene.Digits(p.Rows()), Top: scene.Digits(p.Columns()), Cell: "y,x",
		Lift: 0.118, Flip: scene.NoFlip, Up: int(sarena.Red),
		Seats: []scene.Chair{sarena.Yellow: {ID: "YELLOW", Colour: "yellow"}, sarena.Red: {ID: "RED", Colour: "red"}},
		Unit:  "Turn", Per: 2, Score: "Chips owned",
		Rows: []scene.Row{{ID: "piles", Caption: "Piles owned"}, {ID: "tie", Caption: "Tie-break chips"}}, Sheet: sprites,
		Words: map[string]string{
			"cell-arrow": "arrow cell", "cell-plain": "plain cell", "cell-shut": "plain cell, takes no pile", "→": "to", "↻": ", turned over",
		},
	}
}
