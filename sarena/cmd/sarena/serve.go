//go:build !lean || web

package main

import (
	"fmt"
	"net"
	"sync"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/kernel/arena/web/tables"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/referee"
	"github.com/gridiron-games/gridiron/sarena/view"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

// serve answers the original's protocol with our players.
func serve(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "serve", Usage: "let a bot answer the original's XML-RPC",
		UsageText: "sarena serve [BOT]\n\nCallers are the original's game.py or another sarena. Several can play at the same time. Examples:\n\n" +
			"  sarena serve champion -p 8000\n  sarena serve 'exec:python3 bot.py' -p 8001",
		Flags: append([]urfave.Flag{
			cli.ListenFlag("8000", "port", "p"),
			&urfave.StringFlag{Name: "bind", Aliases: []string{"b"}, Usage: "`HOST` to listen on, as in the original's players"},
			cli.NumberFlag("tables", 16, 1, "`NUMBER` of games at the same time"),
			verbs.TokenFlag(),
			&urfave.BoolFlag{Name: "quiet", Usage: "do not print a line for each request"},
		}, page.Flags("show the games in a browser")...),
		Action: func(c *urfave.Context) error {
			address := c.String("listen")
			if host := c.String("bind"); host != "" {
				address = net.JoinHostPort(host, address)
			}
			if c.NArg() > 1 {
				return cli.Usagef("serve: argument %q: want one player", c.Args().Get(1))
			}
			spec := "champion"
			if c.NArg() > 0 {
				spec = c.Args().First()
			}
			tokens, err := verbs.Tokens(c)
			if err != nil {
				return err
			}
			create := func() (player, error) {
				p, err := a.Player(spec)
				if err != nil {
					return nil, err
				}
				return match.Attended[sarena.View, sarena.Move](p), nil
			}
			first, err := create()
			if err != nil {
				return err
			}
			turn.Close(first)
			listener, err := net.Listen("tcp", admission.Address(address))
			if err != nil {
				return cli.Usagef("flag --listen: %w", err)
			}
			host := &wire.Host{New: create, Most: cli.Number(c, "tables")}
			tables, err := tables.Open(a, c)
			if err != nil {
				return err
			}
			defer tables.Close()
			if tables != nil {
				host.Played = (&watching{tables: tables, spec: spec, games: map[int]*watched{}}).played
			}
			defer host.Close()
			server := &xmlrpc.Server{Handle: host.Handle, Log: accessLog(c)}
			if tokens != nil {
				server.Allow = func(password string) bool {
					_, ok := tokens.Team(password)
					return ok
				}
			}
			fmt.Fprintf(c.App.Writer, "Listening on %v\n", listener.Addr())
			return server.Serve(c.Context, listener) // Ctrl-C is its normal end
		},
	}
}

// accessLog writes a line for each request, as the original's players do, unless there are too many.
func accessLog(c *urfave.Context) func(net.Addr, string, int) {
	if c.Bool("quiet") {
		return nil
	}
	note := web.Notes(func(line string) { fmt.Fprintln(c.App.ErrWriter, line) })
	return func(peer net.Addr, request string, status int) {
		host, _, _ := net.SplitHostPort(peer.String())
		note(fmt.Sprintf("%s - - [%s] %.200q %d -", host, time.Now().Format("02/Jan/2006 15:04:05"), request, status))
	}
}

// watching shows games on a page.
type watching struct {
	tables *tables.Tables
	spec   string // our player
	mu     sync.Mutex
	games  map[int]*watched
}

// maxWatched is the largest number of games that are followed.
const maxWatched = 200

// watched is a game that is shown.
type watched struct {
	*tables.Table
	before *scene.Scene
	ply    int
}

// played shows the turn of the caller, if it is known, and ours.
func (w *watching) played(game int, v sarena.View, m sarena.Move) {
	w.mu.Lock()
	g := w.games[game]
	if g == nil {
		names := []string{"caller", "caller"}
		names[v.Position.Side()] = w.spec
		g = &watched{Table: w.tables.Table(game, names)}
		w.games[game] = g
		delete(w.games, game-maxWatched) // callers do not report that they give up a game
	}
	w.mu.Unlock() // one turn of a game is played at a time
	if g.before == nil {
		g.show(v.Position, v.Last, 0)
	} else {
		g.show(v.Position, v.Last, v.Step-1)
	}
	after := v.Position.Play(m)
	if g.show(after, m, v.Step); after.Over() {
		w.mu.Lock()
		delete(w.games, game)
		w.mu.Unlock()
	}
}

func (g *watched) show(p sarena.Position, last sarena.Move, turns int) {
	now := view.Scene(g.before, p, last, turns)
	shown := web.Snapshot{Ply: g.ply, Scene: func() scene.Scene { return now }, Text: p.Diagram}
	if p.Over() {
		result := record.ResultOf(referee.New(p).Result(), referee.Seats)
		shown.Result = g.Result(&result)
	}
	g.Show(shown)
	g.before, g.ply = &now, g.ply+1
}
