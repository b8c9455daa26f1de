package render

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// plates are the seats' shapes once more, under pieces whose own shape is small.
var plates = map[string]string{
	"blue":   "M16 1.4a13.4 13.4 0 0 1 0 26.8 13.4 13.4 0 0 1 0-26.8z",
	"red":    "M16 .2 31 14.8 16 29.4 1 14.8z",
	"yellow": "M16 0 31.4 27.6H.6z",
}

// turns are the degrees from R, in which symbols are drawn.
var turns = map[string]int{"D": 90, "L": 180, "U": 270}

// pieces draws the pieces: those with the lowest Z first, lifted ones from the back to the front.
func (p *painter) pieces() {
	all := p.scene.Pieces
	ids := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		x, y := all[a], all[b]
		row := 0
		if p.board.Lift > 0 {
			row = cmp.Compare(x.At/p.board.W, y.At/p.board.W)
		}
		return cmp.Or(cmp.Compare(x.Z, y.Z), row, cmp.Compare(x.Lift, y.Lift), cmp.Compare(a, b))
	})
	for _, id := range ids {
		if x, y, ok := p.at(all[id].At); ok && !p.hidden(all[id].Show) {
			p.piece(all[id], x, y-float64(all[id].Lift)*p.board.Lift*cell)
		}
	}
}

func (p *painter) piece(q scene.Piece, x, y float64) {
	sprite := cmp.Or(q.Sprite, "emblem-"+p.colour(q.Seat))
	if _, ok := p.sheet[sprite]; !ok {
		sprite = "emblem-" + p.colour(q.Seat)
	}
	s := p.sheet[sprite]
	fmt.Fprintf(p, `<g transform="translate(%s %s)">`+"\n", decimal(x), decimal(y))
	if q.Bar[1] > 0 {
		plate := mix(p.of(q.Seat, "c"), p.theme["lawn"], .34)
		fmt.Fprintf(p, `<path d="%s" %s fill-opacity=".86"/>`+"\n", plates[p.colour(q.Seat)], paint("fill", plate))
	}
	if q.Aura != "" {
		p.put("aura-"+q.Aura, q.Seat, 0, 0, cell)
	}
	transform := ""
	switch angle := turns[q.Dir]; {
	case s.turn == "flip" && q.Dir == "L":
		transform = "matrix(-1 0 0 1 32 0)"
	case s.turn != "" && angle != 0:
		transform = fmt.Sprintf("rotate(%d 16 16)", angle)
	}
	if k := cmp.Or(s.scale, 1); k != 1 {
		up := 0.0
		if q.Bar[1] > 0 {
			up = 1.6
		}
		transform = strings.TrimSpace(fmt.Sprintf("translate(%s %s) scale(%s) %s", decimal(16-16*k), decimal(16-16*k-up), decimal(k), transform))
	}
	grey := ""
	if q.State == "spent" {
		grey = ` opacity=".62"`
	}
	if id := p.use(sprite, q.Seat); id != "" {
		fmt.Fprintf(p, `<use href="#%s" transform="%s"%s/>`+"\n", id, transform, grey)
	}
	p.tag(q, s)
	if q.Carry != "" {
		fmt.Fprintf(p, `<circle cx="7" cy="7" r="7" %s %s stroke-width=".8"/>`+"\n", paint("fill", p.theme["panel"]), paint("stroke", p.theme["food-edge"]))
		p.put(q.Carry, q.Seat, 1.6, 1.4, 11)
	}
	p.bar(q)
	if q.State == "spent" {
		for _, c := range [][2]string{{p.theme["panel"], "5.4"}, {p.theme["ink"], "2.4"}} {
			fmt.Fprintf(p, `<path d="M2.6 22.4 5 24.8 9.4 19.6" fill="none" %s stroke-width="%s" stroke-linecap="round" stroke-linejoin="round"/>`+"\n", paint("stroke", c[0]), c[1])
		}
	}
	p.WriteString("</g>\n")
}

// tag writes the letter or number of a piece where its symbol has room.
func (p *painter) tag(q scene.Piece, s symbol) {
	x, y, size := s.tag[0], s.tag[1], s.tag[2]
	if q.Tag == "" || size == 0 {
		return
	}
	if s.turn == "flip" {
		switch q.Dir {
		case "L":
			x = cell - x
		case "U":
			x, y = y, cell-x
		case "D":
			x, y = cell-y, x
		}
	}
	ink := cmp.Or(s.ink, p.of(q.Seat, "k"))
	if ink == "t" {
		ink = p.of(q.Seat, "t")
	}
	fmt.Fprintf(p, `<text x="%s" y="%s" font-size="%s" font-weight="750" text-anchor="middle" %s>%s</text>`+"\n",
		decimal(x), decimal(y+size*.36), decimal(size), paint("fill", ink), html.EscapeString(scene.Text(q.Tag, 3)))
}

// bar draws how much is left of something, with the number beside it.
func (p *painter) bar(q scene.Piece) {
	v, of := q.Bar[0], min(q.Bar[1], 40)
	if of <= 0 {
		return
	}
	e := p.of(q.Seat, "e")
	fmt.Fprintf(p, `<rect x="2.4" y="27.2" width="27.2" height="4.4" rx="1.6" %s %s stroke-width=".9"/>`+"\n", paint("fill", p.theme["panel"]), paint("stroke", e))
	w := 26 / float64(of)
	for i := range max(0, min(v, of)) {
		fmt.Fprintf(p, `<rect x="%s" y="27.9" width="%s" height="3" %s/>`+"\n", decimal(3+float64(i)*w+.25), decimal(w-.5), paint("fill", e))
	}
	p.halo(30.5, 8.4, 9, "end", p.theme["ink"], strconv.Itoa(v))
}

// halo writes a text that can be read on any ground.
func (p *painter) halo(x, y, size float64, anchor, ink, text string) {
	for _, stroke := range []string{" " + paint("stroke", p.theme["panel"]) + fmt.Sprintf(` stroke-width="%s" stroke-linejoin="round"`, decimal(size*.29)), ""} {
		fmt.Fprintf(p, `<text x="%s" y="%s" font-size="%s" font-weight="750" text-anchor="%s" %s%s>%s</text>`+"\n",
			decimal(x), decimal(y), decimal(size), anchor, paint("fill", ink), stroke, html.EscapeString(text))
	}
}

// marks draws the marks above the pieces, or those below.
func (p *painter) marks(above bool) {
	for _, m := range p.scene.Marks {
		if p.hidden(m.Show) {
			continue
		}
		m.Cells = slices.DeleteFunc(slices.Clone(m.Cells), func(c int) bool { return c < 0 || c >= p.board.W*p.board.H })
		switch {
		case m.As == scene.Say && p.mini:
		case m.As == scene.Say && above:
			p.say(m)
		case len(m.Cells) == 0:
		case !above:
			p.low(m)
		default:
			p.high(m)
		}
	}
}

func (p *painter) low(m scene.Mark) {
	acc := p.theme["acc"]
	x, y, _ := p.mid(m.Cells[0])
	switch m.As {
	case scene.Last:
		for _, c := range m.Cells {
			x, y, _ := p.at(c)
			fmt.Fprintf(p, `<rect x="%s" y="%s" width="32" height="32" %s fill-opacity=".3"/>`+"\n", decimal(x), decimal(y), paint("fill", acc))
		}
	case scene.Focus:
		for _, c := range m.Cells {
			x, y, _ := p.mid(c)
			fmt.Fprintf(p, `<circle cx="%s" cy="%s" r="19" fill="none" %s stroke-width="2.6"/>`+"\n", decimal(x), decimal(y), paint("stroke", acc))
		}
	case scene.Line:
		p.line(m)
	case scene.Reach:
		r := (float64(m.R) + .5) * cell
		c := p.of(m.Seat, "c")
		p.defs["inside"] = fmt.Sprintf(`<clipPath id="inside"><rect width="%d" height="%d"/></clipPath>`, p.board.W*cell, p.board.H*cell)
		fmt.Fprintf(p, `<path clip-path="url(#inside)" d="M%s %sl%s %s %s %s %s %sz" %s fill-opacity=".05" %s stroke-width="2.4" stroke-dasharray="8 6"/>`+"\n",
			decimal(x), decimal(y-r), decimal(r), decimal(r), decimal(-r), decimal(r), decimal(-r), decimal(-r),
			paint("fill", c), paint("stroke", c))
	}
}

// line draws a path with an arrowhead, or a plain step.
func (p *painter) line(m scene.Mark) {
	n := len(m.Cells)
	if n < 2 {
		return
	}
	bx, by, _ := p.mid(m.Cells[n-1])
	ax, ay, _ := p.mid(m.Cells[n-2])
	length := math.Hypot(bx-ax, by-ay)
	if length == 0 {
		return
	}
	ux, uy, back := (bx-ax)/length, (by-ay)/length, 19.0
	switch {
	case m.Class == "step":
		back = 0
	case p.board.Lift > 0:
		back = 9
	}
	ex, ey := bx-ux*back, by-uy*back
	d := "M"
	for _, c := range m.Cells[:n-1] {
		x, y, _ := p.mid(c)
		d += decimal(x) + " " + decimal(y) + "L"
	}
	d += decimal(ex) + " " + decimal(ey)
	e := p.of(m.Seat, "e")
	style := paint("stroke", e) + ` stroke-width="2.6" opacity=".7"`
	switch m.Class {
	case "step":
		style = paint("stroke", p.of(m.Seat, "c")) + ` stroke-width="9" opacity=".3"`
	case "shot":
		style += ` stroke-dasharray="1 5.5"`
	}
	fmt.Fprintf(p, `<path d="%s" fill="none" %s stroke-linecap="round" stroke-linejoin="round"/>`+"\n", d, style)
	if m.Class != "step" {
		fmt.Fprintf(p, `<path d="M%s %sL%s %s %s %sz" %s opacity=".7"/>`+"\n", decimal(ex+ux*4), decimal(ey+uy*4),
			decimal(ex-ux*5-uy*5), decimal(ey-uy*5+ux*5), decimal(ex-ux*5+uy*5), decimal(ey-uy*5-ux*5), paint("fill", e))
	}
}

func (p *painter) high(m scene.Mark) {
	for _, c := range m.Cells {
		x, y, _ := p.mid(c)
		switch m.As {
		case scene.Ring:
			fmt.Fprintf(p, `<rect x="%s" y="%s" width="29" height="29" rx="4.5" fill="none" %s stroke-width="3"/>`+"\n", decimal(x-14.5), decimal(y-14.5), paint("stroke", p.theme["acc"]))
		case scene.Burst:
			t := p.of(m.Seat, "t")
			d := ""
			for i := range 10 {
				sin, cos := math.Sincos(float64(i) * math.Pi / 5)
				d += "M" + decimal(x+17*cos) + " " + decimal(y+17*sin) + "L" + decimal(x+24*cos) + " " + decimal(y+24*sin)
			}
			fmt.Fprintf(p, `<path d="%s" fill="none" %s stroke-width="3.4" stroke-linecap="round"/>`+"\n", d, paint("stroke", t))
			if m.Text != "" {
				above := y - 28
				if y < 44 {
					above = y + 40
				}
				p.halo(min(float64(p.board.W*cell)-20, max(20, x)), above, max(14, 13*p.px), "middle", t, scene.Text(m.Text, 20))
			}
		}
	}
}

// say draws a bubble at a piece, inside of the board.
func (p *painter) say(m scene.Mark) {
	q, ok := p.scene.Pieces[m.Piece]
	x, y, on := p.mid(q.At)
	text := scene.Text(m.Text, 60)
	if !ok || !on || text == "" {
		return
	}
	size := max(12, 12.6*p.px)
	w, h := float64(utf8.RuneCountInString(text))*size*.64+size*1.2, size*1.85
	left := min(float64(p.board.W*cell)-w-2, max(2, x-w/2))
	top := p.free(y, left, w, h)
	tip, from := "l-5 -8h10z", top+h+7
	if top > y {
		tip, from = "l-5 8h10z", top-7
	}
	fill := paint("fill", p.theme["panel"])
	fmt.Fprintf(p, `<rect x="%s" y="%s" width="%s" height="%s" rx="%s" %s %s stroke-width="1.2"/>`+"\n", decimal(left), decimal(top), decimal(w), decimal(h), decimal(size*.55), fill, paint("stroke", p.theme["mut"]))
	fmt.Fprintf(p, `<path d="M%s %s%s" %s/>`+"\n", decimal(x), decimal(from), tip, fill)
	fmt.Fprintf(p, `<text x="%s" y="%s" font-size="%s" font-weight="550" text-anchor="middle" %s>%s</text>`+"\n",
		decimal(left+w/2), decimal(top+h/2+size*.36), decimal(size), paint("fill", p.theme["ink"]), html.EscapeString(text))
}

// free returns the upper edge of a bubble for a piece at y, and remembers it: above the piece, below it, or a line further away,
// whatever comes first where the bubble is on the board and covers no other one.
func (p *painter) free(y, left, w, h float64) float64 {
	tops := slices.DeleteFunc([]float64{y - h - 24, y + 24, y - 2*h - 26, y + h + 26}, func(t float64) bool {
		return t < 2 || t+h > float64(p.board.H*cell)-1
	})
	tops = append(tops, y+24)
	top := tops[max(0, slices.IndexFunc(tops, func(t float64) bool {
		return !slices.ContainsFunc(p.said, func(b [3]float64) bool {
			return left < b[0]+b[2] && b[0] < left+w && t < b[1]+h && b[1] < t+h
		})
	}))]
	p.said = append(p.said, [3]float64{left, top, w})
	return top
}
