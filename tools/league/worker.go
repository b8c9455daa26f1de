package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/job"
)

// mostDeaths is how often the program of a game may end by itself during a game before the game is given up.
const mostDeaths = 3

func workerCommand() *cli.Command {
	return &cli.Command{
		Name: "worker", Usage: "play the games that the server hands out",
		UsageText: "league worker --creds FILE --games DIR [-- FLAGS of `GAME worker`, such as --jail require]\n\n" +
			"DIR holds the programs of the games. Ctrl-C gives the games back that it plays. Example:\n\n" +
			"  league worker --creds worker.json --games bin --slots 4",
		Flags: append(natsFlags(),
			&cli.StringFlag{Name: "games", Value: ".", Usage: "`DIR` with the programs of the games"},
			&cli.IntFlag{
				Name: "slots", Value: max(1, runtime.NumCPU()/2),
				Usage: "`NUMBER` of games at the same time: with clocks, at most the processors divided by the players that think at a time",
			},
			&cli.StringFlag{Name: "name", Usage: "`NAME` of this worker (default: the machine's, with the process)"},
		),
		Action: func(c *cli.Context) error {
			name := c.String("name")
			if name == "" {
				name = hostname()
			}
			if !word.MatchString(name) {
				return usagef("flag --name: %q: want letters, digits, _ and -, at most 60", name)
			}
			if c.Int("slots") < 1 {
				return usagef("flag --slots: %d: want at least 1", c.Int("slots"))
			}
			found, err := find(c.Context, c.String("games"))
			if err != nil {
				return err
			}
			b, err := await(c, name)
			if err != nil {
				return err
			}
			defer b.Close()
			w := &worker{bus: b, name: name, found: found, flags: c.Args().Slice(), slots: c.Int("slots"), log: c.App.ErrWriter}
			return w.run(c.Context)
		},
	}
}

// worker plays games.
type worker struct {
	*bus
	name  string
	found map[string]job.Hello // by the path of the program
	flags []string             // of the games' verb worker
	slots int
	log   io.Writer
	kept  jetstream.Stream // the results
	bots  *bots

	mu     sync.Mutex // guards what follows, and the log
	busy   int
	played int
	since  time.Time
	now    map[string]bool // games that are played, LEAGUE.JOB
}

func (w *worker) say(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	fmt.Fprintf(w.log, format+"\n", args...)
}

// source is where the jobs of a program wait.
type source struct {
	path  string
	hello job.Hello
	jetstream.Consumer
}

// run plays until ctx is done.
func (w *worker) run(ctx context.Context) error {
	w.since = time.Now()
	var sources []source
	err := persist(ctx, func(ctx context.Context) (err error) {
		w.kept, err = w.Stream(ctx, results)
		return err
	})
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(w.found)) {
		hello := w.found[path]
		var consumer jetstream.Consumer
		err := persist(ctx, func(ctx context.Context) (err error) {
			consumer, err = waiting(ctx, w.bus, hello.Game, hello.Rules)
			return err
		})
		if err != nil {
			return err
		}
		sources = append(sources, source{path, hello, consumer})
		w.say("plays %s, rules %s, %s (%s)", hello.Game, hello.Rules, hello.Version, path)
	}
	dir, err := os.MkdirTemp("", "league-worker-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	w.bots = &bots{bus: w.bus, dir: dir}
	w.say("worker %s waits for games, %d at the same time", w.name, w.slots)
	var all sync.WaitGroup
	for n := range w.slots {
		all.Go(func() {
			s := &slot{worker: w, sources: sources, dir: dir, next: n, programs: map[string]*program{}}
			defer s.close()
			s.run(ctx)
		})
	}
	w.live(ctx)
	all.Wait()
	return nil
}

// waiting returns the consumer of a game's jobs, which all workers share.
func waiting(ctx context.Context, b *bus, game, rules string) (jetstream.Consumer, error) {
	return b.CreateOrUpdateConsumer(ctx, jobs, jetstream.ConsumerConfig{
		Durable: game + "-" + rules, FilterSubject: jobSubject(game, rules, "*", "*"), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: patience, MaxDeliver: -1, MaxAckPending: -1,
	})
}

// live says that the worker is there until ctx is done, and then that it left.
func (w *worker) live(ctx context.Context) {
	beat := time.NewTicker(lifetime / 4)
	defer beat.Stop()
	for {
		w.mu.Lock()
		p := presence{Slots: w.slots, Busy: w.busy, Played: w.played, Since: w.since, Now: slices.Sorted(maps.Keys(w.now))}
		w.mu.Unlock()
		for _, path := range slices.Sorted(maps.Keys(w.found)) {
			p.Games = append(p.Games, w.found[path])
		}
		if text, err := json.Marshal(p); err == nil {
			w.Conn.Publish("$KV."+workers+"."+w.name, text) // what is lost is said again
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

// slot plays one game at a time.
type slot struct {
	*worker
	sources  []source
	dir      string
	next     int                 // of sources, to wait at
	programs map[string]*program // that run, by path
}

func (s *slot) close() {
	for _, p := range s.programs {
		p.stop()
	}
}

// run plays games until ctx is done.
func (s *slot) run(ctx context.Context) {
	for ctx.Err() == nil {
		at, message := s.fetch(ctx)
		if message == nil {
			continue
		}
		s.count(1, 0)
		s.count(-1, s.handle(ctx, at, message))
	}
}

func (s *slot) count(busy, played int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy += busy
	s.played += played
}

// fetch takes the next job; nil: there is none yet.
func (s *slot) fetch(ctx context.Context) (*source, jetstream.Msg) {
	for n := range s.sources {
		at := &s.sources[(s.next+n)%len(s.sources)]
		batch, err := at.FetchNoWait(1)
		if err != nil {
			break
		}
		for message := range batch.Messages() {
			s.next++
			return at, message
		}
	}
	s.next++
	at := &s.sources[s.next%len(s.sources)]
	wait, cancel := context.WithTimeout(ctx, 2*time.Second/time.Duration(len(s.sources)))
	defer cancel()
	batch, err := at.Fetch(1, jetstream.FetchContext(wait))
	if err != nil { // such as a server that is not there
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
		return nil, nil
	}
	for message := range batch.Messages() {
		return at, message
	}
	return nil, nil
}

// handle plays the game of a message, or gives it back. It returns how many games were played.
func (s *slot) handle(ctx context.Context, at *source, message jetstream.Msg) (played int) {
	var t task
	if err := json.Unmarshal(message.Data(), &t); err != nil || !word.MatchString(t.League) || !word.MatchString(t.Job.ID) {
		s.say("a job on %s is none: %s", message.Subject(), clean.Line(string(message.Data()), 80))
		message.Term()
		return 0
	}
	over := s.plays(t.League + "." + t.Job.ID)
	defer over()
	stop := s.beat(ctx, message)
	o, err := s.outcome(ctx, at, &t)
	if err == nil && o != nil {
		err = s.publish(ctx, &t, o)
	}
	stop()
	switch {
	case err == nil: // kept by the server, now or earlier: then the job may go
		if o != nil {
			played = 1
		}
		// A server that came again may not know that it handed the job out, and never answers. Then it hands it out again, and
		// who gets it finds the result.
		try, cancel := context.WithTimeout(ctx, 5*time.Second)
		message.DoubleAck(try)
		cancel()
	case ctx.Err() != nil:
		message.Nak()
		s.Flush()
	default:
		s.say("game %s of %s: %v", t.Job.ID, t.League, err)
		text, failed := json.Marshal(trouble{s.name, t.Job.ID, clean.Line(err.Error(), clean.MaxDetail)})
		if failed == nil {
			s.Conn.Publish("troubles."+t.League, text)
		}
		message.NakWithDelay(10 * time.Second) // somebody else may be able to
	}
	return played
}

// plays notes a game that is played until over is called.
func (w *worker) plays(name string) (over func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.now == nil {
		w.now = map[string]bool{}
	}
	w.now[name] = true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.now, name)
	}
}

// beat tells the server that a game is still played.
func (s *slot) beat(ctx context.Context, message jetstream.Msg) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ticks := time.NewTicker(patience / 4); ; {
			select {
			case <-ticks.C:
				message.InProgress() // if it is lost, the next one counts
			case <-ctx.Done():
				ticks.Stop()
				return
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// outcome plays a game. It is nil if there is a result of it already.
func (s *slot) outcome(ctx context.Context, at *source, t *task) (*outcome, error) {
	known := false
	err := persist(ctx, func(ctx context.Context) error {
		_, err := s.kept.GetLastMsgForSubject(ctx, resultSubject(t.League, t.Job.ID))
		known = err == nil
		return err
	})
	if known || err != nil && !absent(err) {
		return nil, err
	}
	o := &outcome{Worker: s.name}
	if t.Check != "" {
		return o, s.check(ctx, at, t.Check, o)
	}
	for _, seat := range t.Job.Seats {
		if err := s.bots.have(ctx, seat.Spec); err != nil {
			return nil, err
		}
	}
	for deaths := 1; ; deaths++ {
		began := time.Now()
		done, err := s.play(ctx, at, &t.Job)
		o.Ms = float64(time.Since(began).Microseconds()) / 1000
		var died *diedError
		switch {
		case errors.As(err, &died) && ctx.Err() == nil:
			if deaths < mostDeaths {
				continue
			}
			o.Died = died.words
			return o, nil
		case err != nil:
			return nil, err
		case done.Error != "":
			return nil, errors.New(done.Error)
		}
		o.Done = *done
		return o, nil
	}
}

// play has the program of the game play, which is started if it does not run.
func (s *slot) play(ctx context.Context, at *source, j *job.Job) (*job.Done, error) {
	p := s.programs[at.path]
	if p == nil {
		var err error
		if p, err = start(ctx, at.path, s.dir, s.flags); err != nil {
			return nil, fmt.Errorf("%s worker: %v", filepath.Base(at.path), err) // no death during the game
		}
		if p.hello.Rules != at.hello.Rules {
			p.stop()
			return nil, fmt.Errorf("%s plays version %s of the rules by now, start the worker again", at.path, p.hello.Rules)
		}
		s.programs[at.path] = p
	}
	done, err := p.play(ctx, j)
	if err != nil {
		p.kill()
		delete(s.programs, at.path)
	}
	return done, err
}

// publish gives the server a result until it is kept.
func (s *slot) publish(ctx context.Context, t *task, o *outcome) error {
	text, err := pack(o)
	if err != nil {
		return err
	}
	if limit := s.MaxPayload(); int64(len(text)) > limit {
		return fmt.Errorf("its record has %d bytes compressed, the server takes %d", len(text), limit)
	}
	err = persist(ctx, func(ctx context.Context) error {
		_, err := s.JetStream.Publish(ctx, resultSubject(t.League, t.Job.ID), text)
		return err
	})
	if isSecond(err) { // somebody else was faster
		return nil
	}
	return err
}
