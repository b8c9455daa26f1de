package bot

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/matches"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/sarena"
)

// now is the clock of matches.
var now = time.Now

type mover interface {
	Move(context.Context, sarena.View) (sarena.Move, error)
}

// contender is a bot as a match names it, with its seconds a game, 0 for none.
type contender struct {
	bot    func() mover
	credit float64
}

func parseContender(text string) (c contender, err error) {
	name, number, numbered := strings.Cut(text, ":")
	n := 0
	if numbered {
		if n, err = strconv.Atoi(number); err != nil {
			return c, err
		}
	}
	bots := map[string]func() mover{
		"random":    func() mover { return &Random{Chance: rand.New(rand.NewPCG(uint64(n), 5))} },
		"fast":      func() mover { return &Fast{} },
		"base":      func() mover { return Base },
		"ours":      func() mover { return Ours },
		"basic":     func() mover { return Basic },
		"simple":    func() mover { return Simple },
		"alphabeta": func() mover { return Planner{Game: Plan{Depth: 3, Value: Outlook}} },
		"super":     func() mover { return &Super{Depth: n, pace: timer.Pace{Now: now}} },
		"champion":  func() mover { return &Champion{NodesPerMove: n, pace: timer.Pace{Now: now}} },
	}
	if c.bot = bots[name]; c.bot == nil {
		return c, fmt.Errorf("bot %q: want one of random fast base ours basic simple alphabeta super champion", name)
	}
	return c, nil
}

// duel plays one game on p and returns 2 for a win of the first, who is Yellow, 1 for a draw and 0 for a loss. Who has used up
// his credit when he is asked, or answers half a second behind it, has lost, as in the original.
func duel(t testing.TB, p sarena.Position, first, second contender) (points, turns int, used [2]float64) {
	players := [2]mover{first.bot(), second.bot()}
	credits := [2]float64{first.credit, second.credit}
	full := credits
	for step := 1; !p.Over(); step++ {
		seat := p.Side()
		v := sarena.View{Position: p, Step: step, Turns: step - 1, Timed: full[seat] > 0, Credit: credits[seat]}
		began := now()
		m, err := players[seat].Move(t.Context(), v)
		if v.Timed {
			credits[seat] -= now().Sub(began).Seconds()
			used[seat] = full[seat] - credits[seat]
		}
		if err != nil || p.Check(m) != sarena.Legal || v.Timed && (v.Credit < 0 || credits[seat] < -0.5) {
			t.Errorf("%v: %v plays %v: %v, %v, credit %v", p, seat, m, p.Check(m), err, credits[seat])
			return 2 * int(seat), step, used
		}
		p = p.Play(m)
		turns = step
	}
	winner, decided := p.Score().Winner()
	if !decided {
		return 1, turns, used
	}
	return 2 - 2*int(winner), turns, used
}

// match plays every board twice and returns the first bot's wins, draws and losses.
func match(t testing.TB, boards int, seed uint64, first, second contender) (won, drawn, lost int) {
	chance := dice{rand.New(rand.NewPCG(seed, 9))}
	var most [2]float64
	for range boards {
		p := sarena.Draw(chance)
		for colour := range 2 {
			a, b := first, second
			if colour == 1 {
				a, b = b, a
			}
			points, _, used := duel(t, p, a, b)
			if colour == 1 {
				points = 2 - points
				used[0], used[1] = used[1], used[0]
			}
			most = [2]float64{max(most[0], used[0]), max(most[1], used[1])}
			switch points {
			case 2:
				won++
			case 1:
				drawn++
			default:
				lost++
			}
		}
	}
	if first.credit > 0 || second.credit > 0 {
		t.Logf("most seconds used: %.2f and %.2f", most[0], most[1])
	}
	return won, drawn, lost
}

var secondBudget = flag.Duration("match-second-budget", 0, "time of the second bot for a game of TestMatches; 0: as the first")

// usualNodes is how many turns the champion plays in its search for a move in matches without a clock.
const usualNodes = 20_000

// population is who plays matches: the bundled bots with their parameters.
var population = map[string]func(seed uint64) mover{
	"random":        func(seed uint64) mover { return &Random{Chance: rand.New(rand.NewPCG(seed, 5))} },
	"fast":          func(uint64) mover { return &Fast{} },
	"base":          func(uint64) mover { return Base },
	"ours":          func(uint64) mover { return Ours },
	"basic":         func(uint64) mover { return Basic },
	"simple":        func(uint64) mover { return Simple },
	"alphabeta":     func(uint64) mover { return Planner{Game: Plan{Depth: 3, Value: Outlook}} },
	"super:depth=2": func(uint64) mover { return &Super{Depth: 2, pace: clock()} },
	"super:depth=3": func(uint64) mover { return &Super{Depth: 3, pace: clock()} },
	"super":         func(uint64) mover { return &Super{pace: clock()} },
	"champion":      func(uint64) mover { return champion(1) },
}

// clocked is who plays with -match-budget, too: without a clock it is the champion.
var clocked = map[string]func(seed uint64) mover{"champion:threads=2": func(uint64) mover { return champion(2) }}

func champion(threads int) *Champion {
	return &Champion{NodesPerMove: cmp.Or(*matches.Nodes, usualNodes), Threads: threads, pace: clock()}
}

// clock is what bots of matches think by.
func clock() timer.Pace { return timer.Pace{Now: now} }

// TestMatches measures; README.md has its figures. -match-budget is the credit of a bot for the whole game.
func TestMatches(t *testing.T) {
	useClock(t)
	if *matches.Budget > 0 {
		maps.Copy(population, clocked)
	}
	control := fmt.Sprintf("%d turns", cmp.Or(*matches.Nodes, usualNodes))
	if *secondBudget > 0 {
		control = fmt.Sprintf("%v a game of the second", *secondBudget)
	}
	matches.Run(t, matches.Field[[2]float64]{
		Names: slices.Collect(maps.Keys(population)), Control: control,
		Play: func(first, second string, game int) (points float64, used [2]float64) {
			seed := uint64(game / 2)
			if *matches.HeldOut {
				seed += 1 << 20
			}
			p := sarena.Draw(dice{rand.New(rand.NewPCG(seed, 9))})
			var pair [2]contender
			credits := [2]time.Duration{*matches.Budget, cmp.Or(*secondBudget, *matches.Budget)}
			for i, name := range []string{first, second} {
				pair[i] = contender{bot: func() mover { return population[name](seed) }, credit: credits[i].Seconds()}
			}
			if game%2 == 1 {
				slices.Reverse(pair[:])
			}
			twice, _, used := duel(t, p, pair[0], pair[1])
			if game%2 == 1 {
				slices.Reverse(used[:])
				return float64(2-twice) / 2, used
			}
			return float64(twice) / 2, used
		},
		Tell: func(details [][2]float64) {
			var most [2]float64
			for _, used := range details {
				most = [2]float64{max(most[0], used[0]), max(most[1], used[1])}
			}
			if *matches.Budget > 0 {
				t.Logf("  most seconds used: %.2f and %.2f", most[0], most[1])
			}
		},
	})
}
