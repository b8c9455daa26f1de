package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
	"github.com/gridiron-games/gridiron/tools/internal/measured"
)

// comparisons fail if a benchmark takes over a tenth more time, or if a champion has become weaker.
var comparisons = [][]string{
	{"./tools/speed", "--vs", checkout.Recorded, "--benchtime", "300ms", "--rounds", "3"},
	{"./tools/strength", "--vs", checkout.Recorded, "--only-vs", "--pairs", "20"},
}

// compare compares speed and strength with the recorded commit, and names the tables that are older than the code that they
// measure. The output of the tools goes to errw and out as it comes.
func (r *release) compare(errw io.Writer) error {
	if err := r.old(); err != nil {
		return err
	}
	for _, words := range comparisons {
		line := "go run " + strings.Join(words, " ")
		if !r.measured {
			fmt.Fprintf(r.out, "left out, as --unmeasured says: %s\n", line)
			continue
		}
		fmt.Fprintln(r.out, line)
		cmd := r.command(r.root, nil, "go", append([]string{"run"}, words...)...)
		cmd.Stdout, cmd.Stderr = r.out, errw
		if err := r.do(cmd); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return nil
}

// old prints which tables are older than the code that they measure.
func (r *release) old() error {
	root := os.DirFS(r.root)
	tables, err := measured.Tables(root)
	if err != nil {
		return err
	}
	for _, t := range tables {
		changed, err := t.Old(root)
		if err != nil {
			return err
		}
		if changed {
			fmt.Fprintf(r.out, "%s: the %s table is older than the code; `%s` measures it again\n", t.File, t.Name, t.By)
		}
	}
	return nil
}
