// Command strength measures the champions: each plays against all others of its game, bundled ones and those that only tests
// have, and against the champion of another commit.
//
//	go run ./tools/strength [--game G] [--vs COMMIT] [--write]
//	go run ./tools/strength --levels [--game G] [--games N] [--write]
//
// That takes hours. Each game is kept in a file of --dir as soon as it is over, so that Ctrl-C costs at most the games that are
// being played; the same command goes on. Kept games count until the code that played them changes, comments and layout aside.
// Those that are not against --vs also count only until a test file with the sparring partners changes. The command prints a
// table for each game; with --write it goes into bot/README.md.
//
// With --levels each level of a champion plays against the one below it, and every other bundled bot against the levels nearest
// to it: how many points each step is worth, and the Elo of all of them on one scale, which the programs show.
//
// It fails if a champion is weaker than the one of --vs: if the 95 % interval of its points ends below one half.
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

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/folder"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
	"github.com/gridiron-games/gridiron/tools/internal/measured"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	app := &cli.App{
		Name: "strength", Usage: "measure how strong the champions are", HideHelpCommand: true,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "game", Usage: "only this `GAME`"},
			&cli.StringFlag{Name: "vs", Value: checkout.Recorded, Usage: "also play the champion of `COMMIT`; recorded is that of tools/baseline.txt, none leaves it out"},
			&cli.BoolFlag{Name: "levels", Usage: "measure the levels of the champions, and nothing else"},
			&cli.BoolFlag{Name: "only-vs", Usage: "play only against the champion of --vs"},
			&cli.IntFlag{Name: "games", Usage: "`N` games against each of the others, an even number", DefaultText: "hundreds, by game"},
			&cli.IntFlag{Name: "pairs", Usage: "`N` pairs of games against the champion of --vs", DefaultText: "48 to 100, by game"},
			&cli.BoolFlag{Name: "short", Usage: "a few games with weak champions, in seconds: shows that all of this works, and nothing else"},
			&cli.StringFlag{Name: "dir", Usage: "`FOLDER` for the games (default: .strength in the checkout)"},
			&cli.IntFlag{Name: "workers", Value: 1, Usage: "`N` games at the same time"},
			&cli.BoolFlag{Name: "write", Usage: "write the tables into the games' bot/README.md, and with --levels the Elo into cmd/GAME/elo.go"},
		},
		OnUsageError: func(_ *cli.Context, err error, _ bool) error { return err },
		Action: func(c *cli.Context) error {
			r := run{
				vs: c.String("vs"), levels: c.Bool("levels"), only: c.Bool("only-vs"), games: c.Int("games"), pairs: c.Int("pairs"), short: c.Bool("short"),
				dir: c.String("dir"), workers: c.Int("workers"), write: c.Bool("write"), out: c.App.Writer, errs: c.App.ErrWriter,
			}
			if err := r.check(c.Args().Slice(), c.String("game")); err != nil {
				return err
			}
			return r.all(c.Context)
		},
	}
	if err := app.RunContext(ctx, os.Args); err != nil {
		fmt.Fprintln(os.Stderr, "strength:", err)
		if errors.Is(err, context.Canceled) {
			fmt.Fprintln(os.Stderr, "The games that are over are kept: the same command goes on.")
		}
		os.Exit(1)
	}
}

// run is what the command line asks for.
type run struct {
	root, dir    string
	list         []string // games
	vs           string   // a commit, or ""
	levels       bool
	only, short  bool
	games, pairs int // 0: as in the suite
	workers      int
	write        bool
	out, errs    io.Writer

	hash, then string // of vs: the commit, and where its files are
}

// check finds out what is to be done, and refuses what cannot be.
func (r *run) check(arguments []string, only string) (err error) {
	switch {
	case len(arguments) > 0:
		return fmt.Errorf("argument %q: want flags only", arguments[0])
	case r.games < 0 || r.games%2 != 0:
		return fmt.Errorf("flag --games: %d: want an even number, at least 2", r.games)
	case r.pairs < 0:
		return fmt.Errorf("flag --pairs: %d: want at least 1", r.pairs)
	case r.workers < 1:
		return fmt.Errorf("flag --workers: %d: want at least 1", r.workers)
	case r.levels && (r.short || r.only || r.pairs > 0):
		return errors.New("flag --levels: want none of --short, --only-vs and --pairs with it")
	case r.write && (r.short || r.only):
		return errors.New("flag --write: a table has all games; want it without --short and --only-vs")
	case r.vs == "none" && r.only:
		return errors.New("flag --only-vs: want a commit with --vs")
	}
	if r.vs == "none" || r.levels {
		r.vs = ""
	}
	if r.root == "" {
		if r.root, err = checkout.Root("."); err != nil {
			return err
		}
	}
	if r.dir == "" {
		r.dir = filepath.Join(r.root, ".strength")
	}
	if r.list, err = checkout.Games(os.DirFS(r.root)); err != nil || only == "" {
		return err
	}
	if !slices.Contains(r.list, only) {
		return fmt.Errorf("flag --game: unknown game %q; want one of: %s", only, strings.Join(r.list, ", "))
	}
	r.list = []string{only}
	return nil
}

// all plays all games and prints their tables.
func (r *run) all(ctx context.Context) error {
	if err := os.MkdirAll(r.dir, 0o777); err != nil {
		return err
	}
	lock, err := folder.Enter(r.dir)
	if err != nil {
		return fmt.Errorf("flag --dir: %w", err)
	}
	defer lock.Leave()
	work, err := os.MkdirTemp("", "strength-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if r.vs != "" {
		if r.hash, err = checkout.Commit(ctx, os.DirFS(r.root), r.root, r.vs); err != nil {
			return fmt.Errorf("flag --vs: %w", err)
		}
		r.then = filepath.Join(work, "then")
		if err := checkout.Clone(ctx, r.root, r.hash, r.then); err != nil {
			return fmt.Errorf("flag --vs: %w", err)
		}
	}
	var weaker []string
	for _, game := range r.list {
		if r.levels {
			sum, text, code, err := r.climb(ctx, game, filepath.Join(work, game))
			if err != nil {
				return errors.Join(ctx.Err(), fmt.Errorf("%s: %w", game, err))
			}
			fmt.Fprintf(r.out, "## %s\n\n%s\n", game, text)
			if r.write {
				err := os.WriteFile(filepath.Join(r.root, game, "cmd", game, "elo.go"), []byte(code), 0o666)
				if err := errors.Join(err, put(r.root, measured.Levels(game), sum, text)); err != nil {
					return err
				}
			}
			continue
		}
		m, err := r.measure(ctx, game, filepath.Join(work, game))
		if err != nil {
			return errors.Join(ctx.Err(), fmt.Errorf("%s: %w", game, err))
		}
		if m.weaker() {
			weaker = append(weaker, game)
		}
		fmt.Fprintf(r.out, "## %s\n\n%s\n", game, m.text())
		if r.write {
			if err := put(r.root, measured.Strength(game), m.sum, m.text()); err != nil {
				return err
			}
		}
	}
	if len(weaker) > 0 {
		return fmt.Errorf("the champion is weaker than at %.10s: %s", r.hash, strings.Join(weaker, ", "))
	}
	return nil
}
