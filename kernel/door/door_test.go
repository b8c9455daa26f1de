package door

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"time"
)

func TestDoor(t *testing.T) {
	d := New(2)
	pipes := map[string]net.Conn{}
	for _, step := range []struct {
		does, who string
		enters    bool
		closed    string // who was shut out by then
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
			d.Know(conn)
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
	d.Know(first)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if d.Wait(ctx, second) {
		t.Error("it waited for nobody")
	}
	time.AfterFunc(10*time.Millisecond, func() { d.Leave(first) })
	if !d.Wait(t.Context(), second) {
		t.Error("it never came in")
	}
}
