// Package review goes through a record with a strong player and says where the game turned.
package review

import (
	"context"
	"errors"

	"github.com/gridiron-games/gridiron/kernel/job"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Review is how a record is gone through.
type Review struct {
	Game   *match.Bound
	Maker  match.Maker
	Spec   string        // of the player that judges; it must tell values
	Budget timer.Control // of each of its answers; without a limit it thinks as it does in a game
	Seen   func(ply int) // hears of each position that was judged; may be nil
}

// Point is an answer of the game and what the judge thinks of it.
type Point struct {
	Ply    int      `json:"ply"`  // from 1
	Seat   string   `json:"seat"` // who answered
	Played string   `json:"played"`
	Would  string   `json:"would"`  // what the judge would have played
	Before *float64 `json:"before"` // what the game was worth to the seat, from 0 to 1; nil: the judge does not say
	After  *float64 `json:"after"`  // and what after its answer, before the next
}

// Lost is how much an answer lost, 0 where that is not known.
func (p *Point) Lost() float64 {
	if p.Before == nil || p.After == nil {
		return 0
	}
	return max(0, *p.Before-*p.After)
}

// ErrSilent is the error of a judge that tells no values.
var ErrSilent = errors.New("it tells no values; want a player that does")

// opinion is what the judge thinks of a position.
type opinion struct {
	text  string
	worth *float64
}

// Run judges every position of a record. The points are in the order of the plies. The game must be one in which a single seat is
// asked at a time.
func (r *Review) Run(ctx context.Context, g *record.Game) (points []Point, err error) {
	silent := true
	var seats []int
	err = r.Game.Replay(g, func(s *match.Snapshot) error {
		if len(s.Replies) == 1 {
			points[len(points)-1].Played = s.Replies[0].Text()
		}
		switch {
		case s.Result != nil:
			if n := len(points); n > 0 {
				points[n-1].After = final(s.Result, points[n-1].Seat)
			}
			return nil
		case len(s.Asked) > 1:
			return errors.New("several seats are asked at a time: a review is of games in which they take turns")
		case len(s.Asked) == 0 || s.Last:
			return nil
		}
		seat := s.Asked[0]
		o, err := r.ask(ctx, g, s.Text(), seat)
		if err != nil {
			return err
		}
		worth := o.worth
		silent = silent && worth == nil
		if n := len(points); n > 0 && worth != nil {
			points[n-1].After = worth
			if seats[n-1] != seat {
				other := 1 - *worth
				points[n-1].After = &other
			}
		}
		seats = append(seats, seat)
		points = append(points, Point{Ply: s.Ply + 1, Seat: r.Game.Seats[seat], Would: o.text, Before: worth})
		if r.Seen != nil {
			r.Seen(s.Ply + 1)
		}
		return nil
	})
	if err == nil && silent && len(points) > 0 {
		err = ErrSilent
	}
	return points, err
}

// final is what a finished game is worth to a seat.
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

// ask lets the judge answer in the place of a seat.
func (r *Review) ask(ctx context.Context, g *record.Game, start string, seat int) (o opinion, err error) {
	j := job.Job{Start: start, Seed: g.Header.Seed, Options: g.Header.Options}
	for range r.Game.Seats {
		j.Seats = append(j.Seats, job.Team{Label: r.Spec, Spec: r.Spec, Budget: r.Budget})
	}
	listener := &listener{seat: seat}
	_, err = r.Game.Play(ctx, j, match.Seating{Maker: r.Maker, Observers: []match.Observer{listener}})
	switch {
	case errors.Is(err, turn.ErrQuit) || err == nil:
		return listener.opinion, listener.fault
	}
	return o, err
}

// listener hears the first answer and breaks the game off.
type listener struct {
	seat int
	opinion
	fault error
}

func (l *listener) Asked(context.Context, *match.Snapshot) error { return nil }
func (l *listener) Ended(*match.Snapshot) error                  { return nil }

func (l *listener) Answered(s *match.Snapshot) error {
	for _, reply := range s.Replies {
		if reply.Seat != l.seat {
			continue
		}
		l.text = reply.Text()
		if reply.Worth != nil {
			worth := *reply.Worth
			l.worth = &worth
		}
		if reply.Fault != nil {
			l.fault = reply.Fault
		}
	}
	return turn.ErrQuit
}
