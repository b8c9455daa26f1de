package gametest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Picture compares the pictures of a README with those that the program makes from dir/picture.jsonl. Run the test with
// -update, or `make pictures`, to make them again, and look at them.
func Picture(t *testing.T, p Program, dir string) {
	for name, flags := range map[string][]string{"picture.svg": nil, "picture-dark.svg": {"--dark"}} {
		args := append([]string{"convert", filepath.Join(dir, "picture.jsonl"), "--to", "svg"}, flags...)
		made, path := Run(t, p, args...), filepath.Join(dir, name)
		if Updates() {
			if err := os.WriteFile(path, []byte(made), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		kept, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ReplaceAll(string(kept), "\r\n", "\n") != made {
			t.Errorf("%s is not what the program draws: run `make pictures` and look at it", path)
		}
	}
}
