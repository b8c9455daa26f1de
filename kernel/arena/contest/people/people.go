// Package people lets people play in tournaments, at the keyboard.
package people

import (
	"context"
	"errors"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Read reads the settings for people, who play at the keyboard, one game after the other.
func Read(c *urfave.Context, h *tournament.Head) error {
	t := tournament.Tournament{Head: *h}
	if !t.People() {
		for _, f := range cli.HumanFlags() {
			if name := f.Names()[0]; c.IsSet(name) {
				return cli.Usagef("flag --%s: want a team that is %s", name, tournament.Human)
			}
		}
		return nil
	}
	budget, err := cli.HumanControl(c)
	if err != nil {
		return err
	}
	if budget != (timer.Control{}) {
		h.Human = &budget
	}
	h.Strict = c.Bool("strict")
	return Alone(c)
}

// Alone returns an error if games are to be played at the same time.
func Alone(c *urfave.Context) error {
	if n := cli.Number(c, "concurrency"); c.IsSet("concurrency") && n > 1 {
		return cli.Usagef("flag --concurrency: %d games at the same time with a person at the keyboard: want 1", n)
	}
	return nil
}

// Seat lets the person at the keyboard play, and shows the games of people.
func Seat(a *cli.App, c *urfave.Context, t *tournament.Tournament, run *tournament.Run) {
	console := &term.Person{Terminal: a.Terminal, To: a.Out, Example: a.Game.Example, Rated: true}
	if c.Bool("json") {
		console.To = a.Err // standard output stays clean
	}
	if t.Strict {
		a.JudgePeople()
	}
	run.Maker.Human = func() (*match.Player, error) { return a.Person(console), nil }
	stand := run.Watch
	run.Watch = func(p league.Pairing) match.Observer {
		var watching watchers
		if stand != nil {
			if o := stand(p); o != nil {
				watching = append(watching, o)
			}
		}
		screen := &term.Screen{Terminal: a.Terminal, Seats: a.Game.Titles, Hidden: c.Bool("json")}
		if a.Interactive() {
			screen.Pacer.Pace = a.Pace
		}
		var who []string
		people, teams := false, t.All()
		for seat, i := range p.Teams {
			person := teams[i].Spec == tournament.Human
			people, screen.People = people || person, append(screen.People, person)
			who = append(who, a.Game.Titles[seat]+" "+teams[i].Label)
		}
		if people {
			fmt.Fprintf(console.To, "game %d: %s\n", p.N, strings.Join(who, ", "))
			watching = append(watching, screen)
		}
		if len(watching) == 0 {
			return nil
		}
		return watching
	}
}

// watchers are observers of the same game.
type watchers []match.Observer

// Asked implements match.Observer.
func (w watchers) Asked(ctx context.Context, s *match.Snapshot) error {
	for _, o := range w {
		if err := o.Asked(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// Answered implements match.Observer.
func (w watchers) Answered(s *match.Snapshot) error {
	var errs []error
	for _, o := range w {
		errs = append(errs, o.Answered(s))
	}
	return errors.Join(errs...)
}

// Ended implements match.Observer.
func (w watchers) Ended(s *match.Snapshot) error {
	var errs []error
	for _, o := range w {
		errs = append(errs, o.Ended(s))
	}
	return errors.Join(errs...)
}
