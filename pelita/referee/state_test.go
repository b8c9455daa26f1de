package referee_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// fixed is a Chance that draws what a test wants, and then zeros.
type fixed []int

func (f *fixed) Below(n int) int {
	if len(*f) == 0 {
		return 0
	}
	first := (*f)[0]
	*f = (*f)[1:]
	return first % n
}

func (f *fixed) Below64(n uint64) uint64 { return uint64(f.Below(int(min(n, 256)))) }
func (f *fixed) Float64() float64        { return 0 }

const small = `
	########
	#a # . #
	#b.  xy#
	########`

func newState(t *testing.T, v pelita.Version, mover int) *referee.State {
	t.Helper()
	p, err := pelita.NewGame(small, pelita.Options{Version: v, MaxRounds: 300, ErrorLimit: 5})
	if err != nil {
		t.Fatal(err)
	}
	s := referee.NewState(p)
	s.Round, s.Turn = 1, mover
	return s
}

func at(x, y int) pelita.Cell { return pelita.Cell{X: x, Y: y} }

// Mistakes, failures and requests after errors are those of the original.
func TestR12WhatIsSaidOfErrors(t *testing.T) {
	t.Run("2.5.1: an illegal move", func(t *testing.T) {
		s := newState(t, pelita.V251, 0)
		s.Answer(pelita.MoveTo(at(5, 1)), "hm", &fixed{0}) // north is a wall: east is first
		want := referee.Mistake{Round: 1, Move: pelita.MoveTo(at(5, 1)), From: at(1, 1), Moved: true, To: at(2, 1)}
		if diff := cmp.Diff(&want, s.Mistake(pelita.Blue)); diff != "" || s.Requested[0].OK || s.Say[0] != "hm" {
			t.Errorf("mistake (-want +got):\n%srequest %+v, says %q", diff, s.Requested[0], s.Say[0])
		}
		s.Begin(&fixed{})
		if s.Mistake(pelita.Blue) != nil || s.Mistake(pelita.Red) != nil {
			t.Error("the mistake of the last turn is one of this turn")
		}
	})
	t.Run("2.5.1: a late answer", func(t *testing.T) {
		s := newState(t, pelita.V251, 0)
		s.Late(&fixed{1})
		want := referee.Mistake{Round: 1, Late: true, From: at(1, 1), Moved: true, To: at(1, 2)}
		if diff := cmp.Diff(&want, s.Mistake(pelita.Blue)); diff != "" || !s.Requested[0].None || s.Last != 0 {
			t.Errorf("mistake (-want +got):\n%srequest %+v", diff, s.Requested[0])
		}
	})
	t.Run("2.5.1: the fifth error makes no move", func(t *testing.T) {
		s := newState(t, pelita.V251, 0)
		s.Errors[pelita.Blue] = 4
		s.Late(&fixed{})
		if m := s.Mistake(pelita.Blue); m == nil || m.Moved || s.Phase != pelita.Finished {
			t.Errorf("mistake %+v", m)
		}
	})
	t.Run("2.7.0: an illegal move", func(t *testing.T) {
		s := newState(t, pelita.V270, 0)
		s.Answer(pelita.MoveTo(at(9, 9)), "hm", &fixed{})
		want := []referee.Failure{{Type: "IllegalPosition", Description: "bot0: (1, 1)➔(9, 9)", Round: 1}}
		if diff := cmp.Diff(want, s.Failures[pelita.Blue]); diff != "" || s.Say[0] != "" {
			t.Errorf("fatal errors (-want +got):\n%ssays %q", diff, s.Say[0])
		}
	})
	t.Run("2.7.0: a late answer", func(t *testing.T) {
		s := newState(t, pelita.V270, 1)
		s.Late(&fixed{})
		want := []referee.Failure{{Type: "TimeoutError", Description: "Timeout error", Turn: 1, Round: 1}}
		if diff := cmp.Diff(want, s.Failures[pelita.Red]); diff != "" || !s.Fatal[pelita.Red] {
			t.Errorf("fatal errors (-want +got):\n%s", diff)
		}
	})
	t.Run("an exception", func(t *testing.T) {
		s := newState(t, pelita.V251, 1)
		s.Fail("FatalException", "Exception in client (Boom): bang")
		want := []referee.Failure{{Type: "FatalException", Description: "Exception in client (Boom): bang", Turn: 1, Round: 1}}
		if diff := cmp.Diff(want, s.Failures[pelita.Red]); diff != "" || !s.Fatal[pelita.Red] || s.Phase != pelita.Finished {
			t.Errorf("fatal errors (-want +got):\n%s", diff)
		}
	})
}
