package verbs

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
)

// columns is how wide the text of the rules is.
const columns = 79

// rulesVerb is the verb rules.
func rulesVerb(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "rules", Usage: "print how to play, and the rules",
		UsageText: fmt.Sprintf("%[1]s rules [NUMBER...]\n\nNumbers choose rules. Examples:\n\n  %[1]s rules\n  %[1]s rules R3 R5", a.Game.Name),
		Action: func(c *urfave.Context) error {
			rules, err := a.Game.Manual.Rule(c.Args().Slice()...)
			if err != nil {
				return cli.Usagef("%s: %w", c.Command.Name, err)
			}
			if c.Args().Len() == 0 {
				if err := howTo(a); err != nil {
					return err
				}
			}
			_, err = fmt.Fprintln(a.Out, term.Plain(rules, columns))
			return err
		},
	}
}

// howTo prints how to play, with its positions drawn.
func howTo(a *cli.App) error {
	lessons, err := a.Game.Lessons()
	if err != nil {
		return err
	}
	for _, one := range lessons {
		if _, err := fmt.Fprintf(a.Out, "%s\n\n", term.Plain(one.Text, columns)); err != nil {
			return err
		}
		if one.Board == nil {
			continue
		}
		if err := a.Draw(one.Board.Draw); err != nil {
			return err
		}
		fmt.Fprintln(a.Out)
	}
	return nil
}
