package sarena

// Symmetry is one of the eight symmetries of a square: bit 0 exchanges top and bottom, bit 1 left and right, and then bit 2 rows
// and columns.
type Symmetry uint8

// Symmetries is the number of symmetries; number 0 leaves everything where it is.
const Symmetries = 8

// Keeps reports whether s maps arrow cells to arrow cells. On the 6x6 board, four symmetries do: the identity, both
// transpositions, and the half turn.
func (p Position) Keeps(s Symmetry) bool {
	if s&4 != 0 && p.rows != p.columns {
		return false
	}
	for arrows := p.arrows; arrows != 0; arrows = arrows.Rest() {
		if !p.arrows.Has(p.Image(s, arrows.First())) {
			return false
		}
	}
	return true
}

// Image returns the cell to which s maps c. A symmetry that exchanges rows and columns needs a square board.
func (p Position) Image(s Symmetry, c Cell) Cell {
	i, j := p.Place(c)
	if s&1 != 0 {
		i = p.Rows() - 1 - i
	}
	if s&2 != 0 {
		j = p.Columns() - 1 - j
	}
	if s&4 != 0 {
		i, j = j, i
	}
	return p.At(i, j)
}

// Transform returns p mapped by s, arrow cells included. A turn in p is, in the result, the turn between the images of its cells.
func (p Position) Transform(s Symmetry) Position {
	q := p
	for c := range Cell(p.Cells()) {
		q.Put(p.Image(s, c), p.arrows.Has(c), p.Pile(c))
	}
	return q
}
