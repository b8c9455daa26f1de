// Package review goes through a record with a strong player and finds the turning points of the game.
package review

import (
	"context"
	"errors"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Review says how a record is reviewed.
type Review struct {
	Game   *match.Info
	Judge  judge.Judge // of the game
	Maker  match.Maker
	Spec   string        // of the player that judges; it must give values
	Budget timer.Control // of each of its answers; without a limit it thinks as it does in a game
	Seen   func(ply int) // is called with each position that was judged; may be nil
}

// Point is an answer in the game and what the judge thinks of it.
type Point struct {
	Ply    int      `json:"ply"`  // from 1
	Seat   string   `json:"seat"` // who answered
	Played string   `json:"played"`
	Would  string   `json:"would"`  // the answer of the judge
	Before *float64 `json:"before"` // the value of the game for the seat, from 0 to 1; nil: the judge gives none
	Exact  bool     `json:"exact"`  // Before is proven by a search to the end of the game, not estimated
	After  *float64 `json:"after"`  // the same after its answer, before the next one
	// AfterExact says that After is proven, for example at the end of the game.
	AfterExact bool `json:"after_exact"`
}

// Lost returns how much value an answer lost, from 0 to 1; 0 if that is not known.
func (p *Point) Lost() float64 {
	if p.Before == nil || p.After == nil {
		return 0
	}
	return max(0, *p.Before-*p.After)
}

// ErrSilent is the error of a judge that gives no values.
var ErrSilent = errors.New("this player gives no values: want one that does")

// going is a review in progress.
type going struct {
	*Review
	points []Point
	open   map[int]int // by seat: its last point, whose After is not known yet
	spoke  bool        // the judge has given a value
}

// Run judges every position of a record. The points are in the order of the plies. If two seats take turns and see the same,
// After comes from the value for the other seat at its next question. Otherwise, if several seats are asked at the same time or a
// seat does not see everything, each seat is judged by itself, and After is its value when it is asked again.
func (r *Review) Run(ctx context.Context, g *record.Game) (points []Point, err error) {
	w := &going{Review: r, open: map[int]int{}}
	how := judge.Judging{Spec: r.Spec, Maker: r.Maker, Budget: r.Budget}
	result, err := r.Judge(ctx, g, how, func(opinions []judge.Opinion) error {
		w.take(opinions)
		return nil
	})
	if err == nil && result != nil {
		for _, i := range w.open {
			w.points[i].After, w.points[i].AfterExact = final(result, w.points[i].Seat), true
		}
	}
	if err == nil && !w.spoke && len(w.points) > 0 {
		err = ErrSilent
	}
	return w.points, err
}

// take records the opinions about a position.
func (w *going) take(opinions []judge.Opinion) {
	asked := map[int]judge.Opinion{} // by seat
	for _, o := range opinions {
		asked[o.Seat] = o
	}
	for seat, i := range w.open {
		own, again := asked[seat]
		other := asked[1-seat]
		switch p := &w.points[i]; {
		case again:
			p.After, p.AfterExact = own.Worth, own.Exact
		case len(w.Game.Seats) == 2 && !w.Game.Hidden && other.Worth != nil:
			mine := 1 - *other.Worth
			p.After, p.AfterExact = &mine, other.Exact
		default:
			continue // it is known later
		}
		delete(w.open, seat)
	}
	for _, o := range opinions {
		w.spoke = w.spoke || o.Worth != nil
		w.open[o.Seat] = len(w.points)
		w.points = append(w.points, Point{
			Ply: o.Ply, Seat: w.Game.Seats[o.Seat], Played: o.Played, Would: o.Would, Before: o.Worth, Exact: o.Exact,
		})
	}
	if w.Seen != nil {
		w.Seen(opinions[len(opinions)-1].Ply)
	}
}

// final returns the value of a finished game for a seat.
func final(result *record.Result, seat string) *float64 {
	worth := 0.0
	switch {
	case result.Winner == nil:
		worth = 0.5
	case *result.Winner == seat:
		worth = 1
	}
	return &worth
}
