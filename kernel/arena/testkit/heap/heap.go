// Package heap is a game for tests of packages that play many games: two seats take 1 to 3 in turn, and the one that takes the
// last wins. A game takes microseconds.
package heap

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// heap is a game of two seats that take 1 to 3 in turn; the one that takes the last wins.
type heap struct {
	left, plies int
	fault       string
	questions   [1]turn.Question[int]
}

func (h *heap) Ask() []turn.Question[int] {
	if h.left == 0 || h.fault != "" {
		return nil
	}
	h.questions[0] = turn.Question[int]{Seat: h.plies % 2, Ask: h.left}
	return h.questions[:]
}

func (h *heap) Answer(answers []turn.Answer[int]) {
	h.plies++
	if f := answers[0].Fault; f != nil {
		h.fault = string(f.Kind)
		return
	}
	h.left -= answers[0].Value
}

func (h *heap) Result() turn.Result {
	winner, reason := (h.plies-1)%2, "last"
	if h.fault != "" {
		winner, reason = 1-winner, h.fault
	}
	return turn.Result{Winner: winner, Reason: reason, Detail: "took the last", Plies: h.plies}
}

// master leaves a multiple of four if it can, and knows whether that wins.
type master struct{ last int }

func (m *master) Answer(_ context.Context, left int) (int, string, error) {
	m.last = left
	return max(1, left%4), "", nil
}
func (m *master) Worth() (float64, bool) { return min(1, float64(m.last%4)), true }

// fool takes a random number, and reports that it is winning until at most eight are left.
type fool struct {
	chance *rand.Rand
	left   int
}

func (f *fool) Answer(_ context.Context, left int) (int, string, error) {
	f.left = left
	return 1 + f.chance.IntN(min(3, left)), "", nil
}
func (f *fool) Worth() (float64, bool) {
	return map[bool]float64{true: 0.9, false: 0.1}[f.left > 8], true
}

// dim is a level of master: it sees what is right when few are left, and is a fool before.
type dim struct {
	fool
	sight int
}

func (d *dim) Answer(ctx context.Context, left int) (int, string, error) {
	if left <= d.sight {
		return (&master{}).Answer(ctx, left)
	}
	return d.fool.Answer(ctx, left)
}

// crasher fails at once.
type crasher struct{}

func (crasher) Answer(context.Context, int) (int, string, error) {
	return 0, "", turn.Faultf(turn.Crashed, "oops")
}

// fatal plays as fool does, but kills the process at a heap of thirteen, with a panic that cannot be recovered.
type fatal struct{ fool }

func (f *fatal) Answer(ctx context.Context, left int) (int, string, error) {
	if left == 13 {
		go panic("fatal: thirteen left")
		select {}
	}
	return f.fool.Answer(ctx, left)
}

// Levels is how many levels master has.
const Levels = 4

// Bound returns the game. Its bots: fool draws its moves, crasher fails at once, fatal ends the process at a heap of thirteen,
// and master is perfect and knows what the game is worth.
func Bound() *match.Bound {
	bot := func(name string, deal func(*rand.Rand) turn.Player[int, int]) match.Bot[int, int] {
		return match.Bot[int, int]{
			Name: name, New: func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) { return deal, nil },
		}
	}
	return match.Bind(&match.Game[int, int]{
		Name: "heap", Seats: []string{"first", "second"}, Round: 2,
		Codec: jsonl.Codec[int]{
			Game: "heap", Rules: "1", Kind: func(int) string { return "take" }, View: func(left int) any { return left },
		},
		Open: func(s match.Setup) (*match.Table[int, int], error) {
			if s.Start == "" {
				s.Start = "31"
			}
			left, err := strconv.Atoi(s.Start)
			if err != nil || left < 1 {
				return nil, fmt.Errorf("heap %q: want a number above 0", s.Start)
			}
			h := &heap{left: left}
			return &match.Table[int, int]{
				Referee: h, Start: s.Start, View: left, Layout: func() string { return strconv.Itoa(h.left) },
			}, nil
		},
		Moves: func(left int) (list []int) {
			for n := 1; n <= min(3, left); n++ {
				list = append(list, n)
			}
			return list
		},
		Notation: match.Notation[int, int]{Text: func(_, n int) string { return strconv.Itoa(n) }},
		Elo:      map[string][]int{"master": {0, 100, 200, 300}},
		Bots: []match.Bot[int, int]{
			bot("fool", func(chance *rand.Rand) turn.Player[int, int] { return &fool{chance: chance} }),
			bot("fatal", func(chance *rand.Rand) turn.Player[int, int] { return &fatal{fool{chance: chance}} }),
			bot("crasher", func(*rand.Rand) turn.Player[int, int] { return crasher{} }),
			{
				Name: "master", Params: []match.Param{match.Levels(Levels)},
				New: func(p match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
					level, err := p.Level(Levels)
					return func(chance *rand.Rand) turn.Player[int, int] {
						if level < Levels {
							return &dim{fool{chance: chance}, 4 * level}
						}
						return &master{}
					}, err
				},
			},
		},
	})
}
