package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// The cursor, and letters and digits, choose the three squares of a turn; an impossible choice is reported.
func TestPicker(t *testing.T) {
	prompt := &match.Prompt{Hint: func(context.Context) (string, error) { return "D0D4J4", nil }}
	for _, tt := range []struct {
		keys    string // separated by blanks; _ is a blank
		chosen  string
		message string
	}{
		{"_", "D0", ""},
		{"_ \x1b[A \x1b[A \x1b[A \x1b[A _", "D0 D4", ""},
		{"d 0 d 4 j 4", "D0 D4 J4", ""},
		{"D 0 G 0", "G0", ""},
		{"\x1b[B \x1b[D _", "", "no queen of yours stands on C0"},
		{"d 0 e 2", "D0", "the queen on D0 cannot go to E2"},
		{"d 0 d 4 e 6", "D0 D4", "an arrow from D4 does not reach E6"},
		{"d 0 d 4 \x1b", "D0", ""},
		{"\x7f", "", ""},
		{"!", "", "hint: D0D4J4"},
		{"?", "", pickerHelp},
		{"4 _", "D0", ""},
	} {
		p := &picker{Person: &term.Person{}, column: 3}
		c := &choice{v: amazons.View{Position: amazons.Start()}}
		c.find()
		letter := -1
		for _, key := range strings.Split(tt.keys, " ") {
			if err := p.press(t.Context(), strings.ReplaceAll(key, "_", " "), &letter, c, prompt); err != nil {
				t.Fatal(err)
			}
		}
		var chosen []string
		for _, s := range c.chosen {
			chosen = append(chosen, s.String())
		}
		if got := strings.Join(chosen, " "); got != tt.chosen || p.Note != tt.message {
			t.Errorf("%q: chosen %q, message %q; want %q, %q", tt.keys, got, p.Note, tt.chosen, tt.message)
		}
	}
	p := &picker{Person: &term.Person{Undo: 2, To: &strings.Builder{}}}
	c := &choice{v: amazons.View{Position: amazons.Start()}}
	back, _ := errors.AsType[turn.Takeback](p.key(t.Context(), "u", c, prompt))
	if back.Plies != 2 {
		t.Errorf("undo: %v", back)
	}
	if back.None(); p.Note != "undo: there is no move of yours to take back" {
		t.Errorf("undo at the start: %q", p.Note)
	}
	if err := p.key(t.Context(), "q", c, prompt); err != turn.ErrQuit {
		t.Errorf("quit: %v", err)
	}
}
