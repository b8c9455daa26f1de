package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// BotzoneStart is the start of the Amazons of botzone.org, as a position text: bots set it up themselves.
const BotzoneStart = "2B2B2/8/B6B/8/8/R6R/8/2R2R2 r"

const (
	botzoneSize = 8
	mostMemory  = 100 << 10 // bytes of data and of globaldata

	// keepRunning is the line by which a bot asks to stay for its next turn.
	keepRunning = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
)

// squares are a turn as Botzone writes it: the column and the row of the queen, of where she goes, and of her arrow. Black
// begins; its queens, our RED's, stand in the first rows, so that a row is our digit. Before the first turn there is one of -1 in
// all places.
type squares [6]int

var noSquares = squares{-1, -1, -1, -1, -1, -1}

// squaresOf returns a turn as Botzone writes it.
func squaresOf(m amazons.Move) squares {
	return squares{m.From.Column(), m.From.Row(), m.To.Column(), m.To.Row(), m.Arrow.Column(), m.Arrow.Row()}
}

// move returns the turn.
func (s squares) move() (m amazons.Move, err error) {
	for i, square := range []*amazons.Square{&m.From, &m.To, &m.Arrow} {
		column, row := s[2*i], s[2*i+1]
		if min(column, row) < 0 || max(column, row) >= botzoneSize {
			return m, fmt.Errorf("turn %v: want columns and rows from 0 to %d", s, botzoneSize-1)
		}
		*square = amazons.SquareAt(column, row)
	}
	return m, nil
}

// String returns the six numbers, as the simple interaction has them.
func (s squares) String() string { return strings.Trim(fmt.Sprint(s[:]), "[]") }

// botzoneKeys are the keys of a turn, in the order of squares.
var botzoneKeys = [6]string{"x0", "y0", "x1", "y1", "x2", "y2"}

// MarshalJSON writes the object {"x0":...}.
func (s squares) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, key := range botzoneKeys {
		fmt.Fprintf(&b, `%c"%s":%d`, "{,"[min(i, 1)], key, s[i])
	}
	return append(b.Bytes(), '}'), nil
}

// UnmarshalJSON reads the object; its numbers may be texts.
func (s *squares) UnmarshalJSON(text []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil || object == nil {
		return fmt.Errorf(`%s is no turn: want {"x0":2,"y0":0,"x1":2,"y1":3,"x2":5,"y2":3}`, quote(text))
	}
	for i, key := range botzoneKeys {
		value, ok := object[key]
		n, err := strconv.Atoi(strings.Trim(string(value), `"`))
		if !ok || err != nil {
			return fmt.Errorf("turn %s: key %q: want a whole number", quote(text), key)
		}
		s[i] = n
	}
	return nil
}

// parseSquares reads six numbers.
func parseSquares(line string) (s squares, err error) {
	words := strings.Fields(line)
	for i := range s {
		if len(words) == len(s) {
			s[i], err = strconv.Atoi(words[i])
		}
		if len(words) != len(s) || err != nil {
			return s, fmt.Errorf("line %s: want six whole numbers, such as 2 0 2 3 5 3", quote([]byte(line)))
		}
	}
	return s, nil
}

// quote returns the beginning of a text for messages.
func quote(text []byte) string { return strconv.Quote(clean.Line(string(text), 80)) }

// history is what a bot of Botzone reads in a turn.
type history struct {
	Requests   []squares       `json:"requests"`  // the opponent's turns
	Responses  []squares       `json:"responses"` // its own
	Data       json.RawMessage `json:"data,omitempty"`
	GlobalData json.RawMessage `json:"globaldata,omitempty"`
}

// simple returns the history as lines. Nothing follows that a bot could wait for.
func (h *history) simple(data, global string) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, len(h.Requests))
	for i, r := range h.Requests {
		fmt.Fprintln(&b, r)
		if i < len(h.Responses) {
			fmt.Fprintln(&b, h.Responses[i])
		}
	}
	fmt.Fprintf(&b, "%s\n%s\n", data, global)
	return b.Bytes()
}

// add adds the next turn of the game. The first one may be noSquares.
func (h *history) add(s squares) {
	if len(h.Requests) == len(h.Responses) {
		h.Requests = append(h.Requests, s)
	} else {
		h.Responses = append(h.Responses, s)
	}
}

// historyOf divides the turns of a game for the seat that is asked next.
func historyOf(turns []amazons.Move) (h history) {
	h.Responses = []squares{} // not null
	if len(turns)%2 == 0 {
		h.add(noSquares)
	}
	for _, m := range turns {
		h.add(squaresOf(m))
	}
	return h
}

// game returns the game, which may have the answer to the last request. Turns may be illegal.
func (h *history) game() (*Game, error) {
	asked, answered := len(h.Requests), len(h.Responses)
	if asked == 0 || asked != answered && asked != answered+1 {
		return nil, fmt.Errorf("%d requests and %d responses: want one request more", asked, answered)
	}
	start, _ := StartOf(botzoneSize)
	g := &Game{Start: start}
	for ply := range asked + answered {
		s := [][]squares{h.Requests, h.Responses}[ply%2][ply/2]
		if ply == 0 && s == noSquares {
			continue
		}
		m, err := s.move()
		if err != nil {
			return nil, fmt.Errorf("ply %d of the game: %w", len(g.Turns)+1, err)
		}
		g.Turns = append(g.Turns, m)
	}
	return g, nil
}

// readLines reads the lines of the simple interaction in which the turns are before the bot's turn n; n is 0 if they are not
// numbered: then all lines are turns.
func readLines(n int, next func() (string, error)) (h history, err error) {
	for i := 0; n == 0 || i < 2*n-1; i++ {
		line, err := next()
		switch {
		case err != nil && n == 0:
			return h, nil
		case err != nil:
			return h, fmt.Errorf("the input ends after %d of %d turns", i, 2*n-1)
		}
		s, err := parseSquares(line)
		if err != nil {
			return h, err
		}
		h.add(s)
	}
	return h, nil
}

// turnsBefore reads the number of a bot's turn.
func turnsBefore(line string) (n int, ok bool) {
	n, err := strconv.Atoi(line)
	return n, err == nil && n >= 1 && n <= botzoneSize*botzoneSize
}

// readBotzone reads what a bot reads, turns alone, or the judge's log.
func readBotzone(text string) (*Game, error) {
	if isJSON(text) {
		return readBotzoneJSON(text)
	}
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool {
		line = strings.TrimSpace(line)
		return line == "" || line[0] == '#'
	})
	n := 0
	if len(lines) > 0 {
		if number, ok := turnsBefore(strings.TrimSpace(lines[0])); ok {
			n, lines = number, lines[1:]
		}
	}
	h, err := readLines(n, func() (line string, err error) {
		if len(lines) == 0 {
			return "", io.EOF
		}
		line, lines = lines[0], lines[1:]
		return line, nil
	})
	if err != nil {
		return nil, err
	}
	return h.game()
}

func readBotzoneJSON(text string) (*Game, error) {
	var file struct {
		history
		Log []map[string]json.RawMessage `json:"log"`
	}
	if err := readJSON(text, &file); err != nil {
		return nil, err
	}
	h := &file.history
	if file.Log == nil && len(h.Requests) == 0 {
		return nil, errors.New(`want what a bot reads, {"requests":[...],"responses":[...]}, or a judge's log, {"log":[...]}`)
	}
	for i, entry := range file.Log {
		seat := strconv.Itoa((len(h.Requests) + len(h.Responses)) % 2)
		said := entry[seat]
		if said == nil {
			if _, judge := entry["output"]; judge {
				continue
			}
			return nil, fmt.Errorf("log[%d]: want what the judge or player %s says", i, seat)
		}
		var player struct{ Response *squares }
		if err := json.Unmarshal(said, &player); err != nil {
			return nil, fmt.Errorf("log[%d].%s: %w", i, seat, err)
		}
		if player.Response == nil { // it failed, and has lost
			break
		}
		h.add(*player.Response)
	}
	if len(h.Requests) == 0 {
		h.add(noSquares)
	}
	return h.game()
}

// writeBotzone writes what the bot reads that is to move.
func writeBotzone(g *Game) (string, error) {
	if err := g.standard(botzoneSize); err != nil {
		return "", err
	}
	text, err := json.Marshal(historyOf(g.Turns))
	return string(text) + "\n", err
}

// BotzoneTurns reads what Botzone writes to a bot and writes the bot's turns, as long as the bot keeps running.
type BotzoneTurns struct {
	in     *bufio.Reader
	out    io.Writer
	simple bool
	turns  []amazons.Move
	began  bool
}

// NewBotzoneTurns returns a conversation that reads and writes there.
func NewBotzoneTurns(in io.Reader, out io.Writer) *BotzoneTurns {
	return &BotzoneTurns{in: bufio.NewReader(in), out: out}
}

// Next returns the turns of the game so far, and the position after them. The error is io.EOF at the end of the input.
func (t *BotzoneTurns) Next() (turns []amazons.Move, p amazons.Position, err error) {
	line, err := t.line()
	if err != nil {
		return nil, p, err
	}
	var h history
	switch {
	case t.began:
		if h, err = t.request(line); err != nil {
			return nil, p, err
		}
	case line[0] == '{':
		if err := json.Unmarshal([]byte(line), &h); err != nil {
			return nil, p, fmt.Errorf("line %s is not Botzone's JSON: %w", quote([]byte(line)), clean.JSON(err))
		}
	default:
		t.simple = true
		n, ok := turnsBefore(line)
		if !ok {
			return nil, p, fmt.Errorf("line %s: want the number of the turn, or Botzone's JSON", quote([]byte(line)))
		}
		if h, err = readLines(n, t.line); err != nil {
			return nil, p, err
		}
	}
	t.began = true
	if n := len(h.Requests); n == len(h.Responses) {
		return nil, p, fmt.Errorf("%d requests and %[1]d responses: want one request more", n)
	}
	g, err := h.game()
	if err == nil {
		err = g.Check()
	}
	if err != nil {
		return nil, p, err
	}
	t.turns = g.Turns
	return t.turns, g.Final(), nil
}

// request reads the input of a bot that has kept running: only the opponent's turn.
func (t *BotzoneTurns) request(line string) (h history, err error) {
	var s squares
	if t.simple {
		s, err = parseSquares(line)
	} else if err = json.Unmarshal([]byte(line), &s); err != nil {
		err = fmt.Errorf("line %s is not a request of Botzone: %w", quote([]byte(line)), clean.JSON(err))
	}
	if err != nil {
		return h, err
	}
	m, err := s.move()
	if err != nil {
		return h, err
	}
	return historyOf(append(t.turns, m)), nil
}

// line returns the next line that is not blank.
func (t *BotzoneTurns) line() (string, error) {
	for {
		text, err := t.in.ReadString('\n')
		if text = strings.TrimSpace(text); text != "" {
			return text, nil
		}
		if err != nil {
			return "", err
		}
	}
}

// Answer writes a turn; nil says that there is none. stay asks to keep running.
func (t *BotzoneTurns) Answer(m *amazons.Move, stay bool) error {
	s := noSquares
	if m != nil {
		s = squaresOf(*m)
		t.turns = append(slices.Clip(t.turns), *m)
	}
	text := s.String()
	if !t.simple {
		b, err := json.Marshal(map[string]squares{"response": s})
		if err != nil {
			return err
		}
		text = string(b)
	}
	if stay {
		text += "\n" + keepRunning
	}
	_, err := fmt.Fprintln(t.out, text)
	return err
}
