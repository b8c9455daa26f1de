package checkout_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

func TestModulesAndGames(t *testing.T) {
	root := fstest.MapFS{
		"go.work":                  {Data: []byte("go 1.26.0\n\nuse ./kernel // shared\nuse (\n\t./checkers\n\t./tools\n)\n")},
		"checkers/cmd/checkers/m":  {},
		"tools/cmd/helper/main.go": {},
	}
	modules, err := checkout.Modules(root)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"kernel", "checkers", "tools"}, modules); diff != "" {
		t.Errorf("modules (-want +got):\n%s", diff)
	}
	games, err := checkout.Games(root)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"checkers"}, games); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
}

func TestRootIsAboveOrNowhere(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	deep := filepath.Join(top, "a", "b")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := checkout.Root(deep); err == nil || !strings.Contains(err.Error(), "go.work") {
		t.Errorf("Root without go.work: %v, want an error that names go.work", err)
	}
	if err := os.WriteFile(filepath.Join(top, "go.work"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := checkout.Root(deep); got != top || err != nil {
		t.Errorf("Root = %q, %v, want %q", got, err, top)
	}
}
