package turn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/cpu"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Loop plays one game.
type Loop[Q, A any] struct {
	Game      Game            // what the players are told; its Seat is filled in for each, and its Budget from Budgets
	Budgets   []timer.Control // by seat; nil: all have Game.Budget
	Referee   Referee[Q, A]
	Players   []Player[Q, A] // by seat
	Observers []Observer[Q, A]
	Timed     bool // the referee wants to know how long answers without a budget took; with observers, it always is
	// Wall is called once for each seat whose budget should be processor time but is wall time, because the processor time of its
	// player cannot be measured; may be nil.
	Wall func(seat int)
	// Waits is called before we wait for a player to open the game, or for an answer that has no limit, and what it returns is
	// called when that is over; may be nil.
	Waits func(seat int, opening bool) (over func())

	clocks  []*timer.Clock // by seat
	failed  []*Fault       // by seat: the fault that stands for every answer of a player that never started
	behind  []*asked[A]    // by seat: an earlier question whose answer may still arrive
	walls   []int          // seats for which Wall was called
	silence []silence      // by seat
	answers []Answer[A]
}

// Run opens the players, plays until the referee has no more questions, and tells the players how the game ended. It returns the
// cause when ctx ends, ErrQuit or a Takeback when a player asks for it, and the error of an observer. A player's fault is never
// an error.
func (l *Loop[Q, A]) Run(ctx context.Context) error {
	observers := l.Observers
	l.behind, l.silence = make([]*asked[A], len(l.Players)), make([]silence, len(l.Players))
	for seat, p := range l.Players {
		g := l.Game
		g.Seat = seat
		if l.Budgets != nil {
			g.Budget = l.Budgets[seat]
		}
		l.clocks = append(l.clocks, timer.NewClock(g.Budget))
		l.silence[seat].patient, _ = p.(Patient)
		var over func()
		if l.Waits != nil {
			over = l.Waits(seat, true)
		}
		l.failed = append(l.failed, open(ctx, p, g))
		if over != nil {
			over()
		}
		if s, ok := p.(Speaker); ok {
			l.silence[seat].lines = s.Lines()
		}
		if o, ok := p.(Observer[Q, A]); ok {
			observers = append(observers[:len(observers):len(observers)], o)
		}
	}
	err := ctx.Err()
	if err == nil {
		if err = l.play(ctx, observers); err == nil {
			l.listen(ctx)
			err = ctx.Err()
		}
	}
	var result *Result
	if err == nil {
		r := l.Referee.Result()
		result = &r
	}
	for _, a := range l.behind {
		if a != nil {
			a.cancel()
		}
	}
	until := time.Now().Add(patience)
	for _, winners := range []bool{true, false} { // the winner is told first
		for seat, p := range l.Players {
			if (result != nil && result.Winner == seat) == winners && l.behind[seat].caughtUp(until) {
				End(p, result)
			}
		}
	}
	return err
}

// patience is how long players may take to notice that their time is over; then the game ends without them.
const patience = time.Second

// open opens the game for one player and returns its fault if it could not be started.
func open(ctx context.Context, player any, g Game) *Fault {
	err := Open(ctx, player, g)
	if err == nil {
		return nil
	}
	var f *Fault
	if !errors.As(err, &f) {
		f = Faultf(NeverStarted, "%v", err)
	}
	f.Detail = clean.Line(f.Detail, clean.MaxDetail)
	return f
}

func (l *Loop[Q, A]) play(ctx context.Context, observers []Observer[Q, A]) error {
	l.Timed = l.Timed || len(observers) > 0
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

// ask fills l.answers. A player without a budget is simply called, and so is a punctual one that is the only one asked; the
// others think at the same time, each on its own clock. When the game is broken off, players that still think are told to stop.
func (l *Loop[Q, A]) ask(ctx context.Context, questions []Question[Q]) error {
	var pending []*asked[A]
	for i := range questions {
		q := &questions[i] // a question may be large
		if l.failed[q.Seat] != nil {
			l.answers[i].Fault = l.failed[q.Seat]
			continue
		}
		budget, limited := l.clocks[q.Seat].Budget()
		if !limited {
			if l.silence[q.Seat].sure() { // nobody waits for it again and again
				l.answers[i].Fault = Faultf(Late, "it was not asked again: it wrote no line for %d questions in a row", Silence)
			}
			continue
		}
		_, punctual := l.Players[q.Seat].(Punctual)
		counted := l.clocks[q.Seat].Processor() && l.measured(q.Seat)
		if counted || !punctual || len(questions) > 1 {
			if pending == nil {
				pending = make([]*asked[A], len(questions))
			}
			pending[i] = startAsk(ctx, l.Players[q.Seat], q.Ask, budget, counted, l.behind[q.Seat])
			l.behind[q.Seat] = pending[i]
		}
	}
	var broken error
	for i := range questions {
		var a *asked[A]
		if pending != nil {
			a = pending[i]
		}
		switch {
		case l.answers[i].Fault != nil:
		case broken == nil:
			broken = l.take(ctx, &questions[i], a, &l.answers[i])
		}
	}
	if broken == nil {
		l.hear(questions)
		broken = ctx.Err()
	}
	return broken
}

// measured reports whether the processor time of a player can be measured, and calls Wall if it cannot.
func (l *Loop[Q, A]) measured(seat int) bool {
	known := measured(l.Players[seat])
	if !known && l.Wall != nil && !slices.Contains(l.walls, seat) {
		l.walls = append(l.walls, seat)
		l.Wall(seat)
	}
	return known
}

// take waits for one answer, or calls the player if it has not been asked yet, and writes what the referee gets into answer.
// An error breaks the game off.
func (l *Loop[Q, A]) take(ctx context.Context, q *Question[Q], a *asked[A], answer *Answer[A]) error {
	var err error
	stalled := false
	if a != nil {
		stalled, err = a.wait(ctx, answer)
	} else {
		err = l.call(ctx, q, answer)
	}
	if l.clocks[q.Seat].Charge(answer.Took, stalled) && err == nil {
		err = Faultf(Late, "answered after %v", answer.Took.Round(time.Millisecond))
	}
	if err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var takeback Takeback
		if errors.Is(err, ErrQuit) || errors.As(err, &takeback) {
			return err
		}
		*answer = Answer[A]{Took: answer.Took}
		switch {
		case errors.As(err, &answer.Fault):
		case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded): // its own clock ended first
			answer.Fault = Faultf(Late, "no answer within %v", answer.Took.Round(time.Millisecond))
		default:
			answer.Fault = Faultf(Crashed, "%v", err)
		}
		answer.Fault.Detail = clean.Line(answer.Fault.Detail, clean.MaxDetail)
		return nil
	}
	if l.Timed {
		if worth, ok := Worth(l.Players[q.Seat]); ok {
			worth = max(0, min(1, worth))
			answer.Worth = &worth
		}
	}
	if answer.Say != "" {
		answer.Say = clean.Say(answer.Say)
	}
	return nil
}

// call asks in this goroutine.
func (l *Loop[Q, A]) call(ctx context.Context, q *Question[Q], answer *Answer[A]) (err error) {
	budget, limited := l.clocks[q.Seat].Budget()
	patient := l.silence[q.Seat].patient
	if !limited && patient == nil && !l.Timed {
		answer.Value, answer.Say, err = safely(ctx, l.Players[q.Seat], q.Ask)
		return err
	}
	within, cancel := ctx, context.CancelFunc(nil)
	switch {
	case limited:
		within, cancel = context.WithTimeout(ctx, budget)
		defer cancel()
	case patient != nil:
		within, cancel = patient.Patience(ctx)
		defer cancel()
	}
	if !limited && l.Waits != nil {
		defer l.Waits(q.Seat, false)()
	}
	began := time.Now()
	answer.Value, answer.Say, err = safely(within, l.Players[q.Seat], q.Ask)
	answer.Took = time.Since(began)
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		return late(answer.Took, nil, err)
	}
	return err
}

// late is the fault of an answer that did not come in time; w is its budget of processor time, if it has one. The player's error
// may say more.
func late(took time.Duration, w *working, err error) error {
	f := Faultf(Late, "no answer within %v", took.Round(time.Millisecond))
	switch {
	case w != nil && took < w.budget:
		waited := time.Since(w.began).Round(time.Second)
		f.Detail = fmt.Sprintf("no answer within %v, in which it worked for %v", waited, took.Round(time.Millisecond))
	case w != nil:
		f.Detail += " of processor time"
	}
	if told, ok := errors.AsType[*Fault](err); ok && told.Kind == Late {
		f.Detail += "; " + told.Detail
	}
	return f
}

// asked is a question that a goroutine waits for.
type asked[A any] struct {
	ctx    context.Context // with the deadline
	cancel context.CancelFunc
	began  time.Time
	budget time.Duration
	done   chan reply[A]
	local  bool     // the player thinks in this process, and wall time is counted
	tells  bool     // the player returns as soon as its time is over, and may say more about that
	meter  meter    // how much it worked, if local
	left   bool     // the loop no longer waits for it
	work   *working // the ctx where processor time is counted; nil: it is not

	finished chan struct{} // closed when the player has returned
}

type reply[A any] struct {
	value A
	say   string
	err   error
	took  time.Duration
}

// errBusy is the error of a question that came while the player was busy with an earlier one.
var errBusy = errors.New("it was still thinking about an earlier question")

// startAsk asks in a goroutine. A player is asked one thing at a time: while it is still busy with one question, its time for the
// next one runs.
func startAsk[Q, A any](
	ctx context.Context, p Player[Q, A], q Q, budget time.Duration, counted bool, before *asked[A],
) *asked[A] {
	busy := before != nil && before.left
	a := &asked[A]{budget: budget, done: make(chan reply[A], 1), finished: make(chan struct{})}
	if counted {
		a.work = newWorking(ctx, p, budget)
		a.ctx, a.cancel = a.work, a.work.cancel
	} else {
		_, a.local = p.(Local)
		a.ctx, a.cancel = context.WithTimeout(ctx, budget)
	}
	_, a.tells = p.(Punctual)
	a.began = time.Now()
	go func() {
		defer close(a.finished)
		if before != nil {
			<-before.finished
		}
		r := reply[A]{err: errBusy}
		answer := func() {
			// A machine that is too slow to ask a player in this process in time is not its fault.
			if a.ctx.Err() == nil || a.local && !busy && ctx.Err() == nil {
				r.value, r.say, r.err = safely(a.ctx, p, q)
			}
		}
		switch {
		case a.work != nil:
			a.work.think(answer)
		case a.local && cpu.Measurable:
			a.meter.think(answer)
		default:
			answer()
		}
		r.took = a.took()
		a.done <- r
	}()
	return a
}

// took returns the time of the player so far.
func (a *asked[A]) took() time.Duration {
	if a.work != nil {
		return a.work.used()
	}
	return time.Since(a.began)
}

// wait waits for the answer or the end of the budget, whichever comes first. A player that goes on thinking after its budget is
// abandoned: its goroutine ends when the player returns. stalled is true for an answer that came after the budget because the
// machine held up this process.
func (a *asked[A]) wait(ctx context.Context, answer *Answer[A]) (stalled bool, err error) {
	defer a.cancel()
	r, came, woke := a.receive()
	if !came && a.local && ctx.Err() == nil {
		r, came = a.receiveHeld(ctx, woke)
	}
	// The clock of the context may be behind: then it has not ended when an answer comes too late.
	over := (a.ctx.Err() != nil || came && a.local && r.took > a.budget) && ctx.Err() == nil
	stalled = over && came && a.held(woke)
	if a.left = !came; a.left {
		r = reply[A]{err: a.ctx.Err(), took: a.took()}
		if a.tells && ctx.Err() == nil {
			if told, back := a.receiveWithin(telling); back {
				a.left = false
				r.err = cmp.Or(told.err, r.err)
			}
		}
	}
	answer.Value, answer.Say, answer.Took = r.value, r.say, r.took
	switch {
	case stalled && errors.Is(r.err, context.DeadlineExceeded):
		return true, nil // the best that it found
	case r.err != nil && over:
		return false, late(answer.Took, a.work, r.err)
	}
	return stalled, r.err
}

// held reports whether it is the machine's doing that a player has not answered within its budget: the player has worked for less
// than that, or the process has begun to run again less than grace ago.
func (a *asked[A]) held(woke time.Time) bool {
	return a.local && (cpu.Measurable && a.meter.used() <= a.budget || !woke.IsZero() && time.Since(woke) <= grace)
}

// receiveHeld waits for an answer after its budget as long as the machine holds it up.
func (a *asked[A]) receiveHeld(ctx context.Context, woke time.Time) (r reply[A], came bool) {
	for until := time.Now().Add(idleExtra); !came && ctx.Err() == nil && a.held(woke) && time.Now().Before(until); {
		r, came = a.receiveWithin(heartbeat / 4)
	}
	return r, came
}

// A process that does not wake up for heartbeat + stall was held up by its machine.
const (
	heartbeat = 20 * time.Millisecond
	stall     = 60 * time.Millisecond
)

// telling is how long a player that is late and returns by itself is waited for, to hear why.
const telling = 100 * time.Millisecond

// receive waits for the answer or the end of the budget. woke is when the machine last let this process run again after holding
// it up; it is zero for a player that does not think in this process.
func (a *asked[A]) receive() (r reply[A], came bool, woke time.Time) {
	var beat <-chan time.Time
	if a.local {
		ticker := time.NewTicker(heartbeat)
		defer ticker.Stop()
		beat = ticker.C
	}
	for last, over := a.began, false; !came && !over; {
		select {
		case r = <-a.done:
			came = true
		case <-a.ctx.Done():
			over = true
			r, came = a.receiveWithin(0) // it may have answered at the same moment
		case <-beat:
		}
		now := time.Now()
		if a.local && now.Sub(last) > heartbeat+stall {
			woke = now
		}
		last = now
	}
	return r, came, woke
}

// receiveWithin returns the answer if it comes within d.
func (a *asked[A]) receiveWithin(d time.Duration) (r reply[A], came bool) {
	select {
	case r = <-a.done:
		return r, true
	default:
	}
	if d <= 0 {
		return r, false
	}
	select {
	case r = <-a.done:
		return r, true
	case <-time.After(d):
		return r, false
	}
}

// caughtUp waits until a player that may still be thinking has returned, so that it is not told about the end in the middle of a
// thought. It reports whether the player returned in time.
func (a *asked[A]) caughtUp(until time.Time) bool {
	if a == nil {
		return true
	}
	select {
	case <-a.finished:
		return true
	case <-time.After(max(0, time.Until(until))):
	}
	select {
	case <-a.finished:
		return true
	default:
		return false
	}
}

// safely turns a panic of a player in this process into its fault.
func safely[Q, A any](ctx context.Context, p Player[Q, A], q Q) (value A, say string, err error) {
	defer func() {
		if r := recover(); r != nil {
			f := Faultf(Crashed, "panic: %v", r)
			f.Stack = debug.Stack()
			err = f
		}
	}()
	return p.Answer(ctx, q)
}
