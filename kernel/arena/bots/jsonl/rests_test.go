package jsonl_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// fakeJail starts programs, and notes when it stops them and has them go on.
type fakeJail struct {
	*exec.Cmd
	over chan struct{}
	note func(string)
}

// errKept is the error of a jail that cannot write back what the program has changed.
var errKept = errors.New("the disk is full")

func (c *fakeJail) Probe() (string, error)              { return "fake", nil }
func (c *fakeJail) Check([]string, *proc.Options) error { return nil }
func (c *fakeJail) Freeze()                             { c.note("stop") }
func (c *fakeJail) Thaw()                               { c.note("go on") }
func (c *fakeJail) Wait()                               { <-c.over }
func (c *fakeJail) Status() string                      { <-c.over; return c.ProcessState.String() }
func (c *fakeJail) End() error                          { c.Process.Kill(); <-c.over; return errKept }
func (c *fakeJail) Launch(words []string, _ *proc.Options, files []*os.File) (proc.Child, string, error) {
	c.Cmd, c.over = exec.Command(words[0], words[1:]...), make(chan struct{})
	c.Stdin, c.Stdout, c.Stderr = files[0], files[1], files[2]
	err := c.Start()
	go func() {
		c.Cmd.Wait()
		close(c.over)
	}()
	return c, "fake", err
}

// TestRests plays with a program in a jail: in a game with a budget it is stopped while it is not asked, and it goes on before
// anything is written to it, so that it reads it.
func TestRests(t *testing.T) {
	limited := game
	limited.Budget.Move = time.Minute
	play := func(b *bot, g turn.Game) {
		t.Helper()
		if err := b.Open(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		if value, _, err := b.Answer(t.Context(), 7); value != 7 || err != nil {
			t.Fatal(value, err)
		}
	}
	greeting := []string{"> hello", "< hello"}
	for _, tt := range []struct {
		name string
		play func(b *bot)
		want []string
	}{
		{"a game", func(b *bot) { play(b, limited); b.Listen(t.Context(), 0); b.End(nil) }, []string{
			"> start", "stop", "go on", "> ask", "< answer", "stop", "go on", "stop", "go on", "> end",
		}},
		{"a game that was broken off, and one without a budget", func(b *bot) { play(b, limited); play(b, game) }, []string{
			"> start", "stop", "go on", "> ask", "< answer", "stop", "go on", "> start", "> ask", "< answer",
		}},
	} {
		b := newBot(t, "plays")
		var got []string
		note := func(text string) { got = append(got, text) }
		b.Options = proc.Options{Launcher: &fakeJail{note: note}, Jail: proc.Policy{Mode: proc.Require}}
		b.Trace = func(toBot bool, line []byte) {
			var m struct{ Type string }
			if err := json.Unmarshal(line, &m); err != nil {
				t.Error(err)
			}
			note(map[bool]string{true: "> ", false: "< "}[toBot] + m.Type)
		}
		tt.play(b)
		if diff := cmp.Diff(append(greeting[:2:2], tt.want...), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		err := b.Close()
		if notes := b.Notes(); !errors.Is(err, errKept) || len(notes) != 1 || notes[0] != errKept.Error() {
			t.Errorf("%s: Close returns %v, and the notes are %q, want what could not be written back", tt.name, err, notes)
		}
	}
}
