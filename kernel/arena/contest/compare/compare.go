// Package compare finds out whether one bot is better than another by pairs of games, played until a test is sure.
package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/book"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Comparison says what is compared, and how.
type Comparison struct {
	Game     *match.Bound
	Maker    match.Maker
	New, Old job.Team
	Patience time.Duration // see job.Job
	Setup    match.Setup   // of all games; the seeds of the pairs are derived from its seed
	Book     book.Book     // of the pairs, one after the other; empty: openings are drawn
	Opening  int           // rounds of random moves of a drawn opening; 0: all pairs begin with Setup
	Test     rating.SPRT
	Pairs    int // the maximum
	Losses   int // how many records of New's worst losses are kept

	Concurrency int                         // games at the same time; 0 is 1
	Note        func(team, note string)     // is called with what was unusual about a player but forgiven; may be nil
	Finished    func(*record.Line, *Result) // is called with every game that counts, and the result so far; may be nil
	Skipped     func(Skip)                  // is called with every game given up because the process dies in it; may be nil

	kept *kept // nil: nothing is kept; see Keep
}

// Stale is the number of pairs in a row, all of them repeats of earlier games, after which a comparison gives up.
const Stale = 8

// run is a comparison in progress. It is the league.Plan of the games: outcomes count in the order of issue, so that it does not
// depend on the machine which of two equal games is the repeated one.
type run struct {
	*Comparison
	*plan.Schedule
	result *Result

	next  int                    // pairing that counts next
	held  map[int]league.Outcome // outcomes that wait for those before them
	seen  map[string]bool        // games that were played, by what happened in them
	stale int                    // games in a row that were played before

	mu    sync.Mutex
	games map[int]*game      // finished, by pairing, until they count
	start map[int]*beginning // by start of the plan
}

// game is a finished game.
type game struct {
	line   *record.Line
	record []byte // nil: it is at the path
	path   string // "": it is not kept
	print  string // equal for games in which the same happened
	skip   *Skip  // the game was given up: nothing else is known
}

// beginning is the start of a pair, drawn once.
type beginning struct {
	sync.Once
	setup match.Setup
	err   error
}

// Run plays until the test is sure or all pairs are played. If ctx is done before, it returns the result of the games so far
// together with the error. Games that are in the folder of Keep or Resume are not played again.
func (c *Comparison) Run(ctx context.Context) (*Result, error) {
	if c.kept == nil {
		return c.run(ctx, (*run).play)
	}
	var err error
	if c.kept.watch, err = c.kept.deaths.Watch(c.kept.dir); err != nil {
		return nil, err
	}
	defer c.kept.watch.Close()
	return c.run(ctx, (*run).keep)
}

// playing plays a pairing.
type playing func(*run, context.Context, league.Pairing) (league.Outcome, error)

// errOpen ends a run at the first game whose outcome is not known.
var errOpen = errors.New("there are games to be played")

// Progress returns the result of the games in the folder of Keep or Resume; over is true if no more games are to be played.
func (c *Comparison) Progress(ctx context.Context) (r *Result, over bool, err error) {
	silent := *c
	silent.Finished, silent.Skipped = nil, nil
	r, err = silent.run(ctx, func(*run, context.Context, league.Pairing) (o league.Outcome, err error) { return o, errOpen })
	if errors.Is(err, errOpen) {
		return r, false, nil
	}
	return r, err == nil, err
}

// run plays the games whose outcome is not known, with play.
func (c *Comparison) run(ctx context.Context, play playing) (*Result, error) {
	if c.Setup.Options == nil {
		c.Setup.Options = match.Params{}
	}
	if err := c.Vary(); err != nil {
		return nil, err
	}
	ahead := max(8, c.Concurrency)
	schedule, err := plan.New(2, plan.Settings{Plan: plan.SPRT, Pairs: c.Pairs, Test: &c.Test, Ahead: ahead})
	if err != nil {
		return nil, err
	}
	r := &run{
		Comparison: c, Schedule: schedule, result: newResult(c), next: 1, held: map[int]league.Outcome{}, seen: map[string]bool{},
		games: map[int]*game{}, start: map[int]*beginning{},
	}
	runner := league.Runner{
		Plan: r, Concurrency: c.Concurrency, Done: r.known,
		Play: func(ctx context.Context, p league.Pairing) (league.Outcome, error) { return play(r, ctx, p) },
	}
	err = runner.Run(ctx)
	r.result.read()
	r.result.settle(c.Test, r.stale >= 2*Stale)
	return r.result, err
}

// Try opens both players for a game. The error says which of them cannot play, and why. From then on, players without a label go
// by the names that their programs give themselves.
func (c *Comparison) Try(ctx context.Context) error {
	teams, names := []job.Team{c.New, c.Old}, []string{}
	c.Maker.Start.Patience = c.Patience
	for _, team := range teams {
		p, err := c.Game.Player(team.Spec, c.Maker)
		if err != nil {
			return err
		}
		p.Meet(ctx)
		names = append(names, p.Name())
		err = c.Game.Try(ctx, match.Setup{Start: c.Book.Setup(c.Setup, 0).Start, Seed: c.Setup.Seed, Options: c.Setup.Options}, p)
		p.Close()
		var setup *match.SetupError
		if errors.As(err, &setup) || ctx.Err() != nil {
			return err
		}
		if err != nil {
			return fmt.Errorf("player %s cannot be started: %w", team.Label, err)
		}
	}
	teams = job.Called(teams, names)
	c.New, c.Old = teams[0], teams[1]
	return nil
}

// Issue implements league.Plan. It stops when the same games are played again and again, because more of them would not change
// the result.
func (r *run) Issue() ([]league.Pairing, bool) {
	pairings, finished := r.Schedule.Issue()
	return pairings, finished || r.stale >= 2*Stale
}

// Open reports whether an outcome is awaited.
func (r *run) Open(n int) bool {
	_, held := r.held[n]
	return !held && n >= r.next && r.Schedule.Open(n)
}

// Report implements league.Plan.
func (r *run) Report(o league.Outcome) {
	r.held[o.N] = o
	for {
		o, known := r.held[r.next]
		if !known {
			return
		}
		delete(r.held, r.next)
		r.mu.Lock()
		g := r.games[r.next]
		delete(r.games, r.next)
		r.mu.Unlock()
		r.next++
		if r.Schedule.Open(o.N) && r.stale < 2*Stale {
			r.count(o, g)
		}
	}
}

// count adds the next game to the result.
func (r *run) count(o league.Outcome, g *game) {
	switch {
	case g.skip != nil:
		r.result.Skipped = append(r.result.Skipped, *g.skip)
		if r.Skipped != nil {
			r.Skipped(*g.skip)
		}
	case r.seen[g.print]:
		o.Winner = league.Void
		r.stale++
		r.result.Repeated++
	default:
		r.seen[g.print] = true
		r.stale = 0
		r.result.add(r.Game.Seats, o, g)
	}
	r.Schedule.Report(o)
	r.result.Counts = league.Pairs(r.Schedule.Games(), 0, 1)
	if r.Finished != nil && g.skip == nil {
		r.result.settle(r.Test, false)
		r.Finished(g.line, r.result)
	}
}

// setup returns the start of a pair.
func (r *run) setup(ctx context.Context, k int) (match.Setup, error) {
	r.mu.Lock()
	b := r.start[k]
	if b == nil {
		b = &beginning{}
		r.start[k] = b
	}
	r.mu.Unlock()
	b.Do(func() { b.setup, b.err = r.Start(ctx, k) })
	return b.setup, b.err
}

// play plays a game that is not kept in a folder.
func (r *run) play(ctx context.Context, p league.Pairing) (o league.Outcome, err error) {
	g, err := r.game(ctx, p)
	if err != nil {
		return o, err
	}
	r.mu.Lock()
	r.games[p.N] = g
	r.mu.Unlock()
	return r.outcome(g.line), nil
}

// game plays a game.
func (r *run) game(ctx context.Context, p league.Pairing) (*game, error) {
	s, err := r.setup(ctx, p.Start)
	if err != nil {
		return nil, err
	}
	j := job.Job{Game: r.Game.Name, Rules: r.Game.Rules, Start: s.Start, Seed: s.Seed, Options: s.Options, Patience: r.Patience}
	j.Group = fmt.Sprint("game ", p.N) // NEW and OLD may be called the same: no two games have one id
	for _, i := range p.Teams {
		j.Seats = append(j.Seats, [2]job.Team{r.New, r.Old}[i])
	}
	var written bytes.Buffer
	seating := match.Seating{Record: &written, Maker: r.Maker}
	if r.Note != nil {
		seating.Note = func(seat int, note string) { r.Note(j.Seats[seat].Label, note) }
	}
	line, err := r.Game.Play(ctx, j, seating)
	if err != nil {
		return nil, err
	}
	line.N = p.N
	sum, err := signature(p.Teams, written.Bytes())
	return &game{line: line, record: written.Bytes(), print: sum}, err
}

// outcome returns the outcome of a finished game.
func (r *run) outcome(line *record.Line) league.Outcome {
	return league.OutcomeOf(line.N, r.Game.Seats, line)
}
