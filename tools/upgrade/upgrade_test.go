package upgrade_test

import (
	"archive/zip"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// TestUpgrade reads everything that testdata/write.sh wrote with the programs of an earlier version: the tables are the same, and
// what was interrupted goes on.
func TestUpgrade(t *testing.T) {
	gametest.Long(t, "builds all programs")
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	games, err := checkout.Games(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	p := programs{dir: os.Getenv("GRIDIRON_PROGRAMS")} // of a release, that is about to be published
	if p.dir == "" {
		p.dir = t.TempDir()
		for _, game := range games {
			p.build(t, root, game, "./"+game+"/cmd/"+game)
		}
		p.build(t, root, "league", "./tools/league")
	}
	versions, err := filepath.Glob("testdata/*.zip")
	if err != nil || len(versions) == 0 {
		t.Fatalf("no samples in testdata: %v", err)
	}
	for _, version := range versions {
		t.Run(filepath.Base(version), func(t *testing.T) {
			samples, err := zip.OpenReader(version)
			if err != nil {
				t.Fatal(err)
			}
			defer samples.Close()
			p.in = t.TempDir()
			if err := os.CopyFS(p.in, samples); err != nil {
				t.Fatal(err)
			}
			for _, game := range games {
				p.prints(t, "agrees with the rules (games: 1, finished: 1)", game, "replay", game+".jsonl", "--verify")
				p.prints(t, "<svg ", game, "convert", game+".jsonl", "--to", "svg")
			}
			p.prints(t, "12 games agree with their records; no line was changed", "sarena", "tournament", "verify", "cup", "--key", "key")
			p.same(t, "cup.csv", p.run(t, "sarena", "tournament", "standings", "cup", "--key", "key", "--csv"))
			p.prints(t, "late ", "sarena", "tournament", "resume", "cup", "--key", "key")
			p.prints(t, "24 of 24 games played", "sarena", "tournament", "status", "cup", "--key", "key")
			p.prints(t, "NEW is better: it won every game, 10 games", "sarena", "compare", "--dir", "compare")
			p.same(t, "ladder.csv", p.run(t, "sarena", "ladder", "ladder", "--standings", "--csv"))
			p.run(t, "sarena", "ladder", "ladder", "--games", "6")
			p.prints(t, "10 games agree with their records; no line was changed", "sarena", "tournament", "verify", "ladder")
			p.course(t)
		})
	}
}

// programs are the current programs, in a folder.
type programs struct {
	dir string
	in  string // where they run
}

func (p *programs) build(t *testing.T, root, name, pkg string) {
	t.Helper()
	if err := gametest.Build(root, pkg, p.path(name)); err != nil {
		t.Fatal(err)
	}
}

func (p *programs) path(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(p.dir, name)
}

// run returns what a program prints on standard output.
func (p *programs) run(t *testing.T, words ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), p.path(words[0]), words[1:]...)
	var loud strings.Builder
	c.Dir, c.Stderr = p.in, &loud
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(words, " "), err, loud.String(), out)
	}
	return string(out)
}

// prints fails unless a program prints a text.
func (p *programs) prints(t *testing.T, want string, words ...string) {
	t.Helper()
	if got := p.run(t, words...); !strings.Contains(got, want) {
		t.Errorf("%s printed\n%s\nwant %q in it", strings.Join(words, " "), got, want)
	}
}

// same fails unless a table is that of a sample.
func (p *programs) same(t *testing.T, sample, table string) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join(p.in, sample))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), table); diff != "" {
		t.Errorf("%s (-then +now):\n%s", sample, diff)
	}
}

// course starts the host of the course again, which plays no games, and asks it for the table, the team and the settings.
func (p *programs) course(t *testing.T) {
	t.Helper()
	running := filepath.Join(p.in, "course", "keys", "host.json")
	if err := os.Remove(running); err != nil { // so that we wait for the new one
		t.Fatal(err)
	}
	host := exec.Command(p.path("league"), "host", "--game", "sarena", "--bot", "champion", "--dir", "course", "--games", p.dir,
		"--web", "127.0.0.1:0", "--listen", "127.0.0.1:0", "--jail", "off", "--slots", "0")
	var loud strings.Builder
	host.Dir, host.Stderr = p.in, &loud
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- host.Wait() }()
	defer func() { host.Process.Kill(); <-over }()
	var at struct{ At, Token string }
	for end := time.Now().Add(2 * time.Minute); at.At == ""; time.Sleep(50 * time.Millisecond) {
		text, err := os.ReadFile(running)
		if err == nil {
			err = json.Unmarshal(text, &at)
		}
		select {
		case err := <-over:
			over <- err
			t.Fatalf("league host: %v\n%s", err, loud.String())
		default:
		}
		if err != nil && time.Now().After(end) {
			t.Fatal(err)
		}
	}
	ask := func(path string) string {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at.At+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+at.Token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %v\n%s", path, answer.Status, err, text)
		}
		return string(text)
	}
	p.same(t, "course.csv", ask("api/standings.csv"))
	course := ask("api/course")
	for _, want := range []string{`"alice"`, `"paused":true`, "2030-01-31"} {
		if !strings.Contains(course, want) {
			t.Errorf("api/course: %s\nwant %s in it", course, want)
		}
	}
}
