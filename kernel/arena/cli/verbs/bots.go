package verbs

import (
	"fmt"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
)

// Bots is the verb bots.
func Bots(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "bots", Usage: "list the players", UsageText: a.Game.Name + " bots",
		Flags: []urfave.Flag{&urfave.BoolFlag{Name: "json", Usage: "print a JSON line for each bundled bot"}},
		Action: func(c *urfave.Context) error {
			if c.Bool("json") {
				for _, b := range a.Game.Bots {
					line := map[string]any{"type": "bot", "name": b.Name, "summary": b.Summary}
					if len(b.Elo) > 0 {
						line["elo"] = b.Elo
					}
					for _, p := range b.Params {
						if p.Most > 0 {
							line["levels"] = p.Most
						}
					}
					if err := a.PrintJSON(line); err != nil {
						return err
					}
				}
				return nil
			}
			w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "human\tyou, at the keyboard")
			for _, b := range a.Game.Bots {
				fmt.Fprintf(w, "%s\t%s%s\n", b.Name, b.Summary, elo(b.Elo))
				for _, p := range b.Params {
					fmt.Fprintf(w, "  %s:%s=%s\t%s\n", b.Name, p.Name, p.Default, p.Usage)
				}
			}
			fmt.Fprintln(w, "exec:COMMAND ARGS\ta program that speaks PROTOCOL.md on its standard input and output")
			for _, s := range a.Game.Schemes {
				fmt.Fprintf(w, "%s\n", s.Usage)
			}
			return w.Flush()
		},
	}
}

// elo says how strong a bot is.
func elo(levels []int) string {
	switch len(levels) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(" (Elo %d)", levels[0])
	}
	return fmt.Sprintf(" (Elo %d to %d)", levels[0], levels[len(levels)-1])
}
