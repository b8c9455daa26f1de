//go:build !playground

package main

import (
	"fmt"
	"io"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/reantics"
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

// beforePlay lets a person take actions back; then bots can do that, too. It says which table of rules is used.
func beforePlay(c *urfave.Context) error {
	if slices.Contains(c.Args().Slice(), "human") || c.NArg() == 0 {
		if err := c.Set("undo", "true"); err != nil {
			return err
		}
	}
	start, err := cli.StartText(c)
	if err != nil {
		return err
	}
	p, err := startOf(match.Setup{Start: start, Options: match.Params{"rules": c.String("rules")}})
	// The first line on standard error is the address of the page, which names the rules unless they are the usual ones.
	page := c.IsSet("web")
	if err == nil && !page && !c.Bool("quiet") && !c.Bool("json") { // a wrong start is reported when the game is set up
		sayRules(c.App.ErrWriter, p.Rules(), "rules")
	}
	return nil
}

// sayRules says which table of rules is used, and which flag chooses the other one.
func sayRules(w io.Writer, rules reantics.Rules, flag string) {
	if rules == reantics.Original {
		fmt.Fprintf(w, "the rules are those of the original's code; --%s manual plays by its manual\n", flag)
	} else {
		fmt.Fprintf(w, "the rules are those of the manual; --%s original plays by the original's code\n", flag)
	}
}
