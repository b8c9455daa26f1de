// Package victim is for tests that kill processes: the test binary is also the process that is killed.
package victim

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"
)

// variable is set in the process that is killed; it names the folder that it works in.
const variable = "GRIDIRON_VICTIM"

// Main is for TestMain: it runs the tests or, in a process of Command, work.
func Main(m *testing.M, work func(dir string) error) {
	dir := os.Getenv(variable)
	if dir == "" {
		os.Exit(m.Run())
	}
	if err := work(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Times returns how often a test kills: usual, or the number in GRIDIRON_KILLS.
func Times(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("GRIDIRON_KILLS")); err == nil {
		return n
	}
	return usual
}

// Command returns the command of a process that works in a folder.
func Command(dir string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), variable+"="+dir)
	return cmd
}

// Kill starts a process that works in a folder and kills it some time after it has written its first byte to standard output, as
// it must when it begins. It reports whether the process was killed before its end. A process that fails by itself fails the
// test.
func Kill(t *testing.T, dir string, after time.Duration) bool {
	t.Helper()
	cmd := Command(dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	out.Read(make([]byte, 1)) // it begins, or it has failed
	timer := time.AfterFunc(after, func() { cmd.Process.Kill() })
	defer timer.Stop()
	err = cmd.Wait()
	if stderr.Len() > 0 {
		t.Fatal(stderr.String())
	}
	return err != nil
}
