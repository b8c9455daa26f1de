package matches

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Line is a game that was played.
type Line struct {
	First   string  `json:"first"`
	Second  string  `json:"second"`
	Game    int     `json:"game"` // its number, from 0
	Control string  `json:"control"`
	Points  float64 `json:"points"` // of the first: 1, 0.5 or 0
}

// Journal is a file with a line for each game.
type Journal struct{ file *os.File } // nil: nothing is kept

// Open opens a journal, a new one if there is none, and returns the games in it. A last line without its end is cut off: the
// process died while it wrote the line. Without a path nothing is kept.
func Open(path string) (*Journal, []Line, error) {
	if path == "" {
		return &Journal{}, nil, nil
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	lines, whole, err := read(file)
	if err == nil {
		err = file.Truncate(whole)
	}
	if err == nil {
		_, err = file.Seek(whole, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Journal{file}, lines, nil
}

// read returns the games of a journal and how many bytes of it are whole lines.
func read(from io.Reader) (lines []Line, whole int64, err error) {
	in := bufio.NewReader(from)
	for number := 1; ; number++ {
		text, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return lines, whole, nil
		}
		if err != nil {
			return nil, 0, err
		}
		var line Line
		if err := json.Unmarshal(text, &line); err != nil || line.First == "" || line.Second == "" || line.Game < 0 {
			return nil, 0, fmt.Errorf("line %d: %q: want a game, such as %s", number, bytes.TrimSpace(text),
				`{"first":"champion","second":"random","game":0,"control":"by counts","points":1}`)
		}
		whole += int64(len(text))
		lines = append(lines, line)
	}
}

// Add writes a game.
func (j *Journal) Add(line Line) error {
	if j.file == nil {
		return nil
	}
	text, err := json.Marshal(line)
	if err == nil {
		_, err = j.file.Write(append(text, '\n'))
	}
	return err
}

// Close closes the file.
func (j *Journal) Close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
