package league_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/league"
)

func TestRoundRobinIsFair(t *testing.T) {
	for teams := 2; teams <= 9; teams++ {
		for rounds := 1; rounds <= 2; rounds++ {
			met := map[[2]int]int{}
			list := league.RoundRobin(teams, rounds)
			for _, p := range list {
				met[p.Teams]++
				if p.Round != met[p.Teams] {
					t.Errorf("%d teams: meeting %d of %v is numbered %d", teams, met[p.Teams], p.Teams, p.Round)
				}
			}
			if want := teams * (teams - 1) * rounds; len(list) != want || len(met) != teams*(teams-1) {
				t.Errorf("%d teams, %d rounds: %d games of %d ordered pairs, want %d of %d", teams, rounds, len(list), len(met), want, teams*(teams-1))
			}
		}
	}
}

func TestParallel(t *testing.T) {
	jobs := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	var running, most atomic.Int32
	var mu sync.Mutex
	done := map[int]bool{}
	err := league.Parallel(t.Context(), 3, jobs, func(_ context.Context, j int) error {
		most.Store(max(most.Load(), running.Add(1)))
		defer running.Add(-1)
		mu.Lock()
		defer mu.Unlock()
		done[j] = true
		return nil
	})
	if err != nil || len(done) != len(jobs) || most.Load() > 3 {
		t.Errorf("error %v, %d jobs done, %d at once; want nil, %d, at most 3", err, len(done), most.Load(), len(jobs))
	}
	boom := errors.New("boom")
	started := atomic.Int32{}
	err = league.Parallel(t.Context(), 1, jobs, func(_ context.Context, j int) error {
		started.Add(1)
		if j == 2 {
			return boom
		}
		return nil
	})
	if !errors.Is(err, boom) || started.Load() > 4 {
		t.Errorf("error %v after %d jobs, want %v after 3 or 4", err, started.Load(), boom)
	}
}

type line struct{ N int }

func TestJournalSurvivesATornLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	j, err := league.CreateJournal(path, line{-1})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if err := j.Append(line{n}); err != nil {
			t.Fatal(err)
		}
	}
	j.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := strings.IndexByte(string(whole), '\n') + 1
	for n := head; n <= len(whole); n++ {
		if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		complete := strings.Count(string(whole[head:n]), "\n")
		j, err := league.OpenJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Append(line{99}); err != nil {
			t.Fatal(err)
		}
		j.Close()
		var first line
		var got []int
		err = league.ReadJournal(path, &first, func(b []byte) error {
			var l line
			err := json.Unmarshal(b, &l)
			got = append(got, l.N)
			return err
		})
		want := append([]int{0, 1, 2}[:complete:complete], 99)
		if diff := cmp.Diff(want, got); err != nil || first.N != -1 || diff != "" {
			t.Fatalf("after %d bytes: head %d, error %v, lines (-want +got):\n%s", n, first.N, err, diff)
		}
	}
	if _, err := league.CreateJournal(path, line{}); !errors.Is(err, os.ErrExist) {
		t.Errorf("CreateJournal over a journal: %v, want %v", err, os.ErrExist)
	}
}

func TestTable(t *testing.T) {
	games := []league.Game{
		{Teams: [2]int{0, 1}, Winner: 1},
		{Teams: [2]int{1, 0}, Winner: 0, Default: true},
		{Teams: [2]int{1, 2}, Winner: -1},
	}
	var got []string
	for _, s := range league.Table(3, games) {
		got = append(got, fmt.Sprintf("%d: %d played, %d-%d-%d, %d defaults, %g", s.Team, s.Played, s.Wins, s.Draws, s.Losses, s.Defaults, s.Points))
	}
	want := []string{
		"1: 3 played, 2-1-0, 0 defaults, 2.5",
		"2: 1 played, 0-1-0, 0 defaults, 0.5",
		"0: 2 played, 0-0-2, 1 defaults, 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}

// Wilson's interval for 8 of 10 is 49.0 % to 94.3 % (any textbook): half of its width is 22.7.
func TestInterval(t *testing.T) {
	var games []league.Game
	for i := range 10 {
		winner := 0
		if i >= 8 {
			winner = 1
		}
		games = append(games, league.Game{Teams: [2]int{0, 1}, Winner: winner})
	}
	if got := league.Table(2, games)[0].Error; got < 22.6 || got > 22.7 {
		t.Errorf("half the interval of 8 wins in 10 games = %.2f, want 22.65", got)
	}
}
