package contest

import (
	"fmt"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/league"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/tournament"
)

// Stand is where people see a tournament: kernel/verbs/publish has one.
type Stand struct {
	Flags []urfave.Flag // of run and resume
	// Open opens the stand that the flags ask for; nil if they do not.
	Open func(c *urfave.Context) (*Show, error)
	// Verbs are further verbs of tournaments.
	Verbs []*urfave.Command
}

// Show is a stand that is open.
type Show struct {
	// Begin shows a tournament.
	Begin func(t *tournament.Tournament) error
	// Watch returns who watches a game that begins.
	Watch func(league.Pairing) match.Observer
	// Stay returns when nobody is to look any more. It is called when all games are played and the table is printed.
	Stay func()
	// Close closes the stand.
	Close func()
}

// show opens the stand; without one nobody watches.
func (a tournaments) show(c *urfave.Context) (*Show, error) {
	if a.stand.Open != nil {
		if s, err := a.stand.Open(c); s != nil || err != nil {
			return s, err
		}
	}
	return &Show{Begin: func(*tournament.Tournament) error { return nil }, Stay: func() {}, Close: func() {}}, nil
}

// statusCommand is the verb tournament status.
func (a tournaments) statusCommand() *urfave.Command {
	return &urfave.Command{
		Name: "status", Usage: "how far a tournament is",
		UsageText: a.Game.Name + " tournament status DIR",
		Action: func(c *urfave.Context) error {
			t, err := a.load(c)
			if err != nil {
				return err
			}
			played, all, err := t.Progress()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "%d of %d games played\n", played, all)
			return err
		},
	}
}

// standingsCommand is the verb tournament standings.
func (a tournaments) standingsCommand(forms []urfave.Flag) *urfave.Command {
	return &urfave.Command{
		Name: "standings", Usage: "the table of a tournament, finished or not",
		UsageText: fmt.Sprintf("%[1]s tournament standings DIR\n\nA scheme is BOT=POINTS, or BOT=POINTS@SHARE%% where more than half of "+
			"the points\ndoes not suffice, with commas or on lines of a file. Example:\n\n"+
			"  %[1]s tournament standings %[1]s-tournament --grades %[2]s=40,%[3]s=60", a.Game.Name, a.Game.Bots[0].Name, a.Game.Strongest()),
		Flags: append(slices.Clone(forms), &urfave.StringFlag{
			Name: "grades", Usage: "print as CSV what each team gets for the bots that it beats; `SCHEME` is a file or the scheme itself",
		}),
		Action: func(c *urfave.Context) error {
			t, err := a.load(c)
			if err != nil {
				return err
			}
			if c.IsSet("grades") {
				return a.printGrades(c, t)
			}
			if err := a.printTable(c, t); err != nil {
				return err
			}
			return a.printHash(c, t)
		},
	}
}
