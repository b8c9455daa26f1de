package bot

import "github.com/gridiron-games/gridiron/tron"

// lostHealth is what the course bot takes from the score of its simulation for a health lost.
const lostHealth = 150

// duel is the course bot's simulation: the seats move one after the other, and a point of health is worth lostHealth. It is not
// the game's own rules, but what that bot believes.
type duel struct {
	ground
	constants tron.Constants
	duelists
}

// duelists is the part of a duel that is small enough to be saved and brought back.
type duelists struct {
	bikes    [2]duelist
	scores   [2]int
	halves   int // half cycles that may still be played
	finished bool
}

type duelist struct {
	at                          int
	direction                   tron.Direction
	health, cooldown, remaining int
}

// begin takes a position over.
func (d *duel) begin(p *tron.Position) {
	d.load(p)
	d.constants = p.Constants()
	d.duelists = duelists{halves: 2 * (max(d.constants.MaxCycles, 1) - p.Cycle())}
	for s := range d.bikes {
		b := p.Bike(tron.Seat(s))
		d.bikes[s] = duelist{d.heads[s], b.Direction, b.Health, b.Cooldown, b.Remaining}
		d.scores[s] = p.Score(tron.Seat(s))
	}
}

func (d *duel) ahead(s tron.Seat) ahead {
	b := &d.bikes[s]
	a := ahead{seat: s, on: b.remaining > 1, ready: b.cooldown <= 0}
	a.directions = [3]tron.Direction{b.direction, b.direction.Clockwise(), b.direction.Anticlockwise()}
	for i, way := range a.directions {
		cell := b.at + d.step[way]
		a.cells[i], a.taken[i] = d.cells[cell], cell == d.bikes[s.Other()].at
	}
	return a
}

// memory is what is needed to take a move back.
type memory struct {
	duelists
	from, to         int
	fromCell, toCell tron.Cell
}

// move moves one seat's bike.
func (d *duel) move(s tron.Seat, c tron.Command) memory {
	b := &d.bikes[s]
	m := memory{duelists: d.duelists, from: b.at, fromCell: d.cells[b.at]}
	if way, ok := c.Turn(); ok && way&1 != b.direction&1 {
		b.direction = way
	}
	if c.Breaker() && b.cooldown <= 0 {
		b.cooldown, b.remaining = d.constants.WallBreakerCooldown, d.constants.WallBreakerDuration+1
	}
	b.cooldown, b.remaining = max(b.cooldown-1, 0), max(b.remaining-1, 0)
	d.cells[b.at] = tron.Wall(s)
	d.scores[s] += d.constants.WallScore
	b.at += d.step[b.direction]
	m.to, m.toCell = b.at, d.cells[b.at]
	d.collide(s)
	d.halves--
	d.finished = d.finished || d.halves <= 0
	return m
}

func (d *duel) collide(s tron.Seat) {
	b := &d.bikes[s]
	cell := d.cells[b.at]
	switch {
	case b.at == d.bikes[s.Other()].at:
		d.finished = true
		return
	case cell == tron.AreaWall:
		d.scores[s] += d.constants.AreaWallCrash
		d.finished = true
		return
	case cell == tron.Empty:
		return
	case b.remaining == 0:
		b.health--
		d.scores[s] -= lostHealth
		if b.health == 0 {
			d.finished = true
			d.scores[s] += d.constants.EnemyWallCrash
			if cell == tron.Wall(s) {
				d.scores[s] += d.constants.OwnWallCrash - d.constants.EnemyWallCrash
			}
			return
		}
	}
	owner, _ := cell.Owner()
	d.scores[owner] -= d.constants.WallScore
	d.cells[b.at] = tron.Empty
}

func (d *duel) takeBack(m memory) {
	d.cells[m.to] = m.toCell
	d.cells[m.from] = m.fromCell
	d.duelists = m.duelists
}

// minimax returns the best lead that a seat can hold on to when it moves first, the other answers, and so on for a number of
// plies. Both look only at the best group of commands.
func (d *duel) minimax(s, mover tron.Seat, plies, alpha, beta int) int {
	if plies == 0 || d.finished {
		return d.scores[s] - d.scores[s.Other()]
	}
	a := d.ahead(mover)
	o := a.group()
	for _, c := range o.commands[:o.n] {
		m := d.move(mover, c)
		value := d.minimax(s, mover.Other(), plies-1, alpha, beta)
		d.takeBack(m)
		if mover == s {
			alpha = max(alpha, value)
		} else {
			beta = min(beta, value)
		}
		if alpha >= beta {
			break
		}
	}
	if mover == s {
		return alpha
	}
	return beta
}
