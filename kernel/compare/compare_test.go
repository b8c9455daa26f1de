package compare_test

import (
	"context"
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gridiron-games/gridiron/kernel/book"
	"github.com/gridiron-games/gridiron/kernel/compare"
	"github.com/gridiron-games/gridiron/kernel/gametest/heap"
	"github.com/gridiron-games/gridiron/kernel/job"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/rating"
	"github.com/gridiron-games/gridiron/kernel/record"
)

func comparison(old, new string) *compare.Comparison {
	return &compare.Comparison{
		Game: heap.Bound(), Old: job.Team{Label: old, Spec: old}, New: job.Team{Label: new, Spec: new}, Setup: match.Setup{Seed: "5"},
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
		{"fool", "fool", 200, compare.NotBetter, `^no difference larger than 20 Elo: \+0 Elo \(0 to 0\), \d+ games$`},
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

// Two players without chance play one game from each side and then repeat it.
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
