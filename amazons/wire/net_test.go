package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// The side that receives the first message answers in the same framing.
func TestGameOverTCP(t *testing.T) {
	settles(t)
	for seed, f := range []Framing{Auto, Line, Raw, UTF, Chars, Object, Block} {
		chance := func(n int) random { return newRandom(uint64(10*seed + n)) }
		want := f
		if f == Auto {
			want = Line
		}
		t.Run(f.String()+"/red dials", func(t *testing.T) {
			listener, address := listening(t, Auto)
			dialler := dialling(t, address, f)
			together(t, table{players: players{chance(1), dialler}}, table{players: players{listener, chance(2)}})
			if dialler.spoken != want || listener.spoken != want {
				t.Errorf("RED spoke %v, BLUE answered in %v, want %v", dialler.spoken, listener.spoken, want)
			}
		})
		t.Run(f.String()+"/red listens", func(t *testing.T) {
			listener, address := listening(t, f)
			dialler := dialling(t, address, Auto)
			together(t, table{players: players{chance(3), listener}}, table{players: players{dialler, chance(4)}})
			if dialler.spoken != want || listener.spoken != want {
				t.Errorf("RED spoke %v, BLUE answered in %v, want %v", listener.spoken, dialler.spoken, want)
			}
		})
	}
}

// Two programs far away play over a table of ours that knows neither, each in its own framing.
func TestRelay(t *testing.T) {
	settles(t)
	red, redAddress := listening(t, Auto)
	blue, blueAddress := listening(t, Object)
	together(t,
		table{players: players{red, blue}},
		table{players: players{newRandom(1), dialling(t, redAddress, UTF)}},
		table{players: players{dialling(t, blueAddress, Auto), newRandom(2)}},
	)
}

func TestPeersPlaySeveralGames(t *testing.T) {
	settles(t)
	for _, f := range []Framing{Line, Object} {
		listener, address := listening(t, f)
		series(t, 10, swapping(t, 0, dialling(t, address, f)), swapping(t, 1, listener))
	}
}

// A program that connects during a game waits for the next game, and does not disturb this one.
func TestSecondConnectionWaits(t *testing.T) {
	settles(t)
	listener, address := listening(t, Auto)
	var second net.Conn
	intruder := playerFunc(func(v amazons.View) (amazons.Move, error) {
		var err error
		if second == nil {
			if second, err = net.Dial("tcp", address); err == nil {
				_, err = io.WriteString(second, "garbage\nD0D4J4\n")
			}
		}
		return v.Position.RandomSteps(newRandom(uint64(v.Turns))), err
	})
	together(t, table{players: players{listener, intruder}}, table{players: players{newRandom(1), dialling(t, address, Auto)}})
	defer second.Close()
	listener.Close()
	second.SetReadDeadline(time.Now().Add(time.Minute))
	if n, err := second.Read(make([]byte, 1)); n > 0 || err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the second connection reads %d bytes, %v after all games, want its end", n, err)
	}
}

type playerFunc func(amazons.View) (amazons.Move, error)

func (f playerFunc) Answer(_ context.Context, v amazons.View) (amazons.Move, string, error) {
	m, err := f(v)
	return m, "", err
}

// strange listens for one connection and treats it as script says.
func strange(t *testing.T, script func(net.Conn)) (address string) {
	t.Helper()
	listener, err := ListenTCP("0")
	if err != nil {
		t.Fatal(err)
	}
	var done sync.WaitGroup
	done.Go(func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(time.Minute))
		script(conn)
	})
	t.Cleanup(func() {
		listener.Close()
		done.Wait()
	})
	return listener.Addr().String()
}

// drain reads what a peer sends until it ends.
func drain(c net.Conn) { io.Copy(io.Discard, c) }

func TestStrangePeers(t *testing.T) {
	settles(t)
	say := func(text string) func(net.Conn) {
		return func(c net.Conn) { io.WriteString(c, text); drain(c) }
	}
	for _, tt := range []struct {
		name     string
		script   func(net.Conn) // of RED
		framing  Framing
		budget   time.Duration
		patience time.Duration
		reason   string
		detail   string // how the words about RED begin
		plies    int
	}{
		{name: "closes at once", script: func(net.Conn) {}, reason: "gone", detail: "is gone (the connection was closed)"},
		{name: "closes within a message", script: func(c net.Conn) { io.WriteString(c, "D0D4") },
			reason: "gone", detail: `is gone (the connection ended within a message, "D0D4")`},
		{name: "resets", script: func(c net.Conn) {
			time.Sleep(20 * time.Millisecond) // a reset any earlier is one of the dialling
			c.(*net.TCPConn).SetLinger(0)
		}, reason: "gone", detail: "is gone (the connection is lost: "},
		{name: "closes after a bare turn", script: func(c net.Conn) { io.WriteString(c, "D0D4J4") },
			reason: "gone", detail: "is gone (the connection ", plies: 2},
		{name: "closes its half", script: func(c net.Conn) { io.WriteString(c, "D0D4J4\n"); c.(*net.TCPConn).CloseWrite(); drain(c) },
			reason: "gone", detail: "is gone (the connection was closed)", plies: 2},
		{name: "sends garbage", script: say("hello\n"),
			reason: "garbled", detail: `garbled its answer (message "hello" is not a turn: turn "HELLO": character 2: want a row digit 0-9)`},
		{name: "speaks HTTP", script: say("GET / HTTP/1.1\r\n\r\n"), reason: "garbled", detail: `garbled its answer (message "GET / HTTP/1.1" is not a turn: `},
		{name: "sends an object", script: say(header + "sr\x00\x04Turn"),
			reason: "garbled", detail: "garbled its answer (object stream item 0x73, want a string (0x74))"},
		{name: "sends no end of a line", script: say(strings.Repeat("x", 1<<20)),
			reason: "garbled", detail: "garbled its answer (the line has more than 4096 bytes)"},
		{name: "sends another framing than was agreed", framing: UTF, script: say("D0D4J4\n"),
			reason: "garbled", detail: "garbled its answer (a message of 17456 bytes, want at most 4096)"},
		{name: "answers twice", script: func(c net.Conn) { io.WriteString(c, "D0D4J4\nD0D4J4\n"); io.ReadFull(c, make([]byte, 7)) },
			reason: "gone", detail: "is gone (the connection was closed)", plies: 2},
		{name: "gives two answers", script: say("D0D4J4\nD0D5J5\n"),
			reason: "illegal", detail: "played the illegal turn D0D5J5: no queen stands on the first square (R3)", plies: 2},
		{name: "plays an illegal turn", script: say("D0D4D4\n"),
			reason: "illegal", detail: "played the illegal turn D0D4D4: the arrow must leave the queen's square (R6)"},
		{name: "says nothing, and has a budget", script: drain, budget: 30 * time.Millisecond, reason: "late", detail: "was late (no answer within "},
		{name: "says nothing for long", script: drain, patience: 30 * time.Millisecond, reason: "late", detail: "was late (no turn within 30ms)"},
		{name: "says nothing for longer than its budget, patience or not", script: drain, budget: 30 * time.Millisecond, patience: time.Minute,
			reason: "late", detail: "was late (no answer within "},
		{name: "chatters", patience: 30 * time.Millisecond, script: func(c net.Conn) {
			for {
				if _, err := io.WriteString(c, "# still thinking\n\n"); err != nil {
					return
				}
			}
		}, reason: "late", detail: "was late (no turn within 30ms)"},
		{name: "begins a line and stops", patience: 30 * time.Millisecond, script: say("D0-D4"), reason: "late", detail: "was late (no turn within 30ms)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			settles(t)
			peer := dialling(t, strange(t, tt.script), tt.framing)
			if tt.patience > 0 {
				peer.Patience = tt.patience
			}
			began := time.Now()
			got, err := table{players: players{peer, newRandom(1)}, budget: tt.budget}.play(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(got.Result.Detail, tt.detail) {
				t.Errorf("RED %s\nwant %s", got.Result.Detail, tt.detail)
			}
			got.Result.Detail = ""
			if diff := cmp.Diff(turn.Result{Winner: 1, Reason: tt.reason, Plies: tt.plies}, got.Result); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// A Java program may make its ObjectInputStream, which waits for our header, before it makes a turn.
func TestObjectHeaderComesFirst(t *testing.T) {
	settles(t)
	for _, f := range []Framing{Auto, Object} {
		got := make(chan string, 1)
		address := strange(t, func(c net.Conn) {
			if f == Auto {
				io.WriteString(c, header)
			}
			var answer [4]byte
			io.ReadFull(c, answer[:])
			got <- string(answer[:])
		})
		if _, err := (table{players: players{dialling(t, address, f), newRandom(1)}}).play(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(header, <-got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", f, diff)
		}
	}
}

// After a late answer, the calls of the loop wait until Answer has returned.
func TestCallsWaitForTheAnswer(t *testing.T) {
	settles(t)
	udp, err := DialUDP(bound(t, "127.0.0.1:0").LocalAddr().String())
	udp = hasty(t, udp, err)
	for _, p := range []interface {
		player
		turn.Opener
		turn.Ender
		io.Closer
	}{dialling(t, strange(t, drain), Auto), udp} {
		if err := p.Open(t.Context(), turn.Game{}); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		var answer, end sync.WaitGroup
		var left, ended atomic.Bool
		answer.Go(func() {
			p.Answer(ctx, first)
			left.Store(true)
		})
		time.Sleep(5 * time.Millisecond) // so that Answer is called first
		end.Go(func() {
			p.End(nil)
			ended.Store(true)
		})
		time.Sleep(20 * time.Millisecond)
		if left.Load() || ended.Load() {
			t.Errorf("%T: left %v, ended %v while a question is open", p, left.Load(), ended.Load())
		}
		cancel()
		answer.Wait()
		end.Wait()
	}
}

func TestNobodyConnects(t *testing.T) {
	settles(t)
	listener, _ := listening(t, Auto)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := table{players: players{listener, newRandom(1)}}.play(ctx)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the end of the context", err)
	}
	if err := listener.Close(); err != nil {
		t.Error(err)
	}
}

func TestNobodyIsThere(t *testing.T) {
	settles(t)
	address := unused(t)
	peer := dialling(t, address, Auto)
	peer.reach = 30 * time.Millisecond
	got, err := table{players: players{peer, newRandom(1)}}.play(t.Context())
	want := "never started (dial tcp " + address + ": "
	if err != nil || got.Result.Reason != string(turn.NeverStarted) || !strings.HasPrefix(got.Result.Detail, want) {
		t.Errorf("%+v, %v, want: %s", got.Result, err, want)
	}
}

// unused returns an address at which nobody listens.
func unused(t *testing.T) string {
	t.Helper()
	listener, err := ListenTCP("0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// Two people rarely start their programs in the right order.
func TestDialWaitsForThePeer(t *testing.T) {
	settles(t)
	address, start := unused(t), small(t)
	early := table{players: players{newRandom(1), dialling(t, address, Auto)}, start: start}
	seen := make(chan outcome, 1)
	go func() {
		o, _ := early.play(t.Context())
		seen <- o
	}()
	time.Sleep(20 * time.Millisecond)
	listener, err := Listen(address, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	late := together(t, table{players: players{listener, newRandom(2)}, start: start})
	if diff := cmp.Diff(<-seen, late); diff != "" {
		t.Errorf("the two saw different games (-early +late):\n%s", diff)
	}
}

func TestAddresses(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func() error
		want string
	}{
		{"no port", func() error { _, err := Dial("localhost"); return err }, "address localhost: missing port in address: want HOST:PORT"},
		{"no such port", func() error { _, err := Dial("localhost:x7"); return err }, "lookup tcp/x7: unknown port: want HOST:PORT"},
		{"no port for datagrams", func() error { _, err := DialUDP("localhost"); return err },
			"address localhost: missing port in address: want HOST:PORT"},
		{"no port to listen at", func() error { _, err := Listen("x7", io.Discard); return err }, "listen tcp: lookup tcp/x7: unknown port"},
		{"no port to listen at for datagrams", func() error { _, err := ListenUDP("x7"); return err }, "lookup udp/x7: unknown port"},
	} {
		if got := fmt.Sprint(tt.make()); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
	}
	taken, err := ListenTCP(":0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	if host := taken.Addr().(*net.TCPAddr).IP; !host.IsLoopback() {
		t.Errorf("without a host we listen on %v, want this machine only", host)
	}
	if p, err := Listen(taken.Addr().String(), io.Discard); err == nil {
		p.Close()
		t.Errorf("two listen at %v", taken.Addr())
	}
}

// A peer that speaks lines receives a line about how the game ended; a peer that sends bare turns receives only turns.
func TestPeersHearTheEnd(t *testing.T) {
	for _, tt := range []struct {
		framing Framing
		send    string
		want    string
	}{
		{Auto, "D0D4D4\n", "# BLUE wins: RED played the illegal turn D0D4D4: the arrow must leave the queen's square (R6)\n"},
		{Auto, "hello\n", "# BLUE wins: RED garbled its answer (message \"hello\" is not a turn: turn \"HELLO\": character 2: want a row digit 0-9)\n"},
		{Raw, "D0D4D4", ""},
	} {
		settles(t)
		heard := make(chan string, 1)
		peer := dialling(t, strange(t, func(c net.Conn) {
			io.WriteString(c, tt.send)
			text, _ := io.ReadAll(c)
			heard <- string(text)
		}), tt.framing)
		if _, err := (table{players: players{peer, newRandom(1)}}).play(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := <-heard; got != tt.want {
			t.Errorf("after %q the peer reads %q, want %q", tt.send, got, tt.want)
		}
	}
}
