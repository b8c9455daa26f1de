package wire

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

func tokens(t *testing.T) admission.Tokens {
	t.Helper()
	list, err := admission.ParseTokens("red=secret-of-red,blue=secret-of-blue")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A peer without a token, or with a wrong one, gets no seat and does not block it.
func TestOnlyTokensGetSeats(t *testing.T) {
	settles(t)
	listener, err := ListenTCP("0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	opened := make(chan error, 1)
	conns := make(chan net.Conn, 1)
	go func() {
		conn, err := accept(t.Context(), listener, tokens(t))
		opened <- err
		conns <- conn
	}()
	for _, says := range []string{"", "D0D4J4\n", "token secret-of-re\n", "token", strings.Repeat("x", 10_000)} {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.Write([]byte(says))
	}
	good, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer good.Close()
	good.Write([]byte("token secret-of-red\nhello"))
	if err := <-opened; err != nil {
		t.Fatal(err)
	}
	conn := <-conns
	defer conn.Close()
	conn.SetReadDeadline(time.Now().Add(time.Minute))
	if got, err := io.ReadAll(io.LimitReader(conn, 5)); string(got) != "hello" {
		t.Errorf("what follows the token is %q, %v; want hello", got, err)
	}
}

// Our peers send and require tokens, over TCP and UDP.
func TestGamesWithTokens(t *testing.T) {
	settles(t)
	t.Run("tcp", func(t *testing.T) {
		listener, err := ListenTCP("0")
		if err != nil {
			t.Fatal(err)
		}
		dials, err := Dial(listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		dials.Token = "secret-of-blue"
		go func() {
			conn, err := accept(t.Context(), listener, tokens(t))
			if err != nil {
				t.Error(err)
				return
			}
			table{players: players{newRandom(1), Accepted(conn)}}.play(t.Context())
		}()
		o, err := table{players: players{dials, newRandom(2)}}.play(t.Context())
		if err != nil || o.Result.Reason != amazons.Stuck {
			t.Errorf("the game ended by %+v, %v", o.Result, err)
		}
		listener.Close()
	})
	t.Run("udp", func(t *testing.T) {
		listens, dials := udpPair(t, nil)
		listens.Tokens, dials.Token = tokens(t), "secret-of-blue"
		together(t, table{players: players{newRandom(1), dials}}, table{players: players{listens, newRandom(2)}})
		together(t, table{players: players{newRandom(3), listens}}, table{players: players{dials, newRandom(4)}})
	})
	t.Run("udp without", func(t *testing.T) {
		listens, stranger := udpPair(t, nil)
		listens.Tokens, listens.Patience = tokens(t), 300*time.Millisecond
		listens.Open(t.Context(), turn.Game{})
		stranger.conn.WriteToUDP([]byte("D0D4J4"), stranger.peer)
		stranger.conn.WriteToUDP([]byte("token secret-of-re"), stranger.peer)
		if m, _, err := listens.Answer(t.Context(), first); err == nil {
			t.Errorf("took %v of somebody without a token", m)
		}
	})
}
