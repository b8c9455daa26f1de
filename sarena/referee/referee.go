// Package referee runs a game of Sarena: it asks the seats in turn, judges what they answer and counts at the end.
package referee

import (
	"context"
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
)

// Bot is a program that plays. The referee asks one question at a time, so a Bot needs no locks. The deadline of ctx, if there
// is one, is the bot's.
type Bot interface {
	Move(ctx context.Context, v sarena.View) (sarena.Move, error)
}

// Seats are the names of the seats, by sarena.Seat.
var Seats = []string{sarena.Yellow: "yellow", sarena.Red: "red"}

// Reasons for the end of a game beside the faults of turn.
const (
	Chips    = "chips"              // R10: one owns more
	TieBreak = "tie-break"          // R11: as many, but more with the owner's colour
	Tie      = "tie"                // R11: a draw
	Cap      = "cap"                // R12: an endless board took its time; counted as it stands
	Illegal  = string(turn.Illegal) // R13
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

// Position returns the position now.
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

// capped reports whether the game was broken off (R12).
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

// Result returns how the game ended: who owns more, or that somebody failed. Its Score has what yellow and red own, of that
// the chips with the owner's colour, and the one number that the original calls the score, positive if Yellow has won.
func (r *Referee) Result() turn.Result {
	if r.result != nil {
		return *r.result
	}
	var owned, marked [2]int // by seat
	for c := range sarena.Cell(r.position.Cells()) {
		pile := r.position.Pile(c)
		for seat := range sarena.Seat(2) {
			if pile.Top() == seat.Face() {
				owned[seat] += pile.Height()
				marked[seat] += pile.Count(seat.Face())
			}
		}
	}
	score := r.position.Score()
	result := turn.Result{
		Winner: turn.Draw, Reason: Tie, Plies: r.turns,
		Detail: fmt.Sprintf("both own %d chips, %d of them with their colour", owned[0], marked[0]),
		Score: map[string]int{
			"yellow": owned[sarena.Yellow], "yellow_marked": marked[sarena.Yellow],
			"red": owned[sarena.Red], "red_marked": marked[sarena.Red], "score": score.Value(),
		},
	}
	if winner, decided := score.Winner(); decided {
		loser := winner.Other()
		result.Winner = int(winner)
		result.Reason, result.Detail = Chips, fmt.Sprintf("owns %d chips against %d", owned[loser], owned[winner])
		if score.Chips == 0 {
			result.Reason = TieBreak
			result.Detail = fmt.Sprintf("owns as many chips, but %d with its colour against %d", marked[loser], marked[winner])
		}
	}
	if r.capped() && !r.position.Over() {
		result.Reason = Cap
		result.Detail += fmt.Sprintf(" after %d turns", r.turns)
	}
	return result
}

// Player seats a bot.
func Player(b Bot) turn.Player[sarena.View, sarena.Move] { return player{b} }

type player struct{ bot Bot }

func (p player) Answer(ctx context.Context, v sarena.View) (sarena.Move, string, error) {
	m, err := p.bot.Move(ctx, v)
	return m, "", err
}
