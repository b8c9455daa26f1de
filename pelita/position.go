package pelita

import (
	"fmt"
	"slices"
)

// Version is the version of the original whose rules are used.
type Version uint8

// The versions.
const (
	V251 Version = iota // 2.5.1, the default
	V270                // 2.7.0
)

// String returns the original's version, such as 2.5.1.
func (v Version) String() string {
	if v == V270 {
		return "2.7.0"
	}
	return "2.5.1"
}

// ParseVersion reads a version: 2.5, 2.5.1, 2.7 or 2.7.0. For others of the original the error names the one that is most like
// it: illegal moves are fatal and mazes are generated since 2.5.2.
func ParseVersion(text string) (Version, error) {
	switch text {
	case "2.5", "2.5.1":
		return V251, nil
	case "2.7", "2.7.0":
		return V270, nil
	}
	like := ""
	var minor, patch int
	if n, _ := fmt.Sscanf(text+".0", "2.%d.%d", &minor, &patch); n == 2 && minor >= 0 {
		like = "; " + text + " is like "
		if minor > 5 || minor == 5 && patch > 1 {
			like += V270.String()
		} else {
			like += V251.String()
		}
	}
	return V251, fmt.Errorf("%q: want 2.5.1 or 2.7.0%s", text, like)
}

// Shadow returns how many steps the shadow of a ghost extends (R11).
func (v Version) Shadow() int {
	if v == V270 {
		return 2
	}
	return 1
}

// Numbers of the rules, the same in both versions.
const (
	KillPoints    = 5
	SightDistance = 5
	NoiseRadius   = 5
	MaxFoodAge    = 30
	MaxRounds     = 300 // unless the game says otherwise
	ErrorLimit    = 5   // unless the game says otherwise
)

// Phase is the stage of a game.
type Phase uint8

// The phases. Version 2.5 does not have Failed: there, a team that fails during the set-up has lost.
const (
	Init Phase = iota
	Running
	Finished
	Failed // version 2.7: the game never began
)

// Options are the settings of a game, besides its layout.
type Options struct {
	Version      Version
	MaxRounds    int // 0: the game is over before the first round
	ErrorLimit   int // version 2.5: a team with this many errors is disqualified; 0: never
	AllowCamping bool
}

// Position is a whole game between two turns: everything that decides which moves are legal and who wins. It is a value of about
// 1 KiB: a copy made with = is a separate game, because the lists and tables inside are never changed, only replaced. Compare
// positions with Equal; == is not possible. Get one from [NewPosition] or [NewGame].
type Position struct {
	Options
	Maze *Maze

	Phase Phase
	Round int // from 1; 0 before the first turn (None in Python)
	Turn  int // number of the bot that moves or has just moved; -1 before the first turn

	Bots   [Bots]Cell
	Food   [2]Pellets // by the seat in whose home they are
	Score  [2]int     // by seat
	Eaten  [Bots]int  // pellets
	Kills  [Bots]int
	Deaths [Bots]int
	Killed [Bots]bool // since its last move

	Errors [2]int  // by seat: answers that were late or illegal, in version 2.5 (R12)
	Fatal  [2]bool // by seat: a fatal error (R12)

	ages [2]ages
}

// NewPosition returns the game before its set-up. The layout must have all four bots.
func NewPosition(l *Layout, m *Maze, o Options) Position {
	p := Position{Options: o, Maze: m, Turn: -1, Bots: l.Bots}
	for seat := range p.Food {
		p.Food[seat].has = make([]uint64, (m.Cells()+63)/64)
	}
	for _, c := range l.Food {
		p.Food[m.Side(c)].put(m, c)
	}
	for seat := range p.Food {
		p.Food[seat].relist()
	}
	return p
}

// Equal reports whether two games are the same and will continue in the same way: the order of the pellets counts, too. Games in
// two mazes are never equal.
func (p *Position) Equal(q *Position) bool {
	for seat := range p.Food {
		if !p.Food[seat].set.Equal(&q.Food[seat].set) || !p.ages[seat].equal(&q.ages[seat]) {
			return false
		}
	}
	return p.Options == q.Options && p.Maze == q.Maze && p.Phase == q.Phase && p.Round == q.Round && p.Turn == q.Turn &&
		p.Bots == q.Bots && p.Score == q.Score && p.Eaten == q.Eaten && p.Kills == q.Kills && p.Deaths == q.Deaths &&
		p.Killed == q.Killed && p.Errors == q.Errors && p.Fatal == q.Fatal
}

// Side returns the seat that is to move, or has just moved; Blue before the first turn.
func (p *Position) Side() Seat { return SeatOf(max(p.Turn, 0)) }

// String draws the board as a layout text, with the bots where they really are.
func (p *Position) String() string {
	return draw(p.Maze.w, p.Maze.h, p.Maze.walls, p.Bots[:], p.Food[Blue].list, p.Food[Red].list)
}

// AllFood returns all pellets in the order of the original's union of both sets, as viewers get them.
func (p *Position) AllFood() []Cell {
	both := p.Food[Blue].set.Union(&p.Food[Red].set)
	return both.Append(make([]Cell, 0, both.Len()))
}

// Pellets are the pellets in a team's home. Like a [Position], they are a value.
type Pellets struct {
	set  Set
	has  []uint64 // a bit for each cell, by index
	list []Cell   // in the order of the set
}

// Len returns the number of pellets.
func (f *Pellets) Len() int { return len(f.list) }

// List returns the pellets in the order of the original's set. The list stays unchanged when the game continues.
func (f *Pellets) List() []Cell { return f.list }

// Sorted returns the pellets in ascending order.
func (f *Pellets) Sorted() []Cell {
	cells := slices.Clone(f.list)
	SortCells(cells)
	return cells
}

// at reports whether there is a pellet on the cell with a number.
func (f *Pellets) at(cell uint16) bool { return f.has[cell>>6]>>(cell&63)&1 != 0 }

// own gives f tables that it does not share with another position. put and take change them; afterwards, relist makes the list
// anew.
func (f *Pellets) own() { f.set, f.has = f.set.Clone(), slices.Clone(f.has) }

func (f *Pellets) put(m *Maze, c Cell) {
	f.set.Add(c)
	i := m.Index(c)
	f.has[i>>6] |= 1 << (i & 63)
}

func (f *Pellets) take(m *Maze, c Cell) {
	f.set.Remove(c)
	i := m.Index(c)
	f.has[i>>6] &^= 1 << (i & 63)
}

func (f *Pellets) relist() { f.list = f.set.Append(make([]Cell, 0, f.set.Len())) }

// recopy copies the set as the original does in each turn (R14).
func (f *Pellets) recopy() {
	if f.set.Recopy() {
		f.relist()
	}
}
