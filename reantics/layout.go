package reantics

import (
	"fmt"
	"strconv"
	"strings"
)

// String draws the position. It is the whole position: [ParsePosition] reads it back to the same value. It ends with a line
// feed.
//
//	playing blue manual
//	  0  1  2  3  4  5  6  7  8  9
//	0 .  .  .  ^Q .  .  .  .  .  .
//	1 .  ;  .  .  .  .  .  @  .  .
//	2 .  .  .  .  W  .  .  .  .  .
//	3 ;  .  .  .  .  .  .  .  %  .
//	4 .  .  .  .  .  .  .  .  .  .
//	5 .  .  .  .  .  .  .  .  .  .
//	6 .  .  %w .  .  .  .  .  .  .
//	7 .  .  .  .  .  .  .  .  .  .
//	8 .  .  .  .  .  .  @  .  .  .
//	9 .  .  .  .  .  .  .  ^q .  .
//	blue food 1 hill 30/3 tunnel 71/2 ants Q30/10 W42/4+*
//	red food 1 hill 79/3 tunnel 68/2 ants Q79/10 W26/4
//	grass 11 03
//	food 26 83
//
// The first line is the phase, the seat to answer and the table; "attack 42" follows when the ant on 42 must attack. A cell is a
// construction (; grass, % food, ^ hill, @ tunnel) and an ant: Q W D S R for Blue, small letters for Red; a dot is neither. Below
// are for each seat the food in its larder, its buildings with their capture health and its ants in list order: letter,
// cell, / health, + for a load, * for having moved, and #n for an ID that is not its number in the two lists, counted from 1.
// "newest n" follows the table when the ID given last is not the highest one.
func (p *Position) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %v %v", p.phase, p.side, p.rules)
	if p.newest != p.highestID() {
		fmt.Fprintf(&b, " newest %d", p.newest)
	}
	if p.attacker != NoCell {
		fmt.Fprintf(&b, " attack %v", p.attacker)
	}
	b.WriteString("\n  0  1  2  3  4  5  6  7  8  9\n")
	for y := range Size {
		row := strconv.AppendInt(nil, int64(y), 10)
		for x := range Size {
			cell := p.Glyph(At(x, y))
			row = append(row, ' ', cell[0])
			row = append(row, cell[1:]+" "[:2-len(cell)]...)
		}
		b.WriteString(strings.TrimRight(string(row), " "))
		b.WriteByte('\n')
	}
	id := uint8(0)
	for s := Blue; s <= Red; s++ {
		fmt.Fprintf(&b, "%v food %d", s, p.stock[s])
		if p.hill[s] != NoCell {
			fmt.Fprintf(&b, " hill %v/%d", p.hill[s], p.health[s][0])
		}
		if p.tunnel[s] != NoCell {
			fmt.Fprintf(&b, " tunnel %v/%d", p.tunnel[s], p.health[s][1])
		}
		if p.Count(s) > 0 {
			b.WriteString(" ants")
		}
		for i := range p.Count(s) {
			id++
			b.WriteByte(' ')
			b.WriteString(antText(p.Ant(s, i), id))
		}
		b.WriteByte('\n')
	}
	writeCells(&b, "grass", p.GrassList())
	writeCells(&b, "food", p.FoodList())
	return b.String()
}

func writeCells(b *strings.Builder, name string, cells []Cell) {
	b.WriteString(name)
	for _, c := range cells {
		b.WriteByte(' ')
		b.WriteString(c.String())
	}
	b.WriteByte('\n')
}

func antText(a Ant, id uint8) string {
	text := fmt.Sprintf("%c%v/%d", a.Type.Letter(), a.Cell, a.Health)
	if a.Carrying {
		text += "+"
	}
	if a.Moved {
		text += "*"
	}
	if a.ID != id {
		text += "#" + strconv.Itoa(int(a.ID))
	}
	return text
}

// Glyph returns how the layout draws a cell, in one or two characters.
func (p *Position) Glyph(c Cell) string {
	item, _ := p.ItemAt(c)
	ground := [...]string{"", "^", "@", ";", "%"}[item]
	if a, s, ok := p.AntAt(c); ok {
		letter := string(a.Type.Letter())
		if s == Red {
			letter = strings.ToLower(letter)
		}
		return ground + letter
	}
	if ground == "" {
		return "."
	}
	return ground
}

func (p *Position) highestID() (high uint8) {
	for s := Blue; s <= Red; s++ {
		for i := range p.Count(s) {
			high = max(high, p.Ant(s, i).ID)
		}
	}
	return high
}

// MarshalText returns the drawing, so that a Position is a JSON string.
func (p *Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText accepts exactly what MarshalText writes. The error is a [*SyntaxError].
func (p *Position) UnmarshalText(text []byte) error {
	parsed, err := ParsePosition(string(text))
	if err == nil && parsed.String() != string(text) {
		err = &SyntaxError{What: "position", Text: string(text), Line: 1, Column: 1, Want: "the text exactly as it is printed"}
	}
	if err == nil {
		*p = parsed
	}
	return err
}
