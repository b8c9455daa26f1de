package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// neverMissed keeps the server from handing out games again by itself: a game that a worker does not give back is stuck.
func neverMissed(t *testing.T) {
	before := patience
	patience = time.Hour
	t.Cleanup(func() { patience = before })
}

// begins starts a league of dice and returns a channel that gets its output at the end.
func (h *house) begins(name string, args ...string) (ended <-chan string) {
	said := make(chan string, 1)
	dir := filepath.Join(h.TempDir(), name)
	go func() {
		args = append([]string{"run", "--name", name, "--dir", dir, "--game", "dice", "--"}, args...)
		_, out, errs := h.league(h.Context(), args...)
		said <- out + errs
	}()
	return said
}

// ends waits for the end of a league and checks the number of its games.
func (h *house) ends(ended <-chan string, games int) {
	h.Helper()
	select {
	case said := <-ended:
		if !strings.Contains(said, fmt.Sprintf("%d of %d games played", games, games)) {
			h.Errorf("run says\n%s", said)
		}
	case <-time.After(2 * time.Minute):
		h.Fatal("a game was not given back")
	}
}

// A worker that is told to leave gives its game back at once: nobody has to wait until its silence is noticed.
func TestGivesBack(t *testing.T) {
	gametest.Slow(t)
	neverMissed(t)
	h := newHouse(t)
	stop := h.worker("leaves", 1)
	ended := h.begins("cup", "throw:ms=300", "b=throw:ms=300", "--seed", "7")
	b := h.dial("admin")
	eventually(t, "a game is played", func() bool {
		c, err := b.Consumer(t.Context(), jobs, consumerName("dice", "1", normal))
		return err == nil && c.CachedInfo().NumAckPending == 1
	})
	stop()
	if status := h.must("status"); strings.Contains(status, "leaves") {
		t.Errorf("the worker has left, but status says\n%s", status)
	}
	h.worker("stays", 1)
	h.ends(ended, 2)
}

// Games that are on their way to workers that leave, or that are given back while others leave, are not stuck either.
func TestLeaving(t *testing.T) {
	gametest.Slow(t)
	neverMissed(t)
	h := newHouse(t)
	ended := h.begins("cup", "throw:ms=1", "b=throw:ms=1", "--seed", "7", "--pairs", "40")
	b := h.dial("admin")
	kept := func() int {
		s, err := b.Stream(t.Context(), results)
		if err != nil {
			t.Fatal(err)
		}
		return int(s.CachedInfo().State.Msgs)
	}
	for n := range 4 {
		first := h.worker(fmt.Sprint("first", n), 3)
		second := h.worker(fmt.Sprint("second", n), 2)
		before := kept()
		eventually(t, "games are played", func() bool { return kept() >= min(before+10, 80) })
		first()
		second()
	}
	h.worker("stays", 2)
	h.ends(ended, 80)
}

// A job that reaches a worker when none of its slots waits any more goes to another worker at once, and a worker that has stopped
// asking gets none.
func TestLateJob(t *testing.T) {
	neverMissed(t)
	h := newHouse(t)
	admin, name := h.dial("admin"), consumerName("dice", "1", normal)
	waits := func() int {
		c, err := admin.Consumer(t.Context(), jobs, name)
		if err != nil {
			t.Fatal(err)
		}
		return c.CachedInfo().NumWaiting
	}
	if _, err := waiting(t.Context(), admin, "dice", "1", normal); err != nil {
		t.Fatal(err)
	}
	asks := func() *asker {
		a, err := newAsker(h.dial("worker"), name, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	// Two callers give up; the second one uses the open question of the first.
	first, open := asks(), waits()
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := first.next(ctx)
			ended <- err
		}()
		eventually(t, "one question is asked", func() bool { return waits() == open+1 })
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v, want that of the context", err)
		}
	}
	for n := range 2 {
		if _, err := admin.JetStream.Publish(t.Context(), jobSubject("dice", "1", normal, "cup", fmt.Sprint(n)), []byte("{}")); err != nil {
			t.Fatal(err)
		}
		second := asks()
		if m, err := second.next(t.Context()); err != nil || m == nil {
			t.Fatalf("job %d stays away: %v", n, err)
		} else if err := m.AckSync(nats.AckWait(30 * time.Second)); err != nil {
			t.Fatal(err)
		}
		// A question that is still open has no answer after stop.
		ctx, cancel := context.WithCancel(t.Context())
		go second.next(ctx)
		eventually(t, "it is asked", func() bool { return waits() == open+1 })
		cancel()
		second.stop()
		eventually(t, "nothing is asked", func() bool { return waits() == open })
	}
}
