package wire

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/amazons"
)

// SGF and GGF share their shape: a game is properties in nodes, NAME[value][value], and ours has no use for variations, of
// which the first is read.

// property is one value of a property; a property with several comes several times.
type property struct {
	name, value string
	offset      int // of the value in the text, for messages
}

// properties reads all properties of the main line of the first game of a text.
func properties(text string) ([]property, error) {
	var list []property
	name, depth, skipping := "", 0, 0
	closed := false // a variation ended: its siblings are not the main line
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '(':
			if closed {
				skipping++
			}
			depth++
		case c == ')':
			depth--
			if skipping > 0 {
				skipping--
			}
			closed = true
			if depth == 0 {
				return list, nil
			}
		case 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z':
			if i == 0 || !letter(text[i-1]) {
				name = ""
			}
			if c <= 'Z' { // old files have small letters between the capitals of a name
				name += string(c)
			}
		case c == '[':
			start := i + 1
			var value strings.Builder
			for i++; i < len(text) && text[i] != ']'; i++ {
				if text[i] == '\\' && i+1 < len(text) {
					i++
				}
				value.WriteByte(text[i])
			}
			if i == len(text) {
				return nil, fmt.Errorf("byte %d: want a ']' that ends the value of %s", start, name)
			}
			if name == "" || depth == 0 {
				return nil, fmt.Errorf("byte %d: a value without a property", start)
			}
			if skipping == 0 {
				list = append(list, property{name, value.String(), start})
			}
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
	g := &Game{}
	size := amazons.MaxSize
	board := map[amazons.Square]byte{}
	setup, side := false, ""
	for _, p := range list {
		switch p.name {
		case "GM":
			if strings.TrimSpace(p.value) != "18" {
				return nil, fmt.Errorf("byte %d: GM[%s], want 18, Amazons", p.offset, p.value)
			}
		case "SZ":
			if size, err = strconv.Atoi(strings.TrimSpace(p.value)); err != nil || size < amazons.MinSize || size > amazons.MaxSize {
				return nil, fmt.Errorf("byte %d: SZ[%s], want 4 to 10", p.offset, p.value)
			}
		case "PB":
			g.Red = p.value
		case "PW":
			g.Blue = p.value
		case "PL":
			side = strings.ToLower(strings.TrimSpace(p.value))
		case "AB", "AW", "AA", "AE":
			setup = true
			corner, opposite, isRect := strings.Cut(p.value, ":")
			if !isRect {
				opposite = corner
			}
			a, err := sgfPoint(corner, size)
			if err != nil {
				return nil, fmt.Errorf("byte %d: %w", p.offset, err)
			}
			b, err := sgfPoint(opposite, size)
			if err != nil {
				return nil, fmt.Errorf("byte %d: %w", p.offset, err)
			}
			for column := min(a.Column(), b.Column()); column <= max(a.Column(), b.Column()); column++ {
				for row := min(a.Row(), b.Row()); row <= max(a.Row(), b.Row()); row++ {
					board[amazons.SquareAt(column, row)] = map[string]byte{"AB": 'R', "AW": 'B', "AA": 'x', "AE": '.'}[p.name]
				}
			}
		case "B", "W":
			if len(p.value) != 6 {
				return nil, fmt.Errorf("byte %d: turn %q: want three points of two letters", p.offset, p.value)
			}
			var m amazons.Move
			for i, square := range []*amazons.Square{&m.From, &m.To, &m.Arrow} {
				if *square, err = sgfPoint(p.value[2*i:2*i+2], size); err != nil {
					return nil, fmt.Errorf("byte %d: turn %q: %w", p.offset, p.value, err)
				}
			}
			if side == "" && len(g.Turns) == 0 {
				side = strings.ToLower(p.name)
			}
			g.Turns = append(g.Turns, m)
		}
	}
	if !setup && size == amazons.MaxSize {
		g.Start = amazons.Start()
		return g, nil
	}
	if g.Start, err = boardOf(size, board, side == "w"); err != nil {
		return nil, err
	}
	return g, nil
}

// boardOf makes a position from its squares, through the one parser that knows what a position is.
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
		return 0, fmt.Errorf("point %q: want two letters a-%c", text, 'a'+size-1)
	}
	return amazons.SquareAt(int(text[0]-'a'), size-1-int(text[1]-'a')), nil
}

func sgfName(s amazons.Square, size int) string {
	return string([]byte{'a' + byte(s.Column()), 'a' + byte(size-1-s.Row())})
}

var sgfEscape = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

func writeSGF(g *Game) (string, error) {
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
				return nil, fmt.Errorf("byte %d: GM[%s], want Amazons", p.offset, p.value)
			}
		case "PB":
			g.Red = p.value
		case "PW":
			g.Blue = p.value
		case "BO":
			if g.Start, err = ggfBoard(p.value); err != nil {
				return nil, fmt.Errorf("byte %d: %w", p.offset, err)
			}
		case "B", "W":
			move, _, _ := strings.Cut(p.value, "/")
			part := literatureTurn.FindStringSubmatch(move)
			if part == nil || part[0] != move {
				return nil, fmt.Errorf("byte %d: turn %q: want one such as D1-D7-G7", p.offset, p.value)
			}
			g.Turns = append(g.Turns, amazons.Move{
				From: oneBased(part[1], part[2]), To: oneBased(part[3], part[4]), Arrow: oneBased(part[5], part[6]),
			})
		}
	}
	return g, nil
}

// ggfBoard reads the size, the rows from row 1 up and whose turn it is. The character of a removed square is not in the
// sources we have; x, X and # are taken for one.
func ggfBoard(text string) (amazons.Position, error) {
	fields := strings.Fields(strings.TrimSuffix(strings.TrimSpace(text), "to move"))
	size := 0
	if len(fields) > 0 {
		size, _ = strconv.Atoi(fields[0])
	}
	if size < amazons.MinSize || size > amazons.MaxSize {
		return amazons.Position{}, fmt.Errorf("board %.30q: want the size first, 4 to 10", text)
	}
	cells := strings.Join(fields[1:], "")
	if len(cells) != size*size+1 {
		return amazons.Position{}, fmt.Errorf("board of size %d: %d characters, want %d squares and then * or O, whose turn it is", size, len(cells), size*size)
	}
	board := map[amazons.Square]byte{}
	for i := range size * size {
		c, ok := map[byte]byte{'*': 'R', 'O': 'B', '-': '.', 'x': 'x', 'X': 'x', '#': 'x'}[cells[i]]
		if !ok {
			return amazons.Position{}, fmt.Errorf("board character %q: want *, O, - or x", cells[i])
		}
		board[amazons.SquareAt(i%size, i/size)] = c
	}
	return boardOf(size, board, cells[size*size] == 'O')
}

func writeGGF(g *Game) (string, error) {
	size := g.Start.Size()
	var b strings.Builder
	fmt.Fprintf(&b, "(;GM[Amazons]PC[gridiron]PB[%s]PW[%s]TY[%d]BO[%d", sgfEscape.Replace(g.Red), sgfEscape.Replace(g.Blue), size, size)
	for row := range size {
		b.WriteByte(' ')
		for column := range size {
			b.WriteByte(map[byte]byte{'R': '*', 'B': 'O', '.': '-', 'x': 'x'}[g.Start.Cell(amazons.SquareAt(column, row))])
		}
	}
	fmt.Fprintf(&b, " %c to move]", "*O"[g.Start.Side()])
	side := g.Start.Side()
	for _, m := range g.Turns {
		fmt.Fprintf(&b, "%c[%s-%s-%s]", "BW"[side], strings.ToUpper(literature(m.From)), strings.ToUpper(literature(m.To)), strings.ToUpper(literature(m.Arrow)))
		side = side.Other()
	}
	b.WriteString(";)\n")
	return b.String(), nil
}
