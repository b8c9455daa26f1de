//go:build !lean || web

package main

import (
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
)

func init() {
	wings = append(wings, page.Wing(judge.Of(game()), nil, finds...),
		func(p *cli.Program) { p.Fronts = append(p.Fronts, server) })
}
