package verbs

import (
	"errors"
	"fmt"
	"io"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// PositionFlags are the flags of verbs that show one position. If the position is random, its seed is 0 unless a flag gives
// another.
func PositionFlags(a *cli.App, others ...urfave.Flag) []urfave.Flag {
	return a.OptionFlags(append(others,
		&urfave.StringFlag{Name: "start", Usage: "begin with `LAYOUT`, a file or " + a.Game.Layout + " (default: the usual start)"},
		&urfave.StringFlag{Name: "seed", Value: "0", Usage: "`NUMBER` that seeds random numbers: any decimal integer"},
	))
}

// Moves is the verb moves.
func Moves(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "moves", Usage: "list the legal moves of a position, one per line",
		UsageText: fmt.Sprintf("%[1]s moves [MOVE...]\n\nThe moves are played first. Examples:\n\n  %[1]s moves --count\n"+
			"  %[1]s moves --seed 7 --draw", a.Game.Name),
		Flags: PositionFlags(a, pictureFlags(a, []urfave.Flag{
			&urfave.BoolFlag{Name: "count", Usage: "print only the number of moves"},
			&urfave.BoolFlag{Name: "text", Usage: "print only the position, as --start takes it"},
			&urfave.BoolFlag{Name: "draw", Usage: "draw the position and nothing else"},
		}, &urfave.StringFlag{Name: "svg", Usage: "write a picture of the position to `FILE` and nothing else"})...),
		Action: func(c *urfave.Context) error {
			shown, err := Position(a, c, c.Args().Slice())
			if err != nil {
				return err
			}
			switch {
			case c.String("svg") != "":
				err = writePicture(a, c, shown)
			case c.Bool("dark"):
				err = cli.Usagef("flag --dark: it is for pictures: want --svg FILE, too")
			case c.Bool("text"):
				_, err = fmt.Fprintln(a.Out, strings.TrimSuffix(shown.Text(), "\n"))
			case c.Bool("draw"):
				err = a.Draw(shown.Draw)
			default:
				err = printMoves(a, shown, c.Bool("count"))
			}
			return err
		},
	}
}

// Position sets up the game that the flags of a verb define and plays some moves. A wrong move is an error of the command line.
func Position(a *cli.App, c *urfave.Context, moves []string) (*match.Snapshot, error) {
	setup, err := a.Setup(c)
	if err != nil {
		return nil, err
	}
	shown, err := a.Game.Position(setup, moves)
	var setupFailed *match.SetupError
	switch {
	case errors.As(err, &setupFailed):
		return nil, cli.SetupError(err)
	case err != nil:
		return nil, cli.Usagef("%s: %w", c.Command.Name, err)
	}
	return shown, nil
}

// writePicture writes the file of --svg.
func writePicture(a *cli.App, c *urfave.Context, shown *match.Snapshot) error {
	var now *scene.Scene
	if shown.Scene != nil {
		s := shown.Scene(nil)
		now = &s
	}
	content, err := picture(a, c, now, nil)
	if err != nil {
		return err
	}
	return WriteFile("svg", c.String("svg"), content)
}

// printMoves lists the legal answers of the seats that are asked; if several are, each line begins with the seat.
func printMoves(a *cli.App, shown *match.Snapshot, count bool) error {
	var b strings.Builder
	for _, seat := range shown.Asked {
		prefix := ""
		if len(shown.Asked) > 1 {
			prefix = a.Game.Titles[seat] + " "
		}
		list := shown.Legal(seat)
		if count {
			fmt.Fprintf(&b, "%s%d\n", prefix, len(list))
			continue
		}
		for _, m := range list {
			b.WriteString(prefix + m + "\n")
		}
	}
	if count && len(shown.Asked) == 0 {
		b.WriteString("0\n")
	}
	_, err := io.WriteString(a.Out, b.String())
	return err
}
