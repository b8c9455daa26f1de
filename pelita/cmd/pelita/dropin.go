//go:build !playground

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/maze"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// dropIn plays one game, given the original's main command line.
func dropIn(ctx context.Context, a *cli.App, args []string) (err error) {
	g, err := readOptions(args, playOptions(a))
	if err == nil && g.auto {
		g, err = decided(ctx, a, g, args)
	}
	if err == nil {
		err = g.check()
	}
	if err != nil {
		return cli.Usagef("%w", err)
	}
	if args, err := g.playArgs(); err != nil {
		return cli.Usagef("%w", err)
	} else if args != nil {
		return cli.Equivalent(args)
	}
	version := g.version
	out := &term.Kept{To: a.Out} // the game and what its teams print are written from goroutines of their own
	defer func() {
		if err == nil {
			err = out.Err()
		}
	}()
	a.Plain = a.Plain || g.has("no-color")
	defer wire.CleanUp()
	switch {
	case g.has("help"):
		return cli.ErrNotOriginal
	case g.has("long-help"):
		fmt.Fprint(out, longHelp())
		return nil
	case g.has("version"):
		fmt.Fprintf(out, "Pelita %v\n", version)
		return nil
	case g.has("list-layouts"):
		fmt.Fprintln(out, strings.Join(maze.Names(), "\n"))
		return nil
	case g.has("check-team"):
		return checkTeams(ctx, a, out, g, version)
	}
	a.Limit = "--timeout SEC"
	d := &dropped{app: a, given: g, version: version, colour: a.Colour(a.Out), out: out, err: a.Err}
	if g.has("replay") {
		return d.replay(ctx)
	}
	if err = chooseTeams(ctx, a, g.teams); err == nil {
		noteVersions(ctx, a.Err, g.teams, g.value("python", "python3"), version, g.has("rules"))
		_, err = d.game(ctx)
	}
	return quiet(err)
}

// dropped is one run of the original's main command.
type dropped struct {
	app     *cli.App
	given   *given
	version pelita.Version
	colour  bool
	setup   match.Setup
	timeout time.Duration // 0: none
	initial time.Duration
	pace    time.Duration // time for which a frame stays on a terminal
	tkPace  time.Duration // the same in the original's viewer
	noTk    bool          // the original's viewer cannot be started
	noLimit bool          // no limit at all, not even the original's for connecting; only the patience of a cup
	// forgiving makes a team that cannot play lose the game; otherwise it would end the program.
	forgiving bool
	files     []io.Closer
	out       io.Writer
	err       io.Writer
}

// close closes what was opened for the game.
func (d *dropped) close() {
	for _, f := range d.files {
		f.Close()
	}
}

// read reads the options that define the game and its times.
func (d *dropped) read() error {
	g := d.given
	s := match.Setup{Seed: g.value("seed", strconv.FormatInt(rand.Int64(), 10)), Options: match.Params{
		"rules": d.version.String(), "layout": "", "size": g.value("size", "normal"), "food": g.values["food"],
		"rounds": g.value("rounds", strconv.Itoa(pelita.MaxRounds)), "error-limit": g.value("error-limit", strconv.Itoa(pelita.ErrorLimit)),
		"allow-camping": strconv.FormatBool(g.has("allow-camping")),
	}}
	if g.has("layout") {
		switch text, err := files.Read(g.values["layout"], files.MostText); {
		case err == nil && strings.TrimSpace(string(text)) == "":
			return cli.Usagef("option --layout: file %s is empty, want a layout", g.values["layout"])
		case err == nil:
			s.Start, s.Options["layout-name"] = string(text), filepath.Base(g.values["layout"])
		case errors.Is(err, os.ErrNotExist):
			if _, err := maze.Named(g.values["layout"]); err != nil {
				return cli.Usagef("option --layout: %q: want a file or a built-in layout such as normal_035", g.values["layout"])
			}
			s.Options["layout"] = g.values["layout"]
		default:
			return cli.Usagef("option --layout: %w", err)
		}
	}
	if rounds, err := strconv.Atoi(s.Options["rounds"]); err != nil || rounds < 1 {
		return cli.Usagef("option --rounds: %q: want a whole number, at least 1", s.Options["rounds"])
	}
	if dir := g.values["store-output"]; dir != "" {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return cli.Usagef("option --store-output: %s: want a folder", dir)
		}
	}
	d.setup = s
	return d.readTimes()
}

func (d *dropped) readTimes() (err error) {
	g := d.given
	d.timeout, d.initial = 3*time.Second, 6*time.Second
	if g.has("no-timeout") {
		d.timeout = 0
	}
	for name, to := range map[string]*time.Duration{"timeout": &d.timeout, "initial-timeout": &d.initial} {
		if g.has(name) {
			if *to, err = timer.ParseDuration(g.values[name]); err != nil {
				return cli.Usagef("option --%s: %w", name, err)
			}
		}
	}
	fps, err := strconv.ParseFloat(g.value("fps", "40"), 64)
	if err != nil || fps <= 0 {
		return cli.Usagef("option --fps: %q: want a number above 0", g.values["fps"])
	}
	d.tkPace = time.Duration(float64(time.Second) / fps)
	if d.app.Interactive() {
		d.pace = d.tkPace
	}
	if _, err := strconv.Atoi(g.value("stop-at", "0")); err != nil {
		return cli.Usagef("option --stop-at: %q: want the number of a round", g.values["stop-at"])
	}
	width, height, both := strings.Cut(g.value("geometry", "1x1"), "x")
	_, err = strconv.Atoi(width)
	if _, other := strconv.Atoi(height); !both || err != nil || other != nil {
		return cli.Usagef("option --geometry: %q: want WIDTHxHEIGHT, such as 900x580", g.values["geometry"])
	}
	return nil
}

// game plays the game.
func (d *dropped) game(ctx context.Context) (r *referee.Referee, err error) {
	if err := d.read(); err != nil {
		return nil, err
	}
	g, specs := d.given, [2]string{"0", "1"}
	copy(specs[:], g.teams)
	r, err = newReferee(d.setup, [2]string{g.values["append-blue"], g.values["append-red"]}, specs)
	switch {
	case err != nil && d.setup.Start != "":
		return nil, cli.Usagef("option --layout: file %s: %w", g.values["layout"], err)
	case err != nil:
		return nil, cli.Usagef("%w", err)
	}
	for seat := range pelita.Seat(2) {
		if r.State().Food[seat].Len() == 0 {
			fmt.Fprintf(d.err, "NoFoodWarning: the layout has no pellets for the %v team; the game is over at once\n", seat)
		}
	}
	if g.has("store-layout") {
		return r, d.storeLayout(r.State())
	}
	lines := &console{out: d.out, err: d.err, colour: d.colour, state: r.State}
	loop := turn.Loop[pelita.View, pelita.Move]{
		Game:    turn.Game{ID: "1", Seats: referee.Seats, Seed: d.setup.Seed},
		Referee: r, Observers: []observer{lines},
		Waits: func(seat int, opening bool) (over func()) { return d.waits(specs[seat], waited(opening)) },
	} // without a budget: players keep their own time, as in the original
	for seat, spec := range specs {
		team, err := d.team(spec, seat)
		if err != nil {
			return nil, err
		}
		defer turn.Close(team)
		if l, ok := team.(interface{ Launch(pelita.Version) error }); ok {
			l.Launch(d.version) // both load at the same time; errors show in the answers
		}
		var p player = wrapped{Player: team}
		if program, ok := team.(turn.Patient); ok {
			p = patient{p, program}
		}
		loop.Players = append(loop.Players, p)
	}
	if !g.has("seed") {
		fmt.Fprintf(d.out, "Replay this game with --seed %s%s\n", d.setup.Seed, g.decided)
	}
	if d.version == pelita.V251 {
		fmt.Fprintf(d.out, "Using layout '%s'\n", r.State().Layout)
	}
	defer d.close()
	broadcast, err := d.exports(ctx, r)
	if err != nil {
		return nil, err
	}
	if len(broadcast.Viewers) > 0 || broadcast.Control != nil {
		loop.Observers = append(loop.Observers, broadcast)
		if err := broadcast.Begin(ctx); err != nil {
			return nil, err
		}
	}
	loop.Observers = append(loop.Observers, d.watchers(r.State)...)
	loop.Game.View = wire.Codec.View(r.State().ViewOf(pelita.Blue, pelita.AskName))
	if err := loop.Run(ctx); err != nil {
		return nil, err
	}
	lines.result()
	return r, nil
}

// quiet turns the error of leaving the game into nil.
func quiet(err error) error {
	if errors.Is(err, turn.ErrQuit) {
		return nil
	}
	return err
}

// storeLayout writes the layout of the game that would be played.
func (d *dropped) storeLayout(s *referee.State) error {
	path := d.given.values["store-layout"]
	if path == "-" {
		_, err := fmt.Fprintln(d.out, s) // the original prints it, which adds a line end
		return err
	}
	return os.WriteFile(path, []byte(s.String()), 0o666)
}

// watchers returns the observers that show the game here.
func (d *dropped) watchers(state func() *referee.State) []observer {
	switch g := d.given; {
	case g.has("null"):
		return nil
	case g.has("progress"):
		return []observer{&progress{out: d.app.Out, state: state, bar: d.app.Interactive()}}
	case (g.has("tk") || g.has("tk-no-sync")) && !d.noTk:
		return nil
	}
	s := &screen{app: d.app, state: state, afterKill: d.given.has("stop-after-kill")}
	s.stopAt, _ = strconv.Atoi(d.given.value("stop-at", "0"))
	s.pacer = term.Pacer{Pace: d.pace, Paused: d.given.has("debug") && !d.given.has("stop-at"), Round: pelita.Bots}
	return []observer{s}
}

// keys reports whether the game is shown on the terminal, where keys steer it.
func (d *dropped) keys() bool {
	return !slices.ContainsFunc([]string{"null", "progress", "tk", "tk-no-sync"}, d.given.has)
}

// team makes the player for a team of the command line. A team that is written as a path but does not exist loses its game, as in
// the original, and so does every absent team of a tournament. Any other unknown word is an error of the command line.
func (d *dropped) team(spec string, seat int) (player, error) {
	if isForeign(spec) {
		return d.foreign(spec, seat)
	}
	seated, err := d.app.Player(spec)
	switch {
	case err == nil:
	case d.forgiving:
		return absent{turn.Faultf(turn.NeverStarted, "%v", err)}, nil
	case strings.ContainsAny(spec, `/\`) && !strings.Contains(spec, ":") && !exists(spec):
		return d.foreign(spec, seat)
	default:
		return nil, err
	}
	p := match.Inner[pelita.View, pelita.Move](seated)
	if strings.HasPrefix(spec, "exec:") && d.timeout > 0 {
		p = &limited{wrapped{Player: p}, d.timeout}
	}
	return p, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// absent is a team that cannot play.
type absent struct{ fault *turn.Fault }

func (a absent) Answer(context.Context, pelita.View) (m pelita.Move, say string, err error) {
	return m, "", a.fault
}

// wrapped is a player without the optional methods that it may have.
type wrapped = turn.Wrapped[pelita.View, pelita.Move]

// patient is a team that is waited for as long as --patience says.
type patient struct {
	player
	turn.Patient
}

// Open tells the team about a game.
func (p patient) Open(ctx context.Context, g turn.Game) error { return turn.Open(ctx, p.player, g) }

// End tells the team how the game ended.
func (p patient) End(result *turn.Result) { turn.End(p.player, result) }

// waits begins to wait for a team, as [turn.Loop.Waits].
func (d *dropped) waits(spec, what string) (over func()) {
	maker := d.app.Maker()
	w := match.Wait{Who: spec, What: what, Program: isProgram(spec), Patience: max(0, maker.Start.Patience)}
	if !w.Program && !strings.HasPrefix(spec, remotePrefix) {
		return func() {} // a bundled team, or a person
	}
	return maker.Await(w)
}

// waited is what a team owes.
func waited(opening bool) string {
	if opening {
		return match.Hello
	}
	return "its answer"
}

// limited is a player with a time limit for each answer.
type limited struct {
	wrapped
	budget time.Duration
}

func (l *limited) Open(ctx context.Context, g turn.Game) error {
	g.Budget = timer.Control{Move: l.budget}
	return l.wrapped.Open(ctx, g)
}

func (l *limited) Answer(ctx context.Context, v pelita.View) (pelita.Move, string, error) {
	ctx, cancel := context.WithTimeout(ctx, l.budget)
	defer cancel()
	m, say, err := l.Player.Answer(ctx, v)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		err = turn.Faultf(turn.Late, "no answer within %v", l.budget)
	}
	return m, say, err
}

// checkTeams loads teams and prints their names.
func checkTeams(ctx context.Context, a *cli.App, out io.Writer, g *given, version pelita.Version) error {
	d := &dropped{app: a, given: g, version: version, out: out, err: a.Err}
	if err := d.read(); err != nil {
		return err
	}
	if len(g.teams) == 0 {
		return cli.Usagef("option --check-team: want a team")
	}
	for _, spec := range g.teams {
		name, err := d.nameOf(ctx, spec)
		if err != nil {
			return fmt.Errorf("team %s: %w", spec, err)
		}
		fmt.Fprintf(out, "NAME: %s\n", name)
	}
	return nil
}

// nameOf asks a team for its name by the questions of a set-up.
func (d *dropped) nameOf(ctx context.Context, spec string) (string, error) {
	p, err := d.team(spec, int(pelita.Blue))
	if err != nil {
		return "", err
	}
	defer turn.Close(p)
	defer d.waits(spec, "its name")()
	within := ctx
	if program, ok := p.(turn.Patient); ok {
		var cancel context.CancelFunc
		within, cancel = program.Patience(ctx)
		defer cancel()
	}
	name, err := wire.NameOf(within, p, d.version)
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		err = turn.Faultf(turn.Late, "no name within %v", d.app.Maker().Start.Patience)
	}
	return name, err
}
