package contest

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
)

// Load reads the tournament of the DIR argument. It reports whether nobody has changed the journal; if somebody may have, it says
// so on standard error.
func Load(a *cli.App, c *urfave.Context) (t *tournament.Tournament, trusted bool, err error) {
	if c.NArg() != 1 {
		return nil, false, cli.Usagef("%s: want the folder of a tournament", c.Command.HelpName)
	}
	if t, err = tournament.Load(c.Args().First(), a.Game); err != nil {
		return nil, false, err
	}
	trusted, err = Trust(a, c, t.Dir, t.Path(), t.Key)
	return t, trusted, err
}

// open opens the tournament of the DIR argument for changes to a team.
func (a tournaments) open(c *urfave.Context) (*tournament.Tournament, error) {
	if c.NArg() != 2 && c.Command.Name != "rerun" {
		return nil, cli.Usagef("%s: want the folder of a tournament and a team", c.Command.HelpName)
	}
	t, err := a.reopen(c)
	if err == nil && t.IsLadder() {
		t.Close()
		return nil, cli.Usagef("%s: %s contains a ladder: add or remove a bot with its folder in bots or its line in bots.txt", c.Command.HelpName, t.Dir)
	}
	return t, err
}

// reopen opens the tournament of the first argument to continue it, and says which part of its journal was damaged.
func (a tournaments) reopen(c *urfave.Context) (*tournament.Tournament, error) {
	secret, err := ReadKey(c)
	if err != nil {
		return nil, err
	}
	t, err := tournament.Resume(c.Args().First(), a.Game, secret)
	if err != nil {
		return nil, KeyError(err)
	}
	t.Bad.Say("journal.jsonl", func(text string) { fmt.Fprintln(a.Err, text) })
	return t, nil
}

// resumption returns the command line that continues a tournament.
func (a tournaments) resumption(c *urfave.Context, t *tournament.Tournament) string {
	words := []string{a.Game.Name, "tournament", "resume", t.Dir}
	if t.IsLadder() {
		words = []string{a.Game.Name, "ladder", t.Dir}
	}
	if key := c.String("key"); key != "" {
		words = append(words, "--key", key)
	}
	return proc.Join(append(words, cli.Given(c, a.MakerFlags(""))...)...)
}

// next says on standard error how to continue the tournament.
func (a tournaments) next(c *urfave.Context, t *tournament.Tournament) {
	fmt.Fprintf(a.Err, "go on with: %s\n", a.resumption(c, t))
}
