//go:build playground

package main

import (
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/reantics/wire"
)

func main() { page.Main(match.Bind(game()), judge.Of(game()), framePace, match.Params{"undo": "true"}) }

// schemes are the players of the original.
func schemes() []scheme {
	return []scheme{{
		Match: func(spec string) bool { return strings.HasSuffix(spec, ".py") }, Prints: true,
		New: func(spec string, m match.Maker) (player, error) {
			return &wire.Python{File: spec, Start: m.Start, Tee: m.Output}, nil
		},
	}}
}
