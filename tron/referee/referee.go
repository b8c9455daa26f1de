// Package referee runs a game of Tron: it asks both seats at once, cycle after cycle, and knows who won.
package referee

import (
	"context"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
)

// Bot is a program that plays: the class AI of the original's clients. It is asked one question at a time, so it needs no locks.
type Bot interface {
	// Initialize is called once, before the first Decide and within the time of the first cycle.
	Initialize(v tron.View)
	// Decide returns the command for the cycle that v.Position is about to play. The deadline of ctx, if there is one, is the
	// bot's: without an answer by then, the bike drives straight on.
	Decide(ctx context.Context, v tron.View) (tron.Command, error)
}

// Seats are the names of the seats, indexed by tron.Seat.
var Seats = []string{tron.Blue: "blue", tron.Yellow: "yellow"}

// Referee is one game in progress. A fault does not end it: the bike of a player that has not answered drives straight on (R12),
// as in the original, where a player that thinks too long, sends rubbish or has left gives no command.
// Only resigning ends it (D9).
type Referee struct {
	commands  [2]tron.Command             // of the last cycle
	questions [2]turn.Question[tron.View] // the first one holds the position, which saves a copy in every cycle
	asked     int
	resigned  []int // seats
}

// New returns a game that begins with p.
func New(p tron.Position) *Referee {
	r := &Referee{}
	r.Restart(&p)
	return r
}

// Restart makes r a new game that begins with p.
func (r *Referee) Restart(p *tron.Position) {
	r.commands, r.asked, r.resigned = [2]tron.Command{}, 0, nil
	r.questions[0].Ask = tron.View{Position: *p}
}

// Position returns the current position. It belongs to the referee and is valid until the next Answer; copy it to keep it.
func (r *Referee) Position() *tron.Position { return &r.questions[0].Ask.Position }

// Last returns the commands of the last cycle, by seat.
func (r *Referee) Last() [2]tron.Command { return r.commands }

// Ask asks both seats for the next cycle, or nobody when the game is over.
func (r *Referee) Ask() []turn.Question[tron.View] {
	if r.Position().Over() || len(r.resigned) > 0 {
		return nil
	}
	q := &r.questions[tron.Yellow]
	q.Seat, q.Ask.Seat, q.Ask.Position = int(tron.Yellow), tron.Yellow, *r.Position()
	return r.questions[:]
}

// Answer plays the cycle, unless somebody resigns.
func (r *Referee) Answer(answers []turn.Answer[Order]) {
	r.asked += len(answers)
	for seat := range answers {
		if f := answers[seat].Fault; f != nil && f.Kind == turn.Resigned {
			r.resigned = append(r.resigned, seat)
		}
	}
	if len(r.resigned) > 0 {
		return
	}
	r.commands = Commands(answers)
	r.Position().Step(r.commands)
}

// Commands returns the commands that the answers of both seats give their bikes. With a fault, a bike drives straight on (R12),
// whatever else the answer has.
func Commands(answers []turn.Answer[Order]) (commands [2]tron.Command) {
	for s := range answers {
		if a := &answers[s]; a.Fault == nil {
			commands[s] = a.Value.Command
		}
	}
	return commands
}

// Result returns how the game ended.
func (r *Referee) Result() turn.Result {
	result := ResultOf(r.Position())
	result.Plies = r.asked
	switch len(r.resigned) {
	case 1:
		result.Winner, result.Reason, result.Detail = 1-r.resigned[0], string(turn.Resigned), string(turn.Resigned)
	case 2:
		result.Winner, result.Reason, result.Detail = turn.Draw, string(turn.Resigned), "both resigned"
	}
	return result
}

// ResultOf returns the result of a game with the last position p: the higher score wins (R11).
func ResultOf(p *tron.Position) turn.Result {
	o, _ := p.Outcome()
	blue, yellow := o.Scores[tron.Blue], o.Scores[tron.Yellow]
	result := turn.Result{
		Winner: o.Winner, Reason: o.Reason, Plies: 2 * p.Cycle(),
		Score: map[string]int{Seats[tron.Blue]: blue, Seats[tron.Yellow]: yellow},
	}
	if o.Winner < 0 {
		result.Detail = fmt.Sprintf("%d to %d, %s", blue, yellow, end(p))
		return result
	}
	result.Detail = fmt.Sprintf("has %d to %d, %s", o.Scores[1-o.Winner], o.Scores[o.Winner], end(p))
	return result
}

// end describes how the game ended, such as "BLUE crashed on an area wall in cycle 59".
func end(p *tron.Position) string {
	var crashes []string
	for s := range tron.Seat(2) {
		wall := map[tron.Crash]string{
			tron.OnAreaWall: "an area wall", tron.OnOwnWall: "its own wall", tron.OnEnemyWall: "a wall of " + upper(s.Other()),
		}[p.Bike(s).Crash]
		if wall != "" {
			crashes = append(crashes, fmt.Sprintf("%s crashed on %s", upper(s), wall))
		}
	}
	switch {
	case p.Bike(tron.Blue).Crash == tron.IntoEachOther:
		crashes = []string{"the bikes crashed into each other"}
	case len(crashes) == 0:
		return fmt.Sprintf("after all %d cycles", p.Cycle())
	}
	return fmt.Sprintf("%s in cycle %d", strings.Join(crashes, " and "), p.Cycle()-1)
}

func upper(s tron.Seat) string { return strings.ToUpper(s.String()) }

// Player makes a player of a bot.
func Player(b Bot) turn.Player[tron.View, Order] { return &player{bot: b} }

type player struct {
	bot      Bot
	begun    bool
	duration float64 // seconds of a cycle; 0 without a clock
}

// Open makes the next question the first one of a new game.
func (p *player) Open(_ context.Context, g turn.Game) error {
	p.begun, p.duration = false, g.Budget.Move.Seconds()
	return nil
}

// Worth asks the bot what the game is worth to it.
func (p *player) Worth() (float64, bool) { return turn.Worth(p.bot) }

// Exact asks the bot whether that is proven.
func (p *player) Exact() bool { return turn.Exact(p.bot) }

func (p *player) Answer(ctx context.Context, v tron.View) (Order, string, error) {
	if v.CycleDuration == 0 {
		v.CycleDuration = p.duration
	}
	if !p.begun {
		p.begun = true
		p.bot.Initialize(v)
	}
	c, err := p.bot.Decide(ctx, v)
	return Order{c}, "", err
}
