//go:build !lean || web

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// stockClients are clients in the languages of the original's libraries: in Python with the library itself, in the others written
// after the description of the library, on the classes that the original's compiler of serializers writes.
var stockClients = []struct {
	language string // as that compiler names it
	letters  string // the style of names that it writes
	needs    string // command that fails where the tools are missing
	build    string
	run      string // port and team follow
}{
	{
		language: "python", letters: "snake_case", needs: "../v/bin/python -c 'import imp, chillin_client'", // gone in Python 3.12
		build: "true", run: "../v/bin/python stock.py gamecfg.json config.net.port=%s config.ai.team_nickname=%s",
	},
	{
		language: "java", letters: "camelCase", needs: "javac -version && java -version",
		build: "javac Client.java", run: "java -XX:TieredStopAtLevel=1 Client %s %s",
	},
	{
		language: "cpp", letters: "camelCase", needs: "g++ --version && pkg-config --exists --print-errors Qt5Network",
		build: "g++ -std=c++17 -fPIC -o client client.cpp $(pkg-config --cflags --libs Qt5Network) -pthread", run: "./client %s %s",
	},
	{
		language: "cs", letters: "PascalCase", needs: "mcs --version && mono --version",
		build: "mcs -out:client.exe *.cs", run: "mono client.exe %s %s",
	},
}

// TestStockClients has each of them play a game over TLS, and compares what it saw with the output of serve.
func TestStockClients(t *testing.T) {
	gametest.Long(t, "fetches the original's libraries and builds clients in several languages")
	python := needPython(t)
	dir := t.TempDir()
	for _, command := range [][]string{
		{python, "-m", "venv", "v"},
		{"v/bin/python", "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--timeout", "5", "--retries", "0",
			"koala-serializer==0.8.0", "chillin-client==1.3.1"},
	} {
		if out, err := gametest.Command(dir, nil, command...); err != nil {
			t.Skipf("the original's libraries cannot be had here: %q: %v %.200s", command, err, out)
		}
	}
	for _, tt := range stockClients {
		t.Run(tt.language, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(dir, tt.language)
			if err := os.CopyFS(dir, os.DirFS("testdata/chillin")); err != nil {
				t.Fatal(err)
			}
			if out, err := gametest.Command(dir, nil, "sh", "-c", tt.needs); err != nil {
				t.Skipf("cannot run clients in %s: %s: %v %.200s", tt.language, tt.needs, err, out)
			}
			for _, name := range []string{"messages", "models", "commands"} {
				if out, err := gametest.Command(dir, nil, "../v/bin/koalasc", name+".ks", tt.language, ".", tt.letters); err != nil {
					t.Fatalf("koalasc %s.ks: %v\n%s", name, err, out)
				}
			}
			if out, err := gametest.Command(dir, nil, "sh", "-c", tt.build); err != nil {
				t.Fatalf("%s: %v\n%s", tt.build, err, out)
			}
			playStock(t, dir, tt.run)
		})
	}
}

var joined = regexp.MustCompile(`^(BLUE|YELLOW) \(rules\) (beat|lost to|drew with) (BLUE|YELLOW): (-?\d+) to (-?\d+) in (\d+) cycles\n$`)

// playStock has a client play against a bot of ours. A bike that never turns would crash into the border in cycle 32.
func playStock(t *testing.T, dir, run string) {
	start := strings.Replace(gametest.Run(t, program(), "maps", "open"), "cycle=0/300", "cycle=0/40", 1)
	s := startServe(t, "--map", start, "--cycle", "100ms", "--first-cycle", "2s")
	type said struct {
		out string
		err error
	}
	client := make(chan said, 1)
	go func() {
		out, err := gametest.Command(dir, nil, "sh", "-c", fmt.Sprintf(run, s.port, "stock"))
		client <- said{out, err}
	}()
	out, err := exec.CommandContext(t.Context(), "tron", "join", "127.0.0.1:"+s.port, "rules", "--team", "us").Output()
	m := joined.FindStringSubmatch(string(out))
	if err != nil || m == nil {
		t.Fatalf("join: %v, it printed %q", err, out)
	}
	winner := map[string]string{"beat": m[1], "lost to": m[3], "drew with": "draw"}[m[2]]
	var cycles int
	fmt.Sscan(m[6], &cycles)
	got := <-client
	for _, want := range []string{
		fmt.Sprintf("snapshots %d\n", cycles+1), "Winner side: " + winner + "\n", m[1] + " -> " + m[4] + "\n", m[3] + " -> " + m[5] + "\n",
	} {
		if !strings.Contains(strings.ToUpper(got.out), strings.ToUpper(want)) {
			t.Errorf("the client's output lacks %q", want)
		}
	}
	if got.err != nil || t.Failed() {
		t.Errorf("join printed %q, the client: %v\n%s", out, got.err, got.out)
	}
	if end := s.wait(t); strings.Contains(end, "(stock) has -") && strings.Contains(end, "cycle 32\n") {
		t.Errorf("serve printed %q, want a game in which the client has turned", end)
	}
}
