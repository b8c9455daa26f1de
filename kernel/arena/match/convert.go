package match

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Names of the formats that all games have.
const (
	RecordFormat = "record"
	LayoutFormat = "layout"
)

// Conversion says what a text is translated from and to, by names of formats.
type Conversion struct {
	From, To string
	Game     int // the number of the game in a record with several, from 1
	At       int // the number of plies that are kept; later ones are left out; -1: all are kept
}

// MaxStart is the size of the largest start, in bytes. With it, and with the sizes of [Format], readers that hold all of a
// stranger's file at once stay quick and small.
const MaxStart = 512 << 10

// mostText is the size of the largest file in a notation that does not say how large its files can be.
const mostText = 4 << 20

// formats returns the notations of the game; from a record the n-th game is read.
func (e *Typed[Q, A]) formats(n int) (list []Format[Q, A]) {
	for _, f := range append(e.houseFormats(n), e.Notation.Formats...) {
		list = append(list, f.bounded(cmp.Or(f.Most, mostText)))
	}
	return list
}

// bounded returns a notation that reads no text of more than most bytes.
func (f Format[Q, A]) bounded(most int) Format[Q, A] {
	is, read, show := f.Is, f.Read, f.Show
	fits := func(text []byte) error {
		if len(text) > most {
			return fmt.Errorf("it has %d bytes: want at most %d in the format %s", len(text), most, f.Name)
		}
		return nil
	}
	if is != nil {
		f.Is = func(text []byte) bool { return fits(text) == nil && is(text) }
	}
	if read != nil {
		f.Read = func(text []byte) (*Transcript[Q, A], error) {
			if err := fits(text); err != nil {
				return nil, err
			}
			return read(text)
		}
	}
	if show != nil {
		f.Show = func(text []byte) ([]string, []Snapshot, error) {
			if err := fits(text); err != nil {
				return nil, nil, err
			}
			return show(text)
		}
	}
	return f
}

// houseFormats returns the notations that all games have.
func (e *Typed[Q, A]) houseFormats(n int) []Format[Q, A] {
	return []Format[Q, A]{
		{
			Name: RecordFormat, Summary: "games recorded by play --record and by tournaments", Most: math.MaxInt, // it may have many games
			Is:    isRecord,
			Read:  func(text []byte) (*Transcript[Q, A], error) { return e.readRecord(text, n) },
			Write: e.writeRecord,
		},
		{
			Name: LayoutFormat, Summary: "a position, as --start takes it", Most: MaxStart,
			Read: func(text []byte) (*Transcript[Q, A], error) {
				return &Transcript[Q, A]{Setup: Setup{Start: string(text)}}, nil
			},
			Write: func(t *Transcript[Q, A]) ([]byte, error) {
				return []byte(strings.TrimSuffix(t.End.Layout(), "\n") + "\n"), nil
			},
		},
	}
}

// isRecord reports whether the first line is the header of a game, with its keys in any order.
func isRecord(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	var head struct{ Type string }
	return json.Unmarshal(line, &head) == nil && head.Type == "header"
}

// format returns the notation of that name.
func (e *Typed[Q, A]) format(name string, n int) (Format[Q, A], error) {
	for _, f := range e.formats(n) {
		if f.Name == name {
			return f, nil
		}
	}
	return Format[Q, A]{}, fmt.Errorf("unknown format %q", name)
}

// convert translates a text.
func (e *Typed[Q, A]) convert(text []byte, c Conversion) ([]byte, error) {
	from, err := e.format(c.From, c.Game)
	if err != nil {
		return nil, err
	}
	to, err := e.format(c.To, 1)
	if err != nil {
		return nil, err
	}
	t, err := from.Read(text)
	if err != nil {
		return nil, err
	}
	if c.At > len(t.Answers) {
		return nil, &record.RangeError{What: "at", Text: fmt.Sprintf("%d, but the game has %d plies", c.At, len(t.Answers))}
	}
	if c.At >= 0 && c.At < len(t.Answers) {
		t.Answers, t.Result = t.Answers[:c.At], nil
	}
	if err := e.end(t); err != nil {
		return nil, err
	}
	return to.Write(t)
}

// read reads a game in any notation as a record.
func (e *Typed[Q, A]) read(format string, text []byte, n int) (*record.Game, error) {
	if format == RecordFormat {
		return e.recorded(text, n)
	}
	f, err := e.format(format, n)
	if err != nil {
		return nil, err
	}
	t, err := f.Read(text)
	if err != nil {
		return nil, err
	}
	if err := e.end(t); err != nil {
		return nil, err
	}
	return e.write(t)
}

// end fills in what a transcript leaves out, and its End.
func (e *Typed[Q, A]) end(t *Transcript[Q, A]) (err error) {
	t.Options = e.filled(t.Options)
	if t.Seed == "" {
		t.Seed = "0"
	}
	t.End, _, err = e.through(t, nil)
	return err
}

// through plays a transcript by the rules and returns the game after its last answer. each, if not nil, is called with the
// rounds.
func (e *Typed[Q, A]) through(
	t *Transcript[Q, A], each func([]turn.Question[Q], []turn.Answer[A]) error,
) (*Table[Q, A], *turn.Counted[Q, A], error) {
	table, err := e.SetUp(t.Setup)
	if err != nil {
		return nil, nil, fmt.Errorf("the start: %w", err)
	}
	referee := turn.Count(table.Referee, len(e.Seats))
	taken, err := turn.Walk(referee, t.Answers, each)
	over := len(referee.Ask()) == 0
	switch {
	case err != nil:
		return nil, nil, err
	case taken < len(t.Answers) && over:
		return nil, nil, fmt.Errorf("ply %d: the game is already over", taken+1)
	}
	t.Answers = t.Answers[:taken] // without an incomplete round
	if taken > 0 && t.Result == nil && over && t.Answers[taken-1].Fault == nil {
		if r := table.Referee.Result(); r.Reason == string(turn.Illegal) {
			return nil, nil, fmt.Errorf("ply %d: %s", taken, r.Detail)
		}
	}
	return table, referee, nil
}

// recorded reads the n-th game of a record.
func (e *Typed[Q, A]) recorded(text []byte, n int) (*record.Game, error) {
	g, err := record.ReadGame(text, n)
	if err == nil && g.Header.Game != e.Name {
		err = fmt.Errorf("this is a record of %q: want one of %q", g.Header.Game, e.Name)
	}
	return g, err
}

// readRecord reads the n-th game of a record.
func (e *Typed[Q, A]) readRecord(text []byte, n int) (*Transcript[Q, A], error) {
	g, err := e.recorded(text, n)
	if err != nil {
		return nil, err
	}
	t := &Transcript[Q, A]{Setup: Setup{g.Header.Start, g.Header.Seed, g.Header.Options}, Result: g.Result}
	for _, seat := range g.Header.Seats {
		t.Names = append(t.Names, seat.Name)
	}
	t.Answers, err = jsonl.Answers[A](g)
	return t, err
}

// writeRecord records a game as if it had been played here.
func (e *Typed[Q, A]) writeRecord(t *Transcript[Q, A]) ([]byte, error) {
	g, err := e.write(t)
	if err != nil {
		return nil, err
	}
	return g.Bytes()
}

// write makes a record of a transcript.
func (e *Typed[Q, A]) write(t *Transcript[Q, A]) (*record.Game, error) {
	g := &record.Game{}
	j := job.Job{Game: e.Name, Rules: e.Codec.Rules, Start: t.Start, Seed: t.Seed, Options: t.Options}
	for seat, name := range e.Seats {
		if t.Name(seat) != "" {
			name = t.Name(seat)
		}
		j.Seats = append(j.Seats, job.Team{Label: name})
		g.Header.Seats = append(g.Header.Seats, record.Seat{Seat: e.Seats[seat], Name: name})
	}
	end, referee, err := e.through(t, func(questions []turn.Question[Q], answers []turn.Answer[A]) error {
		for i := range answers {
			line, err := jsonl.RecordLine(e.Seats[questions[i].Seat], &answers[i])
			if err != nil {
				return err
			}
			line.Type, line.Ply = "answer", len(g.Answers)+1
			g.Answers = append(g.Answers, line)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	g.Header.Game, g.Header.Rules, g.Header.Version, g.Header.ID = e.Name, e.Codec.Rules, record.Version(), j.Hash()
	g.Header.Start, g.Header.Seed, g.Header.Options = end.Start, t.Seed, t.Options
	if len(referee.Ask()) == 0 {
		result := e.result(referee)
		g.Result = &result
	}
	return g, nil
}
