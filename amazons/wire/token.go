package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
)

// tokenWord begins the first message of a peer where tokens are wanted: "token SECRET", and in a stream a line feed.
const tokenWord = "token "

// mostToken is the length of the longest such line, in bytes.
const mostToken = 256

// Admit reads the token that a peer sends first, and returns its team. It reads nothing after the token.
func Admit(ctx context.Context, conn net.Conn, tokens admission.Tokens) (team string, err error) {
	defer conn.SetReadDeadline(time.Time{})
	defer until(ctx, time.Now().Add(reachTime), conn.SetReadDeadline)()
	var line []byte
	for b := make([]byte, 1); len(line) < mostToken; line = append(line, b[0]) {
		if _, err := io.ReadFull(conn, b); err != nil {
			return "", fmt.Errorf("no token came: %w", err)
		}
		if b[0] == '\n' {
			if team, ok := readToken(string(line), tokens); ok {
				return team, nil
			}
			break
		}
	}
	return "", errors.New("the peer did not send a valid token; want \"token TOKEN\" in its first line")
}

// readToken returns the team whose token a line has.
func readToken(line string, tokens admission.Tokens) (team string, ok bool) {
	secret, said := strings.CutPrefix(strings.TrimRight(line, "\r\n"), tokenWord)
	if !said {
		return "", false
	}
	return tokens.Team(secret)
}

// mostStrangers is the largest number of connected peers that have not sent a token yet.
const mostStrangers = 64

// accept waits for a peer; where tokens are wanted, for one with a token. Peers without one do not delay it.
func accept(ctx context.Context, listener *net.TCPListener, tokens admission.Tokens) (net.Conn, error) {
	if tokens == nil {
		return listener.Accept()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	entrance, admitted := admission.New(mostStrangers), make(chan net.Conn, 1)
	var once sync.Once
	for {
		conn, err := listener.Accept()
		if err != nil {
			select {
			case conn := <-admitted:
				return conn, nil
			default:
				return nil, err
			}
		}
		entrance.Enter(conn)
		go func() {
			defer entrance.Leave(conn)
			taken := false
			if _, err := Admit(ctx, conn, tokens); err == nil {
				once.Do(func() {
					taken = true
					admitted <- conn
					listener.SetDeadline(time.Now())
				})
			}
			if !taken {
				conn.Close()
			}
		}()
	}
}
