package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
)

// play plays a queue to its end, in which the first seat wins each game. It returns the players of each game, by seat.
func play(q *series) (games []string) {
	for len(games) < 50 {
		players, _, ok := q.next()
		if !ok {
			return games
		}
		q.begun(players)
		games = append(games, strings.Join(players, "-"))
		q.ended(0, false)
	}
	return games
}

func queued(t *testing.T, entries ...*entry) *series {
	t.Helper()
	q := newSeries([]string{"a", "b"}, 1, match.Setup{Seed: "1"}, []string{"a", "b", "c"})
	for _, e := range entries {
		if err := q.add(e, match.Setup{}); err != nil {
			t.Fatal(err)
		}
	}
	return q
}

// Each kind of entry is played as its name says; the seats change in every second game of a pair.
func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		entry entry
		want  string
	}{
		{entry{Kind: quickStart, Players: []string{"a"}, Games: 2}, "human-a a-human"},
		{entry{Kind: quickStart, Players: []string{"a", "b", "c"}, Games: 1}, "a-b a-c b-c"},
		{entry{Kind: twoPlayer, Players: []string{"a", "c"}, Games: 3}, "a-c c-a a-c"},
		{entry{Kind: playSelf, Players: []string{"b"}, Games: 2}, "b-b b-b"},
		{entry{Kind: roundRobin, Players: []string{"c", "b", "a"}, Games: 1}, "c-b c-a b-a"},
		{entry{Kind: playAll, Players: []string{"b"}, Games: 2}, "b-a a-b b-c c-b"},
	} {
		t.Run(tt.entry.Kind, func(t *testing.T) {
			got := play(queued(t, &tt.entry))
			if diff := cmp.Diff("a-b "+tt.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
	q := queued(t, &entry{Kind: twoPlayer, Players: []string{"a", "c"}, Games: 2})
	q.Settings.Alternate = false
	if got := strings.Join(play(q), " "); got != "a-b a-c a-c" {
		t.Errorf("without alternation %s", got)
	}
}

// An invalid entry is refused and changes nothing.
func TestRefused(t *testing.T) {
	for _, e := range []*entry{
		{Kind: "Chess", Players: []string{"a", "b"}, Games: 1}, {Kind: twoPlayer, Players: []string{"a"}, Games: 1},
		{Kind: twoPlayer, Players: []string{"a", "b", "c"}, Games: 1}, {Kind: twoPlayer, Players: []string{"a", "b"}},
		{Kind: roundRobin, Players: []string{"a"}, Games: 1}, {Kind: playSelf, Games: 1}, {Kind: playAll, Players: []string{"a", "b"}, Games: 1},
		{Kind: quickStart, Games: 1}, {Kind: roundRobin, Players: []string{"a", "b", "c"}, Games: maxGames},
	} {
		q := queued(t)
		if err := q.add(e, match.Setup{}); err == nil || len(q.Entries) != 1 {
			t.Errorf("%s of %q, %d games: taken, want an error", e.Kind, e.Players, e.Games)
		}
	}
}

// The queue is changed while it is played: a removed entry is not played, one that moves up is played earlier, and a new game
// comes first, in place of the rest of the current entry.
func TestEdited(t *testing.T) {
	q := queued(t, &entry{Kind: playSelf, Players: []string{"a"}, Games: 1}, &entry{Kind: playSelf, Players: []string{"b"}, Games: 1},
		&entry{Kind: playSelf, Players: []string{"c"}, Games: 5})
	players, _, _ := q.next()
	q.begun(players) // a-b, the first entry
	q.remove(3)
	q.up(4)
	q.ended(0, false)
	players, _, _ = q.next()
	q.begun(players)
	if got := strings.Join(players, "-"); got != "c-c" || !q.Entries[1].Now {
		t.Errorf("%s is played, want c-c, which has moved up", got)
	}
	q.insert([]string{"x", "y"}, match.Setup{Seed: "5"})
	players, s, _ := q.next()
	if got := strings.Join(players, "-"); got != "x-y" || s.Seed != "5" {
		t.Errorf("%s with seed %s, want the new game x-y with seed 5", got, s.Seed)
	}
	if got := strings.Join(play(q), " "); got != "x-y a-a" {
		t.Errorf("then %s, want x-y a-a", got)
	}
	if !q.Idle || q.waits() {
		t.Error("the queue goes on after its end")
	}
	q.clear()
	if len(q.Entries) > 1 {
		t.Errorf("%d entries after all were cleared", len(q.Entries))
	}
}

// A game counts for the entry to which it belongs, wherever that is now: an entry that moves before it while a run of games goes on,
// or while the players of the next game start, is still to be played.
func TestOvertaken(t *testing.T) {
	q := newSeries([]string{"a", "b"}, 2, match.Setup{Seed: "1"}, []string{"a", "b", "c"})
	add := func() (id int) {
		if err := q.add(&entry{Kind: twoPlayer, Players: []string{"b", "c"}, Games: 1}, match.Setup{}); err != nil {
			t.Fatal(err)
		}
		return q.ids
	}
	q.begun([]string{"a", "b"})
	q.ended(0, false)
	q.up(add())
	q.begun([]string{"b", "a"}) // the second game of the run
	q.ended(1, false)
	q.stopped()
	if players, _, _ := q.next(); strings.Join(players, "-") != "b-c" {
		t.Fatalf("%q is next, want b-c", players)
	}
	late := add()
	q.up(late)
	q.up(late)
	q.begun([]string{"b", "c"})
	q.ended(0, false)
	got := ""
	for _, r := range q.Tables {
		got += fmt.Sprintf("%s %v; ", strings.Join(r.Players, "-"), r.Wins)
	}
	if want := "a-b [2 0]; b-c [1 0]; "; got != want {
		t.Errorf("the scores are %s, want %s", got, want)
	}
	q.stopped()
	q.next()
	if q.clear(); len(q.Entries) != 1 || !q.remove(late) {
		t.Errorf("%d entries after all were cleared: want the one whose game begins, which is broken off when it is removed", len(q.Entries))
	}
}

// Scores are those of players wherever they sat; a copy has none in the totals; a game that is broken off counts for nobody.
func TestScores(t *testing.T) {
	q := queued(t, &entry{Kind: twoPlayer, Players: []string{"a", "c"}, Games: 2}, &entry{Kind: playSelf, Players: []string{"a"}, Games: 1})
	game := func() { players, _, _ := q.next(); q.begun(players) }
	game()
	q.ended(0, false)
	game() // is broken off
	q.stopped()
	q.ended(0, false)
	game() // the seats have changed
	q.ended(0, false)
	game()
	q.ended(1, true)
	got := ""
	for _, r := range q.Tables {
		got += fmt.Sprintf("%s %v %d %d; ", strings.Join(r.Players, "-"), r.Wins, r.Drawn, r.Faults)
	}
	for _, r := range q.Totals {
		got += fmt.Sprintf("%s %d %d %d; ", r.Name, r.Wins, r.Losses, r.Drawn)
	}
	want := "a-b [1 0] 0 0; a-c [0 1] 0 0; a-a (copy) [0 1] 0 1; a 1 2 0; b 0 1 0; c 1 0 0; "
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A queue that restarts by itself has no end, and other seeds each time.
func TestRestarts(t *testing.T) {
	q := queued(t)
	q.Settings.Restart = true
	_, first, _ := q.next()
	if got := len(play(q)); got != 50 {
		t.Errorf("%d games were played, want no end", got)
	}
	if _, again, _ := q.next(); again.Seed == first.Seed {
		t.Error("the same game again")
	}
}
