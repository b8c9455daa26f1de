package batch

import (
	"fmt"
	"math"
	"slices"
)

// Shape is the size of a game's arrays, and what is in them.
type Shape struct {
	Actions int      `json:"actions"` // an action is from 0 to Actions-1
	Codes   []int    `json:"codes"`   // dimensions of the array of codes, rows before columns
	Largest []int    `json:"largest"` // the largest code, of each plane if the array has planes
	Scalars []Scalar `json:"scalars"` // the numbers
	Legend  string   `json:"legend"`  // what the codes mean, for people
	// Meanings say what every action means, for people; each action is in one of them.
	Meanings []Meaning `json:"meanings"`
	Planes   []Plane   `json:"planes"` // the same as the codes, for networks
	// Turned is the scalar that says by how many quarter turns clockwise the seat looks away from the top; then the planes are a
	// square that is turned so that it looks to the top, and where it goes beyond the board the codes are Outside. "": the planes
	// are not turned.
	Turned  string `json:"turned,omitempty"`
	Outside uint8  `json:"outside,omitempty"`
}

// Meaning is what actions mean: From, From+Step and so on up to To.
type Meaning struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Step int    `json:"step"`
	What string `json:"what"`
}

// Each returns the meanings of the actions from, from+1 and so on.
func Each(from int, what ...string) (list []Meaning) {
	for i, text := range what {
		list = append(list, Meaning{from + i, from + i, 1, text})
	}
	return list
}

// Scalar is a number that a seat sees. In a position that no game from a usual start reaches, a number beyond the bounds is
// shown as the nearest one within them.
type Scalar struct {
	Name string `json:"name"`
	Low  int    `json:"low"`
	High int    `json:"high"`
	Kind Kind   `json:"kind,omitempty"`
	Unit int    `json:"unit,omitempty"` // an Amount is divided by it for networks, within -1 and 1; 0: by its largest size
	What string `json:"what"`
}

// Kind says how a network sees a scalar.
type Kind string

// The kinds of scalars.
const (
	Amount Kind = ""       // scaled
	Choice Kind = "choice" // as a number for each value, of which one is 1
	Place  Kind = "place"  // only in planes
	Course Kind = "course" // as a Choice, turned as the planes are
)

// Plane is an array of rows and columns that a network sees. Of and what follows say how it is made of the codes.
type Plane struct {
	Name string   `json:"name"`
	What string   `json:"what"`
	Of   int      `json:"of"`             // index of the plane of codes
	Mask uint8    `json:"mask"`           // the bits of a code that count
	Is   uint8    `json:"is"`             // 1 where they are this
	Unit uint8    `json:"unit,omitempty"` // if not 0, the number that they are, divided by this one
	At   []string `json:"at,omitempty"`   // if not nil: 1 in the cell that a scalar names as an index, or two as column and row
}

// Is returns a plane that is 1 where code&mask is a value.
func Is(name string, of int, mask, value uint8, what string) Plane {
	return Plane{Name: name, Of: of, Mask: mask, Is: value, What: what}
}

// Has returns a plane that is 1 where codes have a bit.
func Has(name string, of int, bit uint8, what string) Plane { return Is(name, of, bit, bit, what) }

// holds returns an error unless all that another game shows has room in the arrays and bounds of s.
func (s *Shape) holds(other *Shape) error {
	if !slices.Equal(s.Codes, other.Codes) || s.Actions != other.Actions {
		return fmt.Errorf("its board makes codes of %v, those of the first game are %v", other.Codes, s.Codes)
	}
	for i, o := range other.Scalars {
		if b := s.Scalars[i]; o.Low < b.Low || o.High > b.High {
			return fmt.Errorf("its %s is from %d to %d, that of the first game from %d to %d: make other games with these settings",
				o.Name, o.Low, o.High, b.Low, b.High)
		}
	}
	return nil
}

// Cells returns the number of codes.
func (s *Shape) Cells() int {
	n := 1
	for _, d := range s.Codes {
		n *= d
	}
	return n
}

// Short returns the 16-bit number that is nearest to n.
func Short(n int) int16 { return int16(max(math.MinInt16, min(math.MaxInt16, n))) }
