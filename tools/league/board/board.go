// Package board is the page of a league on many machines: tables, games and workers, as they are now. It knows no network but
// that of browsers: who has the results tells it of them.
//
// What pages show is computed by Run, now and then, and kept: a visitor waits for no computation, however many games there are.
package board

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/job"
	"github.com/gridiron-games/gridiron/kernel/league"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/tournament"
)

// Options are what a board is made by.
type Options struct {
	Open  bool     // everybody who reaches the page may see it; otherwise a token is needed
	Hosts []string // names by which browsers may call it, beside addresses and localhost

	// Visitor says who shows a token; false: nobody knows it.
	Visitor func(token string) (Visitor, bool)

	// Record returns the record of a finished game, Page the page that shows a record of a game of that kind. Without them games
	// are listed only.
	Record func(ctx context.Context, league, id string) ([]byte, error)
	Page   func(ctx context.Context, game string, record []byte) ([]byte, error)

	Sheets map[string]string // the symbols of the games' pictures, by game: a scene.Board's Sheet
}

// Visitor is who looks at the page.
type Visitor struct {
	Team  string // its own team, whose output it sees; "": none
	Admin bool   // sees the output of all teams
}

// sees reports whether a visitor may see what the bot of a team printed.
func (v Visitor) sees(team string) bool { return v.Admin || v.Team != "" && v.Team == team }

// Result is what came of a game.
type Result struct {
	Line   *record.Line // nil: the game counts for nobody
	Void   string       // then: why
	Worker string       // who played it
	At     time.Time    // when it was kept
}

// Worker is one that lives.
type Worker struct {
	Name   string
	Slots  int // games at the same time
	Busy   int
	Played int       // since it began
	Since  time.Time // when it began
	Games  []string  // that it plays, with their versions
	Now    []Running // games that are played
	Barred string    // why its results do not count; "": they do
}

// Running is a game that is being played.
type Running struct{ League, ID string }

// Queue is the games of one kind that wait.
type Queue struct {
	Name    string // the game, with the version of its rules
	Waiting int
	Playing int // handed out to a worker
}

// ErrUnknown is the error of a league or a game that the board does not know.
var ErrUnknown = errors.New("not known here")

// Board is the page. Its methods may be called from several goroutines.
type Board struct {
	options Options
	replays replays

	mu      sync.Mutex
	leagues map[string]*contest
	workers []Worker
	queues  []Queue
	rates   map[string]*meter // by worker
	front   *frontView        // what the first page shows
}

// New returns a board that knows no league yet.
func New(o Options) *Board {
	b := &Board{options: o, leagues: map[string]*contest{}, rates: map[string]*meter{}, front: &frontView{}}
	b.replays = newReplays(o.Page)
	return b
}

// Begin tells of a league. game has the name, rules and seats of the game. One that is known already stays as it is.
func (b *Board) Begin(name string, game *match.Bound, h tournament.Head) error {
	if b.contest(name) != nil {
		return nil
	}
	c, err := newContest(name, game, h, nil)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.leagues[name] == nil {
		b.leagues[name] = c
	}
	return nil
}

// Happen tells of a change of a league's plan, in the order in which they happened.
func (b *Board) Happen(name string, e tournament.Event) error {
	c := b.contest(name)
	if c == nil {
		return ErrUnknown
	}
	return c.happen(e)
}

// Again forgets the games of a league, which is told of them anew.
func (b *Board) Again(name string) error {
	old := b.contest(name)
	if old == nil {
		return ErrUnknown
	}
	old.plan.Lock()
	events := old.events
	old.plan.Unlock()
	c, err := newContest(name, old.game, old.head, events)
	if err != nil {
		return err
	}
	old.mu.Lock()
	c.paused = old.paused
	old.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.leagues[name] = c
	return nil
}

// contest returns a league; nil if there is none of that name.
func (b *Board) contest(name string) *contest {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.leagues[name]
}

// Pause tells whether a league is paused.
func (b *Board) Pause(name string, paused bool) {
	if c := b.contest(name); c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.dirty = c.dirty || c.paused != paused
		c.paused = paused
	}
}

// Job returns the job of a league with an id; false if there is none, or its plan has not issued it yet.
func (b *Board) Job(name, id string) (j job.Job, ok bool) {
	c := b.contest(name)
	if c == nil {
		return j, false
	}
	c.plan.Lock()
	defer c.plan.Unlock()
	p, ok := c.follower.Pairing(id)
	if !ok {
		return j, false
	}
	return c.follower.Job(p), true
}

// Played returns how many games of a league were played, as far as the board was told; those that count for nobody are none.
func (b *Board) Played(name string) (n int) {
	if c := b.contest(name); c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, g := range c.games {
			if g.winner != league.Void {
				n++
			}
		}
	}
	return n
}

// Issued returns how many games the plan of a league has issued so far.
func (b *Board) Issued(name string) int {
	c := b.contest(name)
	if c == nil {
		return 0
	}
	c.plan.Lock()
	defer c.plan.Unlock()
	return c.follower.Issued()
}

// Add tells of a game that was played. Another result of a game that is known takes the place of the first one. The error is
// ErrUnknown where there is no such game yet.
func (b *Board) Add(name, id string, r Result) error {
	c := b.contest(name)
	if c == nil {
		return ErrUnknown
	}
	if err := c.add(id, r); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.rates[r.Worker]
	if m == nil && len(b.rates) < maxWorkers {
		m = &meter{}
		b.rates[r.Worker] = m
	}
	m.add(r.At)
	return nil
}

// Limits on what a page shows.
const (
	maxWorkers = 1000
	maxName    = 60
	maxText    = 300
)

// Workers tells who lives.
func (b *Board) Workers(list []Worker) {
	list = slices.Clone(list[:min(len(list), maxWorkers)])
	slices.SortFunc(list, func(x, y Worker) int { return strings.Compare(x.Name, y.Name) })
	for i := range list {
		w := &list[i]
		w.Name, w.Barred, w.Games = scene.Text(w.Name, maxName), scene.Text(w.Barred, maxText), slices.Clone(w.Games)
		for k := range w.Games {
			w.Games[k] = scene.Text(w.Games[k], 80)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.workers = list
}

// Queues tells what waits.
func (b *Board) Queues(list []Queue) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queues = slices.Clone(list)
}

// lookEvery is how often Run looks whether there is news; a page that is open asks about as often.
const lookEvery = time.Second

// Run keeps what pages show up to date until ctx is done.
func (b *Board) Run(ctx context.Context) {
	for tick := time.NewTicker(lookEvery); ; {
		b.refresh(time.Now())
		select {
		case <-tick.C:
		case <-ctx.Done():
			tick.Stop()
			return
		}
	}
}

// refresh makes new views of what has changed.
func (b *Board) refresh(now time.Time) {
	b.mu.Lock()
	list := make([]*contest, 0, len(b.leagues))
	for _, c := range b.leagues {
		list = append(list, c)
	}
	running := map[string][]string{}
	for _, w := range b.workers {
		for _, r := range w.Now {
			running[r.League] = append(running[r.League], r.ID)
		}
	}
	b.mu.Unlock()
	slices.SortFunc(list, func(x, y *contest) int { return strings.Compare(x.name, y.name) })
	for _, c := range list {
		c.refresh(now, running[c.name])
	}
	b.lookAround(now, list)
}

// outcomeWord says in a word how a game ended, for everybody: without what a program said.
func outcomeWord(o league.Outcome, line *record.Line) string {
	switch {
	case line == nil:
		return "not played"
	case o.Default:
		return o.Reason
	}
	return line.Reason
}
