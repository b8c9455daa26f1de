//go:build !playground

package main

import (
	"encoding/json"
	"fmt"
	"net"
	"runtime"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/bot"
	"github.com/gridiron-games/gridiron/tron/referee"
	"github.com/gridiron-games/gridiron/tron/wire/client"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// join lets a bot play on somebody else's server.
func join(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "join", Usage: "let a bot play on a Chillin server, the original or ours",
		UsageText: "tron join HOST:PORT|CLIENTCFG.JSON BOT [config.KEY=VALUE...]\n\nExamples:\n\n  tron join localhost:5000 voronoi --team Team1\n" +
			"  tron join 10.0.0.7:5000 'exec:python3 bot.py' --team Team2\n  tron join gamecfg.json fill config.net.port=5005",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "team", Usage: "nickname of the `TEAM` (default: the name of the bot)"},
			&urfave.StringFlag{
				Name: "token", Aliases: []string{"team-token"},
				Usage: "`TOKEN` for a server that asks for one, or @FILE that contains it: others can see the command line",
			},
			&urfave.StringFlag{Name: "name", Value: "0", Usage: "`NAME` of the player in the server's configuration"},
			cli.NumberFlag("tries", 5, 1, "`NUMBER` of attempts to connect, with a second between them"),
			&urfave.StringFlag{Name: "seed", Usage: "`NUMBER` from which the bot draws (default: drawn)"},
			&urfave.BoolFlag{
				Name:  "only-answers",
				Usage: "send only what the bot answers. Without this flag, if a wall is straight ahead, a turn is sent at once, and the bot's answer replaces it",
			},
		},
		Action: func(c *urfave.Context) error { return joinServer(c, a) },
	}
}

// joinServer plays on a server.
func joinServer(c *urfave.Context, a *cli.App) error {
	if c.NArg() < 2 {
		return cli.Usagef("join: want a server and a bot, as in tron join localhost:5000 fill")
	}
	spec := c.Args().Get(1)
	who, err := joiner(c)
	if err != nil {
		return err
	}
	if who.Team == "" {
		who.Team = ks.Latin(spec)
	}
	if who.Seed = c.String("seed"); who.Seed == "" {
		who.Seed = seeds.Draw()
	}
	who.Game = chat
	if !c.Bool("only-answers") {
		who.Safe = bot.Safe
	}
	who.Note = func(line string) { fmt.Fprintln(a.Err, line) }
	a.Cores = runtime.GOMAXPROCS(0) // the other player runs on another machine
	p, err := a.Player(spec)
	if err != nil {
		return err
	}
	defer p.Close()
	ours := plain{turn.Wrapped[tron.View, referee.Order]{Player: match.Attended[tron.View, referee.Order](p)}}
	end, err := who.Play(c.Context, ours)
	if err != nil {
		return fmt.Errorf("join %s: %w", who.Address, err)
	}
	side, other := end.Seat, end.Seat.Other()
	score := func(s tron.Seat) string { return clean.Line(ks.Text(end.Scores[s]), 20) } // the server may send any text
	what := "lost to"
	switch {
	case end.Draw:
		what = "drew with"
	case end.Winner == side:
		what = "beat"
	}
	_, err = fmt.Fprintf(a.Out, "%s (%s) %s %s: %s to %s in %d cycles\n", strings.ToUpper(side.String()), spec, what,
		strings.ToUpper(other.String()), score(side), score(other), end.Position.Cycle())
	return err
}

// joiner reads the server's address and our name, from the command line or from the configuration of an original client.
func joiner(c *urfave.Context) (*client.Client, error) {
	who := &client.Client{Tries: cli.Number(c, "tries"), Wait: time.Second, Slot: ks.Latin(c.String("name"))}
	where := c.Args().First()
	if strings.HasSuffix(where, ".json") {
		if err := readClientConfig(where, who); err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
	} else if _, _, err := net.SplitHostPort(where); err != nil {
		return nil, cli.Usagef("join: server %q: want HOST:PORT or a gamecfg.json of a client", where)
	} else {
		who.Address = where
	}
	for _, arg := range c.Args().Slice()[2:] {
		key, value, found := strings.Cut(arg, "=")
		host, port, _ := net.SplitHostPort(who.Address)
		switch {
		case found && key == "config.net.host":
			who.Address = net.JoinHostPort(value, port)
		case found && key == "config.net.port":
			who.Address = net.JoinHostPort(host, value)
		case found && key == "config.ai.agent_name":
			who.Slot = ks.Latin(value)
		case found && key == "config.ai.team_nickname":
			who.Team = ks.Latin(value)
		case found && key == "config.ai.token":
			token, err := admission.Secret(value)
			if err != nil {
				return nil, cli.Usagef("join: argument %s: %w", key, err)
			}
			who.Token = ks.Latin(token)
		default:
			return nil, cli.Usagef("join: argument %q: want config.KEY=VALUE, where KEY is net.host, net.port, ai.agent_name, ai.team_nickname or ai.token", arg)
		}
	}
	if c.IsSet("name") {
		who.Slot = ks.Latin(c.String("name"))
	}
	if c.IsSet("tries") {
		who.Tries = cli.Number(c, "tries")
	}
	if c.IsSet("team") {
		who.Team = ks.Latin(c.String("team"))
	}
	if c.IsSet("token") {
		token, err := admission.Secret(c.String("token"))
		if err != nil {
			return nil, cli.Usagef("flag --token: %w", err)
		}
		who.Token = ks.Latin(token)
	}
	return who, nil
}

// readClientConfig reads the gamecfg.json of an original client.
func readClientConfig(name string, who *client.Client) error {
	text, err := files.Read(name, files.MostText)
	if err != nil {
		return err
	}
	var file struct {
		General struct {
			Offline *bool `json:"offline_mode"`
		}
		Net struct {
			Host  string
			Port  int
			Tries int     `json:"max_tries"`
			Wait  float64 `json:"retry_waiting_time"`
		}
		AI struct {
			Name  string `json:"agent_name"`
			Team  string `json:"team_nickname"`
			Token string
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	if file.Net.Host == "" || file.Net.Port < 1 || file.Net.Port > 65535 {
		return fmt.Errorf("net: %q and %d: want host and port of a server", file.Net.Host, file.Net.Port)
	}
	who.Address = net.JoinHostPort(file.Net.Host, strconv.Itoa(file.Net.Port))
	who.Team = ks.Latin(file.AI.Team)
	if file.General.Offline != nil && !*file.General.Offline {
		who.Token = ks.Latin(file.AI.Token)
	}
	if file.AI.Name != "" {
		who.Slot = ks.Latin(file.AI.Name)
	}
	if file.Net.Tries > 0 {
		who.Tries = file.Net.Tries
	}
	if file.Net.Wait > 0 {
		who.Wait = time.Duration(file.Net.Wait * float64(time.Second))
	}
	return nil
}
