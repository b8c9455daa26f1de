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

// order returns the order in which the n-th fetch tries the priorities. So that no league starves, of ten fetches seven begin
// with high, two with normal and one with low.
func order(n int) []string {
	switch n % 10 {
	case 3, 7:
		return []string{normal, high, low}
	case 9:
		return []string{low, high, normal}
	}
	return priorities
}

// How long a source that had no job is not asked again, how long a slot waits for all sources together, and how late the server
// may answer.
const (
	emptyTime  = 250 * time.Millisecond
	parkTime   = 10 * time.Second
	answerTime = 5 * time.Second
)

// asker asks for the jobs of a consumer, for all slots of a worker. All answers arrive at one subscription, because a
// subscription for each question costs more than the question. An answer goes to the caller that has waited longest, no matter
// whose question it answers. A job that arrives when no caller waits any more is given back at once; otherwise it would be stuck
// until its acknowledgement is overdue.
type asker struct {
	*bus
	sub      *nats.Subscription
	question []byte
	subject  string        // of the question
	wait     time.Duration // how long the server waits for a job before it answers; 0: it answers at once

	mu    sync.Mutex
	waits []chan *nats.Msg // of the callers that wait, the first one first; each has room for one
	open  []time.Time      // the deadlines of the questions that are not answered yet
}

// newAsker returns an asker for jobs that wait already, and, if wait is not 0, for those that arrive within that time.
func newAsker(b *bus, consumer string, wait time.Duration) (*asker, error) {
	a := &asker{bus: b, subject: "$JS.API.CONSUMER.MSG.NEXT." + jobs + "." + consumer, wait: wait}
	if a.question = []byte(`{"batch":1,"no_wait":true}`); wait > 0 {
		a.question = fmt.Appendf(nil, `{"batch":1,"expires":%d}`, wait.Nanoseconds())
	}
	var err error
	a.sub, err = b.Subscribe(b.NewInbox(), a.take)
	return a, err
}

// stop unsubscribes. It waits, for answerTime at most, until the server knows that and the jobs that it had already sent have
// been given back.
func (a *asker) stop() {
	over := make(chan struct{})
	a.sub.SetClosedHandler(func(string) { close(over) })
	if !a.IsConnected() || a.sub.Drain() != nil {
		return // the server has noticed already
	}
	select {
	case <-over:
	case <-time.After(answerTime):
	}
}

// take gives an answer to the caller that has waited longest. If there is none, a job is given back.
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
	back := a.again.connected() // a server that died has forgotten all questions
	c := make(chan *nats.Msg, 1)
	now := time.Now()
	a.mu.Lock()
	a.waits = append(a.waits, c)
	a.open = slices.DeleteFunc(a.open, now.After)
	isAsked := len(a.open) >= len(a.waits) // by a caller that no longer waits
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
	return answered(<-c) // it has just arrived
}

// forget drops all open questions.
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
			if err != nil { // such as a server that cannot be reached
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

// park waits for a job from any source. Only one slot of a worker does so at a time, so that a thousand idle workers cost the
// server little. A job from a second source is given back at once.
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
