//go:build !playground

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/referee"
)

// human is the person at the keyboard, who types keys on a terminal and lines elsewhere. It may sit in both seats, and then both
// ask it at the same time if they have clocks.
type human struct {
	*term.Person
	keyboard chan struct{} // full from the name of a seat to the line or key for it
}

// seated is the player of a human.
type seated struct {
	*human
	turn.Player[tron.View, referee.Order]
}

func newHuman(a *cli.App, p *term.Person) *match.Player {
	p.To, p.Blank, p.Help, p.Undo = a.Err, tron.Command{}.String(), linesHelp, 2*min(1, p.Undo) // a cycle is two plies
	h := &human{Person: p, keyboard: make(chan struct{}, 1)}
	typist := match.Inner[tron.View, referee.Order](a.Game.Person(h, a.Strict()))
	player := match.Seat("human", turn.Player[tron.View, referee.Order](&seated{h, typist}))
	player.Person, player.Remote = true, false // it observes the start only
	return player
}

// ask waits for a key or a line, after a prompt. What is typed is for the seat that was named last; a seat that asks at the same
// time is named after it.
func (h *human) ask(ctx context.Context, read func(context.Context) (string, error)) (string, error) {
	select {
	case h.keyboard <- struct{}{}:
		defer func() { <-h.keyboard }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	return read(ctx)
}

// keysHelp lists the keys, the longest text first: the first one that fits on the line is shown.
var keysHelp = []string{
	"arrows or WASD turn, space: breaker, . straight on, u: undo, !: hint, q: quit, h: keys",
	"arrows, space: breaker, ., u, !, q: quit, h: keys", "h: keys",
}

const keysList = `arrows, W A S D   turn
space             switch the wall breaker on
., Return         drive straight on
u                 undo: take your last cycle back
!                 a hint: what a bot would play
q                 quit`

// countdown is the number of seconds that a player has to get ready, if the game does not wait.
const countdown = 3

// Open finds out whether the game waits for the player.
func (h *human) Open(_ context.Context, g turn.Game) error {
	h.Hurried = g.Budget.Limited()
	return nil
}

// Asked counts down before the first cycle, if the game does not wait for keys.
func (h *human) Asked(ctx context.Context, questions []turn.Question[tron.View]) error {
	if !h.Hurried || questions[0].Ask.Position.Cycle() > 0 || !h.Interactive() {
		return nil
	}
	for n := countdown; n > 0; n-- {
		fmt.Fprintf(h.To, "%sstarts in %d; %s", term.Rewrite, n, h.Fit(keysHelp[1:]...))
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Answered does nothing; observers must have it.
func (h *human) Answered([]turn.Question[tron.View], []turn.Answer[referee.Order]) error { return nil }

const linesHelp = "a line a cycle: up, right, down or left (U R D L) to turn, breaker (A), both as in \"left breaker\" (LA),\n" +
	"an empty line or - to drive straight on"

// Type reads the command of a cycle.
func (h *human) Type(ctx context.Context, prompt *match.Prompt) (string, error) {
	v := prompt.Ask.(tron.View)
	if h.Interactive() {
		order, err := h.keys(ctx, v, prompt)
		return order.Command.String(), err
	}
	return h.ask(ctx, func(ctx context.Context) (string, error) {
		h.Who = strings.ToUpper(v.Seat.String()) + ", "
		return h.Person.Type(ctx, prompt)
	})
}

// steering are the keys that turn.
var steering = map[string]tron.Direction{
	term.Up: tron.Up, "w": tron.Up, "W": tron.Up,
	term.Right: tron.Right, "d": tron.Right, "D": tron.Right,
	term.Down: tron.Down, "s": tron.Down, "S": tron.Down,
	term.Left: tron.Left, "a": tron.Left, "A": tron.Left,
}

// reserve is the time before the end of a cycle at which a person's keys are no longer read.
const reserve = 15 * time.Millisecond

// keys reads the keys of a cycle. With a clock, it reads until the end of the cycle, and the last turn counts; without a
// clock the cycle ends with the first key that turns or drives on.
func (h *human) keys(ctx context.Context, v tron.View, prompt *match.Prompt) (order referee.Order, err error) {
	deadline, clocked := ctx.Deadline()
	cycle := ctx
	if clocked {
		var cancel context.CancelFunc
		cycle, cancel = context.WithDeadline(ctx, deadline.Add(-reserve))
		defer cancel()
	}
	for {
		key, err := h.ask(cycle, func(ctx context.Context) (string, error) {
			if h.Note != "" {
				fmt.Fprintf(h.To, "%s%s\n", term.Rewrite, h.Note)
				h.Note = ""
			}
			fmt.Fprintf(h.To, "%s%s: %s", term.Rewrite, strings.ToUpper(v.Seat.String()), h.Fit(keysHelp...))
			return h.Key(ctx)
		})
		switch {
		case err != nil && cycle.Err() != nil && ctx.Err() == nil: // the end of the cycle
			return order, nil
		case errors.Is(err, io.EOF):
			return order, turn.Faultf(turn.Gone, "the input ended")
		case err != nil:
			return order, err
		case term.Quits(key):
			fmt.Fprintln(h.To)
			return order, turn.ErrQuit
		case key == "u":
			err = h.TakeBack("")
		case key == "!":
			err = h.Hint(ctx, prompt)
		default:
			var drives bool
			if drives, h.Note = press(&v, key, &order); drives && !clocked {
				return order, nil
			}
		}
		if err != nil {
			return order, err
		}
	}
}

// press adds the meaning of a key to an order, and reports whether the bike is to drive now. A turn back is refused. message is
// for the player.
func press(v *tron.View, key string, order *referee.Order) (drives bool, message string) {
	d, turns := steering[key]
	add := func(c tron.Command) (drives bool, message string) {
		rule := v.Position.Check(v.Seat, c)
		if rule == tron.TurnSame { // straight on
			return true, ""
		}
		if rule != tron.Legal {
			return false, rule.Error()
		}
		if c.Breaker() {
			order.Command = order.ThenBreaker()
			return false, ""
		}
		order.Command = order.ThenTurn(d)
		return true, ""
	}
	switch {
	case key == "?" || key == "h":
		return false, keysList
	case key == term.Space:
		return add(tron.Breaker())
	case turns:
		return add(tron.Turn(d))
	}
	return key == "." || term.Enters(key), ""
}
