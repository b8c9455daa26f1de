package verbs

import (
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/check"
	"github.com/gridiron-games/gridiron/kernel/cli"
)

// checkOne checks the player of the command line.
func checkOne(a *cli.App, c *urfave.Context) error {
	if c.NArg() != 1 {
		return cli.Usagef("check: want one player")
	}
	spec := c.Args().First()
	budget, err := cli.Control(c)
	if err != nil {
		return err
	}
	stderr := "" // of the program, as of the last finding
	checking := check.Checking{Maker: a.Maker(), Budget: budget, Found: func(f check.Finding) {
		found(a.Out, f)
		stderr = f.Stderr
	}}
	if a.Game.Prints(spec) {
		checking.Maker.Output = a.Err
	}
	if c.Bool("verbose") {
		checking.Line = func(line string) { fmt.Fprintln(a.Out, line) }
	}
	wrong, err := check.Player(c.Context, a.Game, spec, checking)
	switch {
	case c.Context.Err() != nil:
		return cli.ErrInterrupted
	case err != nil:
		return cli.Usagef("%w", err)
	case wrong > 0:
		a.LastWords(stderr, spec)
		return fmt.Errorf("check %s: %d wrong", spec, wrong)
	}
	_, err = fmt.Fprintf(a.Out, "%s plays by the rules\n", spec)
	return err
}

// found prints a finding.
func found(w io.Writer, f check.Finding) {
	if f.Wrong == nil {
		fmt.Fprintf(w, "ok    %s\n", f.What)
		return
	}
	fmt.Fprintf(w, "WRONG %s: %v\n", f.What, f.Wrong)
	if f.Asked != "" || f.Answered != "" {
		fmt.Fprintf(w, "      asked:    %s\n      answered: %s\n", f.Asked, f.Answered)
	}
}
