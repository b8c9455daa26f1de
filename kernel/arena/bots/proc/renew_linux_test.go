package proc_test

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestTimeOfEachGame has one program play several games, each with less processor time than is allowed, and then one with more.
// A child works, too.
func TestTimeOfEachGame(t *testing.T) {
	if _, err := jail.Probe(); err != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	gametest.Long(t, "uses seconds of processor time")
	const script = `
import os, sys, time
asked, answer = os.pipe(), os.pipe()
def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
if os.fork() == 0:
    while True:
        work(float(os.read(asked[0], 100)))
        os.write(answer[1], b"done")
for line in sys.stdin:
    work(float(line) / 2)
    os.write(asked[1], str(float(line) / 2).encode())
    os.read(answer[0], 100)
    print("done", flush=True)
`
	const allowed = time.Second
	p, err := proc.StartWith([]string{"python3", "-c", script}, proc.Options{Launcher: jail.Launcher{}, Jail: proc.Policy{Mode: proc.Require, CPU: allowed}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(0)
	var meter proc.Meter
	meter.Begin(nil)
	for game, work := range []string{"0.7\n", "0.7\n", "0.7\n", "30\n"} {
		if game > 0 {
			meter.Begin(p)
		}
		p.Write([]byte(work))
		ended := false
		select {
		case line := <-p.Lines:
			ended = line.Err != nil
		case <-p.Exited():
			ended = true
		case <-time.After(2 * time.Minute):
			t.Fatalf("game %d: no answer; used %v", game, p.Usage())
		}
		if want := game == 3; ended != want {
			t.Fatalf("game %d: ended %v, want %v; used %v; %s", game, ended, want, p.Usage(), p.Level())
		}
	}
	if got, want := p.Close(0), "killed: it used more than 1 s of processor time"; got != want {
		t.Errorf("status %q, want %q", got, want)
	}
	if os.Geteuid() == 0 {
		asNobody(t)
	}
}
