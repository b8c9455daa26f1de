package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/seeds"
)

// Kinds of entries of a queue, by the page's names for them.
const (
	quickStart = "Quick start" // one player against a human, or a round robin of several
	twoPlayer  = "Two players"
	playSelf   = "Play self"
	roundRobin = "Round robin" // every player against every other one
	playAll    = "Play all"    // the first one against all others
)

// Limits on what a page may queue.
const (
	maxEntries = 100
	maxGames   = 100_000
	maxPlayers = 40
	maxScores  = 400 // scores that are kept; older ones count in the totals
)

// entry is a line of the queue.
type entry struct {
	ID      int      `json:"id"`
	Kind    string   `json:"kind"`
	Players []string `json:"players"`
	Games   int      `json:"games"` // of each pair
	Done    int      `json:"done"`  // games that have begun
	Of      int      `json:"of"`    // games of all pairs
	Now     bool     `json:"now,omitempty"`

	added  bool // added to the queue; the others are the command line's, or new games
	pairs  [][]string
	setup  match.Setup
	tables []*table // by pair; nil: none yet
}

// Settings apply to all games of a queue.
type Settings struct {
	Alternate  bool   `json:"alternate"`  // the seats change in every second game of a pair
	Verbose    bool   `json:"verbose"`    // the score of a pair is printed before each of its games
	Restart    bool   `json:"restart"`    // at its end, the queue starts again
	PauseStart bool   `json:"pauseStart"` // the first game of the queue begins paused
	Deal       bool   `json:"deal"`       // the items that people place before a game are random
	Budget     string `json:"budget"`     // of each answer of a program: a time, or "" for the command line's
}

// table is the score of a pair.
type table struct {
	Players []string `json:"players"`
	Wins    []int    `json:"wins"`
	Drawn   int      `json:"drawn"`
	Faults  int      `json:"faults,omitempty"` // games that ended by a fault
	Seconds float64  `json:"seconds"`
}

// total is the score of a player in all games.
type total struct {
	Name   string `json:"name"`
	Wins   int    `json:"wins"`
	Losses int    `json:"losses"`
	Drawn  int    `json:"drawn"`
}

// series is the games that a page plays, one after the other: a queue that may change while it is played, and the scores.
type series struct {
	Entries  []*entry `json:"entries"`
	Settings Settings `json:"settings"`
	Tables   []*table `json:"tables"`
	Totals   []*total `json:"totals"`
	Seconds  float64  `json:"seconds"` // of all games
	Idle     bool     `json:"idle"`    // nothing is played until a person starts the queue
	Kinds    []string `json:"kinds"`
	Saves    bool     `json:"saves,omitempty"` // the settings are kept in a file
	Anew     bool     `json:"anew,omitempty"`  // make the players of the next game again

	everybody []string // the players that can be chosen, without people
	ids       int
	coming    *entry // of the game that next returned and that has not begun
	current   *entry
	now       *table
	swapped   bool // in the current game
	began     time.Time
	over      bool // the last game came to its end
}

// newSeries returns the series of a command line's games.
func newSeries(players []string, games int, s match.Setup, everybody []string) *series {
	q := &series{
		Kinds: []string{quickStart, twoPlayer, playSelf, roundRobin, playAll}, everybody: everybody,
		Settings: Settings{Alternate: true}, Tables: []*table{}, Totals: []*total{},
	}
	q.ids++
	pairs := [][]string{players}
	e := entry{ID: q.ids, Kind: twoPlayer, Players: players, Games: games, Of: games, pairs: pairs, setup: s}
	q.Entries = []*entry{&e}
	return q
}

// add adds games to the end of the queue. Their start and options are those of s.
func (q *series) add(e *entry, s match.Setup) error {
	if err := q.pair(e); err != nil {
		return err
	}
	switch {
	case len(q.Entries) >= maxEntries:
		return fmt.Errorf("the queue has %d entries: want at most %d", len(q.Entries)+1, maxEntries)
	case e.Games < 1 || e.Games > maxGames || len(e.pairs)*e.Games > maxGames:
		return fmt.Errorf("%s: %d games of %d pairs: want at least 1, and at most %d in all", e.Kind, e.Games, len(e.pairs), maxGames)
	}
	q.ids++
	e.ID, e.Of, e.Done, e.Now, e.added, e.setup, e.tables = q.ids, len(e.pairs)*e.Games, 0, false, true, s, nil
	e.setup.Seed = seeds.Draw()
	q.Entries = append(q.Entries, e)
	return nil
}

// pair finds the pairs of players of an entry.
func (q *series) pair(e *entry) error {
	p := e.Players
	want := func(least, most int) error {
		switch {
		case len(p) < least:
			return fmt.Errorf("%s: %d players: want at least %d", e.Kind, len(p), least)
		case len(p) > most:
			return fmt.Errorf("%s: %d players: want at most %d", e.Kind, len(p), most)
		}
		return nil
	}
	each := func() {
		for i, first := range p {
			for _, second := range p[i+1:] {
				e.pairs = append(e.pairs, []string{first, second})
			}
		}
	}
	e.pairs = nil
	switch e.Kind {
	case quickStart:
		if len(p) == 1 {
			e.pairs = [][]string{{human, p[0]}}
			return nil
		}
		each()
		return want(1, maxPlayers)
	case twoPlayer:
		e.pairs = [][]string{p}
		return want(2, 2)
	case playSelf:
		e.pairs = [][]string{append(p, p...)}
		return want(1, 1)
	case roundRobin:
		each()
		return want(2, maxPlayers)
	case playAll:
		for _, other := range q.everybody {
			if len(p) == 1 && other != p[0] {
				e.pairs = append(e.pairs, []string{p[0], other})
			}
		}
		return want(1, 1)
	}
	return fmt.Errorf("kind %.40q: want %s", e.Kind, strings.Join(q.Kinds, ", "))
}

// insert puts a game before those that are still to be played, and drops the rest of the current entry.
func (q *series) insert(players []string, s match.Setup) {
	if q.current != nil {
		q.current.Done = q.current.Of
	}
	i := q.todo()
	if i < 0 {
		i = len(q.Entries)
	}
	q.ids++
	e := &entry{ID: q.ids, Kind: twoPlayer, Players: players, Games: 1, Of: 1, pairs: [][]string{players}, setup: s}
	q.Entries = slices.Insert(q.Entries, i, e)
	if len(q.Entries) > maxEntries && q.Entries[0].Done == q.Entries[0].Of {
		q.Entries = q.Entries[1:]
	}
	q.Idle = false
}

// find returns the index of an entry in the queue; -1 if it is not there.
func (q *series) find(id int) int {
	return slices.IndexFunc(q.Entries, func(e *entry) bool { return e.ID == id })
}

// remove removes an entry. It reports whether that is the current one.
func (q *series) remove(id int) (played bool) {
	i := q.find(id)
	if i < 0 {
		return false
	}
	played = q.Entries[i].Now || q.Entries[i] == q.coming
	q.Entries = slices.Delete(q.Entries, i, i+1)
	return played
}

// up swaps an entry with the one before it.
func (q *series) up(id int) {
	if i := q.find(id); i > 0 {
		q.Entries[i-1], q.Entries[i] = q.Entries[i], q.Entries[i-1]
	}
}

// clear empties the queue, except for the current entry, whose game may still be about to begin.
func (q *series) clear() {
	q.Entries = slices.DeleteFunc(q.Entries, func(e *entry) bool { return !e.Now && e != q.coming })
}

// again makes the whole queue play again from its first game.
func (q *series) again() {
	for _, e := range q.Entries {
		e.Done, e.tables = 0, nil
		e.setup.Seed = seeds.Draw()
	}
	q.Idle = len(q.Entries) == 0
}

// next returns the next game of the queue; false if there is none, and then the queue is idle. The seed of its setup is its own.
func (q *series) next() (players []string, s match.Setup, ok bool) {
	q.coming = nil
	if q.Idle {
		return nil, s, false
	}
	i := q.todo()
	if i < 0 && q.Settings.Restart && len(q.Entries) > 0 {
		q.again()
		i = q.todo()
	}
	if i < 0 {
		q.Idle = true
		return nil, s, false
	}
	e := q.Entries[i]
	players, s = slices.Clone(e.pairs[e.Done/e.Games]), e.setup
	if q.Settings.Alternate && e.Done%e.Games%2 == 1 {
		slices.Reverse(players)
	}
	if e.Of > 1 {
		s.Seed = seeds.Derive(s.Seed, e.Done+1)
	}
	q.coming = e
	return players, s, true
}

// drop removes the first entry with games to play.
func (q *series) drop() { q.Entries = slices.Delete(q.Entries, q.todo(), q.todo()+1) }

// todo returns the index of the first entry with games to play, -1 if there is none.
func (q *series) todo() int {
	return slices.IndexFunc(q.Entries, func(e *entry) bool { return e.Done < e.Of })
}

// waits reports whether a game follows the current one.
func (q *series) waits() bool { return !q.Idle && (q.todo() >= 0 || q.Settings.Restart) }

// begun records that the next game is being played; players are its players. It is a game of the entry that next chose, or
// another one of the current entry: the queue may have changed since.
func (q *series) begun(players []string) {
	e := cmp.Or(q.coming, q.current)
	q.stopped()
	if q.coming = nil; e == nil || e.Done >= e.Of {
		i := q.todo()
		if i < 0 {
			return
		}
		e = q.Entries[i]
	}
	n := e.Done / e.Games
	if e.tables == nil {
		for _, pair := range e.pairs {
			t := &table{Players: slices.Clone(pair), Wins: []int{0, 0}}
			if len(pair) == 2 && pair[0] == pair[1] {
				t.Players[1] += " (copy)"
			}
			e.tables = append(e.tables, t)
		}
		q.Tables = append(q.Tables, e.tables...)
		q.Tables = q.Tables[max(0, len(q.Tables)-maxScores):]
	}
	q.swapped = !slices.Equal(players, e.pairs[n]) ||
		len(players) == 2 && players[0] == players[1] && q.Settings.Alternate && e.Done%e.Games%2 == 1
	e.Done++
	q.over = false
	e.Now, q.current, q.now, q.began = true, e, e.tables[n], time.Now()
}

// stopped records that no game is being played.
func (q *series) stopped() {
	if q.current != nil {
		q.current.Now = false
	}
	q.current, q.now = nil, nil
}

// ended records how the game ended: winner is a seat, or below 0; fault says that a fault ended it.
func (q *series) ended(winner int, fault bool) {
	t := q.now
	if t == nil {
		return
	}
	took := time.Since(q.began).Seconds()
	t.Seconds += took
	q.Seconds += took
	if fault {
		t.Faults++
	}
	if winner >= 0 && q.swapped {
		winner = 1 - winner
	}
	if winner >= 0 {
		t.Wins[winner]++
	} else {
		t.Drawn++
	}
	for i, name := range t.Players {
		switch {
		case i > 0 && t.Players[0]+" (copy)" == name: // a copy has no row of its own
		case winner < 0:
			q.total(name).Drawn++
		case winner == i:
			q.total(name).Wins++
		default:
			q.total(name).Losses++
		}
	}
	q.now, q.over = nil, true // it is counted once
}

func (q *series) total(name string) *total {
	for _, t := range q.Totals {
		if t.Name == name {
			return t
		}
	}
	t := &total{Name: name}
	q.Totals = append(q.Totals, t)
	return t
}
