package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/job"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/tournament"
)

func runCommand() *cli.Command {
	return &cli.Command{
		Name: "run", Usage: "begin a league, or go on with one, and hand its games out until they are played",
		UsageText: "league run --creds FILE --games DIR --name NAME --game GAME [--all] -- TEAM TEAM... [FLAGS of `GAME tournament run`]\n" +
			"league run --creds FILE --games DIR --name NAME\n\n" +
			"What stands behind -- is as for `GAME tournament run`: teams, and then --plan, --pairs, --budget, --seed and the rest. Bots that are\n" +
			"folders or files go to the workers. The folder of the league is a tournament that the game's own verbs read. After Ctrl-C the\n" +
			"second form goes on. Examples:\n\n" +
			"  league run --creds admin.json --games bin --name cup --game tron -- fill mybots/alice --seed 7 --pairs 50\n" +
			"  league run --creds admin.json --games bin --name week1 --game tron --all -- rules --plan swiss --budget 1s",
		Flags: append(natsFlags(),
			&cli.StringFlag{Name: "games", Value: ".", Usage: "`DIR` with the program of the game, which makes the plan and reads the folder"},
			&cli.StringFlag{Name: "game", Usage: "`GAME` of a league that begins, such as tron"},
			&cli.StringFlag{Name: "name", Usage: "`NAME` of the league"},
			&cli.StringFlag{Name: "teams", Usage: "`TEAMS` that have submitted a bot, with commas between them"},
			&cli.BoolFlag{Name: "all", Usage: "all teams that have submitted a bot for the game"},
			&cli.StringFlag{Name: "dir", Usage: "`DIR` of the tournament (default: NAME)"},
			&cli.IntFlag{Name: "ahead", Value: 64, Usage: "`NUMBER` of games that wait or are played at the same time: more than the slots of all workers"},
		),
		Action: runAction,
	}
}

func runAction(c *cli.Context) error {
	name, dir := c.String("name"), c.String("dir")
	if !word.MatchString(name) || name == checks {
		return usagef("flag --name: %q: want letters, digits, _ and -, at most 60, and not %s", name, checks)
	}
	if c.Int("ahead") < 1 {
		return usagef("flag --ahead: %d: want at least 1", c.Int("ahead"))
	}
	if dir == "" {
		dir = name
	}
	path, hello, err := chosen(c, dir)
	if err != nil {
		return err
	}
	b, err := await(c, "run-"+name)
	if err != nil {
		return err
	}
	defer b.Close()
	l := &handing{bus: b, name: name, hello: hello, log: c.App.ErrWriter}
	args := c.Args().Slice()
	if c.Bool("all") || c.String("teams") != "" {
		players, err := b.players(c.Context, hello.Game, c.String("teams"), c.Bool("all"))
		if err != nil {
			return err
		}
		args = append(players, args...)
	}
	if err := l.prepare(c.Context, path, dir, args); err != nil {
		return err
	}
	t, err := tournament.Resume(dir, l.bound(), nil)
	if err != nil {
		return err
	}
	defer t.Close()
	if err := l.play(c.Context, t, c.Int("ahead")); err != nil {
		fmt.Fprintf(c.App.ErrWriter, "finished games are kept; go on with: league run --creds %s --games %s --name %s --dir %s\n",
			c.String("creds"), c.String("games"), name, dir)
		return err
	}
	report, err := t.Report()
	if err != nil {
		return err
	}
	return report.Text(c.App.Writer)
}

// chosen returns the program of --game, or of the game that the folder holds.
func chosen(c *cli.Context, dir string) (path string, hello job.Hello, err error) {
	game := c.String("game")
	if head, err := readHead(dir); err == nil {
		if game != "" && game != head.Game || c.NArg() > 0 || c.Bool("all") || c.String("teams") != "" {
			return "", hello, usagef("run: %s holds a league of %s already: go on with it without --game, --all, --teams and without what stands behind --", dir, head.Game)
		}
		game = head.Game
	} else if c.NArg() == 0 && !c.Bool("all") && c.String("teams") == "" {
		return "", hello, usagef("run: %s holds no league: want --game GAME and, behind --, its teams", dir)
	}
	return programOf(c, game)
}

// readHead reads the first line of the tournament in a folder.
func readHead(dir string) (h tournament.Head, err error) {
	text, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		return h, err
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return h, json.Unmarshal(line, &h)
}

// handing hands out the games of a league.
type handing struct {
	*bus
	name  string
	hello job.Hello
	log   io.Writer

	kept jetstream.Stream // the results

	mu      sync.Mutex            // guards what follows, and the log
	waiting map[string]chan found // for the result of a job, by its id; has room for one
	said    map[string]bool       // troubles
	going   chan struct{}         // closed while games are handed out
}

// bound is the game as far as a tournament must know it that is played elsewhere.
func (l *handing) bound() *match.Bound {
	return &match.Bound{Info: match.Info{Name: l.hello.Game, Rules: l.hello.Rules, Seats: l.hello.Seats}, Play: l.remote}
}

// head is what the server keeps of a league: the first line of the journal, and what the game's program says of its seats.
type head struct {
	tournament.Head
	Seats []string `json:"seats"`
}

// died begins the reason of a game that counts for nobody.
const died = "the process died during it: "

// headKey, pauseKey are where the server keeps what it knows of a league.
func headKey(name string) string  { return "head." + name }
func pauseKey(name string) string { return "pause." + name }

// prepare makes the folder of a league that begins, and tells the server of the league.
func (l *handing) prepare(ctx context.Context, program, dir string, args []string) error {
	kv, err := l.KeyValue(ctx, leagues)
	if err != nil {
		return fmt.Errorf("the server has no leagues: %w; is it one of `league serve`?", err)
	}
	entry, err := kv.Get(ctx, headKey(l.name))
	if err != nil && !absent(err) {
		return err
	}
	known := err == nil
	if _, err := readHead(dir); err != nil {
		if known {
			return usagef("flag --name: the server has a league %s, but %s is not its folder: want --dir, or another name; "+
				"`league export %s DIR` makes a folder", l.name, dir, l.name)
		}
		if err := l.prepareFolder(ctx, program, dir, args); err != nil {
			return err
		}
	}
	of, err := readHead(dir)
	if err != nil {
		return err
	}
	text, err := json.Marshal(head{of, l.hello.Seats})
	if err != nil {
		return err
	}
	if known {
		if !bytes.Equal(entry.Value(), text) {
			return usagef("flag --name: the server has another league %s than the folder %s: want another name", l.name, dir)
		}
		return nil
	}
	_, err = kv.Create(ctx, headKey(l.name), text)
	return err
}

// prepareFolder has the program of the game make the folder, which holds the bots that are folders or files.
func (l *handing) prepareFolder(ctx context.Context, program, dir string, args []string) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	_, err = os.Stat(dir)
	isNew := errors.Is(err, fs.ErrNotExist)
	args, err = l.localBots(ctx, dir, args)
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err == nil {
		cmd := exec.CommandContext(ctx, program, append([]string{"tournament", "run", "--prepare", "--dir", "."}, args...)...)
		cmd.Dir = dir // players are named as workers have them
		var text []byte
		if text, err = cmd.CombinedOutput(); err != nil {
			line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
			err = usagef("%s", clean.Line(line, 300))
		}
	}
	if err != nil && isNew {
		os.RemoveAll(dir)
	}
	return err
}

// play hands the games of a tournament out until they are played, so many at a time.
func (l *handing) play(ctx context.Context, t *tournament.Tournament, ahead int) error {
	done, all, err := t.Progress()
	if err != nil {
		return err
	}
	stop, err := l.listen(ctx)
	if err != nil {
		return err
	}
	defer stop()
	l.say("league %s: %d of %d games are played", l.name, done, all)
	last := time.Now()
	return t.Run(ctx, tournament.Run{
		Concurrency: ahead,
		Finished: func(line *record.Line) {
			if done++; done == all || time.Since(last) > time.Second {
				last = time.Now()
				l.say("league %s: %d of %d games are played", l.name, done, all)
			}
		},
	})
}

func (l *handing) say(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.log, format+"\n", args...)
}

// listen hears of results, of pauses and of troubles until stop is called.
func (l *handing) listen(ctx context.Context) (stop func(), err error) {
	l.waiting, l.said, l.going = map[string]chan found{}, map[string]bool{}, make(chan struct{})
	if l.kept, err = l.Stream(ctx, results); err != nil {
		return nil, err
	}
	if _, err := waiting(ctx, l.bus, l.hello.Game, l.hello.Rules); err != nil { // the work queue keeps what somebody waits for
		return nil, err
	}
	kv, err := l.KeyValue(ctx, leagues)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	consumer, err := l.kept.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultSubject(l.name, "*")}, DeliverPolicy: jetstream.DeliverNewPolicy,
	})
	if err != nil {
		cancel()
		return nil, err
	}
	hearing, err := consumer.Consume(func(m jetstream.Msg) {
		if meta, err := m.Metadata(); err == nil {
			l.deliver(m.Subject(), found{meta.Sequence.Stream, m.Data()})
		}
	})
	if err != nil {
		cancel()
		return nil, err
	}
	troubles, err1 := l.Subscribe("troubles."+l.name, l.trouble)
	watch, err2 := kv.Watch(ctx, pauseKey(l.name))
	if err := errors.Join(err1, err2); err != nil {
		cancel()
		hearing.Stop()
		return nil, err
	}
	go l.pauses(watch)
	return func() {
		cancel()
		hearing.Stop()
		watch.Stop()
		troubles.Unsubscribe()
	}, nil
}

// pauses follows the pauses of the league until watch is stopped.
func (l *handing) pauses(watch jetstream.KeyWatcher) {
	paused := false
	going := l.going // closed or not, it is the one that l has
	for entry := range watch.Updates() {
		if entry != nil { // nil: these were the values of the beginning
			paused = entry.Operation() == jetstream.KeyValuePut
		}
		l.mu.Lock()
		switch isGoing := closed(going); {
		case paused && isGoing:
			going = make(chan struct{})
			l.going = going
			fmt.Fprintf(l.log, "league %s is paused; go on with: league resume %s\n", l.name, l.name)
		case !paused && !isGoing:
			close(going)
		}
		l.mu.Unlock()
	}
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// goOn waits while the league is paused.
func (l *handing) goOn(ctx context.Context) error {
	l.mu.Lock()
	going := l.going
	l.mu.Unlock()
	select {
	case <-going:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// trouble says once what workers complain of.
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
		fmt.Fprintf(l.log, "worker %s cannot play a game, which is handed out again: %s\n", who, t.Error)
	}
}

// deliver gives a result to who waits for it.
func (l *handing) deliver(subject string, f found) {
	id := subject[strings.LastIndexByte(subject, '.')+1:]
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.waiting[id]; c != nil {
		select {
		case c <- f:
		default: // it has one
		}
	}
}

// How often it is looked whether a result is there that nobody told of, and whether the job still waits.
const (
	lookAgain = 3 * time.Second
	handAgain = time.Minute
)

// remote has a worker play a game. It is the Play of a match.Bound.
func (l *handing) remote(ctx context.Context, j job.Job, s match.Seating) (*record.Line, error) {
	if err := l.goOn(ctx); err != nil {
		return nil, err
	}
	c := make(chan found, 1)
	l.mu.Lock()
	l.waiting[j.ID] = c
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.waiting, j.ID)
	}()
	f, err := l.look(ctx, j.ID)
	for n := 0; ; n++ {
		if err != nil {
			return nil, err
		}
		if f == nil {
			if f, err = l.wait(ctx, &j, c, n); err != nil {
				return nil, err
			}
		}
		o, err := unpack(f.text)
		if err == nil && o.Died != "" {
			return nil, &tournament.VoidError{Reason: died + o.Died}
		}
		var line *record.Line
		if err == nil {
			line, err = credible(&j, l.hello.Seats, o)
		}
		if err == nil {
			_, err := io.WriteString(s.Record, o.Done.Record)
			return line, err
		}
		l.say("the result of game %s is none, and it is handed out again: %v", j.ID, err)
		err = persist(ctx, func(ctx context.Context) error { return l.kept.DeleteMsg(ctx, f.seq) })
		if err != nil && !absent(err) {
			return nil, err
		}
		f = nil
	}
}

// look returns the result of a job that the server has; nil: there is none.
func (l *handing) look(ctx context.Context, id string) (f *found, err error) {
	err = persist(ctx, func(ctx context.Context) error {
		m, err := l.kept.GetLastMsgForSubject(ctx, resultSubject(l.name, id))
		if err == nil {
			f = &found{m.Sequence, m.Data}
		}
		return err
	})
	if absent(err) {
		return nil, nil
	}
	return f, err
}

// hand gives a job to the server. One that waits there already is not taken twice.
func (l *handing) hand(ctx context.Context, j *job.Job, first bool) error {
	text, err := json.Marshal(task{League: l.name, Job: *j})
	if err != nil {
		return err
	}
	var options []jetstream.PublishOpt
	if first {
		options = append(options, jetstream.WithMsgID(l.name+"."+j.ID))
	}
	err = persist(ctx, func(ctx context.Context) error {
		_, err := l.JetStream.Publish(ctx, jobSubject(j.Game, j.Rules, l.name, j.ID), text, options...)
		return err
	})
	if isSecond(err) {
		return nil
	}
	return err
}

// wait hands a job out for the n-th time, from 0, and waits for its result.
func (l *handing) wait(ctx context.Context, j *job.Job, c <-chan found, n int) (*found, error) {
	if err := l.hand(ctx, j, n == 0); err != nil {
		return nil, err
	}
	handed := time.Now()
	for ticks := time.NewTicker(lookAgain); ; {
		select {
		case f := <-c:
			ticks.Stop()
			return &f, nil
		case <-ticks.C:
			f, err := l.look(ctx, j.ID)
			if f != nil || err != nil {
				ticks.Stop()
				return f, err
			}
			if time.Since(handed) > handAgain {
				handed = time.Now()
				if err := l.hand(ctx, j, false); err != nil {
					ticks.Stop()
					return nil, err
				}
			}
		case <-ctx.Done():
			ticks.Stop()
			return nil, context.Cause(ctx)
		}
	}
}
