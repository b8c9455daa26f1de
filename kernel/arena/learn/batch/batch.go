// Package batch steps many games at once, for programs that learn. A game says in [Spaces] how it looks to them.
package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Spaces is how a game looks to a program that learns: an answer is a sequence of actions, which are small integers, and what a
// seat sees is an array of codes and a list of numbers. All functions are pure. q is the question that is being answered; made
// holds the actions of its answer so far.
type Spaces[Q, A any] struct {
	// Together says that all seats are asked at the same time. Then an answer is one action.
	Together bool
	// Shape returns the size of everything, from the first question of a game with legal answers.
	Shape func(q *Q) Shape
	// See writes what the seat sees, and nothing that is not in q. It writes every code and every scalar.
	See func(q *Q, made []int16, codes []uint8, scalars []int16)
	// Next does the same as See in less time: the arrays hold what the same seat saw one action earlier, which is q with made one
	// shorter or, if made is empty, the question before q; q may be what Final made. nil: there is only See.
	Next func(q *Q, made []int16, codes []uint8, scalars []int16)
	// Legal appends the legal actions, each once; it appends nothing if q wants no move.
	Legal func(q *Q, made []int16, dst []int16) []int16
	// Act returns the answer that the last action of made completes; that action is from 0 to Shape.Actions-1. done is false if
	// another action is wanted. An illegal action completes an illegal answer.
	Act func(q *Q, made []int16) (a A, done bool)
	// Path appends the actions that make an answer, or those that begin an answer of which a is a part; nothing if there are no
	// such actions.
	Path func(q *Q, a A, dst []int16) []int16
	// Final changes q to what a seat sees of a game that is over.
	Final func(r turn.Referee[Q, A], seat int, q *Q)
	// Winner returns the winner of a game that is over, or turn.Draw, without making the texts of a result; nil: take it from the
	// result.
	Winner func(r turn.Referee[Q, A]) int
	// Again takes a referee that has not been played and returns a function that sets up the same game again in the same memory.
	// nil: a start depends on its seed.
	Again func(r turn.Referee[Q, A]) (restart func())
	// Copy makes a referee of the same settings the same game as another one; later changes of either do not show in the
	// other. nil or false: a copy is made by playing again.
	Copy func(to, from turn.Referee[Q, A]) bool
	// Opponent is a player who teaches a beginner; League has players to draw from.
	Opponent string
	League   []Rival
}

// Restart says what happens to a game that is over.
type Restart string

// The kinds of Restart.
const (
	RestartNext Restart = "next" // the step after the last one sets up the next game; its action is ignored
	RestartSame Restart = "same" // the last step itself does so; it shows the beginning of the next game
	RestartOff  Restart = "off"  // nothing happens until the game is reset
)

// Options say how many games are played at once.
type Options struct {
	Games    int
	Rivals   []Rival // one of them, drawn for each game, has the other seats; none: all seats are stepped
	Seat     int     // with Rivals: the seat that is stepped; -1: game i steps seat i modulo the number of seats
	Restart  Restart
	MaxSteps int  // a game is cut off after this many steps; 0: never
	Replace  bool // an illegal action is replaced by the legal sample; otherwise the referee gets the illegal answer
	Maker    match.Maker
	Budget   time.Duration                              // for a move of an opponent that is another program
	Record   func(game, episode int) (io.Writer, error) // writes the record of a game; a nil writer or function: no record
}

// The values of Frame.Errors: what went wrong in the last step of a game.
const (
	StepDone     uint8 = iota
	StepIllegal        // its action was not legal
	StepOpponent       // the opponent failed to answer
	StepRecord         // its record is not complete
	StepBroken         // it could not be set up; it stays over
)

// Frame is the arrays of a batch. N is the number of games; K is the number of slots, each of which is a seat that is asked: 1,
// or the number of seats if all of them are stepped at the same time; S is the number of seats.
type Frame struct {
	Actions    []int16   // [N, K] the actions to be done, read by Step
	Hold       []uint8   // [N] not 0: Step leaves the game as it is; nil: all games are stepped
	Sample     []int16   // [N, K] a legal action, each equally likely; of a game that is over, any action; -1: the slot has none
	Scalars    []int16   // [N, K, scalars]
	Codes      []uint8   // [N, K, codes...]
	Mask       []uint8   // [N, K, actions] 1 for a legal action; of a game that is over, for every action
	Reward     []float32 // [N, S] 1 for the winner, -1 for a loser
	Terminated []uint8   // [N] 1 when the game is over
	Truncated  []uint8   // [N] 1 when it was cut off
	ToPlay     []uint8   // [N] the seat of slot 0
	Errors     []uint8   // [N] StepDone, or what went wrong
	// Final has what slots saw at the ends of the games that have begun again with RestartSame; nil: that is not kept.
	Final *Frame
}

// State is a game as the actions that led to it.
type State struct {
	Start   string       `json:"start"`
	Seed    string       `json:"seed"` // of episode 0; "": the game was never set up
	Options match.Params `json:"options,omitempty"`
	Episode int          `json:"episode"` // games before this one since the last Reset
	Actions []int16      `json:"actions"` // of all slots, in their order
}

// Batch is many games whose types are erased. Different games may be used concurrently.
type Batch struct {
	Shape  Shape
	Slots  int
	Seats  []string
	Rivals []Rival // of every game
	Usual  string  // as Spaces.Opponent
	League []Rival // as Spaces.League

	// Reset sets up a game. The seeds of the games after it, if there are any, are derived from its seed.
	Reset func(game int, s match.Setup) error
	// Show writes what the seats of the games from a to b-1 see, and nothing else.
	Show func(a, b int, f *Frame)
	// Step plays the actions of the frame in these games and shows them.
	Step func(a, b int, f *Frame)
	// State returns the state of a game; Restore puts a game into a state. An opponent repeats all its thinking then.
	State   func(game int) State
	Restore func(game int, s State) error
	// Clone makes games copies of others, as they are before the call.
	Clone func(from, to []int) error
	// Why returns the last error of a game.
	Why func(game int) error
	// Look returns a snapshot of a game for people; nil if the game was never set up. It is valid until the game goes on.
	Look func(game int) *match.Snapshot
	// Text writes the actions of an answer as a person types it; Parse reads such a text.
	Text  func(game, slot int, actions []int16) (string, error)
	Parse func(game, slot int, text string) ([]int16, error)
	// Read returns the actions of a record.
	Read func(g *record.Game) (State, error)
	// Pose shows a question of a game that is played elsewhere in slot 0 of a game of this batch, which is not changed. view is
	// what programs get with the question. answer is the answer of the actions in made, as programs write it; nil: another action
	// is wanted.
	Pose  func(game int, view []byte, made []int16, f *Frame) (answer []byte, err error)
	Close func()
}

// Maker sets up the games of a Batch; each must be Reset before use. s is a setup of a game whose arrays are as large as those of
// all the games. The error may be a *match.SetupError.
type Maker func(o Options, s match.Setup) (*Batch, error)

// Of returns the Maker of a game.
func Of[Q, A any](g *match.Game[Q, A], spaces *Spaces[Q, A]) Maker {
	return func(o Options, s match.Setup) (*Batch, error) { return set(&match.Typed[Q, A]{Game: g}, spaces, o, s) }
}

// batch is a Batch with its types.
type batch[Q, A any] struct {
	*match.Typed[Q, A]
	*Spaces[Q, A]
	Options
	shape Shape
	low   []int16  // of the scalars
	span  []uint16 // from their lowest to their highest values
	cells int
	slots int
	lanes []lane[Q, A]

	// Lists of which every lane has a part.
	players []*match.Player
	scores  []int8
	legal   [][]int16
	asked   []int
	made    []int16

	openings []*opening
}

// opening is what the slots see first in a game that always begins in the same way.
type opening struct {
	setup   match.Setup
	codes   []uint8
	scalars []int16
}

// open returns what the slots see first in a game that has just been set up, and keeps it for games with the same beginning; nil
// if that is not possible.
func (b *batch[Q, A]) open(l *lane[Q, A]) *opening {
	if l.again == nil || l.over || len(b.Rivals) > 0 {
		return nil
	}
	for _, o := range b.openings {
		if o.setup.Start == l.base.Start && maps.Equal(o.setup.Options, l.base.Options) {
			return o
		}
	}
	if len(b.openings) == maxOpenings {
		return nil
	}
	o := &opening{l.base, make([]uint8, b.slots*b.cells), make([]int16, b.slots*len(b.shape.Scalars))}
	o.setup.Options = maps.Clone(o.setup.Options)
	f := &Frame{Codes: o.codes, Scalars: o.scalars}
	for slot, k := range l.asked {
		if k < 0 {
			return nil
		}
		b.write(b.See, f, slot, &l.questions[k].Ask, nil)
	}
	b.openings = append(b.openings, o)
	return o
}

// maxOpenings bounds how many openings are kept; they are searched one by one.
const maxOpenings = 16

// set sets up many games.
func set[Q, A any](e *match.Typed[Q, A], spaces *Spaces[Q, A], o Options, s match.Setup) (*Batch, error) {
	switch {
	case o.Games < 1:
		return nil, fmt.Errorf("%d games: want at least 1", o.Games)
	case o.Seat >= len(e.Seats):
		return nil, fmt.Errorf("seat %d: %s has %d", o.Seat, e.Name, len(e.Seats))
	}
	o.Rivals = spaces.rivals(o.Rivals)
	b := &batch[Q, A]{Typed: e, Spaces: spaces, Options: o, slots: 1, lanes: make([]lane[Q, A], o.Games)}
	if spaces.Together && len(o.Rivals) == 0 {
		b.slots = len(e.Seats)
	}
	n := o.Games * len(e.Seats)
	b.players, b.scores = make([]*match.Player, n), make([]int8, n)
	b.legal, b.asked, b.made = make([][]int16, o.Games*b.slots), make([]int, o.Games*b.slots), make([]int16, o.Games*made)
	for i := range b.lanes {
		if err := b.lanes[i].init(b, i); err != nil {
			b.close()
			return nil, err
		}
		if i > 0 { // the others are set up by Reset
			continue
		}
		if err := b.measure(s); err != nil {
			b.close()
			return nil, err
		}
	}
	return &Batch{
		Shape: b.shape, Slots: b.slots, Seats: e.Seats, Rivals: o.Rivals, Usual: spaces.Opponent, League: spaces.League,
		Reset: b.reset, Show: b.show, Step: b.step, State: b.state, Restore: b.restore, Clone: b.clone,
		Why: func(game int) error { return b.lanes[game].err }, Look: b.look,
		Text: b.text, Parse: b.parse, Read: b.read, Pose: b.pose, Close: b.close,
	}, nil
}

// look returns a game for people; nil if it was never set up.
func (b *batch[Q, A]) look(game int) *match.Snapshot {
	if b.lanes[game].table == nil {
		return nil
	}
	l := &b.lanes[game]
	shown := b.Snapshot(l.table)
	shown.Ply = l.plies
	if l.over && !l.cut {
		result := record.ResultOf(l.table.Referee.Result(), b.Seats)
		shown.Result = &result
		return shown
	}
	for k := range l.questions {
		shown.Asked = append(shown.Asked, l.questions[k].Seat)
	}
	return shown
}

// measure finds out how large the arrays are.
func (b *batch[Q, A]) measure(s match.Setup) error {
	table, err := b.SetUp(s)
	if err != nil {
		return err
	}
	questions := b.Wanted(table)
	if len(questions) == 0 {
		return &match.SetupError{Err: errors.New("the game is over before its first move")}
	}
	b.shape = b.Shape(&questions[0].Ask)
	b.cells = b.shape.Cells()
	for _, s := range b.shape.Scalars {
		b.low, b.span = append(b.low, Short(s.Low)), append(b.span, uint16(Short(s.High)-Short(s.Low)))
	}
	return nil
}

func (b *batch[Q, A]) close() {
	for i := range b.lanes {
		for _, players := range b.lanes[i].rivals {
			closeAll(players)
		}
	}
}

func (b *batch[Q, A]) reset(game int, s match.Setup) error {
	l := &b.lanes[game]
	l.rebase(s, 0)
	if l.err = l.begin(b); l.err == nil {
		l.opening = b.open(l)
	}
	return l.err
}

func (b *batch[Q, A]) step(from, to int, f *Frame) {
	for i := from; i < to; i++ {
		b.lanes[i].step(b, f, i)
	}
}

func (b *batch[Q, A]) show(from, to int, f *Frame) {
	for i := from; i < to; i++ {
		b.lanes[i].show(b, f, i, b.See)
	}
}

func (b *batch[Q, A]) state(game int) State {
	l := &b.lanes[game]
	return State{
		Start: l.base.Start, Seed: l.base.Seed, Options: l.base.Options,
		Episode: l.episode, Actions: append([]int16{}, l.history...),
	}
}

func (b *batch[Q, A]) restore(game int, s State) error {
	l := &b.lanes[game]
	l.rebase(match.Setup{Start: s.Start, Seed: s.Seed, Options: s.Options}, s.Episode)
	if l.err = l.begin(b); l.err != nil {
		return l.err
	}
	l.opening = b.open(l)
	for len(s.Actions) > 0 {
		n := min(b.slots, len(s.Actions))
		if l.over || n < b.slots {
			return fmt.Errorf("%d actions after the end of the game", len(s.Actions))
		}
		l.act(b, s.Actions[:n])
		l.steps++
		s.Actions = s.Actions[n:]
	}
	l.limit(b)
	return nil
}

func (b *batch[Q, A]) text(game, slot int, actions []int16) (string, error) {
	l := &b.lanes[game]
	k := l.question(b, slot)
	if k < 0 {
		return "", errors.New("nobody is asked there")
	}
	q := &l.questions[k].Ask
	value, done, err := b.answer(q, actions)
	if err == nil && !done {
		err = fmt.Errorf("actions %v: want more of them", actions)
	}
	if err != nil {
		return "", err
	}
	return b.Notation.Text(*q, value), nil
}

// answer returns the answer that the first actions of a list make; done is false if another action is wanted.
func (b *batch[Q, A]) answer(q *Q, actions []int16) (value A, done bool, err error) {
	for i, a := range actions {
		if int(a) < 0 || int(a) >= b.shape.Actions {
			return value, false, fmt.Errorf("action %d: want 0 to %d", a, b.shape.Actions-1)
		}
		if value, done = b.Act(q, actions[:i+1]); done {
			return value, true, nil
		}
	}
	return value, false, nil
}

func (b *batch[Q, A]) pose(game int, view []byte, made []int16, f *Frame) ([]byte, error) {
	if b.Codec.Read == nil {
		return nil, fmt.Errorf("%s: views cannot be read", b.Name)
	}
	q, err := b.Codec.Read(view)
	if err != nil {
		return nil, fmt.Errorf("the view: %w", err)
	}
	shape := b.Shape(&q)
	if err := b.shape.holds(&shape); err != nil {
		return nil, fmt.Errorf("the view: %w", err)
	}
	value, done, err := b.answer(&q, made)
	if err != nil {
		return nil, err
	}
	if done {
		return json.Marshal(value)
	}
	l := &b.lanes[game]
	l.posed, l.seen = b.Legal(&q, made, l.posed[:0]), nil
	b.write(b.See, f, game*b.slots, &q, made)
	l.sample(f, b.shape.Actions, game*b.slots, l.posed)
	return nil, nil
}

// write has See or Next write what a seat sees into the arrays.
func (b *batch[Q, A]) write(see func(*Q, []int16, []uint8, []int16), f *Frame, slot int, q *Q, made []int16) {
	n := len(b.low)
	scalars := f.Scalars[slot*n : (slot+1)*n]
	see(q, made, f.Codes[slot*b.cells:(slot+1)*b.cells], scalars)
	low, span := b.low[:len(scalars)], b.span[:len(scalars)]
	for i, x := range scalars {
		if uint16(x-low[i]) > span[i] { // one comparison for both bounds
			s := &b.shape.Scalars[i]
			scalars[i] = Short(max(s.Low, min(s.High, int(x))))
		}
	}
}

func (b *batch[Q, A]) parse(game, slot int, text string) ([]int16, error) {
	l := &b.lanes[game]
	k := l.question(b, slot)
	if k < 0 {
		return nil, errors.New("nobody is asked there")
	}
	q := &l.questions[k].Ask
	a, err := b.Notation.Parse(*q, text)
	if err != nil {
		return nil, err
	}
	path := b.Path(q, a, nil)
	if len(path) == 0 {
		return nil, fmt.Errorf("%q: no actions make this answer", text)
	}
	return path, nil
}

// read follows a record. An answer that no actions make, such as a fault, becomes the action -1.
func (b *batch[Q, A]) read(g *record.Game) (State, error) {
	s := State{Start: g.Header.Start, Seed: g.Header.Seed, Options: g.Header.Options, Actions: []int16{}}
	if g.Header.Game != b.Name {
		return s, fmt.Errorf("this is a record of %q: want one of %q", g.Header.Game, b.Name)
	}
	answers, err := jsonl.Answers[A](g)
	if err != nil {
		return s, err
	}
	table, err := b.SetUp(match.Setup{Start: s.Start, Seed: s.Seed, Options: s.Options})
	if err != nil {
		return s, fmt.Errorf("the start: %w", err)
	}
	for {
		questions := table.Referee.Ask()
		n := len(questions)
		if n == 0 || n > len(answers) {
			return s, nil
		}
		for k := range questions {
			q := &questions[k].Ask
			if len(b.Legal(q, nil, nil)) == 0 {
				continue
			}
			from := len(s.Actions)
			if answers[k].Fault == nil {
				s.Actions = b.Path(q, answers[k].Value, s.Actions)
			}
			if len(s.Actions) == from {
				s.Actions = append(s.Actions, -1)
			}
		}
		table.Referee.Answer(answers[:n:n])
		answers = answers[n:]
	}
}

// learner is the name of a seat that is stepped, in records.
const learner = "learner"

// asking bounds the time of an opponent that does not think in this process.
func (b *batch[Q, A]) asking(p turn.Player[Q, A]) (context.Context, context.CancelFunc) {
	if _, local := p.(turn.Local); local || b.Budget == 0 {
		return context.Background(), func() {}
	}
	return context.WithTimeout(context.Background(), b.Budget)
}
