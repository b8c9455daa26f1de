package pelita

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Layout is a board at the start of a game.
type Layout struct {
	Width, Height int
	Walls, Food   []Cell     // ascending
	Bots          [Bots]Cell // by number; see Has
}

// missing is the cell of a bot that a layout does not have.
var missing = Cell{-1, -1}

// Has reports whether the layout has a bot, 0 to 3.
func (l *Layout) Has(bot int) bool { return l.Bots[bot] != missing }

// Maze returns the board without bots and pellets.
func (l *Layout) Maze() (*Maze, error) { return NewMaze(l.Width, l.Height, l.Walls) }

// String draws the layout: a wall hides a bot and a bot a pellet, and of several bots on a cell the first in the order a, x, b,
// y is shown. Each row ends with a line feed.
func (l *Layout) String() string {
	return draw(l.Width, l.Height, l.Walls, l.Bots[:], l.Food)
}

// draw draws a board; food may be several lists.
func draw(width, height int, walls, bots []Cell, food ...[]Cell) string {
	text := []byte(strings.Repeat(strings.Repeat(" ", width)+"\n", height))
	put := func(c Cell, b byte) {
		if 0 <= c.X && c.X < width && 0 <= c.Y && c.Y < height {
			text[c.Y*(width+1)+c.X] = b
		}
	}
	for _, list := range food {
		for _, c := range list {
			put(c, '.')
		}
	}
	for i, c := range slices.Backward(bots) {
		put(c, Letters[i])
	}
	for _, c := range walls {
		put(c, '#')
	}
	return string(text)
}

// LayoutProblem is what is wrong with a layout text.
type LayoutProblem string

// The problems, in the order in which they are checked. The words are those of the conformance corpus.
const (
	NotEnclosed  LayoutProblem = "not_enclosed"
	OddWidth     LayoutProblem = "odd_width"
	Ragged       LayoutProblem = "ragged"
	DuplicateBot LayoutProblem = "duplicate_bot"
	UnknownChar  LayoutProblem = "unknown_char"
	MissingBots  LayoutProblem = "missing_bots"
	FoodOutside  LayoutProblem = "food_outside"
	FoodOnWall   LayoutProblem = "food_on_wall"
	BadBotName   LayoutProblem = "bad_bot_name"
	BotOutside   LayoutProblem = "bot_outside"
	BotOnWall    LayoutProblem = "bot_on_wall"
)

// LayoutError says what is wrong with a layout text, and where. It is not a [SyntaxError], because the problem may also be an
// added pellet or bot, and because the conformance corpus compares problems with the original's.
type LayoutError struct {
	Problem LayoutProblem
	Line    int    // of the text, from 0, counting blank lines: not_enclosed, ragged, odd_width, duplicate_bot, unknown_char
	Width   int    // odd_width: of the first row; ragged: of the row
	Want    int    // ragged: the width of the first row
	Cell    Cell   // on the board: problems of a cell
	First   Cell   // duplicate_bot: where it was before
	Text    string // the character, the name of the bot, or the letters of the missing bots
}

func (e *LayoutError) Error() string {
	at := fmt.Sprintf("layout: line %d", e.Line+1)
	switch e.Problem {
	case NotEnclosed:
		return at + ": want walls (#) all round the board"
	case OddWidth:
		return fmt.Sprintf("%s: %d columns, want an even number", at, e.Width)
	case Ragged:
		return fmt.Sprintf("%s: %d columns, want %d as in the first row", at, e.Width, e.Want)
	case DuplicateBot:
		return fmt.Sprintf("%s, cell %v: bot %s is already on %v, want it once", at, e.Cell, e.Text, e.First)
	case UnknownChar:
		return fmt.Sprintf("%s, cell %v: %q, want #, a dot, a blank, a, b, x or y", at, e.Cell, e.Text)
	case MissingBots:
		return fmt.Sprintf("layout: no bot %s, want a, b, x and y", strings.Join(strings.Split(e.Text, ""), ", "))
	case FoodOutside:
		return fmt.Sprintf("layout: pellet %v is outside of the board", e.Cell)
	case FoodOnWall:
		return fmt.Sprintf("layout: pellet %v is on a wall", e.Cell)
	case BadBotName:
		return fmt.Sprintf("layout: bot %q, want a, b, x or y", e.Text)
	case BotOutside:
		return fmt.Sprintf("layout: bot %s on %v is outside of the board", e.Text, e.Cell)
	}
	return fmt.Sprintf("layout: bot %s on %v is on a wall", e.Text, e.Cell)
}

// Placed is a bot that is added to the board of the text.
type Placed struct {
	Bot  string // a, b, x or y
	Cell Cell
}

// Extra is what is added to a layout text: more pellets, and bots that replace those of the text. They may be put on occupied
// cells, and are checked in order.
type Extra struct {
	Food []Cell
	Bots []Placed
	Lax  bool // version 2.7 in tests: the width may be odd and bots may be missing
}

// ParseLayout reads a layout text (R2). It ignores blank lines, white space around rows, and everything after the closing wall.
// The error is a [*LayoutError], the first one that the original reports.
func ParseLayout(text string) (*Layout, error) { return ParseLayoutWith(text, Extra{}) }

// ParseLayoutWith reads a layout text and adds extra to it.
func ParseLayoutWith(text string, extra Extra) (*Layout, error) {
	rows, numbers, err := enclosed(text, extra.Lax)
	if err != nil {
		return nil, err
	}
	l := &Layout{Height: len(rows), Bots: [Bots]Cell{missing, missing, missing, missing}}
	if len(rows) > 0 {
		l.Width = len([]rune(rows[0]))
	}
	if l.Width*l.Height > maxCells {
		return nil, fmt.Errorf("layout of %dx%d cells: want at most %d cells", l.Width, l.Height, maxCells)
	}
	wall := make([]bool, l.Width*l.Height)
	food := make([]bool, len(wall))
	if err := l.scan(rows, numbers, wall, food); err != nil {
		return nil, err
	}
	if err := l.add(extra, wall, food); err != nil {
		return nil, err
	}
	for i := range wall {
		c := Cell{i / l.Height, i % l.Height}
		if wall[i] {
			l.Walls = append(l.Walls, c)
		}
		if food[i] {
			l.Food = append(l.Food, c)
		}
	}
	return l, nil
}

// enclosed returns the rows from the opening to the closing wall, and the numbers of their lines.
func enclosed(text string, lax bool) (rows []string, numbers []int, err error) {
	lines := physicalLines(text)
	width := 0
	for number, line := range lines {
		row := strings.TrimFunc(line, isSpace)
		if row == "" {
			continue
		}
		runes := []rune(row)
		solid := strings.Trim(row, "#") == ""
		switch {
		case len(rows) == 0 && !solid:
			return nil, nil, &LayoutError{Problem: NotEnclosed, Line: number}
		case len(rows) == 0:
			if width = len(runes); width%2 != 0 && !lax {
				return nil, nil, &LayoutError{Problem: OddWidth, Line: number, Width: width}
			}
		case len(runes) != width:
			return nil, nil, &LayoutError{Problem: Ragged, Line: number, Width: len(runes), Want: width}
		case runes[0] != '#' || runes[width-1] != '#':
			return nil, nil, &LayoutError{Problem: NotEnclosed, Line: number}
		}
		rows, numbers = append(rows, row), append(numbers, number)
		if solid && len(rows) > 1 {
			return rows, numbers, nil
		}
	}
	if len(rows) > 0 {
		return nil, nil, &LayoutError{Problem: NotEnclosed, Line: len(lines) - 1}
	}
	return nil, nil, nil
}

// physicalLines splits a text where Python's splitlines does.
func physicalLines(text string) (lines []string) {
	start := 0
	for i, r := range text {
		if i < start {
			continue
		}
		switch r {
		case '\n', '\r', 0x0b, 0x0c, 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
			lines = append(lines, text[start:i])
			start = i + len(string(r))
			if r == '\r' && strings.HasPrefix(text[start:], "\n") {
				start++
			}
		}
	}
	if start < len(text) {
		lines = append(lines, text[start:])
	}
	return lines
}

// isSpace reports whether Python's strip removes r.
func isSpace(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f }

// scan reads the cells row by row.
func (l *Layout) scan(rows []string, numbers []int, wall, food []bool) error {
	for y, row := range rows {
		for x, r := range []rune(row) {
			c, i := Cell{x, y}, x*l.Height+y
			bot := strings.IndexRune(Letters, r)
			switch {
			case r == '#':
				wall[i] = true
			case r == '.':
				food[i] = true
			case r == ' ':
			case bot < 0:
				return &LayoutError{Problem: UnknownChar, Line: numbers[y], Cell: c, Text: string(r)}
			case l.Has(bot):
				return &LayoutError{Problem: DuplicateBot, Line: numbers[y], Cell: c, First: l.Bots[bot], Text: string(r)}
			default:
				l.Bots[bot] = c
			}
		}
	}
	return nil
}

// add puts pellets and bots on the board that are not in the text.
func (l *Layout) add(extra Extra, wall, food []bool) error {
	lacking := ""
	for bot, letter := range Letters {
		given := slices.ContainsFunc(extra.Bots, func(p Placed) bool { return p.Bot == string(letter) })
		if !l.Has(bot) && !given {
			lacking += string(letter)
		}
	}
	if lacking != "" && !extra.Lax {
		return &LayoutError{Problem: MissingBots, Text: lacking}
	}
	inside := func(c Cell) bool { return 0 <= c.X && c.X < l.Width && 0 <= c.Y && c.Y < l.Height }
	for _, c := range extra.Food {
		if !inside(c) {
			return &LayoutError{Problem: FoodOutside, Cell: c}
		}
		if wall[c.X*l.Height+c.Y] {
			return &LayoutError{Problem: FoodOnWall, Cell: c}
		}
		food[c.X*l.Height+c.Y] = true
	}
	for _, p := range extra.Bots {
		if len(p.Bot) != 1 || !strings.Contains(Letters, p.Bot) {
			return &LayoutError{Problem: BadBotName, Text: p.Bot}
		}
	}
	for _, p := range extra.Bots {
		if !inside(p.Cell) {
			return &LayoutError{Problem: BotOutside, Cell: p.Cell, Text: p.Bot}
		}
		if wall[p.Cell.X*l.Height+p.Cell.Y] {
			return &LayoutError{Problem: BotOnWall, Cell: p.Cell, Text: p.Bot}
		}
		l.Bots[strings.Index(Letters, p.Bot)] = p.Cell
	}
	return nil
}
