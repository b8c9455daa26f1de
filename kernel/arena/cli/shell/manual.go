package shell

import (
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
)

// manualVerb is the verb manual.
func manualVerb(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "manual", Usage: "print the manual page",
		UsageText: fmt.Sprintf("%[1]s manual\n\nExample:\n\n  %[1]s manual > %[1]s.6", a.Game.Name),
		Action: func(c *urfave.Context) error {
			page, err := c.App.ToManWithSection(6)
			if err == nil {
				_, err = io.WriteString(a.Out, page)
			}
			return err
		},
	}
}
