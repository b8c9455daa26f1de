package main

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/sarena"
)

// TestParse reads what people type.
func TestParse(t *testing.T) {
	p, err := draw("7")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"2324": "2324", " 2324 ": "2324", "2,3,2,4": "2324", "2 3 2 4": "2324", "(2,3)-(2,4)": "2324", "2,3 2,4": "2324", "23-24": "2324",
		"[2, 3, 2, 4]": "2324", "2,3->2,4": "2324",
		"": "", "232": "", "2,3,2": "", "2,3,2,4,5": "", "a,b,c,d": "", "23244": "", "2325": "", "-1,0,0,0": "",
	} {
		m, err := parse(sarena.View{Position: p}, text)
		if (err == nil) != (want != "") || err == nil && m.String() != want {
			t.Errorf("%q: %v, %v, want %q", text, m, err, want)
		}
	}
}

// TestOpen: the seed deals the board, unless a start is given, and the start that a record keeps sets up the same game.
func TestOpen(t *testing.T) {
	const small = "+NN .NY +NR/.NR +NN .NY/+NY .NR +NN"
	starts := map[string]bool{}
	for _, setup := range []match.Setup{
		{Seed: "1"}, {Seed: "2"}, {Seed: "2", Options: match.Params{"invert": "true"}}, {Seed: "3", Start: small},
	} {
		table, err := open(setup)
		if err != nil {
			t.Fatal(err)
		}
		starts[table.Start] = true
		setup.Start = table.Start
		if again, err := open(setup); err != nil || again.Start != table.Start {
			t.Errorf("%+v: %v, %v", setup, again, err)
		}
	}
	if len(starts) != 4 || !starts[small] {
		t.Errorf("starts %v", starts)
	}
}
