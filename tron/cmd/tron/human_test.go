package main

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/referee"
)

// Keys become an order. A turn back, and the breaker before its time, are refused and use up no cycle.
func TestPress(t *testing.T) {
	p, err := tron.ParsePosition("blue dir=right\nyellow dir=left cooldown=9\n########\n#B.....#\n#......#\n#.....Y#\n########")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		seat    tron.Seat
		key     string
		drives  bool
		command string
		message string // a part
	}{
		{tron.Blue, "a", false, "-", "turn back"},
		{tron.Blue, "\x1b[D", false, "-", "turn back"},
		{tron.Blue, "s", true, "D", ""},
		{tron.Blue, "\x1b[A", true, "U", ""},
		{tron.Blue, "d", true, "-", ""},
		{tron.Blue, ".", true, "-", ""},
		{tron.Blue, "\r", true, "-", ""},
		{tron.Blue, " ", false, "A", ""},
		{tron.Yellow, " ", false, "-", "breaker"},
		{tron.Yellow, "d", false, "-", "turn back"},
		{tron.Blue, "?", false, "-", "switch the wall breaker on"},
		{tron.Blue, "x", false, "-", ""},
	} {
		order := referee.Order{}
		drives, message := press(&tron.View{Position: p, Seat: tt.seat}, tt.key, &order)
		if drives != tt.drives || order.Command.String() != tt.command || !strings.Contains(message, tt.message) ||
			(tt.message == "") != (message == "") {
			t.Errorf("%v %q: drives %v, order %v, message %q; want %+v", tt.seat, tt.key, drives, order.Command, message, tt)
		}
	}
}

// Two people at one keyboard who have clocks are asked at the same time. A line is the command of the seat in whose prompt it was
// typed, and the other seat is named after it.
func TestTwoAtOneKeyboard(t *testing.T) {
	p, err := tron.ParsePosition("blue dir=right\nyellow dir=left\n########\n#......#\n#B.....#\n#.....Y#\n#......#\n########")
	if err != nil {
		t.Fatal(err)
	}
	input, typed := io.Pipe()
	output, shown := io.Pipe()
	a := &cli.App{Terminal: term.New(input, io.Discard, shown), Program: program()}
	player := match.Inner[tron.View, referee.Order](newHuman(a, &term.Person{Terminal: a.Terminal}))
	done := make(chan [2]string, 2)
	for seat := range tron.Seat(2) {
		go func() {
			order, _, err := player.Answer(t.Context(), tron.View{Position: p, Seat: seat})
			if err != nil {
				t.Errorf("%v: %v", seat, err)
			}
			done <- [2]string{strings.ToUpper(seat.String()), order.Command.String()}
		}()
	}
	screen := bufio.NewReader(output)
	want := map[string]string{}
	for _, line := range []string{"U", "D"} {
		prompt, err := screen.ReadString('>')
		if err != nil {
			t.Fatal(err)
		}
		seat, _, _ := strings.Cut(prompt, ",")
		want[strings.TrimSpace(seat)] = line
		go io.WriteString(typed, line+"\n")
		if echo, err := screen.ReadString('\n'); echo != " "+line+"\n" {
			t.Fatalf("after the prompt of %s: %q, %v, want only the line that is typed", seat, echo, err)
		}
	}
	for range 2 {
		select {
		case got := <-done:
			if want[got[0]] != got[1] {
				t.Errorf("%s drives %s, want %s", got[0], got[1], want[got[0]])
			}
		case <-time.After(30 * time.Second):
			t.Fatal("a person who typed a line waits")
		}
	}
}
