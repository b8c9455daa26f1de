package bot

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Knowledge is what a [Learner] has learned. Its text is a first line "reantics learner 1", the number of games, and a line
// for each weight:
//
//	reantics learner 1
//	games 412
//	stock 1.25
type Knowledge struct {
	Games   int
	Weights [features]float64
}

const knowledgeHead = "reantics learner 1"

// MarshalText writes the text of k.
func (k Knowledge) MarshalText() ([]byte, error) {
	text := fmt.Appendf(nil, "%s\ngames %d\n", knowledgeHead, k.Games)
	for i, w := range k.Weights {
		text = fmt.Appendf(text, "%s %s\n", featureNames[i], strconv.FormatFloat(w, 'g', -1, 64))
	}
	return text, nil
}

// UnmarshalText reads what MarshalText writes; the error names the line.
func (k *Knowledge) UnmarshalText(text []byte) error {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if lines[0] != knowledgeHead {
		return fmt.Errorf("line 1: want %q", knowledgeHead)
	}
	if want := features + 2; len(lines) != want {
		return fmt.Errorf("line %d: want %d lines", len(lines), want)
	}
	var read Knowledge
	for i, line := range lines[1:] {
		name, number := "games", strings.TrimPrefix(line, "games ")
		if i > 0 {
			name = featureNames[i-1]
			number = strings.TrimPrefix(line, name+" ")
		}
		n, err := strconv.ParseFloat(number, 64)
		if err != nil || number == line || math.IsInf(n, 0) || math.IsNaN(n) {
			return fmt.Errorf("line %d: want %q and a number", i+2, name)
		}
		if i > 0 {
			read.Weights[i-1] = n
		} else if read.Games = int(n); n < 0 || float64(read.Games) != n {
			return errors.New("line 2: want a whole number of games")
		}
	}
	*k = read
	return nil
}

// LoadKnowledge reads a file that Save wrote. A missing file gives zero knowledge; any other problem is an error that names the
// file.
func LoadKnowledge(file string) (Knowledge, error) {
	var k Knowledge
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return k, err
	}
	if err := k.UnmarshalText(text); err != nil {
		return k, fmt.Errorf("%s: %w", file, err)
	}
	return k, nil
}

// Save replaces a file by k. Whenever the program or the machine stops, the file is the old one or the new one, never a part: k
// is written beside it, synced to the disk and then renamed.
func (k Knowledge) Save(file string) error {
	text, err := k.MarshalText()
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // no effect after the rename
	_, err = temp.Write(text)
	if err = errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), file)
}
