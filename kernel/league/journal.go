package league

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
)

// Journal is a file of JSON lines that is only ever appended to: one line for what is played, then one a finished game.
type Journal struct {
	mu   sync.Mutex
	file *os.File
	torn error // of a line that was not written to its end: none may follow it
}

// CreateJournal starts a journal. The file, which must not exist, appears with its first line in it: whatever happens before,
// there is none.
func CreateJournal(path string, head any) (*Journal, error) {
	if _, err := os.Stat(path); err == nil {
		return nil, &os.PathError{Op: "create", Path: path, Err: os.ErrExist}
	}
	line, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	if err := replace(path, append(line, '\n')); err != nil {
		return nil, err
	}
	return OpenJournal(path)
}

// replace puts a file with this content in the place of path, whole or not at all.
func replace(path string, content []byte) error {
	draft := path + ".new"
	file, err := os.Create(draft)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(draft, path)
	}
	if err != nil {
		os.Remove(draft)
		return err
	}
	return syncDir(filepath.Dir(path))
}

// syncDir makes the names in a folder last through a power cut. Windows and some file systems have no such call and do it by
// themselves.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil
	}
	return errors.Join(err, d.Close())
}

// OpenJournal opens a journal to go on with it. A last line that was not written to its end is cut off.
func OpenJournal(path string) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	whole := int64(0)
	r := bufio.NewReader(file)
	for {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil { // not the end: what cannot be read now must not be cut off
			file.Close()
			return nil, err
		}
		whole += int64(len(line))
	}
	if err := file.Truncate(whole); err != nil {
		file.Close()
		return nil, err
	}
	return &Journal{file: file}, nil
}

// Append writes one line, which is on the disk when Append returns.
func (j *Journal) Append(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.torn != nil {
		return j.torn
	}
	if _, j.torn = j.file.Write(append(line, '\n')); j.torn != nil {
		return j.torn
	}
	return j.file.Sync()
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// ReadJournal reads a journal: the first line into head, every other through add. A torn last line is ignored; the error
// names the line.
func ReadJournal(path string, head any, add func(line []byte) error) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for number, line := range lines(content) {
		if number == 1 {
			err = json.Unmarshal(line, head)
		} else {
			err = add(line)
		}
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", path, number, err)
		}
	}
	return nil
}

// lines yields the whole lines of a file with their numbers.
func lines(content []byte) func(yield func(int, []byte) bool) {
	return func(yield func(int, []byte) bool) {
		for number := 1; ; number++ {
			line, rest, whole := bytes.Cut(content, []byte("\n"))
			if !whole || !yield(number, line) {
				return
			}
			content = rest
		}
	}
}

// Damage is a line of a journal that could not be read.
type Damage struct {
	Line  int    `json:"line"`  // its number in the journal, from 1
	Error string `json:"error"` // what is wrong with it
	Text  []byte `json:"text"`  // the line, in base 64: it may be anything
}

// RepairJournal moves damaged lines out of a journal that is about to be gone on with, so that their games are played again.
// They are appended to the file of the same name with .bad in the place of its ending, a Damage a line, and returned. Damaged
// is a line that is no JSON object; whether an object makes sense is the reader's business. A damaged first line is an error:
// nobody knows what was played. Nobody else may have the journal open.
func RepairJournal(path string) ([]Damage, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var found []Damage
	var sound []byte
	for number, line := range lines(content) {
		var object map[string]json.RawMessage
		err := json.Unmarshal(line, &object)
		if err == nil && object == nil {
			err = errors.New("want a JSON object")
		}
		switch {
		case err == nil:
			sound = append(append(sound, line...), '\n')
		case number == 1:
			return nil, fmt.Errorf("%s: line 1: %w", path, err)
		default:
			found = append(found, Damage{number, err.Error(), line})
		}
	}
	if len(found) == 0 {
		return nil, nil
	}
	if err := keep(badPath(path), found); err != nil {
		return nil, err
	}
	return found, replace(path, sound)
}

func badPath(path string) string { return path[:len(path)-len(filepath.Ext(path))] + ".bad" }

// keep appends damaged lines to a file. They are on the disk before the journal loses them; a crash in between keeps them twice.
func keep(path string, found []Damage) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	bad := Journal{file: file}
	for _, d := range found {
		if err = bad.Append(d); err != nil {
			break
		}
	}
	return errors.Join(err, file.Close())
}
