// Package client plays on a server of the original or one of ours, for `tron join`.
package client

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// Player answers the questions of one seat. It may be a [turn.Opener] and a [turn.Ender], too.
type Player = turn.Player[tron.View, tron.Command]

// Client is one player on its way to a server.
type Client struct {
	Address string      // HOST:PORT
	TLS     *tls.Config // nil: any certificate is accepted
	Team    string      // nickname, bytes of ISO-8859-1
	Token   string      // for a server in online mode, else ""
	Slot    string      // the player's name in the server's configuration, usually "0"

	Tries int           // to connect; below 1 counts as 1
	Wait  time.Duration // between them
	Seed  string        // for the player

	Game func(first tron.View) turn.Game // what the player receives about the game; its Seat, Seed and Budget are filled in
	Note func(line string)               // called with a line about a problem with an answer; may be nil; calls do not overlap

	// Safe returns a command that is sent before the player is asked, so that the bike of a late player does not crash; the
	// answer replaces it. [tron.Straight] is not sent. nil: only answers are sent.
	Safe func(v tron.View) tron.Command

	noting sync.Mutex // guards Note
}

// Ending is how a game ended.
type Ending struct {
	Seat     tron.Seat // our seat
	Winner   tron.Seat
	Draw     bool
	Scores   [2]string // by seat, as the server writes them
	Position tron.Position
}

// margin is the part of a cycle that is reserved for sending a command to the server.
func margin(cycle time.Duration) time.Duration { return min(40*time.Millisecond, cycle/5) }

// latest holds the newest snapshot until it is taken.
type latest struct {
	signal chan struct{} // holds one value when there is a snapshot to take

	mu      sync.Mutex // guards the following fields
	view    *tron.View
	at      time.Time          // when it came
	outdate context.CancelFunc // ends the answer to the snapshot before; nil: there was none
	asked   *tron.View         // the view that the last sent command answers; nil: none was sent
	sent    tron.Command
}

// send remembers a command that is about to be sent.
func (l *latest) send(v *tron.View, c tron.Command) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked, l.sent = v, c
}

// missed reports whether the last command shows no effect in the position after its cycle: the server received it too late or
// did not carry it out.
func (l *latest) missed(v *tron.View) (c tron.Command, missed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.asked == nil || v.Position.Cycle() != l.asked.Position.Cycle()+1 {
		return c, false
	}
	// The other seat's command changes neither direction nor cooldown.
	want := l.asked.Position
	var both [2]tron.Command
	both[v.Seat] = l.sent
	want.Step(both)
	will, is := want.Bike(v.Seat), v.Position.Bike(v.Seat)
	return l.sent, will.Direction != is.Direction || will.Cooldown != is.Cooldown
}

// put replaces the snapshot; nil: there are no more.
func (l *latest) put(v *tron.View) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.view, l.at = v, time.Now()
	if l.outdate != nil {
		l.outdate()
	}
	select {
	case l.signal <- struct{}{}:
	default:
	}
}

// take returns the snapshot, nil if there is none, and the context of an answer to it.
func (l *latest) take(ctx context.Context) (v *tron.View, answering context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if v, l.view = l.view, nil; v == nil {
		return nil, ctx
	}
	ctx, l.outdate = context.WithCancel(ctx)
	cycle := time.Duration(v.CycleDuration * float64(time.Second))
	if cycle <= 0 {
		return v, ctx
	}
	return v, inCycle{ctx, l.at.Add(cycle - margin(cycle))}
}

// inCycle is the context of an answer: it ends when the next snapshot comes. Its deadline is the end of the cycle that the
// server announces, less a margin; the first cycle lasts longer than announced.
type inCycle struct {
	context.Context
	deadline time.Time
}

func (a inCycle) Deadline() (time.Time, bool) { return a.deadline, true }

// Play joins, plays one game and returns how it ended. The error says that it could not join, or that the connection was lost.
func (c *Client) Play(ctx context.Context, p Player) (Ending, error) {
	conn, err := c.dial(ctx)
	if err != nil {
		return Ending{}, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.SetDeadline(time.Now()) })()
	end, err := c.play(ctx, conn, p)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return end, err
}

func (c *Client) dial(ctx context.Context) (net.Conn, error) {
	config := c.TLS
	if config == nil {
		config = &tls.Config{InsecureSkipVerify: true} // the original's certificate expired in 2017, and no client checks it
	}
	dialer := tls.Dialer{NetDialer: &net.Dialer{Timeout: 10 * time.Second}, Config: config}
	for try := 1; ; try++ {
		conn, err := dialer.DialContext(ctx, "tcp", c.Address)
		if err == nil || try >= c.Tries {
			return conn, err
		}
		select {
		case <-time.After(c.Wait):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

func (c *Client) play(ctx context.Context, conn net.Conn, p Player) (end Ending, err error) {
	in := bufio.NewReader(conn)
	if end.Seat, err = c.join(conn, in); err != nil {
		return end, err
	}
	news := &latest{signal: make(chan struct{}, 1)}
	over := make(chan error, 1)
	go func() {
		over <- c.listen(in, &end, news)
		news.put(nil)
	}()
	opening, stop := context.WithCancel(ctx)
	defer stop()
	opened := make(chan error, 1)
	began, ready := false, false
	finish := func(err error) (Ending, error) {
		if stop(); began && !ready {
			<-opened
		}
		switch {
		case !began:
		case err != nil:
			turn.End(p, nil)
		default:
			r := turn.Result{Winner: int(end.Winner), Reason: "over"}
			if end.Draw {
				r.Winner = turn.Draw
			}
			turn.End(p, &r)
		}
		return end, err
	}
	var v *tron.View // the newest snapshot
	var answering context.Context
	var safe tron.Command // sent for it
	for {
		select {
		case err := <-over:
			return finish(err)
		case err := <-opened:
			if ready = true; err != nil {
				return finish(err)
			}
		case <-news.signal:
			now, answer := news.take(ctx)
			if now == nil {
				continue
			}
			if began && !ready {
				c.noteLate(v, errors.New("the player has not started yet"), safe)
			}
			v, answering = now, answer
			if !began {
				began = true
				go func() { opened <- c.open(opening, p, *now) }()
			}
			if safe, err = c.sendSafe(conn, v, news); err != nil {
				return finish(err)
			}
		}
		if !ready || v.Position.Over() {
			continue
		}
		if err := c.answer(answering, conn, p, v, safe, news); err != nil {
			return finish(err)
		}
	}
}

// join asks to join, and returns the seat that the server assigns.
func (c *Client) join(conn net.Conn, in *bufio.Reader) (tron.Seat, error) {
	frame := ks.Frame("JoinOfflineGame", ks.Struct{"team_nickname": c.Team, "agent_name": c.Slot})
	if c.Token != "" {
		frame = ks.Frame("JoinOnlineGame", ks.Struct{"token": c.Token, "agent_name": c.Slot})
	}
	if _, err := conn.Write(frame); err != nil {
		return 0, err
	}
	for {
		class, v, err := receive(in)
		if err != nil {
			return 0, fmt.Errorf("before an answer to our join: %w", err)
		}
		if class != "ClientJoined" {
			continue
		}
		for s := range tron.Seat(2) {
			if v["joined"] == true && v["side_name"] == s.Title() {
				return s, nil
			}
		}
		return 0, fmt.Errorf("the server refused team %q", c.Team)
	}
}

// receive returns the next message that can be understood.
func receive(in io.Reader) (class string, v ks.Struct, err error) {
	for {
		body, err := ks.ReadFrame(in, ks.MaxScene)
		if errors.Is(err, io.EOF) {
			err = errors.New("the server closed the connection")
		}
		if err != nil {
			return "", nil, err
		}
		if class, v, err = ks.Message(body); err == nil {
			return class, v, nil
		}
	}
}

// listen receives snapshots until the end of the game.
func (c *Client) listen(in *bufio.Reader, end *Ending, news *latest) error {
	for {
		class, v, err := receive(in)
		if err != nil {
			return err
		}
		switch class {
		case "RealtimeSnapshot", "TurnbasedSnapshot":
			payload, _ := v["world_payload"].(string)
			cycle, _ := v["current_cycle"].(int64)
			duration, _ := v["cycle_duration"].(float64)
			p, err := ks.ReadWorld([]byte(payload), int(cycle))
			if err != nil {
				c.note(fmt.Sprintf("cycle %d: %v", cycle, err))
				continue
			}
			end.Position = p
			view := &tron.View{Position: p, Seat: end.Seat, CycleDuration: duration}
			news.put(view)
			if command, missed := news.missed(view); missed {
				c.note(fmt.Sprintf("cycle %d: the server did not carry out %v: it came too late or was one too many", cycle-1, command))
			}
		case "EndGame":
			return end.read(v)
		}
	}
}

func (e *Ending) read(v ks.Struct) error {
	e.Draw = true
	for s := range tron.Seat(2) {
		if v["winner_sidename"] == s.Title() {
			e.Winner, e.Draw = s, false
		}
	}
	details, _ := v["details"].(ks.Map)
	for _, detail := range details {
		scores, _ := detail.Value.(ks.Map)
		for _, score := range scores {
			for s := range tron.Seat(2) {
				if text, ok := score.Value.(string); ok && detail.Key == "Scores" && score.Key == s.Title() {
					e.Scores[s] = text
				}
			}
		}
	}
	return nil
}

func (c *Client) note(line string) {
	if c.Note != nil {
		c.noting.Lock()
		defer c.noting.Unlock()
		c.Note(line)
	}
}

func (c *Client) open(ctx context.Context, p Player, v tron.View) error {
	g := turn.Game{}
	if c.Game != nil {
		g = c.Game(v)
	}
	g.Seat, g.Seed, g.Budget = int(v.Seat), c.Seed, timer.Control{Move: time.Duration(v.CycleDuration * float64(time.Second))}
	return turn.Open(ctx, p, g)
}

// sendSafe sends the safe command for a snapshot, and returns it; [tron.Straight] if there is none.
func (c *Client) sendSafe(conn net.Conn, v *tron.View, news *latest) (tron.Command, error) {
	if c.Safe == nil || v.Position.Over() {
		return tron.Straight, nil
	}
	first := c.Safe(*v)
	if first == tron.Straight {
		return first, nil
	}
	news.send(v, first)
	_, err := conn.Write(AppendCommand(nil, first, v.Position.Cycle()))
	return first, err
}

// noteLate notes that a cycle had no answer, and what the bike does instead.
func (c *Client) noteLate(v *tron.View, err error, first tron.Command) {
	line := fmt.Sprintf("cycle %d: %v", v.Position.Cycle(), err)
	if first != tron.Straight {
		line += fmt.Sprintf("; the bike does %v, which was sent at once", first)
	}
	c.note(line)
}

// answer asks the player and sends its answer, marked with the cycle of the question. A player that thinks too long has given no
// command, or first, the safe one.
func (c *Client) answer(ctx context.Context, conn net.Conn, p Player, v *tron.View, first tron.Command, news *latest) error {
	command, _, err := p.Answer(ctx, *v)
	if errors.Is(err, turn.ErrQuit) {
		return err
	}
	if ctx.Err() != nil {
		err = errors.New("no answer in its time")
	}
	if err != nil {
		c.noteLate(v, err, first)
		return nil
	}
	if command == first {
		return nil
	}
	if _, turns := command.Turn(); first != tron.Straight && !turns {
		command = command.ThenTurn(v.Position.Bike(v.Seat).Direction) // this replaces the turn and is ignored (R4)
	}
	if command != tron.Straight {
		stands := command
		if first.Breaker() { // a breaker cannot be taken back
			stands = command.ThenBreaker()
		}
		news.send(v, stands)
	}
	_, err = conn.Write(AppendCommand(nil, command, v.Position.Cycle()))
	return err
}

// AppendCommand appends the frames of a command; it appends nothing for straight on.
func AppendCommand(dst []byte, c tron.Command, cycle int) []byte {
	for _, letter := range c.String() {
		name, payload := "ActivateWallBreaker", ""
		if d, ok := c.Turn(); ok && letter != 'A' {
			name, payload = "ChangeDirection", string(ks.Encode("ChangeDirection", ks.Struct{"direction": d.String()}))
		} else if letter == '-' {
			break
		}
		dst = append(dst, ks.Frame("RealtimeCommand", ks.Struct{"type": name, "payload": payload, "cycle": cycle})...)
	}
	return dst
}
