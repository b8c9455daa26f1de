package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// submitted is what a team has submitted for a game.
type submitted struct {
	Team      string    `json:"team"`
	Game      string    `json:"game"`
	Withdrawn bool      `json:"withdrawn"`
	Versions  []version `json:"versions"`
	// Chosen is the version that the team wants to play, until a version after Since passes the check; 0: none.
	Chosen int `json:"chosen,omitempty"`
	Since  int `json:"since,omitempty"`
}

// version is a bot that was submitted.
type version struct {
	N      int       `json:"n"` // from 1
	Hash   string    `json:"hash"`
	Word   string    `json:"word"` // the player, as a path from the folder that has bots/HASH
	At     time.Time `json:"at"`
	Size   int       `json:"size"`  // bytes, compressed
	State  string    `json:"state"` // waits, ok or wrong
	Report string    `json:"report,omitempty"`
}

// States of a version.
const (
	waits = "waits"
	right = "ok"
	wrong = "wrong"
)

// maxVersions is how many versions of a team are kept, the latest ones.
const maxVersions = 100

// active returns the version that plays: the latest that passed the check, or the one that the team has chosen since; nil: none
// does.
func (s *submitted) active() *version {
	for i := range slices.Backward(s.Versions) {
		v := &s.Versions[i]
		isBarred := s.Chosen > 0 && v.N <= s.Since && v.N != s.Chosen
		if v.State == right && !s.Withdrawn && !isBarred {
			return v
		}
	}
	return nil
}

// last returns the latest version; nil: there is none.
func (s *submitted) last() *version {
	if len(s.Versions) == 0 {
		return nil
	}
	return &s.Versions[len(s.Versions)-1]
}

func (s *submitted) checkID(v *version) string {
	return fmt.Sprintf("%s-%s-%d", s.Game, s.Team, v.N)
}

// reply is the answer of the server to a team.
type reply struct {
	Error string      `json:"error,omitempty"`
	List  []submitted `json:"list,omitempty"`
}

// serveTeams answers the questions of teams until ctx is done. The subject of a question names the team; the server lets no team
// use the subjects of another one.
func serveTeams(ctx context.Context, b *bus, log io.Writer) error {
	log = web.Lines(log)
	sub, err := b.Subscribe("team.*.*", func(m *nats.Msg) {
		words := strings.Split(m.Subject, ".")
		list, err := b.answer(ctx, words[1], words[2], m)
		r := reply{List: list}
		if err != nil {
			r.Error = err.Error()
			fmt.Fprintf(log, "team %s: %s: %s\n", clean.Line(words[1], 60), clean.Line(words[2], 60), clean.Line(r.Error, clean.MaxDetail))
		}
		if text, err := json.Marshal(r); err == nil {
			m.Respond(text)
		}
	})
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { sub.Unsubscribe() })
	return b.Flush()
}

// answer answers a question of a team.
func (b *bus) answer(ctx context.Context, team, verb string, m *nats.Msg) ([]submitted, error) {
	ctx, cancel := context.WithTimeout(ctx, ask)
	defer cancel()
	game := m.Header.Get("game")
	switch {
	case !isTeam(team):
		return nil, fmt.Errorf("no team can be called %q", team)
	case verb == "list":
		return b.submissions(ctx, team)
	case !word.MatchString(game):
		return nil, fmt.Errorf("no game is called %q", game)
	case verb == "withdraw":
		s, err := b.change(ctx, game, team, func(s *submitted) error {
			if len(s.Versions) == 0 {
				return fmt.Errorf("team %s has submitted nothing for %s", team, game)
			}
			s.Withdrawn = true
			return nil
		})
		return []submitted{s}, err
	case verb == "submit":
		s, err := b.submit(ctx, game, team, m.Header.Get("main"), m.Data)
		return []submitted{s}, err
	}
	return nil, fmt.Errorf("question %q: want submit, withdraw or list", verb)
}

// submit stores a bundle as the next version of a team and has a worker check it. main is the file that is the player; "": none
// is named.
func (b *bus) submit(ctx context.Context, game, team, main string, text []byte) (none submitted, err error) {
	files, err := unpackBundle(text)
	if err != nil {
		return none, err
	}
	if err := files.plays(main); err != nil {
		return none, err
	}
	rules, err := b.rulesOf(ctx, game)
	until := time.Now().Add(10 * time.Second)
	for errors.Is(err, errNoWorker) && time.Now().Before(until) { // it may be starting
		time.Sleep(100 * time.Millisecond)
		rules, err = b.rulesOf(ctx, game)
	}
	if err != nil {
		return none, err
	}
	hash, size, err := b.store(ctx, files)
	if err != nil {
		return none, err
	}
	s, err := b.change(ctx, game, team, func(s *submitted) error {
		v := version{
			N: 1, Hash: hash, Word: files.word("bots/"+hash, main, check.Mains()), At: now().UTC(), Size: size, State: waits,
		}
		if last := len(s.Versions) - 1; last >= 0 {
			if v.N = s.Versions[last].N + 1; s.Versions[last].State == waits {
				return fmt.Errorf("version %d is still being checked: wait until that is done", s.Versions[last].N)
			}
		}
		s.Withdrawn = false
		s.Versions = append(s.Versions, v)
		s.Versions = s.Versions[max(0, len(s.Versions)-maxVersions):]
		return nil
	})
	if err != nil {
		return none, err
	}
	return s, b.order(ctx, &s, &s.Versions[len(s.Versions)-1], rules)
}

// order has a worker check a version. A check that waits already is not ordered twice.
func (b *bus) order(ctx context.Context, s *submitted, v *version, rules string) error {
	text, err := json.Marshal(task{League: checks, Check: v.Word, Job: job.Job{ID: s.checkID(v), Game: s.Game, Rules: rules}})
	if err == nil {
		_, err = b.JetStream.Publish(ctx, jobSubject(s.Game, rules, high, checks, s.checkID(v)), text)
	}
	if isSecond(err) {
		return nil
	}
	return err
}

// rulesOf returns the version of the rules of a game that workers play.
func (b *bus) rulesOf(ctx context.Context, game string) (string, error) {
	list, err := b.present(ctx)
	if err != nil {
		return "", err
	}
	var have []string
	for _, p := range list {
		for _, g := range p.Games {
			if g.Game == game {
				return g.Rules, nil
			}
			have = append(have, g.Game)
		}
	}
	slices.Sort(have)
	if have = slices.Compact(have); len(have) == 0 {
		return "", errNoWorker
	}
	return "", fmt.Errorf("no worker plays %q: they play %s", game, strings.Join(have, ", "))
}

var errNoWorker = errors.New("no worker is running that could check it: try again later")

// change changes what a team has submitted for a game.
func (b *bus) change(ctx context.Context, game, team string, change func(*submitted) error) (submitted, error) {
	return alter(ctx, b, teams, game+"."+team, submitted{Team: team, Game: game}, func(s *submitted) error {
		if err := b.settle(ctx, s); err != nil {
			return err
		}
		return change(s)
	})
}

// settle records the results of checks. A check that has no result and does not wait, because it was lost with the server, is
// ordered again.
func (b *bus) settle(ctx context.Context, s *submitted) error {
	for i := range s.Versions {
		v := &s.Versions[i]
		if v.State != waits {
			continue
		}
		kept, err := b.Stream(ctx, results)
		if err != nil {
			return err
		}
		m, err := kept.GetLastMsgForSubject(ctx, resultSubject(checks, s.checkID(v)))
		if absent(err) {
			n, err := b.count(ctx, jobs, jobSubject(s.Game, "*", high, checks, s.checkID(v)))
			if err != nil {
				return err
			}
			if rules, err := b.rulesOf(ctx, s.Game); n == 0 && err == nil { // without a worker it can wait
				if err := b.order(ctx, s, v, rules); err != nil {
					return err
				}
			}
			continue
		}
		if err != nil {
			return err
		}
		v.State, v.Report = verdict(m.Data)
	}
	return nil
}

// verdict reads the result of a check.
func verdict(text []byte) (state, report string) {
	o, err := unpack(text)
	var r struct {
		OK       bool
		Findings []struct {
			What, Error, Asked, Answered, Stderr string
			OK                                   bool
		}
	}
	if err == nil {
		err = json.Unmarshal([]byte(o.Report), &r)
	}
	if err != nil {
		return wrong, "the report of the check cannot be read: submit the bot again"
	}
	if r.OK {
		return right, ""
	}
	var b strings.Builder
	for _, f := range r.Findings {
		if f.OK || b.Len() > 4000 {
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n", clean.Line(f.What, 200), clean.Line(f.Error, clean.MaxDetail))
		for _, line := range []struct{ name, text string }{{"asked", f.Asked}, {"answered", f.Answered}, {"standard error", f.Stderr}} {
			if line.text != "" {
				fmt.Fprintf(&b, "  %s: %s\n", line.name, clean.Line(line.text, 300))
			}
		}
	}
	return wrong, inFolder.ReplaceAllString(b.String(), "") // the team knows its files by the names in its own folder
}

// submissions returns what a team has submitted, or, for "", what all have.
func (b *bus) submissions(ctx context.Context, team string) (list []submitted, err error) {
	kv, err := b.KeyValue(ctx, teams)
	if err != nil {
		return nil, err
	}
	keys, err := kv.Keys(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, err
	}
	slices.Sort(keys)
	for _, key := range keys {
		game, of, _ := strings.Cut(key, ".")
		if team != "" && of != team {
			continue
		}
		s, err := b.change(ctx, game, of, func(*submitted) error { return nil })
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// teamFlag names the team where the key does not.
func teamFlag() cli.Flag {
	return &cli.StringFlag{Name: "team", Usage: "`TEAM` to speak for, with the admin's key"}
}

func mainFlag() cli.Flag {
	return &cli.StringFlag{Name: "main", Usage: "`FILE` in the folder to run as the player, such as my_team.py (default: the folder itself)"}
}

func gameFlag() cli.Flag { return &cli.StringFlag{Name: "game", Usage: "`GAME`, such as tron"} }

func checkGame(c *cli.Context) error {
	if !word.MatchString(c.String("game")) {
		return usagef("flag --game: %q: want the name of a game", c.String("game"))
	}
	return nil
}

// question sends the server a question of a team and returns the answer.
func question(c *cli.Context, b *bus, verb string, data []byte) (list []submitted, err error) {
	team := c.String("team")
	if file := c.String("creds"); file != "" {
		k, err := readKey(file)
		if err != nil {
			return nil, err
		}
		if own, ok := strings.CutPrefix(k.Name, teamPrefix); ok {
			if team != "" && team != own {
				return nil, usagef("flag --team: the key is that of team %s", own)
			}
			team = own
		}
	}
	if !isTeam(team) {
		return nil, usagef("flag --team: %q: want the name of a team, or its key as --creds", team)
	}
	m := nats.NewMsg("team." + team + "." + verb)
	m.Data = data
	m.Header.Set("game", c.String("game"))
	m.Header.Set("main", c.String("main"))
	answer, err := b.RequestMsg(m, ask)
	if err != nil {
		return nil, fmt.Errorf("the server does not answer: %w", err)
	}
	var r reply
	if err := json.Unmarshal(answer.Data, &r); err != nil {
		return nil, err
	}
	if r.Error != "" {
		return nil, errors.New(r.Error)
	}
	return r.List, nil
}

func submitCommand() *cli.Command {
	c := verb("submit", "submit a bot, which a worker checks", "DIR|FILE",
		"The latest version that passes the check plays. With the link of a team in a course of `league host` no key is needed. Examples:\n\n"+
			"  league submit --creds team-alice.json --game tron mybot\n"+
			"  league submit --creds team-alice.json --game pelita --main my_team.py myteam\n"+
			"  league submit 'http://lab1:8080/team#token=alice.TOKEN' mybot",
		[]cli.Flag{teamFlag(), gameFlag(), mainFlag()}, func(c *cli.Context, b *bus) error {
			if err := checkGame(c); err != nil {
				return err
			}
			files, err := readBundle(c.Args().First())
			if err == nil {
				err = files.plays(c.String("main"))
			}
			if err != nil {
				return usagef("submit: %w", err)
			}
			text, _, err := files.pack()
			if err != nil {
				return err
			}
			if limit := b.MaxPayload(); int64(len(text)) > limit-1024 {
				return fmt.Errorf("submit: %s has %d bytes compressed, the server takes %d", c.Args().First(), len(text), limit-1024)
			}
			list, err := question(c, b, "submit", text)
			if err != nil {
				return err
			}
			n := list[0].Versions[len(list[0].Versions)-1].N
			fmt.Fprintf(c.App.ErrWriter, "version %d, %s, is being checked...\n", n, plural(len(files), "file"))
			return awaitCheck(c, b, n)
		})
	plain := c.Action
	c.Action = func(c *cli.Context) error {
		if first := c.Args().First(); strings.HasPrefix(first, "http://") || strings.HasPrefix(first, "https://") {
			return submitTo(c, first)
		}
		return plain(c)
	}
	return c
}

// awaitCheck waits for the check of a version and prints its result.
func awaitCheck(c *cli.Context, b *bus, n int) error {
	for {
		list, err := question(c, b, "list", nil)
		if err != nil {
			return err
		}
		for _, s := range list {
			at := slices.IndexFunc(s.Versions, func(v version) bool { return v.N == n })
			if s.Game != c.String("game") || at < 0 {
				continue
			}
			switch v := &s.Versions[at]; v.State {
			case right:
				fmt.Fprintf(c.App.Writer, "version %d passes the check: it plays from now on\n", n)
				return nil
			case wrong:
				fmt.Fprint(c.App.Writer, v.Report)
				return fmt.Errorf("version %d does not pass the check", n)
			}
		}
		select {
		case <-time.After(300 * time.Millisecond):
		case <-c.Context.Done():
			return c.Context.Err()
		}
	}
}

func withdrawCommand() *cli.Command {
	return verb("withdraw", "keep a team's bot out of new leagues", "", "Leagues that have started keep it; a ladder drops it. Submitting again brings it back.",
		[]cli.Flag{teamFlag(), gameFlag()}, func(c *cli.Context, b *bus) error {
			if err := checkGame(c); err != nil {
				return err
			}
			_, err := question(c, b, "withdraw", nil)
			return err
		})
}

func listCommand() *cli.Command {
	return verb("list", "list submitted bots: of a team, or with the admin's key of all teams", "", "", []cli.Flag{teamFlag()},
		func(c *cli.Context, b *bus) error {
			var list []submitted
			var err error
			if b.key != nil && strings.HasPrefix(b.key.Name, teamPrefix) || c.String("team") != "" {
				list, err = question(c, b, "list", nil)
			} else {
				list, err = b.submissions(c.Context, "")
			}
			if err != nil {
				return err
			}
			printSubmitted(c.App.Writer, list)
			return nil
		})
}
