package client

import (
	"bufio"
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// slow thinks for one and a half times the announced cycle in the first cycle, and until it is stopped in the others.
type slow struct{ t *testing.T }

const cycle = 100 * time.Millisecond

func (s slow) Answer(ctx context.Context, v tron.View) (tron.Command, string, error) {
	deadline, clocked := ctx.Deadline()
	if !clocked || time.Until(deadline) > cycle {
		s.t.Errorf("cycle %d: %v to think, %v, want less than a cycle", v.Position.Cycle(), time.Until(deadline), clocked)
	}
	think := time.Minute
	if v.Position.Cycle() == 0 {
		think = cycle * 3 / 2
	}
	select {
	case <-time.After(think):
		return tron.Turn(tron.Down), "", nil
	case <-ctx.Done():
		return tron.Straight, "", ctx.Err()
	}
}

// TestFirstCycle has a server whose first cycle is longer than it announces, like the original's: an answer counts until the next
// snapshot arrives.
func TestFirstCycle(t *testing.T) {
	ours, theirs := net.Pipe()
	defer theirs.Close()
	theirs.SetDeadline(time.Now().Add(time.Minute))
	var notes strings.Builder
	c := &Client{Team: "us", Slot: "0", Note: func(line string) { notes.WriteString(line) }}
	done := make(chan error, 1)
	go func() {
		_, err := c.play(t.Context(), ours, slow{t})
		done <- err
	}()
	p, err := tron.ParsePosition("#####\n#B..#\n#...#\n#..Y#\n#####")
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(theirs)
	hear := func() string {
		body, err := ks.ReadFrame(in, ks.MaxCommand)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	hear()
	theirs.Write(ks.Frame("ClientJoined", ks.Struct{"joined": true, "side_name": "Blue"}))
	theirs.Write(ks.AppendSnapshot(nil, &p, cycle.Seconds()))
	if got, want := hear(), string(AppendCommand(nil, tron.Turn(tron.Down), 0)[4:]); got != want {
		t.Errorf("in the first cycle it sent %q, want %q", got, want)
	}
	for range 2 {
		p.Step([2]tron.Command{})
		theirs.Write(ks.AppendSnapshot(nil, &p, cycle.Seconds()))
		time.Sleep(cycle / 2) // to be sure that it is asked
	}
	theirs.Write(ks.Frame("EndGame", ks.Struct{"details": ks.Map{}}))
	if err := <-done; err != nil {
		t.Error(err)
	}
	if !strings.Contains(notes.String(), "cycle 1: no answer in its time") {
		t.Errorf("it noted %q, want that cycle 1 had no answer", &notes)
	}
}

// server is the other end of a client that plays.
type server struct {
	t     *testing.T
	conn  net.Conn
	in    *bufio.Reader
	notes chan string
	done  chan error // how Play ended
}

// serve lets a client play against the test as its server, which has already received the join.
func serve(t *testing.T, c *Client, p Player) *server {
	ours, theirs := net.Pipe()
	t.Cleanup(func() { theirs.Close() })
	theirs.SetDeadline(time.Now().Add(time.Minute))
	s := &server{t, theirs, bufio.NewReader(theirs), make(chan string, 100), make(chan error, 1)}
	c.Note = func(line string) { s.notes <- line }
	go func() {
		_, err := c.play(t.Context(), ours, p)
		s.done <- err
	}()
	s.hear()
	s.say(ks.Frame("ClientJoined", ks.Struct{"joined": true, "side_name": "Blue"}))
	return s
}

func (s *server) say(frame []byte) {
	s.t.Helper()
	if _, err := s.conn.Write(frame); err != nil {
		s.t.Fatal(err)
	}
}

// hear returns the next frame.
func (s *server) hear() string {
	s.t.Helper()
	body, err := ks.ReadFrame(s.in, ks.MaxCommand)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(body)
}

// wants checks that the next frames are those of a command.
func (s *server) wants(when string, c tron.Command, cycle int) {
	s.t.Helper()
	for frames := bufio.NewReader(strings.NewReader(string(AppendCommand(nil, c, cycle)))); ; {
		want, err := ks.ReadFrame(frames, ks.MaxCommand)
		if err != nil {
			return
		}
		if got := s.hear(); got != string(want) {
			s.t.Fatalf("%s it sent %q, want %q", when, got, want)
		}
	}
}

// scripted waits for the commands that the test sends to the channel, and answers with them.
type scripted chan tron.Command

func (s scripted) Answer(ctx context.Context, _ tron.View) (tron.Command, string, error) {
	select {
	case c := <-s:
		return c, "", nil
	case <-ctx.Done():
		return tron.Straight, "", ctx.Err()
	}
}

// TestSafeCommand has a server that receives the safe command while the player still thinks, then the answer in its place, and a
// player that never answers. Commands that the server does not carry out are reported.
func TestSafeCommand(t *testing.T) {
	const minute = 60 // seconds a cycle: nothing here depends on time
	p, err := tron.ParsePosition("######\n#B...#\n#....#\n#....#\n#....#\n#...Y#\n######")
	if err != nil {
		t.Fatal(err)
	}
	right, down := tron.Turn(tron.Right), tron.Turn(tron.Down)
	answers := make(scripted)
	c := &Client{Team: "us", Slot: "0", Safe: func(v tron.View) tron.Command {
		return []tron.Command{right, right.ThenBreaker(), tron.Straight, right}[min(v.Position.Cycle(), 3)]
	}}
	s := serve(t, c, answers)
	snapshot := func(taken tron.Command) {
		s.say(ks.AppendSnapshot(nil, &p, minute))
		p.Step([2]tron.Command{taken, tron.Straight})
	}
	snapshot(down)
	s.wants("before its answer", right, 0)
	answers <- down
	s.wants("after it", down, 0)

	snapshot(down) // which is where the bike drives
	s.wants("before its answer", right.ThenBreaker(), 1)
	answers <- tron.Straight
	s.wants("to take the turn back", down, 1)

	snapshot(tron.Straight) // the breaker was not switched on
	select {
	case got := <-s.notes:
		if want := "cycle 1: the server did not carry out DA"; !strings.Contains(got, want) {
			t.Errorf("it noted %q, want %q", got, want)
		}
	case <-time.After(time.Minute):
		t.Fatal("it noted nothing")
	}
	answers <- right
	s.wants("where straight on is safe", right, 2)

	s.say(ks.AppendSnapshot(nil, &p, minute)) // no answer comes
	s.wants("before the answer that never comes", right, p.Cycle())
	s.say(ks.Frame("EndGame", ks.Struct{"details": ks.Map{}}))
	if err := <-s.done; err != nil {
		t.Error(err)
	}
}

// starting is a player that takes long to start.
type starting struct {
	scripted
	started chan error
}

func (s starting) Open(ctx context.Context, _ turn.Game) error {
	select {
	case err := <-s.started:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// TestSafeWhileStarting has a player that takes longer to start than a cycle, and one that never starts: safe commands are sent meanwhile.
func TestSafeWhileStarting(t *testing.T) {
	p, err := tron.ParsePosition("######\n#B...#\n#....#\n#....#\n#....#\n#...Y#\n######")
	if err != nil {
		t.Fatal(err)
	}
	right, down := tron.Turn(tron.Right), tron.Turn(tron.Down)
	for _, starts := range []bool{true, false} {
		first := p
		player := starting{make(scripted), make(chan error)}
		s := serve(t, &Client{Team: "us", Slot: "0", Safe: func(tron.View) tron.Command { return right }}, player)
		s.say(ks.AppendSnapshot(nil, &first, 60))
		s.wants("before it has started", right, 0)
		first.Step([2]tron.Command{right, tron.Straight})
		s.say(ks.AppendSnapshot(nil, &first, 60))
		s.wants("before it has started", right, 1)
		if got, want := <-s.notes, "cycle 0: the player has not started yet; the bike does R, which was sent at once"; got != want {
			t.Errorf("it noted %q, want %q", got, want)
		}
		if starts {
			player.started <- nil
			player.scripted <- down
			s.wants("as soon as it has started", down, 1)
		}
		s.say(ks.Frame("EndGame", ks.Struct{"details": ks.Map{}}))
		if err := <-s.done; err != nil {
			t.Error(err)
		}
	}
}
