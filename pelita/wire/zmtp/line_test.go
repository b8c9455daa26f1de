package zmtp

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"
)

func patient() error { return nil }

// line returns a Line to a peer that has sent some bytes right after its handshake, and the peer's end of the connection.
func line(t *testing.T, said string) (*Line, net.Conn) {
	t.Helper()
	s, err := ListenLine(Pair, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(0) })
	conn, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	hello := appendFrame(nil, flagCommand, ready(Pair))
	io.WriteString(conn, string(greeting())+string(hello)+said)
	if _, err := io.ReadFull(conn, make([]byte, greetingSize+len(hello))); err != nil {
		t.Fatal(err)
	}
	l, err := s.Line(time.Now().Add(time.Minute), patient)
	if err != nil {
		t.Fatal(err)
	}
	return l, conn
}

// hear receives a message.
func hear(t *testing.T, l *Line) string {
	t.Helper()
	m, err := l.Receive(time.Now().Add(time.Minute), patient)
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.Join(m, []byte("|")))
}

func TestLine(t *testing.T) {
	l, conn := line(t, "\x00\x05early\x01\x03two\x00\x05parts\x04\x08\x04PING\x00\x00x")
	for _, want := range []string{"early", "two|parts"} {
		if got := hear(t, l); got != want {
			t.Errorf("heard %q, want %q", got, want)
		}
	}
	// Half a message is not lost when the wait for the rest ends.
	long := strings.Repeat("y", 100_000)
	frame := string(appendFrame(nil, 0, []byte(long)))
	io.WriteString(conn, frame[:70_000])
	soon := time.Now().Add(60 * time.Millisecond)
	if _, err := l.Receive(soon, patient); !errors.Is(err, os.ErrDeadlineExceeded) || time.Now().Before(soon) {
		t.Errorf("half a message: %v", err)
	}
	if _, err := l.Receive(time.Time{}, func() error { return io.ErrNoProgress }); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a check that ends the wait: %v", err)
	}
	io.WriteString(conn, frame[70_000:])
	if got := hear(t, l); got != long {
		t.Errorf("heard %d bytes, want %d", len(got), len(long))
	}
	if err := l.Send([]byte(long)); err != nil {
		t.Fatal(err)
	}
	want := "\x04\x06\x04PONGx" + frame
	got := make([]byte, len(want))
	if _, err := io.ReadFull(conn, got); err != nil || string(got) != want {
		t.Errorf("the peer heard %.20q, %v, want %.20q", got, err, want)
	}
	conn.Close()
	if m, err := l.Receive(time.Time{}, patient); err == nil {
		t.Errorf("heard %q of a peer that is gone", m)
	}
}

// A peer that does not read blocks nobody, and gets all messages when it reads later.
func TestLineFull(t *testing.T) {
	l, conn := line(t, "")
	message := make([]byte, 500_000)
	began, sent := time.Now(), 0
	for l.Send(message) == nil {
		if sent++; sent > 1000 {
			t.Fatal("a peer that takes nothing is not gone")
		}
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("%d messages took %v", sent, took)
	}
	go func() {
		if _, err := io.CopyN(io.Discard, conn, int64(sent)*int64(len(message)+9)); err == nil {
			io.WriteString(conn, "\x00\x04done")
		}
	}()
	if got := hear(t, l); got != "done" {
		t.Errorf("heard %q", got)
	}
}

// A wait for a peer that does not exist ends with an error.
func TestNoLine(t *testing.T) {
	s, err := DialLine(Dealer, "127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Line(time.Now().Add(10*time.Millisecond), patient); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a wait for nobody: %v", err)
	}
	if _, err := s.Line(time.Time{}, func() error { return io.ErrNoProgress }); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a check that ends the wait: %v", err)
	}
	s.Close(0)
	if _, err := s.Line(time.Time{}, patient); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed socket: %v", err)
	}
}
