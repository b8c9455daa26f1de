package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/amazons"
)

// Notations of programs that have a board of their own: the turns are numbers, and the start is not written.

// place says where a byte of a text is, for messages.
func place(text string, offset int) string {
	before := text[:min(offset, len(text))]
	line := strings.LastIndexByte(before, '\n') + 1
	return fmt.Sprintf("line %d, column %d", 1+strings.Count(before, "\n"), 1+len(before)-line)
}

// standard returns an error unless the game begins with the usual start of one of sizes: the notation has turns only.
func (g *Game) standard(sizes ...int) error {
	if err := g.unlimited(); err != nil {
		return err
	}
	for _, size := range sizes {
		if start, _ := StartOf(size); g.Start == start {
			return nil
		}
	}
	return fmt.Errorf("this notation has no position: want a game from the usual start of size %s", strings.Trim(fmt.Sprint(sizes), "[]"))
}

// readJSON reads an object. The error names the place.
func readJSON(text string, into any) error {
	err := json.Unmarshal([]byte(text), into)
	offset := -1
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = max(0, int(syntax.Offset)-1)
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset, err = int(kind.Offset), fmt.Errorf("a JSON %s at %q: want another kind of value", kind.Value, kind.Field)
	}
	if offset >= 0 {
		return fmt.Errorf("%s: %w", place(text, offset), err)
	}
	return err
}

// isJSON reports whether a text is meant as an object of JSON.
func isJSON(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "{") }

// OpenSpiel and Kaggle: three actions a turn, 10*row + column on a board of size 10, rows from the top.

// spielPattern matches what a game of OpenSpiel consists of: an action, or an action in words.
var spielPattern = regexp.MustCompile(`^(?:[XO] (From|To|Shoot):? \(([0-9]{1,2}), ([0-9]{1,2})\)|([0-9]{1,4}))(?:[\s,;\]]|$)`)

var (
	boardSize = regexp.MustCompile(`board_size=([0-9]{1,4})`)
	spielRow  = regexp.MustCompile(`^[.XO#]{6,10}$`)
	spielHead = regexp.MustCompile(`^(#.*|\[(Meta|Game|State)\]|Version: .*|amazons(\(.*\))?)$`) // a line before the actions
)

func readSpiel(text string) (*Game, error) {
	size := amazons.MaxSize
	if part := boardSize.FindStringSubmatch(text); part != nil {
		size, _ = strconv.Atoi(part[1])
	}
	start, ok := StartOf(size)
	if !ok {
		return nil, fmt.Errorf("board_size=%d: want 6, 8 or 10", size)
	}
	if isJSON(text) {
		return readKaggle(text, start)
	}
	if first, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n"); spielRow.MatchString(strings.TrimSpace(first)) {
		p, err := spielBoard(strings.Fields(text))
		if err != nil {
			return nil, err
		}
		return &Game{Start: p}, nil
	}
	var actions []int
	for at := 0; at < len(text); {
		rest := text[at:]
		if at == 0 || text[at-1] == '\n' {
			if line, _, _ := strings.Cut(rest, "\n"); spielHead.MatchString(strings.TrimSpace(line)) {
				at += len(line)
				continue
			}
		}
		if strings.IndexByte(" \t\r\n,;[]", rest[0]) >= 0 {
			at++
			continue
		}
		part := spielPattern.FindStringSubmatch(rest)
		if part == nil {
			line, _, _ := strings.Cut(rest, "\n")
			return nil, fmt.Errorf("%s: %.40q: want an action, a number such as 93 or the words X From (10, 4)", place(text, at), strings.TrimSpace(line))
		}
		action, err := spielAction(part, len(actions), size)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", place(text, at), err)
		}
		actions = append(actions, action)
		at += len(part[0])
	}
	return spielGame(start, actions)
}

// spielAction returns the number of an action that was matched, the n-th of a game.
func spielAction(part []string, n, size int) (int, error) {
	if part[1] == "" {
		action, _ := strconv.Atoi(part[4])
		if action >= size*size {
			return 0, fmt.Errorf("action %d: want 0 to %d", action, size*size-1)
		}
		return action, nil
	}
	if want := [3]string{"From", "To", "Shoot"}[n%3]; part[1] != want {
		return 0, fmt.Errorf("%s: want %s", part[1], want)
	}
	row, _ := strconv.Atoi(part[2])
	column, _ := strconv.Atoi(part[3])
	if row < 1 || row > size || column < 1 || column > size {
		return 0, fmt.Errorf("(%d, %d): want a row and a column, 1 to %d", row, column, size)
	}
	return (row-1)*size + column - 1, nil
}

func spielGame(start amazons.Position, actions []int) (*Game, error) {
	if len(actions)%3 != 0 {
		return nil, fmt.Errorf("%d actions: want three for each turn: from, to, arrow", len(actions))
	}
	size, g := start.Size(), &Game{Start: start}
	square := func(action int) amazons.Square { return amazons.SquareAt(action%size, size-1-action/size) }
	for ; len(actions) > 0; actions = actions[3:] {
		g.Turns = append(g.Turns, amazons.Move{From: square(actions[0]), To: square(actions[1]), Arrow: square(actions[2])})
	}
	return g, nil
}

// spielBoard reads a position as OpenSpiel prints it: X is RED. The number of arrows says who is to move.
func spielBoard(rows []string) (amazons.Position, error) {
	board, arrows := map[amazons.Square]byte{}, 0
	for i, row := range rows {
		if len(row) != len(rows) || !spielRow.MatchString(row) {
			return amazons.Position{}, fmt.Errorf("row %d of the board, %.40q: want %d squares X, O, # or '.'", i+1, row, len(rows))
		}
		for column := range row {
			board[amazons.SquareAt(column, len(rows)-1-i)] = map[byte]byte{'X': 'R', 'O': 'B', '#': 'x', '.': '.'}[row[column]]
		}
		arrows += strings.Count(row, "#")
	}
	return boardOf(len(rows), board, arrows%2 == 1)
}

// readKaggle reads an episode of Kaggle, or the position that an agent is shown.
func readKaggle(text string, start amazons.Position) (*Game, error) {
	var file struct {
		Steps [][]struct {
			Action json.RawMessage
		} `json:"steps"`
		Board         [][]string `json:"board"`
		CurrentPlayer string     `json:"current_player"`
		Phase         *string    `json:"phase"`
	}
	if err := readJSON(text, &file); err != nil {
		return nil, err
	}
	if file.Board != nil {
		var rows []string
		for _, row := range file.Board {
			rows = append(rows, strings.Join(row, ""))
		}
		if file.Phase != nil && *file.Phase != "from" {
			return nil, fmt.Errorf("phase %.20q: want from: a position between two turns", *file.Phase)
		}
		p, err := spielBoard(rows)
		if seat, ok := map[string]amazons.Seat{"x": amazons.Red, "o": amazons.Blue}[file.CurrentPlayer]; ok && err == nil {
			p = p.WithSide(seat)
		}
		if err != nil {
			return nil, err
		}
		return &Game{Start: p}, nil
	}
	if file.Steps == nil {
		return nil, errors.New("want an episode of Kaggle with steps, or an observation with a board")
	}
	var actions []int
	for i, step := range file.Steps {
		for j, agent := range step {
			submitted := struct{ Submission int }{-1}
			if json.Unmarshal(agent.Action, &submitted.Submission) != nil && json.Unmarshal(agent.Action, &submitted) != nil {
				submitted.Submission = -1
			}
			action := submitted.Submission
			if action < 0 { // it was not asked
				continue
			}
			if most := start.Size()*start.Size() - 1; action > most {
				return nil, fmt.Errorf("steps[%d][%d]: action %d: want 0 to %d", i, j, action, most)
			}
			actions = append(actions, action)
		}
	}
	return spielGame(start, actions)
}

func writeSpiel(g *Game) (string, error) {
	if err := g.standard(6, 8, 10); err != nil {
		return "", err
	}
	size := g.Start.Size()
	var b strings.Builder
	fmt.Fprintf(&b, "[Meta]\nVersion: 1\n\n[Game]\namazons(board_size=%d)\n\n[State]\n", size)
	for _, m := range g.Turns {
		for _, s := range []amazons.Square{m.From, m.To, m.Arrow} {
			fmt.Fprintln(&b, (size-1-s.Row())*size+s.Column())
		}
	}
	return b.String(), nil
}

// The records of UBC's COSC 322: [row, column] of three squares, from 1. Its Black begins on row 10, our row 0.

var coscTurn = regexp.MustCompile("^" + strings.Repeat(`\s*\[\s*(10|[1-9])\s*,\s*(10|[1-9])\s*\]`, 3))

func readCOSC(text string) (*Game, error) {
	g := &Game{Start: amazons.Start()}
	for at := 0; at < len(text); {
		rest := strings.TrimLeft(text[at:], " \t\r\n,;")
		at = len(text) - len(rest)
		if number := turnNumber.FindString(rest); number != "" {
			at += len(number)
			continue
		}
		if rest == "" {
			break
		}
		part := coscTurn.FindStringSubmatch(rest)
		if part == nil {
			line, _, _ := strings.Cut(rest, "\n")
			return nil, fmt.Errorf("%s: %.40q: want a turn such as [10, 4][5, 4][2, 7]: row and column from 1 to 10", place(text, at), strings.TrimSpace(line))
		}
		var m amazons.Move
		for i, square := range []*amazons.Square{&m.From, &m.To, &m.Arrow} {
			row, _ := strconv.Atoi(part[1+2*i])
			column, _ := strconv.Atoi(part[2+2*i])
			*square = amazons.SquareAt(column-1, amazons.MaxSize-row)
		}
		g.Turns = append(g.Turns, m)
		at += len(part[0])
	}
	return g, nil
}

func writeCOSC(g *Game) (string, error) {
	if err := g.standard(10); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, m := range g.Turns {
		for _, s := range []amazons.Square{m.From, m.To, m.Arrow} {
			fmt.Fprintf(&b, "[%d, %d]", amazons.MaxSize-s.Row(), s.Column()+1)
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}
