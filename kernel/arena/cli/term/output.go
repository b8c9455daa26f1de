package term

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// Outputs passes on what programs write to standard error while they play, line by line, tagged with the seat and the ply: at
// once to To or, if frames are redrawn in place, under the next frame.
type Outputs struct {
	To io.Writer // nil: under the frame

	mu     sync.Mutex
	plies  map[int]int // by seat: the ply that it answers
	recent []string
}

// shownOutputs is how many lines are shown under a frame.
const shownOutputs = 6

// Asked remembers which ply each seat answers.
func (o *Outputs) Asked(_ context.Context, shown *match.Snapshot) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.plies == nil {
		o.plies = map[int]int{}
	}
	for k, seat := range shown.Asked {
		o.plies[seat] = shown.Ply + k + 1
	}
	return nil
}

// Answered does nothing; with Asked and Ended it makes an observer.
func (o *Outputs) Answered(*match.Snapshot) error { return nil }

// Ended does nothing.
func (o *Outputs) Ended(*match.Snapshot) error { return nil }

// Source is standard error of a program that may change its seat from game to game.
func (o *Outputs) Source(names []string) *Source { return &Source{outputs: o, names: names} }

// lines returns the lines under a frame. A nil *Outputs has none.
func (o *Outputs) lines() []string {
	if o == nil {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]string(nil), o.recent...)
}

// Source receives the output of one program.
type Source struct {
	outputs *Outputs
	names   []string // of the seats
	seat    int
	rest    []byte // an unfinished line
}

// SetSeat says in which seat the program plays now, before its first ply.
func (s *Source) SetSeat(seat int) {
	s.outputs.mu.Lock()
	defer s.outputs.mu.Unlock()
	if s.seat = seat; s.outputs.plies != nil {
		delete(s.outputs.plies, seat)
	}
}

// Write takes the next bytes; it is called from the goroutine that reads the program.
func (s *Source) Write(b []byte) (int, error) {
	o := s.outputs
	o.mu.Lock()
	defer o.mu.Unlock()
	s.rest = append(s.rest, b...)
	for {
		line, rest, found := bytes.Cut(s.rest, []byte("\n"))
		if !found && len(s.rest) <= clean.MaxSay {
			return len(b), nil
		}
		s.rest = rest
		text := fmt.Sprintf("[%s %d] %s", strings.ToUpper(s.names[s.seat]), o.plies[s.seat], clean.Say(strings.TrimRight(string(line), "\r")))
		if o.To != nil {
			fmt.Fprintln(o.To, text)
		} else {
			o.recent = append(o.recent[max(0, len(o.recent)+1-shownOutputs):], text)
		}
	}
}
