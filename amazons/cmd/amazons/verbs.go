//go:build !playground

package main

import (
	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
)

// newBot is the verb new-bot, which also writes clients for the network.
func newBot(a *cli.App) *urfave.Command {
	const transport = "transport"
	return verbs.NewBotOf(a, &verbs.Kind{
		Flag: &urfave.StringFlag{Name: transport, Usage: "write a client that plays over `NETWORK`: tcp or udp (default: a bot for line JSON)"},
		Use:  "--transport tcp",
		Of: func(c *urfave.Context) (string, error) {
			kind := c.String(transport)
			if c.IsSet(transport) && kind != "tcp" && kind != "udp" {
				return "", cli.Usagef("flag --%s: %q: want tcp or udp", transport, kind)
			}
			return kind, nil
		},
	})
}
