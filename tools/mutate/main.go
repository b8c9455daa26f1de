// Command mutate measures how much the tests notice. It makes small changes of a package, called mutants, one at a time: another
// comparison, a statement left out, a key of a literal left out, no error returned. It runs the tests that judge the package and
// lists the mutants with which they all pass.
//
//	go run ./tools/mutate kernel/turn tron
//
// All mutants of a package are compiled into one program for each package of tests; a variable of the environment chooses one. A
// mutant that no test reaches survives without being run. A mutant that changes nothing that a caller could see is equivalent:
// equivalent.txt lists such mutants by their hash, which does not depend on line numbers, each with the reason.
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// measured are the packages that are measured if none is named, with the packages whose tests judge them besides their own.
var measured = []struct {
	folder string
	judges []string
}{
	{"kernel/turn", nil},
	{"kernel/timer", nil},
	{"kernel/record", nil},
	{"kernel/arena/bots/jsonl", nil},
	{"kernel/arena/match", []string{"kernel/arena/match/check", "kernel/arena/match/review", "kernel/arena/match/playback", "kernel/arena/cli"}},
	{"kernel/arena/contest/rating", nil},
	{"kernel/arena/contest/league/plan", nil},
	{"amazons", []string{"amazons/referee"}},
	{"pelita", []string{"pelita/referee"}},
	{"reantics", []string{"reantics/referee"}},
	{"sarena", []string{"sarena/referee"}},
	{"tron", []string{"tron/referee"}},
}

//go:embed equivalent.txt
var equivalents string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], equivalents, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// options are the flags of the command line.
type options struct {
	list, changed, record bool
	only                  string
	min                   float64
}

func run(ctx context.Context, args []string, equivalent string, out, errw io.Writer) int {
	var o options
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.SetOutput(errw)
	flags.BoolVar(&o.list, "list", false, "list the mutants without running a test")
	flags.StringVar(&o.only, "only", "", "judge only the mutants whose `HASH` begins so")
	flags.Float64Var(&o.min, "min", 0, "fail if a package has fewer `PERCENT` of its mutants killed")
	flags.BoolVar(&o.changed, "changed", false, "measure only packages that have changed since their score was recorded")
	flags.BoolVar(&o.record, "record", false, "write the scores into "+scores)
	flags.Usage = func() {
		fmt.Fprint(errw, "usage: mutate [FLAGS] [PACKAGE...]\n\n",
			"PACKAGE is a directory such as kernel/turn; without one, all packages of the table are measured.\n")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return 2
	}
	root, err := checkout.Root(".")
	if err != nil {
		fmt.Fprintf(errw, "mutate: %v\n", err)
		return 1
	}
	known, err := parse(equivalent)
	if err != nil {
		fmt.Fprintf(errw, "mutate: equivalent.txt: %v\n", err)
		return 1
	}
	folders := flags.Args()
	if len(folders) == 0 {
		for _, p := range measured {
			folders = append(folders, p.folder)
		}
	}
	for i, folder := range folders {
		folders[i] = strings.Trim(strings.TrimPrefix(folder, "./"), "/")
	}
	if o.changed {
		if folders, err = changed(root, folders, out); err != nil {
			fmt.Fprintf(errw, "mutate: %v\n", err)
			return 1
		}
	}
	code := 0
	for _, folder := range folders {
		if err := o.measure(ctx, root, folder, known, out); err != nil {
			fmt.Fprintf(errw, "mutate: %v\n", err)
			code = 1
		}
		if ctx.Err() != nil {
			return 1
		}
	}
	return code
}

// measure judges the mutants of a package and prints those that survive.
func (o *options) measure(ctx context.Context, root, folder string, known []entry, out io.Writer) error {
	m, err := mutate(root, folder)
	if err != nil {
		return err
	}
	if err := check(known, m); err != nil {
		return err
	}
	if o.list {
		for _, m := range m.mutants {
			fmt.Fprintln(out, m)
		}
		return nil
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	judges := []string{folder}
	for _, p := range measured {
		if p.folder == folder {
			judges = append(judges, p.judges...)
		}
	}
	tests, err := m.build(ctx, root, dir, judges)
	if err != nil {
		return err
	}
	if err := m.explore(ctx, dir, tests); err != nil {
		return err
	}
	m.mutants = slices.DeleteFunc(m.mutants, func(m *mutant) bool { return !strings.HasPrefix(m.hash, o.only) })
	outcomes, err := m.judge(ctx, tests)
	if err != nil {
		return err
	}
	percent, err := o.report(m, outcomes, known, out)
	if err == nil && o.record && o.only == "" {
		return record(root, folder, percent)
	}
	return err
}

// report prints the mutants that survived, and returns how many did not, in percent.
func (o *options) report(m *mutated, outcomes []outcome, known []entry, out io.Writer) (percent float64, err error) {
	count := map[outcome]int{}
	equivalent := 0
	var wrong []string
	for i, m := range m.mutants {
		if slices.ContainsFunc(known, func(e entry) bool { return e.hash == m.hash }) {
			if equivalent++; outcomes[i] != survived {
				wrong = append(wrong, m.String())
			}
			continue
		}
		if count[outcomes[i]]++; outcomes[i] == survived {
			note := ""
			if len(m.reached) == 0 {
				note = "  (no test reaches it)"
			}
			fmt.Fprintf(out, "%s%s\n", m, note)
		}
	}
	caught := count[killed] + count[late]
	percent = 100
	if all := caught + count[survived]; all > 0 {
		percent *= float64(caught) / float64(all)
	}
	fmt.Fprintf(out, "%s: %d killed, %d survived, %d timed out: %.1f %%; %d are equivalent\n",
		m.folder, count[killed], count[survived], count[late], percent, equivalent)
	switch {
	case len(wrong) > 0:
		return percent, fmt.Errorf("equivalent.txt lists mutants that a test noticed:\n%s", strings.Join(wrong, "\n"))
	case percent < o.min:
		return percent, fmt.Errorf("%s: %.1f %% of the mutants were killed, want %v %%", m.folder, percent, o.min)
	}
	return percent, nil
}

// entry is a line of equivalent.txt: HASH file: reason.
type entry struct{ hash, file, reason string }

func (e entry) folder() string { return path.Dir(e.file) }

func parse(text string) (list []entry, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		place, reason, _ := strings.Cut(line, ": ")
		hash, file, _ := strings.Cut(place, " ")
		if hash == "" || file == "" || reason == "" {
			return nil, fmt.Errorf("line %q: want HASH file: reason", line)
		}
		list = append(list, entry{hash, file, reason})
	}
	return list, nil
}

// check returns an error if an entry names no mutant of its file any more.
func check(known []entry, m *mutated) error {
	var stale []string
	for _, e := range known {
		names := func(m *mutant) bool { return m.hash == e.hash && m.file == e.file }
		if e.folder() == m.folder && !slices.ContainsFunc(m.mutants, names) {
			stale = append(stale, e.hash+" "+e.file)
		}
	}
	if len(stale) > 0 {
		return fmt.Errorf("equivalent.txt: no such mutant any more: %s; the code has changed: look at what survives now, "+
			"and change the line", strings.Join(stale, ", "))
	}
	return nil
}
