package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// Server plays many games with clients of the original at the same time. Set its fields, then call Run once.
type Server struct {
	Config  *Config
	Start   tron.Position // of every game
	TLS     *tls.Config
	Games   int         // stop after this many; 0: never
	Tables  int         // games at the same time, at least 1
	Matches [][2]string // nicknames, Blue first: only these meet, once each, in this order; nil: in order of arrival
	Limits  Limits
	Gallery bool              // keep what spectators see, for them or for files
	Ended   func(Ending)      // called for each game that has ended; may be nil
	Cycled  func(Cycle)       // called when a game begins, after each cycle and at the end; it must be quick; may be nil
	Notes   func(line string) // called with a line about a client's errors; may be nil

	mu      sync.Mutex // guards the following fields; locked before that of a room
	rooms   []*room    // rooms whose game is not over, begun or not
	opened  int        // rooms so far
	running int        // rooms that clients may still be in
	waiting []application
	played  bool               // all games are over
	stop    context.CancelFunc // ends Run
	conns   map[*conn]struct{}
	serial  Client
	changed chan struct{} // closed when a room is opened
	pending [][2]string   // matches without a room so far
	at      net.Listener
	crew    sync.WaitGroup
}

// Cycle is the state of a game after a cycle.
type Cycle struct {
	Game     int       // its number, from 1
	Names    [2]string // as in Ending
	Position tron.Position
	Last     [2]tron.Command // of the last cycle
	Over     bool
}

// Limits limit what one client may cost. 0 is the usual value.
type Limits struct {
	Connections int           // at the same time; usually 16, and four per table
	Handshake   time.Duration // from the connection to the end of TLS; usually 10 s
	Join        time.Duration // from then until it has joined; usually 60 s
	Write       time.Duration // for sending a frame; usually 10 s
}

func (l *Limits) fill(tables int) {
	fill := func(d *time.Duration, usual time.Duration) {
		if *d == 0 {
			*d = usual
		}
	}
	fill(&l.Handshake, 10*time.Second)
	fill(&l.Join, time.Minute)
	fill(&l.Write, 10*time.Second)
	if l.Connections == 0 {
		l.Connections = 16 + 4*tables
	}
}

// Ending is a game that has ended.
type Ending struct {
	Game     int       // number, from 1
	Names    [2]string // nicknames by seat, bytes of ISO-8859-1
	Position tron.Position
	Worst    time.Duration // the largest delay of a cycle's start
	Frames   [][]byte      // what spectators saw; nil if it was not kept
}

// Run accepts players, and spectators if there is a gallery, until all games are played or ctx ends. It closes both listeners.
func (s *Server) Run(ctx context.Context, players, gallery net.Listener) error {
	s.Limits.fill(s.Tables)
	s.conns, s.changed, s.at = map[*conn]struct{}{}, make(chan struct{}), players
	s.pending = s.Matches
	if s.Matches != nil {
		s.Games = len(s.Matches)
	}
	s.Gallery = s.Gallery || gallery != nil
	inner, cancel := context.WithCancel(ctx)
	s.stop = cancel
	defer s.crew.Wait()
	defer s.killAll()
	defer cancel()
	context.AfterFunc(inner, func() {
		players.Close()
		if gallery != nil {
			gallery.Close()
		}
	})
	if s.Matches == nil {
		s.mu.Lock()
		s.open(s.Config)
		s.mu.Unlock()
	}
	if gallery != nil {
		s.crew.Go(func() { s.accept(inner, gallery, s.spectate, s.Config.MaxSpectators) })
	}
	err := s.accept(inner, players, s.serve, s.Limits.Connections)
	<-inner.Done()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.played {
		return nil
	}
	return err
}

// accept handles connections, not more than most at the same time. A further one replaces a connection that neither plays nor
// watches yet; if all do, it is closed at once.
func (s *Server) accept(ctx context.Context, l net.Listener, handle func(context.Context, *conn), most int) error {
	entrance := admission.New(most)
	for {
		raw, err := l.Accept()
		var temporary interface{ Temporary() bool }
		switch {
		case err == nil:
		case ctx.Err() != nil || errors.Is(err, net.ErrClosed):
			return nil
		case errors.As(err, &temporary) && temporary.Temporary(): // such as too many open files
			time.Sleep(10 * time.Millisecond)
			continue
		default:
			s.stop()
			return err
		}
		if !entrance.Enter(raw) {
			s.note(raw, fmt.Errorf("there are already %d connections, the limit", most))
			raw.Close()
			continue
		}
		s.crew.Go(func() {
			defer entrance.Leave(raw)
			c := s.admit(raw)
			c.greet, c.know = func() { entrance.MarkGuest(raw) }, func() { entrance.MarkPlayer(raw) }
			defer s.dismiss(c)
			handshake, cancel := context.WithTimeout(ctx, s.Limits.Handshake)
			defer cancel()
			if err := c.tls.HandshakeContext(handshake); err != nil {
				s.note(raw, err)
				return
			}
			handle(ctx, c)
		})
	}
}

func (s *Server) admit(raw net.Conn) *conn {
	c := &conn{raw: raw, tls: tls.Server(raw, s.TLS), frames: make(chan []byte, queue)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.serial++
	c.id = s.serial
	s.conns[c] = struct{}{}
	return c
}

func (s *Server) dismiss(c *conn) {
	c.kill()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
	s.waiting = slices.DeleteFunc(s.waiting, func(a application) bool { return a.conn == c })
}

func (s *Server) killAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		c.kill()
	}
	for _, r := range s.rooms {
		r.cancel()
	}
}

func (s *Server) note(c net.Conn, err error) {
	if s.Notes != nil {
		s.Notes(fmt.Sprintf("%v: %v", c.RemoteAddr(), err))
	}
}

// application is a request to join that waits for a table.
type application struct {
	conn  *conn
	class string
	v     ks.Struct
	body  []byte
}

// seat finds a table for a client that wants to join, and lets it join there. If all tables are taken, the client waits for the
// next one; seat returns false if there can be none for it.
func (s *Server) seat(a application) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.trySeat(a) {
		s.seatWaiting() // there may now be no seat for some of them
		return true
	}
	if s.moreGames() && s.accepting(a) != nil {
		a.conn.greet()
		s.waiting = append(s.waiting, a)
		return true
	}
	a.conn.send(s.Config.refusal())
	return false
}

func (s *Server) trySeat(a application) bool {
	for _, r := range s.rooms {
		if r.admit(a) {
			s.closeDoor()
			return true
		}
	}
	if len(s.rooms) >= s.Tables || !s.moreGames() {
		return false
	}
	config := s.accepting(a)
	if config == nil {
		return false
	}
	for i := range s.pending {
		if config.AllowedTeams[s.pending[i][tron.Blue]] == tron.Blue && config.has(s.pending[i]) {
			s.pending = append(s.pending[:i:i], s.pending[i+1:]...)
			break
		}
	}
	r := s.open(config)
	joined := r.admit(a)
	s.closeDoor()
	return joined
}

func (s *Server) moreGames() bool { return s.Games == 0 || s.opened < s.Games }

// accepting returns the configuration of a new table that this client could join, nil if there is none.
func (s *Server) accepting(a application) *Config {
	configs := []*Config{s.Config}
	if s.Matches != nil {
		configs = nil
		for _, names := range s.pending {
			configs = append(configs, s.match(names))
		}
	}
	for _, c := range configs {
		if NewTable(c, s.Start).Accepts(a.class, a.v) {
			return c
		}
	}
	return nil
}

// match returns the configuration of a table for two teams.
func (s *Server) match(names [2]string) *Config {
	c := *s.Config
	c.AllowDuplicates = false // otherwise two clients with one name could take both seats
	c.AllowedTeams = map[string]tron.Seat{names[tron.Blue]: tron.Blue, names[tron.Yellow]: tron.Yellow}
	return &c
}

func (c *Config) has(names [2]string) bool {
	_, blue := c.AllowedTeams[names[tron.Blue]]
	_, yellow := c.AllowedTeams[names[tron.Yellow]]
	return blue && yellow
}

func (s *Server) open(config *Config) *room {
	s.opened++
	s.running++
	r := newRoom(s, s.opened, config)
	s.rooms = append(s.rooms, r)
	close(s.changed)
	s.changed = make(chan struct{})
	return r
}

// closeDoor stops listening when the last seat of the last game is taken: later connections are refused.
func (s *Server) closeDoor() {
	if s.Games == 0 || s.opened < s.Games {
		return
	}
	for _, r := range s.rooms {
		if r.joining() {
			return
		}
	}
	s.at.Close()
}

// over removes a room whose game has ended: its table is free.
func (s *Server) over(r *room) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rooms = slices.DeleteFunc(s.rooms, func(other *room) bool { return other == r })
	s.seatWaiting()
	if s.Matches == nil && len(s.rooms) == 0 && s.moreGames() {
		s.open(s.Config) // a game for spectators to wait for
	}
}

// left is called when a client has left its table; its seat may be free again.
func (s *Server) left() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seatWaiting()
}

// seatWaiting lets waiting clients join if there is a seat, and refuses those for which there will be none. The caller holds
// s.mu.
func (s *Server) seatWaiting() {
	waiting := s.waiting
	s.waiting = nil
	for _, a := range waiting {
		switch {
		case s.trySeat(a):
		case s.moreGames() && s.accepting(a) != nil || s.couldBeFree(a):
			s.waiting = append(s.waiting, a)
		default:
			a.conn.send(s.Config.refusal())
			a.conn.finish()
		}
	}
}

// couldBeFree reports whether there is a game that has not begun in which this client could play if another one left.
func (s *Server) couldBeFree(a application) bool {
	return slices.ContainsFunc(s.rooms, func(r *room) bool {
		return r.joining() && NewTable(r.config, s.Start).Accepts(a.class, a.v)
	})
}

// emptied ends the server when all clients have left the last room.
func (s *Server) emptied() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running--; s.running == 0 && !s.moreGames() {
		s.played = true
		s.stop()
	}
}
