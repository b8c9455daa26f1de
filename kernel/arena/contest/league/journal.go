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

	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Journal is a file of JSON lines that is only ever appended to: one line for what is played, then one for each finished game or
// event. Each line carries a hash of its content and of the hash of the line before it; journals of older programs carry none.
type Journal struct {
	mu    sync.Mutex
	file  *os.File
	torn  error        // the error of an incomplete line: no line may follow it
	chain *record.Hash // nil: lines carry no hash
	last  string       // the hash of the last line
}

// CreateJournal starts a journal. Its hashes are keyed with the secret, which may be nil. The file must not exist; it appears
// with its first line in it or not at all.
func CreateJournal(path string, head any, secret []byte) (*Journal, error) {
	if _, err := os.Stat(path); err == nil {
		return nil, &os.PathError{Op: "create", Path: path, Err: os.ErrExist}
	}
	line, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	line, _ = record.NewChain(secret).Seal(line)
	if err := replace(path, func(w io.Writer) error { _, err := w.Write(line); return err }); err != nil {
		return nil, err
	}
	return OpenJournal(path, secret)
}

// replace writes a file in place of path, whole or not at all.
func replace(path string, write func(io.Writer) error) error {
	draft := path + ".new"
	file, err := os.Create(draft)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	if err = write(w); err == nil {
		err = w.Flush()
	}
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
	return SyncDir(filepath.Dir(path))
}

// SyncDir makes the names in a folder survive a power cut. Windows and some file systems have no such call and do it by
// themselves.
func SyncDir(dir string) error {
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

// OpenJournal opens a journal to append to it. An incomplete last line is cut off.
func OpenJournal(path string, secret []byte) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	j, whole := &Journal{file: file}, int64(0)
	r := bufio.NewReader(file)
	for first := true; ; first = false {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil { // not the end: what cannot be read now must not be cut off
			file.Close()
			return nil, err
		}
		whole += int64(len(line))
		if j.last = carried(line); first && j.last != "" {
			j.chain = record.NewChain(secret)
		}
	}
	if err := file.Truncate(whole); err != nil {
		file.Close()
		return nil, err
	}
	return j, nil
}

// carried returns the hash in a line of a journal; "" if there is none.
func carried(line []byte) string {
	_, sum := record.NewChain(nil).Split(line)
	return sum
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
	if j.chain == nil {
		line = append(line, '\n')
	} else {
		j.chain.Restart(j.last)
		line, j.last = j.chain.Seal(line)
	}
	if _, j.torn = j.file.Write(line); j.torn != nil {
		return j.torn
	}
	return j.file.Sync()
}

// LastHash returns the hash in the last line of a journal; "" if its lines have none.
func LastHash(path string) (last string, err error) {
	err = EachLine(path, func(_ int, line []byte) error {
		last = carried(line)
		return nil
	})
	return last, err
}

// Last returns the hash in the last line; "" if lines have none.
func (j *Journal) Last() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.last
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// ReadJournal reads a journal: the first line into head, every other through add. A torn last line is ignored; the error
// names the line.
func ReadJournal(path string, head any, add func(line []byte) error) error {
	return EachLine(path, func(number int, line []byte) (err error) {
		if number == 1 {
			err = json.Unmarshal(line, head)
		} else {
			err = add(line)
		}
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", path, number, err)
		}
		return nil
	})
}

// EachLine calls do with the whole lines of a file and their numbers, without their ends, until it returns an error. A journal
// can be large, so that it is never in memory as a whole.
func EachLine(path string, do func(number int, line []byte) error) error {
	file, err := files.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	from := &io.LimitedReader{R: file, N: files.MostGames + 1}
	r := bufio.NewReader(from)
	for number := 1; ; number++ {
		line, err := r.ReadBytes('\n')
		switch {
		case from.N == 0:
			return fmt.Errorf("%s: %w: want at most %d MiB", path, files.ErrTooLarge, files.MostGames>>20)
		case errors.Is(err, io.EOF):
			return nil
		case err == nil:
			err = do(number, line[:len(line)-1])
		}
		if err != nil {
			return err
		}
	}
}

// Lines yields the whole lines of a file with their numbers, without their ends.
func Lines(content []byte) func(yield func(int, []byte) bool) {
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

// Damage is a line of a journal that could not be read, or that does not follow from the line before it.
type Damage struct {
	Line  int    `json:"line"`  // its number in the journal, from 1
	Error string `json:"error"` // what is wrong with it
	Text  []byte `json:"text"`  // the line, in base64: it may be anything
}

// Repair is the line that is appended to a journal when damaged lines are moved out of it. The hashes of the lines that stay are
// computed again.
type Repair struct {
	Type  string `json:"type"`           // "repair"
	Lines []int  `json:"lines"`          // that were moved out, by their numbers at that time; the first of them if there are many
	More  int    `json:"more,omitempty"` // how many others were moved out
	Was   string `json:"was"`            // the hash that the last line had until then
}

// Checker goes through a journal line by line.
type Checker struct {
	chain *record.Hash // nil: lines carry no hash
	lines int
	last  string
}

// NewChecker returns a checker of a journal from its first line.
func NewChecker(secret []byte) *Checker { return &Checker{chain: record.NewChain(secret)} }

// Last returns the hash in the last line; "" if there is none.
func (c *Checker) Last() string { return c.last }

var errHead = errors.New("this line has a hash, but the first line of the journal has none: the first line was changed")

// Check returns an error if the next line is no JSON object or, if the first line carries a hash, if its own hash does not follow
// from its content and the hash of the line before. The next call continues from the hash that this line carries, so that a
// change shows in one line or two, not in all that follow.
func (c *Checker) Check(line []byte) error {
	var object map[string]json.RawMessage
	err := json.Unmarshal(line, &object)
	if err == nil && object == nil {
		err = errors.New("want a JSON object")
	}
	before := c.last
	c.last = carried(line)
	if c.lines++; c.lines == 1 && c.last == "" {
		c.chain = nil
	}
	switch {
	case err == nil && c.chain == nil && c.last != "":
		return errHead
	case err != nil || c.chain == nil:
		return err
	}
	c.chain.Restart(before)
	want, got := c.chain.Sum(line)
	switch {
	case got == "":
		return errors.New("this line has no hash: it was changed, or another program wrote it")
	case c.lines > 1 && before == "":
		return errors.New("the line before it has no hash, so changes to that line cannot be noticed")
	case got == want:
		return nil
	case c.lines == 1:
		return errors.New("its hash does not match its content: the line was changed, or written with another key")
	}
	return errors.New("its hash does not match this line and the one before it: one of them was changed, or lines were removed or inserted")
}

// Damages are the damaged lines of a journal, which can be millions: their number, and the first ones.
type Damages struct {
	Count int
	First []Damage
}

// MostDamages is how many damaged lines are kept or listed.
const MostDamages = 100

func (d *Damages) add(number int, err error) {
	if d.Count++; d.Count <= MostDamages {
		d.First = append(d.First, Damage{Line: number, Error: err.Error()})
	}
}

// Say says of each line what is wrong with it, and that it is in the file to which RepairJournal moves it.
func (d *Damages) Say(journal string, say func(text string)) {
	for _, bad := range d.First {
		say(fmt.Sprintf("line %d of the journal is damaged and was put aside into %s (%s)", bad.Line, filepath.Base(BadPath(journal)), bad.Error))
	}
	if more := d.Count - len(d.First); more > 0 {
		say(fmt.Sprintf("%d more lines of the journal are damaged and were put aside, too", more))
	}
}

// CheckJournal returns the lines of a journal for which a Checker has an error, and whether lines carry hashes.
func CheckJournal(path string, secret []byte) (wrong Damages, hashed bool, err error) {
	c := NewChecker(secret)
	err = EachLine(path, func(number int, line []byte) error {
		if err := c.Check(line); err != nil {
			wrong.add(number, err)
		}
		return nil
	})
	return wrong, c.chain != nil, err
}

// RepairJournal moves damaged lines out of a journal that is about to be continued, so that their games are played again. They
// are appended to the file of the same name that ends in .bad, one Damage a line, and returned without their texts. A line is
// damaged if a Checker returns an error for it; whether its content makes sense is not checked. A damaged first line is an error,
// as it says what is played. Nobody else may have the journal open.
func RepairJournal(path string, secret []byte) (found Damages, err error) {
	r, c := Repair{Type: "repair"}, NewChecker(secret)
	err = EachLine(path, func(number int, line []byte) error {
		switch err := c.Check(line); {
		case err == nil:
		case number == 1 || err == errHead:
			return fmt.Errorf("%s: line %d: %w", path, number, err)
		default:
			if found.add(number, err); found.Count <= MostDamages {
				r.Lines = append(r.Lines, number)
			}
		}
		return nil
	})
	if err != nil {
		return Damages{}, err
	}
	if found.Count == 0 {
		return found, nil
	}
	content, err := files.ReadOf(path, files.MostGames)
	if err != nil {
		return found, err
	}
	if err := keep(BadPath(path), content, secret); err != nil {
		return found, err
	}
	r.Was, r.More = c.Last(), found.Count-len(r.Lines)
	return found, replace(path, func(w io.Writer) error { return r.write(w, content, secret) })
}

// write writes the journal without its damaged lines.
func (r *Repair) write(w io.Writer, content, secret []byte) error {
	last, chain, c := "", record.NewChain(secret), NewChecker(secret)
	seal := func(line []byte) (err error) {
		if c.chain == nil {
			_, err = fmt.Fprintf(w, "%s\n", line)
			return err
		}
		body, _ := chain.Split(line)
		chain.Restart(last)
		line, last = chain.Seal(append(bytes.Clone(body), '}'))
		_, err = w.Write(line)
		return err
	}
	for _, line := range Lines(content) {
		if c.Check(line) == nil {
			if err := seal(line); err != nil {
				return err
			}
		}
	}
	if c.chain == nil {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return seal(line)
}

// BadPath returns the file to which damaged lines of a journal are moved: DIR/journal.bad of DIR/journal.jsonl.
func BadPath(path string) string { return path[:len(path)-len(filepath.Ext(path))] + ".bad" }

// keep appends the damaged lines of a journal to a file. They are on the disk before the journal loses them; after a crash in
// between they are in both files.
func keep(path string, content, secret []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	w, c := bufio.NewWriter(file), NewChecker(secret)
	for number, line := range Lines(content) {
		if wrong := c.Check(line); wrong != nil && err == nil {
			err = json.NewEncoder(w).Encode(Damage{number, wrong.Error(), line})
		}
	}
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}
