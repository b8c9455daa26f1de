package tournament

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/league"
)

// A fatal error of a bundled bot, such as a stack that overflows, ends the whole process, and nobody can catch it. So that a
// tournament does not die of the same game for ever, every game that is played has a mark in the folder, and the runtime writes
// its last words to a file there. Last words and marks together say that the process died by itself, and during which games; kill
// -9, Ctrl-C and a power cut leave no last words.

// mostDeaths is how often the process may die by itself during a game before the game is given up.
const mostDeaths = 3

// death is a line of a journal: the process died by itself during a game.
type death struct {
	Type  string `json:"type"`  // "died"
	ID    string `json:"id"`    // of the game
	Words string `json:"words"` // the file with the last words
	Error string `json:"error"` // the first line of them
}

// marks are the files that say which games are played.
type marks struct {
	dir   string
	words *os.File
}

func (t *Tournament) marksDir() string { return filepath.Join(t.Dir, "running") }

// watch begins to mark games.
func (t *Tournament) watch() (*marks, error) {
	m := &marks{dir: t.marksDir()}
	err := os.MkdirAll(m.dir, 0o777)
	for n := 1; err == nil && m.words == nil; n++ {
		m.words, err = os.OpenFile(filepath.Join(t.Dir, fmt.Sprintf("died-%d.txt", n)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if errors.Is(err, fs.ErrExist) {
			err = nil
		}
	}
	if err == nil {
		err = debug.SetCrashOutput(m.words, debug.CrashOptions{})
	}
	if err != nil && m.words != nil {
		m.close()
	}
	return m, err
}

func (m *marks) begin(id string) error {
	return os.WriteFile(filepath.Join(m.dir, id), []byte(filepath.Base(m.words.Name())), 0o666)
}

func (m *marks) end(id string) { os.Remove(filepath.Join(m.dir, id)) }

// close ends the watch of a process that lives.
func (m *marks) close() {
	debug.SetCrashOutput(nil, debug.CrashOptions{})
	m.words.Close()
	os.Remove(m.words.Name())
}

// autopsy writes to the journal during which games an earlier process died, and removes what it left.
func (t *Tournament) autopsy() error {
	left, err := os.ReadDir(t.marksDir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, mark := range left {
		path := filepath.Join(t.marksDir(), mark.Name())
		words, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		d := death{Type: "died", ID: mark.Name(), Words: filepath.Base(string(words))}
		d.Error = lastWords(filepath.Join(t.Dir, d.Words))
		known := slices.ContainsFunc(t.deaths[d.ID], func(other death) bool { return other.Words == d.Words })
		if d.Error != "" && !known {
			if err := t.journal.Append(d); err != nil {
				return err
			}
			t.deaths[d.ID] = append(t.deaths[d.ID], d)
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	silent, err2 := filepath.Glob(filepath.Join(t.Dir, "died-*.txt"))
	for _, name := range silent {
		if info, err := os.Stat(name); err == nil && info.Size() == 0 {
			os.Remove(name)
		}
	}
	return errors.Join(err, err2)
}

// lastWords returns the first line that a process wrote when it died, "" if it was killed by somebody else.
func lastWords(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		text := clean.Line(lines.Text(), clean.MaxDetail)
		if strings.HasPrefix(text, "SIGQUIT") || strings.HasPrefix(text, "SIGABRT") { // somebody asked where it hangs
			return ""
		}
		if text != "" && !strings.HasPrefix(text, "runtime: ") { // numbers that lead to the error
			return text
		}
	}
	return ""
}

// died returns how the process died during a game.
func (t *Tournament) died(id string) []death {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.deaths[id]
}

// Skip is a game that was given up because the process died by itself whenever it was played.
type Skip struct {
	N     int
	Teams []string
	Error string // the last words of the process
	Words string // the file with all of them, in the folder of the tournament
}

func (t *Tournament) skip(p league.Pairing, died []death) Skip {
	last := died[len(died)-1]
	s := Skip{N: p.N, Error: last.Error, Words: last.Words}
	teams := t.All()
	for _, i := range p.Teams {
		s.Teams = append(s.Teams, teams[i].Label)
	}
	return s
}

// Skipped returns the games that were given up, in the order of issue.
func (t *Tournament) Skipped() (list []Skip, err error) {
	s, err := t.Schedule()
	if err != nil {
		return nil, err
	}
	for _, p := range s.Pairings() {
		id := t.Job(p).ID
		if _, given := t.voids[id]; given && len(t.died(id)) >= mostDeaths {
			list = append(list, t.skip(p, t.died(id)))
		}
	}
	return list, nil
}
