package worker

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// shownEvery is the shortest time between two positions that are shown, except for the end of a game.
const shownEvery = time.Second

// shown shows the games while the other program wishes to see them.
type shown struct {
	worker
	until atomic.Int64 // in nanoseconds since 1970; the only field that two goroutines use

	id     string // of the game
	said   time.Time
	before *scene.Scene // of the game, the one that was shown last; nil: none was
	begun  bool         // only the start of the game was shown
}

// lend allows the games to be shown for the given number of seconds from now on.
func (s *shown) lend(seconds float64) {
	seconds = min(max(seconds, 0), protocol.MaxSeconds)
	s.until.Store(time.Now().Add(time.Duration(seconds * float64(time.Second))).UnixNano())
}

// begin begins another game.
func (s *shown) begin(id string) { s.id, s.before, s.begun = id, nil, false }

// Asked shows the position, if the other program wishes to see it.
func (s *shown) Asked(_ context.Context, now *match.Snapshot) error {
	until := s.until.Load()
	if until == 0 || now.Scene == nil {
		return nil
	}
	at := time.Now()
	if at.UnixNano() > until || at.Sub(s.said) < shownEvery {
		return nil
	}
	s.begun = now.Ply == 0
	return s.show(now, at)
}

// show writes the position.
func (s *shown) show(now *match.Snapshot, at time.Time) error {
	seen := now.Scene(s.before)
	s.said, s.before = at, &seen
	text, err := json.Marshal(public(seen))
	if err != nil || len(text) > protocol.MaxScene {
		return err
	}
	return s.PrintJSON(protocol.Shown{Type: protocol.Show, ID: s.id, Ply: now.Ply, Scene: text})
}

// Answered does nothing: the answers are shown with the position that they led to.
func (s *shown) Answered(*match.Snapshot) error { return nil }

// Ended shows the end of a short game, of which nothing but the start was shown.
func (s *shown) Ended(now *match.Snapshot) error {
	if !s.begun {
		return nil
	}
	return s.show(now, time.Now())
}

// public returns a scene without what players say, and without the parts that a small picture lacks.
func public(s scene.Scene) scene.Scene {
	board := *s.Board
	board.Left, board.Top, board.Bottom, board.Rows = nil, nil, nil, nil
	s.Board, s.Moves, s.Next = &board, nil, ""
	marks := s.Marks
	s.Marks = nil
	for _, m := range marks {
		if m.As != scene.Say {
			s.Marks = append(s.Marks, m)
		}
	}
	sides := s.Sides
	s.Sides = make(scene.Sides, len(sides))
	for seat, side := range sides {
		s.Sides[seat].Score = side.Score
	}
	return s
}

// readRequest reads a line as a wish. For a job, the wish has none of the known types.
func readRequest(line []byte) (w protocol.Request) {
	if len(line) > protocol.MaxRequest || json.Unmarshal(line, &w) != nil {
		return protocol.Request{}
	}
	return w
}

// sheet returns the sheet of the game's pictures; "": it has none.
func (a worker) sheet() string {
	first, err := a.Game.Position(match.Setup{Seed: "1"}, nil)
	if err != nil || first.Scene == nil {
		return ""
	}
	return first.Scene(nil).Board.Sheet
}
