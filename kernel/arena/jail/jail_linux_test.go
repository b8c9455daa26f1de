package jail

import (
	"bytes"
	"io"
	"os"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

// TestMain also runs the referee that TestKilledReferee kills.
func TestMain(m *testing.M) {
	Init()
	if len(os.Args) == 4 && os.Args[1] == "referee" {
		referee(os.Args[2], os.Args[3])
	}
	os.Exit(m.Run())
}

// possible skips a test where the system has no jails. With GRIDIRON_CORPUS=required, as in the checks of the project, it fails.
func possible(t testing.TB) {
	t.Helper()
	if _, err := Probe(); err != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// running is a program in a jail and our ends of its pipes.
type running struct {
	*Jail
	in       *os.File
	out, err bytes.Buffer
	done     chan bool
}

// start starts a program in a jail. change may be nil.
func start(t testing.TB, p proc.Policy, folder string, change func(*Jail), command ...string) *running {
	t.Helper()
	p.Mode = proc.Require
	j, err := prepare(p, command, folder)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(j)
	}
	r := &running{Jail: j, done: make(chan bool)}
	stdin, ours, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.in = ours
	files := []*os.File{stdin}
	for _, to := range []*bytes.Buffer{&r.out, &r.err} {
		ours, theirs, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, theirs)
		go func() {
			io.Copy(to, ours)
			r.done <- true
		}()
	}
	err = j.Start(files)
	for _, f := range files {
		f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// finish closes the program's input, waits for its end and ends the rest.
func (r *running) finish(t testing.TB) {
	t.Helper()
	r.in.Close()
	r.over(t)
}

// over waits until the program has ended by itself, ends the rest, and waits for all that they wrote.
func (r *running) over(t testing.TB) {
	t.Helper()
	select {
	case <-r.exited:
	case <-time.After(time.Minute):
		t.Error("it does not end")
	}
	if err := r.End(); err != nil {
		t.Error(err)
	}
	<-r.done
	<-r.done
}

// sh runs a script in a jail until it ends.
func sh(t testing.TB, p proc.Policy, folder, script string) *running {
	t.Helper()
	r := start(t, p, folder, nil, "sh", "-c", script)
	r.finish(t)
	return r
}

// withoutGroups makes a jail use no control groups, as for an ordinary user.
func withoutGroups(j *Jail) { j.alone = true }

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
