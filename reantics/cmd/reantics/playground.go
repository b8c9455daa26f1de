//go:build playground

package main

import (
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
)

func main() { page.Main(match.Bind(game()), judge.Of(game()), framePace, match.Params{"undo": "true"}) }

// schemes: programs and players in a network cannot be reached from a browser.
func schemes() []scheme { return nil }
