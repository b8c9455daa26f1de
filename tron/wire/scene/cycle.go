package scene

import (
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// Cycle returns the frame that draws a cycle: p is the position after it, and events come from [tron.Position.Explain].
func (s *Scene) Cycle(p *tron.Position, events []tron.Event) []byte {
	s.half = [2]bool{}
	for _, e := range events {
		s.drawEvent(p, e)
	}
	s.drawBroken(events, true)
	for _, e := range events {
		if e.Kind == tron.WallBuilt {
			s.drawBuilt(p, e)
		}
	}
	s.drawBroken(events, false)
	for _, seat := range s.order {
		if b := p.Bike(seat); b.Crash == tron.NoCrash {
			s.transform(s.bikes[seat], nil, ks.Struct{"duration_cycles": 1, "position": s.at(b.At)})
		}
	}
	s.drawStatus(p)
	return s.frame()
}

// Half reports whether a seat's bike crashed in the middle of its new cell in the last cycle, rather than at its edge.
func (s *Scene) Half(seat tron.Seat) bool { return s.half[seat] }

// drawEvent draws what happens to a bike, except walls.
func (s *Scene) drawEvent(p *tron.Position, e tron.Event) {
	bike := s.bikes[e.Seat]
	switch e.Kind {
	case tron.Turned:
		s.transform(bike, nil, ks.Struct{"rotation": rotation(e.Direction)})
	case tron.BreakerOn:
		s.shields[e.Seat] = s.create(e.Seat.Title()+"Shield", ks.Struct{"parent_ref": bike, "parent_child_ref": "Shield"})
		s.audio(bike, "AudioSource", ks.Struct{"audio_clip_asset": asset("Shield"), "play": true, "loop": true, "volume": 0.5})
	case tron.BreakerEnd:
		s.hide(s.shields[e.Seat], nil, nil)
		s.audio(bike, "AudioSource", ks.Struct{"play": false})
	case tron.HealthLost:
		s.text(e.Seat.Title()+"Health", number(p.Bike(e.Seat).Health))
	case tron.Crashed:
		s.drawCrash(e)
	}
}

func (s *Scene) drawCrash(e tron.Event) {
	half := e.Half
	switch e.Crash { // at a coloured wall it depends on how far the wall reaches
	case tron.OnOwnWall:
		half = !s.walls[e.Seat][e.At].reaches(e.Direction.Opposite())
	case tron.OnEnemyWall:
		half = !s.walls[e.Seat.Other()][e.At].reaches(e.Direction.Opposite())
	}
	s.half[e.Seat] = half
	bike, t := s.bikes[e.Seat], 0.0
	if half {
		t = 0.5
		s.transform(bike, nil, ks.Struct{"duration_cycles": 0.5, "position": s.between(e.At, e.Direction, 1)})
	}
	gone := t + 1/s.cycleSeconds
	s.hide(bike, "Bike", t)
	s.hide(bike, "Shield", t)
	s.create(e.Seat.Title()+"BikeExplosion", ks.Struct{"cycle": t, "parent_ref": bike, "parent_child_ref": "Explosion"})
	s.hide(bike, nil, gone)
	s.audio(bike, "AudioSource", ks.Struct{"cycle": t, "audio_clip_asset": asset("BikeCrash"), "play": true, "volume": 1})
	s.audio(bike, "AudioSource", ks.Struct{"cycle": gone, "play": false})
}

// drawBuilt draws the wall that a bike leaves: to the middle of the cell where it was, and half a cell further if it drives on.
func (s *Scene) drawBuilt(p *tron.Position, e tron.Event) {
	seat, b := e.Seat, p.Bike(e.Seat)
	s.material(s.ground[e.At.Y*s.size.W+e.At.X], seat.Title()+"Ground")
	crashed := b.Crash != tron.NoCrash
	if crashed && !s.half[seat] {
		return
	}
	walls := s.walls[seat]
	grow := ks.Struct{"cycle": 0, "duration_cycles": 0.5, "scale": vector(nil, nil, 1)}
	centre := s.create(seat.Title()+"CenterWall", nil)
	s.transform(centre, nil, ks.Struct{"position": s.at(e.At)})
	here := s.create(seat.Title()+"Wall", nil)
	s.transform(here, nil, ks.Struct{"position": s.at(e.At), "rotation": rotation(e.Direction)})
	s.transform(here, nil, grow)
	walls[e.At] = walls[e.At].draw(segment{centre: true, object: centre}).draw(segment{to: e.Direction, object: here})
	if crashed {
		return
	}
	there := s.create(seat.Title()+"Wall", ks.Struct{"cycle": 0.5})
	walls[b.At] = wall{{to: e.Direction.Opposite(), object: there}}
	s.transform(there, nil, ks.Struct{"cycle": 0.5, "position": s.between(b.At, e.Direction, 1), "rotation": rotation(e.Direction)})
	s.transform(there, nil, ks.Struct{"cycle": 0.5, "duration_cycles": 0.5, "scale": vector(nil, nil, 1)})
}

// draw adds a segment, or replaces the one that is there.
func (w wall) draw(s segment) wall {
	for i, old := range w {
		if old.centre == s.centre && old.to == s.to {
			w[i] = s
			return w
		}
	}
	return append(w, s)
}

// drawBroken draws the walls that bikes broke: their own, or the other seat's.
func (s *Scene) drawBroken(events []tron.Event, own bool) {
	for _, e := range events {
		if e.Kind == tron.WallBroken && (e.Owner == e.Seat) == own {
			s.breakWall(e)
		}
	}
}

func (s *Scene) breakWall(e tron.Event) {
	s.material(s.ground[e.At.Y*s.size.W+e.At.X], "EmptyGround")
	for _, part := range s.walls[e.Owner][e.At] {
		if part.centre {
			s.hide(part.object, nil, 0.5)
			continue
		}
		t := 0.5
		if part.to == e.Direction.Opposite() {
			t = 0
		}
		gone := t + 1/s.cycleSeconds
		s.hide(part.object, "Cube", t)
		s.create(e.Owner.Title()+"WallExplosion", ks.Struct{"cycle": t, "parent_ref": part.object, "parent_child_ref": "Explosion"})
		s.hide(part.object, nil, gone)
		s.audio(part.object, "AudioSource", ks.Struct{"cycle": t, "audio_clip_asset": asset("WallDestruction"), "play": true})
		s.audio(part.object, "AudioSource", ks.Struct{"cycle": gone, "play": false})
	}
	delete(s.walls[e.Owner], e.At)
}
