//go:build !lean || web

package main

import (
	"path"
	"regexp"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
)

func init() {
	wings = append(wings, page.Wing(judge.Of(game()), nil, finds...),
		func(p *cli.Program) { p.Fronts = append(p.Fronts, server) })
}

// finds recognises the teams that the page offers from its working directory: Python files with what the original requires of a
// team, and folders with such an __init__.py, which may import it from another file.
var finds = []page.Find{
	{
		Pattern: "*/__init__.py", Spec: func(file string) string { return "./" + path.Dir(file) },
		Is: func(text string) bool { return strings.Contains(text, "TEAM_NAME") && strings.Contains(text, "move") },
	},
	{Pattern: "*.py", Is: isTeam},
	{Pattern: "*/*.py", Is: isTeam},
}

var (
	teamName = regexp.MustCompile(`(?m)^TEAM_NAME\b`)
	teamMove = regexp.MustCompile(`(?m)^(def\s+move\b|move\s*=|(from|import)\b.*\bmove\b)`)
)

func isTeam(text string) bool { return teamName.MatchString(text) && teamMove.MatchString(text) }
