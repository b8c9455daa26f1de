package contest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/folder"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
)

// sameText says what resume does about a bot that has changed.
const sameText = "Resume refuses to continue if a team's bot has changed since its games were played, because the table would mix two bots. Put\n" +
	"the old files back, or use rerun. What counts as the bot is its command and the files that it had at the start: the files that\n" +
	"the command names, files that these mention by name, and all files of a team's folder except hidden ones. Files that a bot\n" +
	"writes while it plays do not count, unless they are programs. Bundled bots are identified by the version of this program.\n" +
	"People and programs on other machines are not checked. A journal of an older program resumes with one warning."

// rerunCommand is the verb tournament rerun.
func (a tournaments) rerunCommand(flags []urfave.Flag) *urfave.Command {
	return &urfave.Command{
		Name: "rerun", Usage: "play all games of some teams again, with their current bots",
		UsageText: fmt.Sprintf("%[1]s tournament rerun DIR TEAM...\n\nTEAM is the name in the table. The new games have the same starts and seeds. The table counts only the new games; journal and\n"+
			"records keep the old ones, too, and verify says which version played which games. If the team has forfeited, the forfeit is\n"+
			"cancelled; it wins against other teams that have forfeited. Use resume to continue an interrupted rerun. In a knockout, a\n"+
			"playoff or a swiss tournament only games of the current round can be replaced, because earlier results decided the pairings.\n"+
			"Example:\n\n"+
			"  %[1]s tournament rerun %[1]s-tournament mine", a.Game.Name),
		Flags: slices.Clone(flags), Action: a.rerun,
	}
}

func (a tournaments) rerun(c *urfave.Context) error {
	if c.NArg() < 2 {
		return cli.Usagef("%s: want the folder of a tournament and one team or more", c.Command.HelpName)
	}
	if name, given := folder.Given(c.Args().First()); given {
		return cli.Usagef("%s: other machines play the games of %s, by `league run` as league %s, and the server keeps their results: "+
			"begin a league with another --name and --dir", c.Command.HelpName, c.Args().First(), name)
	}
	show, err := a.show(c)
	if err != nil {
		return err
	}
	defer show.Close()
	t, err := a.open(c)
	if err != nil {
		return err
	}
	defer t.Close()
	labels := c.Args().Tail()
	games, err := t.Rerun(labels)
	if err != nil {
		return a.advise(c, err, t, labels...)
	}
	fmt.Fprintf(a.Err, "%s: %d games are played again; the old ones stay in journal and records\n", strings.Join(labels, ", "), games)
	if err := a.same(c, t); err != nil {
		return err
	}
	if err := a.try(c, t); err != nil {
		return err
	}
	return a.playOn(c, t, show)
}

// same refuses teams that are other bots than they were.
func (a tournaments) same(c *urfave.Context, t *tournament.Tournament) error {
	strange, err := t.Same()
	if err != nil {
		return a.advise(c, err, t)
	}
	if len(strange) > 0 {
		fmt.Fprintf(a.Err, "warning: the journal does not say what these teams were, as an older program began it: %s. Whether they have changed "+
			"since is not known; from now on they are what they are now\n", strings.Join(strange, ", "))
	}
	return nil
}

// advise says what to do about teams that have changed. with are further teams whose games are to be played again.
func (a tournaments) advise(c *urfave.Context, err error, t *tournament.Tournament, with ...string) error {
	var changed *tournament.ChangedError
	if !errors.As(err, &changed) {
		return err
	}
	words := slices.Concat([]string{a.Game.Name, "tournament", "rerun", t.Dir}, with, changed.Teams())
	if key := c.String("key"); key != "" {
		words = append(words, "--key", key)
	}
	return fmt.Errorf("%w: put the old files back, or play all games of the team again with `%s`", err, proc.Join(words...))
}

// forfeitCommand is the verb tournament forfeit.
func (a tournaments) forfeitCommand() *urfave.Command {
	return &urfave.Command{
		Name: "forfeit", Usage: "declare the unplayed games of a team lost",
		UsageText: a.Game.Name + " tournament forfeit DIR TEAM --reason TEXT\n\nGames that were already played still count. With --annul none of the team's games counts for anybody; this is usual when a\n" +
			"team leaves before it has played half of its games. Games of a knockout, and of a playoff that has been drawn, cannot be\n" +
			"annulled, because their results decided who plays on.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "reason", Usage: "`TEXT` for the journal that says why"},
			&urfave.BoolFlag{Name: "annul", Usage: "do not count any game of the team, even those that were played"}, KeyFlag(),
		},
		Action: a.forfeit,
	}
}

func (a tournaments) forfeit(c *urfave.Context) error {
	t, err := a.open(c)
	if err != nil {
		return err
	}
	defer t.Close()
	label, forfeit := c.Args().Get(1), t.Forfeit
	if c.Bool("annul") {
		forfeit = t.Annul
	}
	plays, err := t.Plays(label)
	if err == nil {
		err = forfeit(label, c.String("reason"))
	}
	if err != nil {
		return err
	}
	if !plays && !c.Bool("annul") {
		fmt.Fprintf(a.Err, "team %s has no open games: nothing changes, because games that were played still count; it would lose only to a team "+
			"that is added later. --annul has all its games count for nobody\n", label)
	}
	a.next(c, t)
	return nil
}
