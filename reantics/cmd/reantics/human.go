//go:build !playground

package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/view"
)

// human is the player at the keyboard: on a terminal it moves a cursor, elsewhere it types lines. The same human may have both
// seats.
type human struct {
	app    *cli.App
	out    io.Writer
	random bool // the set-up is random
	strict bool // an action that is typed in full, or a target, goes to the referee unchecked
	chance *rand.Rand
	seats  [2]bool // the seats that it has taken
	undo   int     // actions of this turn that can be taken back
	paused bool    // each action of the opponent waits for a key

	pending []event // events of the typed line that were not used yet
	cursor  reantics.Cell
	message string   // about the last input
	since   []string // what the opponent did since the last answer, one entry per answer
	look    view.Look
}

func newHuman(a *cli.App, to io.Writer) *human {
	return &human{app: a, out: to, cursor: reantics.At(4, 2)}
}

// Open takes a seat.
func (h *human) Open(_ context.Context, g turn.Game) error {
	if !h.seats[0] && !h.seats[1] {
		h.chance = g.Rand()
	}
	h.seats[g.Seat] = true
	h.pending, h.undo, h.message, h.since = nil, 0, "", nil
	return nil
}

// End leaves the seats.
func (h *human) End(*turn.Result) { h.seats = [2]bool{} }

// Asked lets the human step through the actions of the opponent.
func (h *human) Asked(ctx context.Context, questions []turn.Question[reantics.View]) error {
	if !h.paused || h.seats[questions[0].Seat] || !h.app.Interactive() {
		return nil
	}
	fmt.Fprint(h.out, "paused; space: step, p: play on, q: quit ")
	for {
		key, err := h.app.Key(ctx)
		switch {
		case err != nil:
			return err
		case key == term.Space:
			return nil
		case key == "p":
			h.paused = false
			return nil
		case term.Quits(key):
			fmt.Fprintln(h.out)
			return turn.ErrQuit
		}
	}
}

// Answered records what the opponent did.
func (h *human) Answered(questions []turn.Question[reantics.View], answers []turn.Answer[reantics.Answer]) error {
	q, a := &questions[0], &answers[0]
	switch {
	case h.seats[q.Seat]:
		h.since = nil
	case a.Fault != nil:
	case q.Ask.Position.Asks() == reantics.AskAttack:
		h.since = append(h.since, "attacks "+text(a.Value))
	case q.Ask.Position.Asks() == reantics.AskMove && a.Value.Move == reantics.EndTurn:
	default:
		h.since = append(h.since, text(a.Value))
	}
	return nil
}

// news returns a line with the opponent's actions since the last answer, the latest last; "" if there were none.
func (h *human) news(seat reantics.Seat) string {
	const most = 78
	head := strings.ToUpper(seat.Other().String()) + " did "
	for from := range h.since {
		line := head + strings.Join(h.since[from:], ", ")
		if from > 0 {
			line = head + "... " + strings.Join(h.since[from:], ", ")
		}
		if len(line) <= most || from == len(h.since)-1 {
			return line
		}
	}
	return ""
}

func (h *human) Answer(ctx context.Context, v reantics.View) (a reantics.Answer, say string, err error) {
	switch v.Position.Asks() {
	case reantics.AskMove:
		a.Move, err = h.act(ctx, &v)
	case reantics.AskAttack:
		var c reantics.Cell
		c, err = h.attack(ctx, &v)
		at := c.Point()
		a.Target = &at
	default:
		var cells []reantics.Cell
		cells, err = h.place(ctx, &v)
		a.Cells = reantics.Points([]grid.Point{}, cells...)
	}
	h.message = ""
	return a, "", err
}

// place asks for one item after another, and answers when all are placed.
func (h *human) place(ctx context.Context, v *reantics.View) (cells []reantics.Cell, err error) {
	wanted := v.Position.Wanted()
	for len(cells) < len(wanted) {
		free := v.Zone(wanted[0]).Minus(reantics.SetOf(cells...))
		if h.random {
			cells = append(cells, h.draw(free))
			continue
		}
		rows := "0 to 3"
		if wanted[0] == reantics.Food {
			rows = "6 to 9"
		}
		s := &display{
			v: v, marks: view.Marks{Chosen: reantics.SetOf(cells...), Open: free}, hidden: len(cells) > 0,
			prompt: fmt.Sprintf("place %v, %d of %d, in rows %s", wanted[len(cells)], len(cells)+1, len(wanted), rows),
		}
		e, err := h.next(ctx, s)
		if err != nil {
			return nil, err
		}
		switch {
		case e.kind == click && free.Has(e.cell):
			cells = append(cells, e.cell)
		case e.kind == click:
			h.message = fmt.Sprintf("%v: want a free cell in rows %s", e.cell, rows)
		case e.kind == undo && len(cells) > 0:
			cells = cells[:len(cells)-1]
		case e.kind == undo:
			h.message = "nothing is placed yet"
		case e.kind == deal:
			cells = append(cells, h.draw(free))
			if len(cells) < len(wanted) {
				h.pending = append([]event{e}, h.pending...)
			}
		default:
			h.message = "that is for later; choose a cell"
		}
	}
	return cells, nil
}

// draw draws one of the cells at random.
func (h *human) draw(cells reantics.Set) reantics.Cell {
	for range h.chance.IntN(cells.Len()) {
		cells = cells.Rest()
	}
	return cells.First()
}

func (h *human) attack(ctx context.Context, v *reantics.View) (reantics.Cell, error) {
	s := &display{
		v: v, marks: view.Marks{Chosen: reantics.SetOf(v.Position.Attacker()), Prey: reantics.SetOf(v.Targets...)}, fresh: true,
		prompt: fmt.Sprintf("attack one of %v", v.Targets),
	}
	for {
		e, err := h.next(ctx, s)
		switch {
		case err != nil:
			return reantics.NoCell, err
		case e.kind == click && (h.strict && !h.app.Interactive() || slices.Contains(v.Targets, e.cell)):
			return e.cell, nil
		}
		h.message = fmt.Sprintf("want one of %v", v.Targets)
	}
}

// act asks for one action: an ant and its destination, an ant to build, the end of the turn, or the last action back.
func (h *human) act(ctx context.Context, v *reantics.View) (reantics.Move, error) {
	t := &acting{human: h, v: v, p: &v.Position, chosen: reantics.NoCell}
	for {
		e, err := h.next(ctx, t.display())
		if err != nil {
			return 0, err
		}
		h.message = ""
		m := t.take(e)
		switch m.Kind() {
		case reantics.None:
			continue
		case reantics.End:
			h.undo = 0
		case reantics.Undo:
			h.undo--
		default:
			h.undo++
		}
		return m, nil
	}
}

// acting is an action that is being chosen.
type acting struct {
	*human
	v      *reantics.View
	p      *reantics.Position
	chosen reantics.Cell // the ant, or the hill whose menu is open
}

func (t *acting) menu() bool {
	_, _, isAnt := t.p.AntAt(t.chosen)
	return t.chosen != reantics.NoCell && !isAnt
}

func (t *acting) display() *display {
	s := &display{v: t.v, prompt: "choose an ant or the empty anthill", words: "; end, undo, help", hidden: t.chosen == reantics.NoCell}
	if t.chosen == reantics.NoCell {
		return s
	}
	s.marks.Chosen, s.words = reantics.SetOf(t.chosen), ""
	if t.menu() {
		s.prompt = "build: " + t.prices()
		s.menu = true
		return s
	}
	for _, m := range t.p.AppendMoves(nil) {
		if m.Kind() == reantics.MoveAnt && m.From() == t.chosen {
			s.marks.Open = s.marks.Open.Or(reantics.SetOf(m.To()))
		}
	}
	s.marks.Open = s.marks.Open.Minus(s.marks.Chosen)
	s.prompt = fmt.Sprintf("where does the ant on %v go? %[1]v again: it stays", t.chosen)
	if a, _, _ := t.p.AntAt(t.chosen); a.Type != reantics.Worker {
		s.prompt += " and attacks"
	}
	return s
}

// prices is the menu of ants to build, in the words of lineHelp; a ! marks those that cost too much.
func (t *acting) prices() string {
	text := ""
	for _, kind := range []reantics.Type{reantics.Worker, reantics.Soldier, reantics.Ranged, reantics.Drone} {
		cost := t.p.Rules().Stats(kind).Cost
		if cost > t.p.Stock(t.p.Side()) {
			text += "!"
		}
		name, _, _ := strings.Cut(kind.String(), " ")
		text += fmt.Sprintf("%s %d, ", name, cost)
	}
	return text + fmt.Sprintf("you have %d", t.p.Stock(t.p.Side()))
}

// take turns an event into an action; the zero Move if there is more to choose.
func (t *acting) take(e event) reantics.Move {
	switch e.kind {
	case click:
		return t.click(e.cell)
	case cancel:
		t.chosen = reantics.NoCell
	case build:
		return t.legal(reantics.BuildAnt(t.p.Hill(t.p.Side()), e.unit))
	case action:
		if t.strict && e.move != reantics.TakeBack {
			return e.move
		}
		return t.legal(e.move)
	case end:
		return reantics.EndTurn
	case undo:
		if t.undo > 0 {
			return reantics.TakeBack
		}
		t.message = "there is no action of this turn to take back"
	case deal:
		t.message = "only the set-up can be drawn"
	}
	return 0
}

func (t *acting) legal(m reantics.Move) reantics.Move {
	if m == reantics.TakeBack {
		return t.take(event{kind: undo})
	}
	if rule := t.p.Check(m); rule != reantics.Legal {
		t.message = fmt.Sprintf("%v: %v", m, rule)
		return 0
	}
	return m
}

func (t *acting) click(c reantics.Cell) reantics.Move {
	a, seat, isAnt := t.p.AntAt(c)
	mine := isAnt && seat == t.p.Side()
	switch {
	case c == t.chosen && isAnt:
		return t.legal(reantics.Walk(c))
	case mine && a.Moved:
		t.chosen, t.message = reantics.NoCell, fmt.Sprintf("the %v on %v has moved", a.Type, c)
	case mine:
		t.chosen = c
	case t.chosen != reantics.NoCell && !t.menu():
		return t.walk(c)
	case c == t.p.Hill(t.p.Side()) && !isAnt:
		t.chosen = c
	default:
		t.chosen, t.message = reantics.NoCell, fmt.Sprintf("%v: neither an ant of yours nor your empty anthill", c)
	}
	return 0
}

// walk returns the shortest legal path of the chosen ant.
func (t *acting) walk(to reantics.Cell) (best reantics.Move) {
	for _, m := range t.p.AppendMoves(nil) {
		if m.Kind() == reantics.MoveAnt && m.From() == t.chosen && m.To() == to && (best == 0 || m.Len() < best.Len()) {
			best = m
		}
	}
	if best == 0 {
		t.chosen, t.message = reantics.NoCell, fmt.Sprintf("the ant on %v cannot go to %v", t.chosen, to)
	}
	return best
}

// show draws the view and marks what can be chosen.
func (h *human) show(s *display, cursor bool) error {
	marks := s.marks
	marks.Look = h.look
	if cursor {
		marks.Cursor = reantics.SetOf(h.cursor)
		if err := h.app.Clear(); err != nil {
			return err
		}
	}
	p := &s.v.Position
	return h.app.DrawTo(h.out, func(c *ascii.Canvas) {
		view.Draw(c, p, fmt.Sprintf("you are %s, at home in rows 0 to 3", strings.ToUpper(p.Side().String())), marks)
		if news := h.news(p.Side()); news != "" {
			c.Text(grid.Point{Y: c.Height()}, news, ascii.Changed)
		}
	})
}
