package gametest

import (
	"fmt"
	"hash/fnv"
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

// long is the environment variable that asks for tests that take minutes.
const long = "GRIDIRON_LONG"

// Long skips a test that takes long; why says what it does. `.ci/run` sets GRIDIRON_LONG=1, and so runs all of them, some
// with a part of the games (see Sample).
func Long(t testing.TB, why string) {
	t.Helper()
	if !wantsLong() {
		t.Skip(why + ": set GRIDIRON_LONG=1 and leave out -short to run it, as .ci/run does")
	}
}

// Slow skips, with -short, a test that takes a second or more: so -short is over in a minute. With GRIDIRON_LONG, too, -short
// only leaves out what the race detector, which is slow itself, would disturb.
func Slow(t testing.TB) {
	t.Helper()
	if !wantsSlow() {
		t.Skip("takes a second or more: run it without -short")
	}
}

// Condition evaluates the conditions [long] and [slow] of scripts: whether such tests are wanted (see Long and Slow).
func Condition(name string) (bool, error) {
	switch name {
	case "long":
		return wantsLong(), nil
	case "slow":
		return wantsSlow(), nil
	}
	return false, fmt.Errorf("unknown condition %s", name)
}

func wantsSlow() bool { return !testing.Short() || os.Getenv(long) != "" }

// wantsLong reports whether tests that take long are to run.
func wantsLong() bool { return !testing.Short() && os.Getenv(long) != "" }

// Sample returns a part of a list, for tests that do the same with every game or every language: its first element; two, which
// depend on the name of the test, if long tests are wanted; and all with GRIDIRON_LONG=all.
func Sample[T any](t testing.TB, list []T) []T {
	t.Helper()
	if wantsLong() && os.Getenv(long) == "all" || len(list) < 2 {
		return list
	}
	t.Logf("a part of %d: set GRIDIRON_LONG=all and leave out -short to run all", len(list))
	if !wantsLong() {
		return list[:1]
	}
	name := fnv.New32a()
	name.Write([]byte(t.Name()))
	n := 1 + int(name.Sum32()%uint32(len(list)-1))
	return list[n-1 : n+1]
}
