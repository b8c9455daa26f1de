// Command site writes the documentation as static pages: the Markdown of this repository, a page for each kind of reader, the
// reference of the Go packages, and a game of each program to watch.
//
//	go run ./tools/site --out dist/site
//
// The pages need no server: they can be opened from a folder. Every link is followed, and one that leads nowhere is an error.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, out, errw io.Writer) int {
	var o options
	usage := false
	app := &cli.App{
		Name: "site", Usage: "the documentation as static pages", UsageText: "go run ./tools/site [--out DIR]",
		Writer: out, ErrWriter: errw, HideHelpCommand: true, ExitErrHandler: func(*cli.Context, error) {},
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Value: "dist/site", Usage: "write the pages to `DIR`, which is new or was written by this program", Destination: &o.out},
			&cli.StringFlag{Name: "source", Value: "https://github.com/gridiron-games/gridiron/blob/main/",
				Usage: "links to files that are no pages lead to `URL` and the file's path", Destination: &o.source},
			&cli.StringFlag{Name: "playground", Usage: "take the playground that is in `DIR` (default: build it)", Destination: &o.playground},
		},
		OnUsageError: func(_ *cli.Context, err error, _ bool) error { usage = true; return err },
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				usage = true
				return fmt.Errorf("argument %q: want flags only", c.Args().First())
			}
			root, err := checkout.Root(".")
			if err != nil {
				return err
			}
			if !strings.HasSuffix(o.source, "/") {
				o.source += "/"
			}
			o.root, o.replays = root, true
			return build(c.Context, o, out)
		},
	}
	err := app.RunContext(ctx, append([]string{"site"}, args...))
	switch {
	case err == nil:
		return 0
	case usage:
		fmt.Fprintln(errw, "site:", err)
		return 2
	}
	fmt.Fprintln(errw, "site:", err)
	return 1
}

// options say what is written where.
type options struct {
	root       string // the checkout
	out        string // the folder of the pages
	source     string // begins the address of a file of the repository, ends with a slash
	playground string // its folder; "": it is built
	replays    bool   // a game of each program is played and shown; tests of the pages alone leave that out
}

// marker is a file in every folder that this program wrote: it overwrites only such a folder.
const marker = "written-by-tools-site"

// build writes the pages and follows their links.
func build(ctx context.Context, o options, log io.Writer) error {
	left, err := os.ReadDir(o.out)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if len(left) > 0 {
		if _, err := os.Stat(filepath.Join(o.out, marker)); err != nil {
			return fmt.Errorf("--out %s: the folder holds files that this program did not write; want an empty or a new one", o.out)
		}
		if err := os.RemoveAll(o.out); err != nil {
			return err
		}
	}
	s := &site{options: o, pages: map[string]*page{}}
	for _, step := range []func(context.Context) error{s.open, s.documents, s.reference, s.games, s.write} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if wrong := s.check(); len(wrong) > 0 {
		for _, line := range wrong {
			fmt.Fprintln(log, line)
		}
		return fmt.Errorf("%d links lead nowhere", len(wrong))
	}
	_, err = fmt.Fprintf(log, "%s: %d pages; open index.html\n", o.out, len(s.pages))
	return err
}
