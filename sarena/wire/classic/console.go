package classic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

// Board returns a position as the original prints it: one row per line, without a line feed at the end.
func Board(p sarena.Position) string {
	var b strings.Builder
	for c := range sarena.Cell(p.Cells()) {
		switch _, column := p.Place(c); {
		case c == 0:
		case column == 0:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
		b.WriteString(map[bool]string{true: "[I", false: "[C"}[p.Arrows().Has(c)])
		for k := range sarena.Height {
			b.WriteByte(",|||"[k])
			if chip := p.Pile(c).Chip(k); chip == 0 {
				b.WriteString("===")
			} else {
				b.Write([]byte{chip.Lower().Letter(), '-', chip.Upper().Letter()})
			}
		}
		b.WriteByte(']')
	}
	return b.String()
}

// showStep prints what the console shows before the first turn and after each.
func showStep(w io.Writer, step int, p sarena.Position) {
	fmt.Fprintf(w, "Step %d\n%s\n", step, Board(p))
}

// showEnd prints who has won, and why.
func showEnd(w io.Writer, score int, reason string) {
	switch {
	case score > 0:
		fmt.Fprintln(w, "Yellow\nhas won!")
	case score < 0:
		fmt.Fprintln(w, "Red\nhas won!")
	default:
		fmt.Fprintln(w, "Draw game")
	}
	if reason != "" {
		fmt.Fprintf(w, "Reason: %s\n", reason)
	}
}

// human is a player at the console.
type human struct {
	in  func(context.Context) (string, error) // a line; io.EOF at the end
	out io.Writer
}

// Ask prompts until four integers with commas are typed.
func (h *human) Ask(ctx context.Context, v sarena.View, _ *float64) (python.Value, error) {
	for {
		fmt.Fprintf(h.out, "Player %d plays (i1,j1,i2,j2): ", 2-v.Step%2)
		line, err := h.in(ctx)
		if errors.Is(err, io.EOF) {
			return nil, errInput
		}
		if err != nil {
			return nil, err
		}
		var action python.Tuple
		for part := range strings.SplitSeq(line, ",") {
			n, ok := python.ParseInt(part)
			if !ok {
				action = nil
				break
			}
			action = append(action, n)
		}
		if len(action) == 4 {
			return action, nil
		}
	}
}
