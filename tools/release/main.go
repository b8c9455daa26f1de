// Command release makes all files of a release: `make release VERSION=v0.1.0 DRY=1` calls it. With --publish, which is `make
// release` without DRY, it also tags the modules and pushes the tags; the workflow that runs for tags then publishes the files.
//
//	go run ./tools/release --dir dist v0.1.0
//
// It works on what is committed. The folder then has an archive of each game and of the program for leagues for each system,
// packages of the games for Debian and Red Hat, wheels of the package for Python, bills of materials, the notes, the modules as a
// proxy serves them, and SHA256SUMS. Everything is built twice, in two places, and both builds must be equal; then each game is
// installed from the proxy, as users do.
//
// Before that, it checks that no benchmark is slower and no champion weaker: `tools/speed` and `tools/strength` compare with the
// commit that tools/baseline.txt names, that of the last release. --unmeasured leaves that out. And every image that a
// Containerfile names must have its digest; --images writes them there.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/mod/semver"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// leagueProgram is the program of tools/league.
const leagueProgram = "league"

// target is a system for which a release has programs.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "-" + t.arch }

var targets = []target{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}}

// release says what is made.
type release struct {
	ctx     context.Context
	version string   // v0.1.0
	root    string   // of the checkout
	games   []string // in the order of go.work
	league  bool     // also the program for leagues on many machines
	targets []target
	tools   bool      // also packages and wheels, which need programs from the network, and bills of materials
	fresh   bool      // the second build begins with an empty build cache
	stamp   time.Time // of the commit; all files of the release have it
	out     io.Writer

	measured bool // speed and strength are compared with those of the recorded commit
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	app := &cli.App{
		Name: "release", Usage: "make all files of a release", UsageText: "go run ./tools/release [--dir DIR] [--publish] VERSION",
		HideHelpCommand: true,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "dir", Value: "dist", Usage: "new `FOLDER` for the files"},
			&cli.BoolFlag{Name: "publish", Usage: "then tag every module and push the tags to origin"},
			&cli.BoolFlag{Name: "images", Usage: "only ask for the digests of the images in the Containerfiles, with docker, and write them there"},
			&cli.BoolFlag{Name: "unmeasured", Usage: "do not compare speed and strength with the commit of tools/baseline.txt"},
			&cli.BoolFlag{Name: "offline", Usage: "make no packages, wheels and bills of materials: some need programs from the network"},
			&cli.StringSliceFlag{Name: "game", Usage: "only this `GAME`, or league; may be repeated (default: all)"},
			&cli.StringSliceFlag{Name: "target", Usage: "only this `SYSTEM`, such as linux-amd64; may be repeated (default: all)"},
		},
		Action: func(c *cli.Context) (err error) {
			if c.Bool("images") {
				r := &release{ctx: ctx, out: os.Stdout}
				if r.root, err = checkout.Root("."); err != nil {
					return err
				}
				return r.images(r.registry)
			}
			if c.NArg() != 1 {
				return fmt.Errorf("arguments %q: want a version, such as v0.1.0, after the flags", c.Args().Slice())
			}
			r := &release{ctx: ctx, version: c.Args().First(), tools: !c.Bool("offline"), fresh: true, out: os.Stdout}
			r.measured = !c.Bool("unmeasured")
			if err := r.prepare(c.StringSlice("game"), c.StringSlice("target")); err != nil {
				return err
			}
			isWhole := !c.IsSet("game") && !c.IsSet("target") && !c.Bool("offline")
			if c.Bool("publish") && !isWhole {
				return errors.New("--publish goes with a whole release: without --game, --target and --offline")
			}
			if isWhole {
				if err := r.images(unpinned); err != nil {
					return err
				}
			}
			return r.make(c.String("dir"), c.Bool("publish"))
		},
	}
	if err := app.Run(os.Args); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// prepare finds out what to make, and refuses what cannot be released.
func (r *release) prepare(games, systems []string) (err error) {
	if !semver.IsValid(r.version) || semver.Canonical(r.version) != r.version {
		return fmt.Errorf("version %q: want one such as v0.1.0", r.version)
	}
	if r.root, err = checkout.Root("."); err != nil {
		return err
	}
	if r.games, err = checkout.Games(os.DirFS(r.root)); err != nil {
		return err
	}
	for _, game := range games {
		if game != leagueProgram && !slices.Contains(r.games, game) {
			return fmt.Errorf("--game %q: want one of %s, %s", game, strings.Join(r.games, ", "), leagueProgram)
		}
	}
	r.league = len(games) == 0 || slices.Contains(games, leagueProgram)
	if len(games) > 0 {
		r.games = slices.DeleteFunc(slices.Clone(games), func(game string) bool { return game == leagueProgram })
	}
	r.targets = targets
	if len(systems) > 0 {
		r.targets = nil
		for _, name := range systems {
			i := slices.IndexFunc(targets, func(t target) bool { return t.String() == name })
			if i < 0 {
				return fmt.Errorf("--target %q: want one of %v", name, targets)
			}
			r.targets = append(r.targets, targets[i])
		}
	}
	changes, err := r.run(r.root, nil, "git", "status", "--porcelain")
	if err != nil {
		return err
	}
	if changes != "" {
		return fmt.Errorf("the checkout has changes that are not committed, such as %q: commit them first", strings.TrimSpace(strings.SplitN(changes, "\n", 2)[0]))
	}
	seconds, err := r.run(r.root, nil, "git", "log", "-1", "--format=%cI")
	if err == nil {
		r.stamp, err = time.Parse(time.RFC3339, strings.TrimSpace(seconds))
	}
	r.stamp = r.stamp.UTC()
	return err
}

// make makes the release in a new folder.
func (r *release) make(dir string, publish bool) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty: remove it, or name another folder with --dir", dir)
	}
	if err := r.compare(os.Stderr); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	notes, err := r.notes()
	if err != nil {
		return err
	}
	var sums [2]string
	for n, place := range []string{"one", "another"} {
		src := filepath.Join(work, place, "src")
		if err := r.export(src); err != nil {
			return err
		}
		to := dir
		if n > 0 {
			to = filepath.Join(work, place, "dist")
		}
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, "NOTES.md"), []byte(notes), 0o666); err != nil {
			return err
		}
		b := &build{release: r, src: src, to: to, work: filepath.Join(work, place)}
		if n > 0 && r.fresh { // a build must not depend on an earlier one
			b.cache = []string{"GOCACHE=" + filepath.Join(b.work, "cache")}
		}
		if err := b.all(); err != nil {
			return err
		}
		if sums[n], err = sum(to); err != nil {
			return err
		}
		fmt.Fprintf(r.out, "built in %s place: %d files\n", []string{"a first", "a second"}[n], strings.Count(sums[n], "\n"))
	}
	if sums[0] != sums[1] {
		return fmt.Errorf("not reproducible, the two builds differ:\n%s", differences(sums[0], sums[1]))
	}
	if err := os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums[0]), 0o666); err != nil {
		return err
	}
	if err := r.install(dir, filepath.Join(work, "install")); err != nil {
		return err
	}
	fmt.Fprintf(r.out, "%s is complete in %s\n", r.version, dir)
	if !publish {
		fmt.Fprintln(r.out, "nothing was published")
		return nil
	}
	return r.publish(filepath.Join(work, "one", "src"))
}

var section = regexp.MustCompile(`(?m)^## (.+)\n`)

// notes returns the section of this version in CHANGELOG.md or, if there is none yet, that of unreleased changes.
func (r *release) notes() (string, error) {
	text, err := os.ReadFile(filepath.Join(r.root, "CHANGELOG.md"))
	if err != nil {
		return "", err
	}
	heads := section.FindAllSubmatchIndex(text, -1)
	for _, want := range []string{r.version, "Unreleased"} {
		for i, head := range heads {
			if name, _, _ := strings.Cut(string(text[head[2]:head[3]]), " "); name != want {
				continue
			}
			end := len(text)
			if i+1 < len(heads) {
				end = heads[i+1][0]
			}
			if want == "Unreleased" {
				fmt.Fprintf(r.out, "CHANGELOG.md has no section \"## %s\" yet: the notes are those of \"## Unreleased\"\n", r.version)
			}
			return strings.TrimSpace(string(text[head[1]:end])) + "\n", nil
		}
	}
	return "", fmt.Errorf("CHANGELOG.md has neither a section \"## %s\" nor \"## Unreleased\"", r.version)
}

// export writes the files of the commit.
func (r *release) export(to string) error {
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	archive := to + ".tar"
	if _, err := r.run(r.root, nil, "git", "archive", "--output", archive, "HEAD"); err != nil {
		return err
	}
	_, err := r.run(to, nil, "tar", "-xf", archive)
	return errors.Join(err, os.Remove(archive))
}

// run runs a program and returns its output. The error includes its standard error.
func (r *release) run(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(r.ctx, name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, failed.Stderr)
	}
	return string(out), err
}
