package wire

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
)

// appendState appends the frame that python/_view.py reads.
func appendState(b []byte, v *reantics.View) []byte {
	p := &v.Position
	grass, food := p.GrassList(), p.FoodList()
	health := p.Rules().Stats(reantics.Worker).Health
	blue, red := p.Count(reantics.Blue), p.Count(reantics.Red)
	b = append(b, byte(p.Phase()), byte(v.Seat), byte(len(p.Wanted())), byte(health))
	b = append(b, byte(blue), byte(red), byte(len(grass)+len(food)))
	for s := reantics.Blue; s <= reantics.Red; s++ {
		b = binary.LittleEndian.AppendUint32(b, uint32(p.Stock(s)))
	}
	for s := reantics.Blue; s <= reantics.Red; s++ {
		b = appendBuildings(b, p, s, v.Seat)
	}
	for _, c := range grass {
		b = append(b, byte(c))
	}
	for _, c := range food {
		b = append(b, byte(c)|128)
	}
	for s := reantics.Blue; s <= reantics.Red; s++ {
		for i := range p.Count(s) {
			a := p.Ant(s, i)
			flags := byte(0)
			if a.Carrying {
				flags = 1
			}
			if a.Moved {
				flags |= 2
			}
			b = append(b, byte(a.Type), byte(a.Cell), byte(a.Health), flags, a.ID, 0)
		}
	}
	return b
}

// appendBuildings appends a seat's hill and tunnel in the order of a scan of the board; in a turned view that order is reversed.
func appendBuildings(b []byte, p *reantics.Position, s, viewer reantics.Seat) []byte {
	building := func(b []byte, kind byte, c reantics.Cell, health int) []byte {
		if c == reantics.NoCell {
			return append(b, 0, 0, 0, 0, 0, 0)
		}
		return binary.LittleEndian.AppendUint32(append(b, kind, byte(c)), uint32(int32(health)))
	}
	hill, tunnel := p.Hill(s), p.Tunnel(s)
	if hill < tunnel != (viewer == reantics.Red) || tunnel == reantics.NoCell {
		b = building(b, 1, hill, p.HillHealth(s))
		return building(b, 2, tunnel, p.TunnelHealth(s))
	}
	b = building(b, 2, tunnel, p.TunnelHealth(s))
	return building(b, 1, hill, p.HillHealth(s))
}

// readAnswer reads the player's answer as the host writes it.
func readAnswer(ask reantics.Ask, seat reantics.Seat, text []byte) (a reantics.Answer, err error) {
	var buffer [2 + 2*reantics.MaxPath]int
	numbers := buffer[:0]
	for field := range bytes.FieldsSeq(text) {
		n := reantics.NoBuild
		if string(field) != "-" {
			if n, err = strconv.Atoi(string(field)); err != nil {
				return a, badAnswer(text, "numbers")
			}
		}
		numbers = append(numbers, n)
	}
	switch {
	case len(numbers) < 2 || len(numbers)%2 != 0 || ask == reantics.AskAttack && len(numbers) != 2:
		return a, badAnswer(text, "pairs of numbers")
	case ask == reantics.AskMove:
		return readMove(numbers, seat), nil
	case ask == reantics.AskAttack:
		at := turned(grid.Point{X: numbers[0], Y: numbers[1]}, seat)
		return reantics.Answer{Target: &at}, nil
	}
	return reantics.Answer{Cells: appendPoints(nil, numbers, reantics.Blue)}, nil
}

func badAnswer(text []byte, want string) error {
	return turn.Faultf(turn.Garbled, "answer %q: want %s", clean.Line(string(text), 80), want)
}

// readMove makes an answer of a type, a type to build and the path in absolute cells.
func readMove(numbers []int, seat reantics.Seat) reantics.Answer {
	raw := reantics.Raw{Type: numbers[0], Build: numbers[1]}
	var buffer [reantics.MaxPath]grid.Point // an ordinary move costs no allocation
	if len(numbers) > 2 {
		raw.Path = appendPoints(buffer[:0], numbers[2:], seat)
	}
	if m := raw.Move(); raw.Is(m) {
		return reantics.Answer{Move: m}
	}
	return reantics.Answer{Raw: &reantics.Raw{Type: raw.Type, Build: raw.Build, Path: slices.Clone(raw.Path)}}
}

func turned(p grid.Point, seat reantics.Seat) grid.Point {
	if seat == reantics.Red {
		return grid.Point{X: reantics.Size - 1 - p.X, Y: reantics.Size - 1 - p.Y}
	}
	return p
}

// appendPoints appends pairs of numbers to dst, turned for Red.
func appendPoints(dst []grid.Point, numbers []int, seat reantics.Seat) []grid.Point {
	for ; len(numbers) > 0; numbers = numbers[2:] {
		dst = append(dst, turned(grid.Point{X: numbers[0], Y: numbers[1]}, seat))
	}
	return dst
}
