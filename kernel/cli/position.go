package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// PositionFlags are of the verbs that look at one position; what is drawn there is drawn from the seed 0 unless another is given.
func (a *App[Q, A]) PositionFlags(others ...cli.Flag) []cli.Flag {
	return a.optionFlags(append(others,
		&cli.StringFlag{Name: "start", Usage: "look at `LAYOUT`, a file or " + a.Layout + " (default: the usual start)"},
		&cli.StringFlag{Name: "seed", Value: "0", Usage: "`NUMBER` to draw from: any decimal integer"},
	))
}

func (a *App[Q, A]) movesCommand() *cli.Command {
	return &cli.Command{
		Name: "moves", Usage: "list the legal moves of a position, one a line",
		UsageText: fmt.Sprintf("%[1]s moves [MOVE...]\n\nThe moves are played first. Examples:\n\n  %[1]s moves --count\n"+
			"  %[1]s moves --seed 7 --draw", a.Name),
		Flags: a.PositionFlags(
			&cli.BoolFlag{Name: "count", Usage: "print their number only"},
			&cli.BoolFlag{Name: "text", Usage: "print the position only, as --start takes it"},
			&cli.BoolFlag{Name: "draw", Usage: "draw the position only"},
		),
		Action: func(c *cli.Context) error {
			table, err := a.Position(c, c.Args().Slice())
			if err != nil {
				return err
			}
			switch {
			case c.Bool("text"):
				_, err = fmt.Fprintln(a.out, strings.TrimSuffix(table.Layout(), "\n"))
			case c.Bool("draw"):
				var canvas ascii.Canvas
				table.Draw(&canvas)
				err = canvas.Write(a.out, a.colour(c, a.out))
			default:
				err = a.printMoves(table, c.Bool("count"))
			}
			return err
		},
	}
}

// Position sets up the game that the flags of a verb define and plays some moves.
func (a *App[Q, A]) Position(c *cli.Context, moves []string) (*Table[Q, A], error) {
	setup, err := a.setup(c)
	if err != nil {
		return nil, err
	}
	table, err := a.Open(setup)
	if err != nil {
		return nil, setupError(err)
	}
	for {
		var answers []turn.Answer[A]
		questions := a.wanted(table)
		if len(moves) == 0 {
			return table, nil
		}
		if len(questions) == 0 {
			return nil, Usagef("%s: move %q: the game is over before it", c.Command.Name, moves[0])
		}
		for _, q := range questions {
			if len(moves) == 0 {
				return nil, Usagef("%s: want a move of %s, too", c.Command.Name, strings.ToUpper(a.Seats[q.Seat]))
			}
			value, err := a.Parse(q.Ask, moves[0])
			if err != nil {
				return nil, Usagef("%s: %w", c.Command.Name, err)
			}
			answers, moves = append(answers, turn.Answer[A]{Value: value}), moves[1:]
		}
		table.Referee.Answer(answers)
	}
}

// wanted passes over questions that want no move, such as that for a name, and returns the next ones that do.
func (a *App[Q, A]) wanted(table *Table[Q, A]) []turn.Question[Q] {
	wants := func(q turn.Question[Q]) bool { return len(a.List(q.Ask)) > 0 }
	for {
		questions := table.Referee.Ask()
		if len(questions) == 0 || slices.ContainsFunc(questions, wants) {
			return questions
		}
		table.Referee.Answer(make([]turn.Answer[A], len(questions)))
	}
}

// printMoves lists what the seats that are asked may do; where several are, each line begins with the seat.
func (a *App[Q, A]) printMoves(table *Table[Q, A], count bool) error {
	questions := table.Referee.Ask()
	var b strings.Builder
	for _, q := range questions {
		prefix := ""
		if len(questions) > 1 {
			prefix = strings.ToUpper(a.Seats[q.Seat]) + " "
		}
		list := a.List(q.Ask)
		if count {
			fmt.Fprintf(&b, "%s%d\n", prefix, len(list))
			continue
		}
		for _, m := range list {
			b.WriteString(prefix + m + "\n")
		}
	}
	if count && len(questions) == 0 {
		b.WriteString("0\n")
	}
	_, err := io.WriteString(a.out, b.String())
	return err
}

func (a *App[Q, A]) perftCommand() *cli.Command {
	return &cli.Command{
		Name: "perft", Usage: "count the sequences of that many plies",
		UsageText: fmt.Sprintf("%[1]s perft [DEPTH]\n\nExamples:\n\n  %[1]s perft 2\n  %[1]s perft 3 --divide --start %[2]s",
			a.Name, shellquote.Join(a.Probes[0])),
		Flags: a.PositionFlags(&cli.BoolFlag{Name: "divide", Usage: "print the count of each first move"}),
		Action: func(c *cli.Context) error {
			depth := 1
			if c.NArg() > 0 {
				n, err := strconv.Atoi(c.Args().First())
				if err != nil || n < 0 || c.NArg() > 1 {
					return Usagef("perft: depth %q: want one whole number, at least 0", strings.Join(c.Args().Slice(), " "))
				}
				depth = n
			}
			table, err := a.Position(c, nil)
			if err != nil {
				return err
			}
			began := time.Now()
			var total uint64
			if c.Bool("divide") && depth > 0 {
				total, err = a.divide(c, table, depth)
			} else {
				total, err = a.count(c, table, depth)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(a.err, "%v\n", time.Since(began).Round(time.Microsecond))
			_, err = fmt.Fprintln(a.out, total)
			return err
		},
	}
}

// divide prints the count of each first move and returns their sum.
func (a *App[Q, A]) divide(c *cli.Context, table *Table[Q, A], depth int) (total uint64, err error) {
	for _, q := range table.Referee.Ask() {
		for _, m := range a.List(q.Ask) {
			after, err := a.Position(c, []string{m})
			if err != nil {
				return 0, err
			}
			n, err := a.count(c, after, depth-1)
			if err != nil {
				return 0, err
			}
			total += n
			fmt.Fprintf(a.out, "%s %d\n", m, n)
		}
	}
	return total, nil
}

// count is perft that can be interrupted: the rules know no context, so they are left behind.
func (a *App[Q, A]) count(c *cli.Context, table *Table[Q, A], depth int) (uint64, error) {
	type answer struct {
		n   uint64
		err error
	}
	done := make(chan answer, 1)
	go func() {
		n, err := a.Perft(table.Layout(), depth)
		done <- answer{n, err}
	}()
	select {
	case got := <-done:
		return got.n, got.err
	case <-c.Context.Done():
		return 0, c.Context.Err()
	}
}
