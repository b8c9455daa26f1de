package board

import (
	"bytes"

	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// telling are the faults whose details contain what a program printed: its last words, or an answer that is not valid.
var telling = map[turn.FaultKind]bool{turn.Garbled: true, turn.Crashed: true, turn.Gone: true, turn.NeverStarted: true}

// rewrite writes a game as a record without what programs printed, except in the seats for which shown returns true.
func rewrite(g *record.Game, shown func(seat string) bool) ([]byte, error) {
	var b bytes.Buffer
	r := record.NewRecorder(&b)
	r.Begin(g.Header)
	outputs := g.Outputs
	show := func(ply int) {
		for ; len(outputs) > 0 && outputs[0].Ply <= ply; outputs = outputs[1:] {
			if o := outputs[0]; shown(o.Seat) {
				r.Output(o.Seat, o.Stderr, o.Notes)
			}
		}
	}
	show(0)
	hidden := false // the detail of the result may contain what must not be seen
	for i, a := range g.Answers {
		if telling[a.Fault] && !shown(a.Seat) {
			a.Detail, hidden = "", true
		}
		r.Answer(a)
		if i < len(g.Answers)-1 {
			show(a.Ply)
		}
	}
	show(int(^uint(0) >> 1))
	if g.Result == nil {
		return b.Bytes(), r.Err()
	}
	result := *g.Result
	result.Faults = nil
	for _, f := range g.Result.Faults {
		if telling[f.Kind] && !shown(f.Seat) {
			f.Detail, hidden = "", true
		}
		result.Faults = append(result.Faults, f)
	}
	if hidden && telling[turn.FaultKind(result.Reason)] {
		result.Detail = result.Reason
	}
	r.End(result)
	return b.Bytes(), r.Err()
}
