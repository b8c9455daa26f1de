package wire

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
)

// appendState appends what python/_view.py reads.
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

// appendBuildings appends a seat's hill and tunnel in the order of a scan of the board, which a turned view has backwards.
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

// readAnswer reads what the host made of the player's answer.
func readAnswer(ask reantics.Ask, seat reantics.Seat, text string) (a reantics.Answer, err error) {
	fields := strings.Fields(text)
	var numbers []int
	for _, field := range fields {
		n := reantics.NoBuild
		if field != "-" {
			if n, err = strconv.Atoi(field); err != nil {
				return a, turn.Faultf(turn.Garbled, "answer %q: want numbers", ascii.Clean(text, 80))
			}
		}
		numbers = append(numbers, n)
	}
	if ask == reantics.AskMove {
		return readMove(numbers, seat, text)
	}
	cells := points(numbers)
	switch {
	case cells == nil || ask == reantics.AskAttack && len(cells) != 1:
		return a, turn.Faultf(turn.Garbled, "answer %q: want cells", ascii.Clean(text, 80))
	case ask == reantics.AskAttack:
		at := turned(cells[0], seat)
		a.Target = &at
	default:
		a.Cells = cells
	}
	return a, nil
}

// readMove reads a type, a type to build and the path in absolute cells.
func readMove(numbers []int, seat reantics.Seat, text string) (a reantics.Answer, err error) {
	if len(numbers) < 2 || len(numbers)%2 != 0 {
		return a, turn.Faultf(turn.Garbled, "answer %q: want a move", ascii.Clean(text, 80))
	}
	raw := reantics.Raw{Type: numbers[0], Build: numbers[1], Path: points(numbers[2:])}
	if seat == reantics.Red {
		raw = raw.Turned()
	}
	if a.Move = raw.Move(); !raw.Is(a.Move) {
		a = reantics.Answer{Raw: &raw}
	}
	return a, nil
}

func turned(p grid.Point, seat reantics.Seat) grid.Point {
	if seat == reantics.Red {
		return grid.Point{X: reantics.Size - 1 - p.X, Y: reantics.Size - 1 - p.Y}
	}
	return p
}

// points makes pairs of numbers cells; nil if there are none or one is left over.
func points(numbers []int) (cells []grid.Point) {
	if len(numbers)%2 != 0 {
		return nil
	}
	for ; len(numbers) > 0; numbers = numbers[2:] {
		cells = append(cells, grid.Point{X: numbers[0], Y: numbers[1]})
	}
	return cells
}
