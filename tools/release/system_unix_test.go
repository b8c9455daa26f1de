//go:build unix

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestInterrupted has programs that ignore Ctrl-C: they and what they started end all the same.
func TestInterrupted(t *testing.T) {
	gametest.Slow(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	r := &release{ctx: ctx, out: io.Discard}
	alive, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := r.command(t.TempDir(), nil, "sh", "-c", `trap "" INT; (echo begun >&3; while :; do sleep 1000; done) & wait`)
	cmd.ExtraFiles = []*os.File{theirs}
	over := make(chan error, 1)
	interrupted := errors.New("Ctrl-C")
	go func() {
		over <- r.do(cmd)
		theirs.Close()
	}()
	if err := alive.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	begun := make([]byte, len("begun\n"))
	if _, err := io.ReadFull(alive, begun); err != nil {
		t.Fatal(err)
	}
	cancel(interrupted)
	rest, err := io.ReadAll(alive) // ends when nobody can write there any more
	if err != nil || len(rest) > 0 {
		t.Errorf("a program is still there: %v, %q", err, rest)
	}
	if err := <-over; !errors.Is(err, interrupted) {
		t.Errorf("error %v, want %v", err, interrupted)
	}
	if _, err := r.run(".", nil, "sh", "-c", "true"); err == nil || strings.Contains(err.Error(), "exit") {
		t.Errorf("a program after Ctrl-C: %v", err)
	}
}

// TestOutputHeld starts a program that leaves another one behind, which has its output, as Wine does.
func TestOutputHeld(t *testing.T) {
	gametest.Slow(t)
	r := &release{ctx: t.Context(), out: io.Discard}
	if out, err := r.run(t.TempDir(), nil, "sh", "-c", "sleep 20 & echo done"); out != "done\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}

// TestUse has programs that answer otherwise than the release should.
func TestUse(t *testing.T) {
	for _, tt := range []struct{ says, want string }{
		{"amazons v1.0.0, rules 1; 0123", ""},
		{"amazons (devel), rules 1; 0123", `amazons version prints "amazons (devel), rules 1\n", want "amazons v1.0.0,"`},
		{"amazons v1.0.0, rules 1; 4567", `amazons bench prints "4567\n", want "0123\n"`},
		{"amazons v1.0.0, rules 1; 0123; BLUE wins", `amazons play prints "BLUE wins\n", want "RED wins\n"`},
	} {
		version, rest, _ := strings.Cut(tt.says, "; ")
		bench, play, _ := strings.Cut(rest, "; ")
		dir := t.TempDir()
		script := fmt.Sprintf("#!/bin/sh\ncase $1 in version) echo '%s';; bench) echo '%s';; play) echo '%s';; esac\n", version, bench, cmp.Or(play, "RED wins"))
		program := filepath.Join(dir, "amazons")
		if err := os.WriteFile(program, []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
		h := &rehearsal{release: &release{ctx: t.Context()}, want: map[string]string{
			"amazons version": "amazons v1.0.0,", "amazons bench": "0123\n", "amazons play": "RED wins\n",
		}}
		if err := h.use(place{by: "sh"}, "amazons", program, dir); fmt.Sprint(err) != cmp.Or(tt.want, "<nil>") {
			t.Errorf("%s: %v, want %s", tt.says, err, cmp.Or(tt.want, "no error"))
		}
	}
	if err := lacks([]string{"", "no-such-program|sh"}); err != nil {
		t.Error(err)
	}
	if err := lacks([]string{"sh", "no-such-program|nor-this"}); err == nil || err.Error() != "there is no no-such-program or nor-this here" {
		t.Error(err)
	}
}
