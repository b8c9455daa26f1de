package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/folder"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
)

func runCommand() *cli.Command {
	return &cli.Command{
		Name: "run", Usage: "start a league, or continue one, and hand out its games until all are played",
		UsageText: "league run --creds FILE --games DIR --name NAME --game GAME [--all] -- TEAM TEAM... [FLAGS of `GAME tournament run`]\n" +
			"league run --creds FILE --games DIR --name NAME\n\n" +
			"After -- come the arguments of `GAME tournament run`: teams, then --plan, --pairs, --budget, --seed and the rest. Bots that are\n" +
			"folders or files are sent to the workers. The folder of the league is a tournament that the game's own verbs read. After Ctrl-C the\n" +
			"second form continues it. Examples:\n\n" +
			"  league run --creds admin.json --games bin --name cup --game tron -- fill mybots/alice --seed 7 --pairs 50\n" +
			"  league run --creds admin.json --games bin --name week1 --game tron --all -- rules --plan swiss --budget 1s\n" +
			"  league run --creds admin.json --games bin --name term --game tron --plan ladder --all -- rules fill --budget 1s\n\n" +
			"In a ladder teams join and leave while it runs: a submitted version that passes the check replaces the previous one of its\n" +
			"team, and a team that withdraws leaves. The teams after -- stay.",
		Flags: append(natsFlags(),
			&cli.StringFlag{Name: "games", Value: ".", Usage: "`DIR` with the program of the game, which makes the plan and reads the folder"},
			&cli.StringFlag{Name: "game", Usage: "`GAME` of a new league, such as tron"},
			&cli.StringFlag{Name: "name", Usage: "`NAME` of the league"},
			&cli.StringFlag{Name: "plan", Usage: "`PLAN`, here or after --: round-robin, gauntlet, knockout, swiss, sprt, or ladder, which runs until Ctrl-C"},
			&cli.StringFlag{Name: "teams", Usage: "`TEAMS` that have submitted a bot, separated by commas"},
			&cli.BoolFlag{Name: "all", DisableDefaultText: true, Usage: "all teams that have submitted a bot for the game"},
			&cli.StringFlag{Name: "dir", Usage: "`DIR` of the tournament (default: NAME)"},
			&cli.StringFlag{Name: "priority", Usage: "`PRIORITY` over other leagues: high, normal or low (default: normal, or what it was)"},
			&cli.Float64Flag{Name: "audit", Usage: "`SHARE` of games, such as 0.02, played twice by different workers, and compared"},
			&cli.BoolFlag{Name: "signed", DisableDefaultText: true, Usage: "count only results of workers with a key of their own, which league keys --worker NAME makes"},
			&cli.DurationFlag{Name: "stuck", Value: 30 * time.Minute, Usage: "`TIME` after which a game is handed out again although a worker says it is playing it"},
			&cli.IntFlag{Name: "ahead", Value: 64, Usage: "`NUMBER` of games handed out at a time; should exceed the number of slots of all workers"},
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
	if err := errors.Join(checkHanding(c), checkKey(c, "run")); err != nil {
		return err
	}
	if dir == "" {
		dir = name
	}
	args, isLadder, err := planned(c)
	if err != nil {
		return err
	}
	path, hello, err := chosen(c, dir, args)
	if err != nil {
		return err
	}
	b, err := await(c, "run-"+name)
	if err != nil {
		return err
	}
	defer b.Close()
	l := &handing{bus: b, name: name, hello: hello, log: c.App.ErrWriter, stuck: c.Duration("stuck"), signed: c.Bool("signed")}
	l.audit = newAudit(c.Float64("audit"), path)
	defer l.audit.stop()
	switch wanted := c.Bool("all") || c.String("teams") != ""; {
	case isLadder:
		args = append(args, "--ahead", strconv.Itoa(c.Int("ahead")))
		err = b.letClimb(c.Context, name, climbing{All: c.Bool("all"), Teams: names(c.String("teams"))})
	case wanted:
		var players []string
		players, err = b.players(c.Context, hello.Game, names(c.String("teams")), c.Bool("all"))
		args = append(players, args...)
	}
	if err != nil {
		return err
	}
	if err := l.prepare(c.Context, path, dir, args); err != nil {
		return err
	}
	if err := l.settings(c.Context, c.String("priority")); err != nil {
		return err
	}
	t, err := tournament.Resume(dir, l.bound(), nil)
	if err != nil {
		return err
	}
	defer t.Close()
	if err := l.play(c.Context, t, c.Int("ahead")); err != nil {
		if report, broken := t.Report(); t.IsLadder() && broken == nil { // a ladder has no other end
			report.Text(c.App.Writer)
		}
		fmt.Fprintf(c.App.ErrWriter, "finished games are kept; continue with: %s\n", resumption(c, dir))
		return err
	}
	report, err := t.Report()
	if err != nil {
		return err
	}
	return report.Text(c.App.Writer)
}

// checkHanding checks the flags that say how games are handed out.
func checkHanding(c *cli.Context) error {
	switch share := c.Float64("audit"); {
	case share < 0 || share > 1 || share != share:
		return usagef("flag --audit: %v: want a share of the games from 0 to 1, such as 0.02", share)
	case c.Duration("stuck") < time.Second:
		return usagef("flag --stuck: %v: want at least 1s", c.Duration("stuck"))
	case c.String("priority") != "" && !slices.Contains(priorities, c.String("priority")):
		return usagef("flag --priority: %q: want %s", c.String("priority"), strings.Join(priorities, ", "))
	}
	return nil
}

// planned returns the arguments of the game's program for a new league, with the plan, and whether the plan is a ladder.
func planned(c *cli.Context) (args []string, isLadder bool, err error) {
	args = c.Args().Slice()
	if name := c.String("plan"); name != "" {
		args = append(args, "--plan", name)
	}
	count := 0
	for i, arg := range args {
		name, value, has := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if name != "plan" || !strings.HasPrefix(arg, "-") {
			continue
		}
		if !has && i+1 < len(args) {
			value = args[i+1]
		}
		isLadder = value == plan.Ladder
		count++
	}
	if count > 1 {
		return nil, false, usagef("flag --plan: given twice: want it before or after --")
	}
	return args, isLadder, nil
}

// chosen returns the program of --game, or of the game that the folder holds.
func chosen(c *cli.Context, dir string, args []string) (path string, hello protocol.Hello, err error) {
	game := c.String("game")
	if head, err := readHead(dir); err == nil {
		if game != "" && game != head.Game || len(args) > 0 || c.Bool("all") || c.String("teams") != "" {
			return "", hello, usagef("run: %s holds a league of %s already: continue it without --game, --plan, --all, --teams and without arguments after --", dir, head.Game)
		}
		game = head.Game
	} else if len(args) == 0 && !c.Bool("all") && c.String("teams") == "" {
		return "", hello, usagef("run: %s holds no league: want --game GAME and, after --, its teams", dir)
	}
	return programOf(c, game)
}

// readHead reads the first line of the tournament in a folder.
func readHead(dir string) (h tournament.Head, err error) {
	file, err := os.Open(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		return h, err
	}
	defer file.Close()
	line, err := bufio.NewReader(file).ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return h, err
	}
	return h, json.Unmarshal(line, &h)
}

// handing hands out the games of a league.
type handing struct {
	*bus
	name  string
	hello protocol.Hello
	log   io.Writer

	priority string
	stuck    time.Duration // after which a game is handed out again although a worker says it is playing it
	signed   bool          // results without a signature do not count
	audit    audit
	pace     func(context.Context) error       // waits before a game; nil: none does
	took     func(*record.Line)                // gets each finished game; may be nil
	cost     func(ms float64)                  // gets the duration of each game; may be nil
	every    time.Duration                     // between two lines about the progress; 0: a second
	annulled annulled                          // nil: no games are annulled
	events   chan func(*tournament.Live) error // questions to a ladder; nil: there are none

	kept jetstream.Stream // the results

	mu      sync.Mutex            // guards what follows, and the log
	waiting map[string]chan found // for the result of a task, by its key; each has room for one
	said    map[string]bool       // troubles that were logged
	going   chan struct{}         // closed unless the league is paused
	barred  map[string]bool       // workers whose results do not count
	signers map[string]string     // public keys of workers, by their names
}

// bound returns what a tournament must know of a game that is played elsewhere.
func (l *handing) bound() *match.Bound {
	return &match.Bound{Info: match.Info{Name: l.hello.Game, Rules: l.hello.Rules, Seats: l.hello.Seats}, Play: l.remote}
}

// head is the entry of a league on the server: the first line of its journal, and the seats of the game.
type head struct {
	tournament.Head
	Seats []string `json:"seats"`
}

// died begins the reason of a game that counts for nobody because the game's program ended by itself.
const died = "the process died during it: "

// headKey, pauseKey and priorityKey are the keys of a league in the bucket leagues.
func headKey(name string) string  { return "head." + name }
func pauseKey(name string) string { return "pause." + name }

func priorityKey(name string) string { return "priority." + name }

// settings sets the priority of the league, or keeps its current one if priority is "", and reads the tally of audits.
func (l *handing) settings(ctx context.Context, priority string) error {
	kv, err := l.KeyValue(ctx, leagues)
	if err != nil {
		return err
	}
	entry, err := kv.Get(ctx, auditKey(l.name))
	if err == nil {
		err = json.Unmarshal(entry.Value(), &l.audit.tally)
	}
	if err != nil && !absent(err) {
		return err
	}
	if l.priority = priority; priority != "" {
		_, err := kv.Put(ctx, priorityKey(l.name), []byte(priority))
		return err
	}
	l.priority = normal
	entry, err = kv.Get(ctx, priorityKey(l.name))
	switch {
	case absent(err):
		return nil
	case err == nil && slices.Contains(priorities, string(entry.Value())):
		l.priority = string(entry.Value())
	}
	return err
}

// prepare makes the folder of a new league and registers the league on the server. A league that the server has must be that of
// the folder.
func (l *handing) prepare(ctx context.Context, program, dir string, args []string) error {
	kv, err := l.KeyValue(ctx, leagues)
	if err != nil {
		return fmt.Errorf("the server has no leagues: %w; was it started by `league serve`?", err)
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
	of.Bots = nil // workers get bots by the hash of their files
	text, err := json.Marshal(head{of, l.hello.Seats})
	if err != nil {
		return err
	}
	if known {
		if !bytes.Equal(entry.Value(), text) {
			return usagef("flag --name: league %s on the server is not the one in the folder %s: want another name", l.name, dir)
		}
	} else if _, err = kv.Create(ctx, headKey(l.name), text); err != nil {
		return err
	}
	return folder.Give(dir, l.name)
}

// prepareFolder has the program of the game make the folder, with the bots that are folders or files unpacked in it.
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
		cmd.Dir = dir // so that the paths of players are those of the workers
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

// play hands out the games of a tournament until all are played, at most ahead of them at a time.
func (l *handing) play(ctx context.Context, t *tournament.Tournament, ahead int) error {
	stop, err := l.listen(ctx)
	if err != nil {
		return err
	}
	defer stop()
	isLadder, of := t.IsLadder(), ""
	done, all := t.Finished(), math.MaxInt
	if !isLadder {
		if done, all, err = t.Progress(); err != nil {
			return err
		}
		of = fmt.Sprintf(" of %d", all)
	}
	l.say("league %s: %d%s games played", l.name, done, of)
	last := time.Now()
	with := tournament.Run{
		Concurrency: ahead,
		Finished: func(line *record.Line) {
			if l.took != nil {
				l.took(line)
			}
			if done++; done < all && time.Since(last) > max(l.every, time.Second) {
				last = time.Now()
				l.say("league %s: %d%s games played", l.name, done, of)
			}
		},
	}
	if !isLadder {
		with.Planned = func(games int) { all, of = games, fmt.Sprintf(" of %d", games) }
	}
	if isLadder {
		return l.climb(ctx, t, with)
	}
	if err = (&ladder{handing: l, t: t}).compare(ctx); err == nil { // changes by `GAME tournament add` and `forfeit`
		err = t.Run(ctx, with)
	}
	if err != nil {
		return err
	}
	done, _, err = t.Progress() // a plan may want more games than it said, or fewer
	l.say("league %s: %d of %d games played", l.name, done, done)
	return err
}

func (l *handing) say(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.log, format+"\n", args...)
}

// listen receives results, troubles, pauses, quarantined workers and public keys until stop is called.
func (l *handing) listen(ctx context.Context) (stop func(), err error) {
	l.waiting, l.said, l.going = map[string]chan found{}, map[string]bool{}, make(chan struct{})
	l.barred, l.signers = map[string]bool{}, map[string]string{}
	if l.kept, err = l.Stream(ctx, results); err != nil {
		return nil, err
	}
	for _, priority := range priorities { // unstick needs the consumers, even before a worker has created them
		if _, err := waiting(ctx, l.bus, l.hello.Game, l.hello.Rules, priority); err != nil {
			return nil, err
		}
	}
	kv, err := l.KeyValue(ctx, leagues)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	consumer, err := l.kept.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultSubject(l.name, "*"), resultSubject(l.name, "*.again")}, DeliverPolicy: jetstream.DeliverNewPolicy,
	})
	if err != nil {
		cancel()
		return nil, err
	}
	hearing, err := consumer.Consume(func(m jetstream.Msg) {
		if meta, err := m.Metadata(); err == nil {
			l.deliver(m.Subject(), found{meta.Sequence.Stream, m.Headers().Get(signature), m.Data()})
		}
	})
	if err != nil {
		cancel()
		return nil, err
	}
	troubles, err1 := l.Subscribe("troubles."+l.name, l.trouble)
	watch, err2 := kv.Watch(ctx, pauseKey(l.name))
	err3 := l.follow(ctx, barred, func(name string, value []byte) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.barred[name] = value != nil
	})
	err4 := l.follow(ctx, signers, func(name string, value []byte) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.signers[name] = string(value)
	})
	if err := errors.Join(err1, err2, err3, err4); err != nil {
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
	going := l.going // the same channel; only this goroutine replaces it
	for entry := range watch.Updates() {
		if entry != nil { // nil: all initial values have been received
			paused = entry.Operation() == jetstream.KeyValuePut
		}
		l.mu.Lock()
		switch isGoing := closed(going); {
		case paused && isGoing:
			going = make(chan struct{})
			l.going = going
			fmt.Fprintf(l.log, "league %s is paused; continue with: league resume %s\n", l.name, l.name)
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
