package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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

// checkers is a checkout with one game, which has the wing web, and tests of the whole binary. Its kernel has packages that the game
// needs, one that only a test of that needs, and ones that nobody needs.
func checkers(t *testing.T) string {
	const kernel = checkout.Prefix + "kernel"
	needs := "\n\ngo 1.26.0\n\nrequire (\n\t" + kernel + " v0.0.0\n\t" + kernel + "/arena v0.0.0\n)\n\n" +
		"replace " + kernel + " => ../kernel\n\nreplace " + kernel + "/arena => ../kernel/arena\n"
	return tree(t, map[string]string{
		"go.work":                                 "go 1.26.0\nuse ./checkers\n",
		"LICENSE":                                 "do what you like\n",
		"PROTOCOL.md":                             "[layout](checkers/README.md#layout)\n",
		"checkers/go.mod":                         "module " + checkout.Prefix + "checkers" + needs,
		"checkers/README.md":                      "[bots](../PROTOCOL.md): go run ./checkers/cmd/checkers\n",
		"checkers/cmd/checkers/main.go":           "package main\n\nimport _ \"" + kernel + "/arena/wing\"\n\nfunc main() {}\n",
		"checkers/cmd/checkers/web.go":            "//go:build !lean || web\n\npackage main\n\nimport _ \"" + kernel + "/arena/web\"\n",
		"checkers/cmd/checkers/linux.go":          "//go:build linux\n\npackage main\n",
		"checkers/cmd/checkers/testdata/script/a": "",
		"checkers/learn/learn.go":                 "package learn\n\nimport _ \"" + kernel + "/arena/learn\"\n",
		"checkers/testdata/board.txt":             ". .\n",
		"kernel/go.mod":                           "module " + kernel + "\n\ngo 1.26.0\n",
		"kernel/needed/needed.go":                 "package needed\n",
		"kernel/needed/words.txt":                 "",
		"kernel/needed/page/page.js":              "",
		"kernel/needed/below/below.go":            "package below\n",
		"kernel/needed/needed_test.go":            "package needed\n\nimport _ \"" + kernel + "/spare\"\n",
		"kernel/needed/testdata/x":                "",
		"kernel/spare/spare.go":                   "package spare\n",
		"kernel/arena/go.mod":                     "module " + kernel + "/arena\n\ngo 1.26.0\n\nrequire " + kernel + " v0.0.0\n\nreplace " + kernel + " => ../\n",
		"kernel/arena/wing/wing.go":               "package wing\n\nimport _ \"" + kernel + "/needed\"\n",
		"kernel/arena/web/web.go":                 "package web\n",
		"kernel/arena/learn/learn.go":             "package learn\n",
	})
}

func TestWrongCommandLines(t *testing.T) {
	const want = ": want a game and a directory: vendorgame [--with WING,...] GAME DIR\n"
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
		{[]string{"--with", "web,kitchen", "checkers", "out"}, 2, `vendorgame: flag --with: "kitchen": want analysis, contest, jail, learn, shell, web, separated by commas, or all` + "\n"},
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
	lean := []string{
		"LICENSE", "PROTOCOL.md", "README.md", "checkers/README.md", "checkers/cmd/checkers/linux.go", "checkers/cmd/checkers/main.go",
		"checkers/testdata/board.txt", "go.mod", "kernel/arena/wing/wing.go", "kernel/needed/needed.go", "kernel/needed/page/page.js",
		"kernel/needed/words.txt",
	}
	for with, more := range map[string][]string{
		"":    nil,
		"web": {"checkers/cmd/checkers/web.go", "kernel/arena/web/web.go"},
		"all": {
			"checkers/cmd/checkers/testdata/script/a", "checkers/cmd/checkers/web.go", "checkers/learn/learn.go", "kernel/arena/learn/learn.go",
			"kernel/arena/web/web.go",
		},
	} {
		dir := filepath.Join(root, "checkers", "out"+with, "checkers")
		code, out, errw := vendorgame(t, "--with", with, "checkers", "../out"+with+"/checkers")
		if code != 0 {
			t.Fatalf("with %q: exit code %d: %s", with, code, errw)
		}
		if left := strings.Count(out, "left out: "); left != map[string]int{"": 6, "web": 5}[with] {
			t.Errorf("with %q: output %q", with, out)
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(slices.Concat(lean, more))), found(t, dir)); diff != "" {
			t.Errorf("files with %q (-want +got):\n%s", with, diff)
		}
		if err := os.RemoveAll(filepath.Dir(dir)); err != nil {
			t.Fatal(err)
		}
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

// Every game must build and pass its tests with neither network nor module cache, lean, and the first one whole, too.
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
	alone := func(t *testing.T, game, with string) (dir string) {
		for _, dir := range []string{game, "kernel"} { // opened to be tracked; the program opens them by other names
			if err := fs.WalkDir(tracked, dir, func(_ string, _ fs.DirEntry, err error) error { return err }); err != nil {
				t.Fatal(err)
			}
		}
		dir = filepath.Join(t.TempDir(), game)
		if code, _, errw := vendorgame(t, "--with", with, game, dir); code != 0 {
			t.Fatalf("exit code %d: %s", code, errw)
		}
		run := func(words ...string) string {
			cmd := exec.CommandContext(t.Context(), "go", words...)
			cmd.Dir = dir
			// -trimpath: what the copies have in common has the same name in the build cache, and is compiled once.
			cmd.Env = append(cmd.Environ(), "GOWORK=off", "GOFLAGS=-trimpath", "GOPROXY=off", "GOMODCACHE="+t.TempDir(), "GRIDIRON_CORPUS=", "GRIDIRON_LONG=")
			began := time.Now()
			text, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("go %s: %v\n%s", strings.Join(words, " "), err, text)
			}
			t.Logf("go %s: %v", words[0], time.Since(began).Round(time.Second))
			return string(text)
		}
		run("build", "./...") // not vet: these are files that CI has vetted
		run("test", "-short", "-vet=off", "./...")
		linked := strings.Fields(run("list", "-deps", "./"+game+"/cmd/"+game))
		for wing, of := range map[string]string{
			"analysis": "kernel/arena/cli/analysis", "contest": "kernel/arena/contest", "jail": "kernel/arena/jail",
			"learn": "kernel/arena/learn/batch", "shell": "kernel/arena/cli/shell", "web": "kernel/arena/web",
		} {
			if is := slices.Contains(linked, checkout.Prefix+of); is != (with == "all") {
				t.Errorf("with %q, %s links %s: %v", with, game, wing, is)
			}
		}
		if with == "" && slices.Contains(linked, "net/http") {
			t.Errorf("lean %s links net/http", game)
		}
		return dir
	}
	rows := []string{
		"| game | files | MB | lines of Go | of these `golang.org/x/sys` | of the kernel, for the program | and for tests |", "|---|---:|---:|---:|---:|---:|---:|",
	}
	for n, game := range games {
		t.Run(game, func(t *testing.T) { rows = append(rows, row(t, game, alone(t, game, ""))) })
		if n == 0 {
			t.Run(game+" with all", func(t *testing.T) { alone(t, game, "all") })
		}
	}
	if !t.Failed() && len(rows) == len(games)+2 {
		compareTable(t, root, rows)
	}
}

// TestEachWing checks games with each wing alone: files of one wing must not need those of another. GRIDIRON_LONG=all checks every
// game with every wing; otherwise each wing is checked with one game.
func TestEachWing(t *testing.T) {
	gametest.Long(t, "compiles each game with each wing")
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	games, err := checkout.Games(checkout.Tracked(root))
	if err != nil {
		t.Fatal(err)
	}
	for g, game := range games {
		for w, wing := range slices.Sorted(maps.Keys(wings)) {
			if w%len(games) != g && os.Getenv("GRIDIRON_LONG") != "all" {
				continue
			}
			cmd := exec.CommandContext(t.Context(), "go", "vet", "-tags", "lean,"+wing, "./"+game+"/cmd/"+game)
			cmd.Dir = root
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s with %s: %v\n%s", game, wing, err, text)
			}
		}
	}
}

// row is the row of a game in the table of COURSE.md: how large its lean copy is.
func row(t *testing.T, game, dir string) string {
	files, size := 0, int64(0)
	lines := map[string]int{}
	for _, name := range found(t, dir) {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files, size = files+1, size+int64(len(content))
		if filepath.Ext(name) != ".go" {
			continue
		}
		for _, part := range []string{"", "vendor/golang.org/x/sys/", "kernel/"} {
			if strings.HasPrefix(name, part) {
				lines[part] += bytes.Count(content, []byte("\n"))
			}
		}
	}
	text, err := goTool(t.Context(), dir, nil, "list", "-deps", "-f", `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`, "./"+game+"/cmd/"+game)
	if err != nil {
		t.Fatal(err)
	}
	linked := 0
	for name := range strings.FieldsSeq(text) {
		if !strings.HasPrefix(filepath.ToSlash(name), filepath.ToSlash(dir)+"/kernel/") {
			continue
		}
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		linked += bytes.Count(content, []byte("\n"))
	}
	return fmt.Sprintf("| %s | %d | %.1f | %d | %d | %d | %d |", game, files, float64(size)/1e6, lines[""], lines["vendor/golang.org/x/sys/"],
		linked, lines["kernel/"]-linked)
}

// compareTable compares rows with the table of COURSE.md: it must be made again when a number has changed by a tenth.
func compareTable(t *testing.T, root string, rows []string) {
	const begin, end = "-run TestGamesLiveAlone -update` writes this -->\n", "<!-- copies end -->"
	file := filepath.Join(root, "COURSE.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	table, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("COURSE.md: want a table between %q and %q", begin, end)
	}
	number := regexp.MustCompile(`[0-9.]+`)
	was, is := number.FindAllString(table, -1), number.FindAllString(strings.Join(rows, "\n"), -1)
	near := len(was) == len(is)
	for i := 0; near && i < len(is); i++ {
		a, _ := strconv.ParseFloat(was[i], 64)
		b, _ := strconv.ParseFloat(is[i], 64)
		near = math.Abs(a-b) <= 0.1*b
	}
	switch {
	case flag.Lookup("update").Value.String() == "true": // gametest has it
		err = os.WriteFile(file, []byte(before+begin+strings.Join(rows, "\n")+"\n"+end+after), 0o666)
	case !near:
		err = fmt.Errorf("COURSE.md: the table of copies is\n%swant about\n%s\n-update writes it", table, strings.Join(rows, "\n"))
	}
	if err != nil {
		t.Error(err)
	}
}
