package tournament

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/league"
	"github.com/gridiron-games/gridiron/kernel/league/plan"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// AbsentError is the error of a team that cannot be started.
type AbsentError struct {
	Team string
	Err  error
}

func (e *AbsentError) Error() string {
	return fmt.Sprintf("team %s cannot be started: %v", e.Team, e.Err)
}
func (e *AbsentError) Unwrap() error { return e.Err }

// Try starts every team that still has games, of any kind. A team that cannot be started is an *AbsentError unless absent takes
// it: then its games are defaults from now on.
func (t *Tournament) Try(ctx context.Context, m match.Maker, absent func(*AbsentError) error) error {
	s, err := t.Schedule()
	if err != nil {
		return err
	}
	for i, team := range t.All() {
		if !t.plays(s, i) {
			continue
		}
		p, err := t.game.Player(team.Spec, m)
		if err != nil {
			return err
		}
		err = t.game.Try(ctx, t.First(), p)
		stderr := p.Stderr()
		p.Close()
		var setup *match.SetupError
		switch {
		case err == nil:
		case errors.As(err, &setup) || ctx.Err() != nil:
			return err
		default:
			if err := absent(&AbsentError{team.Label, fmt.Errorf("%w%s", err, last(stderr))}); err != nil {
				return err
			}
			if err := t.forfeit(s, i, "it cannot be started"); err != nil {
				return err
			}
		}
	}
	return nil
}

// plays reports whether a team may still have a game.
func (t *Tournament) plays(s *plan.Schedule, team int) bool {
	for _, e := range t.events {
		if e.Type == plan.Forfeit && e.Team == team {
			return false
		}
	}
	finished := true
	for _, p := range s.Pairings() {
		if s.Open(p.N) {
			finished = false
			for _, i := range p.Teams {
				if i == team {
					return true
				}
			}
		}
	}
	return !finished && t.Plan != nil && t.Plan.Plan != plan.RoundRobin && t.Plan.Plan != plan.Gauntlet
}

// Run plays the games that were not played.
type Run struct {
	Maker       match.Maker
	Concurrency int
	Note        func(team, note string)  // hears what was odd about a team but forgiven; may be nil
	Finished    func(*record.Line)       // hears of each game when it is over; may be nil
	Report      func(*record.Line) error // is told the games in the order of issue, those of an earlier run included; may be nil
	// Watch returns who watches a game that begins, nil for nobody; may be nil.
	Watch func(league.Pairing) match.Observer
}

// Run plays until the plan is finished. What was played stays, whatever the error.
func (t *Tournament) Run(ctx context.Context, r Run) error {
	s, err := t.fresh()
	if err != nil {
		return err
	}
	var mu sync.Mutex // guards the journal, and Finished
	runner := league.Runner{
		Plan: s, Concurrency: r.Concurrency,
		Done: t.outcome,
		Play: func(ctx context.Context, p league.Pairing) (league.Outcome, error) {
			line, err := t.play(ctx, p, r)
			if err != nil {
				return league.Outcome{}, err
			}
			mu.Lock()
			defer mu.Unlock()
			if err := t.journal.Append(gameLine{line, line.Hash}); err != nil {
				return league.Outcome{}, err
			}
			t.keep(line)
			if r.Finished != nil {
				r.Finished(line)
			}
			return t.outcomeOf(p, line), nil
		},
		Report: func(p league.Pairing, _ league.Outcome) error {
			line := t.Line(p)
			if line == nil || r.Report == nil {
				return nil
			}
			return r.Report(line)
		},
	}
	return runner.Run(ctx)
}

// play plays one game with players of its own.
func (t *Tournament) play(ctx context.Context, p league.Pairing, r Run) (*record.Line, error) {
	job := t.Job(p)
	name := filepath.Join("games", fmt.Sprintf("%04d-%s.jsonl", p.N, job.ID))
	file, err := os.Create(filepath.Join(t.Dir, name)) // what an interrupted run left of this game is played again
	if err != nil {
		return nil, err
	}
	defer file.Close()
	seating := match.Seating{Record: file, Maker: r.Maker}
	if r.Note != nil {
		seating.Note = func(seat int, note string) { r.Note(job.Seats[seat].Label, note) }
	}
	if r.Watch != nil {
		if o := r.Watch(p); o != nil {
			seating.Observers = append(seating.Observers, o)
		}
	}
	line, err := t.game.Play(ctx, job, seating)
	if err != nil {
		return nil, err
	}
	line.N, line.Record = p.N, &name
	// The record is on the disk before the journal's line says so.
	return line, errors.Join(file.Sync(), file.Close(), league.SyncDir(filepath.Join(t.Dir, "games")))
}

// last returns the last line that a program wrote to standard error, to be put behind an error.
func last(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	if line := clean.Line(lines[len(lines)-1], 200); line != "" {
		return ": " + line
	}
	return ""
}
