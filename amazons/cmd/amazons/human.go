//go:build !playground

package main

import (
	"context"
	"fmt"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/view"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// picker is the person at a terminal, who chooses a turn with a cursor: a queen, where it goes, and where its arrow flies.
type picker struct {
	*term.Person
	column, row int // of the cursor
}

// newPicker makes a player of the person; nil where there is no terminal.
func newPicker(a *cli.App, p *term.Person) *match.Player {
	if !a.Interactive() || p.To != a.Out {
		return nil
	}
	return a.Game.Person(&picker{Person: p, column: 3}, a.Strict())
}

const pickerKeys = "arrows and space, or a letter and a digit, choose a square; Esc: back, u: undo, !: hint, q: quit"

const pickerHelp = `arrows, space   move the cursor and choose the square under it
d 4             choose a square by its letter and its digit
Esc             choose the square before this one anew
u               undo: take your last turn back
!               a hint: what a bot would play
q               quit
`

// Type lets the person choose until the turn is complete.
func (p *picker) Type(ctx context.Context, prompt *match.Prompt) (string, error) {
	c := &choice{v: prompt.Ask.(amazons.View)}
	c.find()
	letter := -1 // the column of a square whose row was not typed yet
	for len(c.chosen) < 3 {
		if err := p.show(c); err != nil {
			return "", err
		}
		key, err := p.Key(ctx)
		if err != nil {
			return "", err
		}
		if err := p.press(ctx, key, &letter, c, prompt); err != nil {
			return "", err
		}
	}
	return amazons.Move{From: c.chosen[0], To: c.chosen[1], Arrow: c.chosen[2]}.String(), nil
}

// press handles a key: the letter of a square, which is remembered, its digit, or another key.
func (p *picker) press(ctx context.Context, key string, letter *int, c *choice, prompt *match.Prompt) error {
	column, ok := columnOf(key)
	if ok {
		*letter = column
		return nil
	}
	if key >= "0" && key <= "9" && *letter >= 0 {
		p.column, p.row, key = *letter, int(key[0]-'0'), term.Space
	}
	*letter = -1
	return p.key(ctx, key, c, prompt)
}

// columnOf reads the letter of a square.
func columnOf(key string) (int, bool) {
	switch {
	case len(key) != 1:
		return 0, false
	case 'a' <= key[0] && key[0] <= 'j':
		return int(key[0] - 'a'), true
	case 'A' <= key[0] && key[0] <= 'J':
		return int(key[0] - 'A'), true
	}
	return 0, false
}

// key handles a key other than those of squares. The error ends the question.
func (p *picker) key(ctx context.Context, key string, c *choice, prompt *match.Prompt) error {
	last := c.v.Position.Size() - 1
	switch key {
	case term.Up:
		p.row = min(last, p.row+1)
	case term.Down:
		p.row = max(0, p.row-1)
	case term.Right:
		p.column = min(last, p.column+1)
	case term.Left:
		p.column = max(0, p.column-1)
	case term.Space, term.Enter, "\n":
		p.Note = c.choose(amazons.SquareAt(p.column, p.row))
	case term.Escape, term.Backspace:
		c.back()
	case "u":
		return p.TakeBack("")
	case "!":
		return p.Hint(ctx, prompt)
	case "?":
		p.Note = pickerHelp
	case "q", term.Interrupt, term.EndOfInput:
		fmt.Fprintln(p.To)
		return turn.ErrQuit
	}
	return nil
}

// show draws the board and marks the squares that can be chosen.
func (p *picker) show(c *choice) error {
	marks := view.Marks{
		Cursor: amazons.SetOf(amazons.SquareAt(p.column, p.row)), Chosen: amazons.SetOf(c.chosen...), Open: c.open,
	}
	if err := p.Clear(); err != nil {
		return err
	}
	err := p.Draw(func(canvas *ascii.Canvas) { view.DrawChoice(canvas, c.v.Position, c.v.Last, c.v.Turns, marks) })
	if err != nil {
		return err
	}
	if p.Note != "" {
		fmt.Fprintln(p.To, p.Note)
		p.Note = ""
	}
	_, err = fmt.Fprintf(p.To, "%s: %s", c.wants(), p.Fit(pickerKeys, "arrows, space; Esc, u: undo, q: quit, ?: keys", "?: keys"))
	return err
}

// choice is a turn that is being chosen.
type choice struct {
	v      amazons.View
	chosen []amazons.Square // from, to, and at last the arrow
	open   amazons.Set      // the squares that can be chosen next
}

// wants says what to choose next.
func (c *choice) wants() string {
	return [...]string{"your queen", "its way", "its arrow", ""}[len(c.chosen)]
}

// find finds the squares that can be chosen next.
func (c *choice) find() {
	c.open = amazons.Set{}
	for _, m := range c.v.Moves() {
		squares := [3]amazons.Square{m.From, m.To, m.Arrow}
		fits := len(c.chosen) < len(squares)
		for i, s := range c.chosen {
			fits = fits && squares[i] == s
		}
		if fits {
			c.open = c.open.Or(amazons.SetOf(squares[len(c.chosen)]))
		}
	}
}

// choose adds a square, or says what is wrong with it. Another queen may be chosen instead of the first one.
func (c *choice) choose(s amazons.Square) string {
	p := c.v.Position
	switch {
	case c.open.Has(s):
		c.chosen = append(c.chosen, s)
	case len(c.chosen) == 0 && p.Queens(p.Side()).Has(s):
		return fmt.Sprintf("the queen on %v cannot move", s)
	case len(c.chosen) == 0:
		return fmt.Sprintf("no queen of yours stands on %v", s)
	case len(c.chosen) == 1 && p.Queens(p.Side()).Has(s):
		c.chosen = nil
		c.find()
		return c.choose(s)
	case len(c.chosen) == 1:
		return fmt.Sprintf("the queen on %v cannot go to %v", c.chosen[0], s)
	default:
		return fmt.Sprintf("an arrow from %v does not reach %v", c.chosen[1], s)
	}
	c.find()
	return ""
}

// back takes the last square back.
func (c *choice) back() {
	c.chosen = c.chosen[:max(0, len(c.chosen)-1)]
	c.find()
}
