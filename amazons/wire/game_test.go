package wire

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

type (
	player  = turn.Player[amazons.View, amazons.Move]
	players = []player // by seat
)

// random draws turns; the same seed draws the same ones.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 4117))} }

func (r random) Answer(_ context.Context, v amazons.View) (amazons.Move, string, error) {
	return v.Position.RandomSteps(r), "", nil
}

// outcome is what one side has seen of a game when it is over.
type outcome struct {
	Result turn.Result
	Turns  []string
}

// table is where one side plays.
type table struct {
	players
	start  amazons.Position // the zero value: the usual start
	budget time.Duration
}

// small is a start of games that are over soon.
func small(t *testing.T) amazons.Position {
	t.Helper()
	p, err := amazons.ParsePosition("1BB1/B2B/R2R/1RR1 r")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (tb table) play(ctx context.Context) (outcome, error) {
	if tb.start == (amazons.Position{}) {
		tb.start = amazons.Start()
	}
	r := referee.New(tb.start)
	var o outcome
	loop := turn.Loop[amazons.View, amazons.Move]{
		Referee: r, Players: tb.players,
		Game:      turn.Game{ID: "test", Seats: referee.Seats, Seed: "1", Budget: timer.Control{Move: tb.budget}},
		Observers: []turn.Observer[amazons.View, amazons.Move]{&o},
	}
	err := loop.Run(ctx)
	o.Result = r.Result()
	return o, err
}

func (*outcome) Asked(context.Context, []turn.Question[amazons.View]) error { return nil }
func (o *outcome) Answered(_ []turn.Question[amazons.View], answers []turn.Answer[amazons.Move]) error {
	if answers[0].Fault == nil {
		o.Turns = append(o.Turns, answers[0].Value.String())
	}
	return nil
}

// together plays at several tables at the same time: one game, seen from several sides. All must see the same.
func together(t *testing.T, tables ...table) outcome {
	t.Helper()
	var sides []func(int) table
	for _, tb := range tables {
		sides = append(sides, func(int) table { return tb })
	}
	return series(t, 1, sides...)[0]
}

// series plays several games in a row. No side waits for the others between the games.
func series(t *testing.T, games int, sides ...func(n int) table) []outcome {
	t.Helper()
	outcomes, errs := make([][]outcome, len(sides)), make([]error, len(sides))
	var playing sync.WaitGroup
	for i, side := range sides {
		playing.Go(func() {
			for n := 0; n < games && errs[i] == nil; n++ {
				var o outcome
				o, errs[i] = side(n).play(t.Context())
				outcomes[i] = append(outcomes[i], o)
			}
		})
	}
	playing.Wait()
	for i := range sides {
		if errs[i] != nil {
			t.Fatalf("side %d: %v", i, errs[i])
		}
		if diff := cmp.Diff(outcomes[0], outcomes[i]); diff != "" {
			t.Fatalf("side 0 and side %d saw different games (-0 +%[1]d):\n%s", i, diff)
		}
	}
	for _, o := range outcomes[0] {
		if o.Result.Reason != amazons.Stuck {
			t.Fatalf("a game ended so: %+v", o.Result)
		}
	}
	return outcomes[0]
}

// swapping seats a bot and a peer, the other way round in every second game.
func swapping(t *testing.T, bot int, peer player) func(n int) table {
	start := small(t)
	return func(n int) table {
		tb := table{players: players{newRandom(uint64(100*bot + n)), peer}, start: start}
		if bot != n%2 {
			tb.players[0], tb.players[1] = tb.players[1], tb.players[0]
		}
		return tb
	}
}

// settles fails the test if it leaves goroutines or descriptors behind.
func settles(t *testing.T) {
	t.Helper()
	descriptors := func() int {
		list, _ := os.ReadDir("/proc/self/fd") // none on other systems
		return len(list)
	}
	routines, files := runtime.NumGoroutine(), descriptors()
	t.Cleanup(func() {
		for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
			r, f := runtime.NumGoroutine(), descriptors()
			if r <= routines && f <= files {
				return
			}
			if time.Now().After(end) {
				var stacks [1 << 16]byte
				t.Errorf("%d goroutines and %d descriptors are left of this test:\n%s", r-routines, f-files,
					stacks[:runtime.Stack(stacks[:], true)])
				return
			}
		}
	})
}

// heard collects what is written and finds the address in it.
type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
	said chan string // addresses
}

var port = regexp.MustCompile(`127\.0\.0\.1:[0-9]+`)

func (h *heard) Write(data []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case h.said <- port.FindString(string(data)):
	default:
	}
	return h.text.Write(data)
}

// listening returns a listening peer and its address. It is closed with the test.
func listening(t *testing.T, f Framing) (*Peer, string) {
	t.Helper()
	notes := &heard{said: make(chan string, 1)}
	p, err := Listen("0", notes)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	p.Framing, p.Patience = f, time.Minute // a test that hangs ends
	// The address is said when a game begins; a game that ends before it began says it now.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Open(ctx, turn.Game{}); err == nil {
		t.Fatal("somebody has connected already")
	}
	return p, <-notes.said
}

func dialling(t *testing.T, address string, f Framing) *Peer {
	t.Helper()
	p, err := Dial(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	p.Framing, p.Patience = f, time.Minute
	return p
}
