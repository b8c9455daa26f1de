package main

import (
	"io"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/reantics/referee"
	"github.com/gridiron-games/gridiron/reantics/view"
)

func rulesFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "rules", Usage: "`TABLE` to play by: manual (default) or original"}
}

// unitsVerb prints the table of ants.
func unitsVerb(*cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "units", Usage: "print what ants can do",
		UsageText: "reantics units\n\nExample:\n\n  reantics units --rules original",
		Flags:     []urfave.Flag{rulesFlag()},
		Action: func(c *urfave.Context) error {
			p, err := startOf(match.Setup{Options: match.Params{"rules": c.String("rules")}})
			if err != nil {
				return cli.Usagef("%w", err)
			}
			_, err = io.WriteString(c.App.Writer, view.Units(p.Rules()))
			return err
		},
	}
}

// formats returns the other notations.
func formats() []format {
	return []format{{
		Name: "ascii", Summary: "a position as the original's asciiPrintState prints it",
		Write: func(t *transcript) ([]byte, error) {
			return []byte(t.End.Referee.(*referee.Referee).Position().Ascii()), nil
		},
	}}
}
