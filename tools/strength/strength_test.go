package main

import (
	"bytes"
	"context"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/matches"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
	"github.com/gridiron-games/gridiron/tools/internal/measured"
)

// brief returns a run in the short form.
func brief(t *testing.T, dir, game string) (r *run, out *bytes.Buffer) {
	t.Helper()
	out = &bytes.Buffer{}
	r = &run{short: true, vs: "none", dir: dir, workers: 1, out: out, errs: io.Discard}
	if err := r.check(nil, game); err != nil {
		t.Fatal(err)
	}
	return r, out
}

// The short form of every game's suite plays and gives a table, and games that are kept are not played again.
func TestShort(t *testing.T) {
	gametest.Long(t, "builds the tests of all bots and plays with them")
	dir := t.TempDir()
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	games, err := checkout.Games(checkout.Tracked(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range games {
		r, out := brief(t, dir, game)
		if err := r.all(t.Context()); err != nil {
			t.Fatal(err)
		}
		suite, err := of(game, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, opponent := range suite.short.opponents {
			if !strings.Contains(out.String(), "\n| "+opponent+" | ") || !strings.Contains(out.String(), "## "+game+"\n") {
				t.Errorf("%s has no row of %s:\n%s", game, opponent, out)
			}
		}
		t.Logf("%s", out)
	}
	kept := func() (sizes []int64) {
		files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
		if err != nil || len(files) != len(games) {
			t.Fatalf("%d files in %s, want one a game; %v", len(files), dir, err)
		}
		for _, file := range files {
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, info.Size())
		}
		return sizes
	}
	before := kept()
	r, _ := brief(t, dir, "reantics")
	if err := r.all(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := kept(); !slices.Equal(before, after) {
		t.Errorf("games were played again: files of %v bytes, then of %v", before, after)
	}
}

// Two programs play each other, here the same one twice; both report the same end of the game.
func TestDuel(t *testing.T) {
	gametest.Long(t, "builds programs")
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range []string{"amazons", "tron"} { // with an opening that is drawn, and with answers at the same time
		path := filepath.Join(t.TempDir(), game)
		if err := program(t.Context(), root, game, path); err != nil {
			t.Fatal(err)
		}
		suite, err := of(game, true)
		if err != nil {
			t.Fatal(err)
		}
		job := task{Seed: "7", Opening: suite.opening, Params: map[string]string{"nodes": "50"}}
		one, err := duel(t.Context(), job, [2]string{path, path})
		if err != nil {
			t.Fatalf("%s: %v", game, err)
		}
		job.Seat = 1 // the same two champions: what the first one wins the other one loses
		if two, err := duel(t.Context(), job, [2]string{path, path}); err != nil || one+two != 1 {
			t.Errorf("%s: %g points in one seat, %g in the other, %v; want 1 together", game, one, two, err)
		}
		job.Start = "no such start"
		if _, err := duel(t.Context(), job, [2]string{path, path}); err == nil || !strings.Contains(err.Error(), "no such start") {
			t.Errorf("%s: %v, want the start that is wrong", game, err)
		}
	}
}

// The packages that the relay imports are in the commit that all are measured against: without one, nothing of it can be built.
func TestRelayFitsTheBaseline(t *testing.T) {
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	commit, err := checkout.Commit(t.Context(), checkout.Tracked(root), root, checkout.Recorded)
	if err != nil {
		t.Skip(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "relay.go.txt", relayCode, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		path, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), checkout.Prefix)
		if !ours {
			continue
		}
		if err := exec.CommandContext(t.Context(), "git", "-C", root, "cat-file", "-e", commit+":"+path).Run(); err != nil {
			t.Errorf("tools/baseline.txt names %s, which has no %s: want a commit that has", commit, path)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		r         run
		arguments []string
		game      string
		want      string
	}{
		{run{workers: 1}, []string{"amazons"}, "", `argument "amazons": want flags only`},
		{run{workers: 1}, nil, "chess", `flag --game: unknown game "chess"; want one of: amazons, pelita`},
		{run{workers: 1, games: 3}, nil, "", "flag --games: 3: want an even number"},
		{run{workers: 1, pairs: -1}, nil, "", "flag --pairs: -1: want at least 1"},
		{run{}, nil, "", "flag --workers: 0: want at least 1"},
		{run{workers: 1, write: true, short: true}, nil, "", "flag --write: a table has all games"},
		{run{workers: 1, only: true, vs: "none"}, nil, "", "flag --only-vs: want a commit"},
	} {
		if err := tt.r.check(tt.arguments, tt.game); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %s", tt.r, err, tt.want)
		}
	}
	r := run{workers: 1, vs: "no-such-commit", dir: t.TempDir(), out: io.Discard, errs: io.Discard}
	if err := r.check(nil, ""); err != nil {
		t.Fatal(err)
	}
	if err := r.all(t.Context()); err == nil || !strings.Contains(err.Error(), `flag --vs: "no-such-commit": want a commit of`) {
		t.Errorf("a commit that is none: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	r.vs = ""
	if err := r.all(stopped); err == nil {
		t.Error("a run that was broken off returned no error")
	}
}

// A champion is weaker when that is sure, not when it lost by chance.
func TestWeaker(t *testing.T) {
	for _, tt := range []struct {
		lost, won int // pairs
		want      bool
	}{{0, 0, false}, {0, 5, false}, {1, 0, false}, {3, 1, false}, {6, 0, true}, {15, 5, true}, {12, 8, false}} {
		tally := &matches.Tally{}
		for game := range 2 * (tt.lost + tt.won) {
			points := 0.0
			if game/2 >= tt.lost {
				points = 1
			}
			tally.Add(game, points)
		}
		m := measurement{predecessor: &row{"", tally}}
		if m.weaker() != tt.want {
			t.Errorf("%d pairs lost, %d won: weaker %v, want %v", tt.lost, tt.won, m.weaker(), tt.want)
		}
	}
	if (&measurement{}).weaker() {
		t.Error("weaker than nobody")
	}
}

// The table has a row for each opponent, in the order of the games, and replaces the existing one.
func TestTable(t *testing.T) {
	lines := []matches.Line{
		{First: "champion", Second: "rush", Game: 0, Control: "now", Points: 1}, {First: "champion", Second: "rush", Game: 1, Control: "now", Points: 0.5},
		{First: "champion", Second: "fill", Game: 0, Control: "now", Points: 1}, {First: "champion", Second: "fill", Game: 1, Control: "now", Points: 1},
		{First: "champion", Second: "rush", Game: 0, Control: "other", Points: 0}, {First: "champion", Second: "fill", Game: 2, Control: "now", Points: 0},
	}
	m := measurement{game: "checkers", control: "by counts", commit: "0123456789", sum: "abc", rows: rows(lines, "now", 2), then: "fedcba9876543210"}
	root := t.TempDir()
	file := filepath.Join(root, filepath.FromSlash(measured.Strength("checkers").File))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("# Bots\n\n<!-- strength: -->\nold\n<!-- strength end -->\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := put(root, measured.Strength(m.game), m.sum, m.text()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# Bots\n\n<!-- strength: `make strength GAME=checkers` writes this; code abc -->\n2", ", commit 0123456789; champion: by counts.\n",
		"| rush | 1-1-0 | 75.0 % (14.5 to 95.8) | 1 |\n| fill | 2-0-0 | 100.0 % (16.7 to 100.0) | 1 |\n\nNothing that it plays with has changed since commit fedcba9876.\n<!-- strength end -->\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "old") {
		t.Errorf("the old table is still there:\n%s", text)
	}
}
