package wire

import (
	"fmt"

	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

// matrixOf returns a board as the original has it: a list of rows, a row a list of cells.
func matrixOf(p sarena.Position) *python.List {
	matrix := &python.List{}
	for row := range p.Rows() {
		cells := &python.List{}
		for column := range p.Columns() {
			c := p.At(row, column)
			slots := &python.List{Items: []python.Value{int64(kind(p, c))}}
			for k := range sarena.Height {
				chip := p.Pile(c).Chip(k)
				slots.Items = append(slots.Items, python.Ints(chip.Lower().Code(), chip.Upper().Code()))
			}
			cells.Items = append(cells.Items, slots)
		}
		matrix.Items = append(matrix.Items, cells)
	}
	return matrix
}

// ParseMatrix reads a board as the original has it, of lists or tuples. The error names the place.
func ParseMatrix(v python.Value) (p sarena.Position, err error) {
	rows, ok := python.Items(v)
	if !ok || len(rows) == 0 {
		return p, fmt.Errorf("the board is %s: want a list of rows", python.Kind(v))
	}
	for i, row := range rows {
		cells, ok := python.Items(row)
		if !ok {
			return p, fmt.Errorf("row %d is %s: want a list of cells", i, python.Kind(row))
		}
		if i == 0 {
			if p, err = sarena.New(len(rows), len(cells)); err != nil {
				return p, err
			}
		}
		if len(cells) != p.Columns() {
			return p, fmt.Errorf("row %d has %d cells: want %d as in row 0", i, len(cells), p.Columns())
		}
		for j, cell := range cells {
			arrow, pile, err := parseCell(cell)
			if err != nil {
				return p, fmt.Errorf("cell (%d, %d): %w", i, j, err)
			}
			p.Put(p.At(i, j), arrow, pile)
		}
	}
	return p, nil
}

func parseCell(v python.Value) (arrow bool, pile sarena.Pile, err error) {
	slots, ok := python.Items(v)
	if !ok || len(slots) != 1+sarena.Height {
		return false, 0, fmt.Errorf("want its kind and %d chips", sarena.Height)
	}
	kind, ok := python.Int(slots[0])
	if !ok || kind != plainCell && kind != arrowCell {
		return false, 0, fmt.Errorf("its kind is %s: want %d (plain) or %d (arrows)", show(slots[0]), plainCell, arrowCell)
	}
	var chips []sarena.Chip
	gap := false
	for k, slot := range slots[1:] {
		chip, err := parseChip(slot)
		switch {
		case err != nil:
			return false, 0, fmt.Errorf("chip %d: %w", k, err)
		case chip == 0:
			gap = true
		case gap:
			return false, 0, fmt.Errorf("chip %d lies above an empty place", k)
		default:
			chips = append(chips, chip)
		}
	}
	pile, ok = sarena.PileOf(chips...)
	if !ok {
		return false, 0, fmt.Errorf("want at most %d chips with two faces", sarena.Height)
	}
	return kind == arrowCell, pile, nil
}

func parseChip(v python.Value) (sarena.Chip, error) {
	sides, ok := python.Items(v)
	if !ok || len(sides) != 2 {
		return 0, fmt.Errorf("want [lower, upper]")
	}
	var faces [2]sarena.Face
	for i, side := range sides {
		code, isInt := python.Int(side)
		face, known := sarena.FaceOf(code)
		if !isInt || !known {
			return 0, fmt.Errorf("a face is %s: want 1, -1, 2 or 0", show(side))
		}
		faces[i] = face
	}
	if (faces[0] == sarena.Blank) != (faces[1] == sarena.Blank) {
		return 0, fmt.Errorf("half a chip")
	}
	return sarena.ChipOf(faces[0], faces[1]), nil
}

// show prints a stranger's value for a message.
func show(v python.Value) string {
	switch v.(type) {
	case int64, bool, float64, nil:
		return python.Repr(v)
	}
	return python.Kind(v)
}

// ActionOf returns the turn that a player's answer names: a list or tuple of four integers. An integer that Go's int cannot hold
// is not on a board, so the answer is not a turn.
func ActionOf(v python.Value) (m sarena.Move, ok bool) {
	items, ok := python.Items(v)
	if !ok || len(items) != 4 {
		return m, false
	}
	for i, to := range []*int{&m.I1, &m.J1, &m.I2, &m.J2} {
		if *to, ok = python.Int(items[i]); !ok {
			return sarena.Move{}, false
		}
	}
	return m, true
}
