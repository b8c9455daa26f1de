package match

import (
	"context"
	"slices"
	"time"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Observer watches a game. An error ends the game: turn.ErrQuit breaks it off, a turn.Takeback takes answers back.
type Observer interface {
	// Asked is called before the players are asked; the time it takes counts for no player.
	Asked(ctx context.Context, s *Snapshot) error
	// Answered is called after the referee has taken the answers; the next questions are not known yet.
	Answered(s *Snapshot) error
	// Ended is called when the game is over.
	Ended(s *Snapshot) error
}

// Snapshot is what people may see of a game between two questions: everything, not the view of one seat. What takes time to
// compute is a function. A snapshot is valid until the function that got it, such as a method of an Observer, returns.
type Snapshot struct {
	Ply     int             // answers so far
	Asked   []int           // seats that are asked now; none when the game is over
	Replies []Reply         // the last answers, in the order of the questions
	Used    []time.Duration // by seat: the time its answers took so far
	Result  *record.Result  // nil: the game goes on, or was interrupted
	Last    bool            // of a record: nothing follows

	Draw  func(*ascii.Canvas)
	Text  func() string           // the position as a layout text
	Idle  func() bool             // no seat that is asked has a choice, for example at a question for names
	Legal func(seat int) []string // the legal answers of a seat that is asked, as a person types them

	Scene func(before *scene.Scene) scene.Scene // see Table.Scene
	// Wrongs returns what a seat has done wrong so far that the referee forgave; nil if the referee forgives nothing.
	Wrongs func(seat int) turn.Tally
}

// Reply is an answer that was given.
type Reply struct {
	Seat  int
	Text  func() string // as a person types it; "" for a fault
	Say   string
	Worth *float64 // value of the game for the seat as its player thinks, from 0 to 1; nil: it gave none
	Fault *turn.Fault
	Took  time.Duration
}

// Snapshot returns the snapshot of a table.
func (e *Typed[Q, A]) Snapshot(t *Table[Q, A]) *Snapshot {
	s := &Snapshot{
		Draw: t.Draw, Text: t.Layout, Scene: t.Scene, Used: make([]time.Duration, len(e.Seats)),
		Idle: func() bool { return !slices.ContainsFunc(t.Referee.Ask(), e.wants) },
		Legal: func(seat int) []string {
			for _, q := range t.Referee.Ask() {
				if q.Seat == seat {
					return e.legal(q.Ask)
				}
			}
			return nil
		},
	}
	if forgiving, ok := t.Referee.(turn.Forgiving); ok {
		s.Wrongs = forgiving.Wrongs
	}
	return s
}

// wants reports whether a question wants a move.
func (e *Typed[Q, A]) wants(q turn.Question[Q]) bool { return len(e.Moves(q.Ask)) > 0 }

// seats returns the seats that are asked.
func seats[Q any](questions []turn.Question[Q]) (list []int) {
	for i := range questions {
		list = append(list, questions[i].Seat)
	}
	return list
}

// legal returns the legal answers to q as a person types them.
func (e *Typed[Q, A]) legal(q Q) (list []string) {
	for _, a := range e.Moves(q) {
		list = append(list, e.Notation.Text(q, a))
	}
	return list
}

// watch begins to show the table of a game, after a takeback from a later ply than the first.
func (p *playing[Q, A]) watch() {
	before := p.shown
	p.shown = p.Snapshot(p.table)
	p.shown.Ply = p.referee.Plies
	if before != nil {
		p.shown.Used = before.Used
	}
}

// Asked, with Answered, makes a game in progress an observer of its own loop: it keeps the answers for takebacks, records them
// and shows the game.
func (p *playing[Q, A]) Asked(ctx context.Context, questions []turn.Question[Q]) error {
	if len(p.watching) > 0 {
		p.shown.Asked = seats(questions)
	}
	for _, o := range p.watching {
		if err := o.Asked(ctx, p.shown); err != nil {
			return err
		}
	}
	return nil
}

func (p *playing[Q, A]) Answered(questions []turn.Question[Q], answers []turn.Answer[A]) error {
	if p.keeps {
		p.answers = append(p.answers, answers...)
	}
	s := p.shown
	s.Ply, s.Replies = p.referee.Plies, s.Replies[:0]
	for i := range answers {
		if err := p.Record(questions[i].Seat, &answers[i]); err != nil {
			return err
		}
		if len(p.watching) > 0 {
			s.Used[questions[i].Seat] += answers[i].Took
			s.Replies = append(s.Replies, p.reply(questions[i], answers[i]))
		}
	}
	for _, o := range p.watching {
		if err := o.Answered(s); err != nil {
			return err
		}
	}
	return nil
}

func (p *playing[Q, A]) ended(result *record.Result) error {
	p.shown.Asked, p.shown.Result = nil, result
	for _, o := range p.watching {
		if err := o.Ended(p.shown); err != nil {
			return err
		}
	}
	return nil
}

func (e *Typed[Q, A]) reply(q turn.Question[Q], a turn.Answer[A]) Reply {
	text := func() string {
		if a.Fault != nil {
			return ""
		}
		return e.Notation.Text(q.Ask, a.Value)
	}
	return Reply{q.Seat, text, a.Say, a.Worth, a.Fault, a.Took}
}
