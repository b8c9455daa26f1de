package main

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/view"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// isReplay reports whether a text looks like a replay file of the original.
func isReplay(text []byte) bool {
	head := text[:min(len(text), 64<<10)]
	return bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(`"walls"`)) && bytes.Contains(head, []byte(`"bots"`))
}

// errEnough ends the reading of a replay file.
var errEnough = errors.New("enough")

// showReplay returns the states of a replay file. It does not play them again: the file lacks the seed.
func showReplay(text []byte) (names []string, frames []match.Snapshot, err error) {
	err = wire.ReadReplay(bytes.NewReader(text), func(f wire.Frame) error {
		if f.State.Last < 0 { // the set-up has several states
			frames = nil
		}
		names = f.State.Names[:]
		frames = append(frames, frame(f.State, len(frames)))
		if f.State.Phase >= pelita.Finished { // some files have the last state twice
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return names, frames, err
}

// frame returns a state as people see it.
func frame(s *referee.State, ply int) match.Snapshot {
	shown := match.Snapshot{
		Ply: ply, Draw: func(c *ascii.Canvas) { draw(c, s) }, Text: s.String,
		Idle: func() bool { return false }, Legal: func(int) []string { return nil },
		Scene: func(before *scene.Scene) scene.Scene { return view.Scene(before, s) },
	}
	for _, used := range s.Time {
		shown.Used = append(shown.Used, time.Duration(used*float64(time.Second)))
	}
	if bot := s.Last; bot >= 0 && ply > 0 {
		r := s.Requested[bot]
		reply := match.Reply{Seat: bot % 2, Say: s.Say[bot], Text: r.Move.To.String}
		switch {
		case r.None:
			reply.Fault = turn.Faultf(turn.Late, "no move came back")
		case !r.OK:
			reply.Fault = turn.Faultf(turn.Illegal, "%v from %v", r.Move.To, r.From)
		}
		shown.Replies = append(shown.Replies, reply)
	}
	outcome, over := s.Outcome()
	if !over {
		shown.Asked = []int{(s.Last + 1) % 2}
		return shown
	}
	result := turn.Result{Winner: outcome.Winner, Reason: outcome.Reason, Plies: ply, Score: map[string]int{}}
	for seat, name := range referee.Seats {
		result.Score[name] = s.Score[seat]
	}
	result.Detail = fmt.Sprintf("%d:%d, round %d", s.Score[pelita.Blue], s.Score[pelita.Red], s.Round)
	switch {
	case outcome.Winner < 0:
	case outcome.Reason == pelita.ReasonErrors, outcome.Reason == pelita.ReasonFatal:
		result.Detail = "was disqualified, " + result.Detail
	default:
		result.Detail = "has lost " + result.Detail
	}
	told := record.ResultOf(result, referee.Seats[:])
	shown.Result = &told
	return shown
}
