package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/maze"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// pelitaCell is a cell in the corpus.
type pelitaCell [2]int

func (c pelitaCell) cell() pelita.Cell { return pelita.Cell{X: c[0], Y: c[1]} }

func pelitaCells(cells []pelita.Cell) []pelitaCell {
	list := make([]pelitaCell, len(cells))
	for i, c := range cells {
		list[i] = pelitaCell{c.X, c.Y}
	}
	return list
}

// pelitaTraceHead is the first line of a trace.
type pelitaTraceHead struct {
	Rec, Version, Name string
	LayoutName         *string `json:"layout_name"`
	Layout, Seed       string
	LayoutDrawn        *string            `json:"layout_drawn"`
	MaxRounds          int                `json:"max_rounds"`
	ErrorLimit         *int               `json:"error_limit"`
	AllowCamping       bool               `json:"allow_camping"`
	InitialBots        [4]pelitaCell      `json:"initial_bots"`
	Respawn            [4]pelitaCell      `json:"respawn"`
	Init               [2]pelitaTraceInit `json:"init"`
	InitDraws          [][2]string        `json:"init_draws"`
	GameOver           bool               `json:"gameover"`
	WhoWins            *int               `json:"whowins"`
}

type pelitaTraceInit struct {
	Seed      string       `json:"seed"`
	Enemy     [][3]int     `json:"enemy"`
	FoodOwn   []pelitaCell `json:"food_own"`
	FoodEnemy []pelitaCell `json:"food_enemy"`
}

// pelitaTraceTurn is the line of a turn. Missing fields are unchanged (fo, fe) or empty.
type pelitaTraceTurn struct {
	R   int          `json:"r"`
	T   int          `json:"t"`
	Rel []pelitaCell `json:"rel,omitempty"`
	FO  []pelitaCell `json:"fo,omitempty"`
	FE  []pelitaCell `json:"fe,omitempty"`
	Sh  []pelitaCell `json:"sh,omitempty"`
	FA  [][3]int     `json:"fa,omitempty"`
	E   [][3]int     `json:"e"`
	M   *pelitaCell  `json:"m"`
	F   string       `json:"f,omitempty"`
	D   [][2]int     `json:"d,omitempty"`
	DX  [][2]int     `json:"dx,omitempty"`
	B   [4]pelitaCell
	S   [2]int
	K   [4]int
	X   [4]int
	W   [4]int
	ER  *[2]int `json:"er,omitempty"`
	Fat [2]int
	OK  int
	GO  int  `json:"go,omitempty"`
	WW  *int `json:"ww,omitempty"`
}

// pelitaTraceEnd is the last line.
type pelitaTraceEnd struct {
	Rec     string           `json:"rec"`
	Round   int              `json:"round"`
	Turn    int              `json:"turn"`
	Score   [2]int           `json:"score"`
	WhoWins int              `json:"whowins"`
	Kills   [4]int           `json:"kills"`
	Deaths  [4]int           `json:"deaths"`
	Food    [2][]pelitaCell  `json:"food"`
	Fatal   [2][]pelitaFatal `json:"fatal_errors"`
	Bots    [4]pelitaCell    `json:"bots"`
	Errors  *[2][][3]any     `json:"errors,omitempty"`
}

type pelitaFatal struct {
	Type        string `json:"type"`
	Description string `json:"description"`
	Turn        int    `json:"turn"`
	Round       *int   `json:"round"`
}

// recorded is a generator that remembers each draw and its upper limit.
type recorded struct {
	*pyrand.Rand
	draws [][2]uint64
}

func (r *recorded) Below(n int) int { return int(r.Below64(uint64(n))) }

func (r *recorded) Below64(n uint64) uint64 {
	v := r.Rand.Below64(n)
	r.draws = append(r.draws, [2]uint64{n, v})
	return v
}

func (r *recorded) take() [][2]uint64 {
	draws := r.draws
	r.draws = nil
	return draws
}

// pelitaTrace plays a game again from its seed and the moves of its bots, and compares everything that can be seen on the way.
func pelitaTrace(content []byte, _ options, report func(outcome)) error {
	lines := bytes.Split(bytes.TrimSpace(content), []byte("\n"))
	var head pelitaTraceHead
	if err := strict(lines[0], &head); err != nil {
		return fmt.Errorf("line 1: %w", err)
	}
	t := &pelitaTracer{head: head, report: report}
	if err := t.begin(); err != nil {
		return err
	}
	for i, line := range lines[1:] {
		if bytes.HasPrefix(line, []byte(`{"rec"`)) {
			var end pelitaTraceEnd
			if err := strict(line, &end); err != nil {
				return fmt.Errorf("line %d: %w", i+2, err)
			}
			t.end(end)
			continue
		}
		var record pelitaTraceTurn
		if err := strict(line, &record); err != nil {
			return fmt.Errorf("line %d: %w", i+2, err)
		}
		t.turn(record)
	}
	return nil
}

// strict decodes one JSON value and refuses unknown fields.
func strict(text []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(v)
}

type pelitaTracer struct {
	head   pelitaTraceHead
	report func(outcome)
	chance *recorded
	ref    *referee.Referee
	shown  [2][]pelitaCell // the pellets shown last, by the team that owns them
}

// compare reports one case as JSON.
func (t *pelitaTracer) compare(id string, want, got any) {
	w, _ := json.Marshal(want)
	g, _ := json.Marshal(got)
	t.report(outcome{id: t.head.Name + " " + id, kind: "trace", want: string(w), got: string(g)})
}

// begin draws the layout if the game did, and plays the set-up.
func (t *pelitaTracer) begin() error {
	h := t.head
	random, err := pyrand.Parse(h.Seed)
	if err != nil {
		return err
	}
	version, err := pelita.ParseVersion(h.Version)
	if err != nil {
		return fmt.Errorf("version %w", err)
	}
	text := h.Layout
	if h.LayoutDrawn != nil {
		var name string
		if name, text, err = maze.Draw(version, *h.LayoutDrawn, random); err != nil {
			return err
		}
		want := h.Layout
		if h.LayoutName != nil {
			want, name = want+*h.LayoutName, text+name
		} else {
			name = text
		}
		t.compare("layout", want, name)
	}
	l, err := pelita.ParseLayout(text)
	if err != nil {
		return err
	}
	m, err := l.Maze()
	if err != nil {
		return err
	}
	o := referee.Options{Options: pelita.Options{Version: version, MaxRounds: h.MaxRounds, AllowCamping: h.AllowCamping}}
	if h.ErrorLimit != nil {
		o.ErrorLimit = *h.ErrorLimit
	}
	t.chance = &recorded{Rand: random}
	t.ref = referee.New(l, m, o, t.chance)
	got := h
	got.Init = [2]pelitaTraceInit{}
	for i := range got.InitialBots {
		got.InitialBots[i] = pelitaCells(l.Bots[i : i+1])[0]
		got.Respawn[i] = pelitaCells([]pelita.Cell{m.Respawn(i)})[0]
	}
	t.setUp(&got)
	t.compare("set-up", h, got)
	return nil
}

// setUp answers the questions before the first move and records what they show.
func (t *pelitaTracer) setUp(got *pelitaTraceHead) {
	got.InitDraws = nil
	for questions := t.ref.Ask(); len(questions) > 0 && questions[0].Ask.Kind <= pelita.AskStart; questions = t.ref.Ask() {
		q := questions[0].Ask
		if q.Kind == pelita.AskStart {
			seat := q.Team.Seat
			got.Init[seat] = pelitaTraceInit{
				fmt.Sprint(q.Seed), pelitaEnemies(q), pelitaCells(q.Team.Food), pelitaCells(q.Enemy.Food),
			}
			for _, d := range t.chance.take() {
				got.InitDraws = append(got.InitDraws, [2]string{fmt.Sprint(d[0]), fmt.Sprint(d[1])})
			}
			if seat == pelita.Red { // the next question draws for the first turn
				t.ref.Answer(make([]turn.Answer[pelita.Move], len(questions)))
				break
			}
		}
		t.ref.Answer(make([]turn.Answer[pelita.Move], len(questions)))
	}
	s := t.ref.State()
	got.GameOver, got.WhoWins = s.Phase >= pelita.Finished, nil
	if winner, over := wire.WhoWins(&s.Position); over && winner >= 0 {
		got.WhoWins = &winner
	}
}

func pelitaEnemies(v pelita.View) (list [][3]int) {
	for bot, c := range v.Enemy.Bots {
		list = append(list, [3]int{c.X, c.Y, number(v.Enemy.Noisy[bot])})
	}
	return list
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// turn plays one turn.
func (t *pelitaTracer) turn(want pelitaTraceTurn) {
	questions := t.ref.Ask()
	if len(questions) == 0 || questions[0].Ask.Kind != pelita.AskMove {
		t.compare(fmt.Sprintf("round %d turn %d", want.R, want.T), want, "the game is over")
		return
	}
	q, s := questions[0].Ask, t.ref.State()
	seat := q.Team.Seat
	got := pelitaTraceTurn{R: s.Round, T: s.Turn, M: want.M, F: want.F, E: pelitaEnemies(q)}
	if moved := t.ref.Relocated(); len(moved) > 0 {
		got.Rel = pelitaCells(moved)
	}
	got.FO, got.FE = t.changed(seat, q.Team.Food), t.changed(seat.Other(), q.Enemy.Food)
	if len(q.Team.Shaded) > 0 {
		got.Sh = pelitaCells(q.Team.Shaded)
	}
	for _, a := range s.Ages(seat) {
		got.FA = append(got.FA, [3]int{a.Cell.X, a.Cell.Y, a.Age})
	}
	t.answer(want)
	got.D = t.drawn()
	s = t.ref.State()
	for i := range got.B {
		got.B[i] = pelitaCell{s.Bots[i].X, s.Bots[i].Y}
		got.W[i] = number(s.Killed[i])
	}
	got.S, got.K, got.X = s.Score, s.Kills, s.Deaths
	got.OK = number(s.Requested[s.Turn].OK)
	for i := range got.Fat {
		got.Fat[i] = len(s.Failures[i])
	}
	if s.Version == pelita.V251 {
		errors := s.Errors
		got.ER = &errors
	}
	if s.Phase >= pelita.Finished {
		winner, _ := wire.WhoWins(&s.Position)
		got.GO, got.WW = 1, &winner
		t.finish()
		if s.Version == pelita.V251 {
			got.DX = t.drawn()
		}
	}
	t.compare(fmt.Sprintf("round %d turn %d", want.R, want.T), want, got)
}

// changed returns a list of pellets if it is not the one shown last.
func (t *pelitaTracer) changed(seat pelita.Seat, food []pelita.Cell) []pelitaCell {
	list := pelitaCells(food)
	if slices.Equal(list, t.shown[seat]) {
		return nil
	}
	t.shown[seat] = list
	return list
}

func (t *pelitaTracer) answer(want pelitaTraceTurn) {
	a := turn.Answer[pelita.Move]{}
	switch {
	case want.F == "timeout":
		a.Fault = turn.Faultf(turn.Late, "no answer")
	case want.F == "exc":
		a.Fault = turn.Faultf(turn.Crashed, "Boom: bang")
	default:
		a.Value = pelita.MoveTo(want.M.cell())
	}
	t.ref.Answer([]turn.Answer[pelita.Move]{a})
}

func (t *pelitaTracer) drawn() (list [][2]int) {
	for _, d := range t.chance.take() {
		list = append(list, [2]int{int(d[0]), int(d[1])})
	}
	return list
}

// finish tells the teams that the game is over.
func (t *pelitaTracer) finish() {
	for len(t.ref.Ask()) > 0 {
		t.ref.Answer(make([]turn.Answer[pelita.Move], 1))
	}
}

func (t *pelitaTracer) end(want pelitaTraceEnd) {
	s := t.ref.State()
	winner, _ := wire.WhoWins(&s.Position)
	got := pelitaTraceEnd{
		Rec: want.Rec, Round: s.Round, Turn: s.Turn, Score: s.Score, WhoWins: winner, Kills: s.Kills, Deaths: s.Deaths,
		Fatal: pelitaFatals(s),
	}
	for i, c := range s.Bots {
		got.Bots[i] = pelitaCell{c.X, c.Y}
	}
	for i := range got.Food {
		got.Food[i] = pelitaCells(s.Food[i].Sorted())
	}
	if s.Version == pelita.V251 {
		got.Errors = &[2][][3]any{{}, {}}
		for i, list := range s.Mistakes {
			for _, m := range list {
				kind := "illegal move"
				if m.Late {
					kind = "PlayerTimeout"
				}
				got.Errors[i] = append(got.Errors[i], [3]any{m.Round, m.Turn, kind})
			}
		}
	}
	t.compare("end", want, got)
}

func pelitaFatals(s *referee.State) (lists [2][]pelitaFatal) {
	for i, fatals := range s.Failures {
		lists[i] = []pelitaFatal{}
		for _, f := range fatals {
			entry := pelitaFatal{f.Type, f.Description, f.Turn, nil}
			if f.Round > 0 {
				entry.Round = &f.Round
			}
			lists[i] = append(lists[i], entry)
		}
	}
	return lists
}
