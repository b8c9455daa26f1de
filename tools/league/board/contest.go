package board

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// contest is a league. plan must not be locked while mu is held.
type contest struct {
	name string
	game *match.Bound
	head tournament.Head

	stage stage // the running games that are shown

	plan     sync.Mutex // guards what follows
	follower *tournament.Follower
	events   []tournament.Event        // that have changed the plan
	outcomes map[string]league.Outcome // of the plan's games, by the id of the job
	spare    map[string]spare          // results of games that the plan issued before it was restarted, and not again since

	mu      sync.Mutex // guards what follows, and is held for a moment only
	teams   []team     // by number
	games   map[int]*game
	order   []int // numbers of the finished games, in the order in which they ended
	wrongs  [][]wrong
	history history
	rate    meter
	paused  bool
	dirty   bool // there is news since the view was made
	view    *view
	cost    time.Duration // of making the view
	made    time.Time     // when it was made
}

// team is a team of a league.
type team struct {
	shown string // its label, made safe to be shown
	owner string // the team that submitted it, whatever the version
}

// game is a finished game.
type game struct {
	n       int
	id      string
	teams   []int
	winner  int
	fault   bool
	ended   string
	plies   int
	at      time.Time
	details []string // by seat, what went wrong in words; nil: nothing
}

// spare is a finished game that the restarted plan has not issued.
type spare struct {
	*game
	outcome league.Outcome
}

// wrong is what went wrong with a team in a game.
type wrong struct {
	N    int
	Text string
}

// maxWrong is how many games of a team in which something went wrong are kept, the latest ones.
const maxWrong = 200

func newContest(name string, bound *match.Bound, h tournament.Head, events []tournament.Event) (*contest, error) {
	f, err := tournament.Follow(bound, h, events)
	if err != nil {
		return nil, fmt.Errorf("league %s: %w", name, err)
	}
	c := &contest{
		name: name, game: bound, head: h, follower: f, events: events,
		outcomes: map[string]league.Outcome{}, spare: map[string]spare{},
		games: map[int]*game{}, dirty: true, view: &view{Name: name, Game: bound.Name, table: &table{}},
	}
	c.enter()
	return c, nil
}

// enter adds the teams that have joined. The caller holds plan.
func (c *contest) enter() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.follower.Teams()[len(c.teams):] {
		owner, _, _ := strings.Cut(t.Label, "@") // behind it is the version, in a ladder
		c.teams = append(c.teams, team{scene.Text(t.Label, maxName), owner})
		c.wrongs = append(c.wrongs, nil)
	}
}

// happen adds a change of the plan.
func (c *contest) happen(e tournament.Event) error {
	c.plan.Lock()
	defer c.plan.Unlock()
	c.events = append(c.events, e)
	if !c.follower.Happen(e) {
		if err := c.again(); err != nil {
			return err
		}
	}
	c.enter()
	c.revive()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dirty = true
	return nil
}

// named returns the current teams.
func (c *contest) named() []team {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.teams)
}

// add adds the result of a game.
func (c *contest) add(id string, r Result) error {
	c.plan.Lock()
	defer c.plan.Unlock()
	p, ok := c.follower.Pairing(id)
	if !ok {
		return ErrUnknown
	}
	o := c.follower.Outcome(p, r.Line)
	o.Reason = scene.Text(o.Reason, maxName)
	before, known := c.outcomes[id]
	c.outcomes[id] = o
	switch {
	case !known:
		c.follower.Take(o)
	case !reflect.DeepEqual(before, o):
		if err := c.again(); err != nil {
			return err
		}
		p, _ = c.follower.Pairing(id)
	}
	delete(c.spare, id)
	c.note(c.finished(p, id, o, r), known)
	c.revive()
	c.mu.Lock()
	due := c.history.due(len(c.order))
	c.mu.Unlock()
	if due {
		standings := c.follower.Schedule().Standings()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.history.add(moment(r.At, len(c.order), standings))
	}
	return nil
}

// again restarts the plan with the current events and outcomes, because of a change that came too late for it. The caller holds
// plan.
func (c *contest) again() error {
	f, err := tournament.Follow(c.game, c.head, c.events)
	if err != nil {
		return err
	}
	for issued := -1; issued != f.Issued(); {
		issued = f.Issued()
		for id, o := range c.outcomes {
			if p, ok := f.Pairing(id); ok {
				o.N = p.N
				f.Take(o)
			}
		}
	}
	c.follower = f
	c.enter()
	c.renumber()
	return nil
}

// renumber gives the finished games the numbers that they have in the restarted plan. The caller holds plan.
func (c *contest) renumber() {
	c.mu.Lock()
	defer c.mu.Unlock()
	old, order := c.games, c.order
	c.games, c.order, c.wrongs = map[int]*game{}, nil, make([][]wrong, len(c.teams))
	for _, n := range order {
		g := *old[n]
		p, ok := c.follower.Pairing(g.id)
		if !ok {
			c.spare[g.id] = spare{&g, c.outcomes[g.id]}
			delete(c.outcomes, g.id)
			continue
		}
		g.n, g.teams = p.N, p.Teams
		c.games[g.n], c.order = &g, append(c.order, g.n)
		c.keepWrongs(&g)
	}
}

// revive adds spare games that the plan has issued again. The caller holds plan.
func (c *contest) revive() {
	for issued := -1; len(c.spare) > 0 && issued != c.follower.Issued(); {
		issued = c.follower.Issued()
		for id, s := range c.spare {
			p, ok := c.follower.Pairing(id)
			if !ok {
				continue
			}
			delete(c.spare, id)
			s.outcome.N, s.n, s.teams = p.N, p.N, p.Teams
			c.outcomes[id] = s.outcome
			c.follower.Take(s.outcome)
			c.note(s.game, false)
		}
	}
}

// keepWrongs keeps what went wrong in a game. The caller holds mu.
func (c *contest) keepWrongs(g *game) {
	for seat, text := range g.details {
		if text != "" {
			list := append(c.wrongs[g.teams[seat]], wrong{g.n, text})
			c.wrongs[g.teams[seat]] = list[max(0, len(list)-maxWrong):]
		}
	}
}

// finished makes a finished game of its result.
func (c *contest) finished(p league.Pairing, id string, o league.Outcome, r Result) *game {
	g := &game{
		n: p.N, id: id, teams: p.Teams, winner: o.Winner, fault: o.Default,
		ended: scene.Text(outcomeWord(o, r.Line), maxName), at: r.At,
	}
	if r.Line == nil {
		return g
	}
	g.plies = r.Line.Plies
	for _, f := range r.Line.Faults {
		seat := slices.Index(c.game.Seats, f.Seat)
		if seat < 0 || seat >= len(p.Teams) {
			continue
		}
		if g.details == nil {
			g.details = make([]string, len(p.Teams))
		}
		text := fmt.Sprintf("ply %d: ", f.First)
		if f.Count > 1 {
			text = fmt.Sprintf("%d times, first at ply %d: ", f.Count, f.First)
		}
		if g.details[seat] != "" {
			text = g.details[seat] + "; " + text
		}
		g.details[seat] = scene.Text(text+cmp.Or(f.Detail, string(f.Kind)), maxText)
	}
	return g
}

// note keeps a finished game.
func (c *contest) note(g *game, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dirty, c.games[g.n] = true, g
	if known {
		return
	}
	c.order = append(c.order, g.n)
	c.rate.add(g.at)
	c.keepWrongs(g)
}

// sight is the part of a game that a list shows.
type sight struct {
	N      int
	Teams  []string // by seat
	Winner int      // seat, or below 0
	Fault  bool
	Ended  string
	Plies  int
	At     time.Time
	Own    string // what went wrong, for those who may see it
	Replay bool
	mine   int // seat of the filter's owner
}

// Won reports whether a seat has won.
func (s sight) Won(seat int) bool { return s.Winner == seat }

// filter selects the games of a list.
type filter struct {
	a, b     int // teams, -1: any
	defaults bool
	counts   bool   // leaves out games that count for nobody
	owner    string // the team that submitted a bot; "": any
}

func (f filter) has(g *game) bool {
	in := func(team int) bool { return team < 0 || slices.Contains(g.teams, team) }
	return in(f.a) && in(f.b) && (!f.defaults || g.fault) && (!f.counts || g.winner != league.Void) && len(g.teams) > 1
}

// list returns the games that a filter selects, the latest first: at most count of them, beginning at index from, and the number
// of all of them.
func (c *contest) list(v Visitor, f filter, from, count int) (found []sight, all int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range slices.Backward(c.order) {
		g := c.games[n]
		mine := slices.IndexFunc(g.teams, func(team int) bool { return c.teams[team].owner == f.owner })
		if !f.has(g) || f.owner != "" && mine < 0 {
			continue
		}
		if all >= from && len(found) < count {
			found = append(found, c.sight(v, g))
			found[len(found)-1].mine = mine
		}
		all++
	}
	return found, all
}

// sight returns what a visitor sees of a game in a list. The caller holds mu.
func (c *contest) sight(v Visitor, g *game) sight {
	s := sight{
		N: g.n, Winner: g.winner, Fault: g.fault, Ended: g.ended, Plies: g.plies, At: g.at, Replay: g.winner != league.Void,
	}
	for seat, team := range g.teams {
		s.Teams = append(s.Teams, c.teams[team].shown)
		if g.details != nil && g.details[seat] != "" && v.sees(c.teams[team].owner) {
			s.Own = scene.Text(s.Own+" "+g.details[seat], maxText)
		}
	}
	return s
}

// find returns a finished game by its number.
func (c *contest) find(n int) (g game, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.games[n] == nil {
		return g, false
	}
	return *c.games[n], true
}

// seats returns the seats of a game whose output a visitor may see.
func (c *contest) seats(v Visitor, g *game) (list []string) {
	teams := c.named()
	for seat, team := range g.teams {
		if v.sees(teams[team].owner) {
			list = append(list, c.game.Seats[seat])
		}
	}
	return list
}

// Redact makes the record that a visitor may see: without what bots printed, except for those in the given seats.
func Redact(text []byte, seats []string) ([]byte, error) {
	g, err := record.ReadGame(text, 1)
	if err != nil {
		return nil, err
	}
	return rewrite(g, func(seat string) bool { return slices.Contains(seats, seat) })
}

// moment returns the ratings of a table as a point of the history.
func moment(at time.Time, games int, standings []league.Standing) point {
	p := point{at: at, games: games, ratings: make([]rating.Rated, len(standings))}
	for _, s := range standings {
		p.ratings[s.Team] = s.Rating
	}
	return p
}
