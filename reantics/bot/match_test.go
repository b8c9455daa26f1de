package bot

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/reantics"
)

// player is what the referee asks of a bot.
type player interface {
	Place(context.Context, reantics.View) ([]reantics.Cell, error)
	Move(context.Context, reantics.View) (reantics.Move, error)
	Attack(ctx context.Context, v reantics.View, attacker reantics.Cell, targets []reantics.Cell) (reantics.Cell, error)
	RegisterWin(bool)
}

// maxTurns is the cap of a match game.
const maxTurns = 1000

// game is how one ended: the winner (2: a draw at the cap) and its length.
type game struct {
	winner reantics.Seat
	why    string
	turns  int
	text   string // the actions
}

// playGame plays a game between two bots, judging every answer.
func playGame(t testing.TB, ctx context.Context, rules reantics.Rules, bots [2]player) game {
	t.Helper()
	p := reantics.Start(rules)
	for p.Phase() != reantics.Playing {
		cells, err := bots[p.Side()].Place(ctx, p.View())
		points := reantics.Points(nil, cells...)
		if rule := p.CheckPlacement(points); rule != reantics.Legal || err != nil {
			t.Fatalf("%v places %v: %v, %v\n%v", p.Side(), cells, rule, err, &p)
		}
		p.Place(points)
	}
	g := game{winner: 2, why: "cap"}
	text := []byte(p.String())
	for actions := 0; g.turns < maxTurns && actions < 100*maxTurns; actions++ {
		v := p.View()
		b := bots[v.Seat]
		see := func(c reantics.Cell) reantics.Cell {
			if v.Seat == reantics.Red {
				return c.Turned()
			}
			return c
		}
		m, err := b.Move(ctx, v)
		if v.Seat == reantics.Red {
			m = m.Turned()
		}
		if rule := p.Check(m); rule != reantics.Legal || err != nil {
			t.Fatalf("%v plays %v: %v, %v\n%v", p.Side(), m, rule, err, &p)
		}
		text = m.AppendTo(text)
		p.Step(m)
		if m == reantics.EndTurn {
			g.turns++
		}
		if p.Attacker() != reantics.NoCell {
			var targets []reantics.Cell
			for _, c := range p.AppendTargets(nil) {
				targets = append(targets, see(c))
			}
			c, err := b.Attack(ctx, p.View(), see(p.Attacker()), targets)
			if rule := p.CheckAttack(see(c)); rule != reantics.Legal || err != nil {
				t.Fatalf("%v attacks %v: %v, %v\n%v", p.Side(), c, rule, err, &p)
			}
			text = append(text, see(c).String()...)
			p.Attack(see(c))
		}
		if o, over := p.Outcome(); over {
			g.winner, g.why = reantics.Seat(o.Winner), o.Reason
			break
		}
	}
	g.text = string(text)
	for s, b := range bots {
		b.RegisterWin(reantics.Seat(s) == g.winner)
	}
	return g
}

// makers makes bots, by name.
var makers = map[string]func(chance *rand.Rand) player{
	"random":   func(c *rand.Rand) player { return &Random{Chance: c} },
	"greedy":   func(c *rand.Rand) player { return NewGreedy(c) },
	"rush":     func(c *rand.Rand) player { return NewRush(c) },
	"defender": func(c *rand.Rand) player { return NewDefender(c) },
	"learner":  func(c *rand.Rand) player { b, _ := NewLearner(c, ""); return b },
	"hand":     func(c *rand.Rand) player { return &Champion{Chance: c, Limit: Limit{Width: *width}, Weights: &byHand} },
	"cand": func(c *rand.Rand) player {
		return &Champion{Chance: c, Limit: Limit{Width: *width}, Weights: candidate()}
	},
	"champion": func(c *rand.Rand) player { return &Champion{Chance: c, Limit: Limit{Width: *width}} },
}

// candidate are the tuned weights with those of -set in their place, such as Trip=60,Workers.0=300.
func candidate() *Weights {
	w := Tuned
	for _, change := range strings.Split(*changes, ",") {
		name, number, _ := strings.Cut(change, "=")
		name, index, indexed := strings.Cut(name, ".")
		field := reflect.ValueOf(&w).Elem().FieldByName(name)
		n, _ := strconv.Atoi(number)
		if indexed {
			i, _ := strconv.Atoi(index)
			field = field.Index(i)
		}
		field.SetInt(int64(n))
	}
	return &w
}

// byHand are the weights from which tuning began.
var byHand = Weights{
	Stock: 100, Workers: [5]int{250, 180, 90, 20, 0},
	Fighter: [reantics.Types]int{reantics.Drone: 170, reantics.Soldier: 230, reantics.Ranged: 160},
	Trip:    70, Crowd: 20, Queen: 30, OnHill: 40, Pressure: 5, Siege: 120, HillHealth: 120, Threat: 15, Goal: 300, Superior: 80,
}

var (
	pairA   = flag.String("a", "greedy", "with -b: the bots of TestMatch")
	pairB   = flag.String("b", "random", "with -a: the bots of TestMatch")
	number  = flag.Int("games", 40, "games of TestMatch")
	width   = flag.Int("width", 8, "Limit.Width of the champion; 0: its own")
	changes = flag.String("set", "", "changes of the weights that the bot cand of TestMatch plays with")
	table   = flag.String("rules", "manual", "rules of TestMatch")
)

// match plays games with swapped seats and counts the wins of a, of b and the draws.
func match(t testing.TB, a, b string, games int, rules reantics.Rules) (won [3]int, why map[string]int, turns int) {
	why = map[string]int{}
	bots := func(seed uint64) [2]player {
		return [2]player{makers[a](rand.New(rand.NewPCG(seed, 1))), makers[b](rand.New(rand.NewPCG(seed, 2)))}
	}
	for i := range games {
		pair := bots(uint64(i))
		swap := i%2 == 1
		if swap {
			pair[0], pair[1] = pair[1], pair[0]
		}
		g := playGame(t, t.Context(), rules, pair)
		turns += g.turns
		winner := int(g.winner)
		if swap && winner < 2 {
			winner ^= 1
		}
		won[winner]++
		why[fmt.Sprintf("%s by %s", [3]string{a, b, "nobody"}[winner], g.why)]++
	}
	return won, why, turns
}

func TestMatch(t *testing.T) {
	rules := reantics.Manual
	if *table == "original" {
		rules = reantics.Original
	}
	bs := []string{*pairB}
	if *pairB == "all" {
		bs = nil
		for b := range makers {
			if b != *pairA {
				bs = append(bs, b)
			}
		}
	}
	for _, b := range bs {
		began := time.Now()
		won, why, turns := match(t, *pairA, b, *number, rules)
		t.Logf("%s %d, %s %d, draws %d; %d turns a game, %.2f s a game %v", *pairA, won[0], b, won[1], won[2], turns / *number,
			time.Since(began).Seconds()/float64(*number), why)
	}
}
