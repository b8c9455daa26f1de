package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// deliver passes a result to the goroutine that waits for it.
func (l *handing) deliver(subject string, f found) {
	key := strings.TrimPrefix(subject, resultSubject(l.name, ""))
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.waiting[key]; c != nil {
		select {
		case c <- f:
		default: // it has one already
		}
	}
}

// lookAgain is how often the server is polled for the result of a game, in case its message was lost. With more than 1,000 games
// at the same time it is less often: at most 1,000 polls in this time.
const lookAgain = 3 * time.Second

// handAgain is how often a job is handed out again, in case it was lost. After a result that did not count the period is
// lookAgain: the worker of that result may have removed the job from the queue.
var handAgain = time.Minute

// believed is a result that can be true.
type believed struct {
	*outcome
	line *record.Line // nil if the game's program died
	seq  uint64       // of the message; 0: there is none
}

// remote has a worker play a game. It is the Play of a match.Bound.
func (l *handing) remote(ctx context.Context, j job.Job, s match.Seating) (*record.Line, error) {
	err := l.goOn(ctx)
	if err == nil && l.pace != nil {
		err = l.pace(ctx)
	}
	if err != nil {
		return nil, err
	}
	t := &task{League: l.name, Job: j}
	isAudited := l.audit.wants(j.ID)
	if isAudited {
		t.Job.Version = l.hello.Version // another version may play differently
	}
	p, err := l.result(ctx, t)
	if err == nil && isAudited {
		p, err = l.hold(ctx, t, p)
	}
	if err != nil {
		return nil, err
	}
	if why := p.nobody(); why != "" {
		return nil, &tournament.VoidError{Reason: why}
	}
	l.audit.took(p.Worker, j.ID)
	if l.cost != nil {
		l.cost(p.Ms)
	}
	_, err = io.WriteString(s.Record, p.Done.Record)
	return p.line, err
}

// result hands a task out until there is a result that can be believed.
func (l *handing) result(ctx context.Context, t *task) (*believed, error) {
	key := t.key()
	c := make(chan found, 1)
	l.mu.Lock()
	l.waiting[key] = c
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.waiting, key)
	}()
	f, err := l.look(ctx, key)
	for n := 0; ; n++ {
		if err == nil && f == nil {
			f, err = l.wait(ctx, t, c, n)
		}
		if err != nil {
			return nil, err
		}
		p, why := l.believe(t, f)
		if why == nil {
			return p, nil
		}
		l.say("the result of game %s does not count, so the game is handed out again: %v", key, why)
		err = persist(ctx, func(ctx context.Context) error { return l.kept.DeleteMsg(ctx, f.seq) })
		if absent(err) {
			err = nil
		}
		f = nil
		select { // a worker that sends nonsense repeatedly must not keep us busy
		case <-time.After(time.Duration(min(n, 50)) * 100 * time.Millisecond):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// believe reads a result. The error says why it does not count.
func (l *handing) believe(t *task, f *found) (*believed, error) {
	o, err := unpack(f.text)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	isBarred, public := l.barred[o.Worker], l.signers[o.Worker]
	l.mu.Unlock()
	switch {
	case !word.MatchString(o.Worker):
		return nil, fmt.Errorf("no worker is called %q", o.Worker)
	case isBarred:
		return nil, fmt.Errorf("worker %s is quarantined", o.Worker)
	case slices.Contains(t.Not, o.Worker):
		return nil, fmt.Errorf("worker %s has already played this game", o.Worker)
	case public == "" && l.signed:
		return nil, fmt.Errorf("worker %s has no key of its own", o.Worker)
	case public != "" && !isSigned(public, resultSubject(t.League, t.key()), f):
		return nil, fmt.Errorf("it claims to be from worker %s, but is not signed with the key of that worker", o.Worker)
	}
	p := &believed{outcome: o, seq: f.seq}
	if o.Died == "" {
		p.line, err = credible(&t.Job, l.hello.Seats, o)
	}
	return p, err
}

// signature is the header of a result with the signature of the worker's own key.
const signature = "signature"

// toSign returns what a worker signs: with the subject, so that the signature is valid for one game of one league only.
func toSign(subject string, text []byte) []byte { return append([]byte(subject+"\n"), text...) }

func isSigned(public, subject string, f *found) bool {
	by, err1 := nkeys.FromPublicKey(public)
	sum, err2 := base64.StdEncoding.DecodeString(f.signature)
	return err1 == nil && err2 == nil && by.Verify(toSign(subject, f.text), sum) == nil
}

// look returns the result of a task that the server has; nil: there is none.
func (l *handing) look(ctx context.Context, key string) (f *found, err error) {
	err = persist(ctx, func(ctx context.Context) error {
		m, err := l.kept.GetLastMsgForSubject(ctx, resultSubject(l.name, key))
		if err == nil {
			f = &found{m.Sequence, m.Header.Get(signature), m.Data}
		}
		return err
	})
	if absent(err) {
		return nil, nil
	}
	return f, err
}

// subject returns the subject on which a task waits.
func (l *handing) subject(t *task) string {
	return jobSubject(t.Job.Game, t.Job.Rules, l.priority, l.name, t.key())
}

// hand puts a task into the queue. One that waits there already is not added again.
func (l *handing) hand(ctx context.Context, t *task, first bool) error {
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	var options []jetstream.PublishOpt
	if first {
		options = append(options, jetstream.WithMsgID(l.name+"."+t.key()))
	}
	isKnown := false
	err = persist(ctx, func(ctx context.Context) error {
		ack, err := l.JetStream.Publish(ctx, l.subject(t), text, options...)
		isKnown = err == nil && ack.Duplicate
		return err
	})
	switch {
	case isSecond(err):
		return nil
	case isKnown: // it was in the queue; it may be gone by now, and its result, too, as after `league recall`
		return l.hand(ctx, t, false)
	}
	return err
}

// wait hands a task out for the n-th time, from 0, and waits for its result.
func (l *handing) wait(ctx context.Context, t *task, c <-chan found, n int) (*found, error) {
	if err := l.hand(ctx, t, n == 0); err != nil {
		return nil, err
	}
	l.mu.Lock()
	look := max(lookAgain, lookAgain*time.Duration(len(l.waiting))/1000)
	l.mu.Unlock()
	period := min(handAgain, l.stuck)
	if n > 0 {
		period = min(period, lookAgain)
	}
	handed, taken := time.Now(), time.Time{}
	ticks := time.NewTicker(look)
	defer ticks.Stop()
	for back := l.again.connected(); ; {
		select {
		case f := <-c:
			return &f, nil
		case <-back: // a server that died may have lost the latest jobs
			back = l.again.connected()
			f, err := l.look(ctx, t.key())
			if err == nil && f == nil {
				err = l.hand(ctx, t, false)
			}
			if f != nil || err != nil {
				return f, err
			}
		case <-ticks.C:
			f, err := l.look(ctx, t.key())
			if f != nil || err != nil {
				return f, err
			}
			if time.Since(handed) < period {
				continue
			}
			handed = time.Now()
			if taken, err = l.unstick(ctx, t, taken, period); err == nil {
				err = l.hand(ctx, t, false)
			}
			if err != nil {
				return nil, err
			}
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// unstick removes a task from the queue if a worker has had it for longer than l.stuck. taken is the time since which a worker
// has had it, as far as known; zero: none has it. unstick returns the new value: when a task is first seen to be taken, that may
// have happened a period earlier. A game may take any time, but a worker that only says it is playing must not block a league.
func (l *handing) unstick(ctx context.Context, t *task, taken time.Time, period time.Duration) (time.Time, error) {
	seq, isTaken := uint64(0), false
	err := persist(ctx, func(ctx context.Context) error {
		queue, err := l.Stream(ctx, jobs)
		if err != nil {
			return err
		}
		m, err := queue.GetLastMsgForSubject(ctx, l.subject(t))
		if err != nil {
			return err
		}
		consumer, err := l.Consumer(ctx, jobs, consumerName(t.Job.Game, t.Job.Rules, l.priority))
		if err == nil {
			seq, isTaken = m.Sequence, consumer.CachedInfo().Delivered.Stream >= m.Sequence
		}
		return err
	})
	switch {
	case absent(err): // it is not in the queue any more: the caller hands it out again
		return time.Time{}, nil
	case err != nil || !isTaken:
		return time.Time{}, err
	case taken.IsZero():
		taken = time.Now().Add(-period)
	}
	if time.Since(taken) < l.stuck {
		return taken, nil
	}
	l.say("game %s has been running for more than %v: it is handed out again", t.key(), l.stuck)
	err = persist(ctx, func(ctx context.Context) error {
		queue, err := l.Stream(ctx, jobs)
		if err == nil {
			err = queue.DeleteMsg(ctx, seq)
		}
		return err
	})
	if absent(err) {
		err = nil
	}
	return time.Time{}, err
}

// follow calls set for each key of a bucket before it returns, and then for each change until ctx is done. The value of a deleted
// key is nil.
func (b *bus) follow(ctx context.Context, bucket string, set func(key string, value []byte)) error {
	kv, err := b.KeyValue(ctx, bucket)
	if err != nil {
		return fmt.Errorf("bucket %s: %w; the server may be of an older version: start the new one", bucket, err)
	}
	watch, err := kv.WatchAll(ctx)
	if err != nil {
		return err
	}
	one := func(e jetstream.KeyValueEntry) {
		if e.Operation() == jetstream.KeyValuePut {
			set(e.Key(), append([]byte{}, e.Value()...))
		} else {
			set(e.Key(), nil)
		}
	}
	for {
		select {
		case e := <-watch.Updates():
			if e != nil {
				one(e)
				continue
			}
		case <-time.After(ask):
			return errors.New("the server does not list the bucket " + clean.Line(bucket, 60))
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		break
	}
	go func() {
		for e := range watch.Updates() {
			if e != nil {
				one(e)
			}
		}
	}()
	return nil
}

// trouble logs each trouble of a worker once.
func (l *handing) trouble(m *nats.Msg) {
	var t trouble
	if json.Unmarshal(m.Data, &t) != nil {
		return
	}
	t.Error = clean.Line(t.Error, clean.MaxDetail)
	l.mu.Lock()
	defer l.mu.Unlock()
	if who := clean.Line(t.Worker, 60); !l.said[who+t.Error] && len(l.said) < 1000 {
		l.said[who+t.Error] = true
		fmt.Fprintf(l.log, "worker %s cannot play a game; it is handed out again: %s\n", who, t.Error)
	}
}
