package web

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/web/pace"
)

// TestChosen: a pause condition names players as the page offers them, not by the names that they give themselves.
func TestChosen(t *testing.T) {
	for name, want := range map[string]bool{"bot.py": true, "my bot": false} {
		s := NewServer(Options{Open: true})
		s.Begin(Game{Players: []string{"my bot", "b"}, Chosen: []string{"bot.py", "b"}})
		s.Follow(pace.Rules{When: []pace.Condition{
			{Players: [2]string{name, "b"}, Counts: []pace.Count{{Player: 0, Fact: "left", Is: 7}}},
		}})
		g := newToy()
		s.Show(g.snapshot())
		g.play("2")
		s.Show(g.snapshot())
		if s.pace.Paused != want {
			t.Errorf("a condition on %q: paused %v, want %v", name, s.pace.Paused, want)
		}
	}
}
