package bot

import (
	"math"

	"github.com/gridiron-games/gridiron/pelita"
)

// world is a game on a ground between two turns, by the rules of pelita: moves, eating, killing and the end. In it, pellets are
// not relocated and bots make no errors.
type world struct {
	g       *ground
	at      [pelita.Bots]cell
	food    [2][]cell // by the team whose home they are in
	slot    []uint16  // by cell: where in food its pellet is, plus one; 0: none
	score   [2]int
	turn    int // of the bot that moves next
	round   int
	rounds  int
	over    bool
	plans   [pelita.Bots]plan
	routes  [pelita.Bots][]cell // pellets that bots eat in turn; nil: the nearest ones
	next    [pelita.Bots]int    // places on the routes
	way     [pelita.Bots][]cell // past ghosts, for those that evade
	stage   [pelita.Bots]int    // places on the ways
	shun    [pelita.Bots][]bool // by bot and cell: pellets that it leaves alone; nil: none
	detours [pelita.Bots]detour // by bot
	fear    [pelita.Bots]uint8  // by bot: a pacman takes no step after which it can be caught in fewer moves
	models  [pelita.Bots]model  // of enemies; noModel: they follow their plans
	chance  dice
}

// detour is a way to a pellet that avoids some cells.
type detour struct {
	goal cell
	row  []uint16 // by cell: the steps to it
}

// copyFrom makes w an independent copy.
func (w *world) copyFrom(v *world) {
	food, slot := w.food, w.slot
	*w = *v
	for team := range food {
		w.food[team] = append(food[team][:0], v.food[team]...)
	}
	w.slot = append(slot[:0], v.slot...)
}

// setFood replaces all pellets.
func (w *world) setFood(lists [2][]pelita.Cell) {
	if w.slot == nil {
		w.slot = make([]uint16, len(w.g.cells))
	}
	clear(w.slot)
	for team, list := range lists {
		w.food[team] = w.food[team][:0]
		for _, c := range list {
			n := w.g.at(c)
			w.food[team] = append(w.food[team], n)
			w.slot[n] = uint16(len(w.food[team]))
		}
	}
}

// dice is a small generator (xorshift; Marsaglia, 2003). It is not 0.
type dice uint64

// below draws a number from 0 to n-1.
func (d *dice) below(n int) int {
	*d ^= *d << 13
	*d ^= *d >> 7
	*d ^= *d << 17
	return int(uint64(*d>>33) * uint64(n) >> 31)
}

// play moves the bot whose turn it is (R4, R7 to R9).
func (w *world) play(to cell) {
	bot, team := w.turn, w.turn%2
	w.at[bot] = to
	if side := int(w.g.side[to]); side != team && w.slot[to] != 0 {
		w.eat(side, to)
		w.score[team]++
	}
	if w.g.version == pelita.V251 {
		w.fight(bot, to)
	} else {
		w.cascade(to)
	}
	if w.turn++; w.turn == pelita.Bots {
		w.turn, w.round = 0, w.round+1
	}
	w.over = w.round > w.rounds || len(w.food[0]) == 0 || len(w.food[1]) == 0
}

// eat removes a pellet; the last one of the list takes its place.
func (w *world) eat(team int, at cell) {
	list := w.food[team]
	last := list[len(list)-1]
	list[w.slot[at]-1] = last
	w.slot[last] = w.slot[at]
	w.slot[at] = 0
	w.food[team] = list[:len(list)-1]
}

// fight kills as in version 2.5.1: only on the mover's cell.
func (w *world) fight(bot int, at cell) {
	ghost := int(w.g.side[at]) == bot%2
	for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
		if w.at[enemy] != at {
			continue
		}
		if !ghost {
			w.kill(bot)
			return
		}
		w.kill(enemy)
	}
}

// cascade kills as in version 2.7.0: it continues where a bot respawns.
func (w *world) cascade(at cell) {
	team := int(w.g.side[at])
	if w.at[team] != at && w.at[team+2] != at {
		return
	}
	for enemy := 1 - team; enemy < pelita.Bots; enemy += 2 {
		if w.at[enemy] == at {
			w.kill(enemy)
			w.cascade(w.at[enemy])
		}
	}
}

func (w *world) kill(victim int) {
	w.score[1-victim%2] += pelita.KillPoints
	w.at[victim] = w.g.respawn[victim]
	if p := &w.plans[victim]; p.mode == gather {
		p.goal = none
	}
}

// finish plays on by the plans of all bots for at most the given number of rounds, and returns the value for a team, from 0 to 1.
// Events late in a playout are less certain, so an earlier win is worth more, and an earlier loss less.
func (w *world) finish(team, rounds int) float64 {
	first := w.round
	for !w.over && w.round < first+rounds {
		w.play(w.step(w.turn))
	}
	lead := float64(w.score[team] - w.score[1-team])
	worth := lead / (math.Abs(lead) + leadScale)
	if w.over && lead != 0 {
		doubt := float64(w.round-first) / float64(rounds)
		worth = math.Copysign(1-doubt, lead) + float64(worth*doubt)
	}
	return 0.5 + float64(0.5*worth)
}

// leadScale is the lead in points that is worth 0.75 in a game that is not over.
const leadScale = 6
