package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/turn"
)

// human is the player at the keyboard. Both seats may be the same human.
type human[Q, A any] struct {
	game   *Game[Q, A]
	in     *input
	out    io.Writer
	hinter turn.Player[Q, A]
	undo   int // plies that `undo` takes back: 2 against another player, 1 when both seats are human, 0: none
}

// Answer asks until what was typed is a legal answer.
func (h *human[Q, A]) Answer(ctx context.Context, q Q) (value A, say string, err error) {
	for {
		fmt.Fprintf(h.out, "your move (%s, help)> ", h.game.Example)
		line, err := h.in.line(ctx)
		if errors.Is(err, io.EOF) {
			fmt.Fprintln(h.out)
			return value, "", turn.Faultf(turn.Gone, "the input ended")
		}
		if err != nil {
			return value, "", err
		}
		if h.in.terminal() == nil {
			fmt.Fprintln(h.out, line) // a terminal has shown it
		}
		word, rest, _ := strings.Cut(strings.ToLower(strings.TrimSpace(line)), " ")
		switch word {
		case "":
		case "help", "?":
			fmt.Fprintf(h.out, "%s  a move\nmoves    list the legal moves; `moves %s` those that begin so\n"+
				"hint     what a bot would play\nundo     take your last move back; `undo 3` the last three\n"+
				"quit     break the game off\n", h.game.Example+strings.Repeat(" ", max(0, 7-len(h.game.Example))),
				h.prefix())
		case "moves":
			h.list(q, strings.ToUpper(strings.TrimSpace(rest)))
		case "hint":
			hint, _, err := h.hinter.Answer(ctx, q)
			if err != nil {
				return value, "", err
			}
			fmt.Fprintf(h.out, "%v\n", hint)
		case "undo":
			if h.undo == 0 {
				fmt.Fprintln(h.out, "undo: your opponent has heard of your move")
				continue
			}
			n := 1
			if rest = strings.TrimSpace(rest); rest != "" {
				if n, err = strconv.Atoi(rest); err != nil || n < 1 {
					fmt.Fprintf(h.out, "undo %q: want how many of your moves, at least 1\n", rest)
					continue
				}
			}
			return value, "", turn.Takeback{Plies: min(n, 1<<20) * h.undo}
		case "quit", "exit":
			return value, "", turn.ErrQuit
		default:
			value, err := h.game.Parse(q, line)
			if err == nil {
				return value, "", nil
			}
			fmt.Fprintf(h.out, "%v; type help for help\n", err)
		}
	}
}

// prefix is how an example begins.
func (h *human[Q, A]) prefix() string { return h.game.Example[:min(2, len(h.game.Example))] }

// list shows legal answers in columns of an 80 column window.
func (h *human[Q, A]) list(q Q, prefix string) {
	const most = 200
	shown, total, column := 0, 0, 0
	for _, m := range h.game.List(q) {
		if !strings.HasPrefix(m, prefix) {
			continue
		}
		total++
		if shown == most {
			continue
		}
		if column > 0 && column+len(m) >= 80 {
			fmt.Fprintln(h.out)
			column = 0
		}
		fmt.Fprint(h.out, m, " ")
		column += len(m) + 1
		shown++
	}
	if shown > 0 {
		fmt.Fprintln(h.out)
	}
	if shown < total {
		fmt.Fprintf(h.out, "... `moves %s` lists those that begin so\n", h.prefix())
	}
	fmt.Fprintf(h.out, "%d legal moves\n", total)
}
