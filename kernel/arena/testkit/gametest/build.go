package gametest

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// Build makes the program of a package, such as "../cmd/chess" seen from the folder dir, and puts it into a file. Tests of
// several packages that need the same program link it once: the go command caches what it links for `go run`.
func Build(dir, pkg, file string) error {
	words := []string{"run", "-exec", "cp", pkg, file}
	if runtime.GOOS == "windows" { // which has no cp
		words = []string{"build", "-o", file, pkg}
	}
	c := exec.Command("go", words...)
	c.Dir = dir
	if text, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", pkg, err, text)
	}
	return nil
}

// Long skips a test that takes long; why says what it does. `.ci/run` sets GRIDIRON_LONG=1, and so runs all of them.
func Long(t testing.TB, why string) {
	t.Helper()
	if !wantsLong() {
		t.Skip(why + ": set GRIDIRON_LONG=1 and leave out -short to run it, as .ci/run does")
	}
}

// Condition evaluates the condition [long] of scripts: whether long tests are wanted (see Long).
func Condition(name string) (bool, error) {
	if name != "long" {
		return false, fmt.Errorf("unknown condition %s", name)
	}
	return wantsLong(), nil
}

// wantsLong reports whether tests that take long are to run.
func wantsLong() bool { return !testing.Short() && os.Getenv("GRIDIRON_LONG") != "" }

// Sample returns the whole list for long tests (see Long), otherwise its first element. It is for tests that do the same with
// every game or every language.
func Sample[T any](t testing.TB, list []T) []T {
	t.Helper()
	if !wantsLong() {
		t.Logf("1 of %d: set GRIDIRON_LONG=1 and leave out -short to run all, as .ci/run does", len(list))
		return list[:1]
	}
	return list
}
