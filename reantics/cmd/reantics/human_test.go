package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/view"
)

// The keys of a terminal, and their events.
func TestKeys(t *testing.T) {
	p, err := reantics.ParsePosition(counted)
	if err != nil {
		t.Fatal(err)
	}
	v := p.View()
	for _, tt := range []struct {
		keys   string // separated by blanks; _ is a blank
		menu   bool
		want   []event
		cursor reantics.Cell
	}{
		{keys: "_", want: []event{{kind: click, cell: 42}}, cursor: 42},
		{keys: "\x1b[A \x1b[C \x1b[C \x1b[B _", want: []event{{kind: click, cell: 62}}, cursor: 62},
		{keys: "\x1b[A \x1b[A \x1b[A \x1b[A \x1b[A", cursor: 40},
		{keys: "\r u \x1b R", want: []event{{kind: end}, {kind: undo}, {kind: cancel}, {kind: deal}}, cursor: 42},
		{keys: "w s r d", menu: true, cursor: 42, want: []event{
			{kind: build, unit: reantics.Worker}, {kind: build, unit: reantics.Soldier}, {kind: build, unit: reantics.Ranged},
			{kind: build, unit: reantics.Drone},
		}},
		{keys: "w x t ? h p", cursor: 42},
	} {
		h := &human{cursor: 42}
		var got []event
		for _, key := range strings.Split(tt.keys, " ") {
			e, known, err := h.key(t.Context(), strings.ReplaceAll(key, "_", " "), &display{v: &v, menu: tt.menu})
			if err != nil {
				t.Fatal(err)
			}
			if known {
				got = append(got, e)
			}
		}
		if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(event{})); diff != "" || h.cursor != tt.cursor {
			t.Errorf("keys %q: cursor on %v, want %v; events (-want +got):\n%s", tt.keys, h.cursor, tt.cursor, diff)
		}
	}
	h := &human{}
	for _, key := range []string{"q", "\x03", "\x04"} {
		if _, _, err := h.key(t.Context(), key, &display{v: &v}); err != turn.ErrQuit {
			t.Errorf("key %q: %v, want the end of the game", key, err)
		}
	}
	for key, want := range map[string]view.Look{"N": view.HiddenN, "C": view.HiddenC, "r": {}} {
		if _, _, err := h.key(t.Context(), key, &display{v: &v}); err != nil || h.look != want {
			t.Errorf("key %q: look %v, want %v", key, h.look, want)
		}
	}
}

// Choices made step by step become an action; an impossible choice gives a message.
func TestActing(t *testing.T) {
	p, err := reantics.ParsePosition(strings.Replace(counted, "^Q .  W  W", "^  Q  W  W", 1))
	if err != nil {
		t.Fatal(err)
	}
	v := p.View()
	for _, tt := range []struct {
		events  []event
		move    string
		message string
	}{
		{[]event{{kind: click, cell: 10}, {kind: click, cell: 11}}, "M1011", ""},
		{[]event{{kind: click, cell: 10}, {kind: click, cell: 10}}, "M10", ""},
		{[]event{{kind: click, cell: 10}, {kind: click, cell: 14}}, "", "the ant on 10 cannot go to 14"},
		{[]event{{kind: click, cell: 99}}, "", "99: neither an ant of yours nor your empty anthill"},
		{[]event{{kind: click, cell: 0}, {kind: build, unit: reantics.Soldier}}, "B00S", ""},
		{[]event{{kind: click, cell: 0}, {kind: cancel}, {kind: click, cell: 40}, {kind: click, cell: 43}}, "M40414243", ""},
		{[]event{{kind: action, move: reantics.Walk(10, 30)}}, "", "M1030: a step of the path is not one cell along a row or a column (R10)"},
		{[]event{{kind: undo}}, "", "there is no action of this turn to take back"},
		{[]event{{kind: end}}, "E", ""},
	} {
		h := &human{out: &bytes.Buffer{}}
		a := &acting{human: h, v: &v, p: &v.Position, chosen: reantics.NoCell}
		var m reantics.Move
		for _, e := range tt.events {
			a.display()
			m = a.take(e)
		}
		got := ""
		if m != 0 {
			got = m.String()
		}
		if got != tt.move || h.message != tt.message {
			t.Errorf("%v: action %q, message %q; want %q, %q", tt.events, got, h.message, tt.move, tt.message)
		}
	}
	a := &acting{human: &human{}, v: &v, p: &v.Position, chosen: 0}
	const menu = "build: worker 1, soldier 2, ranged 2, drone 2, you have 2"
	if s := a.display(); !s.menu || s.prompt != menu {
		t.Errorf("the menu says %q, want %q", s.prompt, menu)
	}
}

// The opponent's actions since the last answer are listed, the latest at the end.
func TestNews(t *testing.T) {
	p, err := reantics.ParsePosition(counted)
	if err != nil {
		t.Fatal(err)
	}
	h := &human{seats: [2]bool{true, false}}
	did := func(seat int, moves ...reantics.Move) string {
		for _, m := range moves {
			q := []turn.Question[reantics.View]{{Seat: seat, Ask: p.View()}}
			if err := h.Answered(q, []turn.Answer[reantics.Answer]{{Value: reantics.Answer{Move: m}}}); err != nil {
				t.Fatal(err)
			}
		}
		return h.news(reantics.Blue)
	}
	if got := did(1, reantics.Walk(10, 11), reantics.BuildAnt(0, reantics.Worker), reantics.EndTurn); got != "RED did M1011, B00W" {
		t.Errorf("the news are %q", got)
	}
	for range 20 {
		did(1, reantics.Walk(10, 11))
	}
	if got := h.news(reantics.Blue); len(got) > 78 || !strings.HasPrefix(got, "RED did ... M1011, ") {
		t.Errorf("the news are %q", got)
	}
	if got := did(0, reantics.EndTurn); got != "" {
		t.Errorf("after an own answer the news are %q", got)
	}
}
