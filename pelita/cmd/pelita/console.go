//go:build !playground

package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// console prints what the original prints besides its viewers: the names of the teams, errors, and the result.
type console struct {
	out    io.Writer
	err    io.Writer // gets the reason why a program did not play, which the original does not show; nil: dropped
	colour bool
	state  func() *referee.State
	named  bool   // the names are printed
	failed [2]int // fatal errors printed
	erred  [2]int // errors printed
}

// consoleWidth is the largest length of a line with a name, if there is no terminal.
const consoleWidth = 80

// symbol returns the sign that begins the lines about a team.
func (c *console) symbol(team int) string {
	if !c.colour {
		return "ᗧ"
	}
	return term.Styled("ᗧ", [2]ascii.Style{ascii.BrightBlue, ascii.BrightRed}[team])
}

// Asked does nothing.
func (c *console) Asked(context.Context, []question) error { return nil }

// Answered prints the result of an answer.
func (c *console) Answered(questions []question, answers []answer) error {
	s := c.state()
	for i, a := range answers {
		if f := a.Fault; f != nil && c.err != nil && (f.Kind == turn.NeverStarted || f.Kind == turn.Gone) {
			fmt.Fprintf(c.err, "%s team: %s\n", pelita.Teams[questions[i].Seat], clean.Line(f.Detail, 300))
		}
		if f := a.Fault; f != nil && c.err != nil {
			if why := wire.Elsewhere(f.Detail, s.Version); why != "" {
				fmt.Fprintf(c.err, "note: %s team: %s\n", pelita.Teams[questions[i].Seat], why)
			}
		}
	}
	for team := range pelita.Teams {
		c.errors(s, team)
	}
	last := questions[len(questions)-1]
	setUp := last.Ask.Kind == pelita.AskName || last.Ask.Kind == pelita.AskStart && pelita.Seat(last.Seat) == pelita.Red
	if setUp && !c.named {
		c.named = true
		if s.Phase == pelita.Failed && s.Fatal != [2]bool{} {
			return nil
		}
		c.names(s)
	}
	return nil
}

// names prints the names of the teams that are known.
func (c *console) names(s *referee.State) {
	for team, name := range s.Names {
		if name != "" {
			c.line(fmt.Sprintf("%s %s team: '%s'", c.symbol(team), pelita.Teams[team], name))
		}
	}
}

// line prints a line; without a terminal it is folded.
func (c *console) line(text string) {
	if !c.colour {
		text = fold(text, consoleWidth)
	}
	fmt.Fprintln(c.out, text)
}

// fold breaks a line at the last blank that has at most width characters before it. The blank stays if it fits.
func fold(text string, width int) string {
	line := []rune(text)
	var b strings.Builder
	for len(line) > width {
		at := width
		for at >= 0 && line[at] != ' ' {
			at--
		}
		if at < 0 {
			at = width - 1 // no blank: break the word
		}
		b.WriteString(string(line[:min(at+1, width)]))
		b.WriteByte('\n')
		line = line[at+1:]
	}
	return b.String() + string(line)
}

// errors prints the new errors of a team.
func (c *console) errors(s *referee.State, team int) {
	say := func(bot int, text string) {
		fmt.Fprintf(c.out, "%s %s team, bot %d: %s\n", c.symbol(team), pelita.Teams[team], bot/2, text)
	}
	for ; c.erred[team] < len(s.Mistakes[team]); c.erred[team]++ {
		m := s.Mistakes[team][c.erred[team]]
		if m.Late {
			say(m.Turn, "PlayerTimeout: ")
		} else {
			say(m.Turn, fmt.Sprintf("Illegal position. %s not in legal positions: [%s].", referee.Tuple(m.Move), legal(s, m.From)))
		}
		if m.Moved {
			say(m.Turn, fmt.Sprintf("Setting a legal position at random: %v", m.To))
		}
	}
	for ; c.failed[team] < len(s.Failures[team]); c.failed[team]++ {
		f := s.Failures[team][c.failed[team]]
		switch {
		case f.Line != "":
			say(f.Turn, f.Line)
		case f.Type == "IllegalPosition":
			r := s.Requested[f.Turn]
			say(f.Turn, fmt.Sprintf("Illegal position. %v➔%s not in legal positions: [%s].", r.From, referee.Tuple(r.Move), legal(s, r.From)))
		default:
			say(f.Turn, f.Type+": "+f.Description)
		}
	}
}

// legal lists the cells next to a bot, ascending.
func legal(s *referee.State, from pelita.Cell) string {
	cells := slices.Clone(s.Maze.Legal(from))
	pelita.SortCells(cells)
	texts := make([]string, len(cells))
	for i, cell := range cells {
		texts[i] = cell.String()
	}
	return strings.Join(texts, ", ")
}

// result prints how the game ended, or nothing if it never began.
func (c *console) result() {
	s := c.state()
	after := fmt.Sprintf("Finished after %d rounds.", s.Round)
	switch {
	case s.Phase == pelita.Failed:
		return
	case s.Round == 0:
		after = "Finished after None rounds."
	case s.Round == 1:
		after = "Finished after 1 round."
	}
	blue, red := pelitaName(s, 0), pelitaName(s, 1)
	switch o, over := s.Outcome(); {
	case !over:
	case o.Winner == turn.Draw:
		fmt.Fprintf(c.out, "%s '%s' and '%s' had a draw. (%d:%d)\n", after, blue, red, s.Score[pelita.Blue], s.Score[pelita.Red])
	default:
		w, l := o.Winner, 1-o.Winner
		fmt.Fprintf(c.out, "%s '%s' won over '%s'. (%d:%d)\n", after, pelitaName(s, w), pelitaName(s, l), s.Score[w], s.Score[l])
	}
}

// pelitaName returns the name of a team as Python prints it.
func pelitaName(s *referee.State, team int) string {
	if s.Names[team] == "" {
		return "None"
	}
	return s.Names[team]
}
