package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
)

var reanticsSuite = suite{
	game: "reantics",
	files: map[string]reader{
		"games.jsonl":       reanticsGames,
		"botgames.jsonl":    reanticsGames,
		"legality.jsonl":    lines(reanticsCase),
		"transitions.jsonl": lines(reanticsCase),
		"undo.jsonl":        lines(reanticsUndo),
		"moves.jsonl":       reanticsProbe(probeMoves),
		"views.jsonl":       reanticsProbe(probeView),
		"utils.jsonl":       reanticsProbe(probeUtils),
		"text.jsonl":        reanticsProbe(probeText),
		"api.jsonl":         reanticsProbe(probeAPI),
		"setup.jsonl":       reanticsProbe(probeSetup),
	},
	deviations: []deviation{
		// Where the original program stops, the player that stopped it loses.
		{"D6", func(_ string, o outcome) bool { return o.kind == "crash" && strings.HasPrefix(o.got, "loss ") }},
	},
}

// reanticsState is a position as the corpus writes it, in absolute cells.
type reanticsState struct {
	Ph, T int
	F     [2]int
	B     [][5]any // player, letter, x, y, capture health
	N     [][3]any // letter, x, y
	A     [][7]any // player, letter, x, y, health, carrying, moved
}

func (s reanticsState) position() (reantics.Position, error) {
	cell := func(x, y any) reantics.Cell { return reantics.At(int(x.(float64)), int(y.(float64))) }
	state := reantics.State{
		Rules: reantics.Original, Phase: reantics.Phase(s.Ph), Side: reantics.Seat(s.T), Stock: s.F, Attacker: reantics.NoCell,
	}
	for i := range state.Hills {
		state.Hills[i].Cell, state.Tunnels[i].Cell = reantics.NoCell, reantics.NoCell
	}
	for _, b := range s.B {
		place := &state.Hills
		if b[1] == "T" {
			place = &state.Tunnels
		}
		place[int(b[0].(float64))] = reantics.Building{Cell: cell(b[2], b[3]), Health: int(b[4].(float64))}
	}
	for _, n := range s.N {
		if n[0] == "G" {
			state.Grass = append(state.Grass, cell(n[1], n[2]))
		} else {
			state.Food = append(state.Food, cell(n[1], n[2]))
		}
	}
	for _, a := range s.A {
		player := int(a[0].(float64))
		state.Ants[player] = append(state.Ants[player], reantics.Ant{
			Type: reantics.Type(strings.Index("QWDSR", a[1].(string))), Cell: cell(a[2], a[3]), Health: int8(a[4].(float64)),
			Carrying: a[5] == 1., Moved: a[6] == 1.,
		})
	}
	return reantics.Make(state)
}

// compact writes the part of a position that the corpus records after an action.
func compact(p *reantics.Position) string {
	var ants []string
	for s := reantics.Blue; s <= reantics.Red; s++ {
		for i := range p.Count(s) {
			a, flags := p.Ant(s, i), 0
			if a.Carrying {
				flags = 1
			}
			if a.Moved {
				flags |= 2
			}
			ants = append(ants, fmt.Sprintf("%d%c%v%x%d", s, a.Type.Letter(), a.Cell, a.Health, flags))
		}
	}
	return fmt.Sprintf("turn %d food %d %d caps %v ants %s", p.Side(), p.Stock(0), p.Stock(1), caps(p), strings.Join(ants, " "))
}

func caps(p *reantics.Position) [4]int {
	return [4]int{p.HillHealth(0), p.TunnelHealth(0), p.HillHealth(1), p.TunnelHealth(1)}
}

// whole writes all parts of a position that the corpus records.
func whole(p *reantics.Position) string {
	return fmt.Sprintf("phase %d %s hills %v %v tunnels %v %v grass %v food %v", p.Phase(), compact(p),
		p.Hill(0), p.Hill(1), p.Tunnel(0), p.Tunnel(1), p.GrassList(), p.FoodList())
}

// rawMove is a move as a player answered it: null, or [type, cells, type to build].
type rawMove [3]any

func (m *rawMove) answer() reantics.Answer {
	if m == nil {
		return reantics.Answer{}
	}
	raw := reantics.Raw{Type: int(m[0].(float64)), Build: reantics.NoBuild}
	if cells, ok := m[1].([]any); ok {
		raw.Path = []grid.Point{}
		for _, c := range cells {
			raw.Path = append(raw.Path, grid.Point{X: int(c.([]any)[0].(float64)), Y: int(c.([]any)[1].(float64))})
		}
	}
	if build, ok := m[2].(float64); ok {
		raw.Build = int(build)
	}
	return reantics.Answer{Raw: &raw}
}

// cellAt converts the cell [x, y] as the seat sees it into an absolute cell; the same function converts back.
func cellAt(at [2]int, s reantics.Seat) reantics.Cell {
	c := reantics.CellAt(grid.Point{X: at[0], Y: at[1]})
	if s == reantics.Red {
		return c.Turned()
	}
	return c
}

func answerOne(r *referee.Referee, a reantics.Answer) {
	r.Ask()
	r.Answer([]turn.Answer[reantics.Answer]{{Value: a}})
}

type reanticsCaseRecord struct {
	ID            int
	Cat           string
	St            reanticsState
	Mv            *rawMove
	Out, Why, Sub string
	W             *int
	Cand          [][2]int
	Att, Attacker *[2]int
	After         *struct {
		T    int
		F    [2]int
		Caps [4]int
		A    string
	}
}

func (c reanticsCaseRecord) String() string {
	text := c.Out
	if c.Sub != "" {
		c.Why = c.Sub
	}
	if c.Why != "" {
		text += " " + c.Why
	}
	if c.W != nil {
		text += fmt.Sprintf(" winner %d", *c.W)
	}
	if c.Att != nil {
		text += fmt.Sprintf(" targets %v attacker %v", c.Cand, *c.Attacker)
	}
	if a := c.After; a != nil {
		text += fmt.Sprintf(" turn %d food %d %d caps %v ants %s", a.T, a.F[0], a.F[1], a.Caps, a.A)
	}
	return text
}

// reanticsCase plays one action, and the attack that follows it.
func reanticsCase(c reanticsCaseRecord, _ options, report func(outcome)) {
	o := outcome{id: fmt.Sprintf("%d (%s)", c.ID, c.Cat), kind: c.Out, want: c.String()}
	defer func() { report(o) }()
	p, err := c.St.position()
	if err != nil {
		o.got = err.Error()
		return
	}
	got := reanticsCaseRecord{Out: "ok"}
	answer, seat := c.Mv.answer(), p.Side()
	rule := reantics.NoMove
	if raw, ok := answer.Action(); ok {
		absolute := raw
		if seat == reantics.Red {
			absolute = raw.Turned()
		}
		rule = p.CheckRaw(absolute)
	}
	r := referee.New(p, referee.Options{})
	answerOne(r, answer)
	suffix := ""
	if r.Position().Attacker() != reantics.NoCell && c.Att != nil {
		view := r.Ask()[0].Ask
		for _, t := range view.Targets {
			got.Cand = append(got.Cand, [2]int{t.X(), t.Y()})
		}
		from := r.Position().Attacker()
		got.Att, got.Attacker = c.Att, &[2]int{from.X(), from.Y()}
		rule = r.Position().CheckAttack(cellAt(*c.Att, seat))
		target := grid.Point{X: c.Att[0], Y: c.Att[1]}
		answerOne(r, reantics.Answer{Target: &target})
	}
	over := len(r.Ask()) == 0
	result := r.Result()
	switch {
	case over && result.Reason == referee.Illegal:
		got.Out, got.Why = "loss", rule.String()
		if c.Sub != "" {
			got.Why = reantics.Label(rule)
		}
		got.W = &result.Winner
		o.got = got.String()
		return
	case over:
		got.Out, got.Why, got.W = "win", result.Reason, &result.Winner
	}
	suffix = " " + compact(r.Position())
	o.got = got.String() + suffix
}

type reanticsUndoRecord struct {
	ID    int
	St    reanticsState
	Steps []json.RawMessage
	W     *int
	Why   string
}

// reanticsUndo plays actions of a game with a human, in which they can be taken back.
func reanticsUndo(c reanticsUndoRecord, _ options, report func(outcome)) {
	o := outcome{id: fmt.Sprint(c.ID), want: fmt.Sprintf("%d steps agree, then %s %v", len(c.Steps), c.Why, c.W != nil)}
	defer func() { report(o) }()
	p, err := c.St.position()
	if err != nil {
		o.got = err.Error()
		return
	}
	r := referee.New(p, referee.Options{Undo: true})
	for i, line := range c.Steps {
		var step reanticsStep
		if err := step.read(line); err != nil {
			o.got = err.Error()
			return
		}
		if want, got := step.String(), step.play(r); want != got {
			o.want, o.got = fmt.Sprintf("step %d: %s", i+1, want), fmt.Sprintf("step %d: %s", i+1, got)
			return
		}
		if n := r.Undoable(); n != step.undoable {
			o.got = fmt.Sprintf("step %d: %d states to take back, want %d", i+1, n, step.undoable)
			return
		}
	}
	result, over := r.Result(), len(r.Ask()) == 0
	o.got = fmt.Sprintf("%d steps agree, then %s %v", len(c.Steps), result.Reason, over)
	if over && c.W != nil && result.Winner != *c.W {
		o.got += fmt.Sprintf(" of seat %d", result.Winner)
	}
}
