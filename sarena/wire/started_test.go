//go:build !lean || jail

package wire_test

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire"
)

// servant is a player of the original's kind; tests replace FIRST by what it does in a turn.
const servant = `
import os, sys, time, xmlrpc.server
def play(percepts, step, time_left):
    FIRST
    return (0, 0, 0, 1)
server = xmlrpc.server.SimpleXMLRPCServer(("localhost", int(sys.argv[1])), logRequests=False)
server.register_function(play)
server.serve_forever()
`

// TestStarted starts players of the original's kind, with and without a jail: they play one game after the other, and a
// failure is reported with its cause.
func TestStarted(t *testing.T) {
	gametest.Slow(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	modes := []string{proc.Off}
	if _, err := jail.Probe(); err == nil {
		modes = append(modes, proc.Require)
	} else {
		t.Logf("without a jail only: %v", err)
	}
	p, err := sarena.ParsePosition("+NN .NY/.NR +NN")
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range modes {
		for _, tt := range []struct {
			name, script string
			fault        turn.FaultKind // "": a turn in each game
			says         string
		}{
			{name: "plays", script: strings.ReplaceAll(servant, "FIRST", "pass")},
			{name: "prints", script: strings.ReplaceAll(servant, "FIRST", `print("x\n" * 200000, flush=True)`)},
			{"fails", strings.ReplaceAll(servant, "FIRST", "raise ValueError('tired')"), turn.Crashed, "tired"},
			{"crashes", strings.ReplaceAll(servant, "FIRST", "os._exit(3)"), turn.Crashed, "exit status 3"},
			{"hangs", strings.ReplaceAll(servant, "FIRST", "time.sleep(1000)"), "", "late"},
			{"ends at once", "import sys; sys.exit('no model')", turn.NeverStarted, "exit status 1 before it listened"},
		} {
			t.Run(mode+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				file := filepath.Join(dir, "player.py")
				if err := os.WriteFile(file, []byte(tt.script), 0o644); err != nil {
					t.Fatal(err)
				}
				words, err := wire.ParseCommand(proc.Join("python3", file, "PORT"))
				if err != nil {
					t.Fatal(err)
				}
				s := &wire.Started{Command: words, Options: proc.Options{Launcher: jail.Launcher{}, Jail: proc.Policy{Mode: mode}}}
				defer s.Close()
				for game := range 2 {
					err := s.Open(t.Context(), turn.Game{ID: "1"})
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
					if tt.says == "late" {
						ctx, cancel = context.WithTimeout(t.Context(), 300*time.Millisecond)
					}
					if err == nil {
						_, _, err = s.Answer(ctx, sarena.View{Position: p, Step: 1})
					}
					cancel()
					var fault *turn.Fault
					switch {
					case tt.says == "late":
						if !errors.Is(err, context.DeadlineExceeded) {
							t.Errorf("game %d: %v, want that it is late", game, err)
						}
						return // it thinks about its first game still
					case tt.fault == "" && err != nil:
						t.Errorf("game %d: %v; %s", game, err, s.Stderr())
					case tt.fault != "" && (!errors.As(err, &fault) || fault.Kind != tt.fault || !strings.Contains(err.Error(), tt.says)):
						t.Errorf("game %d: %v, want that it is %s, with %q", game, err, tt.fault, tt.says)
					}
				}
				if tt.name == "plays" && mode == proc.Require && (!strings.Contains(s.Jailed(), "namespaces") || s.Used().Memory == 0) {
					t.Errorf("its jail is %q, it used %v", s.Jailed(), s.Used())
				}
			})
		}
	}
}

// TestStartedElsewhere starts a player without a free port while another program listens on its port: that one must not be asked in
// its place.
func TestStartedElsewhere(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:8000")
	if err == nil { // otherwise somebody listens there already
		defer other.Close()
	}
	s := &wire.Started{Command: []string{"sleep", "60"}}
	defer s.Close()
	err = s.Open(t.Context(), turn.Game{ID: "1"})
	var fault *turn.Fault
	if !errors.As(err, &fault) || fault.Kind != turn.NeverStarted || !strings.Contains(err.Error(), "write PORT") {
		t.Errorf("%v, want that it never started, and how to give it a port", err)
	}
}

// TestMain lets the test be process 1 of jails.
func TestMain(m *testing.M) {
	jail.Init()
	m.Run()
}
