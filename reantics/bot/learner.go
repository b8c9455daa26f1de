package bot

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/reantics"
)

// Learner learns from its own games by temporal differences, TD(0): the value of a position is a weighted sum of its features,
// squashed to between -1 (lost) and 1 (won); after each of its turns the value of a turn ago moves a little towards the current
// one, and at the end towards the result. It plays the action that leads to the best value, and sometimes another one.
//
// It learns in RegisterWin, and if it has a file, it saves its knowledge there.
type Learner struct {
	script
	knowledge Knowledge
	file      string // "": knowledge is lost with the program
	failed    error  // of saving

	seen  [features]float64 // after the bot's last turn
	begun bool              // seen means something
}

const (
	learningRate = 0.05
	curiosity    = 0.2 // the probability of a random action in the first game
	patience     = 50  // games after which it is half of that
)

// NewLearner returns a Learner that draws from chance and keeps its knowledge in a file; a new file begins with weights of zero.
// With file "", it begins with the weights of 500 lessons, and forgets what it learns. The error says what is wrong with the
// file; a missing file is not an error.
func NewLearner(chance *rand.Rand, file string) (*Learner, error) {
	b := &Learner{script: script{Chance: chance}, file: file, knowledge: schooled}
	if file == "" {
		return b, nil
	}
	var err error
	b.knowledge, err = LoadKnowledge(file)
	return b, err
}

// schooled is what a learner knew after four rounds of 25 games each against random, rush, defender, rush and greedy.
var schooled = Knowledge{Games: 500, Weights: [features]float64{
	byStock: 2.068, byWorkers: 0.342, byLoads: -0.019, byWay: 0.629, bySoldiers: 1.168, byRanged: 0.692, byQueen: 0.965,
	byHill: 0.878, byReach: 0.474, byHillFree: 0.123,
}}

// Games returns how many games the learner has learned from, those in its file included.
func (b *Learner) Games() int { return b.knowledge.Games }

// Place settles as all bots but Random do. It drops what was noted in a game that was not finished.
func (b *Learner) Place(ctx context.Context, v reantics.View) ([]reantics.Cell, error) {
	b.begun = false
	cells, _ := b.script.Place(ctx, v)
	return cells, b.failed
}

// Move plays the action after which the turn could end best; if ending it is no worse, it learns from the turn and ends it.
func (b *Learner) Move(_ context.Context, v reantics.View) (reantics.Move, error) {
	b.ground = b.ground.look(&v.Position)
	end := v.Position
	end.Step(reantics.EndTurn)
	now := observe(&end, b.ground, v.Seat)
	best, top := reantics.EndTurn, b.knowledge.value(&now)
	candidates := b.candidates(&v.Position)
	if len(candidates) > 0 && b.Chance.Float64() < curiosity*patience/float64(patience+b.knowledge.Games) {
		return candidates[b.Chance.IntN(len(candidates))], b.failed
	}
	for _, m := range candidates {
		after := v.Position
		after.Step(m)
		if after.Attacker() != reantics.NoCell {
			targets := after.AppendTargets(nil)
			after.Attack(bestTarget(&after, after.Attacker(), targets))
		}
		after.Step(reantics.EndTurn)
		seen := observe(&after, b.ground, v.Seat)
		if value := b.knowledge.value(&seen); value > top+1e-9 {
			best, top = m, value
		}
	}
	if best == reantics.EndTurn {
		if b.begun {
			b.knowledge.learn(&b.seen, b.knowledge.value(&now))
		}
		b.seen, b.begun = now, true
	}
	return best, b.failed
}

// candidates are the actions to consider, in any order: one for every end of every path, standing still only to attack, and the
// ants that can be built.
func (b *Learner) candidates(p *reantics.Position) []reantics.Move {
	var list []reantics.Move
	for i := range p.Count(p.Side()) {
		n := len(list)
		list = p.AppendDestinations(list, i)
		if len(list) > n && !b.fights(p, i) {
			list = append(list[:n], list[n+1:]...) // the first one stands still
		}
	}
	list = p.AppendBuilds(list)
	b.Chance.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// RegisterWin learns from the result and saves.
func (b *Learner) RegisterWin(won bool) {
	if !b.begun {
		return
	}
	b.begun = false
	result := -1.0
	if won {
		result = 1
	}
	b.knowledge.learn(&b.seen, result)
	b.knowledge.Games++
	if b.file != "" {
		b.failed = b.knowledge.Save(b.file)
	}
}

// Features of a position, each a difference between the seat and its opponent.
const (
	byStock = iota
	byWorkers
	byLoads
	byWay // of the workers that have the least to go
	byDrones
	bySoldiers
	byRanged
	byQueen
	byHill
	byReach // of the nearest fighter
	byHillFree
	features
)

var featureNames = [features]string{"stock", "workers", "loads", "way", "drones", "soldiers", "ranged", "queen", "hill", "reach", "hillfree"}

// observe returns the features of p for a seat, scaled so that each is about 1 when it is large.
func observe(p *reantics.Position, t *terrain, s reantics.Seat) (f [features]float64) {
	mine, theirs := observeSide(p, t, s), observeSide(p, t, s.Other())
	for i := range f {
		f[i] = mine[i] - theirs[i]
	}
	return f
}

func observeSide(p *reantics.Position, t *terrain, s reantics.Seat) (f [features]float64) {
	f[byStock] = float64(p.Stock(s)) / reantics.FoodGoal
	f[byHill] = float64(p.HillHealth(s)) / reantics.HillHealth
	reach := 20
	hunted := prey(p, s.Other())
	for i := range p.Count(s) {
		a := p.Ant(s, i)
		switch a.Type {
		case reantics.Worker:
			f[byWorkers] += 1. / 3
			way := t.round[s][a.Cell]
			if a.Carrying {
				f[byLoads] += 1. / 3
				way = t.home[s][a.Cell]
			}
			f[byWay] -= float64(way) / 40
		case reantics.Queen:
			f[byQueen] = float64(a.Health) / 10
			if a.Cell != p.Hill(s) {
				f[byHillFree] = 1
			}
		default:
			f[byDrones+int(a.Type-reantics.Drone)] += 0.5
			for rest := hunted; !rest.Empty(); rest = rest.Rest() {
				reach = min(reach, reantics.Distance(a.Cell, rest.First()))
			}
		}
	}
	f[byReach] = -float64(reach) / 20
	return f
}

// value returns the value of features.
func (k *Knowledge) value(f *[features]float64) float64 {
	sum := 0.0
	for i, w := range k.Weights {
		sum += float64(w * f[i])
	}
	e := math.Expm1(-2 * math.Abs(sum))
	return math.Copysign(-e/(e+2), sum) // the hyperbolic tangent; not Tanh, whose last bit depends on the processor
}

// learn moves the value of features towards a target, along its slope.
func (k *Knowledge) learn(f *[features]float64, target float64) {
	value := k.value(f)
	rate := learningRate * (target - value) * (1 - float64(value*value) + 0.1)
	for i := range k.Weights {
		k.Weights[i] += float64(rate * f[i])
	}
}
