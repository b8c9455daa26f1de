// Package turn is the loop of every game: it asks players what the referee wants to know, keeps their time, and shows
// observers what happened.
//
// The referee is a pure state machine; the loop owns clocks, goroutines, players and observers. One question at a time
// makes a game of alternating turns, several at once make a simultaneous one.
package turn

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Question asks one seat for one answer.
type Question[Q any] struct {
	Seat int // index into the seats of the game, from 0
	Ask  Q
}

// Answer is what came back: a value, or a fault.
type Answer[A any] struct {
	Value A
	Say   string // what the player wished to say, for people
	Fault *Fault // nil if there is a Value
	Took  time.Duration
}

// Referee is one game in progress. It does no I/O, reads no clock and starts no goroutine.
type Referee[Q, A any] interface {
	// Ask returns the questions that must be answered before the game can go on, in seat order: one in a game of
	// alternating turns, one a seat in a simultaneous one, none when the game is over. Asked again before Answer it returns
	// the same. The slice is the referee's own and valid until Answer.
	Ask() []Question[Q]
	// Answer takes the answers to the last Ask, in the same order, faults included. What a fault costs is its rule.
	Answer([]Answer[A])
	// Result returns how the game ended; it means nothing before Ask returned none.
	Result() Result
}

// Result is how a game ended.
type Result struct {
	Winner int            // seat, or Draw
	Reason string         // the game's own word, or a FaultKind
	Detail string         // for people, such as "BLUE is stuck"
	Plies  int            // questions answered
	Score  map[string]int // by seat name or what the game counts; may be nil
}

// Draw is the Winner of a game that nobody won.
const Draw = -1

// Player answers the questions of one seat. Beside this method a player may be an [Opener], an [Ender] and an [Observer]
// of the game it plays in.
type Player[Q, A any] interface {
	// Answer returns the answer and what the player has to say with it. It must return soon after ctx is done; the
	// deadline of ctx, if it has one, is the player's. An error that is a *Fault says how the player failed, any other
	// means that it crashed.
	Answer(ctx context.Context, q Q) (value A, say string, err error)
}

// Opener is a player that wants to know of a game before its first question. An error means that it never started.
type Opener interface {
	Open(ctx context.Context, g Game) error
}

// Ender is a player that wants to know how the game ended. result is nil if it was broken off.
type Ender interface {
	End(result *Result)
}

// Punctual is a player that returns as soon as ctx is done, whatever the program or peer behind it does. Where nobody else is
// asked at the same time it is called without a goroutine that looks at the clock beside it.
type Punctual interface {
	Punctual()
}

// Open tells a player of a game, if it is an Opener.
func Open(ctx context.Context, player any, g Game) error {
	if o, ok := player.(Opener); ok {
		return o.Open(ctx, g)
	}
	return nil
}

// End tells a player how the game ended, if it is an Ender.
func End(player any, result *Result) {
	if e, ok := player.(Ender); ok {
		e.End(result)
	}
}

// Close lets go of what a player holds, such as a program or a connection.
func Close(player any) {
	if c, ok := player.(io.Closer); ok {
		c.Close() // nothing is to be saved here
	}
}

// Wrapped is a player inside of another, which still hears of the beginning and the end of a game. It observes no game.
type Wrapped[Q, A any] struct{ Player[Q, A] }

// Open tells the inner player of a game.
func (w Wrapped[Q, A]) Open(ctx context.Context, g Game) error { return Open(ctx, w.Player, g) }

// End tells the inner player how the game ended.
func (w Wrapped[Q, A]) End(result *Result) { End(w.Player, result) }

// Game is what a player is told before the first question.
type Game struct {
	ID     string
	Seat   int
	Seats  []string // names, lower case
	Seed   string   // a decimal integer of any length
	View   any      // what every seat may see of the start, as a value for encoding/json
	Budget timer.Control
}

// Rand returns the random numbers of a seat in this game: the same seed and seat give the same numbers everywhere.
func (g Game) Rand() *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", g.Seed, g.Seat))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])))
}

// Observer sees the game go by. An error ends the game.
type Observer[Q, A any] interface {
	// Asked is called before the players are asked; the time it takes is nobody's.
	Asked(ctx context.Context, questions []Question[Q]) error
	// Answered is called after the referee took the answers.
	Answered(questions []Question[Q], answers []Answer[A]) error
}

// FaultKind is how a player failed to answer.
type FaultKind string

// The faults a loop can tell apart, and Illegal, which only a referee can: an answer that breaks a rule.
const (
	Late         FaultKind = "late"          // no answer within the budget
	Garbled      FaultKind = "garbled"       // an answer that is none
	Crashed      FaultKind = "crashed"       // it ended, panicked or returned an error
	Gone         FaultKind = "gone"          // the connection was closed or lost
	NeverStarted FaultKind = "never-started" // it could not be started or reached
	Illegal      FaultKind = "illegal"
)

// IsFault reports whether a reason for the end of a game is a FaultKind: somebody lost without having been beaten.
func IsFault(reason string) bool {
	switch FaultKind(reason) {
	case Late, Garbled, Crashed, Gone, NeverStarted, Illegal:
		return true
	}
	return false
}

// Fault is a failure to answer.
type Fault struct {
	Kind   FaultKind
	Detail string // for people
}

func (f *Fault) Error() string {
	if f.Detail == "" {
		return string(f.Kind)
	}
	return string(f.Kind) + ": " + f.Detail
}

// Faultf makes a fault as an error that a Player returns.
func Faultf(kind FaultKind, format string, args ...any) *Fault {
	return &Fault{kind, fmt.Sprintf(format, args...)}
}

// ErrQuit is returned by a player that wants to break the game off.
var ErrQuit = errors.New("the game was broken off")

// Takeback is returned as an error by a player that wants to have the last Plies answers back. Loop.Run returns it; the
// caller may set the game up again with fewer answers.
type Takeback struct{ Plies int }

func (t Takeback) Error() string { return fmt.Sprintf("take back %d plies", t.Plies) }

// Loop plays one game.
type Loop[Q, A any] struct {
	Game      Game // what the players are told; its Seat is filled in for each
	Referee   Referee[Q, A]
	Players   []Player[Q, A] // by seat
	Observers []Observer[Q, A]

	clocks  []*timer.Clock // by seat
	failed  []*Fault       // by seat: what a player that never started answers
	behind  []*asked[A]    // by seat: a question whose answer was late and may still be on its way
	timed   bool           // somebody wants to know how long answers without a budget took
	answers []Answer[A]
}

// Run opens the players, plays until the referee has no more questions and tells the players how it ended. It returns the
// cause when ctx ends, ErrQuit or a Takeback when a player asks for it, and the error of an observer. A fault of a player is
// never an error.
func (l *Loop[Q, A]) Run(ctx context.Context) error {
	observers := l.Observers
	for seat, p := range l.Players {
		l.clocks = append(l.clocks, timer.NewClock(l.Game.Budget))
		l.failed = append(l.failed, l.open(ctx, seat))
		l.behind = append(l.behind, nil)
		if o, ok := p.(Observer[Q, A]); ok {
			observers = append(observers[:len(observers):len(observers)], o)
		}
	}
	err := ctx.Err()
	if err == nil {
		err = l.play(ctx, observers)
	}
	l.catchUp()
	var result *Result
	if err == nil {
		r := l.Referee.Result()
		result = &r
	}
	for _, p := range l.Players {
		End(p, result)
	}
	return err
}

// patience is how long a player may take to notice that its time is over before the game ends without it.
const patience = time.Second

// catchUp waits for players whose answers were late, so that nobody hears of the end in the middle of a thought.
func (l *Loop[Q, A]) catchUp() {
	for _, a := range l.behind {
		if a == nil {
			continue
		}
		select {
		case <-a.finished:
		case <-time.After(patience):
		}
	}
}

// open tells one player of the game and returns its fault if it could not be started.
func (l *Loop[Q, A]) open(ctx context.Context, seat int) *Fault {
	g := l.Game
	g.Seat = seat
	err := Open(ctx, l.Players[seat], g)
	if err == nil {
		return nil
	}
	var f *Fault
	if !errors.As(err, &f) {
		f = Faultf(NeverStarted, "%v", err)
	}
	return f
}

func (l *Loop[Q, A]) play(ctx context.Context, observers []Observer[Q, A]) error {
	l.timed = len(observers) > 0
	for {
		questions := l.Referee.Ask()
		if len(questions) == 0 {
			return nil
		}
		for _, o := range observers {
			if err := o.Asked(ctx, questions); err != nil {
				return err
			}
		}
		l.answers = l.answers[:0]
		for range questions {
			l.answers = append(l.answers, Answer[A]{})
		}
		if err := l.ask(ctx, questions); err != nil {
			return err
		}
		l.Referee.Answer(l.answers)
		for _, o := range observers {
			if err := o.Answered(questions, l.answers); err != nil {
				return err
			}
		}
	}
}

// ask fills l.answers. A player without a budget is simply called, and so is a punctual one that is asked alone; the others think
// at the same time, each against its own clock.
func (l *Loop[Q, A]) ask(ctx context.Context, questions []Question[Q]) error {
	var pending []*asked[A]
	for i := range questions {
		q := &questions[i] // a question may be large
		if l.failed[q.Seat] != nil {
			l.answers[i].Fault = l.failed[q.Seat]
			continue
		}
		budget, limited := l.clocks[q.Seat].Budget()
		_, punctual := l.Players[q.Seat].(Punctual)
		if limited && !(punctual && len(questions) == 1) {
			if pending == nil {
				pending = make([]*asked[A], len(questions))
			}
			pending[i] = startAsk(ctx, l.Players[q.Seat], q.Ask, budget, l.behind[q.Seat])
			l.behind[q.Seat] = pending[i]
		}
	}
	for i := range questions {
		q := &questions[i]
		answer := &l.answers[i]
		if answer.Fault != nil {
			continue
		}
		var err error
		if pending != nil && pending[i] != nil {
			err = pending[i].wait(ctx, answer)
		} else {
			err = l.call(ctx, q, answer)
		}
		if l.clocks[q.Seat].Charge(answer.Took) && err == nil {
			var zero A
			answer.Value = zero
			err = Faultf(Late, "answered after %v", answer.Took.Round(time.Millisecond))
		}
		if err == nil {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var takeback Takeback
		if errors.Is(err, ErrQuit) || errors.As(err, &takeback) {
			return err
		}
		if !errors.As(err, &answer.Fault) {
			answer.Fault = Faultf(Crashed, "%v", err)
		}
	}
	return ctx.Err()
}

// call asks in place.
func (l *Loop[Q, A]) call(ctx context.Context, q *Question[Q], answer *Answer[A]) (err error) {
	budget, limited := l.clocks[q.Seat].Budget()
	if !limited && !l.timed {
		answer.Value, answer.Say, err = safely(ctx, l.Players[q.Seat], q.Ask)
		return err
	}
	within := ctx
	if limited {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, budget)
		defer cancel()
	}
	began := time.Now()
	answer.Value, answer.Say, err = safely(within, l.Players[q.Seat], q.Ask)
	answer.Took = time.Since(began)
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		return late[A](answer)
	}
	return err
}

// late is the fault of an answer that did not come in time.
func late[A any](answer *Answer[A]) error {
	var zero A
	answer.Value = zero
	return Faultf(Late, "no answer within %v", answer.Took.Round(time.Millisecond))
}

// asked is a question that a goroutine waits for.
type asked[A any] struct {
	ctx    context.Context // with the deadline
	cancel context.CancelFunc
	began  time.Time
	done   chan reply[A]

	finished chan struct{} // closed when the player has returned
}

type reply[A any] struct {
	value A
	say   string
	err   error
	took  time.Duration
}

// startAsk asks in a goroutine. A player is asked one thing at a time: while it is still busy with the one before, its time for
// the next one runs.
func startAsk[Q, A any](ctx context.Context, p Player[Q, A], q Q, budget time.Duration, before *asked[A]) *asked[A] {
	a := &asked[A]{done: make(chan reply[A], 1), finished: make(chan struct{})}
	a.ctx, a.cancel = context.WithTimeout(ctx, budget)
	a.began = time.Now()
	go func() {
		defer close(a.finished)
		if before != nil {
			<-before.finished
		}
		r := reply[A]{err: a.ctx.Err()}
		if r.err == nil {
			r.value, r.say, r.err = safely(a.ctx, p, q)
		}
		r.took = time.Since(a.began)
		a.done <- r
	}()
	return a
}

// wait waits for the answer or the end of the budget, whichever comes first. A player that goes on thinking after its
// budget is left behind: its goroutine ends when it looks at its context.
func (a *asked[A]) wait(ctx context.Context, answer *Answer[A]) error {
	defer a.cancel()
	var r reply[A]
	select {
	case r = <-a.done:
	case <-a.ctx.Done():
		select { // it may have answered at the same moment
		case r = <-a.done:
		default:
			r = reply[A]{err: a.ctx.Err(), took: time.Since(a.began)}
		}
	}
	answer.Value, answer.Say, answer.Took = r.value, r.say, r.took
	if r.err != nil && a.ctx.Err() != nil && ctx.Err() == nil {
		return late[A](answer)
	}
	return r.err
}

// safely turns a panic of a player in this process into its fault.
func safely[Q, A any](ctx context.Context, p Player[Q, A], q Q) (value A, say string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = Faultf(Crashed, "panic: %v\n%s", r, debug.Stack())
		}
	}()
	return p.Answer(ctx, q)
}
