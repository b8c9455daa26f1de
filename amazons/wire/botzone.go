package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
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
func squaresOf(m amazons.Move) (s squares) {
	text := m.String()
	for i := range s {
		s[i] = int(text[i] - "A0"[i%2])
	}
	return s
}

// move returns the turn.
func (s squares) move() (m amazons.Move, err error) {
	var text []byte
	for i, n := range s {
		if n < 0 || n >= botzoneSize {
			return m, fmt.Errorf("turn %v: want columns and rows from 0 to %d", s, botzoneSize-1)
		}
		text = append(text, "A0"[i%2]+byte(n))
	}
	return amazons.ParseMove(string(text))
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

// historyOf divides the turns of a game for the seat that is asked next.
func historyOf(turns []amazons.Move) (h history) {
	h.Responses = []squares{} // not null
	if len(turns)%2 == 0 {
		h.Requests = append(h.Requests, noSquares)
	}
	for i, m := range turns {
		if (len(turns)-i)%2 == 1 {
			h.Requests = append(h.Requests, squaresOf(m))
		} else {
			h.Responses = append(h.Responses, squaresOf(m))
		}
	}
	return h
}

// turns returns the turns of the game before the one that is asked for.
func (h *history) turns() (turns []amazons.Move, err error) {
	if len(h.Requests) != len(h.Responses)+1 {
		return nil, fmt.Errorf("%d requests and %d responses: want one request more", len(h.Requests), len(h.Responses))
	}
	requests := h.Requests
	all := make([]squares, 0, 2*len(requests))
	if requests[0][0] < 0 {
		requests = requests[1:]
		for i := range requests {
			all = append(all, h.Responses[i], requests[i])
		}
	} else {
		for i, r := range requests {
			if all = append(all, r); i < len(h.Responses) {
				all = append(all, h.Responses[i])
			}
		}
	}
	p := botzonePosition()
	for i, s := range all {
		m, err := s.move()
		if err == nil {
			if rule := p.Check(m); rule != amazons.Legal {
				err = fmt.Errorf("turn %v: %w", s, rule)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("ply %d of the game: %w", i+1, err)
		}
		p = p.Play(m)
		turns = append(turns, m)
	}
	return turns, nil
}

func botzonePosition() amazons.Position {
	p, err := amazons.ParsePosition(BotzoneStart)
	if err != nil {
		panic(err)
	}
	return p
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
		n, err := strconv.Atoi(line)
		if err != nil || n < 1 || n > botzoneSize*botzoneSize {
			return nil, p, fmt.Errorf("line %s: want the number of the turn, or Botzone's JSON", quote([]byte(line)))
		}
		for i := range 2*n - 1 {
			if line, err = t.line(); err != nil {
				return nil, p, fmt.Errorf("the input ends after %d of %d turns", i, 2*n-1)
			}
			s, err := parseSquares(line)
			if err != nil {
				return nil, p, err
			}
			if i%2 == 0 {
				h.Requests = append(h.Requests, s)
			} else {
				h.Responses = append(h.Responses, s)
			}
		}
	}
	t.began = true
	if t.turns, err = h.turns(); err != nil {
		return nil, p, err
	}
	p = botzonePosition()
	for _, m := range t.turns {
		p = p.Play(m)
	}
	return t.turns, p, nil
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
