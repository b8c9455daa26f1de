package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/bot"
)

var amazonsSuite = suite{
	game: "amazons",
	files: map[string]reader{
		"positions.jsonl": lines(amazonsPosition),
		"games.jsonl":     lines(amazonsGame),
		"legality.jsonl":  lines(amazonsLegality),
		"perft.jsonl":     lines(amazonsPerft),
		"endgames.jsonl":  lines(amazonsEndgame),
		"diagrams.txt":    amazonsDiagrams,
	},
}

// lines reads a file of JSON lines whose records are of one kind: an unknown or missing field is an error.
func lines[R any](check func(R, options, func(outcome))) reader {
	return func(content []byte, o options, report func(outcome)) error {
		for number, line := range bytes.Split(bytes.TrimSuffix(content, []byte("\n")), []byte("\n")) {
			var record R
			decoder := json.NewDecoder(bytes.NewReader(line))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(&record); err != nil {
				return fmt.Errorf("line %d: %w", number+1, err)
			}
			check(record, o, report)
		}
		return nil
	}
}

type positionRecord struct {
	ID     string
	Pos    string
	Ply    int
	Legal  int
	SHA256 string
}

func amazonsPosition(r positionRecord, _ options, report func(outcome)) {
	o := outcome{id: r.ID, want: fmt.Sprintf("%s ply %d, %d legal turns, sha256 %s", r.Pos, r.Ply, r.Legal, r.SHA256)}
	defer func() { report(o) }()
	p, err := amazons.ParsePosition(r.Pos)
	if err != nil {
		o.got = err.Error()
		return
	}
	moves := p.AppendMoves(nil)
	var texts []string
	for _, m := range moves {
		texts = append(texts, m.String())
	}
	slices.Sort(texts)
	hash := sha256.Sum256([]byte(strings.Join(texts, "\n")))
	o.got = fmt.Sprintf("%s ply %d, %d legal turns, sha256 %x", p, p.Removed().Len(), len(moves), hash)
	if counted := p.CountMoves(); counted != len(moves) {
		o.got += fmt.Sprintf(", but %d counted", counted)
	}
}

type gameRecord struct {
	ID, Red, Blue, Winner string
	Turns                 []string
	Plies                 int
	Final                 string
}

func amazonsGame(r gameRecord, _ options, report func(outcome)) {
	o := outcome{id: r.ID, want: fmt.Sprintf("%s wins after %d turns: %s", r.Winner, r.Plies, r.Final)}
	defer func() { report(o) }()
	p := amazons.Start()
	for i, text := range r.Turns {
		m, err := amazons.ParseMove(text)
		switch {
		case err != nil:
			o.got = fmt.Sprintf("turn %d: %v", i+1, err)
			return
		case p.Stuck():
			o.got = fmt.Sprintf("the game is over before turn %d", i+1)
			return
		case p.Check(m) != amazons.Legal:
			o.got = fmt.Sprintf("turn %d, %v: %v", i+1, m, p.Check(m))
			return
		}
		p = p.Play(m)
	}
	if !p.Stuck() {
		o.got = "the game goes on"
		return
	}
	o.got = fmt.Sprintf("%s wins after %d turns: %s", strings.ToUpper(p.Side().Other().String()), len(r.Turns), p)
}

type legalityRecord struct {
	ID, Pos, Turn string
	Legal         bool
	Class, Note   string
}

func amazonsLegality(r legalityRecord, _ options, report func(outcome)) {
	o := outcome{id: r.ID, kind: r.Class, want: fmt.Sprintf("%s %s: legal %v, %s", r.Pos, r.Turn, r.Legal, r.Class)}
	defer func() { report(o) }()
	p, err := amazons.ParsePosition(r.Pos)
	if err != nil {
		o.got = err.Error()
		return
	}
	class := "syntax"
	if m, err := amazons.ParseMove(r.Turn); err == nil {
		class = p.Check(m).String()
	}
	o.got = fmt.Sprintf("%s %s: legal %v, %s", p, r.Turn, class == amazons.Legal.String(), class)
}

type perftRecord struct {
	ID, Pos string
	Ply     int
	Perft   []uint64
}

// perftOnAllCores is amazons.Perft, with the first turns shared out among the cores.
func perftOnAllCores(p amazons.Position, depth int) uint64 {
	if depth < 3 {
		return amazons.Perft(p, depth)
	}
	var total atomic.Uint64
	var workers sync.WaitGroup
	turns := make(chan amazons.Move)
	for range runtime.NumCPU() {
		workers.Go(func() {
			for m := range turns {
				total.Add(amazons.Perft(p.Play(m), depth-1))
			}
		})
	}
	for _, m := range p.AppendMoves(nil) {
		turns <- m
	}
	close(turns)
	workers.Wait()
	return total.Load()
}

func amazonsPerft(r perftRecord, o options, report func(outcome)) {
	p, err := amazons.ParsePosition(r.Pos)
	var want, got []uint64
	for i, n := range r.Perft {
		switch {
		case err != nil:
		case n > o.perft:
			why := fmt.Sprintf("%d is more than %d: not counted", n, o.perft)
			report(outcome{id: fmt.Sprintf("%s perft %d", r.ID, i+1), skipped: why})
		default:
			want, got = append(want, n), append(got, perftOnAllCores(p, i+1))
		}
	}
	c := outcome{id: r.ID, want: fmt.Sprint(want), got: fmt.Sprint(got)}
	if err != nil {
		c.got = err.Error()
	}
	report(c)
}

type endgameRecord struct {
	ID, Kind, Pos string
	Legal         int
	Winner        string
	Margin, Value int
	Best, Winning []string
	Empties       int
}

// amazonsSolveNodes caps the solver: nodes, not time, so that every machine gives the same verdict.
const amazonsSolveNodes = 20_000_000

func amazonsEndgame(r endgameRecord, _ options, report func(outcome)) {
	o := outcome{id: r.ID, kind: r.Kind, want: describeEndgame(r)}
	defer func() { report(o) }()
	p, err := amazons.ParsePosition(r.Pos)
	if err != nil {
		o.got = err.Error()
		return
	}
	s, ok := bot.Solve(p, amazonsSolveNodes)
	if !ok {
		o.got, o.skipped = o.want, fmt.Sprintf("beyond %d nodes, not solved", amazonsSolveNodes)
		return
	}
	got := endgameRecord{Legal: p.CountMoves(), Value: s.Value, Margin: s.Value - 1, Empties: p.Free().Len()}
	got.Winner = strings.ToUpper(p.Side().String())
	if s.Value < 0 {
		got.Winner, got.Margin = strings.ToUpper(p.Side().Other().String()), -s.Value-1
	}
	for _, m := range s.Best {
		got.Best = append(got.Best, m.String())
	}
	for _, m := range s.Winning {
		got.Winning = append(got.Winning, m.String())
	}
	o.got = describeEndgame(got)
}

func describeEndgame(r endgameRecord) string {
	return fmt.Sprintf("%s wins by %d (value %d), %d legal turns, %d empty squares, best %v, winning %v",
		r.Winner, r.Margin, r.Value, r.Legal, r.Empties, r.Best, r.Winning)
}

// amazonsDiagrams reads drawn positions: "# id", then what Diagram prints, then a blank line.
func amazonsDiagrams(content []byte, _ options, report func(outcome)) error {
	for block := range strings.SplitSeq(strings.TrimSpace(string(content)), "\n\n") {
		head, drawing, _ := strings.Cut(strings.TrimSpace(block), "\n")
		id, found := strings.CutPrefix(head, "# ")
		if !found {
			return fmt.Errorf("%q: want # and an id", head)
		}
		o := outcome{id: id, want: drawing + "\n"}
		text, board, _ := strings.Cut(drawing, "\n")
		p, err := amazons.ParsePosition(text)
		if err == nil {
			o.got = p.Diagram()
			// The board alone, without its position text, must give the same position.
			var drawn amazons.Position
			if drawn, err = amazons.ParseDiagram(text[len(text)-1:] + "\n" + board); err == nil && drawn != p {
				o.got = "the board is read as " + drawn.String()
			}
		}
		if err != nil {
			o.got = err.Error()
		}
		report(o)
	}
	return nil
}
