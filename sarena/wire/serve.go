package wire

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/referee"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

type player = turn.Player[sarena.View, sarena.Move]

// Host answers calls of the original's referee, and of other programs that call in the same way, with our players. A call does
// not say which game it belongs to, so Host remembers the position after each of its answers: a call with a position one turn
// later goes to the same player. A call that fits no such position begins a new game.
type Host struct {
	New  func() (player, error) // makes a player for a new game
	Most int                    // number of games to remember; at least 1
	Seed string                 // of every game, so that games can be repeated; "": each game draws its own
	// Played is called with each of our turns, by a goroutine of its game; may be nil.
	Played func(game int, v sarena.View, m sarena.Move)

	begun atomic.Int64 // number of games
	mu    sync.Mutex
	games []*hosted // those in which no player is thinking, the longest idle first
}

// hosted is one game.
type hosted struct {
	number int // from 1
	player player
	step   int             // of the last answer
	after  sarena.Position // the position after it
}

// close ends the game; result is nil if it is not known.
func (g *hosted) close(result *turn.Result) {
	turn.End(g.player, result)
	turn.Close(g.player)
}

// Handle answers a call; it is the Handle of an [xmlrpc.Server].
func (h *Host) Handle(ctx context.Context, method string, params []python.Value) (python.Value, error) {
	if method != "play" {
		return nil, xmlrpc.ErrUnknownMethod
	}
	if len(params) != 3 {
		return nil, fmt.Errorf("<class 'TypeError'>:play() takes percepts, step and time_left, not %d arguments", len(params))
	}
	v, err := parseCall(params)
	if err != nil {
		return nil, fmt.Errorf("<class 'ValueError'>:%w", err)
	}
	g, err := h.take(ctx, &v)
	if err != nil {
		return nil, fmt.Errorf("<class 'RuntimeError'>:%w", err)
	}
	m, err := Answer(ctx, g.player, v)
	if err == nil && v.Position.Check(m) != sarena.Legal {
		err = fmt.Errorf("it played the illegal turn %v", m)
	}
	if err != nil {
		g.close(nil)
		return nil, fmt.Errorf("<class 'RuntimeError'>:%s", strings.SplitN(err.Error(), "\n", 2)[0])
	}
	if h.Played != nil {
		h.Played(g.number, v, m)
	}
	g.step, g.after = v.Step, v.Position.Play(m)
	if g.after.Over() {
		result := referee.New(g.after).Result()
		g.close(&result)
	} else {
		h.put(g)
	}
	return python.Ints(m.I1, m.J1, m.I2, m.J2), nil
}

// Answer asks one of our players for a turn within its credit. A panic counts as a failure.
func Answer(ctx context.Context, p player, v sarena.View) (m sarena.Move, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	if v.Timed {
		limited, cancel := context.WithTimeout(ctx, creditLeft(v))
		defer cancel()
		ctx = limited
	}
	m, _, err = p.Answer(ctx, v)
	return m, err
}

// creditLeft returns what is left of the credit of a timed view.
func creditLeft(v sarena.View) time.Duration {
	return time.Duration(min(max(v.Credit, 0.001), 1e9) * float64(time.Second))
}

// Begin opens a game for one of our players. Programs receive the clock for the whole game; bundled bots see it in every view.
func Begin(ctx context.Context, p player, v sarena.View, seed string) error {
	g := turn.Game{
		ID: "game " + seed, Seat: int(v.Position.Side()), Seats: []string{"yellow", "red"}, Seed: seed, View: Codec.View(v),
	}
	if _, program := p.(*jsonl.Bot[sarena.View, sarena.Move]); program && v.Timed {
		g.Budget.Game = creditLeft(v)
	}
	return turn.Open(ctx, p, g)
}

// parseCall reads the arguments of a call. The step says whose turn it is.
func parseCall(params []python.Value) (v sarena.View, err error) {
	percepts, err := ParseMatrix(params[0])
	if err != nil {
		return v, err
	}
	step, ok := number(params[1])
	if !ok || step < 1 || step != math.Trunc(step) || step > math.MaxInt32 {
		return v, fmt.Errorf("step is %s: want an int, at least 1", show(params[1]))
	}
	v.Position, v.Step = percepts, int(step)
	if v.Step%2 == 0 {
		v.Position = percepts.Invert().WithSide(sarena.Red)
	}
	if params[2] != nil {
		if v.Credit, v.Timed = number(params[2]); !v.Timed || math.IsNaN(v.Credit) {
			return v, fmt.Errorf("time_left is %s: want seconds or None", show(params[2]))
		}
	}
	if v.Position.Over() {
		return v, errors.New("no action is left on this board")
	}
	return v, nil
}

// take finds the game that v continues, or begins a new one. It adds the opponent's last turn to v.
func (h *Host) take(ctx context.Context, v *sarena.View) (*hosted, error) {
	h.mu.Lock()
	for i, g := range h.games {
		if m, ok := between(g, *v); ok {
			h.games = slices.Delete(h.games, i, i+1)
			h.mu.Unlock()
			v.Last, v.Turns = m, v.Step-1
			return g, nil
		}
	}
	h.mu.Unlock()
	p, err := h.New()
	if err != nil {
		return nil, err
	}
	seed := h.Seed
	if seed == "" {
		seed = fmt.Sprint(rand.Uint64())
	}
	if err := Begin(ctx, p, *v, seed); err != nil {
		turn.Close(p)
		return nil, err
	}
	return &hosted{number: int(h.begun.Add(1)), player: p}, nil
}

// between returns the opponent's turn that leads from our last answer to v.
func between(g *hosted, v sarena.View) (sarena.Move, bool) {
	if g.step != v.Step-2 || g.after.Cells() != v.Position.Cells() {
		return sarena.Move{}, false
	}
	for _, m := range g.after.AppendMoves(nil) {
		if g.after.Play(m) == v.Position {
			return m, true
		}
	}
	return sarena.Move{}, false
}

// put remembers a game, and forgets the games that were idle longest if there are too many.
func (h *Host) put(g *hosted) {
	h.mu.Lock()
	h.games = append(h.games, g)
	old := slices.Clone(h.games[:max(0, len(h.games)-max(1, h.Most))])
	h.games = slices.Delete(h.games, 0, len(old))
	h.mu.Unlock()
	for _, g := range old { // programs take their time to exit
		g.close(nil)
	}
}

// Close ends the players of all games.
func (h *Host) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range h.games {
		g.close(nil)
	}
	h.games = nil
	return nil
}
