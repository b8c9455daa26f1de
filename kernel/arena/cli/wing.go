package cli

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// Wing adds what a part of kernel/arena has to a program: fronts, a page, a launcher.
type Wing func(*Program)

// With adds wings to a program and returns it.
func (p *Program) With(wings ...Wing) *Program {
	for _, add := range wings {
		add(p)
	}
	return p
}

// usualOrder is the order of verbs in the help, whichever wing they are from; others follow as they were added.
var usualOrder = []string{
	"play", "tournament", "ladder", "compare", "worker", "review", "replay", "convert", "moves", "check", "bots", "completion", "version",
	"manual", "perft", "bench", "new-bot", "env", "serve", "playground",
}

// verbs makes the verbs of the fronts, in the usual order. Of verbs with the same name, the last one counts: a wing may have more
// of a verb that there already is.
func (a *App) verbs() (list []*cli.Command) {
	for _, front := range a.Fronts {
		c := front(a)
		if i := slices.IndexFunc(list, func(other *cli.Command) bool { return other.Name == c.Name }); i >= 0 {
			list[i] = c
		} else {
			list = append(list, c)
		}
	}
	for _, c := range list {
		for _, extend := range a.Extend {
			extend(a, c)
		}
	}
	place := func(c *cli.Command) int {
		if i := slices.Index(usualOrder, c.Name); i >= 0 {
			return i
		}
		return len(usualOrder)
	}
	slices.SortStableFunc(list, func(a, b *cli.Command) int { return place(a) - place(b) })
	return list
}
