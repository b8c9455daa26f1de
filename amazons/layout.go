package amazons

import (
	"strconv"
	"strings"
)

// String returns the position text of doc.go, such as 3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r.
func (p Position) String() string {
	size := p.Size()
	b := make([]byte, 0, 64)
	for row := size - 1; row >= 0; row-- {
		empty := 0
		for column := range size {
			c := p.Cell(SquareAt(column, row))
			if c == '.' {
				empty++
				continue
			}
			if empty > 0 {
				b = strconv.AppendInt(b, int64(empty), 10)
				empty = 0
			}
			b = append(b, c)
		}
		if empty > 0 {
			b = strconv.AppendInt(b, int64(empty), 10)
		}
		if row > 0 {
			b = append(b, '/')
		}
	}
	b = append(b, ' ', "rb"[p.side])
	if p.arrow != 0 {
		b = append(append(b, rangeWord...), '0'+byte(p.arrow))
	}
	return string(b)
}

// Cell returns the character of a square in the layout: R, B, x (removed) or '.' (empty).
func (p Position) Cell(s Square) byte {
	switch {
	case p.queens[Red].Has(s):
		return 'R'
	case p.queens[Blue].Has(s):
		return 'B'
	case p.removed.Has(s):
		return 'x'
	}
	return '.'
}

func (p *Position) set(s Square, c byte) {
	switch c {
	case 'R':
		p.queens[Red] = p.queens[Red].Or(single[s])
	case 'B':
		p.queens[Blue] = p.queens[Blue].Or(single[s])
	case 'x':
		p.removed = p.removed.Or(single[s])
	}
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

// ParsePosition reads a position text, exactly as String writes it. A board has 4 to 10 rows of as many columns and any
// number of queens. The error is a [*SyntaxError].
func ParsePosition(text string) (Position, error) {
	wrong := func(column int, want string) (Position, error) {
		return Position{}, &SyntaxError{What: "position", Text: text, Line: 1, Column: column, Want: want}
	}
	field := text
	if end := strings.IndexByte(text, ' '); end >= 0 {
		field = text[:end]
	}
	rows := strings.Split(field, "/")
	size := len(rows)
	if size < MinSize || size > MaxSize {
		return wrong(1, "4 to 10 rows separated by slashes, not "+strconv.Itoa(size))
	}
	p := Position{size: uint8(size)}
	at := 0 // bytes read
	for i, row := range rows {
		column, afterNumber := 0, false
		for j := 0; j < len(row); j++ {
			where, c := at+j+1, row[j]
			switch {
			case '1' <= c && c <= '9':
				if afterNumber {
					return wrong(where, "R, B, x or the end of the row after a number of empty squares")
				}
				n := int(c - '0')
				if n == 1 && j+1 < len(row) && row[j+1] == '0' {
					n, j = 10, j+1
				}
				column += n
				afterNumber = true
			case c == 'R' || c == 'B' || c == 'x':
				if column < size {
					p.set(SquareAt(column, size-1-i), c)
				}
				column++
				afterNumber = false
			default:
				return wrong(where, "R, B, x or a number of empty squares")
			}
			if column > size {
				return wrong(where, rowWidth(size, i))
			}
		}
		at += len(row)
		if column < size {
			return wrong(at+1, rowWidth(size, i)+", not "+strconv.Itoa(column))
		}
		at++ // the slash, or the blank
	}
	side, digit, limited := strings.Cut(text[len(field):], rangeWord)
	switch side {
	case " r":
	case " b":
		p.side = Blue
	default:
		return wrong(len(field)+1, "a blank and then r or b, the seat to move, at the end")
	}
	if limited {
		if len(digit) != 1 || digit[0] < '1' || digit[0] > '0'+MaxRange {
			return wrong(len(text)-len(digit)+1, "how far arrows fly, 1 to 9, at the end")
		}
		p.arrow = Range(digit[0] - '0')
	}
	return p, nil
}

// rangeWord begins the range of arrows at the end of a position text; it stands there only if the range is limited.
const rangeWord = " range="

func rowWidth(size, fromTop int) string {
	n := strconv.Itoa(size)
	return n + " squares in row " + strconv.Itoa(size-1-fromTop) + " (the board has " + n + " rows)"
}

// Diagram draws the position for people: the position text, the rows from the top with their digits, and the letters of
// the columns. It ends with a line feed.
//
//	1BB1/B2B/R2R/1RR1 r
//	3 . B B .
//	2 B . . B
//	1 R . . R
//	0 . R R .
//	  A B C D
func (p Position) Diagram() string {
	var b strings.Builder
	b.WriteString(p.String())
	b.WriteByte('\n')
	for row := p.Size() - 1; row >= 0; row-- {
		b.WriteByte(SquareAt(0, row).digit())
		for column := range p.Size() {
			b.WriteByte(' ')
			b.WriteByte(p.Cell(SquareAt(column, row)))
		}
		b.WriteByte('\n')
	}
	b.WriteByte(' ')
	for column := range p.Size() {
		b.WriteByte(' ')
		b.WriteByte(SquareAt(column, 0).letter())
	}
	b.WriteByte('\n')
	return b.String()
}

// ParseDiagram reads a position drawn as Diagram draws it, or as a screen of this program shows it. It is forgiving: blank
// lines, lines that begin with #, indentation, row digits and column letters may be there or not, and a cell may stand in
// the brackets that mark the last turn on the screen. The seat to move comes from the position text or from a line r or b
// above the board; without either it is Red when an even number of squares is removed (R2). Where a position text and a
// board are both there they must agree. The error is a [*SyntaxError].
func ParseDiagram(text string) (Position, error) {
	wrong := func(line, column int, want string) (Position, error) {
		return Position{}, &SyntaxError{What: "diagram", Text: text, Line: line, Column: column, Want: want}
	}
	var (
		rows  []string
		first int // the line of the topmost row
		side  = -1
		head  *Position
	)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || strings.HasPrefix(trimmed, "#"):
		case trimmed == "r" || trimmed == "b":
			side = strings.Index("rb", trimmed)
		case strings.Contains(trimmed, "/"):
			p, err := ParsePosition(trimmed)
			if err != nil {
				return wrong(i+1, 1, err.Error())
			}
			head = &p
		case strings.HasPrefix("ABCDEFGHIJ", cells(trimmed)) && len(rows) > 0:
		default:
			if len(rows) == 0 {
				first = i + 1
			}
			row := cells(trimmed)
			if row != "" && row[0] >= '0' && row[0] <= '9' {
				row = row[1:]
			}
			if bad := strings.IndexFunc(row, func(r rune) bool { return !strings.ContainsRune("RBx.", r) }); bad >= 0 {
				return wrong(i+1, strings.IndexByte(line, row[bad])+1, "cells R, B, x or '.'")
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 && head != nil {
		return *head, nil
	}
	size := len(rows)
	if size < MinSize || size > MaxSize {
		return wrong(max(first, 1), 1, "4 to 10 rows of cells, not "+strconv.Itoa(size))
	}
	p := Position{size: uint8(size)}
	for i, row := range rows {
		if len(row) != size {
			return wrong(first+i, 1, rowWidth(size, i)+", not "+strconv.Itoa(len(row)))
		}
		for column := range size {
			p.set(SquareAt(column, size-1-i), row[column])
		}
	}
	switch {
	case side >= 0:
		p.side = Seat(side)
	case head != nil:
		p.side = head.side
	default:
		p.side = Seat(p.removed.Len() % 2)
	}
	if head != nil {
		p.arrow = head.arrow
	}
	if head != nil && *head != p {
		return wrong(first, 1, "the board of the position text above it, "+head.String())
	}
	return p, nil
}

// cells drops what stands between the cells of a drawn row: blanks, and the brackets around the last turn.
func cells(line string) string {
	return strings.NewReplacer(" ", "", "\t", "", "(", "", ")", "", "[", "", "]", "", "<", "", ">", "").Replace(line)
}
