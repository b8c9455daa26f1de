package match_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// nim is a game of any number of seats, who take 1 to 3 of a heap in turn; the seat that takes the last one wins.
type nim struct {
	seats, left, plies int
	loser              string // why somebody has lost before the end
	questions          [1]turn.Question[int]
}

func (n *nim) Ask() []turn.Question[int] {
	if n.left == 0 || n.loser != "" {
		return nil
	}
	n.questions[0] = turn.Question[int]{Seat: n.plies % n.seats, Ask: n.left}
	return n.questions[:]
}

func (n *nim) Answer(answers []turn.Answer[int]) {
	a := &answers[0]
	n.plies++
	switch {
	case a.Fault != nil:
		n.loser = string(a.Fault.Kind)
	case a.Value < 1 || a.Value > min(3, n.left):
		n.loser = string(turn.Illegal)
	default:
		n.left -= a.Value
	}
}

func (n *nim) Result() turn.Result {
	last := (n.plies - 1) % n.seats
	if n.loser != "" {
		return turn.Result{Winner: (last + 1) % n.seats, Reason: n.loser, Detail: "failed", Plies: n.plies}
	}
	return turn.Result{Winner: last, Reason: "last", Detail: "has nothing to take", Plies: n.plies}
}

// taker always takes the same number, and its value of the game depends on nothing else.
type taker int

func (b taker) Answer(_ context.Context, left int) (int, string, error) {
	return min(int(b), left), "", nil
}
func (b taker) Worth() (float64, bool) { return float64(b) / 4, b > 1 }

// thinker thinks until its time is over.
type thinker struct{}

func (thinker) Answer(ctx context.Context, _ int) (int, string, error) {
	if _, limited := ctx.Deadline(); limited {
		<-ctx.Done()
	}
	return 1, "", ctx.Err()
}

// drawer draws from its random numbers.
type drawer struct{ chance *rand.Rand }

func (d drawer) Answer(_ context.Context, left int) (int, string, error) {
	return 1 + d.chance.IntN(min(3, left)), "", nil
}

func heap(seats ...string) *match.Game[int, int] {
	always := func(p turn.Player[int, int]) func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
		return func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
			return func(*rand.Rand) turn.Player[int, int] { return p }, nil
		}
	}
	return &match.Game[int, int]{
		Name: "nim", Seats: seats, Round: len(seats), Horizon: 4,
		Options: []match.Param{{Name: "twist", Default: "no"}},
		Codec: jsonl.Codec[int]{
			Game: "nim", Rules: "3", Kind: func(int) string { return "take" }, View: func(left int) any { return left },
		},
		Open: func(s match.Setup) (*match.Table[int, int], error) {
			left, err := strconv.Atoi(s.Start)
			if s.Start == "" {
				left, err = 10, nil
			}
			if err != nil || left < 1 {
				return nil, fmt.Errorf("heap %q: want a number above 0", s.Start)
			}
			n := &nim{seats: len(seats), left: left}
			return &match.Table[int, int]{
				Referee: n, Start: strconv.Itoa(left), View: left, Layout: func() string { return strconv.Itoa(n.left) },
				Draw: func(c *ascii.Canvas) { c.Text(grid.Point{}, strings.Repeat("|", n.left), ascii.Plain) },
			}, nil
		},
		Moves: func(left int) (list []int) {
			for n := 1; n <= min(3, left); n++ {
				list = append(list, n)
			}
			return list
		},
		Notation: match.Notation[int, int]{
			Example: "2", Text: func(_, n int) string { return strconv.Itoa(n) },
			Parse: func(left int, text string) (int, error) {
				n, err := strconv.Atoi(strings.TrimSpace(text))
				if err != nil {
					return 0, errors.New("want a number")
				}
				if n < 1 || n > min(3, left) {
					return n, &match.IllegalError{Err: errors.New("want 1 to 3")}
				}
				return n, nil
			},
		},
		Bots: []match.Bot[int, int]{
			{Name: "one", New: always(taker(1))}, {Name: "three", New: always(taker(3))}, {Name: "thinker", New: always(thinker{})},
			{Name: "drawer", New: func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
				return func(chance *rand.Rand) turn.Player[int, int] { return drawer{chance} }, nil
			}},
		},
	}
}
