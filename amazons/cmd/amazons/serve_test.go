//go:build !lean || web

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/bot"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/amazons/wire"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// serving starts the program and returns its address; the channel receives its exit code when it has ended.
func serving(ctx context.Context, t *testing.T, out io.Writer, args ...string) (address string, code chan int) {
	t.Helper()
	notes, notesTo := io.Pipe()
	code = make(chan int)
	go func() { code <- program().Run(ctx, args, nil, out, notesTo) }()
	line, err := bufio.NewReader(notes).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, notes)
	return line[strings.LastIndexByte(line, ' ')+1 : len(line)-1], code
}

// TestServe has a silent and a garbling peer at two tables while a third plays its game to the end.
func TestServe(t *testing.T) {
	gametest.Slow(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out strings.Builder
	address, code := serving(ctx, t, &out, "serve", "random", "--listen", "0", "--games", "3", "--patience", "5s")
	for _, says := range []string{"", "good evening\n"} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprint(conn, says)
	}
	server, err := wire.Dial(address)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	r := referee.New(amazons.Start())
	loop := turn.Loop[amazons.View, amazons.Move]{
		Game: turn.Game{Seats: referee.Seats}, Referee: r,
		Players: []player{referee.Player(&bot.Random{Chance: rand.New(rand.NewPCG(1, 1))}), server},
	}
	if err := loop.Run(ctx); err != nil {
		t.Fatal(err)
	}
	if r.Result().Reason != amazons.Stuck {
		t.Errorf("the game ended by %+v, want it played to the end", r.Result())
	}
	if got := <-code; got != 0 {
		t.Errorf("exit code %d, want 0", got)
	}
	for _, want := range []string{
		`BLUE \(random\) wins: RED \(127\.0\.0\.1:\d+\) was late \(no turn within 5s\)`,
		`BLUE \(random\) wins: RED \(127\.0\.0\.1:\d+\) garbled its answer \(message "good evening`,
		`wins: (RED|BLUE) \(.*\) is stuck`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("it printed\n%swant %s", out.String(), want)
		}
	}
}

// Peers that fall silent after a turn lose their tables to peers that made a turn and wait for one.
func TestSquattersGiveTheirTablesUp(t *testing.T) {
	defer func(usual time.Duration) { hurry = usual }(hurry)
	hurry = 50 * time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	address, code := serving(ctx, t, io.Discard, "serve", "random", "--listen", "0", "--tables", "2")
	defer func() {
		cancel()
		<-code
	}()
	for n := range 20 { // two sit down, and when they have to go the next two
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprint(conn, "d0-d4(j4)\n")
		if n < 19 {
			continue
		}
		conn.SetReadDeadline(time.Now().Add(time.Minute))
		if reply, err := bufio.NewReader(conn).ReadString('\n'); err != nil {
			t.Errorf("the last one hears %q, %v; want a turn", reply, err)
		}
	}
}
