package zmtp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// soon is a context for what should happen at once; the machine may be busy.
func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func listen(t *testing.T, k Kind) *Socket {
	t.Helper()
	s, err := Listen(k, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(0) })
	return s
}

func dial(t *testing.T, k Kind, address string) *Socket {
	t.Helper()
	s, err := Dial(k, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(0) })
	return s
}

// The bytes of both sides' introduction are those of the standard.
func TestIntroduction(t *testing.T) {
	s := listen(t, Pair)
	conn, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	greet := "\xff\x00\x00\x00\x00\x00\x00\x00\x01\x7f\x03\x00NULL" + strings.Repeat("\x00", 48)
	hello := "\x04\x1a\x05READY\x0bSocket-Type\x00\x00\x00\x04PAIR"
	conn.Write([]byte(greet + hello + "\x04\x05\x04NEWS" + "\x01\x01a\x00\x01b")) // with a command that we do not know
	m, err := s.Receive(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Message{[]byte("a"), []byte("b")}, m.Parts); diff != "" {
		t.Errorf("(-sent +received):\n%s", diff)
	}
	if err := s.Send(soon(t), []byte("x"), bytes.Repeat([]byte("y"), 256)); err != nil {
		t.Fatal(err)
	}
	want := greet + hello + "\x01\x01x\x02\x00\x00\x00\x00\x00\x00\x01\x00" + strings.Repeat("y", 256)
	got := make([]byte, len(want))
	if _, err := io.ReadFull(conn, got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("what we send (-want +got):\n%s", diff)
	}
}

// Invalid input of strangers is refused with a reason, and does not disturb conversations with later peers.
func TestGarbage(t *testing.T) {
	greet := string(greeting())
	old := []byte(greet)
	old[10] = 2
	secret := []byte(greet)
	copy(secret[12:], "CURVE")
	for name, tt := range map[string]struct{ said, want string }{
		"a browser":       {"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "it does not speak ZMTP"},
		"nothing":         {"", "no greeting"},
		"half a greeting": {greet[:40], "half a greeting"},
		"an old version":  {string(old), "version 2 of ZMTP"},
		"a secret":        {string(secret), `its security mechanism is "CURVE`},
		"a message first": {greet + "\x00\x01x", "a message before its READY"},
		"no READY":        {greet, "no READY"},
		"another command": {greet + "\x04\x06\x05HELLO", `the command "HELLO", want READY`},
		"a short READY":   {greet + "\x04\x09\x05READY\x0bSo", "ends within a property"},
		"another kind":    {greet + "\x04\x1a\x05READY\x0bSocket-Type\x00\x00\x00\x04PUSH", "a PUSH socket, want [PAIR]"},
		"a giant READY":   {greet + "\x06\x00\x00\x00\x00\x10\x00\x00\x00", "a message of more than"},
		"strange flags":   {greet + "\xf0\x00", "a frame with the flags 0xf0"},
	} {
		t.Run(name, func(t *testing.T) {
			notes := make(chan string, 10)
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			s := newSocket(Pair)
			s.listener, s.Notes = listener, func(text string) { notes <- text }
			s.tasks.Go(s.accept)
			defer s.Close(0)
			conn, err := net.Dial("tcp", s.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			io.WriteString(conn, tt.said)
			conn.(*net.TCPConn).CloseWrite()
			select {
			case note := <-notes:
				if !strings.Contains(note, tt.want) {
					t.Errorf("it was refused with %q, want %q", note, tt.want)
				}
			case <-soon(t).Done():
				t.Fatal("it was not refused")
			}
			friend := dial(t, Pair, s.Addr().String())
			if err := friend.Send(soon(t), []byte("hello")); err != nil {
				t.Fatal(err)
			}
			if m, err := s.Receive(soon(t)); err != nil || string(m.Parts[0]) != "hello" {
				t.Errorf("then a friend said %q, %v", m.Parts, err)
			}
		})
	}
}

// A message that is too large ends the connection, not the process. No memory is allocated for bytes that are only announced.
func TestLimits(t *testing.T) {
	for name, said := range map[string]string{
		"a long frame":   "\x02\x00\x00\x00\x10\x00\x00\x00\x00",
		"2^64-1 bytes":   "\x02\xff\xff\xff\xff\xff\xff\xff\xff",
		"too many parts": strings.Repeat("\x01\x00", maxParts+1),
	} {
		_, err := readMessage(bufio.NewReader(strings.NewReader(said)), func(string, []byte) error { return nil })
		if err == nil || !strings.Contains(err.Error(), "a message of more than") {
			t.Errorf("%s: %v, want a message of more than...", name, err)
		}
	}
	announced := "\x02\x00\x00\x00\x00\x00\x40\x00\x00x"
	allocated := testing.AllocsPerRun(1, func() {
		if _, _, err := readFrame(bufio.NewReader(strings.NewReader(announced)), maxMessage); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("a frame that is cut off: %v", err)
		}
	})
	if allocated > 10 {
		t.Errorf("%v allocations for a frame of one byte", allocated)
	}
}

// A PAIR has one peer; when it has gone, another one can take its place.
func TestOnePeer(t *testing.T) {
	s := listen(t, Pair)
	first := dial(t, Pair, s.Addr().String())
	if err := first.Send(soon(t), []byte("1")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Receive(soon(t)); err != nil {
		t.Fatal(err)
	}
	second := dial(t, Pair, s.Addr().String())
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if m, err := s.Receive(ctx); err == nil {
		t.Errorf("a second peer was heard: %q", m.Parts)
	}
	first.Close(0)
	for deadline := soon(t); ; { // messages that the second peer sends while it is refused are lost
		if err := second.Send(deadline, []byte("2")); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(deadline, 200*time.Millisecond)
		m, err := s.Receive(ctx)
		cancel()
		if err == nil && string(m.Parts[0]) == "2" {
			return
		}
		if deadline.Err() != nil {
			t.Fatal("the second peer is not heard when the first has left: ", err)
		}
	}
}

// A router answers by name; to send to a peer that is gone is an error, not a wait.
func TestRouter(t *testing.T) {
	s := listen(t, Router)
	peers := map[string]*Socket{"a": dial(t, Dealer, s.Addr().String()), "b": dial(t, Dealer, s.Addr().String())}
	names := map[string]string{}
	for who, d := range peers {
		if err := d.Send(soon(t), []byte(who)); err != nil {
			t.Fatal(err)
		}
		m, err := s.Receive(soon(t))
		if err != nil {
			t.Fatal(err)
		}
		names[string(m.Parts[0])] = m.From
	}
	for who, d := range peers {
		if err := s.SendTo(soon(t), names[who], []byte("for "+who)); err != nil {
			t.Fatal(err)
		}
		if m, err := d.Receive(soon(t)); err != nil || string(m.Parts[0]) != "for "+who {
			t.Errorf("%s heard %q, %v", who, m.Parts, err)
		}
	}
	if err := s.SendTo(soon(t), "nobody", []byte("x")); !errors.Is(err, ErrGone) {
		t.Errorf("a message to nobody: %v", err)
	}
}

// A peer that connects and stays silent occupies one goroutine for a moment and blocks no other peer; Close does not wait for it.
func TestSilent(t *testing.T) {
	s := listen(t, Pair)
	for range 10 {
		conn, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	friend := dial(t, Pair, s.Addr().String())
	if err := friend.Send(soon(t), []byte("hello")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Receive(soon(t)); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	s.Close(0)
	if took := time.Since(began); took > time.Second {
		t.Errorf("it took %v to close", took)
	}
}

// Close delivers the messages that were sent before.
func TestLinger(t *testing.T) {
	s := listen(t, Pair)
	d := dial(t, Pair, s.Addr().String())
	for range 100 {
		if err := d.Send(soon(t), make([]byte, 10_000)); err != nil {
			t.Fatal(err)
		}
	}
	d.Close(10 * time.Second)
	for i := range 100 {
		if _, err := s.Receive(soon(t)); err != nil {
			t.Fatalf("message %d: %v", i, err)
		}
	}
}

func TestDialAddress(t *testing.T) {
	for _, address := range []string{"", "localhost", "localhost:", "::1"} {
		if _, err := Dial(Pair, address); err == nil || !strings.Contains(err.Error(), "want HOST:PORT") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// interrupted reads a stream byte by byte, and interrupts the wait before each byte: the messages are the same.
func interrupted(t *testing.T, stream []byte) {
	t.Helper()
	r, late, rest := bufio.NewReader(bytes.NewReader(stream)), false, stream
	in := &tape{fill: func(free []byte) (int, error) {
		if late = !late; late {
			return 0, os.ErrDeadlineExceeded
		}
		if len(rest) == 0 {
			return 0, io.EOF
		}
		n := copy(free[:1], rest)
		rest = rest[n:]
		return n, nil
	}}
	nothing := func(string, []byte) error { return nil }
	for len(stream) < 1000 {
		got, err := readMessage(in, nothing)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			in.rewind()
			continue
		}
		in.cut()
		want, wantErr := readMessage(r, nothing)
		if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (wantErr == nil) {
			t.Fatalf("%v, want %v (-at once +by bytes):\n%s", err, wantErr, diff)
		}
		if err != nil {
			return
		}
	}
}

// FuzzRead reads any bytes as frames; valid messages, written again, are read as the same messages.
func FuzzRead(f *testing.F) {
	for _, stream := range []string{
		"", "\x00\x01a", "\x01\x01a\x00\x00", "\x02\x00\x00\x00\x00\x00\x00\x00\x03abc", "\x04\x06\x05READY\x00\x00", "\x04\x00",
		"\x02\xff\xff\xff\xff\xff\xff\xff\xff", "\x01\x00\x01\x00", "\x05\x00", "\x04\x07\x04PING\x00\x00\x00\x01x",
	} {
		f.Add([]byte(stream))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		interrupted(t, stream)
		r := bufio.NewReader(bytes.NewReader(stream))
		for {
			m, err := readMessage(r, func(name string, _ []byte) error {
				if len(name) > 255 {
					t.Errorf("a command with a name of %d bytes", len(name))
				}
				return nil
			})
			if err != nil {
				break
			}
			again, err := readMessage(bufio.NewReader(bytes.NewReader(encode(m))), nil)
			if diff := cmp.Diff(m, again); err != nil || diff != "" {
				t.Errorf("%v (-read +read again):\n%s", err, diff)
			}
		}
		readReady(bufio.NewReader(bytes.NewReader(stream)))
		readGreeting(bytes.NewReader(stream))
	})
}
