package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/matches"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// The table has a column for each level and rates all bots on one scale, which begins with random.
func TestLevelTable(t *testing.T) {
	l := &ladder{when: "today", games: 40, tallies: map[[2]string]*matches.Tally{}}
	won := func(first, second string, of10 int) { // the seats of a pair share the points, as far as that is possible
		for game := range 40 {
			points := 0.0
			if game%10 < of10 {
				points = 1
			}
			l.tally(first, second).Add(game, points)
		}
	}
	champion, greedy := bot{Name: "champion", Levels: 3}, bot{Name: "greedy"}
	level := func(n int) string { return champion.players()[n-1] }
	won(level(1), anchor, 5)
	won(level(2), level(1), 7)
	won(level(3), level(2), 6)
	won("greedy", level(2), 5)
	won("nobody", "champion:level=9", 9) // of an older ladder
	elo := l.ratings(slices.Concat([]string{anchor}, champion.players(), greedy.players()))
	got := l.table(level, 3, []string{"greedy"}, elo)
	want := "| level | 1 | 2 | 3 |\n|---|---:|---:|---:|\n| points, % | 50+-18 | 70+-17 | 60+-20 |\n| Elo | 0 | 147 | 217 |\n\n" +
		"today, 40 games a step, by their own counts. Points are those against the level below, of level 1 against `random`, with their 95 % interval. Elo\n" +
		"counts from `random`; on the same scale are `greedy` 147."
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	code := eloCode([]bot{{Name: anchor}, greedy, champion}, elo)
	if want := "var elo = map[string][]int{\n\t\"random\":   {0},\n\t\"greedy\":   {147},\n\t\"champion\": {0, 147, 217},\n}\n"; !strings.HasSuffix(code, want) {
		t.Errorf("%s\nwant at its end\n%s", code, want)
	}
}

// Of games that are kept, no more count than were asked for: a run that goes on decides as one that was not broken off.
func TestKeptGames(t *testing.T) {
	l := &ladder{kept: map[played]float64{}, tallies: map[[2]string]*matches.Tally{}}
	for game := range 10 {
		l.kept[played{[2]string{"greedy", "champion:level=2"}, game}] = float64(game / 4 % 2) // 0 for four games, then 1
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute) // without a worker, a game that is not kept waits for ever
	defer stop()
	for _, tt := range []struct {
		games int
		want  string
	}{{4, "0-0-4"}, {8, "4-0-4"}} {
		if tally, err := l.play(ctx, "greedy", "champion:level=2", tt.games); err != nil || !strings.HasPrefix(tally.String(), tt.want+" ") {
			t.Errorf("%d games: %v, %v; want %s", tt.games, tally, err, tt.want)
		}
	}
}

func TestLevelFlags(t *testing.T) {
	r := &run{levels: true, short: true, workers: 1}
	if err := r.check(nil, "sarena"); err == nil || !strings.Contains(err.Error(), "flag --levels: want none of --short") {
		t.Errorf("--levels --short: %v", err)
	}
}

// All levels of a game play, games that are kept are not played again, and starts are drawn for games that always begin alike.
func TestLevels(t *testing.T) {
	gametest.Long(t, "builds programs and plays with all bots of a game")
	out := &bytes.Buffer{}
	r := &run{levels: true, games: 2, dir: t.TempDir(), workers: 2, out: out, errs: io.Discard}
	if err := r.check(nil, "sarena"); err != nil {
		t.Fatal(err)
	}
	var texts []string
	for range 2 {
		out.Reset()
		if err := r.all(t.Context()); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(r.dir, "sarena-*-levels.jsonl"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%q, want one journal; %v", files, err)
		}
		kept, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(kept))
	}
	if texts[0] != texts[1] {
		t.Error("games were played again")
	}
	if !strings.Contains(out.String(), "| level | 1 | 2 |") || !strings.Contains(out.String(), "`super` ") {
		t.Errorf("no table:\n%s", out)
	}
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "amazons")
	if err := program(t.Context(), root, "amazons", path); err != nil {
		t.Fatal(err)
	}
	starts, err := drawn(t.Context(), path, 2)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Sort(starts); len(starts) != levelGames/2 || len(slices.Compact(starts)) < levelGames/2-5 {
		t.Errorf("%d starts, such as %q; want %d different ones", len(starts), starts[0], levelGames/2)
	}
}
