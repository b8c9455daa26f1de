package board

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// view is what the page of a league shows. Once made it does not change, except for the pages that were rendered from it.
type view struct {
	pages
	*table
	Name, Game, Sub string
	Played, Total   int
	State           string // the progress, in words
	Paused, Over    bool
	Endless         bool    // a ladder: Total is that of the games issued
	Rate            float64 // games a minute
	Running         []playing
	Ratings, Rates  template.HTML
	wrongs          [][]wrong // by team
	made            time.Time
}

// table is the part of a view that takes time to compute.
type table struct {
	Head  []string // of the columns after the team's name
	Rows  []row
	Cross []int // numbers of the columns of the crosstable
	Notes []string
	games int
	total int
	last  point
	best  []int // the teams, best first
}

type row struct {
	Number  int
	Team    int
	Place   string
	Name    string
	Columns []column
	Cross   []cross
	Left    float64 // of the bar of the interval, in per cent
	Width   float64
	Middle  float64
}

type column struct {
	Text string
	Bar  bool // the interval of the score is drawn beside it
	Bad  bool // it counts what should be 0
}

// cross is the score of a team against another one.
type cross struct {
	Self  bool
	Team  int // the other one
	Score string
	Of    int
	Shade int // from 0 to 10
	Title string
}

// playing is a game that is being played.
type playing struct {
	N     int
	Teams []string
}

// Limits on a page, so that it is quick to make and to read.
const (
	maxRows    = 300
	maxCross   = 30
	maxRunning = 24
	maxLatest  = 12
	maxShown   = 20 // of what went wrong with a team
)

// How often a view is made again when there is no news, and which part of a processor the tables may take.
const (
	viewEvery = 5 * time.Second
	share     = 20 // one part in 20
)

// refresh makes a new view if it is time. running has the ids of games that are being played.
func (c *contest) refresh(now time.Time, running []string) {
	c.mu.Lock()
	news := c.dirty && now.Sub(c.made) >= share*c.cost
	old := c.view
	c.mu.Unlock()
	if !news && now.Sub(old.made) < viewEvery {
		return
	}
	t := old.table
	if news || t == nil {
		c.mu.Lock()
		c.dirty = false // changes from now on are news again
		c.mu.Unlock()
		began := time.Now()
		t = c.tabulate(now)
		c.mu.Lock()
		c.cost, c.made = time.Since(began), now
		c.mu.Unlock()
	}
	v := c.look(now, t, running)
	c.mu.Lock()
	c.view = v
	c.mu.Unlock()
}

// tabulate makes the table.
func (c *contest) tabulate(now time.Time) *table {
	c.plan.Lock()
	defer c.plan.Unlock()
	var teams []string
	for _, t := range c.named() {
		teams = append(teams, t.shown)
	}
	s := c.follower.Schedule()
	standings, games := s.Standings(), s.Games()
	t := &table{total: s.Expected(), last: moment(now, 0, standings)}
	for i := range games {
		if len(games[i].Teams) > 1 && games[i].Winner != league.Void {
			t.games++
		}
	}
	report := league.NewReport(teams, standings, games, s.Order())
	head, rows := report.Columns()
	t.Head, t.Notes = head[2:], report.Notes() // after place and team
	crosstable := league.Crosstable(len(teams), games)
	for k := range min(len(standings), maxCross) {
		t.Cross = append(t.Cross, k+1)
	}
	for i, standing := range standings {
		t.best = append(t.best, standing.Team)
		if i >= maxRows {
			continue
		}
		r := row{Number: i + 1, Team: standing.Team, Name: teams[standing.Team], Place: rows[i][0]}
		if standing.Played > 0 {
			r.Left, r.Width = 100*standing.Share.Low, 100*(standing.Share.High-standing.Share.Low)
			r.Middle = 100 * standing.Share.Value
		}
		for k, text := range rows[i][2:] {
			name := t.Head[k]
			r.Columns = append(r.Columns, column{text, name == "score" && standing.Played > 0, name == "defaults" && text != "0"})
		}
		if i < maxCross {
			for _, n := range t.Cross {
				r.Cross = append(r.Cross, against(teams, standing.Team, standings[n-1].Team, crosstable))
			}
		}
		t.Rows = append(t.Rows, r)
	}
	if n := len(standings) - maxRows; n > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%d more teams are not shown", n))
	}
	if len(standings) > maxCross {
		t.Notes = append(t.Notes, fmt.Sprintf("against each other: the best %d teams", maxCross))
	}
	return t
}

// against returns the score of team a against team b.
func against(teams []string, a, b int, table [][]league.Cell) cross {
	cell := table[a][b]
	x := cross{Self: a == b, Team: b, Of: cell.Games}
	if cell.Games == 0 {
		return x
	}
	x.Score = half(cell.Points) + " : " + half(float64(cell.Games)-cell.Points)
	x.Shade = int(10*cell.Points/float64(cell.Games) + .5)
	x.Title = fmt.Sprintf("%s against %s: %s of %d", teams[a], teams[b], half(cell.Points), cell.Games)
	return x
}

// half writes points, with ½.
func half(points float64) string {
	whole := int(points)
	switch {
	case points == float64(whole):
		return fmt.Sprint(whole)
	case whole == 0:
		return "½"
	}
	return fmt.Sprint(whole, "½")
}

// look makes a view.
func (c *contest) look(now time.Time, t *table, running []string) *view {
	v := &view{
		pages: pages{version: versions.Add(1)}, table: t, Endless: c.endless(), Name: c.name, Game: c.game.Name, Sub: c.sub(),
		Played: t.games, Total: t.total, made: now,
	}
	teams := c.named()
	c.plan.Lock()
	for _, id := range running {
		if p, ok := c.follower.Pairing(id); ok && c.follower.Schedule().Open(p.N) && len(v.Running) < maxRunning {
			g := playing{N: p.N}
			for _, team := range p.Teams {
				g.Teams = append(g.Teams, teams[team].shown)
			}
			v.Running = append(v.Running, g)
		}
	}
	c.plan.Unlock()
	slices.SortFunc(v.Running, func(a, b playing) int { return a.N - b.N })
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, list := range c.wrongs {
		v.wrongs = append(v.wrongs, slices.Clone(list[max(0, len(list)-maxShown):]))
	}
	v.Paused, v.Over, v.Rate = c.paused, !v.Endless && t.total > 0 && t.games >= t.total, c.rate.rate(now)
	v.State = state(v)
	points := slices.Clone(c.history.points)
	if n := len(c.order); n > 0 {
		last := t.last
		last.at = c.games[c.order[n-1]].at
		points = append(points, last)
	}
	v.Ratings = ratingPlot(teams, t.best, points)
	counts, end := c.rate.plot(now)
	v.Rates = ratePlot(counts, end)
	return v
}

// fewGames is how many games must be played before the remaining time is estimated.
const fewGames = 10

// state returns the progress of the league in words.
func state(v *view) string {
	rate := fmt.Sprintf("%.0f games a minute", v.Rate)
	if v.Rate < 10 {
		rate = fmt.Sprintf("%.1f games a minute", v.Rate)
	}
	switch left := float64(v.Total - v.Played); {
	case v.Over:
		return "all games played"
	case v.Paused:
		return "paused"
	case v.Rate == 0:
		return "no game in the last minutes"
	case v.Endless || v.Played < fewGames:
		return rate
	default:
		return rate + ", " + about(time.Duration(left/v.Rate*float64(time.Minute))) + " left"
	}
}

// about says how long something takes.
func about(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return "about a minute"
	case d < 2*time.Hour:
		return fmt.Sprintf("about %.0f minutes", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("about %.0f hours", d.Hours())
	}
	return fmt.Sprintf("about %.0f days", d.Hours()/24)
}

// endless reports whether the league is a ladder.
func (c *contest) endless() bool { return c.head.Plan != nil && c.head.Plan.Plan == plan.Ladder }

// sub returns the line below the name of the league: plan, teams, seed and budget.
func (c *contest) sub() string {
	name := plan.RoundRobin
	if c.head.Plan != nil {
		name = c.head.Plan.Plan
	}
	parts := []string{name, fmt.Sprintf("%d teams", len(c.named())), "seed " + c.head.Seed}
	if b := c.head.Budget.String(); b != "" {
		parts = append(parts, "budget "+b)
	}
	return scene.Text(strings.Join(parts, " · "), maxText)
}

// frontView is what the first page shows.
type frontView struct {
	pages
	Leagues []*view
	Workers []workerRow
	Queues  []Queue
	Busy    int
	Slots   int
	Rate    float64
	Rates   template.HTML
}

type workerRow struct {
	Worker
	Rate float64
	On   string // the games that it can play
}

// lookAround makes the view of the first page.
func (b *Board) lookAround(now time.Time, list []*contest) {
	f := &frontView{pages: pages{version: versions.Add(1)}}
	all := meter{}
	for _, c := range list {
		c.mu.Lock()
		f.Leagues = append(f.Leagues, c.view)
		f.Rate += c.rate.rate(now)
		all.join(&c.rate)
		c.mu.Unlock()
	}
	counts, end := all.plot(now)
	f.Rates = ratePlot(counts, end)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range b.workers {
		f.Busy += w.Busy
		f.Slots += w.Slots
		f.Workers = append(f.Workers, workerRow{w, b.rates[w.Name].rate(now), strings.Join(w.Games, ", ")})
	}
	f.Queues = slices.Clone(b.queues)
	b.front = f
}

// pages are the pages that were rendered from a view, by token: all visitors with the same token see the same.
type pages struct {
	version uint64 // of the view, for browsers that have it already
	mu      sync.Mutex
	kept    map[string][]byte
}

// versions is the version of the latest view. It starts with the time, so that a browser does not mistake a view for one of a
// server that ran before.
var versions = func() *atomic.Uint64 {
	v := &atomic.Uint64{}
	v.Store(uint64(time.Now().UnixNano()))
	return v
}()

// maxKept is how many pages of a view are kept.
const maxKept = 200

// page returns a page that was made before, or makes it.
func (p *pages) page(key string, fresh func() ([]byte, error)) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if text, ok := p.kept[key]; ok {
		return text, nil
	}
	text, err := fresh()
	if err == nil && len(p.kept) < maxKept {
		if p.kept == nil {
			p.kept = map[string][]byte{}
		}
		p.kept[key] = text
	}
	return text, err
}
