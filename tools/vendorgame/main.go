// Command vendorgame copies one game to a course repository: it writes a module that builds and passes its tests without
// network, module cache or this checkout.
//
//	go run ./tools/vendorgame [--with WING,...|all] GAME DIR
//
// The copy is lean: rules, referee, bots, views and protocols, with the verbs play, replay, check, moves, convert, bots, new-bot
// and version. --with adds wings of kernel/arena: analysis, contest, jail, learn, shell, web.
//
//	DIR/GAME/         the game: rules, rooms, tests, testdata, documents
//	DIR/kernel/       the packages of the kernel that the game and its tests need
//	DIR/vendor/       third-party code, as far as Linux, macOS and Windows on amd64 and arm64 need it
//
// All of it is one module with the path of this repository, so that all import paths are the same as here.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
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
		Name: "vendorgame", Usage: "write one game as a module that builds offline", UsageText: "vendorgame [--with WING,...|all] GAME DIR",
		Writer: out, ErrWriter: errw, HideHelpCommand: true,
		Flags:          []cli.Flag{&cli.StringFlag{Name: "with", Usage: "add `WINGS`, separated by commas: analysis, contest, jail, learn, shell, web; or all"}},
		OnUsageError:   func(_ *cli.Context, err error, _ bool) error { return cli.Exit(err, usage) },
		ExitErrHandler: func(*cli.Context, error) {}, // run maps errors to exit codes
		Action: func(c *cli.Context) error {
			return vendorGame(c.Context, c.String("with"), c.Args().Slice(), out)
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

func vendorGame(ctx context.Context, with string, args []string, out io.Writer) error {
	// urfave/cli takes a flag after an argument for an argument.
	isFlag := func(arg string) bool { return strings.HasPrefix(arg, "-") }
	if len(args) != 2 || slices.ContainsFunc(args, isFlag) {
		return cli.Exit(fmt.Sprintf("arguments %q: want a game and a directory: vendorgame [--with WING,...] GAME DIR", args), usage)
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
	if m.with, err = readWings(with); err != nil {
		return cli.Exit(err, usage)
	}
	if m.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	if err := m.write(ctx); err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "wrote %s to %s\n", game, dir)
	for _, wing := range m.left() {
		fmt.Fprintf(&text, "left out: %s (%s); --with %s adds it\n", wing, wings[wing], wing)
	}
	fmt.Fprintf(&text, "test it with\n\n\t%s && GOWORK=off go test ./...\n", proc.Join("cd", dir))
	_, err = io.WriteString(out, text.String())
	return err
}

// readWings reads the value of --with.
func readWings(text string) (list []string, err error) {
	for _, wing := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		switch _, known := wings[wing]; {
		case wing == "all":
			list = slices.AppendSeq(list, maps.Keys(wings))
		case known:
			list = append(list, wing)
		default:
			names := strings.Join(slices.Sorted(maps.Keys(wings)), ", ")
			return nil, fmt.Errorf("flag --with: %q: want %s, separated by commas, or all", wing, names)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
