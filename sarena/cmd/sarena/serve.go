package main

import (
	"fmt"
	"net"
	"sync"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/kernel/verbs"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

// serve is a player of the original's protocol.
func serve(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "serve", Usage: "let a bot answer the original's XML-RPC",
		UsageText: "sarena serve [BOT]\n\nWhoever calls plays: the original's game.py, another sarena, several at a time. Examples:\n\n" +
			"  sarena serve champion -p 8000\n  sarena serve 'exec:python3 bot.py' -p 8001",
		Flags: []urfave.Flag{
			cli.ListenFlag("8000", "port", "p"),
			&urfave.StringFlag{Name: "bind", Aliases: []string{"b"}, Usage: "`HOST` to listen on, as the original's players name it"},
			cli.NumberFlag("tables", 16, 1, "`NUMBER` of games at the same time"),
			verbs.TokenFlag(),
			&urfave.BoolFlag{Name: "quiet", Usage: "no line for each request"},
		},
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
			make := func() (player, error) {
				p, err := a.Player(spec)
				if err != nil {
					return nil, err
				}
				return match.Inner[sarena.View, sarena.Move](p), nil
			}
			first, err := make()
			if err != nil {
				return err
			}
			turn.Close(first)
			listener, err := net.Listen("tcp", cli.Address(address))
			if err != nil {
				return cli.Usagef("flag --listen: %w", err)
			}
			host := &wire.Host{New: make, Most: cli.Number(c, "tables")}
			defer host.Close()
			server := &xmlrpc.Server{Handle: host.Handle, Log: accessLog(c)}
			if tokens != nil {
				server.Allow = func(password string) bool {
					_, ok := tokens.Team(password)
					return ok
				}
			}
			fmt.Fprintf(c.App.Writer, "Listening on %v\n", listener.Addr())
			return server.Serve(c.Context, listener) // Ctrl-C is how it ends
		},
	}
}

// accessLog writes a line for each request, as the original's players do.
func accessLog(c *urfave.Context) func(net.Addr, string, int) {
	if c.Bool("quiet") {
		return nil
	}
	var mu sync.Mutex
	return func(peer net.Addr, request string, status int) {
		mu.Lock()
		defer mu.Unlock()
		host, _, _ := net.SplitHostPort(peer.String())
		fmt.Fprintf(c.App.ErrWriter, "%s - - [%s] %q %d -\n", host, time.Now().Format("02/Jan/2006 15:04:05"), request, status)
	}
}
