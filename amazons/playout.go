package amazons

// Chance is a source of random draws: IntN returns an integer from 0 to n-1, as in math/rand/v2.
type Chance interface{ IntN(n int) int }

// RandomSteps draws a turn in steps: a queen that can move, then a square for her, then a target for her arrow, each with equal
// chances. Compared with a draw among all turns, it chooses queens in the open less often. The position must not be stuck.
func (p Position) RandomSteps(c Chance) Move {
	blocked := p.Blocked()
	queens := p.queens[p.side].And(all.Minus(blocked).Neighbours())
	from := queens.Nth(c.IntN(queens.Len()))
	landings := Reach(from, blocked)
	to := landings.Nth(c.IntN(landings.Len()))
	targets := p.arrow.Shots(to, blocked.Minus(single[from]))
	return Move{from, to, targets.Nth(c.IntN(targets.Len()))}
}

// RandomGame plays turns drawn as RandomSteps draws them until a seat is stuck, and returns the winner and the number of turns.
// It works in place on one board, which makes it faster than playing turns one by one; the same draws give other turns than with
// RandomSteps.
func RandomGame(p Position, c Chance) (winner Seat, turns int) {
	b := newBoard(p)
	side := p.side
	for {
		queens := b.queens[side].And(all.Minus(b.blocked).Neighbours())
		if queens.Empty() {
			return side.Other(), turns
		}
		b.randomSteps(side, queens, c)
		side ^= 1
		turns++
	}
}

func (b *board) randomSteps(side Seat, movable Set, c Chance) Move {
	from := movable.Nth(c.IntN(movable.Len()))
	to := b.drawReach(from, c)
	b.toggle(from)
	b.toggle(to)
	b.queens[side] = b.queens[side].xor(single[from]).Or(single[to])
	arrow := b.drawShot(to, c)
	b.toggle(arrow)
	return Move{from, to, arrow}
}

// drawShot draws one of the squares that a queen on s can shoot at; there must be one.
func (b *board) drawShot(s Square, c Chance) Square {
	if b.arrow == 0 {
		return b.drawReach(s, c)
	}
	targets := b.arrow.Shots(s, b.blocked)
	return targets.Nth(c.IntN(targets.Len()))
}

// drawReach draws one of the squares that a queen on s sees; there must be one.
func (b *board) drawReach(s Square, c Chance) Square {
	on := &places[s]
	var views [4]uint16
	total := 0
	for axis := range views {
		views[axis] = b.view(on[axis])
		total += int(sight[views[axis]])
	}
	k := c.IntN(total)
	axis := 0
	for ; axis < 3 && k >= int(sight[views[axis]]); axis++ {
		k -= int(sight[views[axis]])
	}
	up := int(ahead[views[axis]])
	if k < up {
		return s + Square((k+1)*steps[axis])
	}
	return s - Square((k-up+1)*steps[axis])
}
