package web

import (
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Frames turns what an observer of a match sees into what a page shows: a frame for each time that a seat was asked, and one for
// the end.
type Frames struct {
	Seats []string                    // of the game, as records have them
	End   func(*record.Result) string // says how a game ended
	Back  bool                        // answers may be taken back: then every scene is kept, so that pieces find their way back

	plies  []int // of the match, by frame
	scenes []*scene.Scene
	last   *scene.Scene
	idle   bool                     // of the last frame: what is asked there changes nothing
	said   []Said                   // with the last frame
	faults []Fault                  // of the last frame
	wrongs []map[turn.FaultKind]int // by seat: how many the referee has forgiven
}

// Next returns what to show of a snapshot, valid as long as the snapshot is: the one of an observer's Asked or Ended, or of a
// record.
func (f *Frames) Next(s *match.Snapshot) Snapshot {
	again := false
	for n := len(f.plies); n > 0 && f.plies[n-1] >= s.Ply; n = len(f.plies) {
		again = f.plies[n-1] == s.Ply
		f.plies = f.plies[:n-1]
	}
	var said []Said
	var faults []Fault
	if n := len(f.plies); f.idle && n > 0 { // nothing has happened since: what was said stays
		f.plies, said, faults = f.plies[:n-1], f.said, f.faults
	}
	names := f.idle // the questions that were answered asked for names at most
	f.idle = len(s.Asked) > 0 && s.Idle()
	n := len(f.plies)
	before, now := f.last, f.scene(n, again, s)
	fault := s.Result != nil && turn.IsFault(s.Result.Reason)
	if fault && before != nil && before.Group == now.Group && slices.Equal(before.Moves, now.Moves) {
		still := *now // the answer that ended the game was no move: the scene has the one before
		still.Moves = nil
		now = &still
	}
	f.plies, f.last = append(f.plies, s.Ply), now
	if f.Back {
		f.scenes = append(f.scenes[:min(n, len(f.scenes))], now)
	}
	next := Snapshot{Ply: n, Count: s.Ply, Asked: s.Asked, Text: s.Text, Used: s.Used, Scene: func() scene.Scene { return *now }}
	next.Said, next.Faults = said, faults
	for _, r := range s.Replies {
		if !names {
			next.Said = append(next.Said, Said{Seat: r.Seat, Text: r.Say})
		}
		if r.Fault != nil {
			next.Faults = append(next.Faults, Fault{Seat: r.Seat, Text: r.Fault.Phrase(), Kind: r.Fault.Kind})
		}
		if r.Worth != nil {
			if next.Values == nil {
				next.Values = map[int]float64{}
			}
			next.Values[r.Seat] = *r.Worth
		}
	}
	f.forgiven(s, &next)
	f.said, f.faults = next.Said, next.Faults
	if s.Result != nil {
		next.Result = f.Result(s.Result)
		if loser := 1 - next.Result.Winner; fault && len(next.Faults) == 0 && (loser == 0 || loser == 1) {
			// The rules have found it, and not the loop.
			next.Faults = []Fault{{Seat: loser, Text: s.Result.Detail, Kind: turn.FaultKind(s.Result.Reason)}}
		}
	}
	return next
}

// forgiven adds the mistakes since the frame before that the referee forgave, unless next has a fault of their seat already.
func (f *Frames) forgiven(s *match.Snapshot, next *Snapshot) {
	if s.Wrongs == nil {
		return
	}
	was := f.wrongs
	f.wrongs = nil
	for seat := range f.Seats {
		counts := map[turn.FaultKind]int{}
		for _, w := range s.Wrongs(seat) {
			counts[w.Kind] = w.Count
			known := slices.ContainsFunc(next.Faults, func(fault Fault) bool { return fault.Seat == seat })
			if was != nil && w.Count > was[seat][w.Kind] && !known {
				next.Faults = append(next.Faults, Fault{Seat: seat, Text: w.Last})
			}
		}
		f.wrongs = append(f.wrongs, counts)
	}
}

// Result converts the result of a game for a page.
func (f *Frames) Result(r *record.Result) *Result {
	shown := &Result{Winner: turn.Draw, Text: f.End(r)}
	if r.Winner != nil {
		shown.Winner = slices.Index(f.Seats, *r.Winner)
	}
	return shown
}

// scene returns the scene of a frame: its earlier scene, if answers were taken back to it.
func (f *Frames) scene(n int, again bool, s *match.Snapshot) *scene.Scene {
	before := f.last
	if f.Back {
		if again && n < len(f.scenes) {
			return f.scenes[n]
		}
		if before = nil; n > 0 && n <= len(f.scenes) {
			before = f.scenes[n-1]
		}
	}
	now := s.Scene(before)
	return &now
}
