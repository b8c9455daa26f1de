package admission

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"testing"
	"time"
)

func TestDoor(t *testing.T) {
	d := New(2)
	pipes := map[string]net.Conn{}
	for _, step := range []struct {
		does, who string
		enters    bool
		closed    string // which connection is closed by then
	}{
		{does: "enter", who: "a", enters: true},
		{does: "enter", who: "b", enters: true},
		{does: "know", who: "a"},
		{does: "enter", who: "c", enters: true, closed: "b"},
		{does: "know", who: "b", closed: "b"}, // too late
		{does: "leave", who: "b", closed: "b"},
		{does: "know", who: "c", closed: "b"},
		{does: "enter", who: "d", enters: false, closed: "b"},
		{does: "leave", who: "a", closed: "b"},
		{does: "enter", who: "d", enters: true, closed: "b"},
	} {
		if pipes[step.who] == nil {
			pipes[step.who], _ = net.Pipe()
		}
		switch conn := pipes[step.who]; step.does {
		case "enter":
			if got := d.Enter(conn); got != step.enters {
				t.Errorf("%s enters: %v, want %v", step.who, got, step.enters)
			}
		case "know":
			d.MarkPlayer(conn)
		case "leave":
			d.Leave(conn)
		}
		for who, conn := range pipes {
			conn.SetReadDeadline(time.Now())
			if _, err := conn.Read(make([]byte, 1)); errors.Is(err, io.ErrClosedPipe) != (who == step.closed) {
				t.Errorf("%s %s: reading from %s: %v", step.does, step.who, who, err)
			}
		}
	}
}

func TestWait(t *testing.T) {
	d := New(1)
	first, _ := net.Pipe()
	second, _ := net.Pipe()
	d.Enter(first)
	d.MarkPlayer(first)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if d.Wait(ctx, second) {
		t.Error("a connection came in although the server was full")
	}
	time.AfterFunc(10*time.Millisecond, func() { d.Leave(first) })
	if !d.Wait(t.Context(), second) {
		t.Error("a connection did not come in although there was room")
	}
}

// from is a connection that comes from a host.
type from struct {
	net.Conn
	host string
	shut *[]string
}

func (c from) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(c.host), Port: 1} }
func (c from) Close() error         { *c.shut = append(*c.shut, c.host); return nil }

// A host with many connections pushes out its own, strangers are closed before guests, and known connections stay.
func TestCrowdsPushOutTheirOwn(t *testing.T) {
	var shut []string
	d := New(6)
	enter := func(host string) net.Conn {
		conn := &from{host: host, shut: &shut}
		if !d.Enter(conn) {
			t.Errorf("%s does not enter", host)
		}
		return conn
	}
	d.MarkPlayer(enter("10.0.0.9"))
	d.MarkGuest(enter("10.0.0.1"))
	enter("10.0.0.2")
	for range 20 { // one household: the same first 64 bits
		enter("2001:db8:0:1::" + string("123456789"[len(shut)%9]))
	}
	if len(shut) != 17 {
		t.Errorf("%d were shut out, want 17", len(shut))
	}
	for _, host := range shut {
		if host[:2] != "20" {
			t.Errorf("%s was shut out, want those of the crowd", host)
		}
	}
	shut = nil
	for range 3 {
		d.MarkGuest(enter("10.0.0.3"))
	}
	enter("10.0.0.4")
	if slices.Contains(shut, "10.0.0.1") || slices.Contains(shut, "10.0.0.3") || len(shut) != 4 {
		t.Errorf("shut out: %v, want 4 and no guest before all strangers are", shut)
	}
	for range 100 {
		d.MarkPlayer(enter("10.0.0.5"))
		if len(d.inside) > 6 {
			t.Fatalf("%d are inside, want at most 6", len(d.inside))
		}
		if d.first() < 0 {
			break
		}
	}
	if d.Enter(&from{host: "10.0.0.6", shut: &shut}) {
		t.Error("a connection enters although all that are inside are known")
	}
	for _, host := range shut {
		if host == "10.0.0.9" {
			t.Error("a known connection was shut out")
		}
	}
}

func TestAddress(t *testing.T) {
	for text, want := range map[string]string{
		"4117": "127.0.0.1:4117", ":4117": "127.0.0.1:4117", "0.0.0.0:4117": "0.0.0.0:4117", "[::1]:0": "[::1]:0", "host:1": "host:1",
	} {
		if got := Address(text); got != want {
			t.Errorf("Address(%q) = %q, want %q", text, got, want)
		}
	}
}
