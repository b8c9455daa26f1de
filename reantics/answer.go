package reantics

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/grid"
)

// Ask is what a seat is asked.
type Ask uint8

// The questions, by what they ask for: cells for the items of the two set-up phases, an action, the target of an attack.
const (
	AskHome Ask = iota
	AskFood
	AskMove
	AskAttack
)

var askNames = [...]string{AskHome: "place-1", AskFood: "place-2", AskMove: "move", AskAttack: "attack"}

func (a Ask) String() string { return askNames[a] }

// Asks returns what the seat to answer is asked.
func (p *Position) Asks() Ask {
	switch {
	case p.phase == PlacingHome:
		return AskHome
	case p.phase == PlacingFood:
		return AskFood
	case p.attacker != NoCell:
		return AskAttack
	}
	return AskMove
}

// Answer is the answer of a seat, in cells as it sees them. Exactly one of the fields is used. In JSON it is [[x,y],...] for a
// placement, [x,y] for an attack, and for an action {"type":"move","path":[[x,y],...]},
// {"type":"build","at":[x,y],"what":"worker"} or {"type":"end"}. An action that has none of these forms has the original's three
// fields: {"type":0,"path":[[x,y],...],"build":1}.
type Answer struct {
	Cells  []grid.Point // of a placement; not nil
	Target *grid.Point  // of an attack
	Move   Move         // an action, with Raw nil
	Raw    *Raw         // an action as a player sent it, which may be malformed
}

// Action returns the action as a player sent it. ok is false if the answer is not an action.
func (a Answer) Action() (raw Raw, ok bool) {
	switch {
	case a.Raw != nil:
		return *a.Raw, true
	case a.Move != 0:
		return a.Move.Raw(), true
	}
	return Raw{}, false
}

// String returns the answer as JSON.
func (a Answer) String() string {
	text, err := a.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// kindNames are the words for actions, by the original's numbers.
var kindNames = []string{"move", "build", "end", "undo"}

// MarshalJSON writes the shortest of the forms that UnmarshalJSON reads.
func (a Answer) MarshalJSON() ([]byte, error) {
	raw, ok := a.Action()
	switch {
	case a.Target != nil:
		return appendPoint(nil, *a.Target), nil
	case !ok && a.Cells == nil:
		return []byte("null"), nil
	case !ok:
		return appendPoints(nil, a.Cells), nil
	case raw.Type == 0 && raw.Path != nil && raw.Build == NoBuild:
		return append(appendPoints([]byte(`{"type":"move","path":`), raw.Path), '}'), nil
	case raw.Type == 1 && len(raw.Path) == 1 && raw.Build >= 0 && raw.Build < Types:
		b := appendPoint([]byte(`{"type":"build","at":`), raw.Path[0])
		return fmt.Appendf(b, `,"what":%q}`, Type(raw.Build)), nil
	case (raw.Type == 2 || raw.Type == 3) && raw.Path == nil && raw.Build == NoBuild:
		return fmt.Appendf(nil, `{"type":%q}`, kindNames[raw.Type]), nil
	}
	b := fmt.Appendf(nil, `{"type":%d`, raw.Type)
	if raw.Path != nil {
		b = appendPoints(append(b, `,"path":`...), raw.Path)
	}
	if raw.Build != NoBuild {
		b = fmt.Appendf(b, `,"build":%d`, raw.Build)
	}
	return append(b, '}'), nil
}

func appendPoint(b []byte, p grid.Point) []byte { return fmt.Appendf(b, "[%d,%d]", p.X, p.Y) }

func appendPoints(b []byte, points []grid.Point) []byte {
	b = append(b, '[')
	for i, p := range points {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendPoint(b, p)
	}
	return append(b, ']')
}

// UnmarshalJSON reads an answer in any of its forms. The error is a [*SyntaxError].
func (a *Answer) UnmarshalJSON(text []byte) error {
	*a = Answer{}
	switch {
	case len(text) > 0 && text[0] == '{':
		return a.readAction(text)
	case len(text) > 0 && text[0] == '[':
		if p, err := readPoint(text); err == nil {
			a.Target = &p
			return nil
		}
		points, err := readPoints(text)
		a.Cells = points
		return err
	}
	return wrongAnswer(text, "a list of cells, a cell or an object")
}

func wrongAnswer(text []byte, want string) error {
	return &SyntaxError{What: "answer", Text: string(text), Line: 1, Column: 1, Want: want}
}

// readAction reads an action. A raw action that is well-formed becomes a Move.
func (a *Answer) readAction(text []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return wrongAnswer(text, "an object")
	}
	raw := Raw{Build: NoBuild}
	var name string
	if err := json.Unmarshal(fields["type"], &name); err == nil {
		if raw.Type = slices.Index(kindNames, name); raw.Type < 0 {
			return wrongAnswer(text, `a "type": move, build, end or undo`)
		}
	} else if err := json.Unmarshal(fields["type"], &raw.Type); err != nil {
		return wrongAnswer(text, `a "type": move, build, end or undo`)
	}
	for _, names := range [...][2]string{{"path", "at"}, {"what", "build"}} {
		first, second := given(fields[names[0]]), given(fields[names[1]])
		switch {
		case first && second:
			return wrongAnswer(text, fmt.Sprintf("%q or %q, not both", names[0], names[1]))
		case second:
			names[0] = names[1]
		case !first:
			continue
		}
		if err := raw.read(names[0], fields[names[0]]); err != nil {
			return err
		}
	}
	if m := raw.Move(); raw.Is(m) {
		a.Move = m
	} else {
		a.Raw = &raw
	}
	return nil
}

func given(value []byte) bool { return len(value) > 0 && string(value) != "null" }

func (r *Raw) read(key string, value []byte) (err error) {
	switch key {
	case "path":
		r.Path, err = readPoints(value)
	case "at":
		var p grid.Point
		if p, err = readPoint(value); err != nil {
			return wrongAnswer(value, `a cell [x,y] as "at"`)
		}
		r.Path = []grid.Point{p}
	case "what", "build":
		var name string
		if json.Unmarshal(value, &name) == nil {
			if r.Build = slices.IndexFunc(unitTypes[:], func(t Type) bool { return t.String() == name }); r.Build < 0 {
				return wrongAnswer(value, "worker, drone, soldier or ranged soldier")
			}
		} else if json.Unmarshal(value, &r.Build) != nil {
			return wrongAnswer(value, "the name of an ant, or its number")
		}
	}
	return err
}

var unitTypes = [Types]Type{Queen, Worker, Drone, Soldier, Ranged}

// Is reports whether m is exactly what the player sent. It is never true for the zero Move, which is not an action.
func (r Raw) Is(m Move) bool {
	if m == 0 || r.Type != int(m.Kind())-1 || len(r.Path) != m.Len() || (r.Path == nil) != (m.Len() == 0) {
		return false
	}
	for i, at := range r.Path {
		if CellAt(at) != m.Cell(i) || m.Cell(i) == NoCell {
			return false
		}
	}
	return m.Kind() == Build && r.Build == int(m.Type()) || m.Kind() != Build && r.Build == NoBuild
}

func readPoint(text []byte) (p grid.Point, err error) {
	var pair []int
	if err := json.Unmarshal(text, &pair); err != nil || len(pair) != 2 {
		return p, wrongAnswer(text, "a cell [x,y]")
	}
	return grid.Point{X: pair[0], Y: pair[1]}, nil
}

func readPoints(text []byte) ([]grid.Point, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, wrongAnswer(text, "a list of cells [[x,y],...]")
	}
	points := make([]grid.Point, len(list))
	for i, item := range list {
		p, err := readPoint(item)
		if err != nil {
			return nil, err
		}
		points[i] = p
	}
	return points, nil
}
