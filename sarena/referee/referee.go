// Package referee runs a game of Sarena: it asks the seats in turn, judges what they answer and counts at the end.
package referee

import (
	"context"
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
)

// Bot is a program that plays. The referee asks one question at a time, so a Bot needs no locks. A Bot must keep the deadline of
// ctx, if there is one.
type Bot interface {
	Move(ctx context.Context, v sarena.View) (sarena.Move, error)
}

// Seats are the names of the seats, indexed by sarena.Seat.
var Seats = []string{sarena.Yellow: "yellow", sarena.Red: "red"}

// Reasons for the end of a game, in addition to those of the rules and the faults of turn.
const (
	Cap     = "cap"                // R12: the turn limit of an endless board; the position is counted as it is
	Illegal = string(turn.Illegal) // R13
)

// Referee is one game in progress.
type Referee struct {
	position sarena.Position
	last     sarena.Move
	turns    int
	first    int  // the step of the first turn: 1, or 2 if Red begins
	endless  bool // R12
	question [1]turn.Question[sarena.View]
	result   *turn.Result // of a game that ended by a fault
}

// New returns a game that begins with p.
func New(p sarena.Position) *Referee {
	return &Referee{position: p, first: 1 + int(p.Side()), endless: p.Endless()}
}

// Position returns the current position.
func (r *Referee) Position() sarena.Position { return r.position }

// Last returns the last turn and the number of turns played; the turn means nothing when the number is 0.
func (r *Referee) Last() (sarena.Move, int) { return r.last, r.turns }

// Ask asks the seat to move, or nobody when the game is over (R10, R12).
func (r *Referee) Ask() []turn.Question[sarena.View] {
	if r.result != nil || r.capped() || r.position.Over() {
		return nil
	}
	r.question[0] = turn.Question[sarena.View]{Seat: int(r.position.Side()), Ask: r.View()}
	return r.question[:]
}

// capped reports whether the game reached the turn limit (R12).
func (r *Referee) capped() bool { return r.endless && r.turns >= sarena.TurnLimit }

// View returns what the seat to move sees.
func (r *Referee) View() sarena.View {
	return sarena.View{Position: r.position, Step: r.first + r.turns, Turns: r.turns, Last: r.last}
}

// Answer plays the turn. A fault or an illegal turn loses the game at once (R13).
func (r *Referee) Answer(answers []turn.Answer[sarena.Move]) {
	a := answers[0]
	if a.Fault != nil {
		r.lose(string(a.Fault.Kind), a.Fault.Phrase())
		return
	}
	if rule := r.position.Check(a.Value); rule != sarena.Legal {
		r.lose(Illegal, fmt.Sprintf("played the illegal turn %v: %v", a.Value, rule.Error()))
		return
	}
	r.position = r.position.Play(a.Value)
	r.last = a.Value
	r.turns++
}

func (r *Referee) lose(reason, detail string) {
	winner := r.position.Side().Other()
	r.result = &turn.Result{
		Winner: int(winner), Reason: reason, Detail: detail, Plies: r.turns,
		Score: map[string]int{"score": winner.Face().Sign()},
	}
}

// Result returns how the game ended: which seat owns more, or that a player failed. Its Score has what yellow and red own, how
// many of these chips have the owner's colour, and the number that the original calls the score, positive if Yellow has won.
func (r *Referee) Result() turn.Result {
	if r.result != nil {
		return *r.result
	}
	o, over := r.position.Outcome()
	result := turn.Result{
		Winner: o.Winner, Reason: o.Reason, Detail: detail(o), Plies: r.turns,
		Score: map[string]int{
			"yellow": o.Owned[sarena.Yellow], "yellow_marked": o.Marked[sarena.Yellow],
			"red": o.Owned[sarena.Red], "red_marked": o.Marked[sarena.Red], "score": o.Score().Value(),
		},
	}
	if r.capped() && !over {
		result.Reason = Cap
		result.Detail += fmt.Sprintf(" after %d turns", r.turns)
	}
	return result
}

// Winner returns the winner of a game that is over, or turn.Draw: the same as Result in less time.
func (r *Referee) Winner() int {
	if r.result != nil {
		return r.result.Winner
	}
	if winner, decided := r.position.Score().Winner(); decided {
		return int(winner)
	}
	return turn.Draw
}

// detail says what the loser has, or both in a draw.
func detail(o sarena.Outcome) string {
	if o.Reason == sarena.Tie {
		return fmt.Sprintf("both own %d chips, %d of them with their colour", o.Owned[0], o.Marked[0])
	}
	winner, loser := o.Winner, 1-o.Winner
	if o.Reason == sarena.Chips {
		return fmt.Sprintf("owns %d chips against %d", o.Owned[loser], o.Owned[winner])
	}
	return fmt.Sprintf("owns as many chips, but %d with its colour against %d", o.Marked[loser], o.Marked[winner])
}

// Player makes a player of a bot.
func Player(b Bot) turn.Player[sarena.View, sarena.Move] { return player{b} }

type player struct{ bot Bot }

func (p player) Answer(ctx context.Context, v sarena.View) (sarena.Move, string, error) {
	m, err := p.bot.Move(ctx, v)
	return m, "", err
}

// Worth asks the bot what the game is worth to it.
func (p player) Worth() (float64, bool) { return turn.Worth(p.bot) }

// Exact asks the bot whether that is proven.
func (p player) Exact() bool { return turn.Exact(p.bot) }
