//go:build !lean || web

package main

import (
	"regexp"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
)

func init() {
	wings = append(wings, page.Wing(judge.Of(game()), nil, finds()...),
		func(p *cli.Program) { p.Fronts = append(p.Fronts, serve) })
}

// finds recognises players with the course's search, which new-bot --alphabeta writes. They use line JSON only if a flag on their
// command line asks for it.
func finds() (list []page.Find) {
	for _, pattern := range []string{"player.py", "*/player.py"} {
		list = append(list, page.Find{
			Pattern: pattern,
			Is:      regexp.MustCompile(`(?m)^from sarena import\b.*\bplayer_main\b`).MatchString,
			Spec:    func(path string) string { return check.Runs("python3", path) + " --json" },
		})
	}
	return list
}
