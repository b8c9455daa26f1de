package matches_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/matches"
)

func TestPairs(t *testing.T) {
	names := []string{"rush", "champion", "greedy"}
	got, err := matches.Pairs("rush/greedy,champion/all", names)
	want := [][2]string{{"rush", "greedy"}, {"champion", "greedy"}, {"champion", "rush"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, pairs (-want +got):\n%s", err, diff)
	}
	for text, want := range map[string]string{
		"rush":       `pair "rush": want two of champion, greedy, rush, such as champion/rush; or champion/all`,
		"rush/fast":  `pair "rush/fast": want two of`,
		"fast/all":   `pair "fast/all": want two of`,
		"rush/rush,": `pair "": want two of`,
	} {
		if _, err := matches.Pairs(text, names); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A pair counts when both games were played, and the seats are swapped in the second one.
func TestTally(t *testing.T) {
	tally := &matches.Tally{}
	for game, points := range map[int]float64{0: 1, 1: 1, 2: 1, 3: 0, 4: 0.5, 5: 0.5, 6: 1, 9: 1} {
		tally.Add(game, points)
	}
	p := tally.Pairs()
	if p.Pairs() != 3 || p.WW != 1 || p.WL != 1 || p.DD != 1 || !tally.Has(9) || tally.Has(7) {
		t.Errorf("%+v, want a pair won, one shared and one drawn", p)
	}
	if got, want := tally.String(), "3-2-1 | 66.7 % (26.3 to 88.3) | 3"; got != want {
		t.Errorf("row %q, want %q", got, want)
	}
}

// A journal goes on where a process died, and its last line may be torn.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	want := []matches.Line{{"champion", "rush", 0, "by counts", 1}, {"champion", "rush", 1, "by counts", 0.5}}
	for n, line := range want {
		j, known, err := matches.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[:n], known, cmp.Transformer("none", func(l []matches.Line) []matches.Line { return append([]matches.Line{}, l...) })); diff != "" {
			t.Errorf("before game %d (-want +got):\n%s", n, diff)
		}
		if err := j.Add(line); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		torn, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := torn.WriteString(`{"first":"champ`); err != nil {
			t.Fatal(err)
		}
		torn.Close()
	}
	j, known, err := matches.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	if diff := cmp.Diff(want, known); diff != "" {
		t.Errorf("at the end (-want +got):\n%s", diff)
	}
	if err := os.WriteFile(path, []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := matches.Open(path); err == nil || !strings.Contains(err.Error(), `line 1: "{}": want a game, such as {"first"`) {
		t.Errorf("a line that is no game: %v", err)
	}
}
