package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/term"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/referee"
)

// human is the player at the keyboard: with keys on a terminal, with lines elsewhere.
type human struct{ app *cli.App }

func newHuman(a *cli.App, _ *term.Person) *match.Player {
	p := match.Seat[tron.View, referee.Order]("human", &human{a})
	p.Person = true
	return p
}

const keysHelp = "arrows or WASD turn, space: breaker, . straight on, q: quit"

const linesHelp = "a line a cycle: up, right, down or left (U R D L) to turn, breaker (A), both as in \"left breaker\" (LA), " +
	"an empty line or - to drive straight on, quit"

func (h *human) Answer(ctx context.Context, v tron.View) (referee.Order, string, error) {
	if h.app.Interactive() {
		return h.keys(ctx, v)
	}
	return h.line(ctx, v)
}

// steering are the keys that turn.
var steering = map[string]tron.Direction{
	term.Up: tron.Up, "w": tron.Up, "W": tron.Up,
	term.Right: tron.Right, "d": tron.Right, "D": tron.Right,
	term.Down: tron.Down, "s": tron.Down, "S": tron.Down,
	term.Left: tron.Left, "a": tron.Left, "A": tron.Left,
}

// reserve is what is left of a cycle when the keys of a human are taken.
const reserve = 15 * time.Millisecond

// keys takes the keys of a cycle. With a clock the cycle lasts until its end, and the last turn counts; without one it ends with
// the first key that turns or drives on.
func (h *human) keys(ctx context.Context, v tron.View) (order referee.Order, say string, err error) {
	deadline, clocked := ctx.Deadline()
	cycle := ctx
	if clocked {
		var cancel context.CancelFunc
		cycle, cancel = context.WithDeadline(ctx, deadline.Add(-reserve))
		defer cancel()
	}
	if v.Position.Cycle() == 0 {
		fmt.Fprintf(h.app.Err, "you are %s: %s", strings.ToUpper(v.Seat.String()), keysHelp)
	}
	for {
		key, err := h.app.Key(cycle)
		switch {
		case err != nil && cycle.Err() != nil && ctx.Err() == nil: // the end of the cycle
			return order, "", nil
		case errors.Is(err, io.EOF):
			return order, "", turn.Faultf(turn.Gone, "the input ended")
		case err != nil:
			return order, "", err
		}
		d, turns := steering[key]
		switch {
		case term.Quits(key):
			return order, "", turn.ErrQuit
		case key == term.Space:
			order.Command = order.ThenBreaker()
		case turns:
			order.Command = order.ThenTurn(d)
		}
		if !clocked && (turns || key == "." || term.Enters(key)) {
			return order, "", nil
		}
	}
}

// line reads a command as words.
func (h *human) line(ctx context.Context, v tron.View) (referee.Order, string, error) {
	for {
		fmt.Fprintf(h.app.Err, "%s, your command (left, breaker, help)> ", strings.ToUpper(v.Seat.String()))
		line, err := h.app.Line(ctx)
		fmt.Fprintln(h.app.Err, line)
		if errors.Is(err, io.EOF) {
			return referee.Order{}, "", turn.Faultf(turn.Gone, "the input ended")
		}
		if err != nil {
			return referee.Order{}, "", err
		}
		switch word := strings.ToLower(strings.TrimSpace(line)); word {
		case "help", "?":
			fmt.Fprintln(h.app.Err, linesHelp)
		case "quit", "exit":
			return referee.Order{}, "", turn.ErrQuit
		default:
			order, err := parse(v, line)
			if err == nil {
				return order, "", nil
			}
			fmt.Fprintf(h.app.Err, "%v; type help for help\n", err)
		}
	}
}
