// Package record is the file of a game: JSON Lines that can be read while they grow.
//
// A game is a header, an answer for every question, and a result; a game without a result was interrupted. A file may hold
// several games, one after the other. A last line that is torn is ignored.
package record

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Header says which game follows.
type Header struct {
	Type    string            `json:"type"` // "header"
	Game    string            `json:"game"`
	Rules   string            `json:"rules"`
	Version string            `json:"version"` // of the program
	ID      string            `json:"id"`
	Seed    string            `json:"seed"`
	Start   string            `json:"start"`
	Options map[string]string `json:"options,omitempty"` // what defines the game beside start and seed
	Seats   []Seat            `json:"seats"`
	Budget  string            `json:"budget"` // "" without a limit: then the seed repeats the game
}

// Seat is who sat where.
type Seat struct {
	Seat string `json:"seat"`
	Name string `json:"name"`
}

// Answer is one answered question.
type Answer struct {
	Type   string          `json:"type"` // "answer"
	Ply    int             `json:"ply"`  // from 1
	Seat   string          `json:"seat"`
	Move   json.RawMessage `json:"move,omitempty"`
	Fault  turn.FaultKind  `json:"fault,omitempty"`
	Detail string          `json:"detail,omitempty"` // of the fault
	Ms     float64         `json:"ms"`
	Say    string          `json:"say,omitempty"`
}

// Undo takes back the last answers.
type Undo struct {
	Type  string `json:"type"` // "undo"
	Plies int    `json:"plies"`
}

// Output is what a player wrote beside its answers.
type Output struct {
	Type   string   `json:"type"` // "output"
	Seat   string   `json:"seat"`
	Stderr string   `json:"stderr,omitempty"`
	Notes  []string `json:"notes,omitempty"` // what was odd but forgiven
}

// Result is how the game ended.
type Result struct {
	Type   string         `json:"type"`   // "result"
	Winner *string        `json:"winner"` // a seat; null for a draw
	Reason string         `json:"reason"`
	Detail string         `json:"detail"`
	Plies  int            `json:"plies"`
	Score  map[string]int `json:"score"`
}

// ResultOf translates the referee's result; seats are the names of the seats.
func ResultOf(r turn.Result, seats []string) Result {
	result := Result{Type: "result", Reason: r.Reason, Detail: r.Detail, Plies: r.Plies, Score: r.Score}
	if r.Winner != turn.Draw {
		result.Winner = &seats[r.Winner]
	}
	if result.Score == nil {
		result.Score = map[string]int{}
	}
	return result
}

// Recorder writes games as they are played: it is an observer of the loop. The first error of the writer is kept and ends
// the recording, not the game.
type Recorder[Q, A any] struct {
	w     io.Writer
	seats []string
	ply   int
	err   error
}

// NewRecorder returns a recorder that writes each line to w at once.
func NewRecorder[Q, A any](w io.Writer, seats []string) *Recorder[Q, A] {
	return &Recorder[Q, A]{w: w, seats: seats}
}

// Err returns the first error of the writer.
func (r *Recorder[Q, A]) Err() error { return r.err }

// Begin writes the header of a game.
func (r *Recorder[Q, A]) Begin(h Header) {
	h.Type = "header"
	r.ply = 0
	r.write(h)
}

// Asked does nothing.
func (r *Recorder[Q, A]) Asked(context.Context, []turn.Question[Q]) error { return nil }

// Answered writes the answers.
func (r *Recorder[Q, A]) Answered(questions []turn.Question[Q], answers []turn.Answer[A]) error {
	for i, a := range answers {
		r.ply++
		line := Answer{
			Type: "answer", Ply: r.ply, Seat: r.seats[questions[i].Seat], Say: a.Say,
			Ms: math.Round(float64(a.Took)/float64(time.Millisecond)*1000) / 1000,
		}
		if a.Fault != nil {
			line.Fault, line.Detail = a.Fault.Kind, a.Fault.Detail
		} else {
			move, err := json.Marshal(a.Value)
			if err != nil {
				return fmt.Errorf("record ply %d: %w", r.ply, err)
			}
			line.Move = move
		}
		r.write(line)
	}
	return nil
}

// TakeBack records that the last plies were taken back.
func (r *Recorder[Q, A]) TakeBack(plies int) {
	r.ply -= plies
	r.write(Undo{"undo", plies})
}

// Output records what a player wrote beside its answers, if anything.
func (r *Recorder[Q, A]) Output(seat int, stderr string, notes []string) {
	if stderr != "" || len(notes) > 0 {
		r.write(Output{"output", r.seats[seat], stderr, notes})
	}
}

// End writes the result.
func (r *Recorder[Q, A]) End(result turn.Result) { r.write(ResultOf(result, r.seats)) }

func (r *Recorder[Q, A]) write(v any) {
	if r.err != nil {
		return
	}
	line, err := json.Marshal(v)
	if err == nil {
		_, err = r.w.Write(append(line, '\n'))
	}
	r.err = err
}

// Game is one game read from a file.
type Game struct {
	Header  Header
	Answers []Answer // what was taken back is gone
	Lines   []int    // the line of each answer in the file, from 1
	Result  *Result  // nil: interrupted
	Last    int      // the line of the result, or the last line of the game
}

// Read reads all games of a file. The error names the line.
func Read(from io.Reader) ([]Game, error) {
	var games []Game
	reader := bufio.NewReaderSize(from, 64<<10)
	for number := 1; ; number++ {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			// Nothing, or a line that was not written to its end.
			if len(games) == 0 {
				return nil, errors.New("no game: want a header in the first line")
			}
			return games, nil
		}
		if err != nil {
			return nil, err
		}
		if err := add(&games, number, line); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
}

func add(games *[]Game, number int, line []byte) error {
	var kind struct{ Type string }
	if err := json.Unmarshal(line, &kind); err != nil {
		return fmt.Errorf("no JSON object: %w", err)
	}
	if kind.Type == "header" {
		var g Game
		if err := json.Unmarshal(line, &g.Header); err != nil {
			return err
		}
		g.Last = number
		*games = append(*games, g)
		return nil
	}
	if len(*games) == 0 {
		return fmt.Errorf("type %q before the first header", kind.Type)
	}
	g := &(*games)[len(*games)-1]
	if g.Result != nil && kind.Type != "output" {
		return fmt.Errorf("type %q after the result", kind.Type)
	}
	switch kind.Type {
	case "answer":
		var a Answer
		if err := json.Unmarshal(line, &a); err != nil {
			return err
		}
		g.Answers, g.Lines = append(g.Answers, a), append(g.Lines, number)
	case "undo":
		var u Undo
		if err := json.Unmarshal(line, &u); err != nil {
			return err
		}
		if u.Plies < 0 || u.Plies > len(g.Answers) {
			return fmt.Errorf("%d plies to take back, but only %d were played", u.Plies, len(g.Answers))
		}
		keep := len(g.Answers) - u.Plies
		g.Answers, g.Lines = g.Answers[:keep], g.Lines[:keep]
	case "output":
	case "result":
		g.Result = new(Result)
		if err := json.Unmarshal(line, g.Result); err != nil {
			return err
		}
	default:
		return fmt.Errorf("type %q, want header, answer, undo, output or result", kind.Type)
	}
	g.Last = number
	return nil
}
