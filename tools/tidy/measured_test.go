package tidy_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
	"github.com/gridiron-games/gridiron/tools/internal/measured"
)

var mark = flag.Bool("mark", false, "have the tables say whether the code that they measure has changed since")

// TestMeasured finds tables of speed and strength that are older than the code they measure, and do not say so.
func TestMeasured(t *testing.T) {
	dir, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	root := checkout.Tracked(dir)
	tables, err := measured.Tables(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		text, err := fs.ReadFile(root, table.File)
		if err != nil {
			t.Fatal(err)
		}
		sum, err := measured.Sum(root, table.Dirs...)
		if err != nil {
			t.Fatal(err)
		}
		want, err := table.Mark(string(text), sum)
		switch {
		case err != nil:
			t.Error(err)
		case want == string(text):
		case *mark:
			if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(table.File)), []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		case len(want) > len(text):
			t.Errorf("%s: the code has changed since its %s table was measured (it is %s now). Measure it again: `%s`; or have the table "+
				"say so: `go test ./tools/tidy -run TestMeasured -mark`", table.File, table.Name, sum, table.By)
		default:
			t.Errorf("%s: its %s table says that the code has changed since, but it has not: `go test ./tools/tidy -run TestMeasured "+
				"-mark`", table.File, table.Name)
		}
	}
}
