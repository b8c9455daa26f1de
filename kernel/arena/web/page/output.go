package page

import (
	"bytes"
	"io"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

// output returns a writer for the standard error of a player's program: its lines are shown with its next answer.
func (s *frontend) output(player int) io.Writer { return &output{s, player} }

type output struct {
	*frontend
	player int
}

// maxPrinted is how many lines of a program are kept for the next position.
const maxPrinted = 8

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.printed == nil {
		return len(b), nil
	}
	rest := append(o.partial[o.player], b...)
	for {
		line, after, found := bytes.Cut(rest, []byte("\n"))
		if !found && len(rest) <= clean.MaxSay {
			o.partial[o.player] = rest
			return len(b), nil
		}
		if rest = after; len(o.printed[o.player]) < maxPrinted {
			o.printed[o.player] = append(o.printed[o.player], clean.Line(string(line), clean.MaxDetail))
		}
	}
}
