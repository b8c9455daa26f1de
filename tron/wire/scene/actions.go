package scene

import (
	"strconv"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// add appends an action to the next frame.
func (s *Scene) add(class string, v ks.Struct) {
	s.types = append(s.types, class)
	s.data = append(s.data, string(ks.Encode(class, v)))
}

// frame ends the actions of a cycle and returns their frame.
func (s *Scene) frame() []byte {
	s.add("EndCycle", nil)
	frame := ks.Frame("SceneActions", ks.Struct{"action_types": s.types, "action_payloads": s.data})
	s.types, s.data = s.types[:0], s.data[:0]
	return frame
}

func (s *Scene) next() int {
	s.last++
	return s.last
}

// with returns the fields of more and own together.
func with(more, own ks.Struct) ks.Struct {
	for name, value := range more {
		own[name] = value
	}
	return own
}

// create creates an object of the bundle and returns its number.
func (s *Scene) create(name string, more ks.Struct) int {
	object := s.next()
	s.add("InstantiateBundleAsset", with(more, ks.Struct{"ref": object, "asset": asset(name), "default_parent": "RootObject"}))
	return object
}

// transform moves, turns or stretches an object, or a child of it. child is a string or nil.
func (s *Scene) transform(object int, child any, more ks.Struct) {
	s.add("ChangeTransform", with(more, ks.Struct{"ref": object, "child_ref": child, "change_local": true}))
}

func (s *Scene) material(object int, name string) {
	s.add("ChangeRenderer", ks.Struct{"ref": object, "material_asset": asset(name)})
}

func (s *Scene) text(child, text string) {
	s.add("ChangeText", ks.Struct{"ref": s.status, "child_ref": child, "text": text})
}

func (s *Scene) audio(object int, child any, more ks.Struct) {
	s.add("ChangeAudioSource", with(more, ks.Struct{"ref": object, "child_ref": child, "time": 0}))
}

// hide makes an object, or a child of it, inactive at a time within the cycle. child is a string or nil, cycle a number or nil.
func (s *Scene) hide(object int, child, cycle any) {
	s.add("ChangeIsActive", ks.Struct{"ref": object, "child_ref": child, "cycle": cycle, "is_active": false})
}

func asset(name string) ks.Struct { return ks.Struct{"bundle_name": "main", "asset_name": name} }

// vector makes a Vector3 of numbers and nils.
func vector(x, y, z any) ks.Struct { return ks.Struct{"x": x, "y": y, "z": z} }

func colour(r, g, b float64) ks.Struct { return ks.Struct{"x": r, "y": g, "z": b, "w": 1} }

// at returns the middle of a cell.
func (s *Scene) at(c grid.Point) ks.Struct { return s.between(c, tron.Up, 0) }

// between returns the point that is the given number of half cells behind the middle of a cell, for a bike that drives in
// direction d.
func (s *Scene) between(c grid.Point, d tron.Direction, halves int) ks.Struct {
	x := 2*c.X - halves*d.Delta().X
	y := 2*c.Y - halves*d.Delta().Y
	return vector(x-(s.size.W-1), nil, -y+(s.size.H-1))
}

func rotation(d tron.Direction) ks.Struct {
	return vector(nil, [tron.Directions]int{tron.Up: 0, tron.Right: 90, tron.Down: 180, tron.Left: -90}[d], nil)
}

func number(n int) string { return strconv.Itoa(n) }
