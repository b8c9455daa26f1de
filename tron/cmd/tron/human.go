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

// human is the player at the keyboard: with keys on a terminal, with lines elsewhere. It may sit in both seats, and then both ask
// it at the same time if they have clocks.
type human struct {
	app      *cli.App
	keyboard chan struct{} // full from the name of a seat to the line or key for it
	limited  bool          // the game does not wait for the player
}

func newHuman(a *cli.App, _ *term.Person) *match.Player {
	p := match.Seat[tron.View, referee.Order]("human", &human{app: a, keyboard: make(chan struct{}, 1)})
	p.Person = true
	return p
}

// ask writes the prompt and waits for a key or a line. What is typed is for the seat that was named last; a seat that asks at the
// same time is named after it.
func (h *human) ask(ctx context.Context, prompt string, read func(context.Context) (string, error)) (string, error) {
	select {
	case h.keyboard <- struct{}{}:
		defer func() { <-h.keyboard }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	fmt.Fprint(h.app.Err, prompt)
	return read(ctx)
}

// keysHelp lists the keys, the longest text first: the first one that fits on the line is shown.
var keysHelp = []string{
	"arrows or WASD turn, space: breaker, . straight on, q: quit, h: keys", "arrows, space: breaker, ., q: quit, h: keys", "h: keys",
}

const keysList = `arrows, W A S D   turn
space             switch the wall breaker on
., Return         drive straight on
q                 quit`

// countdown is the number of seconds that a player has to get ready, if the game does not wait.
const countdown = 3

// Open finds out whether the game waits for the player.
func (h *human) Open(_ context.Context, g turn.Game) error {
	h.limited = g.Budget.Limited()
	return nil
}

// Asked counts down before the first cycle, if the game does not wait for keys.
func (h *human) Asked(ctx context.Context, questions []turn.Question[tron.View]) error {
	if !h.limited || questions[0].Ask.Position.Cycle() > 0 || !h.app.Interactive() {
		return nil
	}
	for n := countdown; n > 0; n-- {
		fmt.Fprintf(h.app.Err, "%sstarts in %d; %s", term.Rewrite, n, h.app.Fit(keysHelp[1:]...))
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

// reserve is the time before the end of a cycle at which a person's keys are no longer read.
const reserve = 15 * time.Millisecond

// keys reads the keys of a cycle. With a clock, it reads until the end of the cycle, and the last turn counts; without a
// clock the cycle ends with the first key that turns or drives on.
func (h *human) keys(ctx context.Context, v tron.View) (order referee.Order, say string, err error) {
	deadline, clocked := ctx.Deadline()
	cycle := ctx
	if clocked {
		var cancel context.CancelFunc
		cycle, cancel = context.WithDeadline(ctx, deadline.Add(-reserve))
		defer cancel()
	}
	message := ""
	for {
		prompt := fmt.Sprintf("%s%s%s: %s", message, term.Rewrite, strings.ToUpper(v.Seat.String()), h.app.Fit(keysHelp...))
		key, err := h.ask(cycle, prompt, h.app.Key)
		switch {
		case err != nil && cycle.Err() != nil && ctx.Err() == nil: // the end of the cycle
			return order, "", nil
		case errors.Is(err, io.EOF):
			return order, "", turn.Faultf(turn.Gone, "the input ended")
		case err != nil:
			return order, "", err
		}
		if term.Quits(key) {
			fmt.Fprintln(h.app.Err)
			return order, "", turn.ErrQuit
		}
		drives, wrong := press(&v, key, &order)
		if drives && !clocked {
			return order, "", nil
		}
		if message = ""; wrong != "" {
			message = term.Rewrite + wrong + "\n"
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

// line reads a command as words.
func (h *human) line(ctx context.Context, v tron.View) (referee.Order, string, error) {
	for {
		prompt := strings.ToUpper(v.Seat.String()) + ", your command (left, breaker, help)> "
		line, err := h.ask(ctx, prompt, func(ctx context.Context) (string, error) {
			line, err := h.app.Line(ctx)
			fmt.Fprintln(h.app.Err, line)
			return line, err
		})
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
			if err = match.Refusal(err, h.app.Strict()); err == nil {
				return order, "", nil
			}
			fmt.Fprintf(h.app.Err, "%v; type help for help\n", err)
		}
	}
}
