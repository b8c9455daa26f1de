package main

import (
	"bytes"
	"strings"
	"syscall"
	"testing"
)

// fullDisk is an output on which there is no space.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// What could not be written is an error, as with every verb.
func TestFullDisk(t *testing.T) {
	for _, line := range []string{
		"--list-layouts", "--version", "--long-help", "--check-team 0", "--null --rounds 1 --seed 3", "layouts", "background 0 1 --games 1 --rounds 1",
	} {
		var complaint bytes.Buffer
		if code := program().Run(t.Context(), strings.Fields(line), strings.NewReader(""), fullDisk{}, &complaint); code != 1 {
			t.Errorf("pelita %s: exit status %d, want 1 (%s)", line, code, &complaint)
		}
	}
}
