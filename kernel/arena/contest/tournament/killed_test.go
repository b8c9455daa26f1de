package tournament_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/heap"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/victim"
	"github.com/gridiron-games/gridiron/kernel/record"
)

func TestMain(m *testing.M) { victim.Main(m, func(dir string) error { return playOn(dir, 2) }) }

// playOn goes on with a tournament.
func playOn(dir string, games int) error {
	t, err := tournament.Resume(dir, heap.Bound(), nil)
	if err != nil {
		return err
	}
	defer t.Close()
	fmt.Println("it begins")
	if again := filepath.Join(dir, "again"); exists(again) { // with the first team
		if _, err := t.Rerun([]string{t.Teams[0].Label}); err != nil {
			return err
		}
		if err := os.Remove(again); err != nil {
			return err
		}
	}
	return t.Run(context.Background(), tournament.Run{Concurrency: games})
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// begin begins a tournament between the given bots.
func begin(t *testing.T, dir, start string, set plan.Settings, bots ...string) {
	t.Helper()
	h := tournament.Head{Seed: "5", Plan: &set, Start: start}
	for i, bot := range bots {
		h.Teams = append(h.Teams, tournament.Team{Label: fmt.Sprintf("%s%d", bot, i), Spec: bot})
	}
	tour, err := tournament.Prepare(dir, heap.Bound(), h, nil)
	if err == nil {
		err = tour.Begin()
		tour.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// table returns the table of a tournament, with everything that is drawn from its seed.
func table(t *testing.T, dir string) string {
	t.Helper()
	tour, err := tournament.Load(dir, heap.Bound())
	if err != nil {
		t.Fatal(err)
	}
	report, err := tour.Report()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, form := range []string{"text", "csv"} {
		if err := report.Write(&out, form); err != nil {
			t.Fatal(err)
		}
	}
	s, err := tour.Schedule()
	if err != nil {
		t.Fatal(err)
	}
	counted := len(s.Games())
	for _, p := range s.Pairings() {
		// A game that was under way when a test had decided counts for nothing; a kill may let it end all the same.
		if line := tour.Line(p); line != nil && p.N <= counted {
			fmt.Fprintln(&out, p.N, line.ID, line.Seed, line.Reason, line.Plies)
		}
	}
	return out.String()
}

// once checks that no game is in the journal twice.
func once(t *testing.T, dir string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, `{"type":"rerun"`) {
			var r struct{ Games []string }
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			for _, id := range r.Games {
				delete(seen, id)
			}
		}
		if _, rest, ok := strings.Cut(line, `{"type":"game"`); ok {
			_, id, _ := strings.Cut(rest, `"id":"`)
			id = id[:16]
			if seen[id] {
				t.Errorf("game %s is twice in the journal", id)
			}
			seen[id] = true
		}
	}
}

// TestKilled kills a process that plays a tournament at random moments, by every plan: the result is the same. GRIDIRON_KILLS=50
// is the whole test.
func TestKilled(t *testing.T) {
	if testing.Short() && os.Getenv("GRIDIRON_LONG") == "" {
		t.Skip("takes a second or more: run without -short")
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not let go of the files of a killed process at once")
	}
	eleven := strings.Fields(strings.Repeat("fool ", 10) + "master")
	for name, set := range map[string]plan.Settings{
		"round-robin": {Plan: plan.RoundRobin},
		"playoff":     {Plan: plan.RoundRobin, Playoff: 4},
		"gauntlet":    {Plan: plan.Gauntlet, Pairs: 4},
		"knockout":    {Plan: plan.Knockout, Pairs: 3},
		"swiss":       {Plan: plan.Swiss, Pairs: 2},
		"sprt":        {Plan: plan.SPRT, Pairs: 60, Test: &rating.SPRT{Elo1: 20, Alpha: 0.05, Beta: 0.05}},
	} {
		t.Run(name, func(t *testing.T) {
			bots := eleven
			if set.Plan == plan.SPRT {
				bots = []string{"fool", "fool"}
			}
			whole, broken := t.TempDir(), t.TempDir()
			begin(t, whole, "", set, bots...)
			began := time.Now()
			if err := playOn(whole, 2); err != nil {
				t.Fatal(err)
			}
			took := time.Since(began)
			want := table(t, whole)
			chance := rand.New(rand.NewPCG(3, 4))
			killed, kills := 0, victim.Times(3)
			for killed < kills { // as often as a tournament ends in between, another one begins
				os.RemoveAll(broken)
				begin(t, broken, "", set, bots...)
				for over := false; !over; {
					after := time.Duration(chance.Int64N(int64(took)/2 + 1))
					if killed == kills {
						after = time.Hour
					}
					if over = !victim.Kill(t, broken, after); !over {
						killed++
					}
				}
				if got := table(t, broken); got != want {
					t.Fatalf("after %d kills:\n%s\nwant\n%s", killed, got, want)
				}
				once(t, broken)
			}
		})
	}
}

// TestRerunKilled kills a process that plays the games of a team again: each is played again once, and the old ones are kept.
func TestRerunKilled(t *testing.T) {
	if testing.Short() && os.Getenv("GRIDIRON_LONG") == "" {
		t.Skip("takes a second or more: run without -short")
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not let go of the files of a killed process at once")
	}
	for name, set := range map[string]plan.Settings{"round-robin": {Plan: plan.RoundRobin, Pairs: 4}, "gauntlet": {Plan: plan.Gauntlet, Pairs: 9}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			begin(t, dir, "", set, strings.Fields("fool fool fool fool master")...)
			began := time.Now()
			if err := playOn(dir, 2); err != nil {
				t.Fatal(err)
			}
			took, want := time.Since(began), table(t, dir)
			before, err := tournament.Verify(dir, heap.Bound(), nil, "")
			if err != nil {
				t.Fatal(err)
			}
			chance := rand.New(rand.NewPCG(5, 6))
			for killed, kills := 0, victim.Times(3); killed < kills; {
				if err := os.WriteFile(filepath.Join(dir, "again"), nil, 0o666); err != nil {
					t.Fatal(err)
				}
				for over := false; !over; {
					after := time.Duration(chance.Int64N(int64(took)/2 + 1))
					if killed == kills {
						after = time.Hour
					}
					if over = !victim.Kill(t, dir, after); !over {
						killed++
					}
				}
				if got := table(t, dir); got != want { // the bots are the same, and so are seeds and starts
					t.Fatalf("after %d kills:\n%s\nwant\n%s", killed, got, want)
				}
				once(t, dir)
			}
			v, err := tournament.Verify(dir, heap.Bound(), nil, "")
			if err != nil || len(v.Wrong)+len(v.Notes) > 0 || v.Games <= before.Games || !strings.Contains(strings.Join(v.Bots, "\n"), "replaced in line") {
				t.Errorf("%+v, %v; want nothing wrong and more than %d games", v, err, before.Games)
			}
		})
	}
}

// TestDied has a bot end the process by itself: after three deaths the game is given up and named, and all others are played.
// Kills from outside do not count.
func TestDied(t *testing.T) {
	dir := t.TempDir()
	begin(t, dir, "13", plan.Settings{Plan: plan.RoundRobin}, "fool", "fatal", "master")
	deaths := 0
	for over := false; !over; {
		out, err := victim.Command(dir).CombinedOutput()
		over = err == nil
		if err != nil {
			if deaths++; !strings.Contains(string(out), "fatal: thirteen left") || deaths > 3*6 {
				t.Fatalf("death %d: %v\n%s", deaths, err, out)
			}
		}
	}
	tour, err := tournament.Load(dir, heap.Bound())
	if err != nil {
		t.Fatal(err)
	}
	given, err := tour.Skipped()
	if err != nil {
		t.Fatal(err)
	}
	if len(given) == 0 || deaths < 3*len(given) {
		t.Fatalf("%d games given up after %d deaths", len(given), deaths)
	}
	for _, s := range given {
		if !strings.Contains(strings.Join(s.Teams, " "), "fatal1") || s.Error != "panic: fatal: thirteen left" {
			t.Errorf("given up: %+v", s)
		}
		if words, err := os.ReadFile(filepath.Join(dir, s.Words)); err != nil || !bytes.Contains(words, []byte("goroutine")) {
			t.Errorf("last words %s: %v", s.Words, err)
		}
	}
	played, all, err := tour.Progress()
	if err != nil || played != all {
		t.Errorf("%d of %d games: %v", played, all, err)
	}
	if report, err := tour.Report(); err != nil {
		t.Error(err)
	} else if _, rows := report.Rows(); len(rows) != 3 {
		t.Errorf("%d rows", len(rows))
	}
}

// TestEnough stops a run after a given number of games, and keeps the latest records only.
func TestEnough(t *testing.T) {
	dir := t.TempDir()
	begin(t, dir, "", plan.Settings{Plan: plan.RoundRobin, Pairs: 5}, "fool", "master", "fool")
	tour, err := tournament.Resume(dir, heap.Bound(), nil)
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	err = tour.Run(t.Context(), tournament.Run{Concurrency: 3, Games: 7, Records: 2, Finished: func(*record.Line) { played++ }})
	tour.Close()
	if err != nil || played != 7 {
		t.Errorf("%d games: %v", played, err)
	}
	once(t, dir)
	if left, _ := os.ReadDir(filepath.Join(dir, "games")); len(left) < 2 || len(left) > 4 {
		t.Errorf("%d records, want about 2", len(left))
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "died-*")); len(left) > 0 {
		t.Errorf("nobody died, but there is %v", left)
	}
}

// A team that is out of a knockout need not be there when it goes on.
func TestTryWithoutTheEliminated(t *testing.T) {
	dir := t.TempDir()
	begin(t, dir, "", plan.Settings{Plan: plan.Knockout}, "master", "fool", "master", "exec:/not/there")
	tour, err := tournament.Resume(dir, heap.Bound(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tour.Close()
	if err := tour.Run(t.Context(), tournament.Run{Concurrency: 1, Games: 4}); err != nil {
		t.Fatal(err)
	}
	err = tour.Try(t.Context(), match.Maker{}, func(e *tournament.AbsentError) error { return e })
	if err != nil {
		t.Errorf("it has lost its match: %v", err)
	}
}

// Games that a test decided without are not counted as played.
func TestProgressOfATest(t *testing.T) {
	dir := t.TempDir()
	begin(t, dir, "", plan.Settings{Plan: plan.SPRT, Test: &rating.SPRT{Elo1: 200, Alpha: 0.05, Beta: 0.05}}, "master", "fool")
	tour, err := tournament.Resume(dir, heap.Bound(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tour.Close()
	if err := tour.Run(t.Context(), tournament.Run{Concurrency: 8}); err != nil {
		t.Fatal(err)
	}
	if played, all, err := tour.Progress(); err != nil || played != all {
		t.Errorf("%d of %d games played, %v", played, all, err)
	}
}
