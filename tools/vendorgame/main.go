// Command vendorgame copies one game to a course repository: it writes a module that builds and passes its tests without
// network, module cache or this checkout.
//
//	go run ./tools/vendorgame GAME DIR
//
// DIR becomes the game's module under its own path:
//
//	DIR/              the game: rules, rooms, tests, testdata, documents, and the LICENSE
//	DIR/kernel/       the source of the kernel packages that the game and its tests need, a module of its own
//	DIR/vendor/       what is built: third-party code and a copy of those kernel packages
//
// After a change in DIR/kernel or to the requirements, `go mod vendor` in DIR brings vendor up to date.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

const usage = 2 // the exit code of a command line that cannot be understood

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C kills
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, out, errw io.Writer) int {
	app := &cli.App{
		Name: "vendorgame", Usage: "write one game as a module that builds offline", UsageText: "vendorgame GAME DIR",
		Writer: out, ErrWriter: errw, HideHelpCommand: true,
		OnUsageError:   func(_ *cli.Context, err error, _ bool) error { return cli.Exit(err, usage) },
		ExitErrHandler: func(*cli.Context, error) {}, // run maps errors to exit codes
		Action: func(c *cli.Context) error {
			return vendorGame(c.Context, c.Args().Slice(), out)
		},
	}
	err := app.RunContext(ctx, append([]string{app.Name}, args...))
	if err == nil {
		return 0
	}
	fmt.Fprintf(errw, "vendorgame: %v\n", err)
	if coded := cli.ExitCoder(nil); errors.As(err, &coded) {
		return coded.ExitCode()
	}
	return 1
}

func vendorGame(ctx context.Context, args []string, out io.Writer) error {
	// urfave/cli takes a flag after an argument for an argument.
	isFlag := func(arg string) bool { return strings.HasPrefix(arg, "-") }
	if len(args) != 2 || slices.ContainsFunc(args, isFlag) {
		return cli.Exit(fmt.Sprintf("arguments %q: want a game and a directory: vendorgame GAME DIR", args), usage)
	}
	game, dir := args[0], args[1]
	root, err := checkout.Root(".")
	if err != nil {
		return err
	}
	games, err := checkout.Games(os.DirFS(root))
	if err != nil {
		return err
	}
	if !slices.Contains(games, game) {
		return cli.Exit(fmt.Sprintf("unknown game %q; want one of: %s", game, strings.Join(games, ", ")), usage)
	}
	m := module{root: root, game: game}
	if m.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	if err := m.write(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "wrote %s to %s: %d files of the game, the kernel packages %s, and vendor/ with all they import\n"+
		"test it with\n\n\t%s && GOWORK=off go test ./...\n", game, dir, m.files, strings.Join(m.packages, ", "), proc.Join("cd", dir))
	return err
}
