package seccomp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCallsOfAllArchitectures looks up the calls of the common list for every architecture: where one has no number, no program
// that uses jails can be built.
func TestCallsOfAllArchitectures(t *testing.T) {
	source, err := os.ReadFile("seccomp_linux.go")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "golang.org/x/sys/unix").Output()
	if err != nil {
		t.Skip("the Go command does not find the package: ", err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "zsysnum_linux_*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no numbers of calls in %s: %v", dir, err)
	}
	calls := regexp.MustCompile(`\bunix\.(SYS_\w+)`).FindAllStringSubmatch(string(source), -1)
	for _, file := range files {
		numbers, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range calls {
			if !strings.Contains(string(numbers), "\t"+call[1]+" ") {
				t.Errorf("%s has no %s; it belongs to the lists of those that have it", filepath.Base(file), call[1])
			}
		}
	}
}
