// Package scene describes as plain data what a game looks like.
//
// A game turns a position into a [Scene]; kernel/arena/web/render draws any scene, and so does the page of kernel/arena/web,
// which moves pieces by their id, so that they glide. Neither depends on a game.
//
// Cells are numbers, y*W + x, y from the top, whatever the game's own notation is; that is in labels and texts only. Texts in a
// scene are plain text: who draws them escapes them. What strangers wrote must pass through [Text] first.
package scene

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Scene is what people see between two questions. It is never changed after it was returned: the maps of one may be shared with
// the next where nothing differs.
type Scene struct {
	Board  *Board           `json:"board"`
	Layers map[string]Layer `json:"layers"` // the ground, drawn in the order of the names
	Pieces map[string]Piece `json:"pieces"` // by id; a piece keeps its id as long as it is the same thing
	Marks  []Mark           `json:"marks,omitempty"`
	Sides  Sides            `json:"sides"` // by seat
	Turn   Seat             `json:"turn,omitzero"`
	Next   string           `json:"next,omitempty"`  // the name of the seat's mover of the next ply, if it has several
	Moves  []Move           `json:"moves,omitempty"` // the moves that led here: one, or several that were made at the same time
	Group  int              `json:"group"`           // the number of the round, turn or cycle that led here; 0 before the first
	Curve  float64          `json:"curve"`           // above 0: the first seat is ahead
}

// Board is what does not change during a game.
type Board struct {
	Name     string    `json:"name,omitempty"` // of the maze or map; "": it has none
	W        int       `json:"w"`
	H        int       `json:"h"`
	Look     Look      `json:"look"`
	Left     []string  `json:"left,omitempty"` // labels of the rows
	Top      []string  `json:"top,omitempty"`  // labels of the columns, above or below
	Bottom   []string  `json:"bottom,omitempty"`
	Cell     string    `json:"cell"` // the name of a cell: x and y become the labels, or the numbers if there are none
	Zones    []Zone    `json:"zones,omitempty"`
	Lift     float64   `json:"lift,omitempty"` // how far a level lifts a piece, in cells
	Flip     Flip      `json:"flip"`
	Up       int       `json:"up"` // the seat shown on top
	Seats    []Chair   `json:"seats"`
	Unit     string    `json:"unit"`          // the name of a group of plies: Turn, Round
	Of       int       `json:"of,omitempty"`  // the maximum number of groups; 0: not known
	Per      int       `json:"per,omitempty"` // plies in a group, if the number never changes
	Score    string    `json:"score"`         // what the score counts
	Rows     []Row     `json:"rows,omitempty"`
	Overlays []Overlay `json:"overlays,omitempty"`
	// Words says what is seen: by the value of a layer's cell, or else by the layer's name, and by the sign in a [Move]'s text.
	Words map[string]string `json:"words,omitempty"`
	Sheet string            `json:"-"` // an SVG document with a symbol of 32x32 for every sprite, see README.md
}

// Look is how the ground is drawn.
type Look string

// The looks. An unknown one is drawn as Grid.
const (
	Checker Look = "checker"
	Lawn    Look = "lawn"
	Maze    Look = "maze"
	Grid    Look = "grid"
	Discs   Look = "discs"
)

// Flip says what the board looks like from the other seat's side.
type Flip string

// The ways to look from the other side.
const (
	NoFlip Flip = "none"
	Turned Flip = "turn"   // by half a turn
	Mirror Flip = "mirror" // left and right
)

// Zone is a part of the board that is a seat's.
type Zone struct {
	X    int  `json:"x"`
	Y    int  `json:"y"`
	W    int  `json:"w"`
	H    int  `json:"h"`
	Seat Seat `json:"seat,omitzero"`
}

// Chair is a seat as people call it, upper case, and its colour: blue, red or yellow. The colour decides hue and shape (circle,
// diamond, triangle), so that nobody has to tell colours apart.
type Chair struct {
	ID     string `json:"id"`
	Colour string `json:"colour"`
}

// Row is a fact that both sides have, with its caption.
type Row struct {
	ID      string `json:"id"`
	Caption string `json:"caption"`
}

// Overlay is something that can be switched on and off, with a button and a key; a layer, piece or mark belongs to one by Show.
type Overlay struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Key   string `json:"key"`
	On    bool   `json:"on,omitempty"` // at first
}

// Layer is ground: the same drawing in many cells.
type Layer struct {
	As    As             `json:"as"`
	Class string         `json:"cls,omitempty"` // of a Region: territory, shadow
	Seat  Seat           `json:"seat,omitzero"`
	Show  string         `json:"show,omitempty"`
	Peek  bool           `json:"peek,omitempty"` // Sprite: small in the corner while there is a piece on the cell
	Cells map[int]string `json:"cells"`          // never nil
}

// As is a way to draw a layer or a mark. An unknown one draws nothing.
type As string

// The ways to draw a layer.
const (
	Fill   As = "cells"  // whole cells, each in the colour that is its value, #rrggbb
	Sprite As = "sprite" // the symbol that the value names
	Stroke As = "stroke" // joined to their neighbours by round strokes, blocks of four filled
	Ribbon As = "ribbon" // the value names the sides on which it continues, such as LR, UL or D
	Lines  As = "lines"  // between all cells, with the numbers of columns and rows; it has no cells of its own
	Region As = "region" // the border of the set, filled lightly
)

// The ways to draw a mark.
const (
	Last  As = "last"  // the cells of the last move
	Ring  As = "ring"  // a frame
	Focus As = "focus" // the cell of the piece that acted
	Line  As = "line"  // from the first cell to the last; class move, shot or step. A long move is also the way a piece glides
	Reach As = "reach" // a diamond of R cells round the cell
	Burst As = "burst" // something broke; with a text
	Say   As = "say"   // a bubble at a Piece
)

// Piece is a thing that can move.
type Piece struct {
	At     int    `json:"at"`
	Sprite string `json:"sprite,omitempty"` // "": the seat's own shape
	Seat   Seat   `json:"seat,omitzero"`
	Dir    string `json:"dir,omitempty"`  // U, R, D, L; the symbol says how it turns
	Lift   int    `json:"lift,omitempty"` // its level
	Z      int    `json:"z,omitempty"`    // below 0: under the others
	Tag    string `json:"tag,omitempty"`  // a letter or a number on it, if the symbol has room
	Bar    Bar    `json:"bar,omitzero"`
	Carry  string `json:"carry,omitempty"` // a sprite at its shoulder
	Aura   string `json:"aura,omitempty"`  // a sprite behind it
	State  string `json:"state,omitempty"` // spent: greyed and ticked
	Show   string `json:"show,omitempty"`
	Title  string `json:"title,omitempty"` // its name, in words
}

// Bar is a count out of a maximum, such as health; the zero value is no bar.
type Bar [2]int

// Mark is part of a single scene.
type Mark struct {
	As    As     `json:"as"`
	Class string `json:"cls,omitempty"`
	Seat  Seat   `json:"seat,omitzero"`
	Show  string `json:"show,omitempty"`
	Cells []int  `json:"cells,omitempty"`
	R     int    `json:"r,omitempty"`
	Text  string `json:"text,omitempty"`
	Piece string `json:"piece,omitempty"` // the id of the piece that says it
}

// Move is what a seat did, as people write it.
type Move struct {
	Seat Seat   `json:"seat"`
	Text string `json:"text"`
}

// Side is the state of a seat.
type Side struct {
	Score Value            `json:"score"`
	Of    int              `json:"of,omitempty"` // the score that wins
	Rows  map[string]Value `json:"rows,omitempty"`
}

// Sides are the seats' sides; in JSON an object by number, so that a patch changes one of them.
type Sides []Side

// MarshalJSON writes {"0": ..., "1": ...}.
func (s Sides) MarshalJSON() ([]byte, error) {
	byNumber := make(map[string]Side, len(s))
	for i, side := range s {
		byNumber[strconv.Itoa(i)] = side
	}
	return json.Marshal(byNumber)
}

// Seat is the owner of something; the zero value is no seat.
type Seat uint8

// Of returns the Seat with a number from 0.
func Of(seat int) Seat { return Seat(seat + 1) }

// Index returns the index of the seat, -1 for no seat.
func (s Seat) Index() int { return int(s) - 1 }

// MarshalJSON writes the number, or null.
func (s Seat) MarshalJSON() ([]byte, error) {
	if s == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(s)-1, 10), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Seat) UnmarshalJSON(text []byte) error {
	seat := -1
	if err := json.Unmarshal(text, &seat); err != nil || seat < -1 || seat > 254 {
		return fmt.Errorf("seat %.20s: want a number from 0 to 254, or null", text)
	}
	*s = Of(seat)
	return nil
}

// Value is a number, a text, or a number out of a maximum.
type Value struct {
	number float64
	text   string
	of     int
}

// Number is a number as a Value.
func Number[N int | float64](n N) Value { return Value{number: float64(n)} }

// Word is a text as a Value.
func Word(text string) Value { return Value{text: text} }

// Pips is n out of a maximum of at most 20, drawn one by one.
func Pips(n, of int) Value { return Value{number: float64(min(max(n, 0), of)), of: min(of, 20)} }

// Is reports whether the value is the number n.
func (v Value) Is(n float64) bool { return v.text == "" && v.number == n }

// String returns the value in words, such as 3, ready or 2 of 3.
func (v Value) String() string {
	number := strconv.FormatFloat(v.number, 'f', -1, 64)
	switch {
	case v.of > 0:
		return number + " of " + strconv.Itoa(v.of)
	case v.text != "":
		return v.text
	}
	return number
}

// MarshalJSON writes 3, "ready" or [2,3].
func (v Value) MarshalJSON() ([]byte, error) {
	switch {
	case v.of > 0:
		return json.Marshal([2]float64{v.number, float64(v.of)})
	case v.text != "":
		return json.Marshal(v.text)
	}
	return json.Marshal(v.number)
}

// CellName returns the name of a cell on this board, such as D0.
func (b *Board) CellName(cell int) string {
	if b.W < 1 || cell < 0 || cell >= b.W*b.H {
		return ""
	}
	label := func(labels []string, i int) string {
		if i < len(labels) {
			return labels[i]
		}
		return strconv.Itoa(i)
	}
	columns := b.Top
	if len(columns) == 0 {
		columns = b.Bottom
	}
	return strings.NewReplacer("x", label(columns, cell%b.W), "y", label(b.Left, cell/b.W)).Replace(b.Cell)
}

// Digits returns the labels 0 to n-1.
func Digits(n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = strconv.Itoa(i)
	}
	return labels
}

// Choice is a legal answer of a person, or, with Off, one that is not available now: its text as typed, and the path of cells to
// click.
type Choice struct {
	Text   string `json:"text"`
	Cells  []int  `json:"cells,omitempty"`
	Label  string `json:"label,omitempty"`  // on a button or in a menu; "": Text
	Group  string `json:"group,omitempty"`  // buttons of a group are shown together
	Note   string `json:"note,omitempty"`   // next to the label, for example the price
	Sprite string `json:"sprite,omitempty"` // of an entry in a menu
	Key    string `json:"key,omitempty"`    // a key as browsers name them: Enter, a letter, a full stop
	Take   bool   `json:"take,omitempty"`   // the last cell is something to hit
	Via    []int  `json:"via,omitempty"`    // the whole way, if Cells leaves some of it out
	Off    string `json:"off,omitempty"`    // why it cannot be chosen now, in a few words: a menu shows it grey
}

// Menu is the choice of answers for a person.
type Menu struct {
	Steps   []string // how a choice is put together, step by step
	Choices []Choice
	Done    []int // cells that earlier parts of the answer have taken
	// Part says that a choice is a part of an answer after which others follow.
	Part bool
}

// Has reports whether a text is one of the choices, and can be chosen.
func (m *Menu) Has(text string) bool {
	return slices.ContainsFunc(m.Choices, func(c Choice) bool { return c.Text == text && c.Off == "" })
}
