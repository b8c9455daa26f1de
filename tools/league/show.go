package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// ask is how long the server may take to answer a command.
const ask = 30 * time.Second

// verb makes a command whose action gets a connection to the server. words names its arguments; all of them are required.
func verb(name, usage, words, text string, flags []cli.Flag, action func(c *cli.Context, b *bus) error) *cli.Command {
	want := strings.Fields(words)
	return &cli.Command{
		Name: name, Usage: usage, Flags: append(natsFlags(), flags...),
		UsageText: strings.TrimSpace("league " + name + " --creds FILE " + words + "\n\n" + text),
		Action: func(c *cli.Context) error {
			if c.NArg() != len(want) {
				return usagef("%s: %s: want %s", name, plural(c.NArg(), "argument"), cmp.Or(strings.Join(want, " "), "none"))
			}
			if err := checkKey(c, name); err != nil {
				return err
			}
			b, err := connect(c, name)
			if err != nil {
				return err
			}
			defer b.Close()
			return action(c, b)
		},
	}
}

// teamVerbs are those that a team's key may use.
var teamVerbs = []string{"submit", "list", "withdraw"}

// checkKey refuses a key that may not use the verb: the server would not answer, and the verb would wait in vain.
func checkKey(c *cli.Context, verb string) error {
	file := c.String("creds")
	if file == "" {
		return nil // connect says what is missing
	}
	k, err := readKey(file)
	if err != nil {
		return usagef("flag --creds: %w", err)
	}
	isTeam := strings.HasPrefix(k.Name, teamPrefix)
	switch {
	case k.foreign || k.Name == "admin" || isTeam && slices.Contains(teamVerbs, verb):
		return nil
	case slices.Contains(teamVerbs, verb):
		return usagef("flag --creds: %s is the key of %s: %s wants that of a team or the admin's", file, k.Name, verb)
	}
	return usagef("flag --creds: %s is the key of %s: %s wants the admin's", file, k.Name, verb)
}

// plural is a number with its noun: 1 file, 2 files.
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}

func statusCommand() *cli.Command {
	return verb("status", "show leagues, waiting games and workers", "", "", nil, func(c *cli.Context, b *bus) error {
		ctx, cancel := context.WithTimeout(c.Context, ask)
		defer cancel()
		out := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
		if err := errors.Join(b.statusOfLeagues(ctx, out), b.statusOfWorkers(ctx, out), b.statusOfBarred(ctx, out)); err != nil {
			return err
		}
		return out.Flush()
	})
}

// statusOfLeagues prints a row for each league.
func (b *bus) statusOfLeagues(ctx context.Context, out *tabwriter.Writer) error {
	kv, err := b.KeyValue(ctx, leagues)
	if err != nil {
		return err
	}
	keys, err := kv.Keys(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return err
	}
	slices.Sort(keys)
	fmt.Fprintln(out, "LEAGUE\tGAME\tTEAMS\tPLAYED\tWAIT\tSTATE\tPRIORITY\tAUDIT\t")
	for _, key := range keys {
		name, ok := strings.CutPrefix(key, headKey(""))
		if !ok {
			continue
		}
		h, err := b.head(ctx, name)
		if err != nil {
			return err
		}
		played, err := b.count(ctx, results, resultSubject(name, "*"))
		if err != nil {
			return err
		}
		wait, err := b.count(ctx, jobs, jobSubject("*", "*", "*", name, "*"))
		if err != nil {
			return err
		}
		events, err := b.events(ctx, name)
		if err != nil {
			return err
		}
		state := "open"
		if slices.Contains(keys, pauseKey(name)) {
			state = "paused"
		}
		priority, said := normal, ""
		if entry, err := kv.Get(ctx, priorityKey(name)); err == nil {
			priority = string(entry.Value())
		}
		if entry, err := kv.Get(ctx, auditKey(name)); err == nil {
			var t tally
			if err := json.Unmarshal(entry.Value(), &t); err != nil {
				return err
			}
			said = fmt.Sprintf("%d agreed, %d wrong, %d differ, %d single", t.Agreed, t.Wrong, t.Differ, t.Single)
		}
		fmt.Fprintf(out, "%s\t%s\t%d\t%d\t%d\t%s\t%s\t%s\n", name, h.Game, len(h.Teams)+climbers(events), played, wait, state, priority, said)
	}
	return nil
}

// count returns how many messages a stream has on the subjects that match.
func (b *bus) count(ctx context.Context, stream, subject string) (int, error) {
	s, err := b.Stream(ctx, stream)
	if err != nil {
		return 0, err
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return 0, err
	}
	return len(info.State.Subjects), nil // each has one message
}

// statusOfWorkers prints a row for each worker.
func (b *bus) statusOfWorkers(ctx context.Context, out *tabwriter.Writer) error {
	list, err := b.present(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "\nWORKER\tPLAYED\tBUSY\tSINCE\tGAMES")
	for _, name := range slices.Sorted(maps.Keys(list)) {
		p := list[name]
		var games []string
		for _, g := range p.Games {
			games = append(games, clean.Line(named(&g), 80))
		}
		fmt.Fprintf(out, "%s\t%d\t%d of %d\t%s\t%s\n",
			clean.Line(name, 60), p.Played, p.Busy, p.Slots, p.Since.Format(time.DateTime), strings.Join(games, ", "))
	}
	return nil
}

// named names a game that a worker plays.
func named(g *protocol.Hello) string {
	return fmt.Sprintf("%s (rules %s, %s)", g.Game, g.Rules, strings.Trim(g.Version, "()"))
}

// statusOfBarred prints a row for each worker that is quarantined, if there is one.
func (b *bus) statusOfBarred(ctx context.Context, out *tabwriter.Writer) error {
	kv, err := b.KeyValue(ctx, barred)
	if err != nil {
		return err
	}
	keys, err := kv.Keys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil
	}
	if err != nil {
		return err
	}
	slices.Sort(keys)
	fmt.Fprintln(out, "\nQUARANTINED\tSINCE\tUNCONFIRMED\tWHY\t")
	for _, name := range keys {
		var of ban
		if entry, err := kv.Get(ctx, name); err == nil && json.Unmarshal(entry.Value(), &of) == nil {
			fmt.Fprintf(out, "%s\t%s\t%d games\t%s\t\n", clean.Line(name, 60), of.At.Format(time.DateTime), len(of.Since), clean.Line(of.Why, 200))
		}
	}
	return nil
}

// present returns the connected workers, by name.
func (b *bus) present(ctx context.Context) (map[string]presence, error) {
	kv, err := b.KeyValue(ctx, workers)
	if err != nil {
		return nil, err
	}
	keys, err := kv.Keys(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, err
	}
	list := map[string]presence{}
	for _, name := range keys {
		var p presence
		if entry, err := kv.Get(ctx, name); err == nil && json.Unmarshal(entry.Value(), &p) == nil { // else it has left meanwhile
			list[name] = p
		}
	}
	return list, nil
}

// printSubmitted prints a row for each version.
func printSubmitted(w io.Writer, list []submitted) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "GAME\tTEAM\tVERSION\tCHECK\tSUBMITTED\tHASH\t")
	for _, s := range list {
		for i := range s.Versions {
			v, plays := &s.Versions[i], ""
			switch active := s.active(); {
			case active == v:
				plays = "plays"
			case s.Withdrawn:
				plays = "withdrawn"
			}
			fmt.Fprintf(out, "%s\t%s\t%d\t%s\t%s\t%.12s\t%s\n", s.Game, s.Team, v.N, v.State, v.At.Format(time.DateTime), v.Hash, plays)
		}
	}
	out.Flush()
}

// head returns the entry of a league on the server.
func (b *bus) head(ctx context.Context, name string) (h head, err error) {
	if !word.MatchString(name) {
		return h, usagef("no league is called %q", name)
	}
	kv, err := b.KeyValue(ctx, leagues)
	if err != nil {
		return h, err
	}
	entry, err := kv.Get(ctx, headKey(name))
	if absent(err) {
		return h, usagef("no league is called %q; `league status` lists them", name)
	}
	if err == nil {
		err = json.Unmarshal(entry.Value(), &h)
	}
	return h, err
}

func standingsCommand() *cli.Command {
	return verb("standings", "show the table of a league, finished or not", "NAME", "", nil, func(c *cli.Context, b *bus) error {
		dir, err := os.MkdirTemp("", "league-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		t, err := b.export(c.Context, c.Args().First(), filepath.Join(dir, "t"))
		if err != nil {
			return err
		}
		defer t.Close()
		report, err := t.Report()
		if err != nil {
			return err
		}
		return report.Text(c.App.Writer)
	})
}

func exportCommand() *cli.Command {
	return verb("export", "write a league to a folder that the game's own verbs read", "NAME DIR",
		"The folder is a tournament: `GAME tournament standings DIR`, `verify DIR` and `report DIR --html OUT` read it.", nil,
		func(c *cli.Context, b *bus) error {
			t, err := b.export(c.Context, c.Args().First(), c.Args().Get(1))
			if err != nil {
				return err
			}
			defer t.Close()
			done, all, err := t.Progress()
			fmt.Fprintf(c.App.ErrWriter, "%d of %d games are in %s\n", done, all, t.Dir)
			return err
		})
}

// export makes the folder of a league from its results.
func (b *bus) export(ctx context.Context, name, dir string) (*tournament.Tournament, error) {
	h, err := b.head(ctx, name)
	if err != nil {
		return nil, err
	}
	l := &handing{bus: b, name: name, hello: protocol.Hello{Game: h.Game, Rules: h.Rules, Seats: h.Seats}, log: os.Stderr}
	if l.kept, err = b.Stream(ctx, results); err != nil {
		return nil, err
	}
	t, err := tournament.Prepare(dir, l.bound(), h.Head, nil)
	if errors.Is(err, tournament.ErrExists) {
		return nil, usagef("export: %s already holds a tournament", dir)
	}
	if err != nil {
		return nil, err
	}
	events, err := b.events(ctx, name)
	if err == nil {
		t.Happened(events)
		err = t.Begin()
	}
	if err == nil {
		err = t.Fill(func(j job.Job) (tournament.Found, error) { return l.find(ctx, &j) })
	}
	if err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// find returns a finished game. A game whose result is not credible counts as not played: `league run` hands it out again.
func (l *handing) find(ctx context.Context, j *job.Job) (none tournament.Found, err error) {
	f, err := l.look(ctx, j.ID)
	if f == nil || err != nil {
		return none, err
	}
	o, err := unpack(f.text)
	if err != nil {
		return none, nil
	}
	if why := o.nobody(); why != "" {
		return none, &tournament.VoidError{Reason: why}
	}
	line, err := credible(j, l.hello.Seats, o)
	if err != nil {
		return none, nil
	}
	return tournament.Found{Line: line, Record: []byte(o.Done.Record)}, nil
}

func pauseCommand() *cli.Command {
	return verb("pause", "stop handing out the games of a league", "NAME", "Games that were handed out are still played.", nil, func(c *cli.Context, b *bus) error {
		return b.pause(c, func(ctx context.Context, kv jetstream.KeyValue, key string) error {
			_, err := kv.Put(ctx, key, nil)
			return err
		})
	})
}

func unpauseCommand() *cli.Command {
	return verb("resume", "continue a paused league", "NAME", "", nil, func(c *cli.Context, b *bus) error {
		return b.pause(c, func(ctx context.Context, kv jetstream.KeyValue, key string) error { return kv.Delete(ctx, key) })
	})
}

// pause changes whether the league that the first argument names is paused.
func (b *bus) pause(c *cli.Context, change func(context.Context, jetstream.KeyValue, string) error) error {
	ctx, cancel := context.WithTimeout(c.Context, ask)
	defer cancel()
	name := c.Args().First()
	if _, err := b.head(ctx, name); err != nil {
		return err
	}
	kv, err := b.KeyValue(ctx, leagues)
	if err != nil {
		return err
	}
	return change(ctx, kv, pauseKey(name))
}

func releaseCommand() *cli.Command {
	return verb("release-worker", "let a quarantined worker play again", "NAME", "", nil, func(c *cli.Context, b *bus) error {
		name := c.Args().First()
		kv, err := b.KeyValue(c.Context, barred)
		if err != nil {
			return err
		}
		if word.MatchString(name) {
			_, err = kv.Get(c.Context, name)
		}
		if !word.MatchString(name) || absent(err) {
			return usagef("release-worker: no worker %q is quarantined; `league status` lists those that are", name)
		}
		if err != nil {
			return err
		}
		return kv.Delete(c.Context, name)
	})
}

func recallCommand() *cli.Command {
	return verb("recall", "delete all results of a worker in a league", "NAME WORKER",
		"For a worker that an audit found wrong. End `league run` of the league first. Then `league export NAME DIR` makes a folder without these\n"+
			"games, and `league run --name NAME --dir DIR` has them played again.", nil,
		func(c *cli.Context, b *bus) error {
			name, worker := c.Args().First(), c.Args().Get(1)
			if _, err := b.head(c.Context, name); err != nil {
				return err
			}
			n, err := b.recall(c.Context, name, worker)
			if n == 0 && err == nil {
				return usagef("recall: league %s has no result of a worker %q: want the name as `league status` and audits write it", name, clean.Line(worker, 60))
			}
			fmt.Fprintf(c.App.Writer, "%s of worker %s deleted\n", plural(n, "result"), clean.Line(worker, 60))
			return err
		})
}

// recall deletes the results of a worker in a league, and returns how many there were.
func (b *bus) recall(ctx context.Context, name, worker string) (n int, err error) {
	kept, err := b.Stream(ctx, results)
	if err != nil {
		return 0, err
	}
	info, err := kept.Info(ctx, jetstream.WithSubjectFilter(resultSubject(name, ">")))
	if err != nil {
		return 0, err
	}
	for subject := range info.State.Subjects {
		if strings.Contains(subject, ".died.") {
			continue
		}
		m, err := kept.GetLastMsgForSubject(ctx, subject)
		if absent(err) {
			continue
		}
		if err != nil {
			return n, err
		}
		if o, err := unpack(m.Data); err != nil || o.Worker != worker {
			continue
		}
		if err := kept.DeleteMsg(ctx, m.Sequence); err != nil && !absent(err) {
			return n, err
		}
		if err := kept.Purge(ctx, jetstream.WithPurgeSubject(subject+".died.*")); err != nil {
			return n, err
		}
		n++
	}
	return n, b.Conn.Publish(recalledSubject(name), nil)
}
