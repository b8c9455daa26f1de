//go:build !lean || web

package main

import (
	"regexp"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
)

func init() { wings = append(wings, page.Wing(judge.Of(game()), &kept, finds()...)) }

// finds are the original's players that the page finds in its working directory: files with a class AIPlayer, also in the folder
// AI, where the original has them.
func finds() (list []page.Find) {
	for _, dir := range []string{"", "*/", "*/AI/"} {
		list = append(list, page.Find{Pattern: dir + "*.py", Is: regexp.MustCompile(`(?m)^class\s+AIPlayer\b`).MatchString},
			page.Find{Pattern: dir + "*.pyc", Is: func(text string) bool { return strings.Contains(text, "AIPlayer") }})
	}
	return list
}
