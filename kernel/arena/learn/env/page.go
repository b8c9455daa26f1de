package env

import (
	"context"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// watched is a page on which people watch one game after the other.
type watched struct {
	server  *web.Server
	frames  web.Frames
	address string
	stop    func() // ends it
	game    string // what is shown
	ply     int
}

// open serves a page to this machine.
func open() (*watched, error) {
	listener, err := web.Listen("")
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	p := &watched{server: web.NewServer(web.Options{Open: true}), address: web.URL(listener.Addr(), "")}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.server.Serve(ctx, listener)
	}()
	p.stop = func() { stop(); <-ended }
	return p, nil
}

// watch shows a game as it is now on the page, which the first call opens, and returns the address of the page.
func (s *Server) watch(game int, shown *match.Snapshot) (*Reply, error) {
	if shown.Scene == nil {
		return nil, fmt.Errorf("%s has no pictures", s.spec.Game)
	}
	if s.page == nil {
		var err error
		if s.page, err = open(); err != nil {
			return nil, err
		}
	}
	p, state := s.page, s.batch.State(game)
	state.Actions = nil
	if now := fmt.Sprint(game, state); now != p.game || shown.Ply < p.ply {
		about := web.Game{Name: page.Title(s.info), Players: s.players(game)}
		if state.Episode == 0 {
			about.Seed = state.Seed
		}
		p.game, p.frames = now, web.Frames{Seats: s.spec.Seats, End: func(r *record.Result) string {
			return s.info.ResultLine(r.Line(s.spec.Seats, about.Players))
		}}
		p.server.Begin(about)
	}
	p.ply = shown.Ply
	p.server.Show(p.frames.Next(shown))
	return &Reply{Text: p.address}, nil
}

// players names the seats of a game.
func (s *Server) players(game int) []string {
	names := slices.Clone(s.info.Titles)
	if len(s.spec.Rivals) == 0 {
		return names
	}
	for seat := range names {
		switch {
		case seat == s.spec.Stepped[game]:
			names[seat] = "learner"
		case len(s.spec.Rivals) == 1:
			names[seat] = s.spec.Rivals[0].Player
		default:
			names[seat] = batch.League
		}
	}
	return names
}
