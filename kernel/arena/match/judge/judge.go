// Package judge follows recorded games with a strong player and asks it at each move what the game is worth.
package judge

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Judging says which player judges a recorded game, and how.
type Judging struct {
	Spec   string // of the player that judges; it plays all seats
	Maker  match.Maker
	Budget timer.Control // for each of its answers; without a limit per move, it thinks as it does in a game
}

// Opinion is what the judge thinks when a seat is asked for a move.
type Opinion struct {
	Ply    int // from 1
	Seat   int
	Played string   // as a person types it; "" for a fault
	Would  string   // the answer of the judge
	Worth  *float64 // value of the game for the seat, from 0 (lost) to 1 (won); nil: the judge gives none
	Exact  bool     // Worth is proven, not estimated
}

// Judge follows a recorded game with a judge in every seat, which is asked every question; its answers are replaced by the
// recorded ones. visit gets the opinions whenever a seat is asked for a move. The result is computed by the rules; it is nil if
// the game was broken off.
type Judge func(ctx context.Context, g *record.Game, how Judging, visit func([]Opinion) error) (*record.Result, error)

// Of returns the judge of a game.
func Of[Q, A any](g *match.Game[Q, A]) Judge {
	e := &game[Q, A]{&match.Typed[Q, A]{Game: g}}
	return e.judge
}

type game[Q, A any] struct{ *match.Typed[Q, A] }

func (e *game[Q, A]) judge(
	ctx context.Context, g *record.Game, how Judging, visit func([]Opinion) error,
) (result *record.Result, err error) {
	if g.Header.Game != e.Name {
		return nil, fmt.Errorf("this is a record of %q: want one of %q", g.Header.Game, e.Name)
	}
	answers, err := jsonl.Answers[A](g)
	if err != nil {
		return nil, err
	}
	table, err := e.SetUp(match.Setup{Start: g.Header.Start, Seed: g.Header.Seed, Options: g.Header.Options})
	if err != nil {
		return nil, fmt.Errorf("the start: %w", err)
	}
	judges := make([]turn.Player[Q, A], len(e.Seats))
	for seat := range judges {
		p, err := e.Player(how.Spec, how.Maker)
		if err != nil {
			return nil, err
		}
		defer p.Close()
		judges[seat] = match.Inner[Q, A](p)
		begins := turn.Game{
			ID: "review", Seat: seat, Seats: e.Seats, Seed: g.Header.Seed, Options: g.Header.Options, View: table.View,
			Budget: how.Budget, Own: told(&g.Header, seat, e.Seats[seat]),
		}
		if err := turn.Open(ctx, judges[seat], begins); err != nil {
			return nil, err
		}
		defer turn.End(judges[seat], nil)
	}
	r := turn.Count(table.Referee, len(e.Seats))
	_, err = turn.Walk(r, answers, func(questions []turn.Question[Q], round []turn.Answer[A]) error {
		var opinions []Opinion
		for k, q := range questions {
			would, err := answer(ctx, judges[q.Seat], q.Ask, how.Budget)
			if err != nil {
				return err
			}
			if len(e.Moves(q.Ask)) == 0 { // the question is for its name
				continue
			}
			o := Opinion{Ply: r.Plies + k + 1, Seat: q.Seat, Would: e.Notation.Text(q.Ask, would)}
			if round[k].Fault == nil {
				o.Played = e.Notation.Text(q.Ask, round[k].Value)
			}
			if worth, ok := turn.Worth(judges[q.Seat]); ok {
				o.Worth, o.Exact = &worth, turn.Exact(judges[q.Seat])
			}
			opinions = append(opinions, o)
		}
		if len(opinions) == 0 {
			return nil
		}
		return visit(opinions)
	})
	if err != nil || len(r.Ask()) > 0 {
		return nil, err
	}
	end, wrongs := r.Judge()
	judged := record.ResultOf(end, e.Seats, wrongs...)
	return &judged, nil
}

// told returns the seed that the program in a seat was told, or would have been told.
func told(h *record.Header, seat int, name string) string {
	if seeds.Valid(h.Seeds[name]) {
		return h.Seeds[name]
	}
	if seat < len(h.Seats) {
		if s := &h.Seats[seat]; strings.HasPrefix(s.Spec, "exec:") || strings.HasPrefix(s.Name, "exec:") { // the record is older than Seeds
			return h.Seed
		}
	}
	return seeds.Seat(h.Seed, h.ID, seat)
}

// answer asks a judge.
func answer[Q, A any](ctx context.Context, judge turn.Player[Q, A], q Q, budget timer.Control) (A, error) {
	if err := ctx.Err(); err != nil {
		var none A
		return none, err
	}
	within := ctx
	if budget.Move > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, budget.Move)
		defer cancel()
	}
	value, _, err := judge.Answer(within, q)
	if _, local := judge.(turn.Local); local && errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil // the value is the best that it found
	}
	return value, err
}
