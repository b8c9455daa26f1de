//go:build !playground

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
)

// person plays a team at the keyboard, with a key or a line for each move.
type person struct{ *term.Person }

const linesHelp = "w a s d or up, left, down, right; . or stay; or a cell such as (3, 9)"

const keysHelp = "arrow keys or w a s d: go, . or space: stay, u: take back, !: hint, q: quit"

// promptWidth is the largest width of a prompt beside its keys.
const promptWidth = len("bot a on (10, 10) ()> ")

// steps are the keys and words of directions.
var steps = map[string]pelita.Cell{
	"w": {Y: -1}, "a": {X: -1}, "s": {Y: 1}, "d": {X: 1}, ".": {},
	term.Up: {Y: -1}, term.Left: {X: -1}, term.Down: {Y: 1}, term.Right: {X: 1},
	"up": {Y: -1}, "left": {X: -1}, "down": {Y: 1}, "right": {X: 1}, "stay": {},
}

// Type reads a move: a step or a cell.
func (p *person) Type(ctx context.Context, prompt *match.Prompt) (text string, err error) {
	v := prompt.Ask.(pelita.View)
	bot := fmt.Sprintf("bot %c on %v", pelita.Letters[v.Own(v.Bot)], v.Position())
	if p.HasKeys() {
		text, err = p.key(ctx, bot, prompt)
	} else {
		p.Who = bot + ", "
		text, err = p.Person.Type(ctx, prompt)
	}
	if back, ok := errors.AsType[turn.Takeback](err); ok && v.Round == 1 && v.Bot == 0 { // only names were answered
		back.None()
		return p.Type(ctx, prompt)
	}
	if step, ok := steps[strings.ToLower(strings.TrimSpace(text))]; ok || text == term.Space {
		text = v.Position().Add(step).String()
	}
	return text, err
}

// key reads the key of a move, or a line.
func (p *person) key(ctx context.Context, bot string, prompt *match.Prompt) (string, error) {
	if prompt.Wrong != nil {
		p.Note = prompt.Wrong.Error()
	}
	for {
		if p.Note != "" {
			fmt.Fprintln(p.To, p.Note)
			p.Note = ""
		}
		keys := p.Fit("arrows or w a s d, .: stay, u: undo, !: hint, q: quit, h: keys"+strings.Repeat(" ", promptWidth), "arrows, q, h: keys")
		fmt.Fprintf(p.To, "%s (%s)> ", bot, strings.TrimSpace(keys))
		key, err := p.Key(ctx)
		if err != nil {
			return "", turn.Faultf(turn.Gone, "the input ended")
		}
		fmt.Fprintln(p.To)
		switch {
		case key == "?", key == "h":
			p.Note = keysHelp
		case key == "!":
			err = p.Hint(ctx, prompt)
		case key == "u":
			err = p.TakeBack("")
		case term.Quits(key):
			return "", turn.ErrQuit
		case !term.Enters(key):
			return key, nil
		}
		if err != nil {
			return "", err
		}
	}
}
