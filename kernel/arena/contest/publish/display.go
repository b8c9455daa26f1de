package publish

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/report"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// again is the time in seconds after which a browser reloads the page of a tournament.
const again = 5

// display shows a tournament while it is played.
type display struct {
	ledger
	lobby *web.Lobby
	learn *web.Learn

	mu     sync.Mutex // guards tables and their scenes
	tables map[int]*table

	making  sync.Mutex     // guards the following fields; games do not wait for it
	table   *report.Report // about the games that were played
	counted int            // the number of those games
}

// table is a game in progress.
type table struct {
	*display
	pairing league.Pairing
	server  *web.Server
	frames  *web.Frames
	now     *scene.Scene // guarded by display.mu
}

// openDisplay opens the display if the flags ask for one; otherwise it returns nil.
func openDisplay(a *cli.App, c *urfave.Context) (*contest.Show, error) {
	entry, err := page.Listen(c)
	if entry == nil || err != nil {
		return nil, err
	}
	s := &display{ledger: ledger{app: a}, tables: map[int]*table{}, learn: page.Learn(a.Game)}
	s.lobby = web.NewLobby(web.Options{Open: entry.Open}, s.index, s)
	ctx, stop := context.WithCancel(context.WithoutCancel(c.Context))
	served := make(chan error, 1)
	began := false
	return &contest.Show{
		Begin: func(t *tournament.Tournament) error {
			s.t, began = t, true
			go func() { served <- s.lobby.Serve(ctx, entry.Listener) }()
			return entry.Show(a.Err, page.Address(s.lobby, entry))
		},
		Watch: s.watch,
		Stay: func() {
			if !c.Bool("web-exit") {
				fmt.Fprintln(a.Err, "all games are played; the page stays until Ctrl-C")
				<-c.Context.Done()
			}
		},
		Close: func() {
			stop()
			if !began {
				entry.Listener.Close()
				return
			}
			if err := <-served; err != nil {
				a.Log.Warn().Err(err).Msg("the page")
			}
		},
	}, nil
}

// watch opens a table for a game that begins.
func (s *display) watch(p league.Pairing) match.Observer {
	if len(p.Teams) != len(s.app.Game.Seats) {
		return nil
	}
	j := s.t.Job(p)
	labels := names(&j)
	g := &table{display: s, pairing: p, server: s.lobby.Table(strconv.Itoa(p.N))}
	g.frames = &web.Frames{Seats: s.app.Game.Seats, End: page.Ending(s.app.Game, labels)}
	g.server.Begin(web.Game{
		Name: page.Title(&s.app.Game.Info), Sub: fmt.Sprintf("game %d", p.N), Seed: j.Seed, Players: labels, Learn: s.learn,
		Within: &web.Within{Title: s.name(), Round: p.Stage, Number: p.N, Back: "../../"},
	})
	s.mu.Lock()
	s.tables[p.N] = g
	s.mu.Unlock()
	return g
}

// Asked shows the position. It does not delay the game.
func (g *table) Asked(_ context.Context, shown *match.Snapshot) error {
	g.show(shown)
	return nil
}

// Answered does nothing: the answers are shown with the position that they led to.
func (g *table) Answered(*match.Snapshot) error { return nil }

// Ended shows the last position and closes the table.
func (g *table) Ended(shown *match.Snapshot) error {
	g.show(shown)
	g.mu.Lock()
	delete(g.tables, g.pairing.N)
	g.mu.Unlock()
	g.lobby.Close(strconv.Itoa(g.pairing.N))
	return nil
}

func (g *table) show(shown *match.Snapshot) {
	if shown.Scene == nil {
		return
	}
	next := g.frames.Next(shown)
	now := next.Scene()
	g.server.Show(next)
	g.mu.Lock()
	g.now = &now
	g.mu.Unlock()
}

// index writes the current page of the tournament.
func (s *display) index(w io.Writer, token string) error {
	played, all, err := s.t.Progress()
	if err != nil {
		return err
	}
	table, err := s.standings(played)
	if err != nil {
		return err
	}
	r := *table
	r.Token = token
	if played < all {
		r.Again = again
	}
	r.Running = s.running(r.Teams)
	return r.HTML(w)
}

// standings returns the report on the games that were played. It makes a new one only if there are more games.
func (s *display) standings(played int) (*report.Report, error) {
	s.making.Lock()
	defer s.making.Unlock()
	if s.table != nil && s.counted == played {
		return s.table, nil
	}
	table, err := s.report()
	if err == nil {
		s.table, s.counted = table, played
	}
	return table, err
}

// running returns the games in progress. teams are those of the report.
func (s *display) running(teams []report.Team) (list []report.Running) {
	place := map[string]int{}
	for i, team := range teams {
		place[team.Name] = i
	}
	all := s.t.All()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.tables {
		if g.now == nil {
			continue
		}
		running := report.Running{Number: g.pairing.N, Scene: g.now, Link: web.Link(strconv.Itoa(g.pairing.N))}
		for _, team := range g.pairing.Teams {
			running.Teams = append(running.Teams, place[all[team].Label])
		}
		list = append(list, running)
	}
	slices.SortFunc(list, func(a, b report.Running) int { return a.Number - b.Number })
	return list
}

// Open makes the replay of a finished game: the display is the file system from which the lobby serves replays.
func (s *display) Open(name string) (fs.File, error) {
	n, err := strconv.Atoi(strings.TrimSuffix(name, ".html"))
	if err != nil || !strings.HasSuffix(name, ".html") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	var in *web.Within
	if played, _, err := s.t.Progress(); err == nil {
		if r, err := s.standings(played); err == nil {
			in = within(r, n)
			in.Back = "../"
		}
	}
	content, err := s.page(n, in)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.Join(fs.ErrNotExist, err)}
	}
	return &file{bytes.NewReader(content), name}, nil
}

// file is a page as a file.
type file struct {
	*bytes.Reader
	name string
}

func (f *file) Stat() (fs.FileInfo, error) { return f, nil }
func (f *file) Close() error               { return nil }
func (f *file) Name() string               { return f.name }
func (f *file) Mode() fs.FileMode          { return 0o444 }
func (f *file) ModTime() time.Time         { return time.Time{} }
func (f *file) IsDir() bool                { return false }
func (f *file) Sys() any                   { return nil }
