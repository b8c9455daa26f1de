package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The program league may be in the folder of the games, and that may be the current one: it is not started again and again.
func TestFindsItself(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("one of the programs is one of the shell")
	}
	dir := programs(t, "dice", "league")
	log := filepath.Join(t.TempDir(), "log")
	script := "#!/bin/sh\necho started >>'" + log + "'\n"
	if err := os.WriteFile(filepath.Join(dir, "another"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	soon, end := context.WithTimeout(t.Context(), 20*time.Second) // a chain of programs would not end
	defer end()
	found, err := find(soon, ".")
	if err != nil || len(found) != 1 || found["dice"].Game != "dice" {
		t.Errorf("found %v, %v: want dice alone", found, err)
	}
	if text, err := os.ReadFile(log); err != nil || strings.Count(string(text), "started") != 1 {
		t.Errorf("each program was started %d times, %v: want once", strings.Count(string(text), "started"), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := find(ctx, "."); !errors.Is(err, context.Canceled) {
		t.Errorf("after Ctrl-C: %v", err)
	}
}
