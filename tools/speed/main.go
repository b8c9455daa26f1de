// Command speed runs the benchmarks of the games, one game after the other, and prints a table of those for which there are other
// programs, as in the README: how fast our program and the others are. A table of all other benchmarks follows. Their figures
// were recorded on another machine, so there is no ratio, unless --originals installs what the package index has of them and
// measures that here, and with it the rules of Amazons in plain C, which gcc compiles, in turn with ours.
//
//	go run ./tools/speed [--game G] [--benchtime 1s] [--originals] [--write]
//	go run ./tools/speed --vs COMMIT
//
// The first form prints both tables; with --write the first one also goes into README.md. The second form compares with another
// commit in one run, and fails if something takes over a tenth more time. The benchmarks' own lines go to standard error as they
// come. Run it on a quiet machine.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
	"github.com/gridiron-games/gridiron/tools/internal/measured"
)

func main() {
	app := &cli.App{
		Name: "speed", Usage: "measure the games and compare them with other programs", HideHelpCommand: true,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "game", Usage: "only this `GAME`"},
			&cli.StringFlag{Name: "benchtime", Value: "1s", Usage: "`TIME` for each benchmark, or 100x for a number of runs"},
			&cli.BoolFlag{Name: "originals", Usage: "install the originals that the package index has, compile the plain C of Amazons, and measure them side by side"},
			&cli.BoolFlag{Name: "write", Usage: "write the first table into README.md"},
			&cli.StringFlag{Name: "vs", Usage: "build the benchmarks of `COMMIT`, too (recorded: that of tools/baseline.txt), run both in turn and fail if something is over 10 % slower now"},
			&cli.IntFlag{Name: "rounds", Value: 5, Usage: "`N` runs of each benchmark with --vs, or of plain C and ours with --originals; the best counts"},
			&cli.StringFlag{Name: "python", Value: "python3", Usage: "`COMMAND` for the originals"},
		},
		OnUsageError: func(_ *cli.Context, err error, _ bool) error { return err },
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return fmt.Errorf("argument %q: want flags only", c.Args().First())
			}
			python := ""
			if c.Bool("originals") {
				python = c.String("python")
			}
			if c.Int("rounds") < 1 {
				return fmt.Errorf("flag --rounds: %d: want at least 1", c.Int("rounds"))
			}
			if c.Bool("write") && (c.String("game") != "" || c.String("vs") != "") {
				return errors.New("flag --write: the table has all games; want it without --game and --vs")
			}
			root, games, err := chosen(c.String("game"))
			if err != nil {
				return err
			}
			if commit := c.String("vs"); commit != "" {
				return versus(c.Context, c.App.Writer, c.App.ErrWriter, root, games, commit, c.String("benchtime"), c.Int("rounds"))
			}
			return speed(c.Context, c.App.Writer, c.App.ErrWriter, root, games, c.String("benchtime"), python, c.Int("rounds"), c.Bool("write"))
		},
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := app.RunContext(ctx, os.Args); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

// chosen returns the checkout and the games that are measured: only one, or all if only is "".
func chosen(only string) (root string, games []string, err error) {
	if root, err = checkout.Root("."); err != nil {
		return "", nil, err
	}
	games, err = checkout.Games(os.DirFS(root))
	switch {
	case err != nil || only == "":
		return root, games, err
	case !slices.Contains(games, only):
		return "", nil, fmt.Errorf("flag --game: unknown game %q; want one of: %s", only, strings.Join(games, ", "))
	}
	return root, []string{only}, nil
}

// speed measures ours, and the originals if python is not "".
func speed(
	ctx context.Context, out, errw io.Writer, root string, games []string, benchtime, python string, rounds int, write bool,
) error {
	sum, err := measured.Sum(os.DirFS(root), measured.Speed(games).Dirs...)
	if err != nil {
		return err
	}
	var results []result
	for _, game := range games {
		text, err := benchmark(ctx, errw, filepath.Join(root, game), ".", benchtime)
		if err != nil {
			return err
		}
		more, err := parse(game, text)
		if err != nil {
			return err
		}
		results = append(results, more...)
	}
	for _, o := range originals {
		if python == "" || !slices.Contains(games, o.game) {
			continue
		}
		theirs, err := o.measure(ctx, errw, python)
		if err != nil {
			return err
		}
		o.replace(subjects, theirs)
	}
	if python != "" && slices.Contains(games, "amazons") {
		if err := addC(ctx, errw, filepath.Join(root, "amazons"), benchtime, rounds, subjects, results); err != nil {
			return err
		}
	}
	state, err := checkout.State(ctx, root, append(games, "kernel")...)
	if err != nil {
		return err
	}
	text, alone := tables(subjects, results)
	text += fmt.Sprintf("\nOurs: %s, commit %s, %s on %s/%s, the default GOMAXPROCS. %s\n",
		time.Now().UTC().Format(time.DateOnly), state, runtime.Version(), runtime.GOOS, runtime.GOARCH, conditions)
	if _, err := io.WriteString(out, text+"\n"+alone); err != nil {
		return err
	}
	if err := stale(subjects, games, results); err != nil || !write {
		return err
	}
	readme := filepath.Join(root, "README.md")
	before, err := os.ReadFile(readme)
	if err != nil {
		return err
	}
	after, err := measured.Speed(games).Put(string(before), sum, text)
	if err != nil {
		return err
	}
	return os.WriteFile(readme, []byte(after), 0o666)
}

// benchmark runs the benchmarks of one module that match a pattern, never two at a time, and returns what they print.
func benchmark(ctx context.Context, errw io.Writer, dir, pattern, benchtime string) (string, error) {
	args := []string{"test", "-run", "^$", "-bench", pattern, "-benchmem", "-benchtime", benchtime, "-p", "1", "./..."}
	fmt.Fprintf(errw, "go %s in %s\n", strings.Join(args, " "), dir)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	var text bytes.Buffer
	cmd.Stdout = io.MultiWriter(&text, errw)
	cmd.Stderr = errw
	if err := cmd.Run(); err != nil {
		return "", errors.Join(ctx.Err(), fmt.Errorf("go %s in %s: %w", strings.Join(args, " "), dir, err))
	}
	return text.String(), nil
}
