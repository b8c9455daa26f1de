// Package referee runs a game of the Amazons: it asks the seats in turn, judges their answers and knows who won.
package referee

import (
	"context"
	"fmt"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Bot is a program that plays: the intelligent agent of the course sheet. The referee asks one question at a time, so a Bot needs
// no locks. A Bot must keep the deadline of ctx, if there is one.
type Bot interface {
	Move(ctx context.Context, p amazons.Position) (amazons.Move, error)
}

// Seats are the names of the seats, indexed by amazons.Seat.
var Seats = []string{amazons.Red: "red", amazons.Blue: "blue"}

// illegal is a reason for the end of a game, in addition to the rules' reason and the faults of turn (R11).
const illegal = string(turn.Illegal)

// Referee is one game in progress.
type Referee struct {
	position amazons.Position
	last     amazons.Move
	turns    int
	question [1]turn.Question[amazons.View]
	result   *turn.Result // of a game that ended by a fault
}

// New returns a game that begins with p.
func New(p amazons.Position) *Referee { return &Referee{position: p} }

// Position returns the current position.
func (r *Referee) Position() amazons.Position { return r.position }

// Last returns the last turn and the number of turns played; the turn means nothing when the number is 0.
func (r *Referee) Last() (amazons.Move, int) { return r.last, r.turns }

// Ask asks the seat to move, or nobody when the game is over.
func (r *Referee) Ask() []turn.Question[amazons.View] {
	if r.result != nil || r.position.Stuck() {
		return nil
	}
	r.question[0] = turn.Question[amazons.View]{
		Seat: int(r.position.Side()),
		Ask:  amazons.View{Position: r.position, Turns: r.turns, Last: r.last},
	}
	return r.question[:]
}

// Answer plays the turn. A fault or an illegal turn loses the game at once (R11).
func (r *Referee) Answer(answers []turn.Answer[amazons.Move]) {
	a := answers[0]
	if a.Fault != nil {
		r.lose(string(a.Fault.Kind), a.Fault.Phrase())
		return
	}
	if rule := r.position.Check(a.Value); rule != amazons.Legal {
		r.lose(illegal, fmt.Sprintf("played the illegal turn %v: %v", a.Value, rule))
		return
	}
	r.position.Make(a.Value)
	r.last = a.Value
	r.turns++
}

func (r *Referee) lose(reason, detail string) {
	r.result = &turn.Result{Winner: int(r.position.Side().Other()), Reason: reason, Detail: detail, Plies: r.turns}
}

// Result returns how the game ended: the side to move is stuck, or a player failed.
func (r *Referee) Result() turn.Result {
	if r.result != nil {
		return *r.result
	}
	o, _ := r.position.Outcome()
	return turn.Result{Winner: o.Winner, Reason: o.Reason, Detail: "is stuck", Plies: r.turns}
}

// Player makes a player of a bot.
func Player(b Bot) turn.Player[amazons.View, amazons.Move] { return player{b} }

type player struct{ bot Bot }

func (p player) Answer(ctx context.Context, v amazons.View) (amazons.Move, string, error) {
	m, err := p.bot.Move(ctx, v.Position)
	return m, "", err
}

// Worth asks the bot what the game is worth to it.
func (p player) Worth() (float64, bool) { return turn.Worth(p.bot) }

// Exact asks the bot whether that is proven.
func (p player) Exact() bool { return turn.Exact(p.bot) }
