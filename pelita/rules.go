package pelita

import (
	"slices"

	"github.com/gridiron-games/gridiron/kernel/notation"
)

// Chance is a source of random draws as Python's random.Random, such as *pyrand.Rand of the kernel. n is above 0.
type Chance interface {
	Below(n int) int // from 0 to n-1
	Below64(n uint64) uint64
	Float64() float64 // in [0, 1)
}

// Rule is the first rule that a move breaks, or Legal.
type Rule = notation.Code[table]

type table struct{}

// Rules returns the table, for notation.Code.
func (table) Rules() []notation.Rule { return rules[:] }

// The ways to break a rule, in the order in which Check looks for them. Numbers are those of RULES.md.
const (
	Legal    Rule = iota
	NoCell        // R6: not two integers
	OffBoard      // R6: a cell that is not on the board
	OntoWall      // R6
	TooFar        // R6: more than one step
)

var rules = [...]notation.Rule{
	Legal:    {Name: "legal", Says: "the move is legal"},
	NoCell:   {Name: "no_cell", Number: "R6", Says: "a move is a cell, two integers"},
	OffBoard: {Name: "off_board", Number: "R6", Says: "the cell is not on this board"},
	OntoWall: {Name: "onto_wall", Number: "R6", Says: "the cell is a wall"},
	TooFar:   {Name: "too_far", Number: "R6", Says: "a bot goes one step up, down, left or right, or stays"},
}

// Check returns the first rule that m breaks for the bot whose turn it is, or Legal. It is the definition of a legal move;
// AppendMoves is the fast way to the same answer.
func (p *Position) Check(m Move) Rule {
	if m.Raw != "" {
		return NoCell
	}
	return p.check(m.To)
}

func (p *Position) check(to Cell) Rule {
	switch {
	case !p.Maze.Contains(to):
		return OffBoard
	case !p.Maze.Free(to):
		return OntoWall
	case p.Bots[p.Turn].Distance(to) > 1:
		return TooFar
	}
	return Legal
}

// AppendMoves appends every legal move of the bot whose turn it is to dst, in the order from which the referee draws: north,
// east, west, south, stay.
func (p *Position) AppendMoves(dst []Move) []Move {
	for _, to := range p.Maze.Legal(p.Bots[p.Turn]) {
		dst = append(dst, MoveTo(to))
	}
	return dst
}

// Advance goes to the next turn: the first is turn 0 of round 1 (R4).
func (p *Position) Advance() {
	switch {
	case p.Turn < 0:
		p.Round, p.Turn = 1, 0
	case p.Turn == Bots-1:
		p.Round, p.Turn = p.Round+1, 0
	default:
		p.Turn++
	}
}

// IsGhost reports whether a bot, 0 to 3, is in its home (R3).
func (p *Position) IsGhost(bot int) bool { return p.Maze.Side(p.Bots[bot]) == SeatOf(bot) }

// Relocate copies both sets of pellets, as the original does in each turn, and moves the team's pellets that were in the shadow
// for too long to free cells of its home (R11). It returns the cells from which pellets were taken, ascending.
func (p *Position) Relocate(seat Seat, chance Chance) (moved []Cell) {
	p.Food[Blue].recopy()
	p.Food[Red].recopy()
	if p.AllowCamping {
		return nil
	}
	food, ages := &p.Food[seat], &p.ages[seat]
	var expired []Cell
	for _, list := range [2][]aged{ages.first[:ages.n], ages.more} {
		for _, one := range list {
			if one.age > MaxFoodAge && food.at(one.cell) {
				expired = append(expired, p.Maze.At(int(one.cell)))
			}
		}
	}
	if len(expired) == 0 {
		return nil
	}
	SortCells(expired)
	targets := p.targets(seat)
	moved = expired[:min(len(expired), len(targets))]
	if len(moved) == 0 {
		return nil
	}
	food.own()
	for _, c := range moved {
		n := chance.Below(len(targets))
		to := targets[n]
		targets = slices.Delete(targets, n, n+1)
		food.take(p.Maze, c)
		food.put(p.Maze, to)
		ages.drop(uint16(p.Maze.Index(c)))
	}
	food.relist()
	return moved
}

// targets lists the cells to which a pellet of the team may be moved, ascending.
func (p *Position) targets(seat Seat) (cells []Cell) {
	m, near := p.Maze, p.Version.Shadow()
	own, other := seat.Bot(0), seat.Other().Bot(0)
	left := int(seat) * (m.w / 2)
	for x := left; x < left+m.w/2; x++ {
		if x == m.w/2-1 || x == m.w/2 {
			continue
		}
		for y := range m.h {
			c := Cell{x, y}
			if m.wall[x*m.h+y] || p.Food[seat].at(uint16(x*m.h+y)) {
				continue
			}
			if c.Distance(p.Bots[own]) > near && c.Distance(p.Bots[own+2]) > near && c != p.Bots[other] && c != p.Bots[other+2] {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// Sight is how a bot is shown to an enemy.
type Sight struct {
	Noisy bool
	Cell  Cell // if Noisy
}

// Look draws where a bot sees its enemies (R10): exactly within the sight distance, otherwise anywhere near their real cells. It
// fills in seen, which is by bot; the own team is not noisy.
func (p *Position) Look(bot int, chance Chance, seen *[Bots]Sight) {
	from := p.Bots[bot]
	seen[bot], seen[(bot+2)%Bots] = Sight{}, Sight{}
	for enemy := 1 - bot%2; enemy < Bots; enemy += 2 {
		seen[enemy] = Sight{}
		if from.Distance(p.Bots[enemy]) <= SightDistance {
			continue
		}
		if shown := p.Maze.Shown(p.Bots[enemy]); len(shown) > 1 {
			seen[enemy].Noisy, seen[enemy].Cell = true, p.Maze.At(int(shown[chance.Below(len(shown))]))
		}
	}
}

// Move puts the bot to move on a cell: it eats a pellet there, and then bots are killed (R7, R8). It does not check the move.
func (p *Position) Move(to Cell) {
	p.Bots[p.Turn] = to
	seat := p.Side()
	food := &p.Food[seat.Other()]
	if p.Maze.Side(to) != seat && food.at(uint16(p.Maze.Index(to))) {
		food.own()
		food.take(p.Maze, to)
		food.relist()
		p.Score[seat]++
		p.Eaten[p.Turn]++
	}
	if p.Version == V251 {
		p.fight(to)
	} else {
		p.cascade(to)
	}
}

// fight kills only on the cell of the mover (version 2.5).
func (p *Position) fight(at Cell) {
	mover := p.Turn
	for enemy := 1 - mover%2; enemy < Bots; enemy += 2 {
		switch {
		case p.Bots[enemy] != at:
		case p.IsGhost(mover):
			p.kill(mover, enemy)
		default:
			p.kill(enemy, mover)
			return
		}
	}
}

// cascade kills on the cell of the mover, and then wherever a bot respawns (version 2.7).
func (p *Position) cascade(at Cell) {
	var room [2 * Bots]Cell
	for stack := append(room[:0], at); len(stack) > 0; {
		cell := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		seat := p.Maze.Side(cell)
		ghost := seat.Bot(0)
		if p.Bots[ghost] != cell {
			ghost = seat.Bot(1)
		}
		if p.Bots[ghost] != cell {
			continue
		}
		for i := range 2 {
			if enemy := seat.Other().Bot(i); p.Bots[enemy] == cell {
				p.kill(ghost, enemy)
				stack = append(stack, p.Bots[enemy])
			}
		}
	}
}

// kill lets one bot kill another, which respawns.
func (p *Position) kill(ghost, victim int) {
	p.Score[SeatOf(ghost)] += KillPoints
	p.Kills[ghost]++
	p.Deaths[victim]++
	p.Bots[victim] = p.Maze.Respawn(victim)
	p.Killed[victim] = true
}
