package bot

import (
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// Limits of evasion.
const (
	evadeNodes = 1000 // positions that a search tries
	evadeSlots = 4096 // of its hash table; a power of two
	evadeSight = 10   // cells within which it considers ghosts
	evadeMiss  = 3    // times that the ways may get no shorter until a bot evades no more
	evadeRest  = 15   // rounds for which it then does not
)

// evasion searches for a way to a pellet past ghosts that run after the bot. Such a ghost can be led round a block of walls, and
// then the way is free. Policies that look for the nearest step never find that.
type evasion struct {
	list []evaded
	slot [evadeSlots]int32 // hash table of list: the place, plus one

	left   [2]int // by bot: the length of the way on which it evades ghosts; 0: it does not
	missed [2]int // by bot: how often that way got no shorter
	tired  [2]int // by bot: the round until which it does not evade
}

// evaded is a position of the search.
type evaded struct {
	at     cell
	ghosts [2]cell // none: no such ghost
	before int32   // place in the list of the position before
}

// add appends a position unless it was there before or the list is full.
func (e *evasion) add(p evaded) {
	hash := (uint64(p.at)*2654435761 + uint64(p.ghosts[0]+1)*40503 + uint64(p.ghosts[1]+1)*9176741) * 0x9e3779b97f4a7c15 >> 52
	for ; e.slot[hash] != 0; hash = (hash + 1) % evadeSlots {
		if q := &e.list[e.slot[hash]-1]; q.at == p.at && q.ghosts == p.ghosts {
			return
		}
	}
	if len(e.list) < evadeSlots/2 {
		e.list = append(e.list, p)
		e.slot[hash] = int32(len(e.list))
	}
}

// search returns the shortest way of a bot to a pellet, nil if it finds none. It takes no step that the bot fears, and assumes
// that every ghost goes a shortest way to the pacman that is nearest to it, and stays while there is none.
func (e *evasion) search(w *world, bot int) []cell {
	g, team := w.g, uint8(bot%2)
	start := evaded{at: w.at[bot], ghosts: [2]cell{none, none}, before: -1}
	n := 0
	for k := 1; k < pelita.Bots; k += 2 {
		if x := w.at[(bot+k)%pelita.Bots]; g.side[x] != team && g.near(x, w.at[bot], evadeSight) {
			start.ghosts[n] = x
			n++
		}
	}
	e.list = e.list[:0]
	clear(e.slot[:])
	e.add(start)
	for i := 0; i < len(e.list) && i < evadeNodes; i++ {
		from := e.list[i]
		for _, to := range g.options[from.at] {
			if g.side[to] != team {
				if w.flight(team, to, from.ghosts[:n]) < w.fears(bot) {
					continue
				}
				if w.slot[to] != 0 {
					return e.way(i, to)
				}
			}
			next := evaded{at: to, ghosts: from.ghosts, before: int32(i)}
			for j := range n {
				next.ghosts[j] = w.hunted(from.ghosts[j], to, w.at[(bot+2)%pelita.Bots])
			}
			e.add(next)
		}
	}
	return nil
}

// way returns the cells from the start to a cell behind place i of the list.
func (e *evasion) way(i int, to cell) []cell {
	way := []cell{to}
	for ; i > 0; i = int(e.list[i].before) {
		way = append(way, e.list[i].at)
	}
	slices.Reverse(way)
	return way
}

// hunted returns the next cell of a ghost that runs after the nearer one of two bots, if that is a pacman.
func (w *world) hunted(ghost, a, b cell) cell {
	g := w.g
	prey := none
	for _, at := range [2]cell{a, b} {
		if g.side[at] == g.side[ghost] && (prey == none || g.row(at)[ghost] < g.row(prey)[ghost]) {
			prey = at
		}
	}
	if prey == none {
		return ghost
	}
	row, best := g.row(prey), ghost
	for _, to := range g.options[ghost][1:] {
		if g.side[to] == g.side[ghost] && row[to] < row[best] {
			best = to
		}
	}
	return best
}

// evade returns the next cell on a bot's way past the ghosts; ok is false at its end, and if the bot fears the step.
func (w *world) evade(bot int) (to cell, ok bool) {
	i, team := w.stage[bot], uint8(bot%2)
	if i >= len(w.way[bot]) || !slices.Contains(w.g.options[w.at[bot]], w.way[bot][i]) {
		return none, false
	}
	to = w.way[bot][i]
	for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
		if x := w.at[enemy]; w.g.side[x] != team && w.flight(team, to, []cell{x}) < w.fears(bot) {
			return none, false
		}
	}
	w.stage[bot]++
	return to, true
}

// findWay searches for a way past the ghosts, for the bot that moves.
func (c *Champion) findWay(b *pelita.Bot) {
	w := &c.now
	w.way[w.turn], w.stage[w.turn] = nil, 0
	if b.Round >= c.evasion.tired[b.Turn] && c.ghostNear(alert) {
		w.way[w.turn] = c.evasion.search(w, w.turn)
	}
	if p := &w.plans[w.turn]; p.mode == evade && w.way[w.turn] == nil {
		*p = plan{goal: none}
	}
}

// tire gives up evading for a while if the way gets no shorter: the ghosts do not do what was expected.
func (c *Champion) tire(b *pelita.Bot) {
	k, left, e := b.Turn, 0, &c.evasion
	if c.plans[k].mode == evade {
		left = len(c.now.way[c.now.turn])
	}
	switch {
	case left == 1:
		e.missed[k] = 0
	case e.left[k] > 0 && left >= e.left[k]:
		if e.missed[k]++; e.missed[k] == evadeMiss {
			e.missed[k], e.tired[k], c.plans[k] = 0, b.Round+evadeRest, plan{goal: none}
		}
	}
	e.left[k] = left
}
