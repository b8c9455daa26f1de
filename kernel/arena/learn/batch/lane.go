package batch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// lane is one game of a batch and the games that follow it.
type lane[Q, A any] struct {
	// What every step needs is kept together: many games do not fit into a processor's cache.
	questions []turn.Question[Q]
	answers   []turn.Answer[A]
	referee   turn.Referee[Q, A]
	table     *match.Table[Q, A]
	players   []*match.Player      // by seat; nil: the seat is stepped
	rivals    [][]*match.Player    // by their index in Options, then by seat; nil: not made yet
	sitting   *match.Session[Q, A] // of a game that is recorded or has opponents that are programs
	legal     [][]int16            // by slot
	asked     []int                // by slot: the index of its question; -1: it has none
	made      []int16              // actions of an answer so far
	history   []int16
	scores    []int8   // by seat: 1 for the winner of a game that is over, -1 for losers
	numbers   rand.PCG // draws samples
	seen      *Frame   // holds what the slots saw before the last action, from which Next continues; nil: it is not known
	opening   *opening // of this game; nil: there is none
	steps     int
	plies     int // answers so far
	seat      int // that is stepped; -1: all of them
	last      int // the seat that was asked last
	over      bool
	cut       bool  // it is over only because it took too many steps
	trouble   uint8 // of the last step

	number  int
	base    match.Setup // of episode 0
	episode int
	again   func()    // sets up the table again; nil: it must be opened
	first   [2]uint64 // seeds of numbers in episode 0
	posed   []int16   // legal actions of a question of another game
	final   Q         // what is seen of a game that is over
	rewards []float32
	err     error
}

// made is the usual maximum of actions in an answer; for longer answers the list grows.
const made = 8

// part takes the next n elements of a list that is shared by all lanes, which are stepped one after the other.
func part[T any](all *[]T, n int) []T {
	list := (*all)[:n:n]
	*all = (*all)[n:]
	return list
}

func (l *lane[Q, A]) init(b *batch[Q, A], number int) error {
	l.number, l.seat = number, -1
	l.over = true // until it is set up
	seats, slots := len(b.Seats), b.slots
	l.players, l.scores = part(&b.players, seats), part(&b.scores, seats)
	l.legal, l.asked, l.made = part(&b.legal, slots), part(&b.asked, slots), part(&b.made, made)[:0]
	if len(b.Rivals) == 0 {
		return nil
	}
	if l.seat = b.Seat; l.seat < 0 {
		l.seat = number % len(b.Seats)
	}
	l.rivals = make([][]*match.Player, len(b.Rivals))
	if number > 0 && len(b.Rivals) > 1 { // the others make a player when it is drawn
		return nil
	}
	for n := range b.Rivals {
		if err := l.face(b, n); err != nil {
			return err
		}
	}
	return nil
}

// rebase sets the setup of episode 0, from which the seeds of all later ones follow, and the episode that begin sets up next.
func (l *lane[Q, A]) rebase(setup match.Setup, episode int) {
	if l.table == nil || setup.Start != l.base.Start || !maps.Equal(setup.Options, l.base.Options) {
		l.again, l.opening = nil, nil // another game than before
	}
	l.base, l.episode = setup, episode
	chance := turn.Game{Seed: setup.Seed, Seat: -1}.Rand()
	l.first = [2]uint64{chance.Uint64(), chance.Uint64()}
}

// begin sets up the game of this episode and plays until a seat is to be stepped.
func (l *lane[Q, A]) begin(b *batch[Q, A]) error {
	setup := l.base
	if l.episode > 0 && (l.again == nil || len(b.Rivals) > 0 || b.Record != nil) {
		setup.Seed = seeds.Derive(l.base.Seed, l.episode)
	}
	l.numbers.Seed(l.first[0], l.first[1]+uint64(l.episode))
	l.over, l.cut, l.steps, l.plies, l.trouble, l.seen = true, false, 0, 0, StepDone, nil
	l.history, l.made = l.history[:0], l.made[:0]
	clear(l.scores)
	if err := l.draw(b); err != nil {
		return err
	}
	same := l.again != nil // as a game that was set up here before
	if same {
		l.again()
	} else {
		table, err := b.SetUp(setup)
		if err != nil {
			return err
		}
		l.table = table
		if b.Again != nil {
			l.again = b.Again(table.Referee)
		}
	}
	l.referee = l.table.Referee
	if err := l.seatAll(b, setup); err != nil {
		return err
	}
	l.over = false
	l.advance(b)
	if l.over || same {
		return nil
	}
	shape := b.Shape(&l.questions[0].Ask)
	err := b.shape.holds(&shape)
	if err != nil { // the arrays have no room for the game
		l.over, l.again = true, nil
	}
	return err
}

// question returns the index of the question that a slot answers; -1 if there is none.
func (l *lane[Q, A]) question(b *batch[Q, A], slot int) int {
	if l.over && !l.cut {
		return -1
	}
	return l.asked[slot]
}

// find looks for the question that a slot answers.
func (l *lane[Q, A]) find(b *batch[Q, A], slot int) int {
	for k := range l.questions {
		seat := l.questions[k].Seat
		if b.slots > 1 && seat == slot || b.slots == 1 && l.players[seat] == nil {
			return k
		}
	}
	return -1
}

// advance asks the referee, and answers questions that only opponents are asked or that want no move, until a slot is to act or
// the game is over.
func (l *lane[Q, A]) advance(b *batch[Q, A]) {
	for {
		l.questions = l.referee.Ask()
		if len(l.questions) == 0 {
			l.finish(b)
			return
		}
		waits := false
		for slot := range l.legal {
			l.legal[slot] = l.legal[slot][:0]
			k, before := l.find(b, slot), l.asked[slot]
			if l.asked[slot] = k; k >= 0 {
				q := &l.questions[k]
				if before < 0 || b.slots == 1 && q.Seat != l.last {
					l.seen = nil
				}
				l.last = q.Seat
				l.legal[slot] = b.Legal(&q.Ask, nil, l.legal[slot])
				waits = waits || len(l.legal[slot]) > 0
			}
		}
		l.answers = slices.Grow(l.answers[:0], len(l.questions))[:len(l.questions)]
		clear(l.answers)
		if waits {
			return
		}
		l.seen = nil
		l.play(b)
	}
}

// play has the opponents answer and gives all answers to the referee.
func (l *lane[Q, A]) play(b *batch[Q, A]) {
	for k := range l.questions {
		q := &l.questions[k]
		if player := l.players[q.Seat]; player != nil {
			over := player.Wait(match.Wait{What: "its answer", Patience: b.Budget})
			l.ask(b, match.Inner[Q, A](player), q, &l.answers[k])
			over()
		}
	}
	l.referee.Answer(l.answers)
	l.plies += len(l.answers)
	if l.sitting != nil {
		for i := range l.answers {
			l.recorded(l.sitting.Record(l.questions[i].Seat, &l.answers[i]))
		}
		l.recorded(l.sitting.Whole())
	}
}

func (l *lane[Q, A]) recorded(err error) {
	if err != nil {
		l.trouble, l.err = StepRecord, err
	}
}

func (l *lane[Q, A]) ask(b *batch[Q, A], p turn.Player[Q, A], q *turn.Question[Q], a *turn.Answer[A]) {
	ctx, cancel := b.asking(p)
	defer cancel()
	value, say, err := safely(ctx, p, q.Ask)
	if err == nil {
		a.Value, a.Say = value, clean.Say(say)
		return
	}
	if !errors.As(err, &a.Fault) {
		kind := turn.Crashed
		if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
			kind = turn.Late
		}
		a.Fault = turn.Faultf(kind, "%v", err)
	}
	a.Fault.Detail = clean.Line(a.Fault.Detail, clean.MaxDetail)
	l.trouble, l.err = StepOpponent, a.Fault
}

// safely turns a panic of a bundled bot into an error.
func safely[Q, A any](ctx context.Context, p turn.Player[Q, A], q Q) (value A, say string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return p.Answer(ctx, q)
}

// finish ends the game and computes the scores.
func (l *lane[Q, A]) finish(b *batch[Q, A]) {
	l.over = true
	var result turn.Result
	if b.Winner != nil && l.sitting == nil {
		result.Winner = b.Winner(l.table.Referee)
	} else {
		result = l.table.Referee.Result()
	}
	l.leave(&result)
	if result.Winner != turn.Draw {
		for seat := range l.scores {
			l.scores[seat] = -1
		}
		l.scores[result.Winner] = 1
	}
}

// leave ends the game for the opponents and ends its record; a nil result: the game was cut off, and its record has no end.
func (l *lane[Q, A]) leave(result *turn.Result) {
	for _, p := range l.players {
		if p != nil {
			turn.End(match.Inner[Q, A](p), result)
		}
	}
	if l.sitting != nil && result != nil {
		_, err := l.sitting.End()
		l.recorded(err)
	}
}

// act does one action in every slot.
func (l *lane[Q, A]) act(b *batch[Q, A], actions []int16) {
	l.history = append(l.history, actions...)
	done := true
	for slot, action := range actions {
		k := l.question(b, slot)
		if k < 0 || len(l.legal[slot]) == 0 {
			continue
		}
		q, answer := &l.questions[k].Ask, &l.answers[k]
		if action < 0 || int(action) >= b.shape.Actions {
			answer.Fault = turn.Faultf(turn.Garbled, "action %d: want 0 to %d", action, b.shape.Actions-1)
			continue
		}
		l.made = append(l.made, action)
		answer.Value, done = b.Act(q, l.made)
		if !done {
			l.legal[slot] = b.Legal(q, l.made, l.legal[slot][:0])
			return
		}
		l.made = l.made[:0]
	}
	l.made = l.made[:0]
	l.play(b)
	l.advance(b)
}

// step plays the actions of the frame and shows the game after them.
func (l *lane[Q, A]) step(b *batch[Q, A], f *Frame, i int) {
	if f.Hold != nil && f.Hold[i] != 0 {
		return
	}
	l.trouble = StepDone
	if l.over {
		clear(l.scores)
		l.seen = nil
		if b.Restart == RestartNext && l.table != nil {
			l.restart(b, f, i)
		} else {
			l.show(b, f, i, b.See)
		}
		return
	}
	actions := f.Actions[i*b.slots : (i+1)*b.slots]
	for slot, action := range actions {
		if len(l.legal[slot]) == 0 || slices.Contains(l.legal[slot], action) {
			continue
		}
		l.trouble, l.err = StepIllegal, fmt.Errorf("action %d is not legal", action)
		if b.Replace {
			actions[slot] = f.Sample[i*b.slots+slot]
			if !slices.Contains(l.legal[slot], actions[slot]) { // the caller has changed the samples
				actions[slot] = l.legal[slot][0]
			}
		}
	}
	l.act(b, actions)
	l.steps++
	l.limit(b)
	see, next := b.See, b.Next != nil && l.seen == f
	if next {
		see = b.Next
	}
	if !l.over || b.Restart != RestartSame {
		l.show(b, f, i, see)
		l.seen = f
		return
	}
	l.judge(b, f, i)
	if f.Final != nil {
		if next {
			codes, scalars := b.slots*b.cells, b.slots*len(b.low)
			copy(f.Final.Codes[i*codes:], f.Codes[i*codes:(i+1)*codes])
			copy(f.Final.Scalars[i*scalars:], f.Scalars[i*scalars:(i+1)*scalars])
		}
		l.show(b, f.Final, i, see)
	}
	// The next game begins in the same step that ended this one: rewards and flags are still those of the end.
	trouble, terminated, truncated := f.Errors[i], f.Terminated[i], f.Truncated[i]
	seats := len(b.Seats)
	l.rewards = append(l.rewards[:0], f.Reward[i*seats:(i+1)*seats]...)
	l.restart(b, f, i)
	copy(f.Reward[i*seats:], l.rewards)
	f.Errors[i], f.Terminated[i], f.Truncated[i] = max(trouble, f.Errors[i]), terminated, truncated
}

// limit cuts the game off if it has taken too many steps.
func (l *lane[Q, A]) limit(b *batch[Q, A]) {
	if !l.over && b.MaxSteps > 0 && l.steps >= b.MaxSteps {
		l.over, l.cut = true, true
		l.leave(nil)
	}
}

// restart sets up the next game and shows it.
func (l *lane[Q, A]) restart(b *batch[Q, A], f *Frame, i int) {
	l.episode++
	if err := l.begin(b); err != nil {
		l.trouble, l.err, l.table = StepBroken, err, nil
	}
	if l.opening != nil {
		l.show(b, f, i, nil)
	} else {
		l.show(b, f, i, b.See)
	}
	l.seen = f
}

// judge writes rewards, flags and errors of the game into the frame.
func (l *lane[Q, A]) judge(b *batch[Q, A], f *Frame, i int) {
	f.Errors[i], f.Terminated[i], f.Truncated[i] = l.trouble, flag(l.over && !l.cut), flag(l.cut)
	seats := len(b.Seats)
	for seat, score := range l.scores {
		f.Reward[i*seats+seat] = float32(score)
	}
	f.ToPlay[i] = uint8(max(l.seat, 0))
	if l.seat < 0 && b.slots == 1 {
		f.ToPlay[i] = uint8(l.last)
	}
}

// show writes the state of the game and what the slots see, with see, which is b.See or b.Next, or from l.opening if see is nil.
func (l *lane[Q, A]) show(b *batch[Q, A], f *Frame, i int, see func(*Q, []int16, []uint8, []int16)) {
	l.judge(b, f, i)
	for slot := range b.slots {
		n := i*b.slots + slot
		k, legal := l.question(b, slot), l.legal[slot]
		switch {
		case k >= 0 && see == nil:
			scalars := len(b.shape.Scalars)
			copy(f.Codes[n*b.cells:(n+1)*b.cells], l.opening.codes[slot*b.cells:])
			copy(f.Scalars[n*scalars:(n+1)*scalars], l.opening.scalars[slot*scalars:])
		case k >= 0:
			b.write(see, f, n, &l.questions[k].Ask, l.made)
		case l.over && l.table != nil:
			seat := int(f.ToPlay[i])
			if b.slots > 1 {
				seat = slot
			}
			b.Final(l.table.Referee, seat, &l.final)
			b.write(see, f, n, &l.final, nil)
		default:
			clear(f.Codes[n*b.cells : (n+1)*b.cells])
			scalars := len(b.shape.Scalars)
			clear(f.Scalars[n*scalars : (n+1)*scalars])
		}
		if l.over && !l.cut {
			// No action has an effect. All are shown as legal, so that one can be drawn and no sum of chances is 0.
			mask := f.Mask[n*b.shape.Actions : (n+1)*b.shape.Actions]
			for a := range mask {
				mask[a] = 1
			}
			f.Sample[n] = int16(l.below(b.shape.Actions))
			continue
		}
		if k < 0 {
			legal = nil
		}
		l.sample(f, b.shape.Actions, n, legal)
	}
}

// sample marks which of all actions are legal and draws one of those.
func (l *lane[Q, A]) sample(f *Frame, actions, slot int, legal []int16) {
	mask := f.Mask[slot*actions : (slot+1)*actions]
	clear(mask)
	if len(legal) == 0 {
		f.Sample[slot] = -1
		return
	}
	for _, a := range legal {
		mask[a] = 1
	}
	f.Sample[slot] = legal[l.below(len(legal))]
}
