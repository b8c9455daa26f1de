package web

import "testing"

// TestRestart: a browser that comes back to another server at the same address receives its game from the start.
func TestRestart(t *testing.T) {
	first, address := serve(t, Options{Open: true})
	g := newToy()
	first.Begin(Game{Name: "first"})
	first.Show(g.snapshot())
	s := listen(t, address, "", "")
	s.until(t, "game")

	second, address := serve(t, Options{Open: true})
	g = newToy()
	second.Begin(Game{Name: "second"})
	second.Show(g.snapshot())
	e := listen(t, address, "", s.last).next(t)
	if e.kind != "game" || e.data["name"] != "second" {
		t.Errorf("a browser with the id %q of another server first receives %s %v, want the game", s.last, e.kind, e.data)
	}
}
