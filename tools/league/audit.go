package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// audit has a share of the games played twice, by different workers, and compares their results. Where a game is the same on
// every machine and the two results differ, the program of the game on this machine decides which worker is wrong: that worker is
// quarantined.
type audit struct {
	share  float64
	secret [32]byte // no worker can tell which games are played twice
	path   string   // of the program of the game

	mu    *sync.Mutex         // guards what follows
	own   *program            // nil until it has to play a game
	since map[string][]string // games of a worker that count, since an audit last agreed with it
	tally tally
	there map[string]presence // the workers that were connected at the time at
	at    time.Time
}

// tally counts the results of audits in a league.
type tally struct {
	Agreed int `json:"agreed"` // both workers had the same result
	Wrong  int `json:"wrong"`  // a worker was wrong
	Differ int `json:"differ"` // the results differ, as they may with programs of teams or clocks
	Single int `json:"single"` // no second worker played it
}

// maxSince is how many games of a worker are remembered.
const maxSince = 10_000

func auditKey(name string) string { return "audit." + name }

func newAudit(share float64, path string) audit {
	a := audit{share: share, path: path, mu: &sync.Mutex{}, since: map[string][]string{}}
	rand.Read(a.secret[:]) // never fails
	return a
}

// wants reports whether a game is played twice, whoever plays it.
func (a *audit) wants(id string) bool {
	if a.share <= 0 {
		return false
	}
	mac := hmac.New(sha256.New, a.secret[:])
	mac.Write([]byte(id))
	return float64(binary.BigEndian.Uint64(mac.Sum(nil)))/math.MaxUint64 <= a.share
}

// took remembers that a game of a worker counts.
func (a *audit) took(worker, id string) {
	if a.share <= 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if list := a.since[worker]; len(list) < maxSince {
		a.since[worker] = append(list, id)
	}
}

// stop ends the program of the game.
func (a *audit) stop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.own != nil {
		a.own.stop()
	}
}

// ban is the entry of a worker in the bucket of quarantined workers.
type ban struct {
	League string    `json:"league"`
	Game   string    `json:"game"`
	Why    string    `json:"why"`
	At     time.Time `json:"at"`
	Since  []string  `json:"since"` // games that count, since an audit last agreed with it
}

// secondTime is how long an audit waits for the result of the second worker.
var secondTime = 5 * time.Minute

// hold has a game played a second time and returns the result that counts.
func (l *handing) hold(ctx context.Context, t *task, first *believed) (*believed, error) {
	second, err := l.second(ctx, t, first.Worker)
	if err != nil {
		return nil, err
	}
	switch isRepeatable := l.repeats(&t.Job); {
	case second != nil && alike(first.outcome, second.outcome):
		l.audit.mu.Lock()
		delete(l.audit.since, first.Worker)
		delete(l.audit.since, second.Worker)
		l.audit.mu.Unlock()
		return first, l.count(ctx, func(t *tally) { t.Agreed++ })
	case second == nil && !isRepeatable:
		return first, l.count(ctx, func(t *tally) { t.Single++ })
	case !isRepeatable:
		l.say("game %s of %s differs between workers %s and %s: with programs of teams or clocks it may; the first result counts",
			t.Job.ID, seated(&t.Job), first.Worker, second.Worker)
		return first, l.count(ctx, func(t *tally) { t.Differ++ })
	}
	own, err := l.judge(ctx, t)
	if err != nil {
		return nil, err
	}
	right := own
	for _, p := range []*believed{second, first} {
		switch {
		case p == nil:
		case alike(p.outcome, own.outcome):
			right = p
		default:
			if err := l.bar(ctx, t, p.Worker); err != nil {
				return nil, err
			}
		}
	}
	if right == first { // there was no second one, or it was wrong
		if second == nil {
			return first, l.count(ctx, func(t *tally) { t.Single++ })
		}
		return first, l.count(ctx, func(t *tally) { t.Wrong++ })
	}
	return right, errors.Join(l.replace(ctx, t, first, right), l.count(ctx, func(t *tally) { t.Wrong++ }))
}

// seated returns the labels of the teams of a game.
func seated(j *job.Job) string {
	var names []string
	for _, seat := range j.Seats {
		names = append(names, seat.Label)
	}
	return strings.Join(names, " - ")
}

// repeats reports whether a game is the same on every machine: of bundled bots without clocks.
func (l *handing) repeats(j *job.Job) bool {
	return !slices.ContainsFunc(j.Seats, func(seat job.Team) bool {
		name, _, _ := strings.Cut(seat.Spec, ":")
		return !slices.Contains(l.hello.Bots, name) || seat.Budget != timer.Control{}
	})
}

// second has another worker play a game again; nil: there is none, or it takes too long.
func (l *handing) second(ctx context.Context, t *task, first string) (*believed, error) {
	again := &task{League: t.League, Job: t.Job, Again: true, Not: []string{first}}
	others, err := l.others(ctx)
	if err != nil {
		return nil, err
	}
	isThere := false
	l.mu.Lock()
	for name, p := range others {
		isThere = isThere || name != first && !l.barred[name] && slices.ContainsFunc(p.Games, func(g protocol.Hello) bool {
			return g.Game == t.Job.Game && g.Rules == t.Job.Rules && g.Version == t.Job.Version
		})
	}
	l.mu.Unlock()
	if f, err := l.look(ctx, again.key()); err != nil || f == nil && !isThere { // it may be played already
		return nil, err
	}
	late := errors.New("no second worker")
	try, cancel := context.WithTimeoutCause(ctx, secondTime, late)
	defer cancel()
	p, err := l.result(try, again)
	if err == nil || ctx.Err() != nil || !errors.Is(context.Cause(try), late) {
		return p, err
	}
	return nil, persist(ctx, func(ctx context.Context) error { // nobody needs it any more
		queue, err := l.Stream(ctx, jobs)
		if err == nil {
			err = queue.Purge(ctx, jetstream.WithPurgeSubject(l.subject(again)))
		}
		return err
	})
}

// others returns the workers that are connected, or were some seconds ago.
func (l *handing) others(ctx context.Context) (map[string]presence, error) {
	l.audit.mu.Lock()
	defer l.audit.mu.Unlock()
	if time.Since(l.audit.at) < lookAgain {
		return l.audit.there, nil
	}
	err := persist(ctx, func(ctx context.Context) (err error) {
		l.audit.there, err = l.present(ctx)
		return err
	})
	l.audit.at = time.Now()
	return l.audit.there, err
}

// alike reports whether two outcomes are the same, but for times and jails.
func alike(a, b *outcome) bool {
	if a.Died != "" || b.Died != "" {
		return a.Died != "" && b.Died != ""
	}
	return reflect.DeepEqual(timeless(a.Done.Record), timeless(b.Done.Record))
}

// timeless returns the lines of a record without what depends on the machine.
func timeless(text string) (lines []any) {
	for line := range strings.Lines(text) {
		var one any
		if json.Unmarshal([]byte(line), &one) != nil {
			one = line
		}
		if fields, ok := one.(map[string]any); ok {
			for _, name := range []string{"ms", "hash", "jail", "used"} {
				delete(fields, name)
			}
		}
		lines = append(lines, one)
	}
	return lines
}

// judge plays a game that is the same on every machine with the program of the game on this machine.
func (l *handing) judge(ctx context.Context, t *task) (*believed, error) {
	l.audit.mu.Lock()
	defer l.audit.mu.Unlock()
	o := &outcome{Worker: "league-run"}
	for deaths := 1; ; deaths++ {
		if l.audit.own == nil {
			p, err := start(ctx, l.audit.path, "", nil)
			if err != nil {
				return nil, fmt.Errorf("%s worker: %w", filepath.Base(l.audit.path), err)
			}
			l.audit.own = p
		}
		done, err := l.audit.own.play(ctx, &t.Job, nil)
		if err != nil {
			l.audit.own.kill()
			l.audit.own = nil
		}
		switch dead, isDead := errors.AsType[*diedError](err); {
		case isDead && ctx.Err() == nil && deaths < mostDeaths:
			continue
		case isDead && ctx.Err() == nil:
			o.Died = dead.words
			return &believed{outcome: o}, nil
		case err != nil:
			return nil, err
		case done.Error != "":
			return nil, fmt.Errorf("game %s: %s", t.Job.ID, done.Error)
		}
		o.Done = *done
		line, err := credible(&t.Job, l.hello.Seats, o)
		return &believed{outcome: o, line: line}, err
	}
}

// bar quarantines a worker.
func (l *handing) bar(ctx context.Context, t *task, name string) error {
	l.audit.mu.Lock()
	b := ban{
		League: l.name, Game: t.Job.ID, At: time.Now().UTC(), Since: l.audit.since[name],
		Why: fmt.Sprintf("its result of game %s (%s) of league %s is wrong", t.Job.ID, seated(&t.Job), l.name),
	}
	delete(l.audit.since, name)
	l.audit.mu.Unlock()
	l.mu.Lock()
	l.barred[name] = true // at once, not only when the server has announced it
	l.mu.Unlock()
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	err = persist(ctx, func(ctx context.Context) error {
		kv, err := l.KeyValue(ctx, barred)
		if err == nil {
			_, err = kv.Put(ctx, name, text)
		}
		return err
	})
	l.say("worker %s is quarantined: %s. %d of its games that no audit confirmed still count; "+
		"`league recall %s %s` takes all its results back, `league release-worker %s` lets it play again",
		name, b.Why, len(b.Since), l.name, name, name)
	return err
}

// replace puts the right result in the place of a wrong one.
func (l *handing) replace(ctx context.Context, t *task, wrong, right *believed) error {
	text, err := pack(right.outcome)
	if err != nil {
		return err
	}
	seq := wrong.seq
	for {
		err := persist(ctx, func(ctx context.Context) error { return l.kept.DeleteMsg(ctx, seq) })
		if err != nil && !absent(err) {
			return err
		}
		err = persist(ctx, func(ctx context.Context) error {
			_, err := l.JetStream.Publish(ctx, resultSubject(l.name, t.key()), text)
			return err
		})
		if !isSecond(err) {
			return err
		}
		f, err := l.look(ctx, t.key()) // somebody was faster, or it is ours
		if err != nil || f != nil && reflect.DeepEqual(f.text, text) {
			return err
		}
		if f != nil {
			seq = f.seq
		}
	}
}

// count changes the tally of the league's audits and stores it on the server.
func (l *handing) count(ctx context.Context, change func(*tally)) error {
	l.audit.mu.Lock()
	defer l.audit.mu.Unlock()
	change(&l.audit.tally)
	text, err := json.Marshal(l.audit.tally)
	if err != nil {
		return err
	}
	return persist(ctx, func(ctx context.Context) error {
		kv, err := l.KeyValue(ctx, leagues)
		if err == nil {
			_, err = kv.Put(ctx, auditKey(l.name), text)
		}
		return err
	})
}
