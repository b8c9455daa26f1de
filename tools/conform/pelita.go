package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/maze"
)

var pelitaSuite = suite{
	game:    "pelita",
	folders: []string{"bots"},
	files: map[string]reader{
		"layout_hashes.jsonl": lines(pelitaHash),
		"layout_choice.jsonl": lines(pelitaChoice),
		"layout_cases.jsonl":  lines(pelitaLayout),
		"rng_vectors.jsonl":   lines(pelitaRandom),
		"set_order.jsonl":     lines(pelitaSetOrder),
		"tuple_hash.jsonl":    lines(pelitaTupleHash),
		"v27_mazes.jsonl":     lines(pelitaMaze),
		"trace_*.jsonl":       pelitaTrace,
		"v27_trace_*.jsonl":   pelitaTrace,

		"print_bot.jsonl":            pelitaPrintBot(pelita.V251),
		"v27_print_bot.jsonl":        pelitaPrintBot(pelita.V270),
		"print_ingame.jsonl":         pelitaPrintInGame(pelita.V251),
		"v27_print_ingame.jsonl":     pelitaPrintInGame(pelita.V270),
		"background_games.jsonl":     pelitaBackgroundGame(pelita.V251),
		"v27_background_games.jsonl": pelitaBackgroundGame(pelita.V270),
		"tournament.jsonl":           pelitaTournament(pelita.V251),
		"v27_tournament.jsonl":       pelitaTournament(pelita.V270),
		"wire.jsonl":                 pelitaTranscripts(pelita.V251),
		"v27_wire.jsonl":             pelitaTranscripts(pelita.V270),
		"replay_sample.dump":         pelitaReplay(pelita.V251),
		"v27_replay_sample.jsonl":    pelitaReplay(pelita.V270),
		"real_games.jsonl":           pelitaGames(pelita.V251),
		"v27_real_games.jsonl":       pelitaGames(pelita.V270),
	},
	deviations: []deviation{
		{"D2", func(_ string, o outcome) bool { return o.kind == pelitaEnemyLetters && ownLetters(o.want) == o.got }},
	},
}

// asJSON is the form in which expected and actual values are compared and shown.
func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

type pelitaHashRecord struct{ Name, Seed, SHA256 string }

func pelitaHash(r pelitaHashRecord, _ options, report func(outcome)) {
	text, err := maze.Named(r.Name)
	if err != nil {
		text = err.Error()
	}
	seed, _ := maze.Seed(r.Name)
	got := pelitaHashRecord{r.Name, seed, fmt.Sprintf("%x", sha256.Sum256([]byte(text)))}
	report(outcome{id: r.Name, kind: "layout", want: asJSON(r), got: asJSON(got)})
}

type pelitaChoiceRecord struct {
	Seed, Size, Layout string
	Next               uint32 `json:"next_u32"`
}

func pelitaChoice(r pelitaChoiceRecord, _ options, report func(outcome)) {
	o := outcome{id: "seed " + r.Seed, kind: "choice", want: asJSON(r)}
	defer func() { report(o) }()
	random, err := pyrand.Parse(r.Seed)
	if err != nil {
		o.got = err.Error()
		return
	}
	got := r
	if got.Layout, err = maze.Choose(r.Size, random); err != nil {
		got.Layout = err.Error()
	}
	got.Next = random.Uint32()
	o.got = asJSON(got)
}

// pelitaLayoutRecord is a layout text and the result of the original's parser.
type pelitaLayoutRecord struct {
	Layout    string             `json:"layout"`
	Food      []pelitaCell       `json:"food,omitempty"`
	Bots      json.RawMessage    `json:"bots,omitempty"`
	Shape     *[2]int            `json:"shape,omitempty"`
	BotsAt    []pelitaCell       `json:"bots_at,omitempty"`
	FoodAt    []pelitaCell       `json:"food_at,omitempty"`
	Walls     int                `json:"n_walls,omitempty"`
	RoundTrip string             `json:"round_trip,omitempty"`
	Respawn   *[4]pelitaCell     `json:"respawn"`
	Err       string             `json:"err,omitempty"`
	Detail    *pelitaLayoutFault `json:"detail,omitempty"`
}

type pelitaLayoutFault struct {
	Line  *int   `json:"line,omitempty"`
	Width *int   `json:"width,omitempty"`
	Bot   string `json:"bot,omitempty"`
	Char  string `json:"char,omitempty"`
	X     *int   `json:"x,omitempty"`
	Y     *int   `json:"y,omitempty"`
	X0    *int   `json:"x0,omitempty"`
	Y0    *int   `json:"y0,omitempty"`
	Bots  any    `json:"bots,omitempty"`
}

func pelitaLayout(r pelitaLayoutRecord, _ options, report func(outcome)) {
	o := outcome{id: fmt.Sprintf("%.60q", r.Layout), kind: "layout", want: asJSON(r)}
	defer func() { report(o) }()
	got := pelitaLayoutRecord{Layout: r.Layout, Food: r.Food, Bots: r.Bots}
	placed, err := pelitaPlaced(r.Bots)
	if err != nil {
		o.got = err.Error()
		return
	}
	extra := pelita.Extra{Bots: placed}
	for _, c := range r.Food {
		extra.Food = append(extra.Food, c.cell())
	}
	l, err := pelita.ParseLayoutWith(r.Layout, extra)
	if err == nil {
		got.Shape, got.BotsAt, got.FoodAt = &[2]int{l.Width, l.Height}, pelitaCells(l.Bots[:]), pelitaCells(l.Food)
		got.Walls, got.RoundTrip = len(l.Walls), l.String()
		if m, err := l.Maze(); err == nil {
			got.Respawn = &[4]pelitaCell{}
			for i := range got.Respawn {
				got.Respawn[i] = pelitaCell{m.Respawn(i).X, m.Respawn(i).Y}
			}
		}
	} else if !pelitaLayoutErr(err, &got) {
		o.got = err.Error()
		return
	}
	o.got = asJSON(got)
}

// pelitaPlaced reads the bots of a record in the order in which it names them.
func pelitaPlaced(text json.RawMessage) (placed []pelita.Placed, err error) {
	if len(text) == 0 {
		return nil, nil
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var c pelitaCell
		if err := decoder.Decode(&c); err != nil {
			return nil, err
		}
		placed = append(placed, pelita.Placed{Bot: fmt.Sprint(name), Cell: c.cell()})
	}
	return placed, nil
}

// pelitaLayoutErr describes a refused layout as the corpus does.
func pelitaLayoutErr(err error, got *pelitaLayoutRecord) bool {
	var e *pelita.LayoutError
	if !errors.As(err, &e) {
		return false
	}
	got.Err, got.Detail = string(e.Problem), &pelitaLayoutFault{}
	d, cell := got.Detail, false
	switch e.Problem {
	case pelita.NotEnclosed, pelita.Ragged:
		d.Line = &e.Line
	case pelita.OddWidth:
		d.Width = &e.Width
	case pelita.DuplicateBot:
		d.Bot, cell, d.X0, d.Y0 = e.Text, true, &e.First.X, &e.First.Y
	case pelita.UnknownChar:
		d.Char, cell = e.Text, true
	case pelita.MissingBots:
		d.Bots = strings.Split(e.Text, "")
	case pelita.FoodOutside, pelita.FoodOnWall:
		cell = true
	case pelita.BotOutside, pelita.BotOnWall:
		d.Bot, cell = e.Text, true
	}
	if cell {
		d.X, d.Y = &e.Cell.X, &e.Cell.Y
	}
	return true
}

type pelitaMazeRecord struct {
	Seed    string  `json:"seed"`
	Width   int     `json:"width"`
	Height  int     `json:"height"`
	Trapped int     `json:"trapped"`
	Total   int     `json:"total"`
	SHA256  string  `json:"sha256,omitempty"`
	Next    uint32  `json:"next_u32,omitempty"`
	Text    *string `json:"text,omitempty"`
	Error   any     `json:"error,omitempty"`
	Kind    string  `json:"msg_kind,omitempty"`
}

func pelitaMaze(r pelitaMazeRecord, _ options, report func(outcome)) {
	o := outcome{id: fmt.Sprintf("%dx%d seed %s", r.Width, r.Height, r.Seed), kind: "maze", want: asJSON(r)}
	defer func() { report(o) }()
	random, err := pyrand.Parse(r.Seed)
	if err != nil {
		o.got = err.Error()
		return
	}
	got := r
	got.SHA256, got.Next, got.Kind = "", 0, ""
	text, err := maze.Generate(maze.Size{Width: r.Width, Height: r.Height, Trapped: r.Trapped, Total: r.Total}, random)
	var problem *maze.Problem
	switch {
	case errors.As(err, &problem):
		got.Kind = "size"
		if problem.Food {
			got.Kind = "food"
		}
	default:
		got.SHA256, got.Next, got.Error = fmt.Sprintf("%x", sha256.Sum256([]byte(text))), random.Uint32(), nil
		if got.Text != nil {
			got.Text = &text
		}
	}
	o.got = asJSON(got)
}
