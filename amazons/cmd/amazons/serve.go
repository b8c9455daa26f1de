//go:build !lean || web

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/wire"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/kernel/arena/web/tables"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// serve lets a bot play against everybody who connects.
func serve(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "serve", Usage: "let a bot play everybody who connects by TCP",
		UsageText: "amazons serve [BOT]\n\nEvery connection is a game; a turn is six characters and a line feed. Example:\n\n  amazons serve alphabeta:level=2 --listen 4117",
		Flags: append([]urfave.Flag{
			cli.ListenFlag("4117"),
			&urfave.StringFlag{Name: "seat", Value: "blue", Usage: "`SEAT` of the bot: red or blue"},
			&urfave.StringFlag{Name: "framing", Value: "auto", Usage: "`FRAMING` of the turns: auto, line, raw, utf, chars, object or block"},
			&urfave.StringFlag{Name: "patience", Value: "60s", Usage: "longest `TIME` that a peer may take for a turn"},
			cli.NumberFlag("games", 0, 0, "end after this `NUMBER` of games; 0: never"),
			cli.NumberFlag("tables", 16, 1, "`NUMBER` of games at the same time; while others wait a turn may take 10 s at most"),
			verbs.TokenFlag(),
		}, page.Flags("show the games in a browser")...),
		Action: func(c *urfave.Context) error {
			seat := map[string]amazons.Seat{"red": amazons.Red, "blue": amazons.Blue}
			mine, ok := seat[c.String("seat")]
			if !ok {
				return cli.Usagef("flag --seat: %q: want red or blue", c.String("seat"))
			}
			framing, err := wire.ParseFraming(c.String("framing"))
			if err != nil {
				return cli.Usagef("flag --framing: %w", err)
			}
			patience, err := timer.ParseDuration(c.String("patience"))
			if err != nil {
				return cli.Usagef("flag --patience: %w", err)
			}
			tokens, err := verbs.Tokens(c)
			if err != nil {
				return err
			}
			if c.NArg() > 1 {
				return cli.Usagef("serve: argument %q: want one player", c.Args().Get(1))
			}
			spec := cmp.Or(c.Args().First(), "alphabeta")
			first, err := a.Player(spec)
			if err != nil {
				return err
			}
			first.Close()
			listener, err := wire.ListenTCP(c.String("listen"))
			if err != nil {
				return cli.Usagef("flag --listen: %w", err)
			}
			defer listener.Close()
			tables, err := tables.Open(a, c)
			if err != nil {
				return err
			}
			defer tables.Close()
			fmt.Fprintf(c.App.ErrWriter, "%s plays %v on %v\n", spec, mine, listener.Addr())
			s := &server{
				app: a, tables: tables, spec: spec, seat: int(mine), tokens: tokens,
				out: c.App.Writer, fault: notes(c.App.Writer), note: notes(c.App.ErrWriter),
			}
			s.hurry = min(patience, hurry)
			s.guest = func(conn net.Conn) *wire.Peer {
				p := wire.Accepted(conn)
				p.Framing, p.Patience = framing, patience
				return p
			}
			games := cli.Number(c, "games")
			err = s.run(c.Context, listener, games, cli.Number(c, "tables"))
			if games == 0 && c.Context.Err() != nil {
				return nil // Ctrl-C is the normal end of a server without a number of games
			}
			return err
		},
	}
}

// server plays a bot against everybody who connects.
type server struct {
	app    *cli.App
	spec   string
	seat   int           // of the bot
	hurry  time.Duration // time that a peer has for a turn while others wait for a table
	guest  func(net.Conn) *wire.Peer
	tables *tables.Tables    // nil: they are not shown
	tokens admission.Tokens  // nil: everybody may play
	out    io.Writer         // gets the results
	fault  func(line string) // gets those of games that a fault has ended: a stranger can make many
	note   func(line string) // gets what went wrong otherwise
	mu     sync.Mutex        // guards out, fault and note

	waiting atomic.Int32 // games in which the bot is to move and has no table yet
}

// notes returns a function that writes lines which strangers can cause.
func notes(to io.Writer) func(line string) {
	return web.Notes(func(line string) { fmt.Fprintln(to, line) })
}

// hurry is the usual server.hurry; tests use less.
var hurry = 10 * time.Second

// crowd is the largest number of connected peers without a table.
const crowd = 256

// run accepts peers until the given number of games has begun (0: for ever) or ctx ends, and waits for the games in progress.
func (s *server) run(ctx context.Context, listener *net.TCPListener, games, tables int) error {
	stop := context.AfterFunc(ctx, func() { listener.SetDeadline(time.Now()) })
	defer stop()
	var playing sync.WaitGroup
	defer playing.Wait()
	free, entrance := make(chan struct{}, tables), admission.New(tables+crowd)
	for n := 1; games == 0 || n <= games; n++ {
		conn, err := listener.Accept()
		var temporary interface{ Temporary() bool }
		switch {
		case ctx.Err() != nil:
			if err == nil {
				conn.Close()
			}
			return ctx.Err()
		case errors.As(err, &temporary) && temporary.Temporary(): // such as too many open files
			time.Sleep(10 * time.Millisecond)
			n--
			continue
		case err != nil:
			return err
		}
		if !entrance.Wait(ctx, conn) {
			conn.Close()
			return ctx.Err()
		}
		playing.Go(func() {
			defer entrance.Leave(conn)
			known := place{s, free, func() { entrance.MarkGuest(conn) }, func() { entrance.MarkPlayer(conn) }}
			line, err := s.play(ctx, n, conn, known)
			s.mu.Lock()
			defer s.mu.Unlock()
			switch {
			case err != nil:
				s.note(fmt.Sprintf("game %d with %v: %v", n, conn.RemoteAddr(), err))
			case len(line.Faults) > 0:
				s.fault(s.app.Game.ResultLine(line))
			default:
				fmt.Fprintln(s.out, s.app.Game.ResultLine(line))
			}
		})
	}
	return nil
}

func (s *server) play(ctx context.Context, n int, conn net.Conn, at place) (*record.Line, error) {
	defer conn.Close()
	who := conn.RemoteAddr().String()
	if s.tokens != nil {
		team, err := wire.Admit(ctx, conn, s.tokens)
		if err != nil {
			return nil, err
		}
		who = team
	}
	bot, err := s.app.Player(s.spec)
	if err != nil {
		return nil, err
	}
	defer bot.Close()
	own := &seated{
		Wrapped: turn.Wrapped[amazons.View, amazons.Move]{Player: match.Attended[amazons.View, amazons.Move](bot)}, place: at,
	}
	defer own.rise()
	names := []string{s.spec, s.spec}
	names[1-s.seat] = who
	players := make([]*match.Player, 2)
	players[s.seat] = match.Seat(s.spec, player(own))
	players[1-s.seat] = match.Seat(names[1-s.seat], player(hurried{s.guest(conn), s}))
	j := job.Job{ID: fmt.Sprintf("serve-%d", n), Seed: fmt.Sprint(rand.Uint64())}
	for _, name := range names {
		j.Seats = append(j.Seats, job.Team{Label: name, Spec: name})
	}
	table := s.tables.Table(n, names)
	defer table.Leave()
	return s.app.Game.Play(ctx, j, match.Seating{Players: players, Observers: table.Observers()})
}

// place is where a game is played.
type place struct {
	server *server
	free   chan struct{} // holds one value for each place that is taken
	greet  func()        // called when the game begins to wait for a table
	know   func()        // called when the game has a table
}

// hurried is a peer that has less time for a turn while others wait for a table.
type hurried struct {
	*wire.Peer
	server *server
}

func (p hurried) Answer(ctx context.Context, v amazons.View) (amazons.Move, string, error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var hurried atomic.Bool
	done := make(chan struct{})
	defer close(done)
	go func() {
		for wait := time.After(p.server.hurry); ; wait = time.After(time.Second) {
			select {
			case <-wait:
				if p.server.waiting.Load() > 0 {
					hurried.Store(true)
					cancel()
					return
				}
			case <-done:
				return
			}
		}
	}()
	m, say, err := p.Peer.Answer(inner, v)
	if err != nil && hurried.Load() && ctx.Err() == nil {
		err = turn.Faultf(turn.Late, "no turn within %v while others wait for a table", p.server.hurry)
	}
	return m, say, err
}

// seated is a bot that sits down at a table when it is asked for the first time: while it waits for a silent guest to begin,
// other guests can play.
type seated struct {
	turn.Wrapped[amazons.View, amazons.Move]
	place place
	game  turn.Game
	sits  bool
}

func (p *seated) Open(_ context.Context, g turn.Game) error {
	p.game = g
	return nil
}

func (p *seated) Answer(ctx context.Context, v amazons.View) (amazons.Move, string, error) {
	if !p.sits {
		p.place.greet()
		p.place.server.waiting.Add(1)
		select {
		case p.place.free <- struct{}{}:
			p.place.server.waiting.Add(-1)
		case <-ctx.Done():
			p.place.server.waiting.Add(-1)
			return amazons.Move{}, "", ctx.Err()
		}
		p.place.know()
		p.sits = true
		if err := turn.Open(ctx, p.Player, p.game); err != nil {
			return amazons.Move{}, "", err
		}
	}
	return p.Player.Answer(ctx, v)
}

// rise leaves the table.
func (p *seated) rise() {
	if p.sits {
		<-p.place.free
	}
}
