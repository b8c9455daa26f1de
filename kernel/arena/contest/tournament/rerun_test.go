package tournament_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/heap"
)

// open opens a tournament of heap to change it.
func open(t *testing.T, dir string) *tournament.Tournament {
	t.Helper()
	tour, err := tournament.Resume(dir, heap.Bound(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tour.Close)
	return tour
}

// rows returns the number of games in the table, by team.
func rows(t *testing.T, dir string) map[string]int {
	t.Helper()
	tour, err := tournament.Load(dir, heap.Bound())
	if err != nil {
		t.Fatal(err)
	}
	s, err := tour.Schedule()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	for _, row := range s.Standings() {
		all[tour.All()[row.Team].Label] = row.Played
	}
	return all
}

// A rerun replaces the games of a team, those before and after a late team and a forfeit, too. A team that has forfeited loses to
// it, and its own forfeit is taken back.
func TestRerun(t *testing.T) {
	dir := t.TempDir()
	begin(t, dir, "", plan.Settings{Plan: plan.RoundRobin}, "fool", "master", "fool", "fool")
	tour := open(t, dir)
	err := errors.Join(
		tour.Run(t.Context(), tournament.Run{Concurrency: 1, Games: 5}),
		tour.Add(tournament.Team{Label: "late", Spec: "fool"}, ""), tour.Forfeit("fool2", "left"),
		tour.Run(t.Context(), tournament.Run{Concurrency: 2}),
	)
	if err != nil {
		t.Fatal(err)
	}
	played, _, err := tour.Progress()
	if err != nil {
		t.Fatal(err)
	}
	games, err := tour.Rerun([]string{"late", "fool0"})
	if err != nil || games == 0 {
		t.Fatalf("%d games, %v", games, err)
	}
	if left, all, err := tour.Progress(); err != nil || left != played-games || all < left+games-2 {
		t.Errorf("%d of %d games, %v; want %d less than %d", left, all, err, games, played)
	}
	if err := tour.Run(t.Context(), tournament.Run{Concurrency: 2}); err != nil {
		t.Fatal(err)
	}
	tour.Close()
	for team, n := range rows(t, dir) {
		if n != 8 {
			t.Errorf("%s has %d games, want 8", team, n)
		}
	}
	if tour, err = tournament.Load(dir, heap.Bound()); err != nil {
		t.Fatal(err)
	}
	s, err := tour.Schedule()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.Pairings() { // by number: fool0 and fool2
		o, _ := s.Outcome(p.N)
		if gone := p.Teams[0] == 2 && p.Teams[1] == 0 || p.Teams[0] == 0 && p.Teams[1] == 2; gone && !league.IsForfeit(o.Reason) {
			t.Errorf("game %d of a team that has forfeited: %+v", p.N, o)
		}
	}

	tour = open(t, dir)
	if _, err := tour.Rerun([]string{"fool2"}); err != nil {
		t.Fatal(err)
	}
	if err := tour.Run(t.Context(), tournament.Run{Concurrency: 2}); err != nil {
		t.Fatal(err)
	}
	tour.Close()
	if tour, err = tournament.Load(dir, heap.Bound()); err != nil {
		t.Fatal(err)
	}
	if s, err = tour.Schedule(); err != nil {
		t.Fatal(err)
	}
	for _, p := range s.Pairings() {
		if o, _ := s.Outcome(p.N); league.IsForfeit(o.Reason) {
			t.Errorf("game %d is given away, but the forfeit was taken back: %+v", p.N, o)
		}
	}
	v, err := tournament.Verify(dir, heap.Bound(), nil, "")
	if err != nil || len(v.Wrong)+len(v.Notes) > 0 {
		t.Errorf("%+v, %v; want nothing wrong", v, err)
	}
}

// A game stays if others were paired because of its result.
func TestRerunWherePairingsDepend(t *testing.T) {
	for name, set := range map[string]plan.Settings{
		"swiss": {Plan: plan.Swiss}, "knockout": {Plan: plan.Knockout}, "playoff": {Plan: plan.RoundRobin, Playoff: 2},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			begin(t, dir, "", set, "fool", "master", "fool", "master")
			first := 4 // games of the first round
			if name == "playoff" {
				first = 12
			}
			tour := open(t, dir)
			if err := tour.Run(t.Context(), tournament.Run{Concurrency: 1, Games: first - 1}); err != nil {
				t.Fatal(err)
			}
			if n, err := tour.Rerun([]string{"fool0"}); err != nil || n == 0 {
				t.Errorf("in the first round: %d games, %v", n, err)
			}
			if err := tour.Run(t.Context(), tournament.Run{Concurrency: 1}); err != nil {
				t.Fatal(err)
			}
			before := readFile(t, journal(dir))
			if _, err := tour.Rerun([]string{"master1"}); err == nil || !strings.Contains(err.Error(), "its result decided the pairings of later games") {
				t.Errorf("error %v, want that later games depend on it", err)
			}
			if string(readFile(t, journal(dir))) != string(before) {
				t.Error("a rerun that is refused changes the journal")
			}
		})
	}
}

// A program that changes while games are played ends the run before a game of it counts; a file that it writes does not, not even
// for the process that goes on.
func TestGuarded(t *testing.T) {
	dir, bot := t.TempDir(), t.TempDir()
	program, log := filepath.Join(bot, "bot"), filepath.Join(bot, "log.txt")
	writeFile(t, program, []byte("1"))
	writeFile(t, log, []byte("1"))
	h := tournament.Head{Seed: "5", Rounds: 3, Teams: []tournament.Team{{Label: "mine", Spec: "fool:file=" + program}, {Label: "other", Spec: "fool"}}}
	game := heap.Bound()
	tour, err := tournament.Prepare(dir, game, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := tour.Begin(); err != nil {
		t.Fatal(err)
	}
	games := 0
	run := tournament.Run{
		Concurrency: 1, Guarded: true,
		Spec: func(spec string) string { spec, _, _ = strings.Cut(spec, ":"); return spec },
	}
	run.Watch = func(league.Pairing) match.Observer {
		switch games++; games {
		case 2:
			writeFile(t, log, []byte("moves"))
		case 4:
			writeFile(t, program, []byte("another"))
		}
		return nil
	}
	err = tour.Run(t.Context(), run)
	var changed *tournament.ChangedError
	if !errors.As(err, &changed) || strings.Join(changed.Teams(), " ") != "mine" {
		t.Errorf("error %v, want that mine has changed", err)
	}
	if played, _, err := tour.Progress(); err != nil || played != 3 {
		t.Errorf("%d games, %v; want 3", played, err)
	}
	tour.Close()
	again := func() error {
		t.Helper()
		tour, err := tournament.Resume(dir, game, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer tour.Close()
		strange, err := tour.Same()
		if len(strange) > 0 {
			t.Errorf("not known: %v", strange)
		}
		return err
	}
	if err := again(); !errors.As(err, &changed) {
		t.Errorf("resume: error %v, want that mine has changed", err)
	}
	writeFile(t, program, []byte("1"))
	if err := again(); err != nil {
		t.Errorf("resume with the old program: %v", err)
	}
	module := filepath.Join(bot, "json.py")
	writeFile(t, module, []byte("1"))
	if err := again(); !errors.As(err, &changed) || !strings.Contains(err.Error(), "json.py") {
		t.Errorf("resume with a new module: error %v, want that mine has changed", err)
	}
	if err := errors.Join(os.Remove(log), os.Remove(module)); err != nil {
		t.Fatal(err)
	}
	if err := again(); err != nil {
		t.Errorf("resume without what the bot wrote: %v", err)
	}
}

// The games of a team that are annulled count for nobody, whether they were played or not.
func TestAnnul(t *testing.T) {
	for _, games := range []int{3, 0} {
		dir := t.TempDir()
		begin(t, dir, "", plan.Settings{Plan: plan.RoundRobin, Playoff: 2}, "fool", "master", "fool")
		tour := open(t, dir)
		if games > 0 {
			if err := tour.Run(t.Context(), tournament.Run{Concurrency: 1, Games: games}); err != nil {
				t.Fatal(err)
			}
		}
		if err := tour.Annul("fool2", "left"); err != nil {
			t.Fatal(err)
		}
		if err := tour.Run(t.Context(), tournament.Run{Concurrency: 2}); err != nil {
			t.Fatal(err)
		}
		if got := rows(t, dir); got["fool2"] != 0 || got["fool0"] != 4 || got["master1"] != 4 {
			t.Errorf("games of the table: %v, want those of two teams and a playoff", got)
		}
		if played, all, err := tour.Progress(); err != nil || played != all {
			t.Errorf("%d of %d games, %v", played, all, err)
		}
		if err := tour.Annul("fool0", ""); err == nil {
			t.Error("games that decided about the playoff are annulled")
		}
		if got := tour.Annulled(); len(got) != 1 || got[0] != "fool2" {
			t.Errorf("annulled: %v", got)
		}
		if plays, err := tour.Plays("fool0"); err != nil || plays {
			t.Errorf("fool0 has games left: %v, %v", plays, err)
		}
	}
}
