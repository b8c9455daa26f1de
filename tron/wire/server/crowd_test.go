package server_test

import (
	"context"
	"io"
	"net"
	"regexp"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/client"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
	"github.com/gridiron-games/gridiron/tron/wire/server"
)

// join connects and asks for a place under a name.
func join(t *testing.T, address, team string) net.Conn {
	t.Helper()
	c := dial(t, address)
	c.Write(ks.Frame("JoinOfflineGame", ks.Struct{"team_nickname": team, "agent_name": "0"}))
	return c
}

// listen returns a host that expects a team, and its address.
func listen(t *testing.T, team string) (*server.Host, string) {
	t.Helper()
	config := server.Usual()
	config.Address = "127.0.0.1:0"
	out, in := io.Pipe()
	host := &server.Host{Config: config, Notes: in}
	host.Expect(team)
	said := make(chan string, 1)
	go func() {
		line := make([]byte, 200)
		n, _ := out.Read(line)
		said <- string(line[:n])
	}()
	if err := host.Listen(); err != nil {
		t.Fatal(err)
	}
	return host, regexp.MustCompile(`[0-9.]+:[0-9]+`).FindString(<-said)
}

// Clients of teams that nobody asks for, more than may be parked, do not keep out a client of a team that is asked for.
func TestParkedClientsKeepNobodyOut(t *testing.T) {
	gametest.Slow(t)
	host, address := listen(t, "me")
	for range 150 {
		join(t, address, "nobody") // closed by us at the end of the test
	}
	ending := make(chan error, 1)
	go func() {
		c := &client.Client{Address: address, Team: "me", Slot: "0", Seed: "1"}
		_, err := c.Play(t.Context(), rounder{})
		ending <- err
	}()
	g := &server.Guest{Host: host, Team: "me"}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := g.Open(ctx, turn.Game{}); err != nil {
		t.Fatalf("the client that is asked for was kept out: %v", err)
	}
	g.End(nil)
	<-ending
}

// A guest that sends much is slowed down, as at a table of the server.
func TestFloodOfGuest(t *testing.T) {
	gametest.Slow(t)
	host, address := listen(t, "me")
	c := join(t, address, "me")
	g := &server.Guest{Host: host, Team: "me"}
	if err := g.Open(t.Context(), turn.Game{Budget: timer.Control{Move: time.Minute}}); err != nil {
		t.Fatal(err)
	}
	go func() {
		expect(t, c, "RealtimeSnapshot")
		for range 1100 {
			c.Write(ks.AppendFrame(nil, "Rubbish", nil))
		}
		c.Write(client.AppendCommand(nil, tron.Turn(tron.Down), 0))
	}()
	before := time.Now()
	command, _, err := g.Answer(t.Context(), tron.View{Position: board(t, 5, 5, 9)})
	if took := time.Since(before); err != nil || command != tron.Turn(tron.Down) || took < time.Second {
		t.Errorf("the command behind 1100 other frames: %v, %v after %v, want 100 of the frames 10 ms apart", command, err, took)
	}
	c.Close()
	g.End(nil)
}

// Clients that wait for a later game do not keep out a client that this game needs.
func TestWaitingClientsKeepNobodyOut(t *testing.T) {
	gametest.Slow(t)
	s := run(t, func(s *server.Server) {
		s.Matches = [][2]string{{"a", "b"}, {"a", "c"}}
		s.Limits.Connections = 8
	})
	expect(t, join(t, s.address, "a"), "ClientJoined") // has its seat, and never turns
	for range 30 {
		join(t, s.address, "a")
	}
	for _, team := range []string{"b", "c"} {
		if _, err := s.client(team).Play(t.Context(), rounder{}); err != nil {
			t.Errorf("%s: %v", team, err)
		}
	}
	if err := <-s.done; err != nil {
		t.Fatal(err)
	}
}

// A client without a seat that sends much is slowed down, as one with a seat is: reading it must not cost the games their time.
func TestFloodWithoutSeat(t *testing.T) {
	gametest.Slow(t)
	s := run(t, func(*server.Server) {})
	c := dial(t, s.address)
	before := time.Now()
	for range 1100 {
		c.Write(ks.AppendFrame(nil, "Rubbish", nil))
	}
	c.Write(ks.Frame("JoinOfflineGame", ks.Struct{"team_nickname": "a", "agent_name": "nobody"}))
	expect(t, c, "ClientJoined")
	if took := time.Since(before); took < time.Second {
		t.Errorf("1100 frames of a client without a seat were read within %v, want 100 of them 10 ms apart", took)
	}
	for _, team := range []string{"a", "b"} {
		go s.client(team).Play(t.Context(), rounder{})
	}
	if err := <-s.done; err != nil {
		t.Fatal(err)
	}
}

// A client that leaves before the last game begins frees its seat for a client that waits.
func TestSeatOfWhoLeft(t *testing.T) {
	gametest.Slow(t)
	s := run(t, func(s *server.Server) { s.Matches = [][2]string{{"a", "b"}, {"a", "c"}} })
	expect(t, join(t, s.address, "a"), "ClientJoined") // plays the first game
	seated := make(chan net.Conn, 2)
	for range 2 {
		c := join(t, s.address, "a")
		go func() {
			for {
				body, err := ks.ReadFrame(c, ks.MaxScene)
				if err != nil {
					return
				}
				switch class, v, err := ks.Message(body); {
				case err != nil || class != "ClientJoined":
				case v["joined"] == true:
					seated <- c
				default: // it came too late to wait
					time.Sleep(20 * time.Millisecond)
					c.Write(ks.Frame("JoinOfflineGame", ks.Struct{"team_nickname": "a", "agent_name": "0"}))
				}
			}
		}()
	}
	if _, err := s.client("b").Play(t.Context(), rounder{}); err != nil {
		t.Error(err)
	}
	for n := range 2 {
		select {
		case c := <-seated:
			if n == 0 {
				c.Close()
			}
		case <-time.After(time.Minute):
			t.Fatalf("%d of two who wait got the seat, one after the other; want both", n)
		}
	}
	if _, err := s.client("c").Play(t.Context(), rounder{}); err != nil {
		t.Error(err)
	}
	if err := <-s.done; err != nil {
		t.Fatal(err)
	}
}

// Two clients with the same name do not meet each other where the teams are given.
func TestOneNameCannotTakeBothSeats(t *testing.T) {
	s := run(t, func(s *server.Server) {
		s.Matches = [][2]string{{"a", "b"}}
		s.Config.AllowDuplicates = true // as usual
	})
	first := join(t, s.address, "a")
	expect(t, first, "ClientJoined")
	if v := expect(t, join(t, s.address, "a"), "ClientJoined"); v["joined"] != false {
		t.Errorf("the second client of the team was told %v, want that it may not join", v)
	}
	if _, err := s.client("b").Play(t.Context(), rounder{}); err != nil {
		t.Error(err)
	}
	if err := <-s.done; err != nil || s.endings[0].Names != [2]string{"a", "b"} {
		t.Errorf("%v met, %v; want a and b", s.endings[0].Names, err)
	}
}

// With tokens only their holders get seats, under the names of their teams, each once.
func TestTokens(t *testing.T) {
	tokens, err := admission.ParseTokens("red=secret-of-red,blue=secret-of-blue")
	if err != nil {
		t.Fatal(err)
	}
	s := run(t, func(s *server.Server) { s.Config.Require(tokens) })
	online := func(token string) net.Conn {
		c := dial(t, s.address)
		c.Write(ks.Frame("JoinOnlineGame", ks.Struct{"token": token, "agent_name": "0"}))
		return c
	}
	if v := expect(t, online("secret-of-red"), "ClientJoined"); v["joined"] != true {
		t.Errorf("who has the token was told %v", v)
	}
	for name, c := range map[string]net.Conn{
		"without a token": join(t, s.address, "blue"), "with a wrong one": online("secret-of-blu"), "with one that has its seat": online("secret-of-red"),
	} {
		if v := expect(t, c, "ClientJoined"); v["joined"] != false {
			t.Errorf("who comes %s was told %v", name, v)
		}
	}
	blue := s.client("blue")
	blue.Token = "secret-of-blue"
	if _, err := blue.Play(t.Context(), rounder{}); err != nil {
		t.Error(err)
	}
	if err := <-s.done; err != nil || s.endings[0].Names != [2]string{"red", "blue"} {
		t.Errorf("%v met, %v; want red and blue", s.endings[0].Names, err)
	}
}
