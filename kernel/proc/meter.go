package proc

import "time"

// Meter sums up what a player's programs use in one game: it may have several, one after the other, and one may play many games.
type Meter struct {
	before time.Duration // that the program had used when the game began
	gone   Usage         // by those that ended in this game
}

// Begin begins a game. p runs already; nil: none does.
func (m *Meter) Begin(p *Program) {
	*m = Meter{}
	if p != nil {
		m.before = p.Usage().CPU
	}
}

// Ended counts a program that was closed.
func (m *Meter) Ended(p *Program) { *m = Meter{gone: m.Used(p)} }

// Used returns what was used since the game began. p is the program that runs; nil: none does.
func (m *Meter) Used(p *Program) Usage {
	used := m.gone
	if p != nil {
		u := p.Usage()
		used.CPU += max(0, u.CPU-m.before)
		used.Memory = max(used.Memory, u.Memory)
	}
	return used
}
