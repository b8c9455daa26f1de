// Package pace decides how fast a game that people watch continues, and when it pauses.
package pace

import (
	"time"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// maxSpeed is the highest speed that a page asks for, in plies a second.
const maxSpeed = 1000

// Pace is how fast a game is to go on. It is not safe for use by several goroutines at once.
type Pace struct {
	Paused bool
	Why    string  // what paused it; "": a person did, or it is not paused
	Speed  float64 // plies a second, 0: as fast as they come

	rules  Rules
	met    []bool // by condition: it held in the scene before
	steps  int    // plies to go in spite of a pause
	round  bool   // go on until another seat is to move, in spite of a pause
	turn   scene.Seat
	inside int // plies of this group that were shown
	group  int
	last   time.Time
}

// Begin begins a game. If a rule paused the game before, that does not hold this one.
func (p *Pace) Begin() {
	p.steps, p.round, p.inside, p.group = 0, false, 0, 0
	clear(p.met)
	if p.Why != "" {
		p.Paused, p.Why = false, ""
	}
}

// Shown records that a scene of a game between players of these names is shown. ply says that a ply led to it, and fault what was
// wrong with an answer in it, "" if nothing was. A condition pauses after each ply with which it holds.
func (p *Pace) Shown(s *scene.Scene, names []string, ply bool, fault string) {
	p.last = time.Now()
	if s.Group != p.group {
		p.inside, p.group = 0, s.Group
	}
	if ply {
		p.inside++
	}
	if p.round && s.Turn != p.turn {
		p.round = false
	}
	if fault != "" && p.rules.Faults {
		p.stop(fault)
	}
	for i := range p.rules.When {
		c := &p.rules.When[i]
		met := c.Met(s, names)
		if met && (ply || !p.met[i]) {
			p.stop(c.Words(s.Board))
		}
		p.met[i] = met
	}
}

// stop pauses the game by a rule.
func (p *Pace) stop(why string) { p.Paused, p.Why, p.steps, p.round = true, why, 0, false }

// Rules returns the rules by which a game pauses.
func (p *Pace) Rules() Rules { return p.rules }

// Follow sets the rules by which a game pauses.
func (p *Pace) Follow(r Rules) { p.rules, p.met = r, make([]bool, len(r.When)) }

// Do changes the pace as somebody wants it: pause, resume, speed (value in plies a second), step or round. It is false if
// there is no such control, or no such speed. s is what is shown now, nil before a game.
func (p *Pace) Do(what string, value float64, s *scene.Scene) bool {
	switch what {
	case "pause":
		p.Paused, p.steps, p.round = true, 0, false
	case "resume":
		p.Paused = false
	case "speed":
		if p.Speed = min(max(value, 0), maxSpeed); p.Speed != value {
			return false
		}
		return true
	case "step":
		p.Paused = true
		p.steps++
	case "round":
		p.Paused = true
		switch {
		case s == nil:
		case s.Board.Per > 0:
			p.steps += s.Board.Per - p.inside%s.Board.Per
		default:
			p.round, p.turn = true, s.Turn
		}
	default:
		return false
	}
	p.Why = ""
	return true
}

// Hold returns how long the next ply has to wait; 0: not at all; below 0: until something changes.
func (p *Pace) Hold() time.Duration {
	switch {
	case p.steps > 0 || p.round:
		return 0
	case p.Paused:
		return -1
	case p.Speed > 0:
		return max(0, time.Until(p.last.Add(time.Duration(float64(time.Second)/p.Speed))))
	}
	return 0
}

// Stepped counts a ply that did not have to wait.
func (p *Pace) Stepped() { p.steps = max(0, p.steps-1) }
