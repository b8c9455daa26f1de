package server

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/scene"
)

// Host listens for clients that play at tables of our own loop, from the first guest on until the program ends: between two games
// of a tournament, clients come back. All guests of a program share one Host.
type Host struct {
	Config *Config
	Notes  io.Writer // receives a line with the address at which the host listens

	mu       sync.Mutex // guards the following fields
	listener net.Listener
	teams    map[string]bool // teams that were asked for so far; "": any
	parked   []*visitor
	arrived  chan struct{} // closed when a client was parked
}

// visitor is a client that wants to join and has not received an answer yet.
type visitor struct {
	conn   *conn
	in     *bufio.Reader
	peeked chan struct{} // closed when more bytes have come, or the end
	join   ks.Struct
	name   string // of its team
}

// Listen makes the host listen, unless it already does.
func (h *Host) Listen() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.listener != nil {
		return nil
	}
	pair, err := h.Config.Certificate()
	if err != nil {
		return err
	}
	if h.listener, err = net.Listen("tcp", h.Config.Address); err != nil {
		return err
	}
	h.arrived = make(chan struct{})
	fmt.Fprintf(h.Notes, "waiting for Chillin clients on %v\n", h.listener.Addr())
	go h.accept(h.listener, &tls.Config{Certificates: []tls.Certificate{pair}})
	return nil
}

const (
	mostInside  = 128         // connections that wait for a table, and those that play
	mostUnasked = 16          // waiting clients of teams that were not asked for
	waitTime    = time.Minute // how long such a client may wait, from when it was parked
)

func (h *Host) accept(listener net.Listener, config *tls.Config) {
	entrance := admission.New(mostInside)
	for {
		raw, err := listener.Accept()
		switch {
		case err == nil:
		case errors.Is(err, net.ErrClosed):
			return
		default: // such as too many open files
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if !entrance.Enter(raw) {
			raw.Close()
			continue
		}
		c := &conn{raw: raw, tls: tls.Server(raw, config)}
		c.greet, c.know = func() { entrance.MarkGuest(raw) }, func() { entrance.MarkPlayer(raw) }
		c.leave = func() { entrance.Leave(raw) }
		go h.receive(c)
	}
}

// Expect announces that a team will be asked for: its clients may then wait for any time. "" is any team.
func (h *Host) Expect(team string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.teams == nil {
		h.teams = map[string]bool{}
	}
	h.teams[team] = true
}

// receive reads a client's request and parks the client.
func (h *Host) receive(c *conn) {
	raw := c.raw
	raw.SetDeadline(time.Now().Add(10 * time.Second))
	v := &visitor{conn: c, in: bufio.NewReader(c.tls), peeked: make(chan struct{})}
	for {
		body, err := ks.ReadFrame(v.in, ks.MaxCommand)
		if err != nil {
			c.kill()
			c.leave()
			return
		}
		class, join, err := ks.Message(body)
		name, ok := h.Config.nickname(class, join)
		if err == nil && ok {
			v.join, v.name = join, name
			break
		}
		if class == "JoinOfflineGame" || class == "JoinOnlineGame" {
			c.deliver(h.Config.refusal(), time.Second)
		}
	}
	raw.SetDeadline(time.Time{})
	h.park(v)
	_, err := v.in.Peek(1)
	close(v.peeked)
	if err != nil { // it has left, or has waited too long
		h.unpark(v)
		c.kill()
		c.leave()
	}
}

// park lets a client wait. Few clients of teams that were not asked for may wait: a new one replaces the oldest.
func (h *Host) park(v *visitor) {
	h.mu.Lock()
	defer h.mu.Unlock()
	unasked := func(other *visitor) bool { return !h.teams[""] && !h.teams[other.name] }
	if !unasked(v) {
		v.conn.greet()
	} else {
		v.conn.raw.SetReadDeadline(time.Now().Add(waitTime))
		n, first := 0, -1
		for i, other := range h.parked {
			if unasked(other) {
				if n++; first < 0 {
					first = i
				}
			}
		}
		if n >= mostUnasked {
			h.parked[first].conn.kill()
			h.parked = slices.Delete(h.parked, first, first+1)
		}
	}
	h.parked = append(h.parked, v)
	close(h.arrived)
	h.arrived = make(chan struct{})
}

func (h *Host) unpark(v *visitor) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.parked = slices.DeleteFunc(h.parked, func(other *visitor) bool { return other == v })
}

// meet waits for a client of a team; "" is any team.
func (h *Host) meet(ctx context.Context, team string) (*visitor, error) {
	h.Expect(team)
	for {
		h.mu.Lock()
		for i, v := range h.parked {
			if team == "" || v.name == team {
				h.parked = append(h.parked[:i:i], h.parked[i+1:]...)
				h.mu.Unlock()
				v.conn.raw.SetReadDeadline(time.Time{})
				v.conn.know()
				return v, nil
			}
		}
		arrived := h.arrived
		h.mu.Unlock()
		select {
		case <-arrived:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Guest is a Chillin client as a player of our own loop. It takes the client's commands as the original's server does, until the
// cycle is over: at the deadline if the loop sets one, otherwise soon after the client has turned, or after the duration in the
// configuration.
type Guest struct {
	Host *Host
	Team string // nickname; "": any client

	seat     tron.Seat
	conn     *conn
	duration time.Duration
	done     chan struct{} // closed when the reader has ended

	mu     sync.Mutex    // guards the following fields
	cycle  int           // the cycle of the commands; -1: none
	taken  tron.Command  // in this cycle
	count  int           // commands taken
	turned bool          // one of them was a turn
	heard  chan struct{} // holds one value when a command was taken
}

// Open waits for the client and lets it join.
func (g *Guest) Open(ctx context.Context, game turn.Game) error {
	v, err := g.Host.meet(ctx, g.Team)
	if err != nil {
		return turn.Faultf(turn.NeverStarted, "no client of team %q: %v", g.Team, err)
	}
	g.seat, g.conn, g.cycle = tron.Seat(game.Seat), v.conn, -1
	g.duration = game.Budget.Move
	if g.duration == 0 {
		g.duration = g.Host.Config.CycleDuration
	}
	g.done, g.heard = make(chan struct{}), make(chan struct{}, 1)
	go g.read(v, g.done)
	player, _ := v.join["agent_name"].(string)
	g.deliver(g.Host.Config.welcome(g.seat))
	for s := range tron.Seat(2) {
		name := v.name
		if s != g.seat {
			name = "opponent"
		}
		g.deliver(scene.Joined(s.Title(), player, name))
	}
	g.deliver(ks.Frame("StartGame", ks.Struct{"start_time": time.Now().Unix()}))
	return nil
}

func (g *Guest) deliver(frame []byte) error {
	if !g.conn.deliver(frame, 10*time.Second) {
		return turn.Faultf(turn.Gone, "the connection is lost")
	}
	return nil
}

// read takes commands until the connection ends.
func (g *Guest) read(v *visitor, done chan struct{}) {
	defer close(done)
	defer v.conn.leave()
	defer v.conn.kill()
	<-v.peeked
	var pace pace
	for {
		body, err := ks.ReadFrame(v.in, ks.MaxCommand)
		if err != nil {
			return
		}
		g.mu.Lock()
		cycle := g.cycle
		g.mu.Unlock()
		pace.heed(cycle)
		class, payload, err := ks.Envelope(body)
		if err != nil || class != "RealtimeCommand" && class != "TurnbasedCommand" {
			continue
		}
		if o, ok := readCommand(class, payload); ok {
			g.take(o)
		}
	}
}

func (g *Guest) take(o order) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if o.cycle != g.cycle || g.count >= g.Host.Config.MaxClientCommands {
		return
	}
	g.count++
	switch o.turn {
	case nowhere:
		return
	case breaker:
		g.taken = g.taken.ThenBreaker()
	default:
		g.taken = g.taken.ThenTurn(tron.Direction(o.turn))
		g.turned = true
	}
	select {
	case g.heard <- struct{}{}:
	default:
	}
}

// grace is how long a client that has turned may send more commands, if there is no deadline.
const grace = 5 * time.Millisecond

// Answer shows the client the position and returns the commands that it sends in this cycle.
func (g *Guest) Answer(ctx context.Context, v tron.View) (c tron.Command, say string, err error) {
	if g.conn == nil {
		return c, "", turn.Faultf(turn.Gone, "it never joined")
	}
	g.mu.Lock()
	g.cycle, g.taken, g.count, g.turned = v.Position.Cycle(), tron.Straight, 0, false
	select { // signals of the cycle before
	case <-g.heard:
	default:
	}
	g.mu.Unlock()
	if err := g.deliver(ks.AppendSnapshot(nil, &v.Position, g.duration.Seconds())); err != nil {
		return c, "", err
	}
	wait := g.duration
	if v.Position.Cycle() == 0 {
		wait = max(wait, g.Host.Config.FirstCycle)
	}
	deadline, hurry := ctx.Deadline()
	if hurry { // a later command would be late
		left := time.Until(deadline)
		wait = left - min(20*time.Millisecond, left/5)
	}
	err = g.listen(ctx, wait, !hurry)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.cycle = -1
	return g.taken, "", err
}

// listen waits for the end of the cycle.
func (g *Guest) listen(ctx context.Context, wait time.Duration, eager bool) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		select {
		case <-g.heard:
			g.mu.Lock()
			if eager && g.turned {
				timer.Reset(min(wait, grace))
			}
			g.mu.Unlock()
		case <-timer.C:
			return nil
		case <-g.done:
			return turn.Faultf(turn.Gone, "the connection was closed")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Played shows the client the position after a cycle. It sends only the last position of a game: the others are sent with
// the next question.
func (g *Guest) Played(p *tron.Position) {
	if g.conn == nil || !p.Over() {
		return
	}
	if g.deliver(ks.AppendSnapshot(nil, p, g.duration.Seconds())) == nil {
		g.deliver(scene.Ended(p))
	}
}

// End closes the connection; if the game came to its end, the client gets time to read the result.
func (g *Guest) End(r *turn.Result) {
	if g.conn == nil {
		return
	}
	if r != nil {
		select {
		case <-g.done:
		case <-time.After(farewell):
		}
	}
	g.conn.sayGoodbye(time.Second)
	<-g.done
	g.conn = nil
}

// Certificate loads the certificate, or makes one.
func (c *Config) Certificate() (tls.Certificate, error) {
	if c.CertFile == "" || c.KeyFile == "" {
		return Certificate()
	}
	var pair tls.Certificate
	certificate, err := files.Read(c.CertFile, files.MostText)
	if err == nil {
		var key []byte
		if key, err = files.Read(c.KeyFile, files.MostText); err == nil {
			pair, err = tls.X509KeyPair(certificate, key)
		}
	}
	if err != nil {
		return pair, errors.Join(errors.New("certfile and keyfile"), err)
	}
	return pair, nil
}
