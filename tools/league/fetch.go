package main

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// order returns in which order the n-th fetch looks at priorities. So that nobody starves, of ten fetches seven begin with high,
// two with normal and one with low.
func order(n int) []string {
	switch n % 10 {
	case 3, 7:
		return []string{normal, high, low}
	case 9:
		return []string{low, high, normal}
	}
	return priorities
}

// How long a source that had nothing is not asked, and how long a slot waits at all of them.
const (
	emptyTime = 250 * time.Millisecond
	parkTime  = 10 * time.Second
)

// fetch takes the next job; nil: there is none yet.
func (s *slot) fetch(ctx context.Context) (*source, jetstream.Msg) {
	if s.rests() {
		s.sleep(ctx, time.Second)
		return nil, nil
	}
	s.next++
	for _, priority := range order(s.next) {
		list := s.sources[priority]
		for n := range list {
			at := &list[(s.next+n)%len(list)]
			if s.wasEmpty(at.Consumer) {
				continue
			}
			batch, err := at.FetchNoWait(1)
			if err != nil { // such as a server that is not there
				s.sleep(ctx, time.Second)
				return nil, nil
			}
			for message := range batch.Messages() {
				return at, message
			}
			s.mu.Lock()
			s.empty[at.Consumer] = time.Now()
			s.mu.Unlock()
		}
	}
	return s.park(ctx)
}

func (s *slot) wasEmpty(c jetstream.Consumer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.empty[c]) < emptyTime
}

func (s *slot) rests() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isOut
}

func (s *slot) sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// park waits at all sources at the same time, one slot of a worker after the other, so that a thousand idle workers cost the
// server little. What comes from a second source goes back at once.
func (s *slot) park(ctx context.Context) (*source, jetstream.Msg) {
	select {
	case s.parks <- struct{}{}:
		defer func() { <-s.parks }()
	case <-ctx.Done():
		return nil, nil
	}
	type taken struct {
		at *source
		jetstream.Msg
	}
	first, over := make(chan taken), make(chan struct{})
	defer close(over)
	var all sync.WaitGroup
	for _, list := range s.sources {
		for i := range list {
			at := &list[i]
			all.Go(func() {
				wait, cancel := context.WithTimeout(ctx, parkTime)
				defer cancel()
				batch, err := at.Fetch(1, jetstream.FetchContext(wait))
				if err != nil {
					s.sleep(ctx, time.Second)
					return
				}
				for message := range batch.Messages() {
					select {
					case first <- taken{at, message}:
					case <-over:
						message.Nak()
					}
				}
			})
		}
	}
	none := make(chan struct{})
	go func() { all.Wait(); close(none) }()
	select {
	case t := <-first:
		s.mu.Lock()
		delete(s.empty, t.at.Consumer)
		s.mu.Unlock()
		return t.at, t.Msg
	case <-none:
	}
	return nil, nil
}
