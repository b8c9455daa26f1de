//go:build !lean || web

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/kernel/arena/web/tables"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/notation"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// server lends teams.
func server(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "server", Usage: "lend teams of every kind to games on other machines, also to the original program",
		UsageText: "pelita server TEAM... [--listen [HOST:]PORT]\npelita server show-statistics --session-key KEY [--url URL]\n" +
			"pelita server add-team TEAM --session-key KEY [--url URL]\n\n" +
			"Games name the teams as pelita://HOST[:PORT]/NAME. The word remote-server may\nstand before the teams, as in the original. Examples:\n\n" +
			"  pelita server my_team.py champion\n  pelita server my_team.py --listen 0.0.0.0:41736\n" +
			"  pelita server --config server.yaml",
		Flags: append([]urfave.Flag{
			cli.ListenFlag(strconv.Itoa(wire.Port)),
			&urfave.StringFlag{Name: "address", Usage: "`HOST` to listen on; the same as --listen HOST:PORT"},
			&urfave.StringFlag{Name: "port", Usage: "`PORT` to listen on; the same as --listen PORT"},
			&urfave.GenericFlag{Name: "team", Value: new(words), Usage: "one more `TEAM`; may be given several times"},
			&urfave.StringFlag{Name: "config", Usage: "`FILE` in YAML with address, port, teams (each with a spec), advertise, max_connections"},
			&urfave.StringFlag{Name: "advertise", Usage: "announce the teams in the local network at `HOST[:PORT]`; scans get this address, too"},
			cli.NumberFlag("tables", 50, 1, "`NUMBER` of games at the same time"),
			cli.NumberFlag("max-connections", 50, 1, "the same as --tables `NUMBER`"),
			&urfave.StringFlag{Name: "patience", Value: "60s", Usage: "longest `TIME` that a game may be silent while another waits for its table"},
			&urfave.StringFlag{Name: "rules", Value: "2.5.1", Usage: "`VERSION` of the teams' conversation, 2.5.1 or 2.7.0"},
			verbs.TokenFlag(),
			&urfave.StringFlag{Name: "url", Value: wire.Scheme + "localhost/", Usage: "`URL` of the server that is asked"},
			&urfave.BoolFlag{Name: originalFlag, Hidden: true, Usage: "with the defaults of pelita-server"},
			&urfave.StringFlag{Name: "session-key", Usage: "`KEY` that the server printed"},
		}, slices.Concat(page.Flags("show the games in a browser, as the team that is lent sees them"), playerFlags())...),
		Action: func(c *urfave.Context) error {
			word, rest := "remote-server", c.Args().Slice()
			if len(rest) > 0 && slices.Contains(serverWords, rest[0]) {
				word, rest = rest[0], rest[1:]
			}
			if word == "remote-server" {
				return lend(c, a, rest)
			}
			return administer(c, a, word, rest)
		},
	}
}

// words are the values of a flag that may be given several times.
type words []string

// Set adds a value.
func (w *words) Set(text string) error {
	*w = append(*w, text)
	return nil
}

func (w *words) String() string { return strings.Join(*w, " ") }

// administer sends a command to a running server.
func administer(c *urfave.Context, a *cli.App, word string, rest []string) (err error) {
	key, url := c.String("session-key"), c.String("url")
	want := map[string]int{"show-statistics": 0, "add-team": 1}[word]
	switch {
	case len(rest) != want:
		return cli.Usagef("server %s: %d arguments: want %d", word, len(rest), want)
	case key == "":
		return cli.Usagef("server %s: want --session-key KEY: the server printed it when it began", word)
	}
	var lines []string
	if word == "add-team" {
		lines, err = wire.AddTeam(c.Context, url, key, rest[0])
	} else {
		lines, err = wire.Statistics(c.Context, url, key)
	}
	if err != nil {
		return fmt.Errorf("server %s: %w", word, err)
	}
	for _, line := range lines {
		fmt.Fprintln(a.Out, line)
	}
	return nil
}

// lending is what a server lends and where; from the command line and a configuration.
type lending struct {
	teams                    []string
	address, port, advertise string
	tables                   int
}

// readLending reads the configuration, which the command line overrides.
func readLending(c *urfave.Context, teams []string) (l lending, err error) {
	if path := c.String("config"); path != "" {
		if err := l.readConfig(path); err != nil {
			return l, cli.Usagef("flag --config: %w", err)
		}
	}
	if teams = append(teams, *c.Generic("team").(*words)...); len(teams) > 0 {
		l.teams = teams
	}
	for name, to := range map[string]*string{"address": &l.address, "port": &l.port, "advertise": &l.advertise} {
		if c.IsSet(name) {
			*to = c.String(name)
		}
	}
	switch {
	case c.IsSet("max-connections"):
		l.tables = cli.Number(c, "max-connections")
	case c.IsSet("tables") || l.tables == 0:
		l.tables = cli.Number(c, "tables")
	}
	switch listen := admission.Address(c.String("listen")); {
	case c.IsSet("listen") && (c.IsSet("address") || c.IsSet("port")):
		return l, cli.Usagef("flags --listen, --address and --port: --listen HOST:PORT has address and port already; give either --listen or the other two")
	case c.IsSet("listen") || l.address == "" && l.port == "" && !c.Bool(originalFlag):
		l.address, l.port, err = net.SplitHostPort(listen)
	default:
		host := "127.0.0.1"
		if c.Bool(originalFlag) {
			host = "0.0.0.0"
		}
		l.address, l.port = cmp.Or(l.address, host), cmp.Or(l.port, strconv.Itoa(wire.Port))
	}
	if n, wrong := strconv.Atoi(l.port); err == nil && (wrong != nil || n < 0 || n > 65535) {
		return l, cli.Usagef("flag --port: %q: want a number up to 65535", l.port)
	}
	return l, err
}

// readConfig reads a configuration of the original's server.
func (l *lending) readConfig(path string) error {
	content, err := files.Read(path, files.MostText)
	if err != nil {
		return err
	}
	top, err := parseYAML(string(content))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	texts := map[string]*string{"address": &l.address, "port": &l.port, "advertise": &l.advertise}
	for key, value := range top {
		text, _ := value.(string)
		switch to := texts[key]; {
		case to != nil:
			*to = text
		case key == "max_connections":
			if l.tables, err = strconv.Atoi(text); err != nil || l.tables < 1 {
				return fmt.Errorf("%s: max_connections: %q: want a whole number, at least 1", path, text)
			}
		case key == "teams":
			list, _ := value.([]any)
			for i, item := range list {
				object, _ := item.(map[string]any)
				spec, _ := object["spec"].(string)
				if spec == "" {
					return fmt.Errorf("%s: team %d: want a spec", path, i+1)
				}
				l.teams = append(l.teams, spec)
			}
		default:
			return fmt.Errorf("%s: %s: unknown key%s", path, key,
				notation.Suggest(key, []string{"address", "port", "teams", "advertise", "max_connections"}))
		}
	}
	return nil
}

// lend runs the server.
func lend(c *urfave.Context, a *cli.App, teams []string) error {
	version, err := pelita.ParseVersion(c.String("rules"))
	if err != nil {
		return cli.Usagef("flag --rules: %w", err)
	}
	patience, err := timer.ParseDuration(c.String("patience"))
	if err != nil {
		return cli.Usagef("flag --patience: %w", err)
	}
	tokens, err := verbs.Tokens(c)
	if err != nil {
		return err
	}
	l, err := readLending(c, teams)
	switch {
	case err != nil:
		return err
	case len(l.teams) == 0:
		return cli.Usagef("server: want a team")
	}
	s := &wire.Server{
		Patience: patience, Tokens: tokens,
		Address: net.JoinHostPort(l.address, l.port), MaxConnections: l.tables, Version: version,
		Options: wire.Options{Python: c.String("python"), StandIn: c.String("stand-in") == "always"},
		Lend:    lender(a), Notes: web.Notes(func(text string) { fmt.Fprintln(a.Err, text) }),
	}
	if err := s.Listen(); err != nil {
		return cli.Usagef("flag --listen: %w", err)
	}
	tables, err := tables.Open(a, c)
	if err != nil {
		return err
	}
	defer tables.Close()
	if tables != nil {
		s.Watch = (&watching{tables: tables}).game
	}
	if _, _, err := net.SplitHostPort(l.advertise); l.advertise != "" && err != nil {
		l.advertise = net.JoinHostPort(l.advertise, strconv.Itoa(s.Addr().Port))
	}
	s.Advertise = l.advertise
	defer wire.CleanUp()
	for _, spec := range l.teams {
		if err := s.Add(c.Context, spec, ""); err != nil {
			return err
		}
	}
	if l.advertise != "" {
		announced, err := announce(l.advertise, s.Teams())
		if err != nil {
			return cli.Usagef("flag --advertise: %w", err)
		}
		defer announced.Close()
		fmt.Fprintf(a.Err, "announced in the local network as %s\n", l.advertise)
	}
	fmt.Fprintf(a.Out, "listening on %v, session key %s\n", s.Addr(), s.Key())
	if err := s.Serve(c.Context); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
