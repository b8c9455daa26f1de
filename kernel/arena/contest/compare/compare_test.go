package compare_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/compare"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/book"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/heap"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/victim"
	"github.com/gridiron-games/gridiron/kernel/record"
)

func comparison(old, newer string) *compare.Comparison {
	return &compare.Comparison{
		Game: heap.Bound(), Old: job.Team{Label: old, Spec: old}, New: job.Team{Label: newer, Spec: newer}, Setup: match.Setup{Seed: "5"},
		Opening: 2, Pairs: 200, Losses: 3, Test: rating.SPRT{Elo1: 20, Alpha: 0.05, Beta: 0.05},
	}
}

func run(t *testing.T, c *compare.Comparison) *compare.Result {
	t.Helper()
	r, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestVerdicts(t *testing.T) {
	for _, tt := range []struct {
		old, new string
		pairs    int
		want     compare.Verdict
		sentence string
	}{
		{"fool", "master", 200, compare.Better, `^NEW is better: .*, \d+ games$`},
		{"master", "fool", 200, compare.NotBetter, `^NEW is worse: .*, \d+ games$`},
		{"fool", "fool", 200, compare.NotBetter, `^no difference larger than 20 Elo: \+0 Elo \(-\d+ to \d+\), \d+ games$`},
		{"fool", "master", 3, compare.Undecided, `^undecided after 6 games: .*`},
		{"crasher", "fool", 200, compare.Undecided, `^undecided after \d+ games \(it won every game\): the players repeat`},
	} {
		c := comparison(tt.old, tt.new)
		c.Pairs = tt.pairs
		r := run(t, c)
		if r.Verdict != tt.want || !regexp.MustCompile(tt.sentence).MatchString(r.Sentence()) {
			t.Errorf("%s against %s: %s, %q; want %s, %s", tt.new, tt.old, r.Verdict, r.Sentence(), tt.want, tt.sentence)
		}
		if len(r.Losses) > 3 || r.Played < 2*r.Counts.Pairs() {
			t.Errorf("%s against %s: %d losses are kept, %d games and %d pairs", tt.new, tt.old, len(r.Losses), r.Played, r.Counts.Pairs())
		}
	}
}

// Which game is the repeated one, and when the test stops, does not depend on the machine.
func TestConcurrencyChangesNothing(t *testing.T) {
	alone, many := comparison("fool", "master"), comparison("fool", "master")
	many.Concurrency = 7
	want := run(t, alone)
	for range 3 {
		got := run(t, many)
		records := cmpopts.IgnoreFields(compare.Loss{}, "Record") // they have times
		if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(compare.Result{}), records); diff != "" {
			t.Fatalf("seven games at a time (-one +seven):\n%s", diff)
		}
	}
}

// Two deterministic players play one game from each side and then repeat it.
func TestRepeatedGamesAreNoEvidence(t *testing.T) {
	c := comparison("master", "master")
	c.Opening = 0
	r := run(t, c)
	if r.Counts.Pairs() != 1 || r.Played != 2 || r.Repeated != 2*compare.Stale || r.Verdict != compare.Undecided || !r.Stale {
		t.Errorf("%d pairs, %d games, %d repeated, %s, stale %v; want one pair and the rest repeated",
			r.Counts.Pairs(), r.Played, r.Repeated, r.Verdict, r.Stale)
	}
	if !strings.Contains(r.Sentence(), "repeat their games") {
		t.Errorf("sentence %q", r.Sentence())
	}
	c.Book = book.Book{{Layout: "9"}, {Layout: "10"}, {Layout: "11"}}
	if r := run(t, c); r.Counts.Pairs() != 3 {
		t.Errorf("%d pairs from a book of 3 starts", r.Counts.Pairs())
	}
}

func TestLosses(t *testing.T) {
	c := comparison("master", "fool")
	c.Opening, c.Pairs = 0, 20
	r := run(t, c)
	if len(r.Losses) != 3 {
		t.Fatalf("%d losses, want 3", len(r.Losses))
	}
	for i, l := range r.Losses {
		games, err := record.Read(strings.NewReader(string(l.Record)))
		if err != nil {
			t.Fatal(err)
		}
		turned, before, from := 0, math.NaN(), 0.0
		for _, a := range games[0].Answers { // the values of a fool fall once, from 0.9 to 0.1
			if a.Seat == l.Seat && *a.Worth < 0.5 && turned == 0 {
				turned, from = a.Ply, *a.Worth
			} else if a.Seat == l.Seat && turned == 0 {
				before = *a.Worth
			}
		}
		if l.Turned != turned || turned == 0 || l.Before != before || l.From != from {
			t.Errorf("loss %d turned at ply %d from %g to %g, want %d from %g to %g", i, l.Turned, l.Before, l.From, turned, before, from)
		}
		if i > 0 && l.Line.Plies < r.Losses[i-1].Line.Plies {
			t.Errorf("loss %d has %d plies, the one before %d", i, l.Line.Plies, r.Losses[i-1].Line.Plies)
		}
	}
	faulty := run(t, comparison("fool", "crasher"))
	if faulty.Faults["crashed"] == 0 || faulty.Losses[0].Line.Reason != "crashed" || len(faulty.OldFaults) > 0 {
		t.Errorf("faults %v and %v, want crashes of NEW alone", faulty.Faults, faulty.OldFaults)
	}
}

func TestErrors(t *testing.T) {
	c := comparison("fool", "master")
	c.Setup.Start = "none"
	if _, err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), `heap "none"`) {
		t.Errorf("error %v, want one of the start", err)
	}
	gone := comparison("exec:./missing", "fool")
	if err := gone.Try(t.Context()); err == nil || !strings.Contains(err.Error(), "player exec:./missing cannot be started") {
		t.Errorf("error %v, want that the player cannot be started", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	broken := comparison("fool", "master")
	broken.Finished = func(*record.Line, *compare.Result) { cancel() }
	if r, err := broken.Run(ctx); !errors.Is(err, context.Canceled) || r == nil || r.Played == 0 {
		t.Errorf("error %v, result %v; want what was played", err, r)
	}
}

func TestMain(m *testing.M) {
	victim.Main(m, func(dir string) error {
		c := &compare.Comparison{Game: heap.Bound(), Concurrency: 2, Losses: 3}
		if _, err := c.Resume(dir); err != nil {
			return err
		}
		defer c.Close()
		fmt.Println("it begins")
		_, err := c.Run(context.Background())
		return err
	})
}

// kept begins a comparison in a folder and closes it.
func kept(t *testing.T, dir string, c *compare.Comparison) {
	t.Helper()
	if err := c.Keep(dir); err != nil {
		t.Fatal(err)
	}
	c.Close()
}

// resumed returns the comparison of a folder.
func resumed(t *testing.T, dir string) *compare.Comparison {
	t.Helper()
	c := &compare.Comparison{Game: heap.Bound(), Losses: 3}
	bad, err := c.Resume(dir)
	if err != nil || bad.Count > 0 {
		t.Fatalf("%v, %v", bad, err)
	}
	t.Cleanup(c.Close)
	return c
}

// same compares results except for what differs in all runs: times in records, and where the records are.
func same(t *testing.T, what string, want, got *compare.Result) {
	t.Helper()
	ignore := cmpopts.IgnoreFields(compare.Loss{}, "Record", "Path")
	line := cmpopts.IgnoreFields(record.Line{}, "Record", "Hash")
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(compare.Result{}), ignore, line); diff != "" {
		t.Fatalf("%s (-whole +got):\n%s", what, diff)
	}
}

// TestKilled kills a comparison at random moments: its result is that of one that is not killed, and no game is played twice.
func TestKilled(t *testing.T) {
	gametest.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not let go of the files of a killed process at once")
	}
	begun := func() *compare.Comparison {
		c := comparison("fool", "fool")
		c.Pairs = 60
		c.Test.Elo1 = 1
		return c
	}
	began := time.Now()
	want := run(t, begun())
	if want.Counts.Pairs() < 30 || len(want.Losses) != 3 {
		t.Fatalf("%d pairs, %d losses: too few to be killed at", want.Counts.Pairs(), len(want.Losses))
	}
	took := max(time.Since(began), 200*time.Millisecond) // files cost more than games here
	chance := rand.New(rand.NewPCG(5, 6))
	for killed, kills := 0, victim.Times(5); killed < kills; {
		dir := t.TempDir()
		kept(t, dir, begun())
		for over := false; !over; {
			after := time.Duration(chance.Int64N(int64(took)))
			if killed == kills {
				after = time.Hour
			}
			if over = !victim.Kill(t, dir, after); !over {
				killed++
			}
		}
		c := resumed(t, dir)
		got, over, err := c.Progress(t.Context())
		if err != nil || !over {
			t.Fatalf("after %d kills: over %v, %v", killed, over, err)
		}
		same(t, fmt.Sprintf("after %d kills", killed), want, got)
		for _, l := range got.Losses {
			if !strings.HasPrefix(l.Path, filepath.Join(dir, "games")) || len(l.Record) == 0 {
				t.Errorf("the record of game %d: %q, %d bytes", l.Line.N, l.Path, len(l.Record))
			}
		}
		journal, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, n := range regexp.MustCompile(`"type":"game","n":\d+,`).FindAllString(string(journal), -1) {
			if seen[n] {
				t.Errorf("%s is twice in the journal", n)
			}
			seen[n] = true
		}
		c.Close()
	}
}

// TestMore goes on with a comparison that was undecided after its pairs.
func TestMore(t *testing.T) {
	gametest.Slow(t)
	dir := t.TempDir()
	c := comparison("fool", "fool")
	c.Pairs, c.Test.Elo1 = 10, 1
	if err := c.Keep(dir); err != nil {
		t.Fatal(err)
	}
	if r := run(t, c); r.Verdict != compare.Undecided {
		t.Fatalf("10 pairs: %s", r.Verdict)
	}
	other := &compare.Comparison{Game: heap.Bound()}
	if _, err := other.Resume(dir); !errors.Is(err, league.ErrLocked) {
		t.Errorf("a second process: error %v, want that the first one plays there", err)
	}
	c.Close()
	if err := c.Keep(dir); !errors.Is(err, compare.ErrExists) {
		t.Errorf("another comparison in the folder: error %v", err)
	}
	c = resumed(t, dir)
	if err := c.More(25); err != nil {
		t.Fatal(err)
	}
	got := run(t, c)
	c.Close()
	whole := comparison("fool", "fool")
	whole.Pairs, whole.Test.Elo1 = 25, 1
	same(t, "10 pairs and 15 more", run(t, whole), got)
	if c = resumed(t, dir); c.Pairs != 25 {
		t.Errorf("%d pairs after another resumption, want 25", c.Pairs)
	}
	c.Close()
	if err := os.WriteFile(filepath.Join(dir, "journal.jsonl"), []byte(`{"type":"tournament","game":"heap"}`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Resume(dir); err == nil || !strings.Contains(err.Error(), "want the first line of a comparison of heap") {
		t.Errorf("the journal of a tournament: error %v", err)
	}
}

// TestDied has a bot that kills the process: after three deaths in a row the game is given up and reported, and the others count.
func TestDied(t *testing.T) {
	dir := t.TempDir()
	c := comparison("fatal", "fool")
	c.Pairs, c.Opening, c.Setup.Start = 3, 0, "14"
	kept(t, dir, c)
	deaths := 0
	for over := false; !over; {
		out, err := victim.Command(dir).CombinedOutput()
		if over = err == nil; !over {
			if deaths++; !strings.Contains(string(out), "fatal: thirteen left") || deaths > 3*6 {
				t.Fatalf("death %d: %v\n%s", deaths, err, out)
			}
		}
	}
	c = resumed(t, dir)
	told := 0
	c.Skipped = func(compare.Skip) { told++ }
	r := run(t, c)
	if len(r.Skipped) == 0 || deaths < 3*len(r.Skipped) || told != len(r.Skipped) {
		t.Fatalf("%d games given up after %d deaths, told of %d", len(r.Skipped), deaths, told)
	}
	if all := r.Played + r.Repeated + len(r.Skipped); all != 6 || r.Counts.Pairs() > 3-(len(r.Skipped)+1)/2 {
		t.Errorf("%d games of 6, %d pairs, %d given up", all, r.Counts.Pairs(), len(r.Skipped))
	}
	for _, s := range r.Skipped {
		if words, err := os.ReadFile(filepath.Join(dir, s.Words)); err != nil || !strings.Contains(string(words), "goroutine") || s.Error != "panic: fatal: thirteen left" {
			t.Errorf("given up: %+v, %v", s, err)
		}
	}
}

// TestSame checks that the games of two versions of a bot are not mixed.
func TestSame(t *testing.T) {
	dir := t.TempDir()
	bot := filepath.Join(dir, "bot.py")
	if err := os.WriteFile(bot, []byte("one"), 0o666); err != nil {
		t.Fatal(err)
	}
	spec := "exec:" + proc.Join("python3", bot)
	c := comparison("fool", spec)
	c.New.Label = "mine"
	kept(t, filepath.Join(dir, "kept"), c)
	for content, same := range map[string]bool{"one": true, "two": false} {
		if err := os.WriteFile(bot, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		c := resumed(t, filepath.Join(dir, "kept"))
		if err := c.Same(); (err == nil) != same || !same && !strings.HasPrefix(err.Error(), "mine has changed") {
			t.Errorf("content %q: error %v, want one: %v", content, err, !same)
		}
		c.Close()
	}
}

// A comparison that is not decided yet says in plain words how it stands.
func TestSoFar(t *testing.T) {
	for _, tt := range []struct {
		counts rating.Pentanomial
		want   string
	}{
		{rating.Pentanomial{}, "^$"},
		{rating.Pentanomial{LL: 2, WL: 3, WW: 8}, `^19 won, 7 lost so far: probably better, about \d+ more pairs for 95 %$`},
		{rating.Pentanomial{LL: 8, WL: 3, WW: 2}, `^7 won, 19 lost so far: probably worse, about \d+ more pairs for 95 %$`},
		{rating.Pentanomial{LL: 1, WW: 9}, `^18 won, 2 lost so far: almost surely better, `},
		{rating.Pentanomial{WL: 1}, `^1 won, 1 lost so far: no difference yet$`},
		{rating.Pentanomial{WW: 400}, "^$"},
	} {
		test := rating.SPRT{Elo1: 20, Alpha: .05, Beta: .05}
		r := compare.Result{Counts: tt.counts, Test: test, Estimate: rating.EstimateOf(tt.counts), State: test.State(tt.counts), Verdict: compare.Undecided}
		if r.State.Verdict == rating.Upper {
			r.Verdict = compare.Better
		}
		if got := r.SoFar(); !regexp.MustCompile(tt.want).MatchString(got) {
			t.Errorf("%+v: %q, want %s", tt.counts, got, tt.want)
		}
	}
}
