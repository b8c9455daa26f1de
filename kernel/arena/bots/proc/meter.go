package proc

import (
	"time"

	"github.com/gridiron-games/gridiron/kernel/cpu"
)

// Meter adds up what a player's programs use in one game: there may be several programs, one after the other, and one may play
// many games.
type Meter struct {
	before time.Duration // used by the program before the game began
	gone   Usage         // by programs that ended in this game
}

// Begin begins a game, for which p may use all the processor time that it is allowed. p is already running and has played before;
// nil: no program is running, or the start of the one that runs is part of this game.
func (m *Meter) Begin(p *Program) {
	*m = Meter{}
	if p != nil {
		m.before = p.Usage().CPU
		p.Renew()
	}
}

// Ended counts a program that was closed.
func (m *Meter) Ended(p *Program) { *m = Meter{gone: m.Used(p)} }

// Used returns what was used since the game began. p is the running program; nil: no program is running.
func (m *Meter) Used(p *Program) Usage {
	used := m.gone
	if p != nil {
		u := p.Usage()
		used.CPU += max(0, u.CPU-m.before)
		used.Memory = max(used.Memory, u.Memory)
	}
	return used
}

// Spent returns how much processor time the program and what it started have used so far; ok is false if that is not known, as on
// systems other than Linux, or if the program has ended. It may be called from any goroutine.
func (p *Program) Spent() (spent time.Duration, ok bool) {
	if c, known := p.child.(interface{ Spent() (time.Duration, bool) }); known {
		if spent, ok = c.Spent(); ok {
			return spent, true
		}
	}
	if c, known := p.child.(interface{ Pid() int }); known {
		return cpu.Tree(c.Pid())
	}
	return 0, false
}

// Renew begins another game: from now on, a program in a jail may use all the processor time that its policy allows.
func (p *Program) Renew() {
	if c, ok := p.child.(interface{ Renew() }); ok {
		c.Renew()
	}
}
