package bot

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/matches"
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
	"hand":     func(c *rand.Rand) player { return &Champion{Chance: c, Limit: Limit{Width: width()}, Weights: &byHand} },
	"cand": func(c *rand.Rand) player {
		weights, err := candidate()
		if err != nil {
			panic(err) // TestMatches has asked before
		}
		return &Champion{Chance: c, Limit: Limit{Width: width()}, Weights: weights}
	},
	"narrow": func(c *rand.Rand) player {
		return &Champion{Chance: c, Limit: Limit{Width: width()}, Weights: &narrow}
	},
	"champion": func(c *rand.Rand) player { return &Champion{Chance: c, Limit: Limit{Width: width()}} },
}

// candidate are the tuned weights with those of -match-set in their place.
func candidate() (*Weights, error) {
	w := tuned
	for change := range strings.SplitSeq(*changes, ",") {
		name, number, _ := strings.Cut(change, "=")
		name, index, indexed := strings.Cut(name, ".")
		field := reflect.ValueOf(&w).Elem().FieldByName(name)
		n, err := strconv.Atoi(number)
		i, wrong := 0, error(nil)
		if indexed {
			i, wrong = strconv.Atoi(index)
		}
		switch {
		case err != nil || wrong != nil || !field.IsValid():
		case !indexed && field.CanInt():
			field.SetInt(int64(n))
			continue
		case indexed && field.Kind() == reflect.Array && i >= 0 && i < field.Len():
			field.Index(i).SetInt(int64(n))
			continue
		}
		return nil, fmt.Errorf("-match-set: %q: want fields of Weights, such as Trip=60,Workers.0=300", change)
	}
	return &w, nil
}

// byHand are the weights from which tuning began.
var byHand = Weights{
	Stock: 100, Workers: [5]int{250, 180, 90, 20, 0},
	Fighter: [reantics.Types]int{reantics.Drone: 170, reantics.Soldier: 230, reantics.Ranged: 160},
	Trip:    70, Crowd: 20, Queen: 30, OnHill: 40, Pressure: 5, Siege: 120, HillHealth: 120, Threat: 15, Goal: 300, Superior: 80,
}

// narrow are the weights that tuning found at width 8, which were the champion's until 2026-11-23.
var narrow = Weights{
	Stock: 100, Workers: [5]int{460, 260, 200, 40, 10},
	Fighter: [reantics.Types]int{reantics.Drone: 240, reantics.Soldier: 550, reantics.Ranged: 410},
	Trip:    70, Crowd: 27, Queen: 22, OnHill: 25, Pressure: 8, Siege: 57, HillHealth: 56, Threat: 41, Goal: 250, Superior: 340,
}

var (
	changes = flag.String("match-set", "", "changes of the weights that the bot cand of TestMatches plays with, such as Trip=60,Workers.0=300")
	table   = flag.String("match-rules", "manual", "rules of TestMatches: manual or original")
)

// width is how many half-finished turns the champion of tests keeps.
func width() int { return cmp.Or(*matches.Nodes, 8) }

// match plays games with swapped seats and counts the wins of a, of b and the draws.
func match(t testing.TB, a, b string, games int, rules reantics.Rules) (won [3]int, why map[string]int) {
	why = map[string]int{}
	for number := range games {
		points, how := playMatch(t, rules, number, uint64(number), a, b)
		won[map[float64]int{1: 0, 0: 1, 0.5: 2}[points]]++
		why[how]++
	}
	return won, why
}

// playMatch plays a game and returns the points of a, and who won why.
func playMatch(t testing.TB, rules reantics.Rules, number int, seed uint64, a, b string) (points float64, why string) {
	seat := reantics.Seat(number % 2) // of a
	var pair [2]player
	pair[seat] = timed{makers[a](rand.New(rand.NewPCG(seed, 1)))}
	pair[1-seat] = timed{makers[b](rand.New(rand.NewPCG(seed, 2)))}
	g := playGame(t, t.Context(), rules, pair)
	switch g.winner {
	case seat:
		return 1, a + " by " + g.why
	case 1 - seat:
		return 0, b + " by " + g.why
	}
	return 0.5, "nobody by " + g.why
}

// timed is a player with the budget of -match-budget for each answer.
type timed struct{ player }

func (p timed) Move(ctx context.Context, v reantics.View) (reantics.Move, error) {
	if *matches.Budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *matches.Budget)
		defer cancel()
	}
	return p.player.Move(ctx, v)
}

// TestMatches measures; README.md has its figures.
func TestMatches(t *testing.T) {
	rules, control := reantics.Manual, fmt.Sprintf("width %d", width())
	switch *table {
	case "manual":
	case "original":
		rules = reantics.Original
		control += ", rules of the original"
	default:
		t.Fatalf("-match-rules %q: want manual or original", *table)
	}
	names := slices.Collect(maps.Keys(makers))
	if *changes == "" {
		names = slices.DeleteFunc(names, func(name string) bool { return name == "cand" })
	} else if _, err := candidate(); err != nil {
		t.Fatal(err)
	} else {
		control += ", " + *changes
	}
	matches.Run(t, matches.Field[string]{
		Names: names, Control: control,
		Play: func(first, second string, number int) (points float64, why string) {
			seed := uint64(number / 2)
			if *matches.HeldOut {
				seed += 1 << 20
			}
			points, why = playMatch(t, rules, number, seed, first, second)
			return points, fmt.Sprintf("%s %v: %s", first, reantics.Seat(number%2), why)
		},
		Tell: func(details []string) {
			why := map[string]int{}
			for _, d := range details {
				why[d]++
			}
			t.Logf("  %v", why)
		},
	})
}
