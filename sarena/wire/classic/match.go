// Package classic is the original's referee program: the same games, command line, console, log and files, against the same
// players. Where a player's message would crash the original, that player loses (deviation D2).
package classic

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/referee"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

// Player answers with an action; the match judges any value that it returns. left is its credit in seconds, nil without one; ctx
// has a deadline one second after the credit ends. The match distinguishes the errors of [wire.Remote.Ask]; errInput ends the
// program.
type Player interface {
	Ask(ctx context.Context, v sarena.View, left *float64) (python.Value, error)
}

// errInput is the error of a person whose input has ended.
var errInput = errors.New("the input ended")

// The reasons for the end of a game that a player lost, as the winner reads them.
const (
	Expired    = "Opponent's time credit has expired."
	Invalid    = "Opponent has played an invalid action."
	Unreadable = "Opponent has sent an unreadable answer." // D2
)

const (
	grace = 0.5 // seconds by which the last answer may overdraw a credit
	extra = 1   // seconds after the end of the credit until we stop waiting
)

// match is one game in progress.
type match struct {
	players  [2]Player
	human    [2]bool // they are never timed
	credit   *float64
	log      *logger
	watch    func(step int, p sarena.Position) // nil: no observer
	position sarena.Position
	left     [2]float64
	trace    wire.Trace
	endless  bool
}

// play plays from a position with Yellow to move. An error is not a player's fault.
func (m *match) play(ctx context.Context, start sarena.Position) (wire.Trace, error) {
	m.position, m.trace = start, wire.Trace{Start: start}
	m.endless = start.Endless()
	if m.credit != nil {
		m.left = [2]float64{*m.credit, *m.credit}
		m.trace.Left = [2]*float64{&m.left[0], &m.left[1]}
	}
	if m.watch != nil {
		m.watch(0, start)
	}
	step := 0
	for !m.position.Over() && !(m.endless && step == sarena.TurnLimit) {
		step++
		reason, err := m.step(ctx, step)
		if err != nil {
			return m.trace, err
		}
		if reason != "" {
			m.trace.Reason = reason
			m.trace.Score = 1 - 2*(step%2) // player 1 has odd steps
			return m.trace, nil
		}
		if m.watch != nil {
			m.watch(step, m.position)
		}
	}
	m.trace.Score = m.position.Score().Value()
	m.log.info("Score: %d", m.trace.Score)
	return m.trace, nil
}

// step asks a player to play. A reason ends the game; that player has lost.
func (m *match) step(ctx context.Context, step int) (reason string, err error) {
	who := (step - 1) % 2
	m.log.debug("Asking player %d to play step %d", who+1, step)
	timed := m.credit != nil && !m.human[who]
	var left *float64
	if timed {
		m.log.debug("Time left for player %d: %f", who+1, m.left[who])
		if m.left[who] < 0 {
			return m.expire(), nil
		}
		credit := m.left[who]
		left = &credit
		if wait := credit + extra; wait < math.MaxInt64/float64(time.Second) {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, time.Duration(wait*float64(time.Second)))
			defer cancel()
		}
	}
	view := sarena.View{Position: m.position, Step: step, Turns: step - 1, Timed: timed}
	if timed {
		view.Credit = m.left[who]
	}
	if step > 1 {
		view.Last = m.trace.Turns[step-2].Move
	}
	began := time.Now()
	value, err := m.players[who].Ask(ctx, view, left)
	took := time.Since(began).Seconds()
	if err != nil {
		return m.failed(err, who, step)
	}
	m.log.info("Step %d: received action %s in %fs", step, python.Str(value), took)
	if timed {
		m.left[who] -= took
		m.log.debug("New time credit for player %d: %f", who+1, m.left[who])
		if m.left[who] < -grace {
			return m.expire(), nil
		}
	}
	move, ok := wire.ActionOf(value)
	if !ok || m.position.Check(move) != sarena.Legal {
		return m.invalid(value), nil
	}
	m.position = m.position.Play(move)
	_, tuple := value.(python.Tuple)
	m.trace.Turns = append(m.trace.Turns, wire.TimedTurn{Move: move, Seconds: took, Tuple: tuple})
	return "", nil
}

// result returns how the game ended, for players that want to know.
func (m *match) result() *turn.Result {
	r := referee.New(m.position).Result()
	if m.endless && !m.position.Over() {
		r.Reason = referee.Cap
	}
	if m.trace.Reason != "" {
		kind := map[string]turn.FaultKind{Expired: turn.Late, Invalid: turn.Illegal, Unreadable: turn.Garbled}[m.trace.Reason]
		r = turn.Result{Winner: int(sarena.Yellow), Reason: string(kind), Score: map[string]int{"score": m.trace.Score}}
		if m.trace.Score < 0 {
			r.Winner = int(sarena.Red)
		}
	}
	r.Plies = len(m.trace.Turns)
	return &r
}

func (m *match) expire() string {
	m.log.debug("Time credit expired")
	return Expired
}

func (m *match) invalid(value python.Value) string {
	m.log.debug("Invalid action: %s", python.Str(value))
	return Invalid
}

// failed judges a player that gave no answer.
func (m *match) failed(err error, who, step int) (reason string, _ error) {
	switch {
	case errors.Is(err, context.DeadlineExceeded) && m.credit != nil && !m.human[who]:
		m.left[who] = -1
		return m.expire(), nil
	case errors.Is(err, context.Canceled) || errors.Is(err, errInput):
		return "", err
	}
	var system *xmlrpc.SystemError
	var fault *xmlrpc.Fault
	text, silent := err.Error(), errors.Is(err, xmlrpc.ErrNoReply)
	if silent {
		text = "Remote end closed connection without response"
	}
	m.log.error("Player %d was unable to play step %d. Reason: %s", who+1, step, text)
	if silent || errors.As(err, &system) || errors.As(err, &fault) {
		return m.invalid(nil), nil
	}
	m.log.debug("Unreadable answer")
	return Unreadable, nil
}
