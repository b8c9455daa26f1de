// Package folder manages a folder in which games are played: one process at a time plays there, and the next one learns during
// which games an earlier process died by itself.
//
// A fatal error of a bundled bot, such as a stack overflow, ends the whole process and cannot be caught. To keep the same error
// from killing every later process, each running game has a mark in the folder, and the Go runtime writes its last words to a
// file there. Last words and marks together say that the process died by itself, and during which games; kill -9, Ctrl-C and a
// power cut leave no last words.
package folder

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
)

// mostDeaths is how often the process may die by itself during a game before the game is given up.
const mostDeaths = 3

// Lock keeps other processes out of a folder, or away from whatever a file represents.
type Lock struct{ file *flock.Flock }

// Enter takes the lock of a folder. The error is a league.ErrLocked if another process has it.
func Enter(dir string) (*Lock, error) {
	l, err := Take(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return l, nil
}

// leagueFile is a file of a folder in which other machines play the games of a league: its name.
const leagueFile = "league"

// Give notes that the games of a folder are played by other machines, in a league of this name.
func Give(dir, league string) error {
	return os.WriteFile(filepath.Join(dir, leagueFile), []byte(league+"\n"), 0o666)
}

// Given returns the name of the league whose games a folder has, if other machines play them.
func Given(dir string) (league string, given bool) {
	text, err := files.ReadOf(filepath.Join(dir, leagueFile), files.MostText)
	return clean.Line(strings.TrimSpace(string(text)), 60), err == nil
}

// lingering is how long Take waits for a lock. A process that was killed while it started a program seems to have its lock for a
// moment longer: the new process has a copy of the open file until it runs the program.
const lingering = 2 * time.Second

// Take takes a lock on a file, which is created if needed and stays. The error is league.ErrLocked if another process
// still holds the lock after two seconds.
func Take(file string) (*Lock, error) {
	ctx, cancel := context.WithTimeout(context.Background(), lingering)
	defer cancel()
	l := &Lock{flock.New(file)}
	if _, err := l.file.TryLockContext(ctx, 20*time.Millisecond); errors.Is(err, context.DeadlineExceeded) {
		return nil, league.ErrLocked
	} else if err != nil {
		return nil, err
	}
	return l, nil
}

// Leave releases the lock. On a nil lock it does nothing.
func (l *Lock) Leave() {
	if l != nil {
		l.file.Unlock()
	}
}

// Death is a line of a journal: the process died by itself during a game.
type Death struct {
	Type  string `json:"type"`  // "died"
	ID    string `json:"id"`    // of the game
	Words string `json:"words"` // the file with the last words
	Error string `json:"error"` // the first line of them
}

// Deaths holds the deaths of earlier processes, by the id of the game.
type Deaths map[string][]Death

// Add adds a line of the journal.
func (d Deaths) Add(line Death) { d[line.ID] = append(d[line.ID], line) }

// Last returns the last death during a game that is given up because of its deaths; nil: the game is not given up.
func (d Deaths) Last(id string) *Death {
	if died := d[id]; len(died) >= mostDeaths {
		return &died[len(died)-1]
	}
	return nil
}

// marks is the folder of the marks.
func marks(dir string) string { return filepath.Join(dir, "running") }

// Autopsy calls note for each game during which an earlier process died, if that is not known yet. It removes the marks, and the
// files without last words.
func (d Deaths) Autopsy(dir string, note func(Death) error) error {
	left, err := os.ReadDir(marks(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, mark := range left {
		path := filepath.Join(marks(dir), mark.Name())
		words, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		death := Death{Type: "died", ID: mark.Name(), Words: filepath.Base(string(words))}
		death.Error = lastWords(filepath.Join(dir, death.Words))
		known := slices.ContainsFunc(d[death.ID], func(other Death) bool { return other.Words == death.Words })
		if death.Error != "" && !known {
			if err := note(death); err != nil {
				return err
			}
			d.Add(death)
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	silent, err2 := filepath.Glob(filepath.Join(dir, "died-*.txt"))
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
		if strings.HasPrefix(text, "SIGQUIT") || strings.HasPrefix(text, "SIGABRT") { // a signal was sent to see where it hangs
			return ""
		}
		if text != "" && !strings.HasPrefix(text, "runtime: ") { // such lines come before the error
			return text
		}
	}
	return ""
}

// Watch marks the games that this process plays.
type Watch struct {
	dir    string
	deaths Deaths // not changed while the watch runs
	words  *os.File
	alone  sync.RWMutex // locked for writing by a game during which a process died
}

// Watch begins to mark games in a folder.
func (d Deaths) Watch(dir string) (*Watch, error) {
	w := &Watch{dir: dir, deaths: d}
	err := os.MkdirAll(marks(dir), 0o777)
	for n := 1; err == nil && w.words == nil; n++ {
		w.words, err = os.OpenFile(filepath.Join(dir, fmt.Sprintf("died-%d.txt", n)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
		if errors.Is(err, fs.ErrExist) {
			err = nil
		}
	}
	if err == nil {
		err = debug.SetCrashOutput(w.words, debug.CrashOptions{})
	}
	if err != nil && w.words != nil {
		w.Close()
	}
	return w, err
}

// Wait waits until a game may be played: one during which a process died is played alone, so that it is known which game it was
// if the process dies again. The caller calls done after the game.
func (w *Watch) Wait(id string) (done func()) {
	if len(w.deaths[id]) > 0 {
		w.alone.Lock()
		return w.alone.Unlock
	}
	w.alone.RLock()
	return w.alone.RUnlock
}

// Begin marks a game. The caller calls End after the game.
func (w *Watch) Begin(id string) error {
	return os.WriteFile(filepath.Join(marks(w.dir), id), []byte(filepath.Base(w.words.Name())), 0o666)
}

// End removes the mark of a game.
func (w *Watch) End(id string) { os.Remove(filepath.Join(marks(w.dir), id)) }

// Close ends the watch of a process that did not die, and removes its empty file of last words.
func (w *Watch) Close() {
	debug.SetCrashOutput(nil, debug.CrashOptions{})
	w.words.Close()
	os.Remove(w.words.Name())
}
