// Package board is the page of leagues on many machines, with the current tables, games and workers. It connects to no server:
// the caller passes it the results.
//
// Run computes the contents of pages from time to time and keeps them: a visitor does not wait for that, however many games there
// are.
package board

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Options are the settings of a board.
type Options struct {
	Open  bool     // everybody who reaches the page may see it; otherwise a token is needed
	Hosts []string // further host names that requests may use, see web.Guard

	// Visitor returns the visitor whom a token identifies; false: the token is not valid.
	Visitor func(token string) (Visitor, bool)

	// Record returns the record of a finished game, Page an HTML page that replays a record of a game. Without them games are
	// only listed.
	Record func(ctx context.Context, league, id string) ([]byte, error)
	Page   func(ctx context.Context, game string, record []byte) ([]byte, error)

	Sheets map[string]string // the symbols of the games' pictures, by game: a scene.Board's Sheet
}

// Visitor is somebody who views the page.
type Visitor struct {
	Team  string // the visitor's team, whose output is shown; "": none
	Admin bool   // the output of all teams is shown
}

// sees reports whether a visitor may see what the bot of a team printed.
func (v Visitor) sees(team string) bool { return v.Admin || v.Team != "" && v.Team == team }

// Result is the result of a game.
type Result struct {
	Line   *record.Line // nil: the game counts for nobody
	Void   string       // why, if Line is nil
	Worker string       // that played it
	At     time.Time    // when the server stored it
}

// Worker is a worker that is connected.
type Worker struct {
	Name   string
	Slots  int // games at the same time
	Busy   int
	Played int       // since it started
	Since  time.Time // when it started
	Games  []string  // that it can play, with their versions
	Now    []Running // games that it is playing
	Barred string    // why its results do not count; "": they do
}

// Running is a game that is being played.
type Running struct{ League, ID string }

// Queue counts the games of one kind that wait or are being played.
type Queue struct {
	Name    string // the game, with the version of its rules and the priority
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

// Begin adds a league. game has the name, rules and seats of the game. A league that the board has already stays as it is.
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

// Happen adds a change of a league's plan. Changes must be added in the order in which they happened.
func (b *Board) Happen(name string, e tournament.Event) error {
	c := b.contest(name)
	if c == nil {
		return ErrUnknown
	}
	return c.happen(e)
}

// Again forgets the games of a league. The caller adds them again.
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

// Pause sets whether a league is paused.
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

// Played returns how many finished games of a league the board has, without those that count for nobody.
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

// Add adds a finished game. A second result of a game replaces the first one. The error is ErrUnknown if there is no such league,
// or no such game yet.
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

// Workers sets the connected workers.
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

// Queues sets the queues of games.
func (b *Board) Queues(list []Queue) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queues = slices.Clone(list)
}

// lookEvery is how often Run checks whether there is news; an open page asks less often.
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

// outcomeWord says in a word how a game ended. Everybody may see it: it contains nothing that a program printed.
func outcomeWord(o league.Outcome, line *record.Line) string {
	switch {
	case line == nil:
		return "not played"
	case o.Default:
		return o.Reason
	}
	return line.Reason
}
