package turn_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// count is a game in which the seats say numbers: together or in turn, until limit questions are answered.
type count struct {
	together  bool
	limit     int
	questions [2]turn.Question[int]
	got       []string
	plies     int
}

func (c *count) Ask() []turn.Question[int] {
	c.questions = [2]turn.Question[int]{{Seat: 0, Ask: c.plies}, {Seat: 1, Ask: c.plies}}
	switch {
	case c.plies >= c.limit:
		return nil
	case c.together:
		return c.questions[:]
	}
	return c.questions[c.plies%2:][:1]
}

func (c *count) Answer(answers []turn.Answer[int]) {
	for _, a := range answers {
		c.plies++
		if len(c.got) == cap(c.got) {
			continue // the allocation test leaves no room on purpose
		}
		if a.Fault != nil {
			c.got = append(c.got, string(a.Fault.Kind))
		} else {
			c.got = append(c.got, fmt.Sprint(a.Value))
		}
	}
}

func (c *count) Result() turn.Result { return turn.Result{Winner: turn.Draw, Plies: c.plies} }

type playerFunc func(ctx context.Context, q int) (int, string, error)

func (f playerFunc) Answer(ctx context.Context, q int) (int, string, error) { return f(ctx, q) }

var (
	echo     = playerFunc(func(_ context.Context, q int) (int, string, error) { return q, "", nil })
	sleeper  = playerFunc(func(ctx context.Context, q int) (int, string, error) { <-ctx.Done(); return 0, "", ctx.Err() })
	deaf     = playerFunc(func(ctx context.Context, q int) (int, string, error) { time.Sleep(time.Hour); return 0, "", nil })
	panicker = playerFunc(func(context.Context, int) (int, string, error) { panic("no such square") })
	broken   = playerFunc(func(context.Context, int) (int, string, error) { return 0, "", errors.New("disk on fire") })
	hasty    = playerFunc(func(context.Context, int) (int, string, error) {
		return 0, "", fmt.Errorf("reading: %w", os.ErrDeadlineExceeded) // of a connection whose clock is fast
	})
	early   = playerFunc(func(context.Context, int) (int, string, error) { return 7, "", context.DeadlineExceeded })
	quitter = playerFunc(func(context.Context, int) (int, string, error) { return 0, "", turn.ErrQuit })
	slow    = playerFunc(func(ctx context.Context, q int) (int, string, error) { time.Sleep(2 * time.Second); return q, "", nil })
)

func TestLoop(t *testing.T) {
	second := timer.Control{Move: time.Second}
	for _, tt := range []struct {
		name     string
		together bool
		budget   timer.Control
		players  [2]turn.Player[int, int]
		want     string
		err      error
	}{
		{name: "alternating", players: [2]turn.Player[int, int]{echo, echo}, want: "0 1 2 3"},
		{name: "simultaneous", together: true, players: [2]turn.Player[int, int]{echo, echo}, want: "0 0 2 2"},
		{name: "simultaneous with a budget", together: true, budget: second, players: [2]turn.Player[int, int]{echo, echo}, want: "0 0 2 2"},
		{name: "late", budget: second, players: [2]turn.Player[int, int]{echo, sleeper}, want: "0 late 2 late"},
		{name: "deaf to its deadline", budget: second, players: [2]turn.Player[int, int]{echo, deaf}, want: "0 late 2 late"},
		{name: "an answer after the deadline is no answer", budget: second, players: [2]turn.Player[int, int]{slow, echo}, want: "late 1 late 3"},
		{name: "one late, one not", together: true, budget: second, players: [2]turn.Player[int, int]{slow, echo}, want: "late 0 late 2"},
		{name: "punctual", budget: second, players: [2]turn.Player[int, int]{punctual{echo}, punctual{sleeper}}, want: "0 late 2 late"},
		{name: "nearly punctual", budget: second, players: [2]turn.Player[int, int]{punctual{slow}, echo}, want: "late 1 late 3"},
		{name: "punctual together", together: true, budget: second, players: [2]turn.Player[int, int]{punctual{sleeper}, echo}, want: "late 0 late 2"},
		{name: "punctual and broken", budget: second, players: [2]turn.Player[int, int]{punctual{panicker}, punctual{broken}}, want: "crashed crashed crashed crashed"},
		{name: "a clock of its own", budget: second, players: [2]turn.Player[int, int]{hasty, punctual{hasty}}, want: "late late late late"},
		{name: "in this process", budget: second, players: [2]turn.Player[int, int]{inside{early}, echo}, want: "late 1 late 3"},
		{name: "panic", players: [2]turn.Player[int, int]{panicker, echo}, want: "crashed 1 crashed 3"},
		{name: "panic with a budget", budget: second, players: [2]turn.Player[int, int]{panicker, echo}, want: "crashed 1 crashed 3"},
		{name: "error", players: [2]turn.Player[int, int]{echo, broken}, want: "0 crashed 2 crashed"},
		{name: "quit", players: [2]turn.Player[int, int]{echo, quitter}, want: "0", err: turn.ErrQuit},
		{name: "never started", players: [2]turn.Player[int, int]{echo, opener{}}, want: "0 never-started 2 never-started"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				game := &count{together: tt.together, limit: 4, got: make([]string, 0, 8)}
				loop := turn.Loop[int, int]{Referee: game, Players: tt.players[:], Game: turn.Game{Budget: tt.budget}}
				if err := loop.Run(t.Context()); !errors.Is(err, tt.err) {
					t.Errorf("Run: %v, want %v", err, tt.err)
				}
				if diff := cmp.Diff(tt.want, strings.Join(game.got, " ")); diff != "" {
					t.Errorf("answers (-want +got):\n%s", diff)
				}
				time.Sleep(2 * time.Hour) // the deaf player's goroutine ends when it has finished thinking
			})
		})
	}
}

// punctual is a player that is called in place.
type punctual struct{ playerFunc }

func (punctual) Punctual() {}

// details is a game that keeps what is said of the last answers.
type details struct {
	count
	said []string
}

func (d *details) Answer(answers []turn.Answer[int]) {
	d.said = nil
	for _, a := range answers {
		if d.said = append(d.said, ""); a.Fault != nil {
			d.said[len(d.said)-1] = a.Fault.Detail
		}
	}
	d.count.Answer(answers)
}

// A player that returns when its time is over says why it is late, also when others are asked at the same time.
func TestLateSaysMore(t *testing.T) {
	for _, kind := range []turn.FaultKind{turn.Late, turn.Crashed} {
		synctest.Test(t, func(t *testing.T) {
			game := &details{count: count{together: true, limit: 2, got: make([]string, 0, 2)}}
			late := punctual{func(ctx context.Context, _ int) (int, string, error) {
				<-ctx.Done()
				return 0, "", turn.Faultf(kind, "it ended no line")
			}}
			loop := turn.Loop[int, int]{
				Referee: game, Players: []turn.Player[int, int]{late, echo}, Game: turn.Game{Budget: timer.Control{Move: time.Second}},
			}
			if err := loop.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			want := map[turn.FaultKind]string{turn.Late: "no answer within 1s; it ended no line|", turn.Crashed: "no answer within 1s|"}[kind]
			if got := strings.Join(game.said, "|"); got != want {
				t.Errorf("%s: the referee is told %q, want %q", kind, got, want)
			}
		})
	}
}

// opener is a player that cannot be started.
type opener struct{ playerFunc }

func (opener) Open(context.Context, turn.Game) error { return errors.New("no such file") }

// A player that is late is not asked again before it has returned, and End is not called while it thinks.
func TestOneThoughtAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &busy{t: t}
		loop := turn.Loop[int, int]{
			Referee: &count{limit: 4, got: make([]string, 0, 4)}, Players: []turn.Player[int, int]{p, echo},
			Game: turn.Game{Budget: timer.Control{Move: time.Second}},
		}
		if err := loop.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if p.calls < 2 {
			t.Errorf("it was asked %d times, want to see it asked again", p.calls)
		}
	})
}

// busy takes 1.4 s for each answer, whatever its context says.
type busy struct {
	t     *testing.T
	calls int
	inUse bool
}

func (b *busy) Answer(context.Context, int) (int, string, error) {
	if b.inUse {
		b.t.Error("asked while it was still busy with the question before")
	}
	b.inUse = true
	time.Sleep(1400 * time.Millisecond)
	b.inUse = false
	b.calls++
	return 0, "", nil
}

func (b *busy) End(*turn.Result) {
	if b.inUse {
		b.t.Error("told of the end while it was still busy")
	}
}

func TestGameClockRunsOverTheWholeGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		game := &count{limit: 6, got: make([]string, 0, 8)}
		loop := turn.Loop[int, int]{
			Referee: game, Players: []turn.Player[int, int]{slow, echo},
			Game: turn.Game{Budget: timer.Control{Game: 5 * time.Second}},
		}
		if err := loop.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff("0 1 2 3 late 5", strings.Join(game.got, " ")); diff != "" {
			t.Errorf("answers (-want +got):\n%s", diff)
		}
		time.Sleep(time.Minute) // the late player's goroutine ends when it has finished thinking
	})
}

func TestCancelEndsAGameAndTellsThePlayers(t *testing.T) {
	for _, budget := range []timer.Control{{}, {Move: time.Hour}} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Minute, cancel)
			p := &ended{playerFunc: sleeper}
			loop := turn.Loop[int, int]{
				Referee: &count{limit: 1, got: make([]string, 0, 1)},
				Players: []turn.Player[int, int]{p, echo}, Game: turn.Game{Budget: budget},
			}
			if err := loop.Run(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("Run: %v, want %v", err, context.Canceled)
			}
			if !p.told || p.result != nil {
				t.Errorf("told %v, result %v: want told that the game was broken off", p.told, p.result)
			}
		})
	}
}

type ended struct {
	playerFunc
	told   bool
	result *turn.Result
}

func (e *ended) End(r *turn.Result) { e.told, e.result = true, r }

// stepper takes an hour over every question.
type stepper struct{ asked int }

func (s *stepper) Asked(context.Context, []turn.Question[int]) error {
	s.asked++
	time.Sleep(time.Hour)
	return nil
}
func (*stepper) Answered([]turn.Question[int], []turn.Answer[int]) error { return nil }

func TestObserversCostPlayersNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		game := &count{limit: 2, got: make([]string, 0, 2)}
		s := &stepper{}
		loop := turn.Loop[int, int]{
			Referee: game, Players: []turn.Player[int, int]{echo, echo}, Observers: []turn.Observer[int, int]{s},
			Game: turn.Game{Budget: timer.Control{Game: time.Second}},
		}
		if err := loop.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(game.got, " "); got != "0 1" || s.asked != 2 {
			t.Errorf("answers %q after %d steps, want %q after 2", got, s.asked, "0 1")
		}
	})
}

func TestNoBudgetNoAllocation(t *testing.T) {
	loop := turn.Loop[int, int]{Players: []turn.Player[int, int]{echo, echo}}
	allocs := func(plies int) float64 {
		return testing.AllocsPerRun(10, func() {
			l := loop
			l.Referee = &count{limit: plies}
			if err := l.Run(context.Background()); err != nil {
				t.Fatal(err)
			}
		})
	}
	if short, long := allocs(10), allocs(10_000); long > short+100 { // the runtime allocates now and then
		t.Errorf("%v allocations in a game of 10 plies, %v in one of 10,000: a ply must not allocate", short, long)
	}
}

func TestSeedAndSeatDecideTheNumbers(t *testing.T) {
	draw := func(seed string, seat int) uint64 { return turn.Game{Seed: seed, Seat: seat}.Rand().Uint64() }
	if first, again := draw("7", 0), draw("7", 0); first != again {
		t.Error("the same seed and seat drew different numbers")
	}
	if draw("7", 0) == draw("7", 1) || draw("7", 0) == draw("8", 0) {
		t.Error("another seat or seed drew the same number")
	}
}

// thinker thinks until its time is over and records whether End was called while it was thinking.
type thinker struct {
	thinking, disturbed bool
	ended               int
}

func (p *thinker) Answer(ctx context.Context, q int) (int, string, error) {
	p.thinking = true
	defer func() { p.thinking = false }()
	<-ctx.Done()
	time.Sleep(100 * time.Millisecond) // it takes a while to notice
	return 0, "", ctx.Err()
}

func (p *thinker) End(*turn.Result) {
	p.ended++
	p.disturbed = p.disturbed || p.thinking
}

// If one player breaks a simultaneous question off, the other is told to stop, and its End is called when it has.
func TestBrokenOffWhileOthersThink(t *testing.T) {
	taker := playerFunc(func(context.Context, int) (int, string, error) { return 0, "", turn.Takeback{Plies: 2} })
	for name, p := range map[string]turn.Player[int, int]{"quit": quitter, "takeback": taker} {
		synctest.Test(t, func(t *testing.T) {
			for seat := range 2 {
				other := &thinker{}
				players := []turn.Player[int, int]{p, p}
				players[seat] = other
				budgets := make([]timer.Control, 2)
				budgets[seat] = timer.Control{Move: time.Hour}
				began := time.Now()
				loop := turn.Loop[int, int]{Referee: &count{together: true, limit: 4}, Players: players, Budgets: budgets}
				err := loop.Run(t.Context())
				if seat == 0 { // its answer is waited for first
					began = began.Add(time.Hour)
				}
				if took := time.Since(began); err == nil || took > time.Second || other.thinking || other.disturbed || other.ended != 1 {
					t.Errorf("%s by seat %d: %v after %v, still thinking %v, told of the end in a thought %v, %d times",
						name, 1-seat, err, took, other.thinking, other.disturbed, other.ended)
				}
			}
		})
	}
}

// A game that is cancelled ends for all players, too.
func TestCancelledWhileBothThink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, cancel)
		players := [2]thinker{}
		loop := turn.Loop[int, int]{
			Referee: &count{together: true, limit: 4}, Players: []turn.Player[int, int]{&players[0], &players[1]},
			Game: turn.Game{Budget: timer.Control{Move: time.Hour}},
		}
		if err := loop.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Run: %v, want that the context was cancelled", err)
		}
		for seat, p := range players {
			if p.thinking || p.disturbed || p.ended != 1 {
				t.Errorf("seat %d: %+v, want one end after its thought", seat, p)
			}
		}
	})
}

// What players say and how they fail is cleaned and cut before anybody sees it.
func TestWordsAreCleaned(t *testing.T) {
	talker := playerFunc(func(_ context.Context, q int) (int, string, error) {
		return q, "\x1b[2J" + strings.Repeat("a\u202e", 5000), nil
	})
	failing := playerFunc(func(context.Context, int) (int, string, error) {
		return 0, "", turn.Faultf(turn.Garbled, "\x1b]0;title\a%s", strings.Repeat("b\n", 5000))
	})
	var seen []turn.Answer[int]
	loop := turn.Loop[int, int]{
		Referee: &count{limit: 2}, Players: []turn.Player[int, int]{talker, failing},
		Observers: []turn.Observer[int, int]{answersTo{&seen}},
	}
	if err := loop.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	say, detail := seen[0].Say, seen[1].Fault.Detail
	if len(say) > 1024 || len(say) < 500 || strings.ContainsAny(say, "\x1b\u202e") {
		t.Errorf("a say of %d bytes: %q", len(say), say)
	}
	if n := len([]rune(detail)); n != 500 || strings.ContainsAny(detail, "\x1b\a\n") {
		t.Errorf("a detail of %d characters: %q", n, detail)
	}
}

// answersTo collects the answers.
type answersTo struct{ list *[]turn.Answer[int] }

func (answersTo) Asked(context.Context, []turn.Question[int]) error { return nil }
func (a answersTo) Answered(_ []turn.Question[int], answers []turn.Answer[int]) error {
	*a.list = append(*a.list, answers...)
	return nil
}

// hopeful knows what the game is worth to it.
type hopeful struct{ playerFunc }

func (hopeful) Worth() (float64, bool) { return 1.5, true }

func TestWorth(t *testing.T) {
	var seen []turn.Answer[int]
	loop := turn.Loop[int, int]{
		Referee: &count{limit: 2}, Players: []turn.Player[int, int]{turn.Wrapped[int, int]{Player: hopeful{echo}}, echo},
		Observers: []turn.Observer[int, int]{answersTo{&seen}},
	}
	if err := loop.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if seen[0].Worth == nil || *seen[0].Worth != 1 || seen[1].Worth != nil {
		t.Errorf("worth %v and %v, want 1 and none", seen[0].Worth, seen[1].Worth)
	}
}
