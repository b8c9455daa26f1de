package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/gridiron-games/gridiron/kernel/clean"
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

// How long a source that had nothing is not asked, how long a slot waits at all of them, and how late the server may answer.
const (
	emptyTime  = 250 * time.Millisecond
	parkTime   = 10 * time.Second
	answerTime = 5 * time.Second
)

// asker asks for the jobs of a consumer, for all slots of a worker. All answers come to one subscription, because a subscription
// for each question costs more than the question. Whose question is answered does not matter: who waits first gets the answer.
// A job that arrives when nobody waits any more goes back at once; otherwise it would be stuck until its acknowledgement is
// overdue.
type asker struct {
	*bus
	sub      *nats.Subscription
	question []byte
	subject  string        // of the question
	wait     time.Duration // for which the server may have no answer; 0: it says at once that there is no job

	mu    sync.Mutex
	waits []chan *nats.Msg // who waits, the first one first; each has room for one
	open  []time.Time      // until when each question without an answer may have one
}

// newAsker returns one that asks for jobs that are there, or, with wait, also for those that come meanwhile.
func newAsker(b *bus, consumer string, wait time.Duration) (*asker, error) {
	a := &asker{bus: b, subject: "$JS.API.CONSUMER.MSG.NEXT." + jobs + "." + consumer, wait: wait}
	if a.question = []byte(`{"batch":1,"no_wait":true}`); wait > 0 {
		a.question = fmt.Appendf(nil, `{"batch":1,"expires":%d}`, wait.Nanoseconds())
	}
	var err error
	a.sub, err = b.Subscribe(b.NewInbox(), a.take)
	return a, err
}

// stop asks no more. When it returns, the server knows, and what it had sent before went back.
func (a *asker) stop() {
	over := make(chan struct{})
	a.sub.SetClosedHandler(func(string) { close(over) })
	if !a.IsConnected() || a.sub.Drain() != nil {
		return // the server has seen that already
	}
	select {
	case <-over:
	case <-time.After(answerTime):
	}
}

// take gives an answer to who waits for one.
func (a *asker) take(m *nats.Msg) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.open) > 0 {
		a.open = a.open[1:]
	}
	if len(a.waits) > 0 {
		a.waits[0] <- m
		a.waits = a.waits[1:]
	} else if m.Header.Get("Status") == "" {
		m.Nak()
	}
}

// next asks for a job; nil: there is none.
func (a *asker) next(ctx context.Context) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, a.wait+answerTime)
	defer cancel()
	back := a.again.connected() // a server that died knows no questions
	c := make(chan *nats.Msg, 1)
	now := time.Now()
	a.mu.Lock()
	a.waits = append(a.waits, c)
	a.open = slices.DeleteFunc(a.open, now.After)
	isAsked := len(a.open) >= len(a.waits) // by somebody who waits no more
	if !isAsked {
		a.open = append(a.open, now.Add(a.wait+answerTime))
	}
	a.mu.Unlock()
	var err error
	if !isAsked {
		err = a.PublishRequest(a.subject, a.sub.Subject, a.question)
	}
	var m *nats.Msg
	if err == nil {
		select {
		case m = <-c:
			return answered(m)
		case <-ctx.Done():
			err = ctx.Err()
		case <-back:
			a.forget()
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if at := slices.Index(a.waits, c); at >= 0 {
		a.waits = slices.Delete(a.waits, at, at+1)
		return nil, err
	}
	return answered(<-c) // it was given just now
}

// forget knows of no open questions any more.
func (a *asker) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.open = nil
}

// answered returns the job of an answer; nil: there is none.
func answered(m *nats.Msg) (*nats.Msg, error) {
	switch status := m.Header.Get("Status"); status {
	case "":
		return m, nil
	case "404", "408": // nothing waits, nothing came
		return nil, nil
	default:
		return nil, fmt.Errorf("the server gives no job: %s", clean.Line(status+" "+m.Header.Get("Description"), 100))
	}
}

// fetch takes the next job; nil: there is none yet.
func (s *slot) fetch(ctx context.Context) (*source, *nats.Msg) {
	if s.rests() {
		s.sleep(ctx, time.Second)
		return nil, nil
	}
	s.next++
	for _, priority := range order(s.next) {
		list := s.sources[priority]
		for n := range list {
			at := &list[(s.next+n)%len(list)]
			if s.wasEmpty(at.consumer) {
				continue
			}
			message, err := at.now.next(ctx)
			if err != nil { // such as a server that is not there
				s.sleep(ctx, time.Second)
				return nil, nil
			}
			if message != nil {
				return at, message
			}
			s.mu.Lock()
			s.empty[at.consumer] = time.Now()
			s.mu.Unlock()
		}
	}
	return s.park(ctx)
}

func (s *slot) wasEmpty(consumer string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.empty[consumer]) < emptyTime
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
func (s *slot) park(ctx context.Context) (*source, *nats.Msg) {
	select {
	case s.parks <- struct{}{}:
		defer func() { <-s.parks }()
	case <-ctx.Done():
		return nil, nil
	}
	type taken struct {
		at *source
		*nats.Msg
	}
	waiting, cancel := context.WithTimeout(ctx, parkTime)
	all, came := sync.WaitGroup{}, make(chan taken)
	for _, list := range s.sources {
		for i := range list {
			at := &list[i]
			all.Go(func() {
				for waiting.Err() == nil {
					message, err := at.later.next(waiting)
					if message != nil {
						came <- taken{at, message}
						return
					}
					if err != nil {
						s.sleep(waiting, time.Second)
					}
				}
			})
		}
	}
	go func() { all.Wait(); close(came) }()
	first, isOne := <-came
	cancel()
	for other := range came {
		other.Nak()
	}
	if isOne {
		s.mu.Lock()
		delete(s.empty, first.at.consumer)
		s.mu.Unlock()
	}
	return first.at, first.Msg
}
