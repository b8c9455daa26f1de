package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// vendorgame runs the program.
func vendorgame(t *testing.T, args ...string) (code int, out, errw string) {
	t.Helper()
	var o, e strings.Builder
	code = run(t.Context(), args, &o, &e)
	return code, o.String(), e.String()
}

// tree writes files to a new directory and returns it.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// found returns the names of all files below dir.
func found(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, err = filepath.Rel(dir, name)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// checkers is a checkout with one game. Its kernel has a package that the game needs, one that only a test of that needs,
// and one that nobody needs.
func checkers(t *testing.T) string {
	needs := "\n\ngo 1.26.0\n\nrequire (\n\t" + kernel + " v0.0.0\n\t" + kernel + "/arena v0.0.0\n)\n\n" +
		"replace " + kernel + " => ../kernel\n\nreplace " + kernel + "/arena => ../kernel/arena\n"
	return tree(t, map[string]string{
		"go.work":                       "go 1.26.0\nuse ./checkers\n",
		"LICENSE":                       "do what you like\n",
		"checkers/go.mod":               "module " + checkout.Prefix + "checkers" + needs,
		"PROTOCOL.md":                   "[layout](checkers/README.md#layout)\n",
		"checkers/README.md":            "[bots](../PROTOCOL.md): go run ./checkers/cmd/checkers\n",
		"checkers/RULES.md":             "# Rules\n",
		"checkers/cmd/checkers/main.go": "package main\n\nimport _ \"" + kernel + "/arena/wing\"\n\nfunc main() {}\n",
		"checkers/testdata/board.txt":   ". .\n",
		"kernel/go.mod":                 "module " + kernel + "\n\ngo 1.26.0\n",
		"kernel/needed/needed.go":       "package needed\n",
		"kernel/needed/needed_test.go":  "package needed\n\nimport _ \"" + kernel + "/fortests\"\n",
		"kernel/needed/testdata/x":      "",
		"kernel/fortests/fortests.go":   "package fortests\n",
		"kernel/spare/spare.go":         "package spare\n",
		"kernel/arena/go.mod": "module " + kernel + "/arena\n\ngo 1.26.0\n\nrequire " + kernel + " v0.0.0\n\n" +
			"replace " + kernel + " => ../\n",
		"kernel/arena/wing/wing.go":        "package wing\n\nimport _ \"" + kernel + "/needed\"\n",
		"kernel/arena/attic/attic.go":      "package attic\n",
		"kernel/spare/testdata/also-spare": "",
	})
}

func TestWrongCommandLines(t *testing.T) {
	const want = ": want a game and a directory: vendorgame GAME DIR\n"
	full := tree(t, map[string]string{"mine": "x"})
	t.Chdir(checkers(t))
	for _, tt := range []struct {
		args []string
		code int
		want string // the whole of standard error
	}{
		{nil, 2, "vendorgame: arguments []" + want},
		{[]string{"checkers", "--help"}, 2, `vendorgame: arguments ["checkers" "--help"]` + want},
		{[]string{"--fast"}, 2, "vendorgame: flag provided but not defined: -fast\n"},
		{[]string{"chess", "out"}, 2, `vendorgame: unknown game "chess"; want one of: checkers` + "\n"},
		{[]string{"checkers", full}, 1, "vendorgame: " + full + ": the directory is not empty; want a new or an empty one\n"},
	} {
		code, out, errw := vendorgame(t, tt.args...)
		if diff := cmp.Diff(tt.want, errw); code != tt.code || out != "" || diff != "" {
			t.Errorf("%q: exit code %d, want %d; output %q; standard error (-want +got):\n%s", tt.args, code, tt.code, out, diff)
		}
	}
	if diff := cmp.Diff([]string{"mine"}, found(t, full)); diff != "" {
		t.Errorf("the directory that was refused (-want +got):\n%s", diff)
	}
}

func TestModuleHoldsWhatTheGameNeeds(t *testing.T) {
	root := checkers(t)
	// It works from any directory of the checkout, and the copy does not contain itself.
	t.Chdir(filepath.Join(root, "checkers", "cmd"))
	dir := filepath.Join(root, "checkers", "out", "checkers")
	if code, _, errw := vendorgame(t, "checkers", "../out/checkers"); code != 0 {
		t.Fatalf("exit code %d: %s", code, errw)
	}
	want := []string{
		"LICENSE", "PROTOCOL.md", "README.md", "RULES.md", "cmd/checkers/main.go", "go.mod", "kernel/arena/go.mod", "kernel/arena/wing/wing.go",
		"kernel/fortests/fortests.go", "kernel/go.mod",
		"kernel/needed/needed.go", "kernel/needed/needed_test.go", "kernel/needed/testdata/x", "testdata/board.txt",
		"vendor/github.com/gridiron-games/gridiron/kernel/arena/wing/wing.go",
		"vendor/github.com/gridiron-games/gridiron/kernel/needed/needed.go", "vendor/modules.txt",
	}
	if diff := cmp.Diff(want, found(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// The last line of the output is a command line, also for a folder with spaces in its name.
func TestFolderWithSpaces(t *testing.T) {
	t.Chdir(checkers(t))
	code, out, errw := vendorgame(t, "checkers", "my course/checkers")
	if want := "\n\tcd 'my course/checkers' && GOWORK=off go test ./...\n"; code != 0 || !strings.HasSuffix(out, want) {
		t.Errorf("exit code %d, %q; output %q, want %q at its end", code, errw, out, want)
	}
}

func TestFailureLeavesNothing(t *testing.T) {
	root := checkers(t)
	if err := os.Remove(filepath.Join(root, "LICENSE")); err != nil { // noticed when most is already written
		t.Fatal(err)
	}
	t.Chdir(root)
	old := t.TempDir()
	for _, dir := range []string{filepath.Join(root, "new", "deep"), old} {
		if code, _, errw := vendorgame(t, "checkers", dir); code != 1 || !strings.Contains(errw, "LICENSE") {
			t.Errorf("%s: exit code %d, %q; want 1 and an error about LICENSE", dir, code, errw)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "new")); !os.IsNotExist(err) {
		t.Errorf("the new directory: %v, want it removed", err)
	}
	if left := found(t, old); left != nil {
		t.Errorf("the old directory holds %q, want it empty again", left)
	}
}

// Every game must build and pass its tests with neither network nor module cache.
func TestGamesLiveAlone(t *testing.T) {
	gametest.Long(t, "builds and tests each game again, up to a minute each")
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	tracked := checkout.Tracked(root)
	games, err := checkout.Games(tracked)
	if err != nil {
		t.Fatal(err)
	}
	for n, game := range games {
		t.Run(game, func(t *testing.T) {
			for _, dir := range []string{game, "kernel"} { // opened to be tracked; the program opens them by other names
				if err := fs.WalkDir(tracked, dir, func(_ string, _ fs.DirEntry, err error) error { return err }); err != nil {
					t.Fatal(err)
				}
			}
			dir := filepath.Join(t.TempDir(), game)
			if code, _, errw := vendorgame(t, game, dir); code != 0 {
				t.Fatalf("exit code %d: %s", code, errw)
			}
			run := func(words ...string) string {
				cmd := exec.CommandContext(t.Context(), "go", words...)
				cmd.Dir = dir
				cmd.Env = append(cmd.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "GOMODCACHE="+t.TempDir(), "GRIDIRON_CORPUS=")
				began := time.Now()
				text, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("go %s: %v\n%s", strings.Join(words, " "), err, text)
				}
				t.Logf("go %s: %v", words[0], time.Since(began).Round(time.Second))
				return string(text)
			}
			run("build", "./...")
			run("vet", "./...")
			packages := strings.Fields(run("list", "./..."))
			if n > 0 { // the kernel is the same in all
				packages = slices.DeleteFunc(packages, func(p string) bool { return strings.Contains(p+"/", "/kernel/") })
			}
			run(append([]string{"test", "-short"}, packages...)...)
		})
	}
}
