// Package scene draws a game for the monitor of the original, as actions on named objects of its 3D scene. Spectators get these
// live, and .cr files store them; the package reads and writes such files, too.
package scene

import (
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// Scene is the scene of one game. It numbers the objects that it creates from 1.
type Scene struct {
	size           grid.Size
	order          [2]tron.Seat // the seats in the order in which bikes are handled (R3)
	cycleSeconds   float64
	last           int // number of the last object
	status         int // object of the top line
	ground         []int
	bikes, shields [2]int                 // objects by seat
	walls          [2]map[grid.Point]wall // by seat: what is drawn in a cell, kept as long as a bike may come back
	half           [2]bool                // in the last cycle this bike crashed in the middle of its new cell
	types, data    []any
}

// wall is what is drawn of a wall in one cell, in drawing order.
type wall []segment

// segment is an object that reaches from the middle of a cell in a direction, or lies in its middle.
type segment struct {
	to     tron.Direction
	centre bool
	object int
}

func (w wall) reaches(d tron.Direction) bool {
	for _, s := range w {
		if !s.centre && s.to == d {
			return true
		}
	}
	return false
}

// Open returns the scene of the position before the first cycle, and the frame that draws it. names are the nicknames by seat,
// cycleSeconds is how long the monitor shows a cycle.
func Open(p *tron.Position, names [2]string, cycleSeconds float64) (*Scene, []byte) {
	s := &Scene{size: p.Size(), order: [2]tron.Seat{p.First(), p.First().Other()}, cycleSeconds: cycleSeconds}
	s.walls = [2]map[grid.Point]wall{{}, {}}
	s.transform(s.create("BaseGround", nil), nil, ks.Struct{
		"scale": vector(2*float64(s.size.W)/10, nil, 2*float64(s.size.H)/10),
	})
	s.drawBoard(p)
	for _, seat := range s.order {
		b := p.Bike(seat)
		s.bikes[seat] = s.create(seat.Title()+"Bike", nil)
		s.transform(s.bikes[seat], nil, ks.Struct{"position": s.at(b.At), "rotation": rotation(b.Direction)})
		s.walls[seat][b.At] = nil
	}
	s.status = s.create("TopStatus", ks.Struct{"default_parent": "RootCanvas"})
	s.text("Cycle/Max", number(p.Constants().MaxCycles))
	for _, seat := range s.order {
		s.text(seat.Title()+"TeamName", names[seat])
		s.text(seat.Title()+"Health", number(p.Bike(seat).Health))
	}
	s.drawStatus(p)
	s.drawCamera()
	s.audio(s.create("BackgroundAudioSource", nil), nil, ks.Struct{"audio_clip_asset": asset("BackgroundMusic"), "play": true})
	return s, s.frame()
}

// drawBoard draws the ground, and those area walls that can be seen: beside empty cells.
func (s *Scene) drawBoard(p *tron.Position) {
	centres := map[grid.Point]bool{}
	arms := map[grid.Point]*[tron.Directions]bool{}
	draw := func(at grid.Point, directions ...tron.Direction) {
		if !s.isArea(p, at) {
			return
		}
		if !centres[at] {
			centres[at] = true
			arms[at] = new([tron.Directions]bool)
			s.transform(s.create("AreaWallCenter", nil), nil, ks.Struct{"position": s.at(at)})
		}
		for _, d := range directions {
			if s.isArea(p, at.Add(d.Delta())) && !arms[at][d] {
				arms[at][d] = true
				s.transform(s.create("AreaWall", nil), nil, ks.Struct{"position": s.at(at), "rotation": rotation(d)})
			}
		}
	}
	for y := range s.size.H {
		for x := range s.size.W {
			at := grid.Point{X: x, Y: y}
			object := s.create("Ground", nil)
			s.ground = append(s.ground, object)
			s.transform(object, nil, ks.Struct{"position": s.at(at)})
			if p.Cell(at) == tron.AreaWall {
				s.material(object, "AreaWallGround")
				continue
			}
			for d := range tron.Direction(tron.Directions) {
				across := [2]tron.Direction{d.Clockwise(), d.Anticlockwise()}
				draw(at.Add(d.Delta()), min(across[0], across[1]), max(across[0], across[1]))
			}
			for d := range tron.Direction(tron.Directions) {
				for e := range tron.Direction(tron.Directions) {
					if d&1 != e&1 {
						draw(at.Add(d.Delta()).Add(e.Delta()), d.Opposite(), e.Opposite())
					}
				}
			}
		}
	}
}

func (s *Scene) isArea(p *tron.Position, at grid.Point) bool {
	return s.size.Contains(at) && p.Cell(at) == tron.AreaWall
}

func (s *Scene) drawCamera() {
	light := s.next()
	s.add("CreateBasicObject", ks.Struct{"ref": light, "type": "Light"})
	s.add("ChangeTransform", ks.Struct{"ref": light, "rotation": vector(90, 90, 0)})
	s.add("ChangeLight", ks.Struct{
		"ref": light, "color": colour(1, 1, 1), "intensity": 1, "indirect_multiplier": 0, "shadow_type": "Disabled",
	})
	mx, mz := float64(s.size.W-1)+3, float64(s.size.H-1)+12
	my := max(mx/1.5, mz)
	const camera = 0
	s.add("ChangeCamera", ks.Struct{
		"ref": camera, "clear_flag": "SolidColor", "background_color": colour(0, 0, 30.0/255), "is_orthographic": false,
		"field_of_view": 90, "min_position": vector(-mx, 1, -mz), "max_position": vector(mx, my, mz),
		"min_zoom": 20, "max_zoom": 120,
	})
	s.add("ChangeTransform", ks.Struct{"ref": camera, "position": vector(0, my, 2), "rotation": vector(90, 0, 0)})
}

// drawStatus draws the line above the board: cycle, scores, positions and wall breakers.
func (s *Scene) drawStatus(p *tron.Position) {
	s.text("Cycle/Current", number(p.Cycle()))
	blue, yellow := p.Score(tron.Blue), p.Score(tron.Yellow)
	value := 0.5
	if blue != yellow {
		least := min(blue, yellow, 0)
		value = float64(blue-least) / float64(blue-least+yellow-least)
	}
	s.add("ChangeSlider", ks.Struct{"ref": s.status, "child_ref": "ScoresSlider", "duration_cycles": 0.5, "value": value})
	for _, seat := range s.order {
		b := p.Bike(seat)
		s.text(seat.Title()+"Score", number(p.Score(seat)))
		s.text(seat.Title()+"Position", number(b.At.X)+", "+number(b.At.Y))
		shield := [2]string{"<color=#00FFFF>", "<color=#FFFF00>"}[seat] + number(b.Cooldown)
		if b.Remaining > 0 {
			shield = "<color=#FF0000>" + number(b.Remaining)
		}
		s.text(seat.Title()+"Shield", shield)
	}
}
