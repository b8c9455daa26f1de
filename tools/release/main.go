// Command release makes all files of a release: `make release VERSION=v0.1.0 DRY=1` calls it. With --publish, which is `make
// release` without DRY, it also tags the modules and pushes the tags; the workflow that runs for tags then publishes the files.
//
//	go run ./tools/release --dir dist v0.1.0
//
// It works on what is committed. The folder then has
//
//   - an archive of each game and of the program for leagues for each system;
//   - packages of the games for Debian and Red Hat, and wheels of the package for Python;
//   - the playground, the documentation as pages, and a copy of each game for a course's repository, as .zip;
//   - the modules, as a proxy serves them;
//   - bills of materials, the notes, SHA256SUMS and, with --sign, SHA256SUMS.sig.
//
// Everything is built twice, in two places, and both builds must be equal. Then the files are used as people do (rehearse.go).
// What would install or run them and is not here is named.
//
// Before that, it checks that no benchmark is slower and no champion weaker: `tools/speed` and `tools/strength` compare with the
// commit that tools/baseline.txt names, that of the last release. --unmeasured leaves that out. And every image that a
// Containerfile names must have its digest before --publish; --images writes them there.
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
	whole   bool      // all games, systems and kinds of files
	tools   bool      // also packages and wheels, which need programs from the network, and bills of materials
	fresh   bool      // the second build begins with an empty build cache
	stamp   time.Time // of the commit; all files of the release have it
	key     string    // the file of the key that signs SHA256SUMS, or ""
	out     io.Writer
	spent   time.Duration // processor time of all programs until now

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
			&cli.StringFlag{Name: "sign", Usage: "sign SHA256SUMS with the key in this `FILE`, by ssh-keygen"},
			&cli.BoolFlag{Name: "unmeasured", Usage: "do not compare speed and strength with the commit of tools/baseline.txt"},
			&cli.BoolFlag{Name: "offline", Usage: "make no packages, wheels, bills of materials, playground and pages: some need programs from the network"},
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
			r := &release{ctx: ctx, version: c.Args().First(), tools: !c.Bool("offline"), fresh: true, key: c.String("sign"), out: os.Stdout}
			r.measured = !c.Bool("unmeasured")
			if err := r.prepare(c.StringSlice("game"), c.StringSlice("target")); err != nil {
				return err
			}
			r.whole = !c.IsSet("game") && !c.IsSet("target") && !c.Bool("offline")
			if c.Bool("publish") && !r.whole {
				return errors.New("--publish goes with a whole release: without --game, --target and --offline")
			}
			if r.whole {
				if err := r.unpinned(c.Bool("publish")); err != nil {
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
	trial := filepath.Join(work, "trial") // whether the key signs is known before everything is built
	if err := errors.Join(os.WriteFile(trial, nil, 0o666), r.sign(trial)); err != nil {
		return err
	}
	notes, err := r.notes()
	if err != nil {
		return err
	}
	sums, err := r.twice(dir, work, notes)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "SHA256SUMS")
	if err := errors.Join(os.WriteFile(file, []byte(sums), 0o666), r.sign(file)); err != nil {
		return err
	}
	if err := r.rehearse(dir, filepath.Join(work, "rehearsal")); err != nil {
		return err
	}
	fmt.Fprintf(r.out, "%s is complete in %s\n", r.version, dir)
	if !publish {
		fmt.Fprintln(r.out, "nothing was published")
		return nil
	}
	return r.publish(filepath.Join(work, "one", "src"))
}

// twice makes all files in two places, once in dir, and returns their sums.
func (r *release) twice(dir, work, notes string) (string, error) {
	var err error
	var sums [2]string
	for n, place := range []string{"one", "another"} {
		src := filepath.Join(work, place, "src")
		if _, err := r.run(work, nil, "git", "clone", "-q", r.root, src); err != nil { // of the commit: there are no changes
			return "", err
		}
		to := dir
		if n > 0 {
			to = filepath.Join(work, place, "dist")
		}
		if err := os.MkdirAll(to, 0o777); err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(to, "NOTES.md"), []byte(notes), 0o666); err != nil {
			return "", err
		}
		b := &build{release: r, src: src, to: to, work: filepath.Join(work, place)}
		if n > 0 && r.fresh { // a build must not depend on an earlier one
			b.goes = []string{"GOCACHE=" + filepath.Join(b.work, "cache")}
		}
		fmt.Fprintf(r.out, "building in %s place\n", []string{"a first", "a second"}[n])
		if err := b.all(); err != nil {
			return "", err
		}
		if sums[n], err = sum(to); err != nil {
			return "", err
		}
	}
	if sums[0] != sums[1] {
		return "", fmt.Errorf("not reproducible, the two builds differ:\n%s", differences(sums[0], sums[1]))
	}
	fmt.Fprintf(r.out, "%d files are the same in both places\n", strings.Count(sums[0], "\n"))
	return sums[0], nil
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

// run runs a program and returns its output. The error includes what it printed.
func (r *release) run(dir string, env []string, name string, args ...string) (string, error) {
	cmd := r.command(dir, env, name, args...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := r.do(cmd)
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("%s: %w\n%s%s", cmd, failed, &out, &errs)
	}
	return out.String(), err
}

// do runs a program. After Ctrl-C nothing of it is left.
func (r *release) do(cmd *exec.Cmd) error {
	err := cmd.Run()
	if cmd.ProcessState != nil {
		r.spent += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if r.ctx.Err() != nil {
		end(cmd)
		return context.Cause(r.ctx)
	}
	if errors.Is(err, exec.ErrWaitDelay) { // it succeeded; what it has started holds its output, such as Wine's server
		return nil
	}
	return err
}

// command is a program for do.
func (r *release) command(dir string, env []string, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(r.ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, append(os.Environ(), env...), 3*time.Second
	if name != "git" { // which may ask for a passphrase: only the terminal's own group can read there
		group(cmd)
	}
	return cmd
}

// stage does a part of the work and prints how long it took.
func (r *release) stage(name string, do func() error) error {
	began, spent := time.Now(), r.spent
	err := do()
	if err == nil {
		fmt.Fprintf(r.out, "  %s: %.0f s, %.0f s of processor time\n", name, time.Since(began).Seconds(), (r.spent - spent).Seconds())
	}
	return err
}
