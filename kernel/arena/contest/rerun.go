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
const sameText = "A team that is another bot than when its games were played is refused: its row would be that of two bots. Put its old files\n" +
	"back, or use rerun. A bot is its command, and the files that it had when it came: the files that the command names, those\n" +
	"that these mention by name, and all files of a folder that is a team, but for hidden ones. What a bot writes while it plays\n" +
	"does not count, but for programs. Bundled bots are known by the version of this program; people and programs on other\n" +
	"machines are not checked. A journal of an older program resumes with one warning."

// rerunCommand is the verb tournament rerun.
func (a tournaments) rerunCommand(flags []urfave.Flag) *urfave.Command {
	return &urfave.Command{
		Name: "rerun", Usage: "play all games of teams again, with the bots that they are now",
		UsageText: fmt.Sprintf("%[1]s tournament rerun DIR TEAM...\n\nTEAM is the name in the table. The games have the same starts and seeds. The table counts the new games only; journal and\n"+
			"records keep the old ones, and verify says which version played which games. A forfeit of the team is taken back; against\n"+
			"others that have forfeited it wins. An interrupted rerun goes on with resume. In a knockout, a playoff or a swiss only\n"+
			"games of the current round can be replaced: later ones were paired because of their results. Example:\n\n"+
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
	return fmt.Errorf("%w: put back what it was, or play all its games again with `%s`", err, proc.Join(words...))
}

// forfeitCommand is the verb tournament forfeit.
func (a tournaments) forfeitCommand() *urfave.Command {
	return &urfave.Command{
		Name: "forfeit", Usage: "declare the unplayed games of a team lost, as the judge decides",
		UsageText: a.Game.Name + " tournament forfeit DIR TEAM --reason TEXT\n\nGames that were played stay as they are. With --annul no game of the team counts, for anybody: usual when a team leaves\n" +
			"before half of its games are played. A knockout and a drawn playoff cannot do without games that were played.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "reason", Usage: "the reason: `TEXT` for the journal"},
			&urfave.BoolFlag{Name: "annul", Usage: "let all games of the team count for nobody, those that were played, too"}, KeyFlag(),
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
		fmt.Fprintf(a.Err, "team %s has no open games: nothing changes, as games that were played stay as they are; it would lose only to a team "+
			"that is added later. --annul has all its games count for nobody\n", label)
	}
	a.next(c, t)
	return nil
}
