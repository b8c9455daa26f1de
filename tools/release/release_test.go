package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=t", "-c", "user.email=t@localhost"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return string(out)
}

// A release of one game for this machine, with its tags, from a clone whose origin is a folder.
func TestRelease(t *testing.T) {
	gametest.Long(t, "builds a game twice and installs it from a proxy, for a minute")
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	origin, clone := filepath.Join(t.TempDir(), "origin"), filepath.Join(t.TempDir(), "clone")
	git(t, root, "clone", "-q", "--bare", root, origin)
	git(t, root, "clone", "-q", origin, clone)
	git(t, clone, "config", "user.name", "t")
	git(t, clone, "config", "user.email", "t@localhost")
	t.Chdir(clone)
	var out bytes.Buffer
	r := &release{ctx: t.Context(), version: "v0.1.0", out: &out}
	if err := r.prepare([]string{"amazons"}, []string{runtime.GOOS + "-" + runtime.GOARCH}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := r.make(dir, true); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	t.Logf("\n%s", &out)
	for _, tool := range []string{"speed", "strength"} {
		if line := "left out, as --unmeasured says: go run ./tools/" + tool + " --vs recorded"; !strings.Contains(out.String(), line) {
			t.Errorf("it does not say %q", line)
		}
	}
	var names []string
	for _, line := range strings.Split(git(t, clone, "ls-remote", "--tags", "--refs", "origin"), "\n") {
		if _, name, ok := strings.Cut(line, "refs/tags/"); ok {
			names = append(names, name)
		}
	}
	if diff := cmp.Diff([]string{"amazons/v0.1.0", "kernel/arena/v0.1.0", "kernel/v0.1.0", "v0.1.0"}, names); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	if tagged, is := git(t, clone, "rev-parse", "v0.1.0^{commit}"), git(t, clone, "rev-parse", "HEAD"); tagged != is {
		t.Errorf("the tag v0.1.0 is at %s, want %s: who builds it is to get the same files", tagged, is)
	}
	if text := git(t, clone, "show", "amazons/v0.1.0:amazons/go.mod"); strings.Contains(text, "replace") || !strings.Contains(text, "kernel v0.1.0\n") {
		t.Errorf("go.mod of the tag:\n%s", text)
	}
	if text := git(t, clone, "show", "amazons/v0.1.0:amazons/go.sum"); !strings.Contains(text, "gridiron/kernel v0.1.0 h1:") {
		t.Errorf("go.sum of the tag:\n%s", text)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	for _, name := range []string{"amazons-v0.1.0-" + runtime.GOOS + "-" + runtime.GOARCH, "amazons-course-v0.1.0.zip", "proxy/" + checkout.Prefix + "amazons/@v/list"} {
		if err != nil || !strings.Contains(string(sums), "  "+name) {
			t.Errorf("SHA256SUMS: %v, want %s\n%s", err, name, sums)
		}
	}
	if err := r.make(dir, false); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("into a folder with files: %v", err)
	}
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct{ version, game, target, want string }{
		{"0.1.0", "", "", `version "0.1.0": want one such as v0.1.0`},
		{"v0.1", "", "", `version "v0.1": want one such as v0.1.0`},
		{"v0.1.0", "chess", "", `--game "chess": want one of amazons, pelita`},
		{"v0.1.0", "amazons", "plan9-386", `--target "plan9-386": want one of [linux-amd64`},
	} {
		r := &release{ctx: t.Context(), version: tt.version}
		var games, systems []string
		if tt.game != "" {
			games = []string{tt.game}
		}
		if tt.target != "" {
			systems = []string{tt.target}
		}
		if err := r.prepare(games, systems); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

// A comparison that fails is an error, and its output is shown.
func TestCompared(t *testing.T) {
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	usual := comparisons
	t.Cleanup(func() { comparisons = usual })
	comparisons = [][]string{{"./tools/strength", "--vs", "no-such-commit"}}
	var out, errs bytes.Buffer
	r := &release{ctx: t.Context(), version: "v0.1.0", root: root, measured: true, out: &out}
	if err := r.compare(&errs); err == nil || !strings.HasPrefix(err.Error(), "go run ./tools/strength --vs no-such-commit: ") ||
		!strings.Contains(errs.String(), `flag --vs: "no-such-commit": want a commit`) {
		t.Errorf("error %v, and on standard error %q", err, &errs)
	}
}

// A signature is made by a key that the repository names, and by no other.
func TestSign(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("no ssh-keygen here: nothing is signed")
	}
	root := t.TempDir()
	file, key := filepath.Join(root, "SHA256SUMS"), filepath.Join(root, "key")
	r := &release{ctx: t.Context(), root: root}
	try := func(want string) {
		t.Helper()
		err := errors.Join(os.WriteFile(file, []byte("sums"), 0o666), r.sign(file))
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), "flag --sign: "+key+": "+want)) {
			t.Errorf("key %q: %v, want %q", r.key, err, want)
		}
	}
	try("")
	if _, err := os.Stat(file + ".sig"); err == nil {
		t.Error("there is a signature without a key")
	}
	r.key = key
	try("ssh-keygen cannot sign with it: ")
	if text, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	try("want the line `releases KEY` in " + signers)
	public, err := os.ReadFile(key + ".pub")
	if err := errors.Join(err, os.MkdirAll(filepath.Join(root, filepath.Dir(signers)), 0o777),
		os.WriteFile(filepath.Join(root, signers), append([]byte("releases "), public...), 0o666)); err != nil {
		t.Fatal(err)
	}
	try("")
	if _, err := os.Stat(file + ".sig"); err != nil {
		t.Error(err)
	}
}

func TestNotes(t *testing.T) {
	const text = "# Changelog\n\n## Unreleased\n\n- new\n\n## v0.2.0 (2026-12-01)\n\n- two\n\n## v0.1.0\n\n- one\n"
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "CHANGELOG.md"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]string{"v0.1.0": "- one\n", "v0.2.0": "- two\n", "v0.3.0": "- new\n"} {
		var out bytes.Buffer
		r := &release{version: version, root: root, out: &out}
		got, err := r.notes()
		if err != nil || got != want || (out.Len() > 0) != (version == "v0.3.0") {
			t.Errorf("%s: %q, %v, said %q; want %q", version, got, err, &out, want)
		}
	}
}

// `go install` with a version accepts no module with replace directives, so pinned removes them.
func TestPinned(t *testing.T) {
	const text = `module github.com/gridiron-games/gridiron/amazons

go 1.26.0

require github.com/gridiron-games/gridiron/kernel v0.0.0

require github.com/google/go-cmp v0.7.0

replace github.com/gridiron-games/gridiron/kernel => ../kernel
`
	const want = `module github.com/gridiron-games/gridiron/amazons

go 1.26.0

require github.com/gridiron-games/gridiron/kernel v1.2.3

require github.com/google/go-cmp v0.7.0
`
	got, err := pinned([]byte(text), "v1.2.3")
	if err != nil || string(got) != want {
		t.Errorf("%v:\n%s", err, got)
	}
	if again, err := pinned(got, "v1.2.3"); err != nil || string(again) != want {
		t.Errorf("once more: %v:\n%s", err, again)
	}
}

// Documents of an archive link to the files beside them, and otherwise to the repository.
func TestRelinked(t *testing.T) {
	names := map[string]string{"amazons/RULES.md": "RULES.md", "PROTOCOL.md": "PROTOCOL.md"}
	const text = `[r](RULES.md#r5) [p](../PROTOCOL.md) [b](bot/README.md#x) [here](#a) [w](https://example.org/a) <img src="testdata/p.svg">`
	const want = `[r](RULES.md#r5) [p](PROTOCOL.md) [b](https://github.com/gridiron-games/gridiron/blob/v1.2.0/amazons/bot/README.md#x) ` +
		`[here](#a) [w](https://example.org/a) <img src="https://github.com/gridiron-games/gridiron/raw/v1.2.0/amazons/testdata/p.svg">`
	if diff := cmp.Diff(want, relinked(text, "amazons", names, "v1.2.0")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
