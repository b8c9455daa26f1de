package bot

import "github.com/gridiron-games/gridiron/reantics"

// Weights are the values that the champion uses; 100 is a unit of food in the larder.
type Weights struct {
	Stock      int                 // a unit of food in the larder
	Workers    [5]int              // the first worker, the second, ...
	Fighter    [reantics.Types]int // a healthy fighter of a kind; a wounded one is worth at least half
	Trip       int                 // how far a worker is on its way there and back, in all
	Crowd      int                 // a worker on its way to food to which another one already is
	Queen      int                 // a point of the queen's health
	OnHill     int                 // the queen stands on a building or on food
	Pressure   int                 // a step of a fighter towards its prey
	Siege      int                 // a fighter on the enemy's hill
	HillHealth int                 // a point of the hill's capture health
	Threat     int                 // an enemy ant within three steps of the queen
	Goal       int                 // value of the larder beyond its units, growing with the square of its fill
	Superior   int                 // each fighter more than the enemy has, up to two
	Unarmed    int                 // having no fighter while the enemy has one
}

// tuned are the weights that won the matches of README.md.
var tuned = Weights{
	Stock: 100, Workers: [5]int{400, 350, 350, 20, 0},
	Fighter: [reantics.Types]int{reantics.Drone: 170, reantics.Soldier: 230, reantics.Ranged: 160},
	Trip:    70, Crowd: 20, Queen: 30, OnHill: 40, Pressure: 5, Siege: 120, HillHealth: 120, Threat: 15, Goal: 300, Superior: 80,
	Unarmed: 400,
}

// won is the value of a won game, less the depth at which it is won.
const won = 1_000_000

// pair are the weights for both seats.
type pair [2]*Weights

// hunting are the weights for a seat that would lose the race for food to an enemy without fighters, hunted those for that enemy:
// the seat builds soldiers before a third worker and sends them at once, and every worker of the enemy is prey.
var hunting, hunted = tuned, tuned

func init() {
	hunting.Workers, hunting.Fighter[reantics.Soldier] = [5]int{400, 350, 60, 0, 0}, 400
	hunting.Pressure, hunting.Superior = 20, 250
	hunted.Workers, hunted.Unarmed = [5]int{400, 350, 350, 300, 250}, 0
}

// weigh returns the weights for the turn of the seat to move: those given, or if there are none, those that suit the race.
func weigh(given *Weights, p *reantics.Position, t *terrain) (w pair) {
	me, foe := p.Side(), p.Side().Other()
	w[me], w[foe] = given, given
	if given == nil {
		w[me], w[foe] = &tuned, &tuned
		if fighters(p, foe) == 0 && t.behind(p) {
			w[me], w[foe] = &hunting, &hunted
		}
	}
	return w
}

// behind reports whether the seat to move would lose the race for food if both only gathered, with the workers that they have.
// An enemy behind a wall means to gather, so it is assumed to build the worker that it can pay for: a soldier that is built only
// after its fourth worker comes too late.
func (t *terrain) behind(p *reantics.Position) bool {
	me, foe := p.Side(), p.Side().Other()
	work := func(s reantics.Seat) int { return (reantics.FoodGoal - p.Stock(s)) * t.best[s] }
	mine, theirs := count(p, me, reantics.Worker), count(p, foe, reantics.Worker)
	if t.walled && p.Stock(foe) > 0 {
		theirs++
	}
	return work(foe)*mine < work(me)*theirs
}

// value returns the value of p for a seat after the end of a turn; if the game is over, won or -won.
func (w *pair) value(p *reantics.Position, t *terrain, s reantics.Seat) int {
	if o, over := p.Outcome(); over {
		if o.Winner == int(s) {
			return won
		}
		return -won
	}
	return w[s].side(p, t, s) - w[s.Other()].side(p, t, s.Other())
}

// side is what a seat has.
func (w *Weights) side(p *reantics.Position, t *terrain, s reantics.Seat) int {
	foe := s.Other()
	stock := p.Stock(s)
	sum := w.Stock*stock + w.Goal*stock*stock/(reantics.FoodGoal*reantics.FoodGoal) + w.HillHealth*p.HillHealth(s)
	workers := 0
	targets := prey(p, foe)
	var picked [4]int
	fighters := 0
	for i := range p.Count(s) {
		a := p.Ant(s, i)
		switch a.Type {
		case reantics.Queen:
			sum += w.queen(p, &a, s)
		case reantics.Worker:
			sum += w.Workers[min(workers, len(w.Workers)-1)]
			workers++
			way := int(t.round[s][a.Cell])
			if a.Carrying {
				way = int(t.home[s][a.Cell])
			} else if pick := t.pick[s][a.Cell]; pick < 4 {
				sum -= w.Crowd * picked[pick]
				picked[pick]++
			}
			sum -= w.Trip * way / t.best[s]
		default:
			fighters++
			sum += w.fighter(p, t, &a, s, targets)
		}
	}
	enemies := 0
	for i := range p.Count(foe) {
		if t := p.Ant(foe, i).Type; t != reantics.Worker && t != reantics.Queen {
			enemies++
		}
	}
	if fighters == 0 && enemies > 0 {
		sum -= w.Unarmed
	}
	return sum + w.Superior*max(0, min(fighters-enemies, 2))
}

func (w *Weights) queen(p *reantics.Position, a *reantics.Ant, s reantics.Seat) int {
	sum := w.Queen * int(a.Health)
	switch item, _ := p.ItemAt(a.Cell); item {
	case reantics.Hill, reantics.Tunnel, reantics.Food:
		sum -= w.OnHill
	}
	return sum - w.Threat*reantics.Near(a.Cell, 3).And(p.Occupied(s.Other())).Len()
}

func (w *Weights) fighter(p *reantics.Position, t *terrain, a *reantics.Ant, s reantics.Seat, prey reantics.Set) int {
	full := p.Rules().Stats(a.Type).Health
	sum := w.Fighter[a.Type] * (full + int(a.Health)) / (2 * full)
	hill := p.Hill(s.Other())
	if a.Cell == hill {
		return sum + w.Siege
	}
	way := int(t.walk[a.Cell][hill]) + 2
	for ; !prey.Empty(); prey = prey.Rest() {
		c := prey.First()
		if d := reantics.Distance(a.Cell, c); d < way {
			way = d
		}
	}
	return sum - w.Pressure*way
}
