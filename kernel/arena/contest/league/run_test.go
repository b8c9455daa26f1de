package league_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
)

// A list is played with at most Concurrency games at once, and no further after an error.
func TestList(t *testing.T) {
	list := func() *league.List {
		l := &league.List{}
		for n := range 10 {
			l.Pairings = append(l.Pairings, league.Pairing{N: n + 1})
		}
		return l
	}
	var running, most atomic.Int32
	var mu sync.Mutex
	done := map[int]bool{}
	r := league.Runner{Plan: list(), Concurrency: 3, Play: func(_ context.Context, p league.Pairing) (league.Outcome, error) {
		most.Store(max(most.Load(), running.Add(1)))
		defer running.Add(-1)
		mu.Lock()
		defer mu.Unlock()
		done[p.N] = true
		return league.Outcome{}, nil
	}}
	if err := r.Run(t.Context()); err != nil || len(done) != 10 || most.Load() > 3 {
		t.Errorf("error %v, %d games, %d at once; want nil, 10, at most 3", err, len(done), most.Load())
	}
	boom := errors.New("boom")
	started := atomic.Int32{}
	r = league.Runner{Plan: list(), Play: func(_ context.Context, p league.Pairing) (league.Outcome, error) {
		started.Add(1)
		if p.N == 3 {
			return league.Outcome{}, boom
		}
		return league.Outcome{}, nil
	}}
	if err := r.Run(t.Context()); !errors.Is(err, boom) || started.Load() != 3 {
		t.Errorf("error %v after %d games, want %v after 3", err, started.Load(), boom)
	}
}

// steps is a plan of steps with sizes games each: a step begins when the one before is over. It stops waiting for the numbers in
// gone.
type steps struct {
	sizes  []int
	gone   map[int]bool
	step   int
	issued int
	open   map[int]bool
	order  []int // outcomes as they came
}

func (s *steps) Issue() (list []league.Pairing, finished bool) {
	if len(s.open) > 0 {
		return nil, false
	}
	if s.step == len(s.sizes) {
		return nil, true
	}
	s.open = map[int]bool{}
	for range s.sizes[s.step] {
		s.issued++
		list = append(list, league.Pairing{N: s.issued, Teams: []int{0, 1}})
		if !s.gone[s.issued] {
			s.open[s.issued] = true
		}
	}
	s.step++
	return list, false
}

func (s *steps) Report(o league.Outcome) {
	s.order = append(s.order, o.N)
	delete(s.open, o.N)
}

func (s *steps) Open(n int) bool { return s.open[n] }

// Outcomes arrive in a random order; they are reported in the order of issue, and a step waits for the last game of the one
// before.
func TestRun(t *testing.T) {
	for seed := range uint64(20) {
		chance := rand.New(rand.NewPCG(seed, 1))
		plan := &steps{sizes: []int{5, 1, 7, 3}, gone: map[int]bool{9: true}}
		var running, most, played atomic.Int32
		var reported []int
		r := league.Runner{
			Plan: plan, Concurrency: 3,
			Done: func(p league.Pairing) (league.Outcome, bool) { return league.Outcome{Winner: 1}, p.N%4 == 0 },
			Play: func(_ context.Context, p league.Pairing) (league.Outcome, error) {
				now := running.Add(1)
				defer running.Add(-1)
				for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
				}
				if p.N%4 == 0 || p.N == 9 {
					t.Errorf("seed %d: game %d is played", seed, p.N)
				}
				played.Add(1)
				return league.Outcome{Winner: 0}, nil
			},
			Report: func(p league.Pairing, o league.Outcome) error {
				reported = append(reported, p.N)
				if (p.N%4 == 0) != (o.Winner == 1) || o.N != p.N {
					t.Errorf("seed %d: game %d has the outcome %+v", seed, p.N, o)
				}
				if chance.IntN(3) == 0 {
					time.Sleep(time.Microsecond)
				}
				return nil
			},
		}
		if err := r.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := []int{1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16}
		if diff := cmp.Diff(want, reported); diff != "" || played.Load() != 11 || most.Load() > 3 {
			t.Errorf("seed %d: %d games played, %d at once, reports (-want +got):\n%s", seed, played.Load(), most.Load(), diff)
		}
	}
}

func TestRunStopsAtTheFirstError(t *testing.T) {
	boom := errors.New("boom")
	for _, tt := range []struct {
		name   string
		play   error
		report error
	}{{"play", boom, nil}, {"report", nil, boom}} {
		var started, ended atomic.Int32
		r := league.Runner{
			Plan: &steps{sizes: []int{10}}, Concurrency: 2,
			Play: func(ctx context.Context, p league.Pairing) (league.Outcome, error) {
				started.Add(1)
				defer ended.Add(1)
				if p.N == 1 {
					return league.Outcome{}, tt.play
				}
				<-ctx.Done() // cancelled by the error
				return league.Outcome{}, context.Cause(ctx)
			},
			Report: func(league.Pairing, league.Outcome) error { return tt.report },
		}
		if err := r.Run(t.Context()); !errors.Is(err, boom) || started.Load() > 3 || started.Load() != ended.Load() {
			t.Errorf("%s: error %v, %d games started, %d ended, want %v and at most 3", tt.name, err, started.Load(), ended.Load(), boom)
		}
	}
}

// decided is finished after one outcome, whatever else is played.
type decided struct{ steps }

func (d *decided) Issue() ([]league.Pairing, bool) {
	list, _ := d.steps.Issue()
	return list, len(d.order) > 0
}

func TestRunCancelsWhatNobodyWaitsFor(t *testing.T) {
	r := league.Runner{
		Plan: &decided{steps{sizes: []int{4}}}, Concurrency: 4,
		Play: func(ctx context.Context, p league.Pairing) (league.Outcome, error) {
			if p.N != 1 {
				<-ctx.Done()
				return league.Outcome{}, errors.New("killed")
			}
			return league.Outcome{}, nil
		},
	}
	if err := r.Run(t.Context()); err != nil {
		t.Errorf("error %v, want none: the plan is finished", err)
	}
}

func TestRunNeverHangs(t *testing.T) {
	waiting := &steps{sizes: []int{1}, gone: map[int]bool{1: true}, open: map[int]bool{7: true}}
	r := league.Runner{Plan: waiting, Play: func(context.Context, league.Pairing) (league.Outcome, error) {
		return league.Outcome{}, errors.New("nothing was issued")
	}}
	if err := r.Run(t.Context()); !errors.Is(err, league.ErrStuck) {
		t.Errorf("a plan that waits for nothing: %v, want %v", err, league.ErrStuck)
	}
	// An event sets it going again; the end of events is the end of the run.
	events := make(chan func() error)
	go func() {
		events <- func() error { clear(waiting.open); return nil }
		close(events)
	}()
	r.Events = events
	if err := r.Run(t.Context()); err != nil {
		t.Errorf("after the event: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	waiting.open[7] = true
	r.Events = make(chan func() error)
	cancel(stop)
	if err := r.Run(ctx); !errors.Is(err, stop) {
		t.Errorf("cancelled while it waits for events: %v, want %v", err, stop)
	}
}
