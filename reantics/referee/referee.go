// Package referee runs a game of ReAntics: it asks the seats in turn, judges their answers and determines who won.
package referee

import (
	"context"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
)

// Bot is a program that plays, with the four methods of the original: Place answers both set-up phases, Move is asked for one
// action at a time, Attack for one of the targets of the ant that has moved, and RegisterWin is told how the game ended. All
// cells are as the seat sees them. The referee asks one question at a time, so a Bot needs no locks. A Bot must keep the deadline
// of ctx, if there is one.
type Bot interface {
	Place(ctx context.Context, v reantics.View) ([]reantics.Cell, error)
	Move(ctx context.Context, v reantics.View) (reantics.Move, error)
	Attack(ctx context.Context, v reantics.View, attacker reantics.Cell, targets []reantics.Cell) (reantics.Cell, error)
	RegisterWin(won bool)
}

// Seats are the names of the seats, indexed by reantics.Seat: the numbers of the original's players. Blue is 0, Red is 1.
var Seats = []string{reantics.Blue: "0", reantics.Red: "1"}

// Reasons for the end of a game, in addition to those of the rules and the faults of turn.
const (
	Illegal = string(turn.Illegal) // an answer that breaks a rule (R23)
	Cap     = "cap"                // a draw: the game took too many turns (R24)
)

// DefaultCap is the number of turns of both seats together after which a game is a draw.
const DefaultCap = 1000

// Options are the settings of a game besides its start.
type Options struct {
	Cap  int  // turns; 0 is no cap
	Undo bool // actions can be taken back up to the start of the turn (R17); otherwise an Undo changes nothing
}

// Referee is one game in progress.
type Referee struct {
	options  Options
	position reantics.Position
	stack    []reantics.Position // what the next Undo returns to
	turns    int                 // number of ended turns
	undone   int                 // number of Undos in this turn
	plies    int
	last     Event
	question [1]turn.Question[reantics.View]
	result   *turn.Result
}

// Event is the last event, in absolute cells.
type Event struct {
	Ask    reantics.Ask
	Seat   reantics.Seat
	Move   reantics.Move   // of an action
	Target reantics.Cell   // of an attack
	Cells  []reantics.Cell // of a placement
}

// New returns a game that begins with p.
func New(p reantics.Position, o Options) *Referee {
	r := &Referee{options: o, position: p}
	r.settle()
	return r
}

// Copy makes r the same game as another one.
func (r *Referee) Copy(from *Referee) {
	stack := append(r.stack[:0], from.stack...)
	*r = *from
	r.stack, r.last.Cells = stack, slices.Clone(from.last.Cells)
}

// Position returns the current position. It belongs to the referee and must not be changed.
func (r *Referee) Position() *reantics.Position { return &r.position }

// Last returns the last event and the number of questions that were answered; before the first, the event has no meaning.
func (r *Referee) Last() (Event, int) { return r.last, r.plies }

// Turns returns the number of ended turns.
func (r *Referee) Turns() int { return r.turns }

// Undoable returns how many actions can be taken back.
func (r *Referee) Undoable() int { return len(r.stack) }

// Ask asks the seat to answer, or nobody when the game is over.
func (r *Referee) Ask() []turn.Question[reantics.View] {
	if r.result != nil {
		return nil
	}
	r.question[0] = turn.Question[reantics.View]{Seat: int(r.position.Side()), Ask: r.position.View()}
	return r.question[:]
}

// Answer takes an answer. A fault or an illegal answer loses the game at once (R23).
func (r *Referee) Answer(answers []turn.Answer[reantics.Answer]) {
	a := &answers[0]
	if a.Fault != nil {
		r.lose(string(a.Fault.Kind), a.Fault.Phrase())
		return
	}
	ask, seat := r.position.Asks(), r.position.Side()
	rule := reantics.Legal
	event := Event{Ask: ask, Seat: seat}
	switch ask {
	case reantics.AskHome, reantics.AskFood:
		rule = r.place(&a.Value, &event)
	case reantics.AskAttack:
		rule = r.attack(&a.Value, &event)
	default:
		rule = r.act(&a.Value, &event)
	}
	if rule != reantics.Legal {
		r.lose(Illegal, fmt.Sprintf("%s: %v", wrongs[ask](a.Value), rule))
		return
	}
	r.last = event
	r.plies++
	r.settle()
}

var wrongs = [...]func(reantics.Answer) string{
	reantics.AskHome:   func(reantics.Answer) string { return "placed illegally" },
	reantics.AskFood:   func(reantics.Answer) string { return "placed food illegally" },
	reantics.AskMove:   func(a reantics.Answer) string { return "answered " + a.String() },
	reantics.AskAttack: func(a reantics.Answer) string { return "attacked " + a.String() },
}

func (r *Referee) place(a *reantics.Answer, event *Event) reantics.Rule {
	if a.Cells == nil {
		return reantics.PlaceNothing
	}
	rule := r.position.CheckPlacement(a.Cells)
	if rule == reantics.Legal {
		for _, p := range a.Cells[:min(len(a.Cells), len(r.position.Wanted()))] {
			event.Cells = append(event.Cells, absolute(reantics.CellAt(p), event.Seat))
		}
		r.position.Place(a.Cells)
	}
	return rule
}

func absolute(c reantics.Cell, s reantics.Seat) reantics.Cell {
	if s == reantics.Red {
		return c.Turned()
	}
	return c
}

func (r *Referee) attack(a *reantics.Answer, event *Event) reantics.Rule {
	if a.Target == nil {
		return reantics.AttackOffBoard
	}
	event.Target = absolute(reantics.CellAt(*a.Target), event.Seat)
	rule := r.position.CheckAttack(event.Target)
	if rule == reantics.Legal {
		r.position.Attack(event.Target)
	}
	return rule
}

func (r *Referee) act(a *reantics.Answer, event *Event) reantics.Rule {
	rule, m := r.judge(a, event.Seat)
	if rule != reantics.Legal {
		return rule
	}
	event.Move = m
	switch m.Kind() {
	case reantics.Undo:
		r.takeBack()
	case reantics.End:
		r.stack = r.stack[:0]
		r.turns++
		r.undone = 0
		r.position.Step(m)
	default:
		if r.options.Undo {
			r.stack = append(r.stack, r.position)
		}
		r.position.Step(m)
	}
	return reantics.Legal
}

// judge returns the action in absolute cells.
func (r *Referee) judge(a *reantics.Answer, seat reantics.Seat) (reantics.Rule, reantics.Move) {
	if a.Raw != nil {
		raw := *a.Raw
		if seat == reantics.Red {
			raw = raw.Turned()
		}
		return r.position.CheckRaw(raw), raw.Move()
	}
	m := a.Move
	if seat == reantics.Red {
		m = m.Turned()
	}
	return r.position.Check(m), m
}

// takeBack returns to the position before the last action of the turn. As in the original, that position is a copy, whose lists
// are in the order of a scan of the board.
func (r *Referee) takeBack() {
	r.undone++
	if n := len(r.stack); n > 0 {
		r.position = r.stack[n-1]
		r.position.Scan()
		r.stack = r.stack[:n-1]
	}
}

// settle ends the game if a seat has won or the cap is reached.
func (r *Referee) settle() {
	o, over := r.position.Outcome()
	switch {
	case over:
		r.end(o.Winner, o.Reason, phrase(o.Reason, &r.position, reantics.Seat(1-o.Winner)))
	case r.options.Cap > 0 && (r.turns >= r.options.Cap || r.undone >= r.options.Cap):
		r.end(turn.Draw, Cap, fmt.Sprintf("%d turns", r.options.Cap))
	}
}

// phrase describes how the loser lost.
func phrase(reason string, p *reantics.Position, loser reantics.Seat) string {
	switch reason {
	case reantics.NoQueen:
		return "lost its queen"
	case reantics.Captured:
		return "lost its anthill"
	case reantics.Fed:
		return fmt.Sprintf("gathered %d food, not %d", p.Stock(loser), p.Stock(loser.Other()))
	}
	return "starved, with one ant and no food"
}

func (r *Referee) lose(reason, detail string) {
	r.end(int(r.position.Side().Other()), reason, detail)
}

func (r *Referee) end(winner int, reason, detail string) {
	score := map[string]int{"turns": r.turns}
	for s := reantics.Blue; s <= reantics.Red; s++ {
		score[Seats[s]+"_food"] = r.position.Stock(s)
		score[Seats[s]+"_ants"] = r.position.Count(s)
	}
	r.result = &turn.Result{Winner: winner, Reason: reason, Detail: detail, Plies: r.plies, Score: score}
}

// Result returns how the game ended.
func (r *Referee) Result() turn.Result {
	if r.result == nil {
		return turn.Result{Winner: turn.Draw}
	}
	return *r.result
}

// Player makes a player of a bot.
func Player(b Bot) turn.Player[reantics.View, reantics.Answer] { return &player{bot: b} }

type player struct {
	bot  Bot
	seat int
}

func (p *player) Answer(ctx context.Context, v reantics.View) (a reantics.Answer, say string, err error) {
	p.seat = int(v.Seat)
	switch v.Position.Asks() {
	case reantics.AskMove:
		a.Move, err = p.bot.Move(ctx, v)
	case reantics.AskAttack:
		var c reantics.Cell
		c, err = p.bot.Attack(ctx, v, v.Position.Attacker(), v.Targets)
		at := c.Point()
		a.Target = &at
	default:
		var cells []reantics.Cell
		cells, err = p.bot.Place(ctx, v)
		a.Cells = reantics.Points(make([]grid.Point, 0, len(cells)), cells...)
	}
	return a, "", err
}

// Worth asks the bot what the game is worth to it.
func (p *player) Worth() (float64, bool) { return turn.Worth(p.bot) }

// Exact asks the bot whether that is proven.
func (p *player) Exact() bool { return turn.Exact(p.bot) }

// End tells the bot how the game ended; in a draw no seat has won.
func (p *player) End(r *turn.Result) {
	if r != nil {
		p.bot.RegisterWin(r.Winner == p.seat)
	}
}
