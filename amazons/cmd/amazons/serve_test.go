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
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// TestServe has a silent and a garbling peer at two tables while a third plays its game to the end.
func TestServe(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out strings.Builder
	notes, notesTo := io.Pipe()
	code := make(chan int)
	go func() {
		code <- program().Run(ctx, []string{"serve", "random", "--listen", "0", "--games", "3", "--patience", "0.5s"}, nil, &out, notesTo)
	}()
	line, err := bufio.NewReader(notes).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, notes)
	address := line[strings.LastIndexByte(line, ' ')+1 : len(line)-1]
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
		`BLUE \(random\) wins: RED \(127\.0\.0\.1:\d+\) was late \(no turn within 500ms\)`,
		`BLUE \(random\) wins: RED \(127\.0\.0\.1:\d+\) garbled its answer \(message "good evening`,
		`wins: (RED|BLUE) \(.*\) is stuck`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("it printed\n%swant %s", out.String(), want)
		}
	}
}
