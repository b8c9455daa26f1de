// Package maps reads and writes the map files of the original, and holds maps of our own.
//
// A map file is a JSON object with board (rows of letters: W is an area wall, anything else is empty), constants (eight whole
// numbers) and agents (for Blue and Yellow a position and a direction). The order of the keys of agents decides whose bike is
// handled first (R3). Unknown keys are ignored.
package maps

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
)

// constantFields lists the constants in the original's order.
func constantFields(c *tron.Constants) []constantField {
	return []constantField{
		{"max_cycles", &c.MaxCycles},
		{"init_health", &c.InitHealth},
		{"wall_breaker_cooldown", &c.WallBreakerCooldown},
		{"wall_breaker_duration", &c.WallBreakerDuration},
		{"wall_score_coefficient", &c.WallScore},
		{"area_wall_crash_score", &c.AreaWallCrash},
		{"my_wall_crash_score", &c.OwnWallCrash},
		{"enemy_wall_crash_score", &c.EnemyWallCrash},
	}
}

type constantField struct {
	name  string
	value *int
}

// Parse reads a map file. The error names what is missing or wrong. If the map cannot be played, it is a [*tron.MapError], whose
// cells are those of the board. As in the original, rows longer than the first one are cut off.
func Parse(text []byte) (tron.Position, error) {
	m, err := parse(text)
	if err != nil {
		return tron.Position{}, err
	}
	return m.Start()
}

func parse(text []byte) (m tron.Map, err error) {
	file, err := readObject(text)
	if err != nil {
		return m, describe(text, err)
	}
	var board []string
	if err := file.read("board", "a list of rows", &board); err != nil {
		return m, err
	}
	for _, row := range board {
		cells, first := []rune(row), []rune(board[0])
		walls := make([]bool, min(len(cells), len(first)))
		for x := range walls {
			walls[x] = cells[x] == 'W'
		}
		m.AreaWalls = append(m.AreaWalls, walls)
	}
	constants, err := file.object("constants", "an object of eight numbers")
	if err != nil {
		return m, err
	}
	for _, c := range constantFields(&m.Constants) {
		if err := constants.read(c.name, "a whole number", c.value); err != nil {
			return m, err
		}
	}
	bikes, err := file.object("agents", "an object of Blue and Yellow")
	if err != nil {
		return m, err
	}
	for s := range m.Bikes {
		if m.Bikes[s], err = readBike(bikes, tron.Seat(s)); err != nil {
			return m, err
		}
	}
	if slices.Index(bikes.keys, tron.Yellow.Title()) < slices.Index(bikes.keys, tron.Blue.Title()) {
		m.First = tron.Yellow
	}
	return m, nil
}

func readBike(bikes object, s tron.Seat) (start tron.Start, err error) {
	bike, err := bikes.object(s.Title(), "an object of position and direction")
	if err != nil {
		return start, err
	}
	at, err := bike.object("position", "an object of x and y")
	if err != nil {
		return start, err
	}
	var name string
	if err := at.read("x", "a whole number", &start.At.X); err != nil {
		return start, err
	}
	if err := at.read("y", "a whole number", &start.At.Y); err != nil {
		return start, err
	}
	if err := bike.read("direction", "a string", &name); err != nil {
		return start, err
	}
	for d := range tron.Direction(tron.Directions) {
		if d.String() == name {
			start.Direction = d
			return start, nil
		}
	}
	return start, fmt.Errorf("%s is %q: want Up, Right, Down or Left", bike.name("direction"), name)
}

// object is a JSON object that remembers the order of its keys. Unlike a struct, it distinguishes keys that differ only in case.
type object struct {
	path   string // of the object in the file, with a dot at the end; "" for the whole
	keys   []string
	values map[string]json.RawMessage
}

func readObject(text []byte) (object, error) {
	o := object{values: map[string]json.RawMessage{}}
	var syntax *json.SyntaxError
	err := json.Unmarshal(text, &o.values)
	if errors.As(err, &syntax) {
		return o, err
	}
	if err != nil || o.values == nil {
		return o, fmt.Errorf("the file is %s: want an object", short(text))
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	if _, err := dec.Token(); err != nil { // the brace
		return o, err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return o, err
		}
		o.keys = append(o.keys, key.(string)) // JSON has no other keys
		if err := dec.Decode(new(json.RawMessage)); err != nil {
			return o, err
		}
	}
	return o, nil
}

func (o object) name(key string) string { return o.path + key }

// read reads the value of a key, which must be there.
func (o object) read(key, want string, into any) error {
	value, ok := o.values[key]
	if !ok {
		return fmt.Errorf("%s is missing: want %s", o.name(key), want)
	}
	if err := json.Unmarshal(value, into); err != nil || string(value) == "null" {
		return fmt.Errorf("%s is %s: want %s", o.name(key), short(value), want)
	}
	return nil
}

func (o object) object(key, want string) (object, error) {
	var raw json.RawMessage
	if err := o.read(key, want, &raw); err != nil {
		return object{}, err
	}
	inner, err := readObject(raw)
	if err != nil {
		return object{}, fmt.Errorf("%s is %s: want %s", o.name(key), short(raw), want)
	}
	inner.path = o.name(key) + "."
	return inner, nil
}

// short shows the beginning of a JSON value on one line.
func short(value []byte) string {
	return fmt.Sprintf("%.40s", bytes.Join(bytes.Fields(value), []byte(" ")))
}

// describe adds line and column to an error of JSON's syntax.
func describe(text []byte, err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) || syntax.Offset > int64(len(text)) {
		return err
	}
	before := text[:syntax.Offset]
	line, column := 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n')-1
	return fmt.Errorf("line %d, byte %d: %w", line, column, err)
}

// Format writes a position before cycle 0 as a map file that the original reads. It ends with a line feed. It returns an error
// for a position that a map file cannot hold because the game has begun.
func Format(p tron.Position) ([]byte, error) {
	m := mapOf(p)
	if fresh, err := m.Start(); err != nil || fresh != p {
		return nil, errors.New("only a position before cycle 0 can be written as a map: it has no walls of the sides, scores or timers")
	}
	var b strings.Builder
	b.WriteString("{\n  \"board\": [\n")
	for y, row := range m.AreaWalls {
		b.WriteString("    \"")
		for _, wall := range row {
			if wall {
				b.WriteByte('W')
			} else {
				b.WriteByte('E')
			}
		}
		b.WriteString("\"" + comma(y, len(m.AreaWalls)) + "\n")
	}
	b.WriteString("  ],\n  \"constants\": {\n")
	numbers := constantFields(&m.Constants)
	for i, c := range numbers {
		fmt.Fprintf(&b, "    %q: %d%s\n", c.name, *c.value, comma(i, len(numbers)))
	}
	b.WriteString("  },\n  \"agents\": {\n")
	for i, s := range [2]tron.Seat{m.First, m.First.Other()} {
		start := m.Bikes[s]
		fmt.Fprintf(&b, "    %q: {\"position\": {\"x\": %d, \"y\": %d}, \"direction\": %q}%s\n",
			s.Title(), start.At.X, start.At.Y, start.Direction, comma(i, 2))
	}
	b.WriteString("  }\n}\n")
	return []byte(b.String()), nil
}

func comma(i, n int) string {
	if i == n-1 {
		return ""
	}
	return ","
}

// mapOf returns the map that begins with p, if there is one.
func mapOf(p tron.Position) tron.Map {
	m := tron.Map{Constants: p.Constants(), First: p.First()}
	size := p.Size()
	for y := range size.H {
		row := make([]bool, size.W)
		for x := range row {
			row[x] = p.Cell(grid.Point{X: x, Y: y}) == tron.AreaWall
		}
		m.AreaWalls = append(m.AreaWalls, row)
	}
	for s := range m.Bikes {
		b := p.Bike(tron.Seat(s))
		m.Bikes[s] = tron.Start{At: b.At, Direction: b.Direction}
	}
	return m
}
