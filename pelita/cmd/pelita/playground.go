//go:build playground

package main

import (
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

func main() { page.Main(match.Bind(game()), judge.Of(game()), framePace, nil) }

// schemes are the teams in Python: players in a network cannot be reached from a browser.
func schemes() []scheme {
	return []scheme{{
		Match: func(spec string) bool { return strings.HasSuffix(spec, ".py") }, Prints: true,
		New: func(spec string, m match.Maker) (player, error) {
			return wire.NewTeam(spec, wire.Options{Budget: wire.DefaultBudget, Start: m.Start, Tee: m.Output})
		},
	}}
}
