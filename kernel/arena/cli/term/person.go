package term

import (
	"cmp"
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
	Who     string    // begins the prompt: who is asked
	Help    string    // the lines of the help about answers; "": the example
	Blank   string    // the answer that an empty line is; "": none
	Note    string    // is shown with the next prompt
	Undo    int       // plies that `undo` takes back: 2 against another player, 1 when all seats are people, 0: none
	Rated   bool      // the games count: there are no hints, nothing is taken back, and the end of the input loses nothing
	Hurried bool      // the game does not wait for the person: there are no hints, and nothing is taken back
}

// Type asks until a line is not a command of the program, and returns it.
func (p *Person) Type(ctx context.Context, prompt *match.Prompt) (text string, err error) {
	if prompt.Wrong != nil {
		fmt.Fprintf(p.To, "%v; type help for help\n", prompt.Wrong)
	}
	for {
		if p.Note != "" {
			fmt.Fprintln(p.To, p.Note)
			p.Note = ""
		}
		fmt.Fprintf(p.To, "%syour move, such as %s, or help> ", p.Who, p.Example)
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
			if p.Blank != "" {
				return p.Blank, nil
			}
		case "help", "?":
			p.help()
		case "moves":
			p.list(prompt.Legal(), strings.ToUpper(strings.TrimSpace(rest)))
		case "hint":
			if err := p.Hint(ctx, prompt); err != nil {
				return "", err
			}
		case "undo":
			if err := p.TakeBack(rest); err != nil {
				return "", err
			}
		case "q", "quit", "exit":
			return "", turn.ErrQuit
		default:
			return line, nil
		}
	}
}

func (p *Person) help() {
	fmt.Fprintf(p.To, "%s\nmoves    list the legal moves; `moves %s` those that begin so\n"+
		"hint     what a bot would play\nundo     take your last move back; `undo 3` the last three\n"+
		"quit     break the game off\n", cmp.Or(p.Help, fmt.Sprintf("%-7s  a move", p.Example)), p.prefix())
}

// Hint notes what the strongest bundled bot would answer, also in words, or that there are no hints.
func (p *Person) Hint(ctx context.Context, prompt *match.Prompt) error {
	if p.closed("hint") {
		return nil
	}
	hint, err := prompt.Hint(ctx)
	if prompt.Say != nil && err == nil {
		hint = strings.TrimSuffix(hint+": "+prompt.Say(hint), ": ")
	}
	p.Note = "hint: " + hint
	return err
}

// closed notes why there is no help of a kind; false: there is.
func (p *Person) closed(help string) bool {
	switch {
	case p.Rated:
		p.Note = help + ": the game counts"
	case p.Hurried:
		p.Note = help + ": the game does not wait for you"
	}
	return p.Rated || p.Hurried
}

// TakeBack returns the Takeback that `undo` with these words asks for; nil, with a note, if the words are wrong.
func (p *Person) TakeBack(words string) error {
	if p.closed("undo") {
		return nil
	}
	if p.Undo == 0 {
		p.Note = "undo: your opponent has already received your move"
		return nil
	}
	n := 1
	if words = strings.TrimSpace(words); words != "" {
		var err error
		if n, err = strconv.Atoi(words); err != nil || n < 1 {
			p.Note = fmt.Sprintf("undo %q: want a number of your moves, at least 1", words)
			return nil
		}
	}
	return turn.Takeback{Plies: min(n, 1<<20) * p.Undo, None: func() { p.Note = "undo: there is no move of yours to take back" }}
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
