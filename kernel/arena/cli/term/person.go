package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Person is the player at the keyboard, who types lines. One person may sit in several seats.
type Person struct {
	*Terminal
	To      io.Writer // gets the messages to the person
	Example string    // an answer
	Undo    int       // plies that `undo` takes back: 2 against another player, 1 when all seats are people, 0: none
	Rated   bool      // the games count: there are no hints, nothing is taken back, and the end of the input loses nothing
}

// Type asks until a line is not a command of the program, and returns it.
func (p *Person) Type(ctx context.Context, prompt *match.Prompt) (text string, err error) {
	if prompt.Wrong != nil {
		fmt.Fprintf(p.To, "%v; type help for help\n", prompt.Wrong)
	}
	for {
		fmt.Fprintf(p.To, "your move (%s, help)> ", p.Example)
		line, err := p.Line(ctx)
		if errors.Is(err, io.EOF) {
			fmt.Fprintln(p.To)
			if p.Rated {
				return "", turn.ErrQuit
			}
			return "", turn.Faultf(turn.Gone, "the input ended")
		}
		if err != nil {
			return "", err
		}
		if !p.HasKeys() {
			fmt.Fprintln(p.To, line) // a terminal has shown it
		}
		word, rest, _ := strings.Cut(strings.ToLower(strings.TrimSpace(line)), " ")
		switch word {
		case "":
		case "help", "?":
			p.help()
		case "moves":
			p.list(prompt.Legal(), strings.ToUpper(strings.TrimSpace(rest)))
		case "hint":
			hint, err := p.Hint(ctx, prompt)
			if err != nil {
				return "", err
			}
			fmt.Fprintln(p.To, hint)
		case "undo":
			if err := p.TakeBack(rest); err != nil {
				return "", err
			}
		case "quit", "exit":
			return "", turn.ErrQuit
		default:
			return line, nil
		}
	}
}

func (p *Person) help() {
	fmt.Fprintf(p.To, "%s  a move\nmoves    list the legal moves; `moves %s` those that begin so\n"+
		"hint     what a bot would play\nundo     take your last move back; `undo 3` the last three\n"+
		"quit     break the game off\n", p.Example+strings.Repeat(" ", max(0, 7-len(p.Example))), p.prefix())
}

// Hint returns what the strongest bundled bot would answer, also in words, or that there are no hints.
func (p *Person) Hint(ctx context.Context, prompt *match.Prompt) (string, error) {
	if p.Rated {
		return "no hints: the game counts", nil
	}
	hint, err := prompt.Hint(ctx)
	if prompt.Say != nil && err == nil {
		hint = strings.TrimSuffix(hint+": "+prompt.Say(hint), ": ")
	}
	return hint, err
}

// TakeBack returns the Takeback that `undo` with these words asks for; nil, after a message to the person, if the words are
// wrong.
func (p *Person) TakeBack(words string) error {
	if p.Rated {
		fmt.Fprintln(p.To, "undo: the game counts")
		return nil
	}
	if p.Undo == 0 {
		fmt.Fprintln(p.To, "undo: your opponent has already received your move")
		return nil
	}
	n := 1
	if words = strings.TrimSpace(words); words != "" {
		var err error
		if n, err = strconv.Atoi(words); err != nil || n < 1 {
			fmt.Fprintf(p.To, "undo %q: want a number of your moves, at least 1\n", words)
			return nil
		}
	}
	return turn.Takeback{Plies: min(n, 1<<20) * p.Undo}
}

// prefix is how an example begins.
func (p *Person) prefix() string { return p.Example[:min(2, len(p.Example))] }

// list shows legal answers in columns of an 80 column window.
func (p *Person) list(legal []string, prefix string) {
	const most = 200
	shown, total, column := 0, 0, 0
	for _, m := range legal {
		if !strings.HasPrefix(m, prefix) {
			continue
		}
		total++
		if shown == most {
			continue
		}
		if column > 0 && column+len(m) >= 80 {
			fmt.Fprintln(p.To)
			column = 0
		}
		fmt.Fprint(p.To, m, " ")
		column += len(m) + 1
		shown++
	}
	if shown > 0 {
		fmt.Fprintln(p.To)
	}
	if shown < total {
		fmt.Fprintf(p.To, "... `moves %s` lists those that begin so\n", p.prefix())
	}
	fmt.Fprintf(p.To, "%d legal moves\n", total)
}
