//go:build !playground

package main

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/sarena/wire"
)

func schemes() []scheme {
	remote := func(prefix, usage string) scheme {
		return scheme{Prefix: prefix, Usage: usage, New: func(rest string, _ match.Maker) (player, error) {
			p, err := dial(prefix + rest)
			if err != nil { // not p, err: an interface that holds a nil *Remote is not nil
				return nil, err
			}
			return p, nil
		}}
	}
	return []scheme{
		remote("http://", "http://[TEAM:TOKEN@]HOST:PORT[/PATH]\ta player who answers the original's XML-RPC there"),
		remote("https://", "https://HOST:PORT[/PATH]\tthe same, encrypted"),
		{
			Prefix: "xmlrpc:", Usage: "xmlrpc:COMMAND ARGS\tsuch a player, started here; PORT among ARGS becomes a free port, else the port is 8000",
			New: func(rest string, m match.Maker) (player, error) {
				words, err := wire.ParseCommand(rest)
				if err != nil {
					return nil, err
				}
				return &wire.Started{Command: words, Options: m.Start, Output: m.Output}, nil
			},
		},
	}
}

// dial returns the player behind a URI. In http://TEAM:@FILE@HOST:PORT[/PATH], the file holds the token: the password of the
// team.
func dial(uri string) (*wire.Remote, error) {
	user, more, found := strings.Cut(uri, ":@")
	if _, team, _ := strings.Cut(user, "://"); !found || strings.Contains(team, "/") {
		return wire.Dial(uri)
	}
	at := strings.LastIndexByte(more, '@')
	if at < 1 {
		return nil, errors.New("want a file with the token and a server: http://TEAM:@FILE@HOST:PORT")
	}
	secret, err := admission.Secret("@" + more[:at])
	if err != nil {
		return nil, fmt.Errorf("TEAM:@FILE@HOST: %w", err)
	}
	return wire.Dial(user + ":" + url.PathEscape(secret) + more[at:])
}
