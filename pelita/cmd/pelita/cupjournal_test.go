//go:build !lean || (contest && web)

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	kernel "github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

var twoTeams = cupHead{Rules: "2.5.1", Seed: "42", Rounds: 3, Size: "small", Teams: []cupEntry{{ID: "#0", Spec: "random"}, {ID: "#1", Spec: "stopping"}}}

// A line that was cut off by a power failure is dropped, and the journal continues in its place. A journal of an older program
// continues in its old form.
func TestTornCup(t *testing.T) {
	for name, begin := range map[string]string{"new": "", "old": `{"name":"seed","teams":["",""],"seed":"42","winner":"","score":[0,0],"reason":""}` + "\n"} {
		path := filepath.Join(t.TempDir(), "journal.jsonl")
		if begin != "" {
			if err := os.WriteFile(path, []byte(begin), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for n, torn := range []string{"", `{"type":"game","name":"round1-ma`, `{"name":"round1-match03"}`} {
			file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				file.WriteString(torn)
				file.Close()
			}
			j, notes, err := openCup(path, twoTeams, nil)
			if err != nil || len(notes) > 0 {
				t.Fatalf("%s: %v, %v", name, err, notes)
			}
			if len(j.games) != n || j.head.Seed != "42" {
				t.Errorf("%s: %d games of seed %s, want %d of seed 42", name, len(j.games), j.head.Seed, n)
			}
			if err := j.add(cupGame{Name: "round1-match0" + string("123"[n]), Winner: "#1"}); err != nil {
				t.Fatal(err)
			}
			j.close()
		}
		hash, err := league.LastHash(path)
		if err != nil || (hash == "") != (begin != "") {
			t.Errorf("%s: the last line carries the hash %q, %v", name, hash, err)
		}
	}
}

// A cup continues only with the configuration and the key that it was begun with, and in one process at a time.
func TestCupIsThatOfItsHead(t *testing.T) {
	gametest.Slow(t)
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	secret := []byte("a secret of a cup")
	j, _, err := openCup(path, twoTeams, secret)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := openCup(path, twoTeams, secret); !errors.Is(err, league.ErrLocked) {
		t.Errorf("while it is open: %v, want that another process plays it", err)
	}
	j.close()
	for what, change := range map[string]func(h *cupHead){
		"rounds": func(h *cupHead) { h.Rounds, h.asked = 300, true }, "size": func(h *cupHead) { h.Size = "big" }, "seed": func(h *cupHead) { h.Seed = "7" },
		"rules": func(h *cupHead) { h.Rules = "2.7.0" }, "bonusmatch": func(h *cupHead) { h.Bonus = true },
		"teams": func(h *cupHead) { h.Teams = h.Teams[:1] },
	} {
		other := twoTeams
		change(&other)
		if _, _, err := openCup(path, other, secret); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("with another %s: %v, want an error that names it", what, err)
		}
	}
	var key *kernel.KeyError
	for _, wrong := range [][]byte{nil, []byte("another secret of a cup")} {
		if _, _, err := openCup(path, twoTeams, wrong); !errors.As(err, &key) {
			t.Errorf("with the key %q: %v, want that it is another one", wrong, err)
		}
	}
	moved := twoTeams
	moved.Seed = "" // drawn once, when the cup begins
	moved.Teams = []cupEntry{{ID: "#0", Spec: "random"}, {ID: "#1", Spec: "champion"}}
	for _, want := range []string{"team #1 was stopping and is champion from now on", ""} {
		j, notes, err := openCup(path, moved, secret)
		if err != nil || strings.Join(notes, "|") != want || j.head.Seed != "42" {
			t.Fatalf("with a team that moved: %q, %v, want %q", notes, err, want)
		}
		j.close()
	}
}
