package jail

import (
	"testing"

	"golang.org/x/sys/unix"
)

// TestPipeAsProgram has a pipe where a program should be: nobody writes the first line of a script into it.
func TestPipeAsProgram(t *testing.T) {
	possible(t)
	dir := t.TempDir()
	if err := unix.Mkfifo(dir+"/bot", 0o777); err != nil {
		t.Fatal(err)
	}
	unix.Chmod(dir+"/bot", 0o777)
	if _, err := Prepare(Policy{Mode: Require}, []string{dir + "/bot"}, dir); err != nil {
		t.Logf("refused: %v", err)
	}
}
