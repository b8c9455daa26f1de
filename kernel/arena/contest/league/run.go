package league

import (
	"context"
	"errors"
)

// Runner plays the games of a plan. Only Plan and Play are needed.
type Runner struct {
	Plan        Plan
	Concurrency int // games at the same time; 0 is 1

	// Done returns the outcome of a pairing that was played before, by an earlier run of the same league.
	Done func(Pairing) (Outcome, bool)
	// Play plays a game, in a goroutine of its own. It must write the outcome to the journal before it returns, so that the plan
	// never acts on one that a crash can take back. An error ends the run.
	Play func(context.Context, Pairing) (Outcome, error)
	// Report is called with each outcome, in the order of issue. Games that the plan stopped waiting for are left out.
	Report func(Pairing, Outcome) error
	// Functions from Events are called between outcomes. They may change the plan, which nothing else uses meanwhile. When there
	// is nothing to play, a run waits for them until the channel is closed. Their errors end the run.
	Events <-chan func() error
}

// ErrStuck is the error of a plan that waits for an outcome of a game that is not being played.
var ErrStuck = errors.New("the plan is not finished, but nothing is left to play")

// run is a Runner at work. All of it belongs to the goroutine that called Run.
type run struct {
	*Runner
	queue    []Pairing       // issued, not yet started
	issued   []Pairing       // not yet reported
	outcomes map[int]Outcome // of issued, by N
	running  int
	finished bool
	failure  error
}

type ended struct {
	outcome Outcome
	err     error
}

// Run plays until the plan is finished and no event can come any more. It starts no game after the first error, cancels those
// that run, waits for them and returns the error. Games that still run then are cancelled.
func (r *Runner) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &run{Runner: r, outcomes: map[int]Outcome{}}
	results := make(chan ended)
	for {
		w.ask()
		for w.running < max(1, w.Concurrency) && w.failure == nil && ctx.Err() == nil {
			p, ok := w.next()
			if !ok {
				break
			}
			w.running++
			go func() {
				outcome, err := w.Play(ctx, p)
				outcome.N = p.N
				results <- ended{outcome, err}
			}()
		}
		if w.failure != nil || w.finished && w.Events == nil {
			cancel(w.failure)
		}
		switch {
		case w.running == 0 && w.failure != nil:
			return w.failure
		case w.running == 0 && ctx.Err() != nil:
			if w.finished {
				return nil
			}
			return context.Cause(ctx)
		case w.running == 0 && w.Events == nil:
			return ErrStuck
		}
		w.wait(ctx, results)
	}
}

// wait waits until something happens.
func (w *run) wait(ctx context.Context, results <-chan ended) {
	done := ctx.Done()
	if ctx.Err() != nil {
		done = nil // known; wait for results only
	}
	var events <-chan func() error
	if w.failure == nil && done != nil {
		events = w.Events
	}
	select {
	case r := <-results:
		w.running--
		switch {
		case r.err == nil:
			w.take(r.outcome)
		case !w.finished && w.failure == nil && ctx.Err() == nil:
			w.failure = r.err
		}
	case event, ok := <-events:
		if !ok {
			w.Events = nil
		} else if err := event(); err != nil {
			w.failure = err
		}
	case <-done:
	}
}

// ask collects the pairings that the plan issues and reports known outcomes to it, until it issues none whose outcome is known.
func (w *run) ask() {
	for w.failure == nil {
		list, finished := w.Plan.Issue()
		w.finished = finished
		w.issued = append(w.issued, list...)
		known := false
		for _, p := range list {
			if w.Done != nil {
				if o, ok := w.Done(p); ok {
					o.N = p.N
					w.take(o)
					known = true
					continue
				}
			}
			w.queue = append(w.queue, p)
		}
		w.report()
		if !known {
			return
		}
	}
}

// next returns the next game that the plan waits for.
func (w *run) next() (p Pairing, ok bool) {
	for len(w.queue) > 0 && !w.finished {
		p, w.queue = w.queue[0], w.queue[1:]
		if w.open(p.N) {
			return p, true
		}
	}
	return p, false
}

func (w *run) open(n int) bool {
	plan, ok := w.Plan.(interface{ Open(n int) bool })
	return !ok || plan.Open(n)
}

// take reports an outcome to the plan.
func (w *run) take(o Outcome) {
	if w.finished || !w.open(o.N) {
		return
	}
	w.outcomes[o.N] = o
	w.Plan.Report(o)
}

// report passes on new outcomes, in the order of issue.
func (w *run) report() {
	for len(w.issued) > 0 && w.failure == nil {
		p := w.issued[0]
		o, known := w.outcomes[p.N]
		if !known && w.open(p.N) {
			return
		}
		w.issued = w.issued[1:]
		delete(w.outcomes, p.N)
		if known && w.Report != nil {
			w.failure = w.Report(p, o)
		}
	}
}
