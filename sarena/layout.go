package sarena

import (
	"fmt"
	"strings"
)

// String returns the position text of doc.go, such as +NN .NY +NR/.NR +NN .NY/+NY .NR +NN.
func (p Position) String() string {
	b := make([]byte, 0, 160)
	for c := range Cell(p.Cells()) {
		switch _, column := p.Place(c); {
		case c == 0:
		case column == 0:
			b = append(b, '/')
		default:
			b = append(b, ' ')
		}
		b = p.appendCell(b, c)
	}
	if p.side == Red {
		b = append(b, " r"...)
	}
	return string(b)
}

func (p Position) appendCell(dst []byte, c Cell) []byte {
	if p.arrows.Has(c) {
		dst = append(dst, '+')
	} else {
		dst = append(dst, '.')
	}
	for pile := p.Pile(c); pile != 0; pile >>= 4 {
		chip := pile.Chip(0)
		dst = append(dst, chip.Lower().Letter(), chip.Upper().Letter())
	}
	return dst
}

// MarshalText returns the position text, so that a Position is a JSON string.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText accepts exactly what MarshalText writes. The error is a [*SyntaxError].
func (p *Position) UnmarshalText(text []byte) error {
	parsed, err := ParsePosition(string(text))
	if err == nil {
		*p = parsed
	}
	return err
}

// ParsePosition reads a position text, exactly as String writes it. The error is a [*SyntaxError].
func ParsePosition(text string) (Position, error) {
	field, side := text, Yellow
	if strings.HasSuffix(text, " r") {
		field, side = text[:len(text)-2], Red
	}
	r := reader{what: "position", text: text, line: 1}
	for row := range strings.SplitSeq(field, "/") {
		at := 0
		for cell := range strings.SplitSeq(row, " ") {
			if err := r.cell(cell, r.start+at); err != nil {
				return Position{}, err
			}
			at += len(cell) + 1
		}
		if err := r.endRow(r.start + len(row)); err != nil {
			return Position{}, err
		}
		r.start += len(row) + 1
	}
	return r.position(side)
}

// Diagram draws the position for people: a line r if Red is to move, then the rows, their cells in columns. It ends with a
// line feed.
//
//	+NN .NY   +NR
//	.NR +NNYN .NY
//	+   .NR   +NN
func (p Position) Diagram() string {
	var widths [MaxCells]int
	for c := range Cell(p.Cells()) {
		_, column := p.Place(c)
		widths[column] = max(widths[column], 1+2*p.Pile(c).Height())
	}
	var b []byte
	if p.side == Red {
		b = append(b, "r\n"...)
	}
	for c := range Cell(p.Cells()) {
		_, column := p.Place(c)
		b = p.appendCell(b, c)
		if column == p.Columns()-1 {
			b = append(b, '\n')
			continue
		}
		for range widths[column] - 2*p.Pile(c).Height() {
			b = append(b, ' ')
		}
	}
	return string(b)
}

// ParseDiagram reads a position drawn as Diagram draws it, or a position text. It is forgiving: blank lines, lines that begin
// with #, indentation and extra blanks between cells are ignored, and rows may be separated by slashes or line feeds. A line r or
// y above the board names the seat to move; without it, Yellow moves. The error is a [*SyntaxError].
func ParseDiagram(text string) (Position, error) {
	r := reader{what: "diagram", text: text}
	side := Yellow
	for line := range strings.SplitSeq(text, "\n") {
		r.line++
		r.start = 0
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "" || trimmed[0] == '#':
			continue
		case trimmed == "r" || trimmed == "y":
			side = Seat(btoi(trimmed == "r"))
			continue
		case strings.HasSuffix(trimmed, " r"):
			side = Red
			line = strings.TrimSuffix(strings.TrimRight(line, " \t\r"), "r")
		}
		for row := range strings.SplitSeq(line, "/") {
			for at := 0; at < len(row); {
				length := strings.IndexAny(row[at:]+" ", " \t\r")
				if length > 0 {
					if err := r.cell(row[at:at+length], r.start+at); err != nil {
						return Position{}, err
					}
				}
				at += length + 1
			}
			if err := r.endRow(r.start + len(row)); err != nil {
				return Position{}, err
			}
			r.start += len(row) + 1
		}
	}
	return r.position(side)
}

// reader collects the cells of a text.
type reader struct {
	what, text string
	line       int // of the text, from 1
	start      int // bytes of the line before the row
	piles      []Pile
	arrows     Set
	rows       int
	columns    int // of the first row
	inRow      int // cells in this row so far
}

// wrong makes an error at a byte of the line, counted from 0.
func (r *reader) wrong(at int, format string, args ...any) error {
	return &SyntaxError{What: r.what, Text: r.text, Line: r.line, Column: at + 1, Want: fmt.Sprintf(format, args...)}
}

func (r *reader) cell(text string, at int) error {
	if text == "" || text[0] != '+' && text[0] != '.' {
		return r.wrong(at, "a cell: + or . and its chips")
	}
	if len(r.piles) == MaxCells {
		return r.wrong(at, "at most %d cells", MaxCells)
	}
	if text[0] == '+' {
		r.arrows |= 1 << len(r.piles)
	}
	var pile Pile
	for i, letter := range []byte(text[1:]) {
		f := strings.IndexByte("YRN", letter)
		switch {
		case i == 2*Height:
			return r.wrong(at+1+i, "at most %d chips in a cell", Height)
		case f < 0:
			return r.wrong(at+1+i, "a face: Y, R or N")
		}
		pile |= Pile(f+1) << (2 * i)
	}
	if len(text)%2 == 0 {
		return r.wrong(at+len(text), "the upper face of the chip: Y, R or N")
	}
	r.piles = append(r.piles, pile)
	r.inRow++
	return nil
}

func (r *reader) endRow(at int) error {
	if r.rows == 0 {
		r.columns = r.inRow
	}
	if r.inRow != r.columns || r.inRow == 0 {
		return r.wrong(at, "%d cells in row %d, as in row 0, not %d", max(r.columns, 1), r.rows, r.inRow)
	}
	r.rows++
	r.inRow = 0
	return nil
}

func (r *reader) position(side Seat) (Position, error) {
	p, err := New(r.rows, r.columns)
	if err != nil {
		return p, r.wrong(0, "rows of cells, as in +NN .NY/.NR +")
	}
	p.arrows, p.side = r.arrows, side
	copy(p.piles[:], r.piles)
	return p, nil
}
