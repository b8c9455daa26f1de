//go:build !playground

package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
)

// person plays a team at the keyboard, with a key or a line for each move.
type person struct {
	app  *cli.App
	name string
}

const personHelp = "arrow keys or w a s d: go, . or space: stay, u: take back, q: quit\n"

// promptWidth is the largest width of a prompt beside its keys.
const promptWidth = len("bot a on (10, 10) ()> ")

// steps are the keys and words of directions.
var steps = map[string]pelita.Cell{
	"w": {Y: -1}, "a": {X: -1}, "s": {Y: 1}, "d": {X: 1}, ".": {}, term.Space: {},
	term.Up: {Y: -1}, term.Left: {X: -1}, term.Down: {Y: 1}, term.Right: {X: 1},
	"up": {Y: -1}, "left": {X: -1}, "down": {Y: 1}, "right": {X: 1}, "stay": {},
}

// Answer asks until the typed text is a legal move.
func (h *person) Answer(ctx context.Context, v pelita.View) (m pelita.Move, say string, err error) {
	if v.Kind != pelita.AskMove {
		return m, h.name, nil
	}
	out := h.app.Err
	for {
		keys := "w a s d or a cell, ? for help"
		if h.app.HasKeys() {
			keys = h.app.Fit("arrows or w a s d, .: stay, u: undo, q: quit, h: keys"+strings.Repeat(" ", promptWidth), "arrows, q, h: keys")
		}
		fmt.Fprintf(out, "bot %c on %v (%s)> ", pelita.Letters[v.Own(v.Bot)], v.Position(), strings.TrimSpace(keys))
		text, err := h.app.Key(ctx)
		if err != nil {
			return m, "", turn.Faultf(turn.Gone, "the input ended")
		}
		fmt.Fprintln(out)
		if step, ok := steps[text]; ok {
			text = v.Position().Add(step).String()
		}
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "":
		case "?", "h", "help":
			fmt.Fprint(out, personHelp)
		case "q", "quit", "exit", term.Interrupt:
			return m, "", turn.ErrQuit
		case "u", "undo":
			return m, "", turn.Takeback{Plies: 4}
		default:
			m, err = parse(v, text)
			if err = match.Refusal(err, h.app.Strict()); err == nil {
				return m, "", nil
			}
			fmt.Fprintln(out, err)
		}
	}
}
