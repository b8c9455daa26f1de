package main

import (
	"context"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// A ladder rests when every team in it has played enough games: more of them would fill the disk and say nothing new.
const (
	enoughGames = 200
	rest        = 10 * time.Second // between two games of a ladder that rests
)

// restful lets a ladder rest.
type restful struct {
	t *tournament.Tournament

	mu    sync.Mutex
	games map[string]int // by team
	next  time.Time      // when the next game may begin while it rests
}

// took counts a game.
func (r *restful) took(line *record.Line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range line.Seats {
		r.games[s.Name]++
	}
}

// rests reports whether every team has played enough games, and if so, how long to wait for the next one.
func (r *restful) rests() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.t.Teams {
		if r.games[t.Label] < enoughGames {
			return 0
		}
	}
	for _, e := range r.t.Entries() {
		if !e.Away && r.games[e.Label] < enoughGames {
			return 0
		}
	}
	now := time.Now()
	if wait := r.next.Sub(now); wait > 0 && wait <= rest { // the clock may have jumped
		return wait
	}
	r.next = now.Add(rest)
	return 0
}

// wait waits until a game may begin.
func (r *restful) wait(ctx context.Context) error {
	for {
		wait := r.rests()
		if wait == 0 {
			return nil
		}
		select {
		case <-time.After(min(wait, time.Second)): // a team may come
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
