package plan_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
)

// journal is what a league keeps on the disk: its outcomes, and its events in their order.
type journal struct {
	teams    int
	set      plan.Settings
	outcomes map[int]league.Outcome
	events   []plan.Event
	kills    int
}

// open builds the plan again: the events, then the outcomes as the plan asks for them. queue holds the pairings without an
// outcome.
func (j *journal) open(t *testing.T) (s *plan.Schedule, queue []league.Pairing, finished bool) {
	t.Helper()
	s = start(t, j.teams, j.set)
	for _, e := range j.events {
		s.Apply(e)
	}
	for {
		list, finished := s.Issue()
		again := false
		for _, p := range list {
			if o, known := j.outcomes[p.N]; known {
				s.Report(o)
				again = true
			} else {
				queue = append(queue, p)
			}
		}
		if !again {
			return s, slices.DeleteFunc(queue, func(p league.Pairing) bool { return !s.Open(p.N) }), finished
		}
	}
}

// state returns everything that must stay the same.
func state(s *plan.Schedule) string {
	return fmt.Sprint(s.Pairings(), s.Games(), s.Standings())
}

// run plays a league with up to four games at the same time, which end in a random order. It is killed at random moments: running
// games are lost, and the plan is built again from the journal. Events happen at random moments.
func (j *journal) run(t *testing.T, chance *rand.Rand, kills int, events []plan.Event, most int) *plan.Schedule {
	t.Helper()
	s, queue, finished := j.open(t)
	var running []league.Pairing
	for !finished && len(s.Games()) < most {
		for len(running) < 4 && len(queue) > 0 {
			running, queue = append(running, queue[0]), queue[1:]
		}
		if len(running) > 0 {
			i := chance.IntN(len(running))
			p := running[i]
			running = slices.Delete(running, i, i+1)
			j.outcomes[p.N] = result(p)
			s.Report(j.outcomes[p.N])
		}
		if len(events) > 0 && chance.IntN(8) == 0 {
			if e, err := s.Stamp(events[0]); err == nil {
				j.events = append(j.events, e)
				s.Apply(e)
			}
			events = events[1:]
		}
		var list []league.Pairing
		list, finished = s.Issue()
		queue = append(queue, list...)
		open := func(p league.Pairing) bool { return !s.Open(p.N) }
		queue, running = slices.DeleteFunc(queue, open), slices.DeleteFunc(running, open)
		if len(running)+len(queue) == 0 && !finished {
			t.Fatalf("%+v: nothing to play, but not finished", j.set)
		}
		if kills > 0 && chance.IntN(6) == 0 {
			kills--
			j.kills++
			before := state(s)
			s, queue, finished = j.open(t)
			running = nil
			if after := state(s); after != before {
				t.Fatalf("%+v, events %+v: after a kill (-before +after):\n%s", j.set, j.events, cmp.Diff(before, after))
			}
		}
	}
	return s
}

// Whatever order the outcomes arrive in, and however often the league is killed, the same games are played and the table is
// the same.
func TestKilled(t *testing.T) {
	if testing.Short() && os.Getenv("GRIDIRON_LONG") == "" {
		t.Skip("takes a second or more: run without -short")
	}
	for _, l := range leagues {
		if l.set.Plan == plan.Ladder {
			continue // its table depends on time; see TestKilledWithEvents
		}
		want := start(t, l.teams, l.set)
		play(want, l.most, result)
		kills := 0
		for seed := range uint64(15) {
			j := &journal{teams: l.teams, set: l.set, outcomes: map[int]league.Outcome{}}
			got := j.run(t, rand.New(rand.NewPCG(seed, 5)), 50, nil, 9999)
			if diff := cmp.Diff(draw(want), draw(got)); diff != "" {
				t.Fatalf("%s, seed %d: another league (-want +got):\n%s", l.name, seed, diff)
			}
			kills += j.kills
		}
		t.Logf("%s: %d kills", l.name, kills)
		if kills < 50 {
			t.Errorf("%s: %d kills, want at least 50", l.name, kills)
		}
	}
}

// The same holds with forfeits and late teams: the journal alone determines the league, in whatever order its games are reported.
func TestKilledWithEvents(t *testing.T) {
	happened := map[string]int{}
	for _, l := range leagues {
		for seed := range uint64(15) {
			chance := rand.New(rand.NewPCG(seed, 6))
			j := &journal{teams: l.teams, set: l.set, outcomes: map[int]league.Outcome{}}
			events := []plan.Event{
				{Type: plan.Add},
				{Type: plan.Forfeit, Team: chance.IntN(l.teams), Reason: "copied"},
				{Type: plan.Leave, Team: 0},
				{Type: plan.Add},
				{Type: plan.Return, Team: 0},
				{Type: plan.Forfeit, Team: chance.IntN(l.teams)},
				{Type: plan.Forfeit, Team: chance.IntN(l.teams), Annul: true},
				{Type: plan.More, Team: 0, Other: 1},
			}
			chance.Shuffle(len(events), func(a, b int) { events[a], events[b] = events[b], events[a] })
			live := j.run(t, chance, 10, events, 120)
			for _, e := range j.events {
				happened[l.name+" "+e.Type]++
			}
			again, _, _ := j.open(t)
			if diff := cmp.Diff(state(live), state(again)); diff != "" {
				t.Fatalf("%s, seed %d: the journal gives another league (-live +again):\n%s", l.name, seed, diff)
			}
		}
	}
	for _, want := range []string{
		"round-robin add", "round-robin forfeit", "round-robin more", "gauntlet more", "gauntlet add", "gauntlet forfeit", "knockout forfeit", "swiss add", "swiss forfeit",
		"sprt forfeit", "ladder add", "ladder forfeit", "ladder leave", "ladder return", "playoff add", "playoff forfeit",
	} {
		if happened[want] == 0 {
			t.Errorf("%s never happened", want)
		}
	}
	for _, never := range []string{"knockout add", "sprt add", "swiss leave"} {
		if happened[never] > 0 {
			t.Errorf("%s happened %d times", never, happened[never])
		}
	}
}

// A forfeit gives away open and later games, but none that was played. If both teams have forfeited, both lose.
func TestForfeit(t *testing.T) {
	s := start(t, 3, plan.Settings{Plan: plan.RoundRobin})
	list, _ := s.Issue() // 1-2 0-2 0-1 2-1 2-0 1-0
	s.Report(league.Outcome{N: 1, Winner: 1})
	s.Report(league.Outcome{N: 3, Winner: 0}) // waits for game 2
	for _, e := range []plan.Event{{Type: plan.Forfeit, Team: 0, Reason: "copied"}, {Type: plan.Forfeit, Team: 1}} {
		e, err := s.Stamp(e)
		if err != nil {
			t.Fatal(err)
		}
		if e.Team == 0 && (e.After != 1 || !slices.Equal(e.Played, []int{3})) {
			t.Errorf("the event is %+v, want it after 1 outcome with game 3 played", e)
		}
		s.Apply(e)
	}
	s.Report(league.Outcome{N: 5, Winner: 1}) // it was still being played when the team forfeited
	var got []string
	for i, g := range s.Games() {
		got = append(got, fmt.Sprintf("%v %d %t %s", list[i].Teams, g.Winner, g.Default, g.Reason))
	}
	want := []string{
		"[1 2] 1 false ", "[0 2] 1 true forfeit: copied", "[0 1] 0 false ",
		"[2 1] 0 true forfeit", "[2 0] 0 true forfeit: copied", "[1 0] -2 true forfeit: copied",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
	if _, finished := s.Issue(); !finished {
		t.Error("not finished, although nothing is left to play")
	}
	for _, e := range []plan.Event{{Type: plan.Forfeit, Team: 0}, {Type: plan.Forfeit, Team: 3}, {Type: plan.Leave, Team: 2}, {Type: "win"}} {
		if _, err := s.Stamp(e); err == nil {
			t.Errorf("event %+v: no error", e)
		}
	}
}

// A late team meets everybody, also before a playoff.
func TestLateTeam(t *testing.T) {
	for _, playoff := range []int{0, 2} {
		s := start(t, 3, plan.Settings{Plan: plan.RoundRobin, Pairs: 2, Playoff: playoff})
		if s.Issue(); playoff == 0 {
			for _, p := range s.Pairings() {
				s.Report(better(p))
			}
		}
		e, err := s.Stamp(plan.Event{Type: plan.Add})
		if err != nil {
			t.Fatal(err)
		}
		s.Apply(e)
		list, finished := s.Issue()
		met := map[string]int{}
		for _, p := range list {
			met[fmt.Sprint(p.Teams)]++
		}
		want := map[string]int{"[0 3]": 2, "[1 3]": 2, "[2 3]": 2, "[3 0]": 2, "[3 1]": 2, "[3 2]": 2}
		if diff := cmp.Diff(want, met); diff != "" || finished || e.Team != 3 {
			t.Errorf("playoff %d: finished %t, team %d, games (-want +got):\n%s", playoff, finished, e.Team, diff)
		}
	}
}

// A whole run: a runner with several games at a time, a journal on the disk, ends in the middle of a game, a damaged line.
func TestRunnerAndJournal(t *testing.T) {
	type line struct {
		Key string
		league.Outcome
	}
	key := func(p league.Pairing) string { return fmt.Sprint(p.Teams, p.Round) } // what ids are made of
	set := plan.Settings{Plan: plan.Swiss, Rounds: 3, Playoff: 4}
	want := start(t, 9, set)
	play(want, 999, result)
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	if j, err := league.CreateJournal(path, set, nil); err != nil || j.Close() != nil {
		t.Fatal(err)
	}
	killed := errors.New("killed")
	for attempt := 1; ; attempt++ {
		if _, err := league.RepairJournal(path, nil); err != nil {
			t.Fatal(err)
		}
		done := map[string]league.Outcome{}
		var head plan.Settings
		err := league.ReadJournal(path, &head, func(text []byte) error {
			var l line
			err := json.Unmarshal(text, &l)
			if _, twice := done[l.Key]; twice {
				t.Errorf("attempt %d: %s was played twice", attempt, l.Key)
			}
			done[l.Key] = l.Outcome
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		file, err := league.OpenJournal(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := start(t, 9, head)
		left := 9 // games until the end
		var mu sync.Mutex
		r := league.Runner{
			Plan: s, Concurrency: 4,
			Done: func(p league.Pairing) (league.Outcome, bool) { o, known := done[key(p)]; return o, known },
			Play: func(_ context.Context, p league.Pairing) (league.Outcome, error) {
				mu.Lock()
				defer mu.Unlock()
				if left--; left < 0 {
					return league.Outcome{}, killed
				}
				o := result(p)
				return o, file.Append(line{key(p), o})
			},
		}
		err = r.Run(t.Context())
		if attempt == 2 {
			spoil(t, file)
		}
		file.Close()
		if err == nil {
			if diff := cmp.Diff(draw(want), draw(s)); diff != "" || attempt < 5 {
				t.Errorf("after %d attempts (-want +got):\n%s", attempt, diff)
			}
			return
		}
		if !errors.Is(err, killed) {
			t.Fatal(err)
		}
	}
}

// spoil appends a line that is no JSON object.
func spoil(t *testing.T, j *league.Journal) {
	t.Helper()
	if err := j.Append(17); err != nil {
		t.Fatal(err)
	}
}
