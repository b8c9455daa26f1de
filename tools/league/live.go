package main

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

// bar sets whether the worker is quarantined, and logs a change. text is the ban.
func (w *worker) bar(isOut bool, text []byte) {
	w.mu.Lock()
	was := w.isOut
	w.isOut = isOut
	w.mu.Unlock()
	var b ban
	json.Unmarshal(text, &b) // a ban that cannot be read is a ban, too
	switch {
	case isOut && !was:
		w.say("worker %s is quarantined: %s; it plays again after `league release-worker %s`", w.name, clean.Line(b.Why, 300), w.name)
	case !isOut && was:
		w.say("worker %s plays again", w.name)
	}
}

// lookBarred asks the server whether the worker is quarantined.
func (w *worker) lookBarred(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	kv, err := w.KeyValue(ctx, barred)
	if err != nil {
		return // the next call may succeed
	}
	switch entry, err := kv.Get(ctx, w.name); {
	case err == nil:
		w.bar(true, entry.Value())
	case absent(err):
		w.bar(false, nil)
	}
}

// live announces the worker's presence until ctx is done, and then deletes its entry.
func (w *worker) live(ctx context.Context) {
	beat := time.NewTicker(lifetime / 4)
	defer beat.Stop()
	for {
		w.lookBarred(ctx)
		w.mu.Lock()
		p := presence{Slots: w.slots, Busy: w.busy, Played: w.played, Since: w.since, Now: slices.Sorted(maps.Keys(w.now))}
		w.mu.Unlock()
		for _, path := range slices.Sorted(maps.Keys(w.found)) {
			p.Games = append(p.Games, w.found[path])
		}
		if text, err := json.Marshal(p); err == nil {
			w.Conn.Publish("$KV."+workers+"."+w.name, text) // a lost message is followed by the next
		}
		select {
		case <-beat.C:
		case <-ctx.Done():
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			if kv, err := w.KeyValue(ctx, workers); err == nil {
				kv.Delete(ctx, w.name)
			}
			return
		}
	}
}
