// Package review goes through a record with a strong player and says where the game turned.
package review

import (
	"context"
	"errors"
	"fmt"

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
	fault error
}

// going is a review on its way.
type going struct {
	*Review
	game   *record.Game
	points []Point
	open   map[int]int // by seat: its last point, which lacks what it came to
	spoke  bool        // the judge has told a value
}

// Run judges every position of a record. The points are in the order of the plies. Where several seats are asked at a time, each
// is judged by itself: what its answer came to shows when it is asked again.
func (r *Review) Run(ctx context.Context, g *record.Game) (points []Point, err error) {
	w := &going{Review: r, game: g, open: map[int]int{}}
	err = r.Game.Replay(g, func(s *match.Snapshot) error {
		for _, reply := range s.Replies {
			if i, ok := w.open[reply.Seat]; ok && w.points[i].Played == "" {
				w.points[i].Played = reply.Text()
			}
		}
		switch {
		case s.Result != nil:
			for _, i := range w.open {
				w.points[i].After = final(s.Result, w.points[i].Seat)
			}
			return nil
		case len(s.Asked) == 0 || s.Last:
			return nil
		}
		return w.judge(ctx, s)
	})
	if err == nil && !w.spoke && len(w.points) > 0 {
		err = ErrSilent
	}
	return w.points, err
}

// judge judges a position.
func (w *going) judge(ctx context.Context, s *match.Snapshot) error {
	seats := movers(s)
	if len(seats) == 0 {
		return nil
	}
	opinions, err := w.ask(ctx, s.Text(), seats)
	if err != nil {
		return err
	}
	for seat, i := range w.open {
		own, asked := opinions[seat]
		switch {
		case asked:
			w.points[i].After = own.worth
		case len(w.Game.Seats) == 2 && opinions[1-seat].worth != nil:
			other := 1 - *opinions[1-seat].worth
			w.points[i].After = &other
		default:
			continue // it shows later
		}
		delete(w.open, seat)
	}
	for k, seat := range s.Asked {
		o, asked := opinions[seat]
		if !asked {
			continue
		}
		w.spoke = w.spoke || o.worth != nil
		w.open[seat] = len(w.points)
		w.points = append(w.points, Point{Ply: s.Ply + k + 1, Seat: w.Game.Seats[seat], Would: o.text, Before: o.worth})
	}
	if w.Seen != nil {
		w.Seen(s.Ply + 1)
	}
	return nil
}

// movers are the seats that are asked for a move, and not for their names.
func movers(s *match.Snapshot) (seats []int) {
	for _, seat := range s.Asked {
		if len(s.Legal(seat)) > 0 {
			seats = append(seats, seat)
		}
	}
	return seats
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

// ask lets the judge answer in the place of seats.
func (w *going) ask(ctx context.Context, start string, seats []int) (map[int]opinion, error) {
	j := job.Job{Start: start, Seed: w.game.Header.Seed, Options: w.game.Header.Options}
	for range w.Game.Seats {
		j.Seats = append(j.Seats, job.Team{Label: w.Spec, Spec: w.Spec, Budget: w.Budget})
	}
	l := &listener{opinions: map[int]opinion{}}
	_, err := w.Game.Play(ctx, j, match.Seating{Maker: w.Maker, Observers: []match.Observer{l}})
	if err != nil && !errors.Is(err, turn.ErrQuit) {
		return nil, err
	}
	for _, seat := range seats {
		switch o, answered := l.opinions[seat]; {
		case !answered:
			return nil, fmt.Errorf("from %q another seat is asked than in the record: this position cannot be set up again", start)
		case o.fault != nil:
			return nil, o.fault
		}
	}
	return l.opinions, nil
}

// listener hears the first moves and breaks the game off.
type listener struct {
	asked    bool // for moves
	opinions map[int]opinion
}

func (l *listener) Ended(*match.Snapshot) error { return nil }

func (l *listener) Asked(_ context.Context, s *match.Snapshot) error {
	l.asked = len(movers(s)) > 0
	return nil
}

func (l *listener) Answered(s *match.Snapshot) error {
	if !l.asked {
		return nil
	}
	for _, reply := range s.Replies {
		o := opinion{text: reply.Text()}
		if reply.Worth != nil {
			worth := *reply.Worth
			o.worth = &worth
		}
		if reply.Fault != nil {
			o.fault = reply.Fault
		}
		l.opinions[reply.Seat] = o
	}
	return turn.ErrQuit
}
