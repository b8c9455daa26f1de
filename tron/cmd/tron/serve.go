//go:build !lean || web

package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/kernel/arena/web/tables"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/tron/maps"
	"github.com/gridiron-games/gridiron/tron/referee"
	"github.com/gridiron-games/gridiron/tron/view"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/server"
)

const serveUsage = `tron serve [GAMECFG.JSON] [config.KEY=VALUE...]

This is the original's server, for its clients in Python, Java, C++ and C#. It takes the original's file and arguments: net.host,
net.port, gui.host, gui.port, gui.replay_dir and gui.replay_filename. Without a file it has the original's usual settings, a map
of ours, and neither spectators nor replays. Flags override the file. Examples:

  tron serve --map maze
  tron serve gamecfg.json config.net.port=5005
  tron serve --games 0 --tables 20 --listen 0.0.0.0:5000
  tron serve --match red,green --match blue,red --tables 2`

// serve is the Chillin server.
func serve(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "serve", Usage: "run the original's server, for its clients", UsageText: serveUsage,
		Flags: append([]urfave.Flag{
			&urfave.StringFlag{Name: "listen", Usage: "`[HOST:]PORT` for players; without a host only this machine can connect (default: as the file says, or 5000)"},
			&urfave.StringFlag{Name: "gallery", Usage: "`[HOST:]PORT` for spectators, - for none (default: as the file says, or none)"},
			&urfave.StringFlag{Name: "map", Usage: "`MAP` to play on: a name, a file or a position text (default: as the file says)"},
			&urfave.StringFlag{Name: "replays", Usage: "write a .cr file for each game into `DIR`"},
			&urfave.StringFlag{Name: "cert", Usage: "`FILE` with the certificate (default: one is made)"},
			&urfave.StringFlag{Name: "key", Usage: "`FILE` with its key"},
			&urfave.StringFlag{Name: "cycle", Usage: "`TIME` that a cycle lasts (default: as the file says, or 0.5s)"},
			&urfave.StringFlag{Name: "first-cycle", Usage: "`TIME` that the first cycle lasts (default: as the file says, or 3s)"},
			cli.NumberFlag("games", 1, 0, "end after this `NUMBER` of games; 0: never"),
			cli.NumberFlag("tables", 1, 1, "`NUMBER` of games at the same time; other clients wait"),
			&urfave.StringSliceFlag{Name: "match", Usage: "play one game between `TEAM,TEAM`, Blue first, and no others; may be repeated"},
			cli.NumberFlag("connections", 0, 0, "largest `NUMBER` of connections; 0: 16 and four per table"),
			&urfave.StringFlag{Name: "patience", Value: "60s", Usage: "longest `TIME` that a client may take to join after it has connected"},
			&urfave.BoolFlag{Name: "ghosts", Usage: "a client that leaves before the start keeps its place, as on the original"},
			verbs.TokenFlag(),
			&urfave.BoolFlag{Name: "turbo", Usage: "end a cycle as soon as both sides have turned"},
		}, page.Flags("show the games in a browser")...),
		Action: func(c *urfave.Context) error { return served(c, a) },
	}
}

// served runs the server.
func served(c *urfave.Context, a *cli.App) error {
	s := &server.Server{Games: cli.Number(c, "games"), Tables: cli.Number(c, "tables")}
	var err error
	if s.Config, err = serverConfig(c); err != nil {
		return err
	}
	tokens, err := verbs.Tokens(c)
	if err != nil {
		return err
	}
	s.Config.Require(tokens)
	if s.Start, err = parseMap(s.Config.MapPath); err != nil {
		return err
	}
	if s.Matches, err = matches(c.StringSlice("match")); err != nil {
		return err
	}
	if s.Limits.Join, err = timer.ParseDuration(c.String("patience")); err != nil {
		return cli.Usagef("flag --patience: %w", err)
	}
	s.Limits.Connections = cli.Number(c, "connections")
	pair, err := s.Config.Certificate()
	if err != nil {
		return err
	}
	s.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
	if s.Config.SaveReplay {
		if err := os.MkdirAll(s.Config.ReplayDir, 0o777); err != nil {
			return fmt.Errorf("folder for replays: %w", err)
		}
	}
	tables, err := tables.Open(a, c)
	if err != nil {
		return err
	}
	defer tables.Close()
	if tables != nil {
		s.Cycled = (&watching{tables: tables, games: map[int]*watched{}}).cycled
	}
	players, err := net.Listen("tcp", s.Config.Address)
	if err != nil {
		return fmt.Errorf("port for players: %w", err)
	}
	fmt.Fprintf(a.Err, "waiting for players on %v\n", players.Addr())
	var gallery net.Listener
	if s.Config.Gallery != "" {
		if gallery, err = net.Listen("tcp", s.Config.Gallery); err != nil {
			players.Close()
			return fmt.Errorf("port for spectators: %w", err)
		}
		fmt.Fprintf(a.Err, "waiting for spectators on %v\n", gallery.Addr())
	}
	s.Gallery = s.Config.SaveReplay
	reporter := &reporter{app: a, config: s.Config, numbered: s.Games != 1 || len(s.Matches) > 1}
	s.Ended, s.Notes = reporter.ended, web.Notes(reporter.note)
	err = s.Run(c.Context, players, gallery)
	reporter.mu.Lock()
	defer reporter.mu.Unlock()
	fmt.Fprintf(a.Err, "the latest cycle of %d games came %v late\n", reporter.games, reporter.worst.Round(time.Microsecond))
	if s.Games == 0 && c.Context.Err() != nil {
		err = nil // Ctrl-C is the normal end of a server without a number of games
	}
	return errors.Join(err, reporter.err)
}

// serverConfig reads the file, the arguments and the flags.
func serverConfig(c *urfave.Context) (*server.Config, error) {
	config := server.Usual()
	config.Address, config.Gallery = admission.Address("5000"), ""
	config.MapPath = maps.Default
	args := c.Args().Slice()
	if len(args) > 0 && !strings.HasPrefix(args[0], "config.") {
		text, err := files.Read(args[0], files.MostText)
		if err != nil {
			return nil, err
		}
		if config, err = server.ParseConfig(text); err != nil {
			return nil, fmt.Errorf("%s: %w", args[0], err)
		}
		if config.MapPath == "" {
			config.MapPath = maps.Default
		}
		args = args[1:]
	}
	for _, arg := range args {
		key, value, found := strings.Cut(strings.TrimPrefix(arg, "config."), "=")
		if !found || !strings.HasPrefix(arg, "config.") {
			return nil, cli.Usagef("serve: argument %q: want a gamecfg.json first, then config.KEY=VALUE", arg)
		}
		if err := config.Override(key, value); err != nil {
			return nil, cli.Usagef("serve: %w", err)
		}
	}
	for name, into := range map[string]*string{
		"listen": &config.Address, "gallery": &config.Gallery, "map": &config.MapPath, "cert": &config.CertFile, "key": &config.KeyFile,
		"replays": &config.ReplayDir,
	} {
		if c.IsSet(name) {
			*into = c.String(name)
		}
	}
	for name, into := range map[string]*time.Duration{"cycle": &config.CycleDuration, "first-cycle": &config.FirstCycle} {
		if text := c.String(name); text != "" {
			var err error
			if *into, err = timer.ParseDuration(text); err != nil {
				return nil, cli.Usagef("flag --%s: %w", name, err)
			}
		}
	}
	if (c.IsSet("cert") || c.IsSet("key")) && (config.CertFile == "" || config.KeyFile == "") {
		return nil, cli.Usagef("flags --cert and --key: want both")
	}
	config.SaveReplay = config.SaveReplay || c.IsSet("replays")
	config.KeepSlots, config.Turbo = c.Bool("ghosts"), c.Bool("turbo")
	if c.IsSet("listen") {
		config.Address = admission.Address(config.Address)
	}
	if config.Gallery == "-" {
		config.Gallery = ""
	} else if config.Gallery != "" {
		config.Gallery = admission.Address(config.Gallery)
	}
	return config, nil
}

func matches(flags []string) (list [][2]string, err error) {
	for _, text := range flags {
		blue, yellow, found := strings.Cut(text, ",")
		if !found || blue == "" || yellow == "" || blue == yellow || strings.Contains(yellow, ",") {
			return nil, cli.Usagef("flag --match: %q: want two different teams, as in red,green", text)
		}
		list = append(list, [2]string{ks.Latin(blue), ks.Latin(yellow)})
	}
	return list, nil
}

// reporter prints the results of games and writes their files.
type reporter struct {
	app      *cli.App
	config   *server.Config
	numbered bool // several games need several files

	mu    sync.Mutex // guards the following fields and the writers of app
	games int
	worst time.Duration
	err   error // of a file
}

func (r *reporter) note(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintln(r.app.Err, line)
}

func (r *reporter) ended(e server.Ending) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.games++
	r.worst = max(r.worst, e.Worst)
	result := record.ResultOf(referee.ResultOf(&e.Position), referee.Seats)
	fmt.Fprintln(r.app.Out, r.app.Game.ResultLine(result.Line(referee.Seats, called(e.Names))))
	if !r.config.SaveReplay {
		return
	}
	if err := r.save(e); err != nil {
		fmt.Fprintf(r.app.Err, "replay: %v\n", err)
		r.err = errors.Join(r.err, err)
	}
}

// called returns the names of teams as they are shown.
func called(teams [2]string) (names []string) {
	for _, name := range teams {
		names = append(names, clean.Line(ks.Text(name), 40))
	}
	return names
}

// save writes the .cr file of a game.
func (r *reporter) save(e server.Ending) error {
	name := r.config.ReplayFilename
	if name == "" {
		name = time.Now().Format("2006-01-02_15-04-05")
	}
	name = strings.TrimSuffix(name, ".cr")
	if r.numbered {
		name += fmt.Sprintf("-%d", e.Game)
	}
	file, err := os.Create(filepath.Join(r.config.ReplayDir, name+".cr"))
	if err != nil {
		return err
	}
	for _, frame := range e.Frames {
		if _, err := file.Write(frame); err != nil {
			file.Close()
			return err
		}
	}
	return file.Close()
}

// watching shows games on a page.
type watching struct {
	tables *tables.Tables
	mu     sync.Mutex
	games  map[int]*watched // games in progress
}

// watched is a game that is shown.
type watched struct {
	*tables.Table
	before *scene.Scene
	ply    int
}

// cycled shows a cycle.
func (w *watching) cycled(c server.Cycle) {
	w.mu.Lock()
	g := w.games[c.Game]
	if g == nil {
		g = &watched{Table: w.tables.Table(c.Game, called(c.Names))}
		w.games[c.Game] = g
	}
	if c.Over {
		delete(w.games, c.Game)
	}
	w.mu.Unlock() // one goroutine at a time shows a game
	now := view.Scene(g.before, &c.Position, c.Last)
	shown := web.Snapshot{
		Ply: g.ply, Count: 2 * c.Position.Cycle(), Scene: func() scene.Scene { return now }, Text: c.Position.String,
	}
	if c.Over {
		result := record.ResultOf(referee.ResultOf(&c.Position), referee.Seats)
		shown.Result = g.Result(&result)
	}
	g.Show(shown)
	g.before, g.ply = &now, g.ply+1
}
