package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestCorpora plays every corpus as the command does, with GRIDIRON_LONG=all to the same depth.
func TestCorpora(t *testing.T) {
	gametest.Long(t, "plays all recorded facts for minutes, as `go run ./tools/conform` does")
	t.Chdir("../..") // the command is run from the root of the repository
	if _, err := os.Stat("../shared/conformance"); err != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal("GRIDIRON_CORPUS=required, but the corpora are not there: ", err)
		}
		t.Skip("the conformance corpora are not part of this repository: ", err)
	}
	o := options{perft: 1_000_000_000} // a minute less than the command
	if os.Getenv("GRIDIRON_LONG") == "all" {
		o.perft = 10_000_000_000
	}
	var out strings.Builder
	err := run(&out, "", "", o)
	t.Log("\n" + out.String())
	if err != nil {
		t.Error(err)
	}
}

type stringRecord struct{ ID, Want, Got string }

// toy is a suite whose cases contain both the expected and the actual result.
func toy(deviations ...deviation) suite {
	return suite{
		game: "toy",
		files: map[string]reader{"cases.jsonl": lines(func(r stringRecord, _ options, report func(outcome)) {
			report(outcome{id: r.ID, want: r.Want, got: r.Got})
		})},
		deviations: deviations,
	}
}

func TestEmptyAndMissingListsAreEqual(t *testing.T) {
	for _, tt := range []struct {
		want, got string
		agrees    bool
	}{
		{`{"a":1,"list":[]}`, `{"a":1}`, true},
		{`{"a":1,"list":null}`, `{"list":[],"a":1}`, true},
		{`{"a":{"list":[]},"b":[[],1]}`, `{"a":{},"b":[null,1]}`, true},
		{`{"list":[1]}`, `{}`, false},
		{`{"list":[1]}`, `{"list":[]}`, false},
		{`{"n":0}`, `{}`, false},
		{`{"text":""}`, `{}`, false},
		{`{"n":9007199254740993}`, `{"n":9007199254740992}`, false},
		{`[1,[]]`, `[1]`, false},
		{`{"a":1}`, `{"a":1} {}`, false},
		{"text", "other", false},
		{"", `{}`, false},
	} {
		if got := (outcome{want: tt.want, got: tt.got}).agrees(); got != tt.agrees {
			t.Errorf("%s and %s agree: %v, want %v", tt.want, tt.got, got, tt.agrees)
		}
	}
	type lists struct{ A, B []int }
	if o := differ("", "", lists{A: nil, B: []int{1}}, lists{A: []int{}, B: []int{1}}); !o.agrees() {
		t.Errorf("%s and %s do not agree", o.want, o.got)
	}
	if o := differ("", "", lists{B: []int{1}}, lists{B: []int{2}}); o.agrees() {
		t.Errorf("%s and %s agree", o.want, o.got)
	}
}

// A corpus may hold whole games between clients in any two languages.
func TestSessionsOfAnyLanguages(t *testing.T) {
	for name, want := range map[string]bool{
		"session_full_java_cpp.jsonl": true, "session_full_python_python.jsonl": true, "session_full_java.jsonl": false,
		"session_probe_new.jsonl": false,
	} {
		if got := tronSuite.reader(name) != nil; got != want {
			t.Errorf("%s has a reader: %v, want %v", name, got, want)
		}
	}
}

func TestVerdicts(t *testing.T) {
	crashes := deviation{"D1", func(_ string, o outcome) bool { return o.want == "crash" && o.got == "loses" }}
	const good, crash, bad = `{"id":"a","want":"1","got":"1"}`, `{"id":"b","want":"crash","got":"loses"}`, `{"id":"c","want":"1","got":"2"}`
	for _, tt := range []struct {
		name      string
		suite     suite
		files     map[string]string
		isDefault bool
		ok        bool
		last      string
	}{
		{"all agree", toy(), map[string]string{"cases.jsonl": good, "FORMAT.md": "words"}, true, true, "toy: 1 of 1 cases agree, 0 listed deviations"},
		{"one disagrees", toy(), map[string]string{"cases.jsonl": good + "\n" + bad}, true, false, "toy: 1 of 2 cases agree, 0 listed deviations"},
		{"a deviation covers", toy(crashes), map[string]string{"cases.jsonl": good + "\n" + crash}, true, true, "toy: 1 of 2 cases agree, 1 listed deviations"},
		{"a deviation covers too little", toy(crashes), map[string]string{"cases.jsonl": crash + "\n" + bad}, true, false, "toy: 0 of 2 cases agree, 1 listed deviations"},
		{"a deviation is stale", toy(crashes), map[string]string{"cases.jsonl": good}, true, false, "toy: 1 of 1 cases agree, 1 listed deviations"},
		{"staleness is for the default corpus", toy(crashes), map[string]string{"cases.jsonl": good}, false, true, "toy: 1 of 1 cases agree, 1 listed deviations"},
		{"unknown file", toy(), map[string]string{"cases.jsonl": good, "more.jsonl": good}, true, false, "toy: 1 of 1 cases agree, 0 listed deviations"},
		{"unknown field", toy(), map[string]string{"cases.jsonl": `{"id":"a","wont":"1"}`}, true, false, "toy: 0 of 0 cases agree, 0 listed deviations"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, content := range tt.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(content+"\n"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			var out strings.Builder
			ok, err := tt.suite.run(&out, dir, tt.isDefault, options{})
			if err != nil {
				t.Fatal(err)
			}
			if ok != tt.ok {
				t.Errorf("ok = %v, want %v; it said\n%s", ok, tt.ok, out.String())
			}
			said := strings.Split(strings.TrimSpace(out.String()), "\n")
			if diff := cmp.Diff(tt.last, said[len(said)-1]); diff != "" {
				t.Errorf("last line (-want +got):\n%s", diff)
			}
		})
	}
}
