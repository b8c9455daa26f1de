//go:build !playground && (!lean || analysis)

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	verb "github.com/gridiron-games/gridiron/kernel/arena/cli/original"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

// compareOriginal lets the original program referee games of our players.
func compareOriginal(a *cli.App) *urfave.Command {
	return verb.Compare(verb.Program{
		Where: "DIR", Example: "sarena-framework --games 20 --seed 7",
		Usage: "DIR is the folder of the original's game.py. It referees games of bundled bots on boards that the seeds\n" +
			"draw; every board that it asks a bot about, the end of each game and its score are compared with ours.",
		Flags: func() []urfave.Flag {
			return []urfave.Flag{&urfave.StringFlag{Name: "python", Value: "python3", Usage: "`COMMAND` that runs the original"}}
		},
		Open: func(_ context.Context, c *urfave.Context) (verb.Played, error) { return openOriginal(a, c) },
	})(a)
}

// original is the original program.
type original struct {
	app   *cli.App
	words []string // of its command line
	dir   string   // for boards and traces
}

// openOriginal looks for the program.
func openOriginal(a *cli.App, c *urfave.Context) (*original, error) {
	if c.NArg() != 1 {
		return nil, cli.Usagef("compare-original: argument %q: want one folder", c.Args().Get(1))
	}
	program := filepath.Join(c.Args().First(), "game.py")
	if _, err := os.Stat(program); err != nil {
		return nil, fmt.Errorf("compare-original: %s is not the folder of the original: there is no game.py in it", c.Args().First())
	}
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	o := &original{app: a}
	if o.words, err = proc.Split(c.String("python")); err != nil {
		return nil, cli.Usagef("flag --python: %w", err)
	}
	o.words = append(o.words, "-B", program)
	o.dir, err = os.MkdirTemp("", "sarena-original-*")
	return o, err
}

// Name implements verb.Played.
func (o *original) Name() string { return "the original" }

// Close removes the folder of boards and traces.
func (o *original) Close() error { return os.RemoveAll(o.dir) }

// met are the bots that play; they are fast.
var met = []string{"random", "base", "ours", "simple"}

// asked is a turn of one of our bots, as the original asked for it.
type asked struct {
	position sarena.Position
	move     sarena.Move
}

// Play implements verb.Played.
func (o *original) Play(ctx context.Context, n int, seed string) (g verb.Agreement, err error) {
	g.Players = []string{met[(n-1)%len(met)], met[(n+(n-1)/len(met))%len(met)]}
	shown, err := o.app.Game.Position(match.Setup{Seed: seed}, nil)
	if err != nil {
		return g, err
	}
	start, err := sarena.ParsePosition(shown.Text())
	if err != nil {
		return g, err
	}
	board, trace := filepath.Join(o.dir, "board.dmp"), filepath.Join(o.dir, "game.trace")
	if err := errors.Join(os.RemoveAll(trace), os.WriteFile(board, wire.AppendBoard(nil, start), 0o666)); err != nil {
		return g, err
	}
	ctx, stop := context.WithTimeout(ctx, originalPatience)
	defer stop()
	table := &answering{}
	var wait sync.WaitGroup
	defer wait.Wait()
	defer stop()
	args := append(o.words[1:len(o.words):len(o.words)], "--headless", "-v", "--board="+board, "-w", trace)
	for seat, spec := range g.Players {
		address, err := table.serve(ctx, o.app, spec, seeds.Derive(seed, seat), &wait)
		if err != nil {
			return g, err
		}
		args = append(args, address)
	}
	cmd := exec.CommandContext(ctx, o.words[0], args...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Dir, cmd.WaitDelay = &said, &said, o.dir, 5*time.Second
	if err := cmd.Run(); err != nil {
		return g, fmt.Errorf("the original: %s", lastLine(said.String(), err))
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		return g, fmt.Errorf("the original wrote no trace: %s", lastLine(said.String(), err))
	}
	t, err := wire.ParseTrace(text)
	if err != nil {
		return g, fmt.Errorf("what the original wrote: %w", err)
	}
	table.compare(&g, start, t)
	return g, nil
}

// originalPatience is how long the original may take for a game.
const originalPatience = 10 * time.Minute

func lastLine(said string, err error) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if line := clean.Line(lines[len(lines)-1], 200); line != "" {
		return line
	}
	return err.Error()
}

// answering is the server at which two bots answer the original.
type answering struct {
	mu    sync.Mutex
	asked []asked
}

// serve lets a bot answer, and returns its address.
func (t *answering) serve(ctx context.Context, a *cli.App, spec, seed string, wait *sync.WaitGroup) (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	host := &wire.Host{
		Most: 1, Seed: seed,
		New: func() (player, error) {
			p, err := a.Player(spec)
			if err != nil {
				return nil, err
			}
			return match.Inner[sarena.View, sarena.Move](p), nil
		},
		Played: func(_ int, v sarena.View, m sarena.Move) {
			t.mu.Lock()
			defer t.mu.Unlock()
			t.asked = append(t.asked, asked{v.Position, m})
		},
	}
	server := &xmlrpc.Server{Handle: host.Handle}
	wait.Go(func() {
		defer host.Close()
		server.Serve(ctx, listener) // ends with ctx
	})
	return "http://" + listener.Addr().String(), nil
}

// compare checks the original's turns against our rules.
func (t *answering) compare(g *verb.Agreement, p sarena.Position, trace wire.Trace) {
	t.mu.Lock()
	defer t.mu.Unlock()
	differ := func(format string, args ...any) {
		g.Ply, g.What = g.Turns+1, fmt.Sprintf(format, args...)
	}
	if trace.Start != p {
		differ("the board is %v, in the original %v", p, trace.Start)
		return
	}
	for i, turn := range trace.Turns {
		switch {
		case p.Over():
			differ("the game is over, the original goes on with %v", turn.Move)
		case i >= len(t.asked):
			differ("nobody was asked, in the original %v is played", turn.Move)
		case t.asked[i].position != p:
			differ("the board is %v, in the original %v", p, t.asked[i].position)
		case t.asked[i].move != turn.Move:
			differ("%v was answered, the original took %v", t.asked[i].move, turn.Move)
		case p.Check(turn.Move) != sarena.Legal:
			differ("%v is illegal (%v), in the original it is not", turn.Move, p.Check(turn.Move))
		}
		if g.What != "" {
			return
		}
		p = p.Play(turn.Move)
		g.Turns++
	}
	switch {
	case trace.Reason != "":
		differ("the game goes on, in the original it ends: %s", clean.Line(trace.Reason, 100))
	case !p.Over():
		differ("the game goes on, in the original it is over")
	case p.Score().Value() != trace.Score:
		differ("the score is %d, in the original %d", p.Score().Value(), trace.Score)
	}
}
