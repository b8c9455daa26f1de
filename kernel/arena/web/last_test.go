package web

import "testing"

// TestLastWords: what is said with answers that change nothing, after the last ply, is shown at the end.
func TestLastWords(t *testing.T) {
	g, r := newToy(), NewReplay(Game{Name: "toy"})
	r.Add(g.snapshot())
	g.play("1")
	silent := g.snapshot()
	silent.Said, silent.Faults = nil, nil
	r.Add(silent)
	end := g.snapshot()
	end.Faults = nil
	end.Said, end.Result = []Said{{Seat: 1, Text: "well played"}}, &Result{Winner: 0, Text: "red wins"}
	r.Add(end)
	if len(r.plies) != 1 || len(r.plies[0].Said) != 1 || len(r.plies[0].Moves) == 0 || r.result == nil {
		t.Errorf("%d plies, of which the last is %+v, result %v: want one, with its moves and what was said", len(r.plies), r.plies[len(r.plies)-1], r.result)
	}
}
