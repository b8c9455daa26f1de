package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// seated returns the players of a game by seat; game 0 is the first game of the run.
func (p *playing) seated(game int) []string {
	var specs []string
	for seat := range p.specs {
		specs = append(specs, p.specs[(seat+game+p.shift)%len(p.specs)])
	}
	return specs
}

// budget returns the budget of a player.
func (p *playing) budget(player *match.Player) timer.Control {
	switch {
	case p.clock.Limited():
		return p.clock
	case player.Person:
		return p.budgets[1]
	case p.limit > 0:
		return timer.Control{Move: p.limit}
	}
	return p.budgets[0]
}

// repeatArgs returns the players and flags that decide the games.
func (p *playing) repeatArgs() []string {
	args := p.seated(0)
	flags := slices.Concat([]cli.Flag{PatienceFlag(0)}, HumanFlags(), p.PlayFlags, p.PlayerFlags)
	if p.clock.Limited() {
		flags = slices.DeleteFunc(flags, func(f cli.Flag) bool { return strings.HasPrefix(f.Names()[0], "human-") })
	}
	switch {
	case p.clock.Game > 0:
		clock := p.clock.Game.String()
		if p.clock.Increment > 0 {
			clock += "+" + p.clock.Increment.String()
		}
		args = append(args, "--clock", clock, "--human-clock", clock)
	case p.clock.Move > 0:
		args = append(args, "--budget", p.clock.Move.String(), "--human-budget", p.clock.Move.String())
	case p.limit > 0:
		args = append(args, "--budget", p.limit.String())
	default:
		flags = slices.Concat(TimeFlags(), flags)
	}
	args = append(args, Given(p.c, flags)...)
	if p.start != "" {
		args = append(args, "--start", p.start)
	}
	for _, o := range p.Game.Options {
		switch value := p.setup.Options[o.Name]; {
		case value == o.Default:
		case o.Default == "false":
			args = append(args, "--"+o.Name)
		default:
			args = append(args, "--"+o.Name, value)
		}
	}
	if p.Jail != nil {
		args = append(args, Given(p.c, p.Jail.Flags(""))...)
	}
	if id := p.c.String("id"); id != "" {
		args = append(args, "--id", id)
	}
	if p.games != 1 {
		args = append(args, "--games", fmt.Sprint(p.games))
	}
	return args
}
