// Command league plays leagues of the games on many machines: a server hands out games, workers play them, and the result
// is a tournament in a folder. It runs on NATS JetStream, which is built in.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	window "github.com/gridiron-games/gridiron/kernel/arena/cli/term"
)

func main() {
	os.Exit(run(proc.Orderly("league", killPrograms), os.Args[1:], os.Stdout, os.Stderr))
}

// usageError is the error of a command line that cannot be understood.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// misread returns the error of a command line with wrong flags.
func misread(c *cli.Context, err error, _ bool) error {
	of := ""
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != c.App.Name {
		of = c.Command.Name + ": "
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		return usagef("%sunknown flag --%s", of, strings.TrimLeft(name, "-"))
	}
	return usagef("%s%w", of, err)
}

// run is the whole program: it returns the exit code, which is 2 for a wrong command line and 1 for another failure.
func run(ctx context.Context, args []string, out, errw io.Writer) int {
	app := &cli.App{
		Name: "league", Usage: "leagues on many machines", UsageText: "league VERB [--FLAGS] [ARGUMENTS]     flags come before arguments",
		Writer: window.Help(out), ErrWriter: errw, HideHelpCommand: true,
		DisableSliceFlagSeparator: true,
		ExitErrHandler:            func(*cli.Context, error) {}, // the exit code is set here
		OnUsageError:              misread,
		CommandNotFound: func(c *cli.Context, name string) {
			fmt.Fprintf(errw, "league: unknown verb %q; `league --help` lists them\n", name)
		},
		Commands: []*cli.Command{
			hostCommand(), teamsCommand(), serveCommand(), keysCommand(), workerCommand(), runCommand(),
			statusCommand(), standingsCommand(), exportCommand(), reportCommand(), pageCommand(),
			pauseCommand(), unpauseCommand(),
			releaseCommand(), recallCommand(),
			submitCommand(), listCommand(), withdrawCommand(),
		},
	}
	known := func(name string) bool { return app.Command(name) != nil }
	for _, c := range app.Commands {
		c.HideHelpCommand = true
		c.OnUsageError = misread
		c.Before = func(c *cli.Context) error {
			c.App.Writer = out // what follows is no help text
			for _, arg := range c.Args().Slice() {
				passes := slices.Contains([]string{"run", "worker", "host"}, c.Command.Name) // those pass flags on
				if strings.HasPrefix(arg, "-") && !passes {
					return usagef("%s: flag %s stands after an argument: flags come first", c.Command.Name, arg)
				}
			}
			return nil
		}
	}
	if len(args) > 0 && args[0] != "help" && !strings.HasPrefix(args[0], "-") && !known(args[0]) {
		fmt.Fprintf(errw, "league: unknown verb %q; `league --help` lists them\n", args[0])
		return 2
	}
	err := app.RunContext(ctx, append([]string{"league"}, args...))
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &usage):
		fmt.Fprintln(errw, "league:", err)
		return 2
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(errw, "league: interrupted")
		return 1
	}
	fmt.Fprintln(errw, "league:", err)
	return 1
}
