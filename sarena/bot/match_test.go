package bot

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/sarena"
)

var (
	matchPair   = flag.String("match", "base,random", "play a match between two bots, as in champion@1,super@10: @ seconds a game, : nodes a move or turns ahead")
	matchBoards = flag.Int("boards", 50, "random boards of a match; each is played twice, colours exchanged")
	matchSeed   = flag.Uint64("board-seed", 1, "seed of the boards of a match")
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
	name, seconds, timed := strings.Cut(text, "@")
	if timed {
		if c.credit, err = strconv.ParseFloat(seconds, 64); err != nil {
			return c, err
		}
	}
	name, number, numbered := strings.Cut(name, ":")
	n := 0
	if numbered {
		if n, err = strconv.Atoi(number); err != nil {
			return c, err
		}
	}
	bots := map[string]func() mover{
		"random":   func() mover { return &Random{Chance: rand.New(rand.NewPCG(uint64(n), 5))} },
		"fast":     func() mover { return &Fast{} },
		"base":     func() mover { return Base },
		"ours":     func() mover { return Ours },
		"basic":    func() mover { return Basic },
		"simple":   func() mover { return Simple },
		"super":    func() mover { return &Super{Depth: n, pace: timer.Pace{Now: now}} },
		"champion": func() mover { return &Champion{NodesPerMove: n, pace: timer.Pace{Now: now}} },
	}
	if c.bot = bots[name]; c.bot == nil {
		return c, fmt.Errorf("bot %q: want one of random fast base ours basic simple super champion", name)
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

// TestMatch measures what README.md says.
func TestMatch(t *testing.T) {
	a, b, _ := strings.Cut(*matchPair, ",")
	first, err := parseContender(a)
	if err != nil {
		t.Fatal(err)
	}
	second, err := parseContender(b)
	if err != nil {
		t.Fatal(err)
	}
	useClock(t)
	won, drawn, lost := match(t, *matchBoards, *matchSeed, first, second)
	fmt.Printf("%s against %s: %d won, %d drawn, %d lost of %d\n", a, b, won, drawn, lost, won+drawn+lost)
}
