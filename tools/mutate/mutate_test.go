package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// tiny is a package whose tests leave some of its mutants alive.
const tiny = "tools/mutate/testdata/tiny"

// survivors is what is printed of them. The hashes are part of it: they must not change, since equivalent.txt names them.
const survivors = `
3d06eaca79  tools/mutate/testdata/tiny/tiny.go:29: return false, errors.New("strict") -> return false, nil  (no test reaches it)
5bc1a09dd3  tools/mutate/testdata/tiny/tiny.go:31: n < 0 -> n <= 0
cf3eb9bf12  tools/mutate/testdata/tiny/tiny.go:39: First: first -> nothing
1ac102e2bf  tools/mutate/testdata/tiny/tiny.go:53: -n -> n  (no test reaches it)
tools/mutate/testdata/tiny: 23 killed, 4 survived, 1 timed out: 85.7 %; 0 are equivalent
`

func mutateTiny(t *testing.T, equivalent string, args ...string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr strings.Builder
	code = run(t.Context(), append(args, tiny), equivalent, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// TestTiny measures a package: one mutant ends only because its time is over, so this takes a while.
func TestTiny(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for a mutant that does not end")
	}
	code, out, errs := mutateTiny(t, "")
	if diff := cmp.Diff(strings.TrimPrefix(survivors, "\n"), out); diff != "" || code != 0 {
		t.Errorf("exit status %d, %s; printed (-want +got):\n%s", code, errs, diff)
	}
}

// TestEquivalent leaves a mutant out of the counts, and fails for an entry that is wrong.
func TestEquivalent(t *testing.T) {
	gametest.Slow(t)
	for _, tt := range []struct {
		name, entries string
		args          []string
		code          int
		out, errs     string // parts
	}{
		{
			"a survivor", "# why\n\n5bc1a09dd3 " + tiny + "/tiny.go: nobody calls it with 0", []string{"-only", "5bc1"},
			0, "0 survived, 0 timed out: 100.0 %; 1 are equivalent", "",
		},
		{
			"too many survivors", "", []string{"-only", "5bc1", "-min", "95"},
			1, "5bc1a09dd3  " + tiny + "/tiny.go:31: n < 0 -> n <= 0", "want 95 %",
		},
		{
			"a mutant that a test notices", "1c35449f83 " + tiny + "/tiny.go: no reason", []string{"-only", "1c35"},
			1, "", "lists mutants that a test noticed:\n1c35449f83",
		},
		{
			"no mutant", "0123456789 " + tiny + "/tiny.go: the code has changed", nil,
			1, "", "no such mutant any more: 0123456789 " + tiny + "/tiny.go",
		},
		{"another file", "5bc1a09dd3 " + tiny + "/other.go: moved", nil, 1, "", "no such mutant any more"},
		{"no reason", "5bc1a09dd3 " + tiny + "/tiny.go", nil, 1, "", "want HASH file: reason"},
		{"another package", "0123456789 kernel/turn/loop.go: not measured here", []string{"-only", "1c35"}, 0, "1 killed", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := mutateTiny(t, tt.entries, tt.args...)
			if code != tt.code || !strings.Contains(out, tt.out) || !strings.Contains(errs, tt.errs) {
				t.Errorf("exit status %d, want %d; printed %q and %q, want %q and %q", code, tt.code, out, errs, tt.out, tt.errs)
			}
		})
	}
}

// TestEntries checks that each entry of equivalent.txt names a mutant that there is, and each package of the table has mutants.
func TestEntries(t *testing.T) {
	gametest.Slow(t)
	known, err := parse(equivalents)
	if err != nil {
		t.Fatal(err)
	}
	measuring := map[string]bool{}
	for _, p := range measured {
		measuring[p.folder] = true
		m, err := mutate("../..", p.folder)
		if err != nil {
			t.Fatal(err)
		}
		if err := check(known, m); err != nil {
			t.Error(err)
		}
		if len(m.mutants) < 100 {
			t.Errorf("%s: %d mutants, want at least 100", p.folder, len(m.mutants))
		}
	}
	for _, e := range known {
		if !measuring[e.folder()] {
			t.Errorf("equivalent.txt: %s is in no package of the table", e.file)
		}
	}
}

// TestChanged records a score and changes the package.
func TestChanged(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(scores, "# head\n")
	write("a/a.go", "package a\n")
	write("a/b/b.go", "package b\n")
	for _, folder := range []string{"a", "a/b", "a"} {
		if err := record(root, folder, 99.44); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(scores)))
	if want := regexp.MustCompile(`^# head\na 99\.4 % [0-9a-f]{12}\na/b 99\.4 % [0-9a-f]{12}\n$`); err != nil || !want.Match(text) {
		t.Errorf("%v; recorded %q, want a match of %s", err, text, want)
	}
	write("c/c.go", "package c\n")
	var out strings.Builder
	if list, err := changed(root, []string{"a", "a/b", "c"}, &out); err != nil || list != nil || !strings.HasPrefix(out.String(), "c has no") {
		t.Errorf("changed are %q, %v", list, err)
	}
	write("a/a_test.go", "package a\n")
	if list, err := changed(root, []string{"a/b", "a"}, &out); err != nil || !slices.Equal(list, []string{"a"}) {
		t.Errorf("after a new test, changed are %q, %v", list, err)
	}
	if err := record(root, "b", 1); err == nil || !strings.Contains(err.Error(), "want the directory of a package") {
		t.Errorf("no such folder: %v", err)
	}
}

func TestNoSuchPackage(t *testing.T) {
	var out, errs strings.Builder
	code := run(t.Context(), []string{"kernel/nowhere"}, "", &out, &errs)
	if code != 1 || !strings.Contains(errs.String(), "want the directory of a package") {
		t.Errorf("exit status %d: %s", code, errs.String())
	}
}
