package web

import (
	"context"
	"time"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// maxSpeed is the highest speed that a page asks for, in plies a second.
const maxSpeed = 1000

// pace is how fast a game is to go on.
type pace struct {
	paused bool
	speed  float64 // plies a second, 0: as fast as they come
	steps  int     // plies to go in spite of a pause
	round  bool    // go on until another seat is to move, in spite of a pause
	turn   scene.Seat
	inside int // plies of this group that were shown
	group  int
	last   time.Time
}

func (p *pace) begin() { p.steps, p.round, p.inside, p.group = 0, false, 0, 0 }

// shown hears of a scene; ply says that a ply led to it.
func (p *pace) shown(s *scene.Scene, ply bool) {
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
}

// do changes the pace; false if there is no such control.
func (p *pace) do(what string, value float64, s *scene.Scene) bool {
	switch what {
	case "pause":
		p.paused, p.steps, p.round = true, 0, false
	case "resume":
		p.paused = false
	case "speed":
		if p.speed = min(max(value, 0), maxSpeed); p.speed != value {
			return false
		}
	case "step":
		p.paused = true
		p.steps++
	case "round":
		p.paused = true
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
	return true
}

// hold returns how long the next ply has to wait: 0 not at all, below 0 until something changes.
func (p *pace) hold() time.Duration {
	switch {
	case p.steps > 0 || p.round:
		return 0
	case p.paused:
		return -1
	case p.speed > 0:
		return max(0, time.Until(p.last.Add(time.Duration(float64(time.Second)/p.speed))))
	}
	return 0
}

// Wait holds the game between two questions, as those who watch want it: paused, step by step, at a speed. It returns the error
// of ctx when that is done first.
func (s *Server) Wait(ctx context.Context) error {
	for {
		s.mu.Lock()
		wait, wake := s.pace.hold(), s.wake
		if wait == 0 {
			s.pace.steps = max(0, s.pace.steps-1)
		}
		s.mu.Unlock()
		if wait == 0 {
			return ctx.Err()
		}
		if wait < 0 {
			wait = time.Hour
		}
		timer := time.NewTimer(wait)
		select {
		case <-wake:
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}
