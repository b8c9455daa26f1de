package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/check"
)

// Check is the verb check.
func Check(a *App) *cli.Command {
	return &cli.Command{
		Name: "check", Usage: "hold a scripted conversation with a bot and say what it does wrong",
		UsageText: fmt.Sprintf("%[1]s check PLAYER [--budget TIME]\n\nPlays from both seats, several games in one process, and ends it. Example:\n\n"+
			"  %[1]s check %[2]s", a.Game.Name, a.Example("")),
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "budget", Usage: "`TIME` for each move", Value: "5s"},
			&cli.BoolFlag{Name: "budget-cpu", Usage: "that is processor time (Linux only)"},
			&cli.BoolFlag{Name: "verbose", Usage: "show every line of the conversation"},
		}, a.PlayerFlags...),
		Action: a.check,
	}
}

func (a *App) check(c *cli.Context) error {
	if c.NArg() != 1 {
		return Usagef("check: want one player")
	}
	spec := c.Args().First()
	budget, err := Control(c)
	if err != nil {
		return err
	}
	stderr := "" // of the program when it was wrong last
	checking := check.Checking{Maker: a.Maker(), Budget: budget, Found: func(f check.Finding) {
		a.found(f)
		stderr = f.Stderr
	}}
	if c.Bool("verbose") {
		checking.Line = func(line string) { fmt.Fprintln(a.Out, line) }
	}
	wrong, err := check.Player(c.Context, a.Game, spec, checking)
	switch {
	case c.Context.Err() != nil:
		return ErrInterrupted
	case err != nil:
		return usageError{err}
	case wrong > 0:
		a.lastWords(stderr, spec)
		return fmt.Errorf("check %s: %d wrong", spec, wrong)
	}
	_, err = fmt.Fprintf(a.Out, "%s plays by the rules\n", spec)
	return err
}

// found prints what was looked at.
func (a *App) found(f check.Finding) {
	if f.Wrong == nil {
		fmt.Fprintf(a.Out, "ok    %s\n", f.What)
		return
	}
	fmt.Fprintf(a.Out, "WRONG %s: %v\n", f.What, f.Wrong)
	if f.Asked != "" || f.Answered != "" {
		fmt.Fprintf(a.Out, "      asked:    %s\n      answered: %s\n", f.Asked, f.Answered)
	}
}
