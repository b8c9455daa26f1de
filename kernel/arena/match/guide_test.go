package match_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
)

const rulebook = "# The rules\n\nNumbers.\n\n**R1 Start.** A heap.\n\n**R2 Order.** In this order:\n\n1. red;\n2. `blue`.\n\n" +
	"**R3 End.** It is\nempty.\n\n## Differences\n\n**D1 None.**\n"

// Rules are found by their numbers, and what is not a rule is left out.
func TestRule(t *testing.T) {
	m := match.Manual{Rules: rulebook}
	got, err := m.Rule("r3", "R1")
	if want := "**R3 End.** It is\nempty.\n\n**R1 Start.** A heap."; got != want || err != nil {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if all, err := m.Rule(); err != nil || !strings.HasPrefix(all, "**R1") || !strings.HasSuffix(all, "empty.") {
		t.Errorf("all rules are %q, %v", all, err)
	}
	for _, wrong := range []string{"R4", "D1", ""} {
		if _, err := m.Rule(wrong); err == nil || !strings.Contains(err.Error(), "want one of R1 to R3") {
			t.Errorf("rule %q: %v", wrong, err)
		}
	}
}

// A game is explained by texts, by rules of its book, and by positions after moves.
func TestLessons(t *testing.T) {
	g := heap("red", "blue")
	g.Manual = match.Manual{HowTo: "Take the last\none.\n\n{R3}\n\n```board Two are gone.\n7\n---\n2\n```\n\nThat is all.\n", Rules: rulebook}
	open := g.Open
	g.Open = func(s match.Setup) (*match.Table[int, int], error) {
		if s.Seed != "0" {
			t.Errorf("the board of a lesson has the seed %q, want a number", s.Seed)
		}
		return open(s)
	}
	game := match.Bind(g)
	lessons, err := game.Lessons()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, l := range lessons {
		if texts = append(texts, l.Text); l.Board != nil {
			texts = append(texts, l.Board.Text())
		}
	}
	want := []string{"Take the last\none.", "**R3 End.** It is\nempty.", "Two are gone.", "5", "That is all."}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Error(diff)
	}
	for how, why := range map[string]string{"{R9}": "want one of", "```board x\n7\n---\n99\n```": "how to play"} {
		g.Manual.HowTo = how
		if _, err := match.Bind(g).Lessons(); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v", how, err)
		}
	}
}
