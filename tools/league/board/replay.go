package board

import (
	"container/list"
	"context"
	"net/http"
	"sync"
)

// Limits on replays, which cost a process each.
const (
	maxReplays = 64 << 20 // bytes that are kept
	maxMaking  = 2        // that are made at the same time
	maxQueue   = 32       // that are made or waited for
)

// replays makes the pages of games and keeps those that were asked for last.
type replays struct {
	page  func(ctx context.Context, game string, record []byte) ([]byte, error)
	slots chan struct{}
	queue chan struct{}
	store *store
}

// store keeps pages up to a number of bytes.
type store struct {
	mu     sync.Mutex
	byKey  map[string]*list.Element // of kept
	latest *list.List               // of kept, the latest first
	bytes  int
}

type kept struct {
	key  string
	text []byte
}

func newReplays(page func(context.Context, string, []byte) ([]byte, error)) replays {
	return replays{
		page: page, slots: make(chan struct{}, maxMaking), queue: make(chan struct{}, maxQueue),
		store: &store{byKey: map[string]*list.Element{}, latest: list.New()},
	}
}

// can reports whether there are replays.
func (r *replays) can() bool { return r.page != nil }

// get returns the page of a game: one that is kept, or one that is made from what read returns.
func (r *replays) get(ctx context.Context, key string, read func() (game string, record []byte, err error)) ([]byte, error) {
	if text := r.store.find(key); text != nil {
		return text, nil
	}
	select {
	case r.queue <- struct{}{}:
		defer func() { <-r.queue }()
	default:
		return nil, refusal{http.StatusServiceUnavailable, "too many games are asked for at the same time: try again in a moment"}
	}
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if text := r.store.find(key); text != nil { // another request has made it meanwhile
		return text, nil
	}
	game, record, err := read()
	if err != nil {
		return nil, err
	}
	text, err := r.page(ctx, game, record)
	if err == nil {
		r.store.add(key, text)
	}
	return text, err
}

func (s *store) find(key string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.byKey[key]
	if e == nil {
		return nil
	}
	s.latest.MoveToFront(e)
	return e.Value.(kept).text
}

func (s *store) add(key string, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byKey[key] != nil {
		return
	}
	s.byKey[key] = s.latest.PushFront(kept{key, text})
	for s.bytes += len(text); s.bytes > maxReplays && s.latest.Len() > 1; {
		old := s.latest.Remove(s.latest.Back()).(kept)
		delete(s.byKey, old.key)
		s.bytes -= len(old.text)
	}
}
