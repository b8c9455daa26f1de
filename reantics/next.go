package reantics

// NextState returns what the original's look-ahead makes of p and a legal action (getNextState). It differs from the game: an
// enemy on the mover's hill lowers its capture health at every call; an ant that moved may move again; a worker loads and unloads
// when it arrives; an ant hits the first enemy in the order of AppendAttackable, a worker without damage; a new ant may move; the
// end of a turn changes nothing. The seat to move stays. Play does what the game does.
func (p *Position) NextState(m Move) Position {
	next := *p
	side := p.side
	if hill := p.hill[side]; hill < Cells && p.occupied[side.Other()].Has(hill) {
		next.health[side][0]--
	}
	switch m.Kind() {
	case Build:
		next.stock[side] -= uint8(p.rules.Stats(m.Type()).Cost)
		next.hatch(side, p.hill[side], m.Type(), false)
	case MoveAnt:
		if i := p.find(side, m.From()); i >= 0 {
			next.stroll(&next.ants[place(side, i)], m.To())
		}
	}
	return next
}

// stroll moves an ant as the look-ahead does.
func (p *Position) stroll(ant *Ant, to Cell) {
	side, foe := p.side, p.side.Other()
	p.occupied[side] = p.occupied[side].Minus(single[ant.Cell]).Or(single[to])
	ant.Cell, ant.Moved = to, false
	if ant.Carrying && (to == p.hill[side] || to == p.tunnel[side]) {
		p.stock[side]++
		ant.Carrying = false
	}
	if ant.Type == Worker && p.food.Has(to) {
		ant.Carrying = true
	}
	s := p.rules.Stats(ant.Type)
	targets := near[s.Range][to].Minus(single[to]).And(p.occupied[foe])
	if targets.Empty() {
		return
	}
	victim := p.find(foe, targets.First())
	enemy := &p.ants[place(foe, victim)]
	if enemy.Health -= int8(s.Attack); enemy.Health <= 0 {
		p.bury(foe, victim)
	}
}

// NextStateAdversarial is like NextState, but an ant that moved stays marked as moved, and the end of a turn rests the mover's
// ants and passes the turn (getNextStateAdversarial). It still feeds and captures nothing.
func (p *Position) NextStateAdversarial(m Move) Position {
	next := p.NextState(m)
	switch m.Kind() {
	case MoveAnt:
		if i := next.find(p.side, m.To()); i >= 0 {
			next.ants[place(p.side, i)].Moved = true
		}
	case End:
		for i := range next.Count(p.side) {
			next.ants[place(p.side, i)].Moved = false
		}
		next.side = p.side.Other()
	}
	return next
}
