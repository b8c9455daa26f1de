package jsonl_test

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// cell is a jail that only notes whether its program is to be stopped, and returns kept when it ends.
type cell struct {
	cmd    *exec.Cmd
	frozen bool
	thaws  int
	kept   error
	used   time.Duration
	left   int           // programs that were started and not ended
	over   chan struct{} // closed when the last one has ended
}

func (c *cell) Probe() (string, error)            { return "cell", nil }
func (*cell) Check([]string, *proc.Options) error { return nil }
func (c *cell) Launch(words []string, o *proc.Options, files []*os.File) (proc.Child, string, error) {
	c.cmd = exec.Command(words[0], words[1:]...)
	c.cmd.Env = append(os.Environ(), o.Env...)
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = files[0], files[1], files[2]
	c.left++
	c.over = make(chan struct{})
	return c, "cell", c.cmd.Start()
}
func (c *cell) Wait()          { c.cmd.Wait(); close(c.over) }
func (c *cell) Status() string { return c.cmd.ProcessState.String() }
func (c *cell) End() error     { c.left--; c.cmd.Process.Kill(); return c.kept }
func (c *cell) Usage() proc.Usage {
	return proc.Usage{CPU: c.used}
}
func (c *cell) Freeze() { c.frozen = true }
func (c *cell) Thaw()   { c.frozen = false; c.thaws++ }

// TestStoppedUntilAsked looks at a program in a jail whenever something is written to it: it goes on then, and is stopped
// afterwards, if the game has a clock.
func TestStoppedUntilAsked(t *testing.T) {
	for _, budget := range []time.Duration{0, time.Hour} {
		b, c := newBot(t, "plays"), &cell{}
		b.Options = proc.Options{Launcher: c, Jail: proc.Policy{Mode: proc.Require}}
		b.Trace = func(toBot bool, line []byte) {
			if toBot && c.frozen {
				t.Errorf("budget %v: %s was written to a program that is stopped", budget, line)
			}
		}
		check := func(when string, want bool) {
			t.Helper()
			if c.frozen != want {
				t.Errorf("budget %v, %s: it is stopped: %v, want %v", budget, when, c.frozen, want)
			}
		}
		g := game
		g.Budget.Move = budget
		for _, ends := range []bool{false, true, true} { // the first game is broken off
			if err := b.Open(t.Context(), g); err != nil {
				t.Fatal(err)
			}
			check("after the start", budget > 0)
			for n := range 2 {
				if _, _, err := b.Answer(t.Context(), n); err != nil {
					t.Fatal(err)
				}
				check("after an answer", budget > 0)
			}
			before := c.thaws
			b.Listen(t.Context(), b.Lines()-1)
			if check("after a late line", budget > 0); budget > 0 && c.thaws == before {
				t.Error("it was stopped while its line was waited for")
			}
			if ends {
				b.End(nil)
				check("after the end", false)
			}
		}
	}
}

// TestFilesThatAreLost says what a jail could not write back, when the program is closed and in the notes.
func TestFilesThatAreLost(t *testing.T) {
	full := errors.New("notes.txt: no space left")
	for _, kept := range []error{nil, full} {
		b := newBot(t, "plays")
		b.Options = proc.Options{Launcher: &cell{kept: kept}, Jail: proc.Policy{Mode: proc.Require}}
		if err := b.Open(t.Context(), game); err != nil {
			t.Fatal(err)
		}
		if err := b.Close(); err != kept || slices.Contains(b.Notes(), full.Error()) != (kept != nil) {
			t.Errorf("%v, notes %q, want %v", err, b.Notes(), kept)
		}
	}
}

// TestUsedByAnotherProgram counts nothing that a program used which could not be started before.
func TestUsedByAnotherProgram(t *testing.T) {
	b, c := newBot(t, "exits at once"), &cell{used: time.Hour}
	b.Options = proc.Options{Launcher: c, Jail: proc.Policy{Mode: proc.Require}}
	b.Hello(t.Context())
	checkFault(t, b.Open(t.Context(), game), turn.NeverStarted, "no licence file")
	if used := b.Used().CPU; used != time.Hour || c.left != 0 {
		t.Errorf("the program that was not started used %v, want an hour, and %d are left", used, c.left)
	}
	t.Setenv("GRIDIRON_BOT", "plays")
	c.used = time.Second
	b.Hello(t.Context())
	if err := b.Open(t.Context(), game); err != nil || b.Used().CPU != time.Second {
		t.Errorf("%v, used %v, want a second", err, b.Used().CPU)
	}
}

// TestWaitForExit waits before a game with a clock until a program that ends after each game has ended, so that it is started again
// before its first question. On a busy machine a program may end later than we wait: one of a few games must show it. A program that
// goes on after its games is waited for once only.
func TestWaitForExit(t *testing.T) {
	g := game
	g.Budget.Move = time.Hour
	b, lines := traced(t, "exits slowly after each game")
	c := &cell{}
	b.Options = proc.Options{Launcher: c, Jail: proc.Policy{Mode: proc.Require}}
	play := func() (hellos int) {
		*lines = nil
		if err := b.Open(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		for _, line := range *lines {
			if strings.HasPrefix(line, `{"type":"hello"`) {
				hellos++
			}
		}
		if value, _, err := b.Answer(t.Context(), 5); value != 5 || err != nil {
			t.Fatal(value, err)
		}
		b.End(nil)
		return hellos
	}
	play()
	for games := 1; play() == 0; games++ {
		if games == 10 {
			t.Fatal("a program that ended was never started before the first question")
		}
	}
	if c.left != 1 {
		t.Errorf("%d programs were not ended, want only the last one", c.left)
	}
	// One that was started again and crashes is not started a third time.
	<-c.over
	t.Setenv("GRIDIRON_BOT", "crashes")
	*lines = nil
	err := b.Open(t.Context(), g)
	if err == nil {
		_, _, err = b.Answer(t.Context(), 5)
	}
	checkFault(t, err, turn.Crashed, "NameError: name 'queen' is not defined")
	if text := strings.Join(*lines, "\n"); strings.Count(text, `{"type":"hello"`) != 1 {
		t.Errorf("it was sent\n%s\nwant one hello", text)
	}
	b, lines = traced(t, "plays")
	play()
	play()
	for games := 1; ; games++ {
		began := time.Now()
		if play(); time.Since(began) < 900*time.Millisecond {
			break
		}
		if games == 10 {
			t.Fatal("a program that goes on is waited for before each game")
		}
	}
}
