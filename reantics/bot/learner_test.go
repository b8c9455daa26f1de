package bot

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/reantics"
)

// lessons plays games of one learner against a bot and returns how many it won.
func lessons(t *testing.T, b *Learner, foe string, games int, from uint64) (won int) {
	t.Helper()
	for i := range games {
		pair := [2]player{b, makers[foe](rand.New(rand.NewPCG(from+uint64(i), 2)))}
		if i%2 == 1 {
			pair[0], pair[1] = pair[1], pair[0]
		}
		if g := playGame(t, t.Context(), reantics.Manual, pair); int(g.winner) == i%2 {
			won++
		}
	}
	return won
}

func TestLearnerLearns(t *testing.T) {
	gametest.Slow(t)
	file := filepath.Join(t.TempDir(), "learner.txt")
	first, later := 0, 0
	for seed := range uint64(3) {
		_ = os.Remove(file)
		b, err := NewLearner(rand.New(rand.NewPCG(seed, 1)), file)
		if err != nil {
			t.Fatal(err)
		}
		first += lessons(t, b, "random", 20, 0)
		lessons(t, b, "rush", 100, 100)
		before := b.knowledge
		if b, err = NewLearner(rand.New(rand.NewPCG(seed, 3)), file); err != nil || b.knowledge != before || b.Games() != 120 {
			t.Fatalf("saved %+v, loaded %+v, %v", before, b.knowledge, err)
		}
		later += lessons(t, b, "random", 20, 400)
	}
	t.Logf("won %d of 60 games against random at first, %d of 60 later", first, later)
	if later <= first || later < 57 {
		t.Errorf("won %d of 60 games against random at first and %d of 60 later, want more and at least 57", first, later)
	}
}

func TestKnowledgeFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "learner.txt")
	want := Knowledge{Games: 3, Weights: [features]float64{0.1, -2, 1e-30}}
	for range 2 {
		if err := want.Save(file); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := LoadKnowledge(file); err != nil || got != want {
		t.Errorf("saved %+v, loaded %+v, %v", want, got, err)
	}
	// A crash while saving leaves a file beside it, and the old one as it was.
	if err := os.WriteFile(file+".123", []byte("reantics lear"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := LoadKnowledge(file); err != nil || got != want {
		t.Errorf("after a crash %+v, %v", got, err)
	}
	if names, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(names) != 2 {
		t.Errorf("files left: %v, %v", names, err)
	}
	if err := want.Save(filepath.Join(dir, "none", "learner.txt")); err == nil {
		t.Error("saved where no directory is")
	}
}

func TestKnowledgeErrors(t *testing.T) {
	good, err := Knowledge{Games: 3}.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, new, want string }{
		{"learner 1", "learner 2", `line 1: want "reantics learner 1"`},
		{"games 3", "games -3", "line 2: want a whole number of games"},
		{"games 3", "games 3.5", "line 2: want a whole number of games"},
		{"games 3", "gmaes 3", `line 2: want "games" and a number`},
		{"stock 0", "stock x", `line 3: want "stock" and a number`},
		{"stock 0", "stock NaN", `line 3: want "stock" and a number`},
		{"stock 0\n", "", "line 12: want 13 lines"},
	} {
		var k Knowledge
		if err := k.UnmarshalText([]byte(strings.Replace(string(good), tt.old, tt.new, 1))); err == nil || err.Error() != tt.want {
			t.Errorf("%s for %s: %v, want %s", tt.new, tt.old, err, tt.want)
		}
	}
	file := filepath.Join(t.TempDir(), "torn.txt")
	if err := os.WriteFile(file, good[:40], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := NewLearner(rand.New(rand.NewPCG(1, 1)), file); err == nil || !strings.HasPrefix(err.Error(), file+": line ") {
		t.Errorf("a torn file: %v", err)
	}
}

func FuzzKnowledge(f *testing.F) {
	good, err := Knowledge{Games: 3, Weights: [features]float64{1.5}}.MarshalText()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte("reantics learner 1\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var k, again Knowledge
		if k.UnmarshalText(text) != nil {
			return
		}
		printed, err := k.MarshalText()
		if err != nil || again.UnmarshalText(printed) != nil || again != k {
			t.Errorf("%q is read as %+v and printed as %q, %v", text, k, printed, err)
		}
	})
}
