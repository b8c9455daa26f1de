package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/tools/league/board"
)

// feed keeps the page up to date with the server.
type feed struct {
	*bus
	board    *board.Board
	programs map[string]string // the path of each game's program
	log      io.Writer

	mu      sync.Mutex
	seats   map[string][]string // by league; guarded by mu
	games   map[string]*telling // by league: the flow of its games to the page; used by run alone, as are workers and barred
	workers map[string]lively   // by name
	barred  map[string]ban      // workers that are quarantined, by name

	stands stands
}

// lively is a worker, with the time at which it last announced its presence.
type lively struct {
	presence
	heard time.Time
}

func newFeed(b *bus, programs map[string]string, log io.Writer) *feed {
	return &feed{
		bus: b, programs: programs, log: web.Lines(log),
		seats: map[string][]string{}, games: map[string]*telling{}, workers: map[string]lively{}, barred: map[string]ban{},
	}
}

// options are those of the page of a server.
func (f *feed) options(open bool, hosts []string) board.Options {
	o := board.Options{Open: open, Hosts: hosts, Record: f.record}
	if len(f.programs) > 0 {
		o.Page = f.page
	}
	return o
}

// lookQueues is how often the page checks how many games wait.
const lookQueues = 2 * time.Second

// run follows the server until ctx is done.
func (f *feed) run(ctx context.Context) error {
	heads, err1 := f.follow(ctx, leagues)
	present, err2 := f.follow(ctx, workers)
	bans, err3 := f.follow(ctx, barred)
	news := make(chan *nats.Msg, 100)
	recalled, err4 := f.ChanSubscribe(recalledSubject("*"), news)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return err
	}
	defer recalled.Unsubscribe()
	for ticks := time.NewTicker(lookQueues); ; {
		select {
		case e := <-heads:
			f.head(ctx, e)
		case e := <-present:
			f.worker(e)
		case e := <-bans:
			f.ban(e)
		case m := <-news:
			f.again(ctx, strings.TrimPrefix(m.Subject, recalledSubject("")))
		case <-ticks.C:
			f.watch(time.Now())
			f.tell(ctx)
		case <-ctx.Done():
			ticks.Stop()
			return nil
		}
	}
}

// follow returns the entries of a bucket, nil after the existing ones, and then each change until ctx is done.
func (f *feed) follow(ctx context.Context, bucket string) (<-chan jetstream.KeyValueEntry, error) {
	var watcher jetstream.KeyWatcher
	err := persist(ctx, func(try context.Context) error {
		kv, err := f.KeyValue(try, bucket)
		if err == nil {
			watcher, err = kv.WatchAll(ctx)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { watcher.Stop() })
	return watcher.Updates(), nil
}

// head handles an entry of the bucket leagues: a league that begins, pauses or resumes, or a change of a ladder.
func (f *feed) head(ctx context.Context, e jetstream.KeyValueEntry) {
	if e == nil { // all initial values have been received
		return
	}
	if name, ok := strings.CutPrefix(e.Key(), pauseKey("")); ok {
		f.board.Pause(name, e.Operation() == jetstream.KeyValuePut)
		return
	}
	if rest, ok := strings.CutPrefix(e.Key(), eventKey("")); ok {
		f.event(rest, e.Value())
		return
	}
	name, ok := strings.CutPrefix(e.Key(), headKey(""))
	if !ok || e.Operation() != jetstream.KeyValuePut {
		return
	}
	var h head
	err := json.Unmarshal(e.Value(), &h)
	if err == nil {
		l := &handing{hello: protocol.Hello{Game: h.Game, Rules: h.Rules, Seats: h.Seats}}
		err = f.board.Begin(name, l.bound(), h.Head)
	}
	if err != nil {
		fmt.Fprintf(f.log, "the page cannot show league %s: %v\n", name, clean.Line(err.Error(), clean.MaxDetail))
		return
	}
	f.mu.Lock()
	f.seats[name] = h.Seats
	f.mu.Unlock()
	if f.games[name] == nil {
		f.games[name] = f.hear(ctx, name, h.Seats)
	}
}

// event handles a change of a ladder; key is LEAGUE.N.
func (f *feed) event(key string, text []byte) {
	name, _, _ := strings.Cut(key, ".")
	var e tournament.Event
	err := json.Unmarshal(text, &e)
	if err == nil {
		err = f.board.Happen(name, e)
	}
	if err != nil {
		fmt.Fprintf(f.log, "the page does not show a change of ladder %s: %v\n", name, clean.Line(err.Error(), clean.MaxDetail))
		return
	}
	if t := f.games[name]; t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.issued = -1 // results may have arrived before this change, which issued their games
	}
}

// again reads the results of a league again after some of them were recalled.
func (f *feed) again(ctx context.Context, name string) {
	t := f.games[name]
	if t == nil {
		return // it is not on the page
	}
	t.stop()
	if err := f.board.Again(name); err != nil {
		fmt.Fprintf(f.log, "the page: %v\n", err)
		return
	}
	f.mu.Lock()
	seats := f.seats[name]
	f.mu.Unlock()
	f.games[name] = f.hear(ctx, name, seats)
}

// most is how many bytes of results wait for the page at a time.
const most = 2 << 20

// hear passes the results of a league to the page, from the first one, until ctx is done or its stop has returned.
func (f *feed) hear(ctx context.Context, name string, seats []string) *telling {
	ctx, cancel := context.WithCancel(ctx)
	t := &telling{feed: f, name: name, seats: seats, stop: cancel, early: map[string]bool{}}
	err := persist(ctx, func(try context.Context) (err error) {
		if t.kept, err = f.Stream(try, results); err != nil {
			return err
		}
		all := jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultSubject(name, "*")}}
		consumer, err := t.kept.OrderedConsumer(ctx, all)
		if err != nil {
			return err
		}
		hearing, err := consumer.Consume(func(m jetstream.Msg) { t.take(ctx, m) }, jetstream.PullMaxBytes(most))
		if err == nil {
			context.AfterFunc(ctx, hearing.Stop)
			t.stop = func() {
				cancel()
				<-hearing.Closed()
			}
		}
		return err
	})
	if err != nil && ctx.Err() == nil {
		fmt.Fprintf(f.log, "the page cannot show the games of league %s: %v\n", name, err)
	}
	return t
}

// telling passes the games of a league to the page.
type telling struct {
	*feed
	name  string
	seats []string
	kept  jetstream.Stream
	stop  func()

	mu     sync.Mutex      // guards what follows
	early  map[string]bool // results of games that the plan has not issued yet, as far as the page knows
	issued int             // how many games the plan had issued when early was last checked; below 0: check it again
}

// maxEarly is how many results may arrive before the page knows of their games; a hostile worker may invent more.
const maxEarly = 100_000

// take adds a result, and those that waited for it.
func (t *telling) take(ctx context.Context, m jetstream.Msg) {
	at := time.Now()
	if meta, err := m.Metadata(); err == nil {
		at = meta.Timestamp
	}
	subject := m.Subject()
	t.mu.Lock()
	t.add(subject[strings.LastIndexByte(subject, '.')+1:], m.Data(), at)
	t.mu.Unlock()
	t.catchUp(ctx)
}

// catchUp adds the results whose games have been issued since they arrived, as far as the server returns them.
func (t *telling) catchUp(ctx context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for now := t.board.Issued(t.name); now != t.issued && len(t.early) > 0; now = t.board.Issued(t.name) {
		t.issued = now
		for id := range t.early {
			if _, known := t.board.Job(t.name, id); !known {
				continue
			}
			m, err := t.kept.GetLastMsgForSubject(ctx, resultSubject(t.name, id))
			if err != nil && !absent(err) {
				t.issued = -1 // the next call tries again
				return
			}
			delete(t.early, id)
			if err == nil { // else it was deleted
				t.add(id, m.Data, m.Time)
			}
		}
	}
}

// add passes a result to the page. One that is not credible is left to `league run`, which has the game played again.
func (t *telling) add(id string, text []byte, at time.Time) {
	j, known := t.board.Job(t.name, id)
	if !known {
		if len(t.early) < maxEarly {
			t.early[id] = true
		}
		return
	}
	o, err := unpack(text)
	if err != nil {
		return
	}
	r := board.Result{Worker: o.Worker, At: at}
	if r.Void = o.nobody(); r.Void != "" {
		// it has no line
	} else if r.Line, err = credible(&j, t.seats, o); err != nil {
		return
	}
	if err := t.board.Add(t.name, id, r); err != nil && !errors.Is(err, board.ErrUnknown) {
		fmt.Fprintf(t.log, "the page: league %s: %v\n", t.name, err)
	}
}

// worker handles an entry of the bucket of workers.
func (f *feed) worker(e jetstream.KeyValueEntry) {
	if e == nil {
		return
	}
	var p presence
	if e.Operation() != jetstream.KeyValuePut || json.Unmarshal(e.Value(), &p) != nil {
		delete(f.workers, e.Key())
		return
	}
	f.workers[e.Key()] = lively{p, e.Created()}
}

// ban handles an entry of the bucket of quarantined workers.
func (f *feed) ban(e jetstream.KeyValueEntry) {
	if e == nil {
		return
	}
	delete(f.barred, e.Key())
	if e.Operation() == jetstream.KeyValuePut {
		var b ban
		json.Unmarshal(e.Value(), &b) // a ban that cannot be read is a ban, too
		f.barred[e.Key()] = b
	}
}

// tell passes to the page the results that arrived before their games were issued, the connected workers, and the lengths of the
// queues.
func (f *feed) tell(ctx context.Context) {
	for _, t := range f.games {
		t.catchUp(ctx)
	}
	var list []board.Worker
	for name, w := range f.workers {
		if time.Since(w.heard) > lifetime { // the server does not announce that a key has expired
			delete(f.workers, name)
			continue
		}
		shown := board.Worker{Name: name, Slots: w.Slots, Busy: w.Busy, Played: w.Played, Since: w.Since}
		for _, g := range w.Games {
			shown.Games = append(shown.Games, named(&g))
		}
		for _, game := range w.Now {
			league, id, _ := strings.Cut(game, ".")
			shown.Now = append(shown.Now, board.Running{League: league, ID: id})
		}
		if b, isBarred := f.barred[name]; isBarred {
			shown.Barred = cmp.Or(b.Why, "no reason given")
		}
		list = append(list, shown)
	}
	f.board.Workers(list)
	ctx, cancel := context.WithTimeout(ctx, lookQueues)
	defer cancel()
	s, err := f.Stream(ctx, jobs)
	if err != nil {
		return // the previous numbers stay
	}
	var queues []board.Queue
	consumers := s.ListConsumers(ctx)
	for info := range consumers.Info() {
		name := info.Name
		if words := strings.Split(info.Config.FilterSubject, "."); len(words) > 3 { // as jobSubject makes it
			name = fmt.Sprintf("%s (rules %s), priority %s", words[1], words[2], words[3])
		}
		queues = append(queues, board.Queue{
			Name: clean.Line(name, 60), Waiting: int(min(info.NumPending, 1<<40)), Playing: info.NumAckPending,
		})
	}
	if consumers.Err() == nil {
		slices.SortFunc(queues, func(a, b board.Queue) int { return strings.Compare(a.Name, b.Name) })
		f.board.Queues(queues)
	}
}

// record returns the record of a game, if it is that of the game's job: a worker may send anything.
func (f *feed) record(ctx context.Context, name, id string) ([]byte, error) {
	j, known := f.board.Job(name, id)
	if !known {
		return nil, board.ErrUnknown
	}
	f.mu.Lock()
	seats := f.seats[name]
	f.mu.Unlock()
	return f.recordOf(ctx, name, &j, seats)
}

// recordOf returns the record of the game of a job in a league.
func (b *bus) recordOf(ctx context.Context, league string, j *job.Job, seats []string) ([]byte, error) {
	kept, err := b.Stream(ctx, results)
	if err != nil {
		return nil, err
	}
	m, err := kept.GetLastMsgForSubject(ctx, resultSubject(league, j.ID))
	if absent(err) {
		return nil, errors.New("the server no longer has this game")
	}
	if err != nil {
		return nil, err
	}
	o, err := unpack(m.Data)
	if err == nil {
		_, err = credible(j, seats, o)
	}
	if err != nil {
		return nil, err
	}
	return []byte(o.Done.Record), nil
}

// Limits on the making of a replay.
const (
	maxMaking = time.Minute
	maxReplay = 64 << 20 // bytes
)

// page has the program of a game make the page that replays a record: `PROGRAM replay RECORD --html PAGE`.
func (f *feed) page(ctx context.Context, game string, record []byte) ([]byte, error) {
	program, ok := f.programs[game]
	if !ok {
		return nil, fmt.Errorf("the folder of flag --games has no program for %s", game)
	}
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "league-replay-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "game.jsonl"), record, 0o600); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, maxMaking)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "replay", "game.jsonl", "--html", "game.html")
	var said bytes.Buffer
	cmd.Dir, cmd.Stderr, cmd.WaitDelay = dir, &said, 5*time.Second
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s replay: %w: %s", filepath.Base(program), err, clean.Line(said.String(), clean.MaxDetail))
	}
	file, err := os.Open(filepath.Join(dir, "game.html"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	page, err := io.ReadAll(io.LimitReader(file, maxReplay+1))
	if err == nil && len(page) > maxReplay {
		err = fmt.Errorf("the replay has more than %d bytes", maxReplay)
	}
	return page, err
}
