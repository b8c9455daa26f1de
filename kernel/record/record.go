// Package record writes and reads files of games: JSON Lines that can be read while they grow.
//
// A game is a header, an answer for every question, and a result; a game without a result was interrupted. A file may hold
// several games, one after the other. An incomplete last line is ignored.
package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Header is the first line of a game: it says which game follows.
type Header struct {
	Type    string            `json:"type"` // "header"
	Game    string            `json:"game"`
	Rules   string            `json:"rules"`
	Version string            `json:"version"` // of the program
	ID      string            `json:"id"`
	Seed    string            `json:"seed"`
	Start   string            `json:"start"`
	Options map[string]string `json:"options,omitempty"` // what defines the game apart from start and seed
	Seats   []Seat            `json:"seats"`
	Seeds   map[string]string `json:"seeds,omitempty"` // by seat, that programs were told; in older records they were told Seed
	Budget  string            `json:"budget"`          // "" if no player has a limit: then the seed repeats the game
	Jail    string            `json:"jail,omitempty"`  // the level of the programs' jail; "" if none was wanted, "none" if none was possible
}

// Seat says which player sits in a seat.
type Seat struct {
	Seat   string `json:"seat"`
	Name   string `json:"name"`
	Spec   string `json:"spec,omitempty"`   // of a program that goes by another name
	Budget string `json:"budget,omitempty"` // of this seat; older records have only the budget of the game
}

// Used is what the program in a seat has used in a game, as far as known.
type Used struct {
	Seat   string  `json:"seat"`
	CPU    float64 `json:"cpu_ms"`       // processor time, including all that it started
	Memory int64   `json:"memory_bytes"` // the maximum since it was started
}

// Answer is one answered question.
type Answer struct {
	Type   string          `json:"type"` // "answer"
	Ply    int             `json:"ply"`  // from 1
	Seat   string          `json:"seat"`
	Move   json.RawMessage `json:"move,omitempty"`
	Fault  turn.FaultKind  `json:"fault,omitempty"`
	Detail string          `json:"detail,omitempty"` // of the fault
	Silent bool            `json:"silent,omitempty"` // late, and the player wrote no line at all
	Ms     float64         `json:"ms"`
	Say    string          `json:"say,omitempty"`
	Worth  *float64        `json:"value,omitempty"` // of the game for this seat as its player thinks, from 0 (lost) to 1 (won)
}

// Undo takes back the last answers.
type Undo struct {
	Type  string `json:"type"` // "undo"
	Plies int    `json:"plies"`
}

// Output is what a player wrote in addition to its answers.
type Output struct {
	Type   string   `json:"type"` // "output"
	Seat   string   `json:"seat"`
	Stderr string   `json:"stderr,omitempty"`
	Notes  []string `json:"notes,omitempty"` // irregularities that were forgiven
	Ply    int      `json:"ply,omitempty"`   // of the last answer before it; 0: before the first answer, or not known
}

// Ending is how a game ended, in a Result and in a Line.
type Ending struct {
	Winner *string        `json:"winner"` // a seat; null for a draw
	Reason string         `json:"reason"`
	Detail string         `json:"detail"`
	Plies  int            `json:"plies"`
	Score  map[string]int `json:"score"`
	Faults []Fault        `json:"faults,omitempty"`
	// Default has the seats that did not take part to the end, see [turn.Counted.Defaults]. For a contest, they have lost.
	Default []string `json:"default,omitempty"`
}

// Result is the last line of a game that ended.
type Result struct {
	Type string `json:"type"` // "result"
	Ending
	Used []Used `json:"used,omitempty"` // by programs
	Hash string `json:"hash,omitempty"` // of all lines of the game, see Hash; always the last key; "": an older record
}

// Fault is one kind of mistake of a player in a game, and how often it happened; it need not have ended the game.
type Fault struct {
	Seat   string         `json:"seat"`
	Kind   turn.FaultKind `json:"kind"`
	Count  int            `json:"count"`
	First  int            `json:"first_ply"` // from 1; 0: before the first ply
	Detail string         `json:"detail"`    // of the first
}

// ResultOf translates the referee's result; seats are the names of the seats; wrongs has, by seat, what the players did wrong.
// Its texts are cleaned as a reader of records cleans them, so that a game that is judged again has the same result.
func ResultOf(r turn.Result, seats []string, wrongs ...turn.Tally) Result {
	result := Result{Type: "result", Ending: Ending{Reason: r.Reason, Plies: r.Plies, Score: r.Score}}
	result.Detail = clean.Line(r.Detail, clean.MaxDetail)
	if r.Winner != turn.Draw {
		result.Winner = &seats[r.Winner]
	}
	if result.Score == nil {
		result.Score = map[string]int{}
	}
	for seat, list := range wrongs {
		for _, w := range list {
			f := Fault{Seat: seats[seat], Kind: w.Kind, Count: w.Count, First: w.First}
			f.Detail = clean.Line(w.Detail, clean.MaxDetail)
			result.Faults = append(result.Faults, f)
		}
	}
	return result
}

// PartialError is the error of a record that is not complete. The game itself was played to its end.
type PartialError struct{ Err error }

func (e *PartialError) Error() string {
	return "the game was played to its end, but its record is not complete: " + e.Err.Error()
}
func (e *PartialError) Unwrap() error { return e.Err }

// Line is a finished game as --json prints it and as a tournament's journal keeps it.
type Line struct {
	Type  string `json:"type"` // "game"
	N     int    `json:"n"`
	ID    string `json:"id"`
	Seed  string `json:"seed"`
	Seats []Seat `json:"seats"`
	Ending
	Jail   string  `json:"jail,omitempty"` // as in the record's header
	Record *string `json:"record"`
	Hash   string  `json:"-"` // of the record; it covers times, so it is not printed with output that a seed repeats
}

// wash cleans text that strangers may have written.
func wash[S ~string](texts ...*S) {
	for _, text := range texts {
		if text != nil {
			*text = S(clean.Line(string(*text), clean.MaxDetail))
		}
	}
}

func (e *Ending) wash() {
	wash(e.Winner, &e.Reason, &e.Detail)
	for i := range e.Faults {
		f := &e.Faults[i]
		wash(&f.Seat, &f.Detail)
		wash(&f.Kind)
	}
	for i := range e.Default {
		wash(&e.Default[i])
	}
}

// Wash cleans the text of a line that a stranger may have written.
func (l *Line) Wash() {
	l.wash()
	washSeats(l.Seats)
	wash(l.Record)
}

func washSeats(seats []Seat) {
	for i := range seats {
		s := &seats[i]
		wash(&s.Seat, &s.Name, &s.Spec, &s.Budget)
	}
}

// Line returns the line of a finished game; seats and names are by seat.
func (r Result) Line(seats, names []string) *Line {
	line := &Line{Type: "game", Ending: r.Ending}
	for seat, name := range names {
		line.Seats = append(line.Seats, Seat{Seat: seats[seat], Name: name})
	}
	return line
}

// Recorder writes games as they are played. The first error of the writer is kept; it ends the recording, not the game.
type Recorder struct {
	w    io.Writer
	ply  int
	err  error
	hash *Hash
	last string // hash of the last finished game
}

// NewRecorder returns a recorder that writes each line to w at once.
func NewRecorder(w io.Writer) *Recorder { return &Recorder{w: w, hash: NewHash()} }

// Err returns the first error of the writer.
func (r *Recorder) Err() error { return r.err }

// Hash returns the hash of the last finished game; "" if there is none.
func (r *Recorder) Hash() string { return r.last }

// Begin writes the header of a game.
func (r *Recorder) Begin(h Header) {
	h.Type = "header"
	r.ply, r.last = 0, ""
	r.hash.Restart("")
	r.write(h)
}

// Answer writes an answer with the next number.
func (r *Recorder) Answer(a Answer) {
	r.ply++
	a.Type, a.Ply = "answer", r.ply
	r.write(a)
}

// TakeBack records that the last plies were taken back.
func (r *Recorder) TakeBack(plies int) {
	r.ply -= plies
	r.write(Undo{"undo", plies})
}

// Output records what the player of a seat wrote, in addition to its answers, since its last output, if anything.
func (r *Recorder) Output(seat, stderr string, notes []string) {
	if stderr != "" || len(notes) > 0 {
		r.write(Output{"output", seat, stderr, notes, r.ply})
	}
}

// End writes the result with the hash of the game.
func (r *Recorder) End(result Result) {
	result.Type, result.Hash = "result", ""
	line, err := json.Marshal(result)
	if err == nil && r.err == nil {
		line, r.last = r.hash.Seal(line)
		_, err = r.w.Write(line)
	}
	if r.err == nil {
		r.err = err
	}
}

func (r *Recorder) write(v any) {
	if r.err != nil {
		return
	}
	line, err := json.Marshal(v)
	if err == nil {
		line = append(line, '\n')
		r.hash.Add(line)
		_, err = r.w.Write(line)
	}
	r.err = err
}

// Milliseconds returns a time in the unit of records, rounded to the microsecond.
func Milliseconds(d time.Duration) float64 {
	return math.Round(float64(d)/float64(time.Millisecond)*1000) / 1000
}

// Game is a game that was read from a file.
type Game struct {
	Header  Header
	Answers []Answer // without those that were taken back
	Lines   []int    // the line of each answer in the file, from 1; nil for a game that is not from a record
	Outputs []Output // what players wrote in addition to their answers
	Result  *Result  // nil: interrupted
	Last    int      // the line of the result, or the last line of the game
	Hash    string   // of its lines as they are in the file; "": interrupted
}

// Sound returns an error if the game was changed after it was written: if the hash in its result is not the hash of its lines.
// Records of older programs have no hash.
func (g *Game) Sound() error {
	if g.Result == nil || g.Result.Hash == "" || g.Result.Hash == g.Hash {
		return nil
	}
	return fmt.Errorf("line %d: the record has the hash %.12s..., but its lines have %.12s...: it was changed after it was written",
		g.Last, g.Result.Hash, g.Hash)
}

// Bytes returns the game as a record.
func (g *Game) Bytes() ([]byte, error) {
	var b bytes.Buffer
	r := NewRecorder(&b)
	r.Begin(g.Header)
	for _, a := range g.Answers {
		r.Answer(a)
	}
	if g.Result != nil {
		r.End(*g.Result)
	}
	return b.Bytes(), r.Err()
}

// Where names the place of an answer by its index, from 0, for messages: "line 7" of a file, else "ply 6".
func (g *Game) Where(answer int) string {
	if answer < len(g.Lines) {
		return fmt.Sprintf("line %d", g.Lines[answer])
	}
	return fmt.Sprintf("ply %d", answer+1)
}

// RangeError is the error of a number that is too large for a game or a file.
type RangeError struct {
	What string // "game" or "at"
	Text string // "3, but it holds 2 games"
}

func (e *RangeError) Error() string { return "flag --" + e.What + ": " + e.Text }

// ReadGame reads the n-th game of a record, from 1.
func ReadGame(text []byte, n int) (*Game, error) {
	games, err := Read(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if n > len(games) {
		return nil, &RangeError{"game", fmt.Sprintf("%d, but it holds %d games", n, len(games))}
	}
	return &games[n-1], nil
}

// maxLine is the size of the longest line, in bytes: more than JSON makes of a program's longest answer.
const maxLine = 8 << 20

// Read reads all games of a file. The error names the line.
func Read(from io.Reader) ([]Game, error) {
	var games []Game
	reader, sum := bufio.NewReader(from), NewHash()
	for number := 1; ; number++ {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			// The file is empty, or its only line is incomplete.
			if len(games) == 0 {
				return nil, errors.New("no game: want a header in the first line")
			}
			return games, nil
		}
		if err == nil && len(line) > maxLine {
			err = fmt.Errorf("line %d has %d bytes: want at most %d", number, len(line), maxLine)
		}
		if err != nil {
			return nil, err
		}
		if err := add(&games, number, line, sum); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
}

func add(games *[]Game, number int, line []byte, sum *Hash) error {
	var kind struct{ Type string }
	if err := json.Unmarshal(line, &kind); err != nil {
		return fmt.Errorf("no JSON object: %w", clean.JSON(err))
	}
	var err error
	read := func(to any) bool {
		if err = json.Unmarshal(line, to); err != nil {
			err = clean.JSON(err)
		}
		return err == nil
	}
	if kind.Type == "header" {
		g := Game{Last: number}
		if read(&g.Header) {
			washSeats(g.Header.Seats)
			sum.Restart(string(line))
			*games = append(*games, g)
		}
		return err
	}
	if len(*games) == 0 {
		return fmt.Errorf("type %q before the first header", kind.Type)
	}
	g := &(*games)[len(*games)-1]
	if g.Result != nil && (kind.Type != "output" || g.Result.Hash != "") { // older records end with outputs
		return fmt.Errorf("type %q after the result", kind.Type)
	}
	if kind.Type == "result" {
		g.Hash, _ = sum.Sum(line)
	} else {
		sum.Add(line)
	}
	switch kind.Type {
	case "answer":
		var a Answer
		if read(&a) {
			a.Say = clean.Say(a.Say)
			wash(&a.Seat, &a.Detail)
			wash(&a.Fault)
			g.Answers, g.Lines = append(g.Answers, a), append(g.Lines, number)
		}
	case "undo":
		var u Undo
		keep := len(g.Answers)
		if read(&u) {
			keep -= u.Plies
		}
		if keep < 0 || keep > len(g.Answers) {
			return fmt.Errorf("%d plies to take back, but only %d were played", u.Plies, len(g.Answers))
		}
		g.Answers, g.Lines = g.Answers[:keep], g.Lines[:keep]
	case "output":
		var o Output
		if read(&o) {
			wash(&o.Seat)
			g.Outputs = append(g.Outputs, o)
		}
	case "result":
		g.Result = new(Result)
		if read(g.Result) {
			g.Result.wash()
		}
	default:
		return fmt.Errorf("type %q, want header, answer, undo, output or result", kind.Type)
	}
	g.Last = number
	return err
}
