package tournament

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/folder"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
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

// hide hides the tournament's folder from its programs: journal and records have the seeds of games.
func (t *Tournament) hide(m *match.Maker) {
	journal := path(t.Dir)
	m.Start.Jail.Hide = []string{t.Dir, journal, league.BadPath(journal), filepath.Join(t.Dir, "games")}
}

// Try starts every team that still has games, whatever kind of player it is. A team that cannot be started is passed to absent:
// if that returns nil, the team loses its games by default from now on; otherwise Try returns the error. Before Begin, a team
// without a label gets the name that its program gives itself.
func (t *Tournament) Try(ctx context.Context, m match.Maker, absent func(*AbsentError) error) error {
	s, err := t.Schedule()
	if err != nil {
		return err
	}
	t.hide(&m)
	m.Start.Patience = t.Patience
	names := make([]string, len(t.Teams))
	for i, team := range t.All() {
		if team.Spec == Human || !t.plays(s, i) {
			continue
		}
		p, err := t.game.Player(team.Spec, m)
		if err != nil {
			return err
		}
		if p.Meet(ctx); i < len(names) {
			names[i] = p.Name()
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
			if err := absent(&AbsentError{team.Label, reason(err, stderr)}); err != nil {
				return err
			}
			if err := t.forfeit(s, i, "it cannot be started"); err != nil {
				return err
			}
		}
	}
	if t.journal == nil {
		t.Teams = called(t.Teams, names)
	}
	return nil
}

// called returns the teams with the names that their programs give themselves.
func called(teams []Team, names []string) []Team {
	var list []job.Team
	for _, t := range teams {
		list = append(list, job.Team{Label: t.Label, Spec: t.Spec})
	}
	list = job.Called(list, names)
	teams = slices.Clone(teams)
	for i := range teams {
		teams[i].Label = list[i].Label
	}
	return teams
}

// plays reports whether a team may still have a game.
func (t *Tournament) plays(s *plan.Schedule, team int) bool {
	if t.gone(team) || s.Out(team) {
		return false
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

// Run says how the games that have not been played are to be played.
type Run struct {
	Maker       match.Maker
	Concurrency int
	Note        func(team, note string)  // is called with each forgiven irregularity of a team; may be nil
	Finished    func(*record.Line)       // is called with each game when it is over; may be nil
	Skipped     func(Skip)               // is called with each game given up because the process dies in it; may be nil
	Report      func(*record.Line) error // is called with the games in order of issue, with those of earlier runs; may be nil
	// Planned is called whenever the plan knows better how many games there will be in all, and never while Finished is; may be
	// nil.
	Planned func(games int)
	// Void is called with each game that counts for neither team, before the journal has it; may be nil.
	Void func(id, reason string) error
	// Watch returns the observer of a game that begins, or nil; may be nil.
	Watch func(league.Pairing) match.Observer

	// Events change the league while it is played, one after the other. A run with events does not end by itself; nil: there are
	// no events.
	Events <-chan func(*Live) error
	// Spec returns the player to start for the player of a team in the journal; nil: they are the same.
	Spec func(spec string) string
	// Slots has a place for every game that may be played at the same time, for callers that share processors with the run; nil:
	// there are always enough places.
	Slots chan struct{}
	// Games is the largest number of games to play, even if more are left; 0: no limit.
	Games int
	// Records is how many records are kept, the latest ones; 0: all.
	Records int
	// Guarded ends the run with a *ChangedError if a team's program changes while games are played.
	Guarded bool
}

// VoidError is the error of a game that can never be played, for example because the process that played it died each time: it
// counts for neither team.
type VoidError struct{ Reason string }

func (e *VoidError) Error() string { return e.Reason }

// errEnough ends a run that has played Run.Games.
var errEnough = errors.New("enough games were played")

// Run plays until the plan is finished. Finished games are kept, even if there is an error.
func (t *Tournament) Run(ctx context.Context, r Run) error {
	s, err := t.fresh()
	if err != nil {
		return err
	}
	if r.Guarded { // what Try has changed
		if err := t.look(t.numbers()); err != nil {
			return err
		}
	}
	watch, err := t.deaths.Watch(t.Dir)
	if err != nil {
		return err
	}
	defer watch.Close()
	t.hide(&r.Maker)
	p := &playing{Tournament: t, with: r, watch: watch, enough: make(chan struct{})}
	issued := s.Issued()
	runner := league.Runner{
		Plan: s, Concurrency: r.Concurrency, Done: t.outcome, Play: p.play,
		Report: func(p league.Pairing, _ league.Outcome) error {
			if n := s.Issued(); n != issued && r.Planned != nil {
				issued = n
				t.mu.Lock()
				r.Planned(s.Expected())
				t.mu.Unlock()
			}
			if line := t.Line(p); line != nil && r.Report != nil {
				return r.Report(line)
			}
			return nil
		},
	}
	if r.Events != nil {
		events := make(chan func() error)
		runner.Events = events
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		go func() {
			for {
				select {
				case event := <-r.Events:
					select {
					case events <- func() error { return event(&Live{t, s}) }:
					case <-ctx.Done():
						return
					}
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	err = runner.Run(ctx)
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// playing is a run in progress. Its methods are called by many games at the same time.
type playing struct {
	*Tournament
	with   Run
	watch  *folder.Watch
	count  sync.Mutex // guards the fields below
	begun  int
	ended  int
	enough chan struct{} // closed when Run.Games are over
}

// play plays a game and writes its outcome to the journal.
func (r *playing) play(ctx context.Context, p league.Pairing) (o league.Outcome, err error) {
	id := r.Job(p).ID
	if r.left(p) {
		return r.giveUp(p, id, "a team has left")
	}
	if died := r.deaths.Last(id); died != nil {
		if r.with.Skipped != nil {
			r.with.Skipped(r.skip(p, died))
		}
		return r.giveUp(p, id, "the process died during it: "+died.Error)
	}
	defer r.watch.Wait(id)()
	if err := r.enter(ctx); err != nil {
		return o, err
	}
	defer r.leave()
	if err := r.watch.Begin(id); err != nil {
		return o, err
	}
	defer r.watch.End(id)
	line, err := r.record(ctx, p)
	if r.with.Guarded {
		if changed := r.look(p.Teams); changed != nil {
			return o, changed
		}
	}
	if void, ok := errors.AsType[*VoidError](err); ok {
		return r.giveUp(p, id, clean.Line(void.Reason, clean.MaxDetail))
	}
	if err != nil {
		return o, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.journal.Append(gameLine{line, line.Hash}); err != nil {
		return o, err
	}
	r.keep(line)
	r.drop(p.N - r.with.Records)
	if r.with.Finished != nil {
		r.with.Finished(line)
	}
	return r.outcomeOf(p, line), nil
}

// enter waits until a game may begin. The error says that enough games were played.
func (r *playing) enter(ctx context.Context) error {
	r.count.Lock()
	full := r.with.Games > 0 && r.begun >= r.with.Games
	if !full {
		r.begun++
	}
	r.count.Unlock()
	if full {
		select {
		case <-r.enough:
			return errEnough
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if r.with.Slots == nil {
		return nil
	}
	select {
	case r.with.Slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// leave makes room for the next game.
func (r *playing) leave() {
	if r.with.Slots != nil {
		<-r.with.Slots
	}
	r.count.Lock()
	defer r.count.Unlock()
	if r.ended++; r.ended == r.with.Games {
		close(r.enough)
	}
}

// drop removes the record of an old game if only the latest are kept.
func (r *playing) drop(n int) {
	if r.with.Records == 0 || n < 1 {
		return
	}
	old, err := filepath.Glob(filepath.Join(r.Dir, "games", fmt.Sprintf("%04d-*.jsonl", n)))
	if err != nil {
		return
	}
	for _, name := range old {
		os.Remove(name) // a file that cannot be removed only takes up space
	}
}

// giveUp lets a game count for neither team.
func (r *playing) giveUp(p league.Pairing, id, reason string) (o league.Outcome, err error) {
	if r.with.Void != nil {
		if err := r.with.Void(id, reason); err != nil {
			return o, err
		}
	}
	return r.void(p, id, reason)
}

// void writes to the journal that a game counts for neither team.
func (t *Tournament) void(p league.Pairing, id, reason string) (league.Outcome, error) {
	v := void{Type: "void", ID: id, N: p.N, Reason: reason}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.journal.Append(v); err != nil {
		return league.Outcome{}, err
	}
	t.voids[id] = v
	return league.Outcome{N: p.N, Winner: league.Void, Reason: reason}, nil
}

// record plays one game with players of its own.
func (r *playing) record(ctx context.Context, p league.Pairing) (*record.Line, error) {
	job := r.Job(p)
	if r.with.Spec != nil {
		for i := range job.Seats {
			job.Seats[i].Spec = r.with.Spec(job.Seats[i].Spec)
		}
	}
	name := r.recordName(p, &job)
	file, err := os.Create(filepath.Join(r.Dir, name)) // a game that was interrupted is played again
	if err != nil {
		return nil, err
	}
	defer file.Close()
	seating := match.Seating{Record: file, Maker: r.with.Maker}
	if r.with.Note != nil {
		seating.Note = func(seat int, note string) { r.with.Note(job.Seats[seat].Label, note) }
	}
	if r.with.Watch != nil {
		if o := r.with.Watch(p); o != nil {
			seating.Observers = append(seating.Observers, o)
		}
	}
	line, err := r.game.Play(ctx, job, seating)
	if err != nil {
		return nil, err
	}
	line.N, line.Record = p.N, &name
	// The record is on the disk before the journal's line says so.
	return line, errors.Join(file.Sync(), file.Close(), league.SyncDir(filepath.Join(r.Dir, "games")))
}

// reason is why a team cannot be started, with the last line that its program wrote to standard error.
func reason(err error, stderr string) error {
	var fault *turn.Fault
	if errors.As(err, &fault) && fault.Detail != "" {
		err = errors.New(fault.Detail)
	}
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	if last := clean.Line(lines[len(lines)-1], 200); last != "" && !strings.Contains(err.Error(), last) {
		err = fmt.Errorf("%w: %s", err, last)
	}
	return err
}
