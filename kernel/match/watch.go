package match

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Version returns the version of this program.
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// Observer sees a game go by. An error ends the game: turn.ErrQuit breaks it off, a turn.Takeback takes answers back.
type Observer interface {
	// Asked is called before the players are asked; the time it takes is nobody's.
	Asked(ctx context.Context, s *Snapshot) error
	// Answered is called after the referee took the answers; what is asked next is not yet known.
	Answered(s *Snapshot) error
	// Ended is called when the game is over.
	Ended(s *Snapshot) error
}

// Snapshot is what people may see of a game between two questions: all of it, not one seat's view. What costs is a function that
// computes when it is called. A snapshot is valid until the method of the Observer, or the function, that got it returns.
type Snapshot struct {
	Ply     int             // answers so far
	Asked   []int           // seats that are asked now; none when the game is over
	Replies []Reply         // the last answers, in the order of the questions
	Used    []time.Duration // by seat: what its answers took so far
	Result  *record.Result  // nil: the game goes on, or was interrupted
	Last    bool            // of a record: nothing follows

	Draw  func(*ascii.Canvas)
	Text  func() string            // the position as a layout text
	Legal func(seat int) []string  // the legal answers of a seat that is asked, as a person types them
	Wants func(seat int) (is bool) // whether a seat that is asked is to move, and not only to say its name
}

// Reply is an answer that was given.
type Reply struct {
	Seat  int
	Text  func() string // as a person types it; "" for a fault
	Say   string
	Worth *float64 // of the game to the seat as its player thinks, from 0 to 1; nil: it did not say
	Fault *turn.Fault
	Took  time.Duration
}

// snapshot makes the functions of a table.
func (e *engine[Q, A]) snapshot(t *Table[Q, A]) *Snapshot {
	question := func(seat int) *turn.Question[Q] {
		questions := t.Referee.Ask()
		for i := range questions {
			if questions[i].Seat == seat {
				return &questions[i]
			}
		}
		return nil
	}
	return &Snapshot{
		Draw: t.Draw, Text: t.Layout, Used: make([]time.Duration, len(e.Seats)),
		Legal: func(seat int) []string {
			if q := question(seat); q != nil {
				return e.legal(q.Ask)
			}
			return nil
		},
		Wants: func(seat int) bool {
			q := question(seat)
			return q != nil && len(e.Moves(q.Ask)) > 0
		},
	}
}

// legal returns the legal answers to q as a person types them.
func (e *engine[Q, A]) legal(q Q) (list []string) {
	for _, a := range e.Moves(q) {
		list = append(list, e.Notation.Text(q, a))
	}
	return list
}

// watcher shows a game to observers.
type watcher[Q, A any] struct {
	game  *playing[Q, A]
	shown *Snapshot
	seats []int // memory of shown.Asked
}

// watch begins to show the table of a game, from a ply on that is not the first one after a takeback.
func (p *playing[Q, A]) watch() *watcher[Q, A] {
	w := &watcher[Q, A]{game: p, shown: p.snapshot(p.table)}
	w.shown.Ply = p.referee.plies
	if p.watcher != nil {
		w.shown.Used = p.watcher.shown.Used
	}
	return w
}

func (w *watcher[Q, A]) Asked(ctx context.Context, questions []turn.Question[Q]) error {
	w.seats = w.seats[:0]
	for i := range questions {
		w.seats = append(w.seats, questions[i].Seat)
	}
	w.shown.Asked = w.seats
	for _, o := range w.game.watching {
		if err := o.Asked(ctx, w.shown); err != nil {
			return err
		}
	}
	return nil
}

func (w *watcher[Q, A]) Answered(questions []turn.Question[Q], answers []turn.Answer[A]) error {
	s := w.shown
	s.Ply = w.game.referee.plies
	s.Replies = s.Replies[:0]
	for i := range answers {
		q, a := questions[i], answers[i]
		s.Used[q.Seat] += a.Took
		s.Replies = append(s.Replies, w.game.reply(q, a))
	}
	for _, o := range w.game.watching {
		if err := o.Answered(s); err != nil {
			return err
		}
	}
	return nil
}

func (w *watcher[Q, A]) ended(result *record.Result) error {
	w.shown.Asked, w.shown.Result = nil, result
	for _, o := range w.game.watching {
		if err := o.Ended(w.shown); err != nil {
			return err
		}
	}
	return nil
}

func (e *engine[Q, A]) reply(q turn.Question[Q], a turn.Answer[A]) Reply {
	text := func() string {
		if a.Fault != nil {
			return ""
		}
		return e.Notation.Text(q.Ask, a.Value)
	}
	return Reply{q.Seat, text, a.Say, a.Worth, a.Fault, a.Took}
}

// history remembers the answers for takebacks.
type history[Q, A any] playing[Q, A]

func (h *history[Q, A]) Asked(context.Context, []turn.Question[Q]) error { return nil }

func (h *history[Q, A]) Answered(_ []turn.Question[Q], answers []turn.Answer[A]) error {
	h.answers = append(h.answers, answers...)
	return nil
}

// lastWords is how long what a program wrote to standard error before its first fault may be on its way.
const lastWords = 20 * time.Millisecond

// recording writes the answers down.
type recording[Q, A any] playing[Q, A]

func (r *recording[Q, A]) Asked(context.Context, []turn.Question[Q]) error { return nil }

func (r *recording[Q, A]) Answered(questions []turn.Question[Q], answers []turn.Answer[A]) error {
	for i := range answers {
		seat := questions[i].Seat
		line, err := encode(r.Seats[seat], &answers[i])
		if err != nil {
			return err
		}
		r.recorder.Answer(line)
		if p, ok := r.players[seat].seat.(printer); ok {
			if f := answers[i].Fault; f != nil && f.Kind != turn.NeverStarted && r.failed&(1<<seat) == 0 {
				r.failed |= 1 << seat
				time.Sleep(lastWords)
			}
			r.recorder.Output(r.Seats[seat], p.Printed(), nil)
		}
	}
	return nil
}

// encode makes the line of a record.
func encode[A any](seat string, a *turn.Answer[A]) (record.Answer, error) {
	line := record.Answer{Seat: seat, Say: a.Say, Worth: a.Worth, Ms: record.Milliseconds(a.Took)}
	if a.Fault != nil {
		line.Fault, line.Detail = a.Fault.Kind, a.Fault.Detail
		return line, nil
	}
	move, err := json.Marshal(a.Value)
	if err != nil {
		return line, fmt.Errorf("an answer of %s: %w", seat, err)
	}
	line.Move = move
	return line, nil
}
