//go:build !lean || (contest && web)

package main

import "github.com/gridiron-games/gridiron/kernel/arena/cli"

func init() {
	wings = append(wings, func(p *cli.Program) { p.Fronts = append(p.Fronts, tournamentVerb, cupVerb) })
}
