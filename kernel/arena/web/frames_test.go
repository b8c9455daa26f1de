package web

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// TestNoFalseMove: an answer that was no move and ended the game has the ply of its own that records have, without the move before
// it; a last move with which the referee ran out of patience stays a move.
func TestNoFalseMove(t *testing.T) {
	moves := []string{"a", "b", "b"}
	for _, tt := range []struct {
		name   string
		last   string // move in the scene after the last answer
		reason turn.FaultKind
		fault  *turn.Fault
		want   int // moves of the last ply
		text   string
	}{
		{"resigned", "b", turn.Resigned, &turn.Fault{Kind: turn.Resigned}, 0, "resigned"},
		{"flag", "b", turn.Late, turn.Faultf(turn.Late, "no answer within 1s"), 0, "was late (no answer within 1s)"},
		{"illegal, as the referee finds", "b", turn.Illegal, nil, 0, "played wrong"},
		{"one fault too many", "c", turn.Late, turn.Faultf(turn.Late, "no answer"), 1, "was late (no answer)"},
		{"a move that looks the same", "b", "stuck", nil, 1, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, r := Frames{Seats: []string{"red", "blue"}, End: func(*record.Result) string { return "" }}, NewReplay(Game{})
			for ply, text := range append(moves[:len(moves)-1:len(moves)-1], tt.last) {
				s := &match.Snapshot{Ply: ply, Asked: []int{ply % 2}, Idle: func() bool { return false }}
				s.Scene = func(*scene.Scene) scene.Scene {
					return scene.Scene{Board: newToy().scene().Board, Moves: []scene.Move{{Text: text}}}
				}
				if ply == 2 {
					red := "red"
					s.Asked, s.Result = nil, &record.Result{Ending: record.Ending{Winner: &red, Reason: string(tt.reason), Detail: "played wrong"}}
					s.Replies = []match.Reply{{Seat: 1, Fault: tt.fault}}
				}
				r.Add(f.Next(s))
			}
			last := r.plies[len(r.plies)-1]
			said := slices.ContainsFunc(last.Faults, func(f Fault) bool { return f.Text == tt.text && f.Seat == 1 && f.Kind == tt.reason })
			if len(r.plies) != 2 || len(last.Moves) != tt.want || said != (tt.text != "") {
				t.Errorf("%d plies, the last has the moves %v and the faults %v; want 2, %d moves and %q", len(r.plies), last.Moves, last.Faults, tt.want, tt.text)
			}
		})
	}
}

// TestCount: scenes carry the number of plies of the record, of which one scene may follow several, also after a takeback and with
// questions that leave no choice.
func TestCount(t *testing.T) {
	for _, tt := range []struct {
		name  string
		plies []int // of the match
		idle  int   // up to this ply no question leaves a choice
		want  string
	}{
		{"one by one", []int{0, 1, 2}, -1, "0 [0 0]"},
		{"two at once", []int{0, 2, 4}, -1, "0 [2 4]"},
		{"names first", []int{0, 1, 2, 3}, 1, "2 [3]"},
		{"taken back", []int{0, 2, 4, 2, 4}, -1, "0 [2 4]"},
		{"to the start", []int{0, 1, 2, 3, 2}, 1, "2 []"},
	} {
		f, r := Frames{Seats: []string{"red", "blue"}, Back: true}, NewReplay(Game{})
		for _, ply := range tt.plies {
			s := &match.Snapshot{Ply: ply, Asked: []int{0}, Idle: func() bool { return ply <= tt.idle }}
			s.Scene = func(*scene.Scene) scene.Scene { return scene.Scene{Board: newToy().scene().Board, Group: ply} }
			r.Add(f.Next(s))
		}
		counts := []int{}
		for _, p := range r.plies {
			counts = append(counts, p.Count)
		}
		if got := fmt.Sprint(r.head.Count, counts); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestNames: what players say when nobody has a choice is their name, which the page shows elsewhere.
func TestNames(t *testing.T) {
	f, r := Frames{Seats: []string{"red", "blue"}}, NewReplay(Game{})
	for ply := range 5 {
		s := &match.Snapshot{Ply: ply, Asked: []int{0}, Idle: func() bool { return ply == 0 || ply == 3 }}
		s.Scene = func(*scene.Scene) scene.Scene { return scene.Scene{Board: newToy().scene().Board, Group: ply} }
		if ply > 0 {
			s.Replies = []match.Reply{{Seat: 0, Say: fmt.Sprintf("says %d", ply)}}
		}
		r.Add(f.Next(s))
	}
	var got []string
	for _, p := range r.plies {
		for _, s := range p.Said {
			got = append(got, s.Text)
		}
	}
	if want := []string{"says 2", "says 3"}; !slices.Equal(got, want) {
		t.Errorf("shown is %q, want %q", got, want)
	}
}
