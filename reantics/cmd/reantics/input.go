//go:build !playground

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
	"github.com/gridiron-games/gridiron/reantics/view"
)

// event is one input of a human.
type event struct {
	kind eventKind
	cell reantics.Cell
	unit reantics.Type
	move reantics.Move
}

type eventKind int

const (
	click  eventKind = iota // on a cell
	build                   // a unit, from the menu of the anthill
	action                  // written out
	end                     // of the turn
	undo                    // the last action or item
	cancel                  // what was chosen
	deal                    // the rest of the set-up
)

// display is what a human sees while choosing.
type display struct {
	v      *reantics.View
	marks  view.Marks
	prompt string
	words  string // what may be typed, where there are no keys
	menu   bool   // letters name ants to build
	hidden bool   // without a terminal: the same board was just shown
	fresh  bool   // draw it in any case
}

const lineHelp = `23            choose the ant, the empty anthill or the cell in column 2, row 3
23 33         several at once: the ant on 23 goes to 33
23 23         the ant stays, and attacks if there is an enemy in range
worker        build one (or drone, soldier, ranged) on your empty anthill;
              in its menu ! marks what costs too much
end           end your turn
undo          take back your last action of this turn, or the last item placed
random        in the set-up: place the rest by chance
cancel        choose anew
moves         list the legal answers; M2333 or B21W plays one
hint          what the strongest bot would do
units         what ants can do
quit          break the game off
`

const keyHelp = `arrows and space choose a cell, or two digits: its column and its row
Return ends the turn, u takes back, Esc chooses anew
R draws what is still to be placed
w, s, r, d build what the menu of the anthill offers (!: it costs too much)
p pauses: every action of the opponent waits for space (step) or p (play on)
t what ants can do, ! a hint, r and s regular and seasonal pictures, q quits, h or ? shows this
`

// keyLine are the keys to list, as many as fit.
var keyLine = []string{
	"arrows, space: choose, Return: end turn, Esc, u: undo, !: hint, p: pause, q, h: keys",
	"arrows, space, Return: end turn, u: undo, q: quit, h: keys", "q: quit, h: keys",
}

// units are the words for ants to build.
var units = map[string]reantics.Type{
	"worker": reantics.Worker, "drone": reantics.Drone, "soldier": reantics.Soldier, "ranged": reantics.Ranged, "rsoldier": reantics.Ranged,
}

// next waits for the next event of the human.
func (h *human) next(ctx context.Context, s *display) (event, error) {
	for {
		if len(h.pending) > 0 {
			e := h.pending[0]
			h.pending = h.pending[1:]
			return e, nil
		}
		var err error
		if h.app.Interactive() {
			err = h.keys(ctx, s)
		} else {
			err = h.line(ctx, s)
		}
		if err != nil {
			return event{}, err
		}
	}
}

// line reads a line into pending.
func (h *human) line(ctx context.Context, s *display) error {
	if !s.hidden || s.fresh || s.v.Seat == reantics.Red { // Red must see it turned: the frames of the game are as Blue sees it
		if err := h.show(s, false); err != nil {
			return err
		}
	}
	if h.message != "" {
		fmt.Fprintln(h.out, h.message)
		h.message = ""
	}
	fmt.Fprintf(h.out, "%s%s> ", s.prompt, s.words)
	text, err := h.app.Line(ctx)
	if errors.Is(err, io.EOF) {
		fmt.Fprintln(h.out)
		return turn.Faultf(turn.Gone, "the input ended")
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(h.out, text) // no terminal has echoed it
	for _, word := range strings.Fields(text) {
		e, known, err := h.word(ctx, strings.ToLower(word), s)
		switch {
		case err != nil:
			return err
		case known:
			h.pending = append(h.pending, e)
		default: // the words after it may depend on its effect
			return nil
		}
	}
	return nil
}

// word reads one word of a line.
func (h *human) word(ctx context.Context, word string, s *display) (e event, known bool, err error) {
	if unit, ok := units[word]; ok {
		return event{kind: build, unit: unit}, true, nil
	}
	switch word {
	case "end", "e":
		return event{kind: end}, true, nil
	case "undo", "u":
		return event{kind: undo}, true, nil
	case "cancel":
		return event{kind: cancel}, true, nil
	case "random":
		return event{kind: deal}, true, nil
	case "quit", "exit":
		return e, false, turn.ErrQuit
	case "help", "?":
		fmt.Fprint(h.out, lineHelp)
		return e, false, nil
	case "units":
		fmt.Fprint(h.out, view.Units(s.v.Position.Rules()))
		return e, false, nil
	case "hint":
		return e, false, h.hint(ctx, s.v)
	case "moves":
		fmt.Fprintln(h.out, strings.Join(legal(*s.v), " "))
		return e, false, nil
	}
	if m, err := reantics.ParseMove(strings.ToUpper(word)); err == nil {
		return event{kind: action, move: m}, true, nil
	}
	cells, err := readCells(word)
	if err != nil || len(cells) != 1 {
		h.message = fmt.Sprintf("%q: want a cell of two digits, column and row, or a word that help lists", word)
		return e, false, nil
	}
	return event{kind: click, cell: cells[0]}, true, nil
}

// keys reads keys until one of them, or two digits, becomes an event in pending.
func (h *human) keys(ctx context.Context, s *display) error {
	column := -1 // the first of two digits
	for {
		if err := h.show(s, true); err != nil {
			return err
		}
		if h.message != "" {
			fmt.Fprintln(h.out, h.message)
			h.message = ""
		}
		fmt.Fprintf(h.out, "%s\n%s ", s.prompt, h.app.Fit(keyLine...))
		key, err := h.app.Key(ctx)
		if err != nil {
			return err
		}
		if len(key) == 1 && key[0] >= '0' && key[0] <= '9' {
			if column < 0 {
				column = int(key[0] - '0')
				continue
			}
			h.cursor = reantics.At(column, int(key[0]-'0'))
			h.pending = append(h.pending, event{kind: click, cell: h.cursor})
			return nil
		}
		column = -1
		e, known, err := h.key(ctx, key, s)
		if err != nil {
			fmt.Fprintln(h.out)
			return err
		}
		if known {
			h.pending = append(h.pending, e)
			return nil
		}
	}
}

// menuKeys are the letters of the ants to build.
var menuKeys = map[string]reantics.Type{
	"w": reantics.Worker, "s": reantics.Soldier, "r": reantics.Ranged, "d": reantics.Drone,
}

func (h *human) key(ctx context.Context, key string, s *display) (e event, known bool, err error) {
	if unit, ok := menuKeys[key]; ok && s.menu {
		return event{kind: build, unit: unit}, true, nil
	}
	switch key {
	case term.Up:
		h.step(0, -1)
	case term.Down:
		h.step(0, 1)
	case term.Right:
		h.step(1, 0)
	case term.Left:
		h.step(-1, 0)
	case term.Space:
		return event{kind: click, cell: h.cursor}, true, nil
	case term.Enter, "\n":
		return event{kind: end}, true, nil
	case "u":
		return event{kind: undo}, true, nil
	case term.Escape:
		return event{kind: cancel}, true, nil
	case "R":
		return event{kind: deal}, true, nil
	case "p":
		h.paused = !h.paused
		h.message = map[bool]string{true: "paused: the opponent's actions will wait", false: "no longer paused"}[h.paused]
	case "r":
		h.look = view.Look{}
	case "s":
		h.look = view.Seasonal(time.Now().Month())
	case "N":
		h.look = view.HiddenN
	case "C":
		h.look = view.HiddenC
	case "t":
		h.message = view.Units(s.v.Position.Rules())
	case "?", "h":
		h.message = keyHelp
	case "!", "i":
		return e, false, h.hint(ctx, s.v)
	case "q", term.Interrupt, term.EndOfInput:
		return e, false, turn.ErrQuit
	}
	return e, false, nil
}

func (h *human) step(dx, dy int) {
	x, y := h.cursor.X()+dx, h.cursor.Y()+dy
	if x >= 0 && x < reantics.Size && y >= 0 && y < reantics.Size {
		h.cursor = reantics.At(x, y)
	}
}

// legal returns the legal answers as parse reads them.
func legal(v reantics.View) (list []string) {
	for _, a := range v.Moves() {
		list = append(list, text(a))
	}
	return list
}

// hint says what the strongest bundled bot would answer.
func (h *human) hint(ctx context.Context, v *reantics.View) error {
	p, err := h.app.Player(h.app.Game.Strongest())
	if err != nil {
		return err
	}
	b := match.Inner[reantics.View, reantics.Answer](p)
	if err := turn.Open(ctx, b, turn.Game{Seats: referee.Seats}); err != nil {
		return err
	}
	a, _, err := b.Answer(ctx, *v)
	if err != nil {
		return err
	}
	h.message = "hint: " + a.String()
	if a.Move != 0 {
		h.message = "hint: " + a.Move.String()
	}
	return nil
}
