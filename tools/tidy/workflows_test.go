package tidy

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Actions of others are named by a commit: a tag can be moved to another program, which would run with our rights.
func TestWorkflowsNameCommits(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d workflows, %v; want some", len(files), err)
	}
	pinned := regexp.MustCompile(`uses: [\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)+$`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimRight(line, "\n"); strings.Contains(line, "uses:") && !pinned.MatchString(line) {
				t.Errorf("%s: %q: want a commit of 40 hexadecimal digits, and its version in a comment", filepath.Base(file), line)
			}
		}
	}
}
