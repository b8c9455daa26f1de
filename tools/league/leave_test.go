package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A worker that is told to leave gives its game back at once: nobody waits until it is missed.
func TestGivesBack(t *testing.T) {
	before := patience
	patience = 2 * time.Minute
	t.Cleanup(func() { patience = before })
	// A job that is on its way to a worker while that leaves is lost until the server's patience is over. That is rare.
	for range 3 {
		if givesBack(t) || t.Failed() {
			return
		}
		t.Log("a job was handed out again only when the server lost its patience")
	}
	t.Error("three workers that left gave nothing back")
}

// givesBack reports whether the games of a worker that leaves are played before the server loses its patience.
func givesBack(t *testing.T) bool {
	h := newHouse(t)
	stop := h.worker("leaves", 1)
	dir := filepath.Join(t.TempDir(), "cup")
	ended := make(chan string, 1)
	go func() {
		_, out, errs := h.league(t.Context(), "run", "--name", "cup", "--dir", dir, "--game", "dice", "--", "throw:ms=300", "b=throw:ms=300", "--seed", "7")
		ended <- out + errs
	}()
	b := h.dial("admin")
	taken := func() int {
		c, err := b.Consumer(t.Context(), jobs, consumerName("dice", "1", normal))
		if err != nil {
			return 0
		}
		return c.CachedInfo().NumAckPending
	}
	eventually(t, "a game is played", func() bool { return taken() == 1 })
	left := time.Now()
	stop()
	if status := h.must("status"); strings.Contains(status, "leaves") {
		t.Errorf("the worker has left, but status says\n%s", status)
	}
	h.worker("stays", 1)
	if said := <-ended; !strings.Contains(said, "2 of 2 games are played") {
		t.Errorf("run says\n%s", said)
	}
	return time.Since(left) < patience
}
