package tournament_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/heap"
)

var update = flag.Bool("update", false, "write the journal of TestOldJournal anew, in the place of one that users have")

// TestOldJournal reads a journal that an earlier version wrote: all of its games are found, and it goes on where it was. Ids and
// seeds follow from what stands in it, so that a change of either would make a tournament play its games again.
func TestOldJournal(t *testing.T) {
	old := filepath.Join("testdata", "journal.jsonl")
	dir := t.TempDir()
	if *update {
		begin(t, dir, "", plan.Settings{Plan: plan.Gauntlet, Pairs: 2}, "fool", "master", "fool", "crasher")
		if err := playOn(dir, 1); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
		if err == nil {
			err = os.WriteFile(old, content, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "games"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "journal.jsonl"), content, 0o666); err != nil {
		t.Fatal(err)
	}
	tour, err := tournament.Load(dir, heap.Bound())
	if err != nil {
		t.Fatal(err)
	}
	if played, all, err := tour.Progress(); err != nil || played != 12 || all != 12 {
		t.Errorf("%d of %d games, %v; want all 12", played, all, err)
	}
	for _, d := range []int{1, 6, 12} {
		s, err := tour.Schedule()
		if err != nil {
			t.Fatal(err)
		}
		if p := s.Pairings()[d-1]; tour.Line(p) == nil {
			t.Errorf("game %d is not found: its id is another one now", d)
		}
	}
	if err := playOn(dir, 1); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(filepath.Join(dir, "journal.jsonl")); err != nil || string(again) != string(content) {
		t.Errorf("games of a finished tournament were played again: %v", err)
	}
}
