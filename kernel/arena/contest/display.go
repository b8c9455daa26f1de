package contest

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
)

// Display shows a tournament to people; kernel/arena/contest/publish has one.
type Display struct {
	Flags []urfave.Flag // of the verbs run and resume
	// Open opens the display if the flags ask for one; otherwise it returns nil.
	Open func(c *urfave.Context) (*Show, error)
	// Verbs are further verbs of tournaments.
	Verbs []*urfave.Command
}

// Show is a display that is open.
type Show struct {
	// Begin shows a tournament.
	Begin func(t *tournament.Tournament) error
	// Watch returns the observer of a game that begins.
	Watch func(league.Pairing) match.Observer
	// Stay returns when no visitor needs the display any more. It is called after all games are played and the table is printed.
	Stay func()
	// Close closes the display.
	Close func()
}

// show opens the display; without a display the games are not shown.
func (a tournaments) show(c *urfave.Context) (*Show, error) {
	if a.display.Open != nil {
		if s, err := a.display.Open(c); s != nil || err != nil {
			return s, err
		}
	}
	return &Show{Begin: func(*tournament.Tournament) error { return nil }, Stay: func() {}, Close: func() {}}, nil
}

// statusCommand is the verb tournament status.
func (a tournaments) statusCommand() *urfave.Command {
	return &urfave.Command{
		Name: "status", Usage: "show how many games of a tournament have been played",
		UsageText: a.Game.Name + " tournament status DIR", Flags: []urfave.Flag{KeyFlag()},
		Action: func(c *urfave.Context) error {
			t, _, err := Load(a.App, c)
			if err != nil {
				return err
			}
			played, all, err := t.Progress()
			if err != nil {
				return err
			}
			text := fmt.Sprintf("%d of %d games played\n", played, all)
			if t.IsLadder() { // it has no last game
				text = fmt.Sprintf("%d games played\n", played)
			}
			_, err = fmt.Fprint(a.Out, text)
			return err
		},
	}
}
