package page

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// write makes files in a new folder; those whose text begins with #! can be executed.
func write(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o666)
		if strings.HasPrefix(text, "#!") {
			mode = 0o777
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFind finds the bots in a folder and its subfolders, and nothing else.
func TestFind(t *testing.T) {
	files := map[string]string{
		"bot.js": "// plays Nim", "ann's/bot.py": "", "ann's/README.md": "A bot for nim.", "ben/bot": "#!nim", "ben/bot.exe": "#!nim",
		"other/bot.py": "plays chess", "other/README.md": "chess", "ben/notes.py": "", "cy/src/bot.py": "", ".git/bot.py": "",
		"node_modules/bot.js": "", "__pycache__/bot.py": "", "dan/bot": "no program of nim", "eve/bot.py/x": "", "team/bot.py": "a team", "dir/main.py": "a team",
	}
	if runtime.GOOS != "windows" { // which does not allow such names
		files["say\x1b[2J/bot.py"] = "nim"
	}
	dir := write(t, files)
	finds := []Find{{
		Pattern: "*/*.py", Is: func(text string) bool { return text == "a team" },
		Spec: func(path string) string { return "team:" + path },
	}}
	want := []candidate{
		{"ann's/bot.py", `exec:python3 'ann'\''s/bot.py'`}, {"ben/bot", "exec:'ben/bot'"}, {"ben/bot.exe", "exec:'ben/bot.exe'"},
		{"bot.js", "exec:node './bot.js'"}, {"dir/main.py", "team:dir/main.py"}, {"team/bot.py", "team:team/bot.py"},
	}
	if runtime.GOOS == "windows" { // Windows has no executable bits
		want = slices.Insert(want, 4, candidate{"dan/bot", "exec:'dan/bot'"})
	}
	if got, all := search(os.DirFS(dir), "nim", finds); !slices.Equal(got, want) || !all {
		t.Errorf("found %q, %v, want %q", got, all, want)
	}
}

// TestFindMany has one bot more than search returns.
func TestFindMany(t *testing.T) {
	files := fstest.MapFS{}
	for i := range maxFound + 1 {
		files[fmt.Sprintf("%02d/bot.py", i)] = &fstest.MapFile{Data: []byte("nim")}
	}
	if got, all := search(files, "nim", nil); len(got) != maxFound || all {
		t.Errorf("found %d, all of them: %v; want %d that are not all", len(got), all, maxFound)
	}
	delete(files, "00/bot.py")
	if got, all := search(files, "nim", nil); len(got) != maxFound || !all {
		t.Errorf("found %d, all of them: %v; want all %d", len(got), all, maxFound)
	}
}

// TestFindLarge has more folders, and a larger folder, than search reads.
func TestFindLarge(t *testing.T) {
	files, opened := fstest.MapFS{}, 0
	for i := range maxFolders + 50 {
		files[fmt.Sprintf("%03d/x.txt", i)] = &fstest.MapFile{}
	}
	if _, all := search(counting{files, &opened}, "nim", nil); all || opened != maxFolders {
		t.Errorf("%d folders are opened, all of them: %v; want %d that are not all", opened, all, maxFolders)
	}
	files = fstest.MapFS{}
	for i := range maxListed + 1 {
		files[fmt.Sprintf("%04d.txt", i)] = &fstest.MapFile{}
	}
	if _, all := search(files, "nim", nil); all {
		t.Errorf("a folder of more than %d files is said to be read whole", maxListed)
	}
}

// counting counts the files that are opened.
type counting struct {
	fstest.MapFS
	opened *int
}

func (c counting) Open(name string) (fs.File, error) {
	*c.opened++
	return c.MapFS.Open(name)
}

// TestFindPipe has a named pipe in the place of a bot: opening it would block forever.
func TestFindPipe(t *testing.T) {
	dir := t.TempDir()
	pipe(t, filepath.Join(dir, "bot.py"))
	done := make(chan []candidate, 1)
	go func() {
		list, _ := search(os.DirFS(dir), "nim", []Find{{Pattern: "*.py", Is: func(string) bool { return true }}, {Pattern: "*/*.py"}})
		done <- list
	}()
	select {
	case list := <-done:
		if len(list) != 0 {
			t.Errorf("found %q, want nothing", list)
		}
	case <-time.After(time.Minute):
		t.Fatal("a named pipe blocks the search")
	}
}
