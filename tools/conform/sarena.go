package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/bot"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/classic"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

var sarenaSuite = suite{
	game: "sarena",
	files: map[string]reader{
		"games.jsonl":   lines(sarenaGame),
		"scores.jsonl":  lines(sarenaScore),
		"boards.jsonl":  lines(sarenaBoard),
		"actions.jsonl": lines(sarenaAction),
		"perft.jsonl":   lines(sarenaPerft),
		"endgame.jsonl": lines(sarenaEndgame),
		"bots.jsonl":    lines(sarenaBot),
		"dmp.jsonl":     lines(sarenaFile),
		"traces.jsonl":  lines(sarenaTrace),
		"xmlrpc.jsonl":  lines(sarenaMessage),
		"referee.jsonl": sarenaReferee,
	},
	deviations: []deviation{
		// A player's message crashes the original; here that player loses.
		{"D2", func(file string, o outcome) bool {
			return file == "referee.jsonl" && o.kind == "crash" && strings.Contains(o.got, classic.Unreadable)
		}},
		// The original waits again for every part of a reply; we wait until one second after the credit ends.
		{"D3", func(file string, o outcome) bool {
			return file == "referee.jsonl" && o.kind == "overdrawn" && strings.Contains(o.got, classic.Expired)
		}},
	},
}

// differ compares two values. The outcome shows them with the names of their fields, or in Go syntax if these texts are equal.
func differ(id, kind string, want, got any) outcome {
	o := outcome{id: id, kind: kind, want: fmt.Sprintf("%+v", want), got: fmt.Sprintf("%+v", got)}
	if o.want == o.got && !sameLists(want, got) {
		o.got = fmt.Sprintf("%#v", got)
		o.want = fmt.Sprintf("%#v", want)
	}
	return o
}

// sameLists is reflect.DeepEqual, except that a missing list equals an empty one.
func sameLists(want, got any) bool {
	if reflect.DeepEqual(want, got) {
		return true
	}
	a, err := json.Marshal(want)
	b, err2 := json.Marshal(got)
	known := err == nil && err2 == nil && reflect.TypeOf(want) == reflect.TypeOf(got)
	return known && outcome{want: string(a), got: string(b)}.agrees()
}

// sarenaMoves writes a list of moves as the corpus does.
func sarenaMoves(moves []sarena.Move) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, m.String())
	}
	return strings.Join(texts, " ")
}

// sarenaPlay plays moves, each of which must be legal.
func sarenaPlay(p sarena.Position, moves string, before func(ply int, p sarena.Position)) (sarena.Position, error) {
	for ply, text := range strings.Fields(moves) {
		before(ply, p)
		m, err := sarena.ParseMove(text)
		if err != nil {
			return p, fmt.Errorf("ply %d: %w", ply, err)
		}
		if rule := p.Check(m); rule != sarena.Legal {
			return p, fmt.Errorf("ply %d, %v: %w", ply, m, rule)
		}
		p = p.Play(m).WithSide(sarena.Yellow)
	}
	return p, nil
}

type sarenaGameRecord struct {
	ID, Kind    string
	Seed        *int64
	Init, Moves string
	N           int
	Checks      [][5]any
	Final       string
	Score, P1   int
	Finished    bool
	note        string
}

func sarenaGame(r sarenaGameRecord, _ options, report func(outcome)) {
	got := sarenaGameRecord{ID: r.ID, Kind: r.Kind, Seed: r.Seed, Init: r.Init, Moves: r.Moves}
	p, err := sarena.ParsePosition(r.Init)
	if err == nil && r.Seed != nil {
		got.Init, got.Moves = sarenaRandomGame(fmt.Sprint(*r.Seed))
	}
	next := 0
	if err == nil {
		p, err = sarenaPlay(p, r.Moves, func(ply int, p sarena.Position) {
			got.N++
			if next < len(r.Checks) && r.Checks[next][0] == float64(ply) {
				next++
				s := p.Score()
				got.Checks = append(got.Checks, [5]any{
					float64(ply), p.String(), float64(s.Value()), float64(s.Chips), sarenaMoves(p.AppendMoves(nil)),
				})
			}
		})
	}
	if err != nil {
		got.note = err.Error()
	}
	s := p.Score()
	got.Final, got.Score, got.P1, got.Finished = p.String(), s.Value(), s.Chips, p.Over()
	report(differ(r.ID, r.Kind, r, got))
}

// sarenaRandomGame plays the game that two random players of the original play from a seed.
func sarenaRandomGame(seed string) (start, moves string) {
	chance, err := pyrand.Parse(seed)
	if err != nil {
		return "", err.Error()
	}
	p := sarena.Draw(chance)
	start = p.String()
	var played []sarena.Move
	for !p.Over() {
		m := p.RandomMove(chance)
		played = append(played, m)
		p = p.Play(m)
	}
	return start, sarenaMoves(played)
}

type sarenaScoreRecord struct {
	Cat       string
	B         sarena.Position
	Ply       *int
	P1, Score int
	Finished  bool
}

func sarenaScore(r sarenaScoreRecord, _ options, report func(outcome)) {
	s := r.B.Score()
	got := sarenaScoreRecord{r.Cat, r.B, r.Ply, s.Chips, s.Value(), r.B.Over()}
	report(differ(r.Cat+" "+r.B.String(), r.Cat, r, got))
}

type sarenaBoardRecord struct {
	Seed   string
	B, Inv string
	Str    string

	Random    float64 `json:"next_random"`
	Bits32    uint64  `json:"next_bits32"`
	Randrange int     `json:"next_randrange120"`
}

func sarenaBoard(r sarenaBoardRecord, _ options, report func(outcome)) {
	got := sarenaBoardRecord{Seed: r.Seed}
	var p sarena.Position
	var err error
	if r.Str != "" {
		if p, err = sarena.ParsePosition(r.B); err == nil {
			got.Str = classic.Board(p)
		}
	} else {
		var chance *pyrand.Rand
		if chance, err = pyrand.Parse(r.Seed); err == nil {
			p = sarena.Draw(chance)
			got.Random, got.Bits32, got.Randrange = chance.Float64(), uint64(chance.Uint32()), chance.Below(120)
		}
	}
	got.B, got.Inv = p.String(), p.Invert().String()
	if err != nil {
		got.B = err.Error()
	}
	report(differ("seed "+r.Seed, "", r, got))
}

type sarenaActionRecord struct {
	B     sarena.Position
	A     any
	Valid bool
	After *sarena.Position
}

// UnmarshalJSON distinguishes floats and ints.
func (r *sarenaActionRecord) UnmarshalJSON(text []byte) error {
	type plain sarenaActionRecord
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.DisallowUnknownFields()
	return d.Decode((*plain)(r))
}

func sarenaAction(r sarenaActionRecord, _ options, report func(outcome)) {
	after := func(p *sarena.Position) string {
		if p == nil {
			return "invalid"
		}
		return p.String()
	}
	o := outcome{id: fmt.Sprintf("%v in %v", r.A, r.B), want: fmt.Sprint(r.Valid, after(r.After)), got: fmt.Sprint(false, after(nil))}
	if m, ok := wire.ActionOf(pythonOf(r.A)); ok && r.B.Check(m) == sarena.Legal {
		p := r.B.Play(m).WithSide(sarena.Yellow)
		o.got = fmt.Sprint(true, after(&p))
	}
	report(o)
}

// pythonOf converts a JSON value to Python's value.
func pythonOf(v any) python.Value {
	switch v := v.(type) {
	case json.Number:
		if n, ok := python.ParseInt(v.String()); ok {
			return n
		}
		f, _ := python.ParseFloat(v.String())
		return f
	case []any:
		l := &python.List{}
		for _, item := range v {
			l.Items = append(l.Items, pythonOf(item))
		}
		return l
	case map[string]any:
		d := &python.Dict{}
		for key, item := range v {
			d.Set(key, pythonOf(item))
		}
		return d
	}
	return v
}

type sarenaPerftRecord struct {
	Src      string
	Ply      *int
	B        sarena.Position
	N        []int64
	ScoreSum []int64 `json:"score_sum"`
	Finished []int64
}

func sarenaPerft(r sarenaPerftRecord, _ options, report func(outcome)) {
	got := sarenaPerftRecord{
		Src: r.Src, Ply: r.Ply, B: r.B,
		N: make([]int64, len(r.N)), ScoreSum: make([]int64, len(r.ScoreSum)), Finished: make([]int64, len(r.Finished)),
	}
	var walk func(p sarena.Position, depth int)
	walk = func(p sarena.Position, depth int) {
		if depth > 0 && depth <= len(got.ScoreSum) {
			got.ScoreSum[depth-1] += int64(p.Score().Value())
		}
		if depth < len(got.Finished) && p.Over() {
			got.Finished[depth]++
		}
		if depth == len(got.N)-1 {
			got.N[depth] += int64(p.CountMoves())
			return
		}
		for _, m := range p.AppendMoves(nil) {
			got.N[depth]++
			walk(p.Play(m), depth+1)
		}
	}
	walk(r.B, 0)
	report(differ(fmt.Sprint(r.Src, " ", r.B), "", r, got))
	for i, n := range r.N {
		if counted := sarena.Perft(r.B, i+1); counted != uint64(n) {
			report(outcome{id: fmt.Sprint(r.Src, " perft ", i+1), want: fmt.Sprint(n), got: fmt.Sprint(counted)})
		}
	}
}

type sarenaEndgameRecord struct {
	B         sarena.Position
	Value     int
	Action    string
	NodesAB   int `json:"nodes_ab"`
	NodesFull int `json:"nodes_full"`
}

func sarenaEndgame(r sarenaEndgameRecord, _ options, report func(outcome)) {
	plan := bot.Plan{Value: func(p sarena.Position) int { return p.Score().Value() }}
	cut, whole := bot.AlphaBeta(plan, r.B), bot.Minimax(plan, r.B)
	got := sarenaEndgameRecord{r.B, whole.Value, whole.Move.String(), cut.Nodes, whole.Nodes}
	report(differ(r.B.String(), "", r, got))
	solved, err := bot.Solve(context.Background(), r.B)
	o := outcome{id: "solve " + r.B.String(), want: fmt.Sprint(r.Value, " ", r.Action)}
	if err != nil || len(solved.Best) == 0 {
		o.got = fmt.Sprint(solved, err)
	} else {
		o.got = fmt.Sprint(solved.Value, " ", solved.Best[0])
	}
	report(o)
}

type sarenaFileRecord struct {
	Name, B string
	Proto   int
	Hex     string
}

func sarenaFile(r sarenaFileRecord, _ options, report func(outcome)) {
	o := outcome{id: fmt.Sprintf("%s protocol %d", r.Name, r.Proto), want: r.B}
	defer func() { report(o) }()
	data, err := hex.DecodeString(r.Hex)
	var p sarena.Position
	if err == nil {
		p, err = wire.ParseBoard(data)
	}
	if err == nil {
		o.got = p.String()
		var again sarena.Position
		if again, err = wire.ParseBoard(wire.AppendBoard(nil, p)); err == nil && again != p {
			o.got = "written and read again: " + again.String()
		}
	}
	if err != nil {
		o.got = err.Error()
	}
}

type sarenaTraceRecord struct {
	Src, How, Hex string
	Limits        [2]*float64 `json:"time_limits"`
	Init, Actions string
	Times         []float64
	Score         int
	Reason        string
	Console       string
}

func sarenaTrace(r sarenaTraceRecord, _ options, report func(outcome)) {
	id := r.Src + " " + r.How
	data, err := hex.DecodeString(r.Hex)
	var t wire.Trace
	if err == nil {
		t, err = wire.ParseTrace(data)
	}
	if err != nil {
		report(outcome{id: id, want: r.Actions, got: err.Error()})
		return
	}
	got := sarenaTraceRecord{Src: r.Src, How: r.How, Hex: r.Hex, Init: t.Start.String(), Score: t.Score, Reason: t.Reason}
	got.Limits, got.Times = t.Left, []float64{}
	var moves []sarena.Move
	for _, turn := range t.Turns {
		moves = append(moves, turn.Move)
		got.Times = append(got.Times, turn.Seconds)
	}
	got.Actions = sarenaMoves(moves)
	if r.How == "min2" {
		got.Hex = hex.EncodeToString(wire.AppendTrace(nil, t))
	}
	if r.Console != "" {
		got.Console = sarenaReplay(data)
	}
	show := func(r sarenaTraceRecord) string {
		text, _ := json.Marshal(r)
		return string(text)
	}
	report(outcome{id: id, want: show(r), got: show(got)})
}
