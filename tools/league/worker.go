package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// mostDeaths is how often the program of a game may end by itself during a game before the game is given up.
const mostDeaths = 3

func workerCommand() *cli.Command {
	return &cli.Command{
		Name: "worker", Usage: "play the games that the server hands out",
		UsageText: "league worker --creds FILE --games DIR [-- FLAGS of `GAME worker`, such as --jail require]\n\n" +
			"DIR holds the programs of the games. After Ctrl-C, the server hands out its unfinished games again. Example:\n\n" +
			"  league worker --creds worker.json --games bin --slots 4",
		Flags: append(natsFlags(),
			&cli.StringFlag{Name: "games", Value: ".", Usage: "`DIR` with the programs of the games"},
			&cli.IntFlag{
				Name: "slots", Value: max(1, runtime.NumCPU()/2),
				Usage: "`NUMBER` of games at the same time: with clocks, at most the processors divided by the players that think at once",
			},
			&cli.StringFlag{Name: "name", Usage: "`NAME` of this worker (default: the machine's name and the process id)"},
		),
		Action: func(c *cli.Context) error {
			if os.Getenv(isAsked) != "" {
				return usagef("worker: this is no program of a game")
			}
			name, err := workerName(c)
			if err != nil {
				return err
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
			debug.SetGCPercent(400) // it has little in memory: collecting garbage less often saves a tenth of its processor time
			runtime.GOMAXPROCS(1)   // it only passes games on: the processors are for the programs that play them
			w := &worker{bus: b, name: name, found: found, flags: c.Args().Slice(), slots: c.Int("slots"), log: c.App.ErrWriter}
			return w.run(c.Context)
		},
	}
}

// workerName returns the name of the worker: that of its own key, that of --name or the default.
func workerName(c *cli.Context) (string, error) {
	name := c.String("name")
	if file := c.String("creds"); file != "" {
		k, err := readKey(file)
		if err != nil {
			return "", usagef("flag --creds: %w", err)
		}
		if strings.HasPrefix(k.Name, teamPrefix) {
			return "", usagef("flag --creds: %s is the key of %s: want that of a worker", file, k.Name)
		}
		if own, ok := strings.CutPrefix(k.Name, workerPrefix); ok {
			if name != "" && name != own {
				return "", usagef("flag --name: the key is that of worker %s", own)
			}
			return own, nil
		}
	}
	if name == "" {
		name = hostname()
	}
	return name, nil
}

// worker plays games.
type worker struct {
	*bus
	name  string
	found map[string]protocol.Hello // by the path of the program
	flags []string                  // of the games' verb worker
	slots int
	log   io.Writer
	kept  jetstream.Stream // the results
	bots  *bots
	parks chan struct{}  // has room for the slot that waits for jobs
	acks  sync.WaitGroup // of jobs that are done

	mu     sync.Mutex // guards what follows, and the log
	busy   int
	played int
	since  time.Time
	empty  map[string]time.Time // when a consumer last had no job, by its name
	isOut  bool                 // it is quarantined
	now    map[string]bool      // games that are being played, as LEAGUE.JOB
	stages map[int]*stage       // games that are being played, by the number of the slot
	leases map[int]lease        // which slots show their games, by number
}

func (w *worker) say(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	fmt.Fprintf(w.log, format+"\n", args...)
}

// source is a queue of jobs for a program.
type source struct {
	path     string
	hello    protocol.Hello
	consumer string // its name

	now, later *asker // for a job that waits already, and for one that arrives later
}

// run plays until ctx is done.
func (w *worker) run(ctx context.Context) error {
	w.parks = make(chan struct{}, 1)
	w.since, w.empty = time.Now(), map[string]time.Time{}
	sources := map[string][]source{} // by priority
	err := persist(ctx, func(ctx context.Context) (err error) {
		w.kept, err = w.Stream(ctx, results)
		return err
	})
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(w.found)) {
		hello := w.found[path]
		for _, priority := range priorities {
			err := persist(ctx, func(ctx context.Context) error {
				_, err := waiting(ctx, w.bus, hello.Game, hello.Rules, priority)
				return err
			})
			if err != nil {
				return err
			}
			at := source{path: path, hello: hello, consumer: consumerName(hello.Game, hello.Rules, priority)}
			if at.now, err = newAsker(w.bus, at.consumer, 0); err != nil {
				return err
			}
			if at.later, err = newAsker(w.bus, at.consumer, parkTime); err != nil {
				return err
			}
			sources[priority] = append(sources[priority], at)
		}
		w.say("plays %s, rules %s, %s (%s)", hello.Game, hello.Rules, hello.Version, path)
	}
	hears, err := w.Subscribe("$KV."+barred+"."+w.name, func(m *nats.Msg) { w.bar(m.Header.Get("KV-Operation") == "", m.Data) })
	if err != nil {
		return err
	}
	defer hears.Unsubscribe()
	asked, err := w.Subscribe(watchSubject(w.name), func(m *nats.Msg) { w.watched(m.Data) })
	if err != nil {
		return err
	}
	defer asked.Unsubscribe()
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
			s := &slot{worker: w, sources: sources, dir: dir, number: n, next: n, programs: map[string]*program{}}
			defer s.close()
			s.run(ctx)
		})
	}
	w.live(ctx)
	all.Wait()
	w.acks.Wait()
	for _, list := range sources {
		for _, at := range list {
			all.Go(at.now.stop)
			all.Go(at.later.stop)
		}
	}
	all.Wait()
	w.FlushTimeout(answerTime) // so that jobs that were given back reach the server
	return nil
}

// consumerName returns the name of the consumer of a game's jobs of a priority.
func consumerName(game, rules, priority string) string { return game + "-" + rules + "-" + priority }

// waiting returns the consumer of a game's jobs of a priority, which it creates if need be. All workers share it.
func waiting(ctx context.Context, b *bus, game, rules, priority string) (jetstream.Consumer, error) {
	return b.CreateOrUpdateConsumer(ctx, jobs, jetstream.ConsumerConfig{
		Durable: consumerName(game, rules, priority), FilterSubject: jobSubject(game, rules, priority, "*", ">"),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: patience, MaxDeliver: -1, MaxAckPending: -1,
	})
}

// slot plays one game at a time.
type slot struct {
	*worker
	sources  map[string][]source // by priority
	dir      string
	number   int                 // from 0, of this slot
	league   string              // of the game that it plays
	next     int                 // counts its fetches
	programs map[string]*program // the running ones, by path
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

// handle plays the game of a message, or gives it back. It returns how many games were played.
func (s *slot) handle(ctx context.Context, at *source, message *nats.Msg) (played int) {
	var t task
	if err := json.Unmarshal(message.Data, &t); err != nil || !word.MatchString(t.League) || !word.MatchString(t.Job.ID) {
		s.say("a message on %s is not a job: %s", message.Subject, clean.Line(string(message.Data), 80))
		message.Term()
		return 0
	}
	if slices.Contains(t.Not, s.name) || s.rests() {
		// For another worker. The delay is random: otherwise two idle workers might give back each other's games in step for
		// ever.
		message.NakWithDelay(100*time.Millisecond + rand.N(time.Second))
		s.sleep(ctx, 100*time.Millisecond)
		return 0
	}
	s.league = t.League
	over := s.plays(t.League + "." + t.Job.ID)
	defer over()
	stop := s.beat(ctx, message)
	meta, err := message.Metadata()
	o, err := s.outcome(ctx, at, &t, err != nil || meta.NumDelivered > 1)
	if err == nil && o != nil {
		err = s.publish(ctx, &t, o)
	}
	stop()
	switch {
	case err == nil: // the server has the result, from now or from earlier: the job is done
		if o != nil {
			played = 1
		}
		// A restarted server may not know that it handed out the job, and never answers. Then it hands out the job again, and the
		// worker that gets it finds the result.
		// The next job is fetched meanwhile.
		s.acks.Go(func() {
			try, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerTime)
			defer cancel()
			message.AckSync(nats.Context(try))
		})
	case ctx.Err() != nil:
		message.Nak()
		s.Flush()
	default:
		s.say("game %s of %s: %v", t.key(), t.League, err)
		var again *againError
		if errors.As(err, &again) {
			message.Nak()
			return 0
		}
		text, failed := json.Marshal(trouble{s.name, t.Job.ID, clean.Line(err.Error(), clean.MaxDetail)})
		if failed == nil {
			s.Conn.Publish("troubles."+t.League, text)
		}
		message.NakWithDelay(10 * time.Second) // another worker may be able to play it
	}
	return played
}

// plays records a game as being played until over is called.
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

// beat tells the server repeatedly that a game is still being played, until ctx is done or stop is called.
func (s *slot) beat(ctx context.Context, message *nats.Msg) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ticks := time.NewTicker(patience / 4); ; {
			select {
			case <-ticks.C:
				message.InProgress() // if it is lost, the next one is in time
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

// outcome plays the game of a task, or does its check. The outcome is nil if there is a result already, because playing the game
// again would waste time and change nothing. It looks for such a result only if the job was handed out before.
func (s *slot) outcome(ctx context.Context, at *source, t *task, before bool) (*outcome, error) {
	if before {
		known := false
		err := persist(ctx, func(ctx context.Context) error {
			_, err := s.kept.GetLastMsgForSubject(ctx, resultSubject(t.League, t.key()))
			known = err == nil
			return err
		})
		if known || err != nil && !absent(err) {
			return nil, err
		}
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
	began := time.Now()
	done, err := s.play(ctx, at, &t.Job)
	o.Ms = float64(time.Since(began).Microseconds()) / 1000
	var died *diedError
	switch {
	case errors.As(err, &died) && ctx.Err() == nil:
		n, err := s.dies(ctx, t, died.words)
		if err == nil && n < mostDeaths {
			err = &againError{fmt.Errorf("its program ended by itself (%d of %d): %w", n, mostDeaths, died)}
		}
		o.Died = died.words
		return o, err
	case err != nil:
		return nil, err
	case done.Error != "":
		return nil, errors.New(done.Error)
	}
	o.Done = protocol.Done{Type: done.Type, ID: done.ID, Record: done.Record} // the rest is in the record
	return o, nil
}

// againError is the error of a game that should be tried again at once.
type againError struct{ error }

// dies tells the server that the game's program ended by itself during a game, and returns how often it has done so during this
// game, on all workers.
func (s *slot) dies(ctx context.Context, t *task, words string) (n int, err error) {
	for n = 1; n <= mostDeaths; n++ {
		err = persist(ctx, func(ctx context.Context) error {
			_, err := s.JetStream.Publish(ctx, fmt.Sprintf("%s.died.%d", resultSubject(t.League, t.key()), n), []byte(s.name+": "+words))
			return err
		})
		if !isSecond(err) { // this is the n-th death
			return n, err
		}
	}
	return n, nil
}

// play has the game's program play a job, and starts the program if it is not running.
func (s *slot) play(ctx context.Context, at *source, j *job.Job) (*protocol.Done, error) {
	p := s.programs[at.path]
	if p == nil {
		var err error
		if p, err = start(ctx, at.path, s.dir, s.flags); err != nil {
			return nil, fmt.Errorf("%s worker: %v", filepath.Base(at.path), err) // %v: the program did not die during the game
		}
		if p.hello.Rules != at.hello.Rules {
			p.stop()
			return nil, fmt.Errorf("%s now plays version %s of the rules: start the worker again", at.path, p.hello.Rules)
		}
		s.programs[at.path] = p
	}
	done, err := s.perform(ctx, p, j)
	if err != nil {
		p.kill()
		delete(s.programs, at.path)
	}
	return done, err
}

// publish sends a result until the server has stored it.
func (s *slot) publish(ctx context.Context, t *task, o *outcome) error {
	text, err := pack(o)
	if err != nil {
		return err
	}
	if limit := s.MaxPayload(); int64(len(text)) > limit {
		return fmt.Errorf("its record has %d bytes compressed, the server takes %d", len(text), limit)
	}
	m := nats.NewMsg(resultSubject(t.League, t.key()))
	m.Data = text
	if s.key != nil && strings.HasPrefix(s.key.Name, workerPrefix) {
		pair, err := nkeys.FromSeed([]byte(s.key.Seed))
		if err != nil {
			return err
		}
		sum, err := pair.Sign(toSign(m.Subject, text))
		if err != nil {
			return err
		}
		m.Header.Set(signature, base64.StdEncoding.EncodeToString(sum))
	}
	err = persist(ctx, func(ctx context.Context) error {
		_, err := s.JetStream.PublishMsg(ctx, m)
		return err
	})
	if isSecond(err) { // there is a result already
		return nil
	}
	return err
}
