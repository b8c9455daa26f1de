package wire

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/amazons"
)

// SGF and GGF have the same shape: a game is properties in nodes, NAME[value][value]. We do not use variations: only the
// main line is read.

// property is one value of a property; a property with several values appears several times.
type property struct {
	name, value string
	offset      int // of the value in the text, from 1, for messages
}

func (p property) errorf(format string, args ...any) error {
	return fmt.Errorf("byte %d: %s %.60q: %w", p.offset, p.name, p.value, fmt.Errorf(format, args...))
}

// properties reads the main line of the first game of a text. Variations are at the end of what they continue, so the main line
// is what comes before the first ')'.
func properties(text string) (list []property, err error) {
	first := strings.IndexByte(text, '(')
	if first < 0 {
		return nil, fmt.Errorf("byte 1: want a '(' that begins the game")
	}
	name, valued := "", true
	for i := first + 1; i < len(text); i++ {
		c := text[i]
		switch {
		case !valued && c != '[' && !isBlank(c) && !(letter(c) && letter(text[i-1])):
			return nil, fmt.Errorf("byte %d: want a value in brackets, such as [djddgd]", i+1)
		case c == ')':
			return list, nil
		case c == ';' || c == '(':
			name = ""
		case letter(c):
			if valued {
				name, valued = "", false
			}
			if c <= 'Z' { // old files have small letters between the capitals of a name
				name += string(c)
			}
		case c == '[' && name != "":
			start := i + 1
			var value strings.Builder
			for i++; i < len(text) && text[i] != ']'; i++ {
				if text[i] == '\\' && i+1 < len(text) {
					i++
				}
				value.WriteByte(text[i])
			}
			if i == len(text) {
				return nil, fmt.Errorf("byte %d: want a ']' that ends the value of %.20s", i+1, name)
			}
			list, valued = append(list, property{name, value.String(), start + 1}), true
		case !isBlank(c):
			return nil, fmt.Errorf("byte %d: want a property such as B[djddgd]", i+1)
		}
	}
	return nil, fmt.Errorf("byte %d: want a ')' that ends the game", len(text)+1)
}

func letter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

// readSGF reads GM[18]: B is the seat at the bottom, which moves first (R2).
func readSGF(text string) (*Game, error) {
	list, err := properties(text)
	if err != nil {
		return nil, err
	}
	size, err := sgfSize(list)
	if err != nil {
		return nil, err
	}
	g := &Game{}
	board := map[amazons.Square]byte{}
	side := ""
	for _, p := range list {
		switch p.name {
		case "PB":
			g.Red = p.value
		case "PW":
			g.Blue = p.value
		case "PL":
			if side = strings.ToLower(strings.TrimSpace(p.value)); side != "b" && side != "w" {
				return nil, p.errorf("want B or W")
			}
		case "AB", "AW", "AA", "AE":
			if len(g.Turns) > 0 {
				return nil, p.errorf("set-up after the first turn")
			}
			squares, err := sgfPoints(p.value, size)
			if err != nil {
				return nil, p.errorf("%w", err)
			}
			for _, s := range squares {
				board[s] = map[string]byte{"AB": 'R', "AW": 'B', "AA": 'x', "AE": '.'}[p.name]
			}
		case "B", "W":
			var m amazons.Move
			if len(p.value) != 6 {
				return nil, p.errorf("want a turn, three points of two letters")
			}
			for i, square := range []*amazons.Square{&m.From, &m.To, &m.Arrow} {
				if *square, err = sgfPoint(p.value[2*i:2*i+2], size); err != nil {
					return nil, p.errorf("%w", err)
				}
			}
			if side == "" {
				side = strings.ToLower(p.name)
			}
			g.Turns = append(g.Turns, m)
		}
	}
	if len(board) == 0 {
		if size != amazons.MaxSize {
			return nil, fmt.Errorf("SZ[%d] without AB and AW: only size 10 has a usual start", size)
		}
		for s := range amazons.Square(amazons.Squares) {
			board[s] = amazons.Start().Cell(s)
		}
	}
	if g.Start, err = boardOf(size, board, side == "w"); err != nil {
		return nil, err
	}
	return g, nil
}

// sgfSize returns the size of the board, wherever the file has it, because the meaning of points depends on it. It checks the
// game, too.
func sgfSize(list []property) (int, error) {
	size := amazons.MaxSize
	for _, p := range list {
		value := strings.TrimSpace(p.value)
		switch p.name {
		case "GM":
			if value != "18" {
				return 0, p.errorf("want 18, Amazons")
			}
		case "SZ":
			n, err := strconv.Atoi(value)
			if err != nil || n < amazons.MinSize || n > amazons.MaxSize {
				return 0, p.errorf("want 4 to 10")
			}
			size = n
		}
	}
	return size, nil
}

// sgfPoints reads a point, or a rectangle of points such as aa:cb.
func sgfPoints(text string, size int) (list []amazons.Square, err error) {
	corner, opposite, isRect := strings.Cut(text, ":")
	if !isRect {
		opposite = corner
	}
	a, err := sgfPoint(corner, size)
	if err != nil {
		return nil, err
	}
	b, err := sgfPoint(opposite, size)
	if err != nil {
		return nil, err
	}
	for column := min(a.Column(), b.Column()); column <= max(a.Column(), b.Column()); column++ {
		for row := min(a.Row(), b.Row()); row <= max(a.Row(), b.Row()); row++ {
			list = append(list, amazons.SquareAt(column, row))
		}
	}
	return list, nil
}

// boardOf makes a position from its squares. It leaves the checks to ParseDiagram.
func boardOf(size int, board map[amazons.Square]byte, blue bool) (amazons.Position, error) {
	var b strings.Builder
	b.WriteString(map[bool]string{false: "r\n", true: "b\n"}[blue])
	for row := size - 1; row >= 0; row-- {
		for column := range size {
			c := board[amazons.SquareAt(column, row)]
			if c == 0 {
				c = '.'
			}
			b.WriteByte(c)
		}
		b.WriteByte('\n')
	}
	return amazons.ParseDiagram(b.String())
}

// sgfPoint reads two small letters, column and row from the top.
func sgfPoint(text string, size int) (amazons.Square, error) {
	if len(text) != 2 || text[0] < 'a' || int(text[0]-'a') >= size || text[1] < 'a' || int(text[1]-'a') >= size {
		return 0, fmt.Errorf("point %.20q: want two letters a-%c", text, 'a'+size-1)
	}
	return amazons.SquareAt(int(text[0]-'a'), size-1-int(text[1]-'a')), nil
}

func sgfName(s amazons.Square, size int) string {
	return string([]byte{'a' + byte(s.Column()), 'a' + byte(size-1-s.Row())})
}

var sgfEscape = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

func writeSGF(g *Game) (string, error) {
	if err := g.unlimited(); err != nil {
		return "", err
	}
	size := g.Start.Size()
	var b strings.Builder
	fmt.Fprintf(&b, "(;FF[4]GM[18]SZ[%d]", size)
	if g.Red != "" {
		fmt.Fprintf(&b, "PB[%s]", sgfEscape.Replace(g.Red))
	}
	if g.Blue != "" {
		fmt.Fprintf(&b, "PW[%s]", sgfEscape.Replace(g.Blue))
	}
	for _, kind := range []struct {
		name string
		set  amazons.Set
	}{{"AB", g.Start.Queens(amazons.Red)}, {"AW", g.Start.Queens(amazons.Blue)}, {"AA", g.Start.Removed()}} {
		if kind.set.Empty() {
			continue
		}
		b.WriteString(kind.name)
		for s := kind.set; !s.Empty(); s = s.Rest() {
			fmt.Fprintf(&b, "[%s]", sgfName(s.First(), size))
		}
	}
	if g.Start.Free().Len() == size*size { // without any set-up it would be the usual start
		fmt.Fprintf(&b, "AE[%s:%s]", sgfName(amazons.SquareAt(0, size-1), size), sgfName(amazons.SquareAt(size-1, 0), size))
	}
	if g.Start.Side() == amazons.Blue {
		b.WriteString("PL[W]")
	}
	side := g.Start.Side()
	for i, m := range g.Turns {
		if i%8 == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, ";%c[%s%s%s]", "BW"[side], sgfName(m.From, size), sgfName(m.To, size), sgfName(m.Arrow, size))
		side = side.Other()
	}
	b.WriteString(")\n")
	return b.String(), nil
}

// readGGF reads a game of GGS of type 10: black (*) is the seat at the bottom, which moves first.
func readGGF(text string) (*Game, error) {
	list, err := properties(text)
	if err != nil {
		return nil, err
	}
	g := &Game{Start: amazons.Start()}
	for _, p := range list {
		switch p.name {
		case "GM":
			if !strings.EqualFold(strings.TrimSpace(p.value), "Amazons") {
				return nil, p.errorf("want Amazons")
			}
		case "PB":
			g.Red = p.value
		case "PW":
			g.Blue = p.value
		case "BO":
			if g.Start, err = ggfBoard(p.value); err != nil {
				return nil, p.errorf("%w", err)
			}
		case "B", "W":
			move, _, _ := strings.Cut(p.value, "/")
			part := literatureTurn.FindStringSubmatch(move)
			if part == nil || part[0] != move {
				return nil, p.errorf("want a turn such as D1-D7-G7")
			}
			g.Turns = append(g.Turns, amazons.Move{
				From: oneBased(part[1], part[2]), To: oneBased(part[3], part[4]), Arrow: oneBased(part[5], part[6]),
			})
		}
	}
	return g, nil
}

// ggfBoard reads the size, the rows from row 1 up and the side to move. Our sources do not say which character a removed square
// has; x, X and # are read as one.
func ggfBoard(text string) (amazons.Position, error) {
	fields := strings.Fields(strings.TrimSuffix(strings.TrimSpace(text), "to move"))
	size := 0
	if len(fields) > 0 {
		size, _ = strconv.Atoi(fields[0])
	}
	if size < amazons.MinSize || size > amazons.MaxSize {
		return amazons.Position{}, fmt.Errorf("want the size first, 4 to 10")
	}
	cells := strings.Join(fields[1:], "")
	if len(cells) != size*size+1 {
		return amazons.Position{}, fmt.Errorf("%d characters after the size, want %d squares and then * or O, whose turn it is",
			len(cells), size*size)
	}
	side := cells[size*size]
	if side != '*' && side != 'O' {
		return amazons.Position{}, fmt.Errorf("%q at the end, want * or O, whose turn it is", side)
	}
	board := map[amazons.Square]byte{}
	for i := range size * size {
		s := amazons.SquareAt(i%size, i/size)
		c, ok := map[byte]byte{'*': 'R', 'O': 'B', '-': '.', 'x': 'x', 'X': 'x', '#': 'x'}[cells[i]]
		if !ok {
			return amazons.Position{}, fmt.Errorf("%q on %s, want *, O, - or x", cells[i], literature(s))
		}
		board[s] = c
	}
	return boardOf(size, board, side == 'O')
}

func writeGGF(g *Game) (string, error) {
	if err := g.unlimited(); err != nil {
		return "", err
	}
	size := g.Start.Size()
	var b strings.Builder
	fmt.Fprintf(&b, "(;GM[Amazons]PC[gridiron]PB[%s]PW[%s]", sgfEscape.Replace(g.Red), sgfEscape.Replace(g.Blue))
	fmt.Fprintf(&b, "TY[%d]BO[%[1]d", size)
	for row := range size {
		b.WriteByte(' ')
		for column := range size {
			b.WriteByte(map[byte]byte{'R': '*', 'B': 'O', '.': '-', 'x': 'x'}[g.Start.Cell(amazons.SquareAt(column, row))])
		}
	}
	fmt.Fprintf(&b, " %c to move]", "*O"[g.Start.Side()])
	side := g.Start.Side()
	for _, m := range g.Turns {
		turn := literature(m.From) + "-" + literature(m.To) + "-" + literature(m.Arrow)
		fmt.Fprintf(&b, "%c[%s]", "BW"[side], strings.ToUpper(turn))
		side = side.Other()
	}
	b.WriteString(";)\n")
	return b.String(), nil
}
