// Command conform plays a conformance corpus, facts recorded from an original, against our game.
//
//	go run ./tools/conform [--game G] [--dir DIR]
//
// It prints a line for each file and the first disagreement of each in full. It fails if anything disagrees that no listed
// deviation covers, if a listed deviation covers nothing in the default corpus, and if a file or a kind of record is unknown.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// suite says how one game is checked against its corpus.
type suite struct {
	game string
	// files maps the name of each file of the corpus, or a pattern of names, to its reader.
	files map[string]reader
	// folders of the corpus that hold players instead of cases.
	folders    []string
	deviations []deviation
}

// reader checks the content of a file case by case.
type reader func(content []byte, o options, report func(outcome)) error

type options struct {
	perft uint64 // the largest count that is counted
	dir   string // of the corpus
	teams string // more players for recorded games; "" is none
}

// outcome is the result of one case.
type outcome struct {
	id        string
	kind      string // of record, for deviations
	want, got string // equal when the case agrees
	skipped   string // why the case, or a part of it that the id names, was not checked
}

// agrees reports whether the two texts are equal. In JSON, an empty list equals one that is missing or null.
func (o outcome) agrees() bool {
	if o.want == o.got {
		return true
	}
	want, ok := withoutEmpty(o.want)
	got, ok2 := withoutEmpty(o.got)
	return ok && ok2 && reflect.DeepEqual(want, got)
}

// withoutEmpty reads an object or a list of JSON and leaves out the empty lists in it; ok is false for other texts.
func withoutEmpty(text string) (value any, ok bool) {
	if text == "" || text[0] != '{' && text[0] != '[' {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil || d.More() {
		return nil, false
	}
	return pruned(value), true
}

func pruned(value any) any {
	switch v := value.(type) {
	case []any:
		if len(v) == 0 {
			return nil
		}
		for i := range v {
			v[i] = pruned(v[i])
		}
	case map[string]any:
		for key := range v {
			if v[key] = pruned(v[key]); v[key] == nil {
				delete(v, key)
			}
		}
	}
	return value
}

// deviation is a deliberate difference from the original, D-numbered in the game's RULES.md. It is a predicate over what was
// recorded, never a list of cases, and it says what we do instead.
type deviation struct {
	number string
	covers func(file string, o outcome) bool
}

// suites are the games that have a corpus, in the order in which they are checked.
var suites = []suite{amazonsSuite, tronSuite, pelitaSuite, reanticsSuite, sarenaSuite}

func main() {
	var names []string
	for _, s := range suites {
		names = append(names, s.game)
	}
	app := &cli.App{
		Name: "conform", Usage: "play a conformance corpus against a game", HideHelpCommand: true,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "game", Usage: "only this `GAME`: " + strings.Join(names, ", ")},
			&cli.StringFlag{Name: "dir", Usage: "`DIR` of the corpus (default: ../shared/conformance/GAME)"},
			&cli.BoolFlag{Name: "full", Usage: "count perft beyond 10^10, too, for hours"},
			&cli.StringFlag{Name: "teams", Usage: "`DIR` with players of recorded games that the corpus does not hold"},
		},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return fmt.Errorf("argument %q: want flags only", c.Args().First())
			}
			o := options{perft: 10_000_000_000, teams: c.String("teams")}
			if c.Bool("full") {
				o.perft = math.MaxUint64
			}
			return run(c.App.Writer, c.String("game"), c.String("dir"), o)
		},
	}
	if err := app.Run(os.Args); err != nil {
		fmt.Fprintln(os.Stderr, "conform:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, game, dir string, o options) error {
	if dir != "" && game == "" {
		return errors.New("flag --dir: want --game with it")
	}
	known, failed := false, false
	for _, s := range suites {
		if game != "" && s.game != game {
			continue
		}
		known = true
		where, isDefault := dir, dir == ""
		if isDefault {
			where = filepath.Join("..", "shared", "conformance", s.game)
		}
		ok, err := s.run(w, where, isDefault, o)
		if err != nil {
			return err
		}
		failed = failed || !ok
	}
	switch {
	case !known:
		return fmt.Errorf("flag --game: unknown game %q", game)
	case failed:
		return errors.New("a corpus disagrees")
	}
	return nil
}

// run plays the corpus in a folder and reports whether all is well.
func (s suite) run(w io.Writer, dir string, isDefault bool, o options) (bool, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, err
	}
	o.dir = dir
	ok := true
	cases, agree := 0, 0
	covered := map[string]int{}
	for _, entry := range entries {
		name := entry.Name()
		if name == "FORMAT.md" || entry.IsDir() && slices.Contains(s.folders, name) {
			continue
		}
		read := s.reader(name)
		if read == nil || entry.IsDir() {
			fmt.Fprintf(w, "%s: unknown file; conform knows %s\n", name, strings.Join(s.fileNames(), ", "))
			ok = false
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return false, err
		}
		t := tally{w: w}
		err = read(content, o, func(c outcome) {
			number := s.deviation(name, c)
			if number != "" {
				covered[number]++
			}
			t.add(c, number != "")
		})
		fmt.Fprintf(w, "%s: %d cases, %d disagree\n%s", name, t.cases, t.disagree, t.notes.String())
		if err != nil {
			fmt.Fprintf(w, "  %v\n", err)
		}
		ok = ok && err == nil && t.disagree == 0
		cases, agree = cases+t.cases, agree+t.agree
	}
	for _, d := range s.deviations {
		if isDefault && covered[d.number] == 0 {
			fmt.Fprintf(w, "%s covers no case any more: take it off the list\n", d.number)
			ok = false
		}
	}
	fmt.Fprintf(w, "%s: %d of %d cases agree, %d listed deviations\n", s.game, agree, cases, len(s.deviations))
	return ok, nil
}

// reader returns the reader of a file, nil if there is none.
func (s suite) reader(name string) reader {
	if read := s.files[name]; read != nil {
		return read
	}
	for pattern, read := range s.files {
		if matches, _ := filepath.Match(pattern, name); matches {
			return read
		}
	}
	return nil
}

func (s suite) fileNames() (names []string) {
	for name := range s.files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// deviation returns the number of the deviation that covers a disagreement, "" if there is none.
func (s suite) deviation(file string, c outcome) string {
	if c.agrees() {
		return ""
	}
	for _, d := range s.deviations {
		if d.covers(file, c) {
			return d.number
		}
	}
	return ""
}

// tally counts the cases of one file.
type tally struct {
	w                      io.Writer
	cases, agree, disagree int
	notes                  strings.Builder
}

func (t *tally) add(c outcome, covered bool) {
	if c.skipped != "" {
		fmt.Fprintf(&t.notes, "  %s: %s\n", c.id, c.skipped)
		if c.want == "" && c.got == "" { // a part of a case
			return
		}
	}
	t.cases++
	switch {
	case c.agrees():
		t.agree++
	case !covered:
		if t.disagree++; t.disagree == 1 {
			fmt.Fprintf(&t.notes, "  %s\n    expected %s\n    got      %s\n", c.id, c.want, c.got)
		}
	}
}
