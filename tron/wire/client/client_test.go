package client

import (
	"bufio"
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// slow thinks half as long again as a cycle is said to last, later until it is stopped.
type slow struct{ t *testing.T }

const cycle = 100 * time.Millisecond

func (s slow) Answer(ctx context.Context, v tron.View) (tron.Command, string, error) {
	deadline, clocked := ctx.Deadline()
	if !clocked || time.Until(deadline) > cycle {
		s.t.Errorf("cycle %d: %v to think, %v, want less than a cycle", v.Position.Cycle(), time.Until(deadline), clocked)
	}
	think := time.Minute
	if v.Position.Cycle() == 0 {
		think = cycle * 3 / 2
	}
	select {
	case <-time.After(think):
		return tron.Turn(tron.Down), "", nil
	case <-ctx.Done():
		return tron.Straight, "", ctx.Err()
	}
}

// TestFirstCycle has a server whose first cycle is longer than it says, as the original's: an answer counts until the next
// snapshot is here.
func TestFirstCycle(t *testing.T) {
	ours, theirs := net.Pipe()
	defer theirs.Close()
	theirs.SetDeadline(time.Now().Add(time.Minute))
	var notes strings.Builder
	c := &Client{Team: "us", Slot: "0", Note: func(line string) { notes.WriteString(line) }}
	done := make(chan error, 1)
	go func() {
		_, err := c.play(t.Context(), ours, slow{t})
		done <- err
	}()
	p, err := tron.ParsePosition("#####\n#B..#\n#...#\n#..Y#\n#####")
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(theirs)
	hear := func() string {
		body, err := ks.ReadFrame(in, ks.MaxCommand)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	hear()
	theirs.Write(ks.Frame("ClientJoined", ks.Struct{"joined": true, "side_name": "Blue"}))
	theirs.Write(ks.AppendSnapshot(nil, &p, cycle.Seconds()))
	if got, want := hear(), string(AppendCommand(nil, tron.Turn(tron.Down), 0)[4:]); got != want {
		t.Errorf("in the first cycle it sent %q, want %q", got, want)
	}
	for range 2 {
		p.Step([2]tron.Command{})
		theirs.Write(ks.AppendSnapshot(nil, &p, cycle.Seconds()))
		time.Sleep(cycle / 2) // to be sure that it is asked
	}
	theirs.Write(ks.Frame("EndGame", ks.Struct{"details": ks.Map{}}))
	if err := <-done; err != nil {
		t.Error(err)
	}
	if !strings.Contains(notes.String(), "cycle 1: no answer in its time") {
		t.Errorf("it noted %q, want that cycle 1 had no answer", &notes)
	}
}
