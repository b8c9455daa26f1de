package main

import (
	"strings"
	"testing"

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
		h, order := &human{}, referee.Order{}
		drives := h.press(&tron.View{Position: p, Seat: tt.seat}, tt.key, &order)
		if drives != tt.drives || order.Command.String() != tt.command || !strings.Contains(h.message, tt.message) ||
			(tt.message == "") != (h.message == "") {
			t.Errorf("%v %q: drives %v, order %v, message %q; want %+v", tt.seat, tt.key, drives, order.Command, h.message, tt)
		}
	}
}
