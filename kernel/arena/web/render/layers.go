package render

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// sides are the steps over the sides of a cell.
var sides = map[rune][2]float64{'U': {0, -1}, 'R': {1, 0}, 'D': {0, 1}, 'L': {-1, 0}}

// layers draws the ground: regions first, then what stands on them, with the marks of the last move below the rest.
func (p *painter) layers() {
	names := slices.Sorted(maps.Keys(p.scene.Layers))
	for _, name := range names {
		if l := p.scene.Layers[name]; l.As == scene.Region && !p.hidden(l.Show) {
			p.region(l)
		}
	}
	for _, name := range names {
		l := p.scene.Layers[name]
		if p.hidden(l.Show) || l.Peek || len(l.Cells) == 0 && l.As != scene.Lines {
			continue
		}
		switch l.As {
		case scene.Sprite:
			for _, c := range slices.Sorted(maps.Keys(l.Cells)) {
				if x, y, ok := p.at(c); ok {
					p.put(l.Cells[c], l.Seat, x, y, cell)
				}
			}
		case scene.Stroke:
			p.stroke(l)
		case scene.Lines:
			p.lines()
		case scene.Ribbon:
			p.ribbon(l)
		case scene.Fill:
			for _, c := range slices.Sorted(maps.Keys(l.Cells)) {
				if x, y, ok := p.at(c); ok {
					fmt.Fprintf(p, `<path d="M%s %sh32v32h-32z" fill="%s" fill-opacity=".6"/>`+"\n", decimal(x), decimal(y), html.EscapeString(l.Cells[c]))
				}
			}
		}
	}
	p.marks(false)
}

// lines draws lines between all cells, and the numbers of columns and rows in the first ones.
func (p *painter) lines() {
	var d strings.Builder
	w, h := p.board.W, p.board.H
	for x := 1; x < w; x++ {
		fmt.Fprintf(&d, "M%d 0V%d", x*cell, h*cell)
	}
	for y := 1; y < h; y++ {
		fmt.Fprintf(&d, "M0 %dH%d", y*cell, w*cell)
	}
	fmt.Fprintf(p, `<path d="%s" fill="none" %s stroke-opacity=".45"/>`+"\n", d.String(), paint("stroke", p.theme["mut"]))
	for x := range w {
		p.halo(float64(x*cell+cell/2), 21, 12, "middle", p.theme["ink"], strconv.Itoa(x))
	}
	for y := 1; y < h; y++ {
		p.halo(cell/2, float64(y*cell+21), 12, "middle", p.theme["ink"], strconv.Itoa(y))
	}
}

// peeks draws sprites that a piece would hide: small in the corner where one stands.
func (p *painter) peeks() {
	busy := map[int]bool{}
	for _, piece := range p.scene.Pieces {
		busy[piece.At] = busy[piece.At] || piece.Z >= 0
	}
	for _, name := range slices.Sorted(maps.Keys(p.scene.Layers)) {
		l := p.scene.Layers[name]
		if !l.Peek || p.hidden(l.Show) || l.As != scene.Sprite {
			continue
		}
		for _, c := range slices.Sorted(maps.Keys(l.Cells)) {
			x, y, ok := p.at(c)
			switch {
			case !ok:
			case busy[c]:
				p.put(l.Cells[c], l.Seat, x+18.5, y+12, 14)
			default:
				p.put(l.Cells[c], l.Seat, x, y, cell)
			}
		}
	}
}

// stroke joins cells to their neighbours by round strokes and fills blocks of four.
func (p *painter) stroke(l scene.Layer) {
	var d, f strings.Builder
	w := p.board.W
	has := func(c int) bool { _, ok := l.Cells[c]; return ok }
	for _, c := range slices.Sorted(maps.Keys(l.Cells)) {
		x, y, ok := p.mid(c)
		if !ok {
			continue
		}
		right, down := c%w+1 < w && has(c+1), has(c+w)
		length := ".01"
		if right {
			length = "32"
		}
		fmt.Fprintf(&d, "M%s %sh%s", decimal(x), decimal(y), length)
		if down {
			fmt.Fprintf(&d, "M%s %sv32", decimal(x), decimal(y))
		}
		if right && down && has(c+w+1) {
			fmt.Fprintf(&f, "M%s %sh32v32h-32z", decimal(x), decimal(y))
		}
	}
	wall := paint("stroke", p.theme["wall"])
	fmt.Fprintf(p, `<path d="%s" fill="none" %s stroke-width="17" stroke-linecap="round" stroke-linejoin="round"/>`+"\n", d.String(), wall)
	if f.Len() > 0 {
		fmt.Fprintf(p, `<path d="%s" %s %s stroke-width="17" stroke-linejoin="round"/>`+"\n", f.String(), paint("fill", p.theme["wall"]), wall)
	}
}

// ribbon draws a value: half a cell to each side that it names.
func (p *painter) ribbon(l scene.Layer) {
	var d strings.Builder
	for _, c := range slices.Sorted(maps.Keys(l.Cells)) {
		x, y, ok := p.mid(c)
		if !ok {
			continue
		}
		var ends []string
		for _, side := range l.Cells[c] {
			if step, known := sides[side]; known {
				ends = append(ends, decimal(x+step[0]*cell/2)+" "+decimal(y+step[1]*cell/2))
			}
		}
		middle := decimal(x) + " " + decimal(y)
		switch len(ends) {
		case 0:
			d.WriteString("M" + middle + "h.01")
		case 2:
			d.WriteString("M" + ends[0] + "L" + middle + "L" + ends[1])
		default:
			for _, end := range ends {
				d.WriteString("M" + middle + "L" + end)
			}
		}
	}
	dash, core := "", "2.6"
	if p.colour(l.Seat) == "yellow" { // a second sign for people who cannot see the colours
		dash, core = ` stroke-dasharray="4.6 6"`, "4.6"
	}
	path := func(colour, width, more string) {
		fmt.Fprintf(p, `<path d="%s" fill="none" stroke-linejoin="round" %s stroke-width="%s"%s/>`+"\n", d.String(), colour, width, more)
	}
	path(paint("stroke", p.of(l.Seat, "e")), "19", "")
	path(paint("stroke", p.of(l.Seat, "c")), "15.6", "")
	path(paint("stroke", p.of(l.Seat, "k")), core, ` stroke-opacity=".8"`+dash)
}

// region draws the border of a set of cells, filled lightly.
func (p *painter) region(l scene.Layer) {
	if len(l.Cells) == 0 {
		return
	}
	style := `fill-opacity=".16" stroke-opacity=".35" stroke-width="1"`
	if l.Class == "territory" {
		style = `fill-opacity=".15" stroke-opacity=".6" stroke-width="1.5"`
		if p.colour(l.Seat) == "blue" { // the other seat's border is a line
			style = `fill-opacity=".15" stroke-opacity=".6" stroke-width="2.2" stroke-linecap="round" stroke-dasharray=".1 4"`
		}
	}
	c := p.of(l.Seat, "c")
	fmt.Fprintf(p, `<path d="%s" %s %s %s/>`+"\n", outline(l.Cells, p.board.W, p.board.H), paint("fill", c), paint("stroke", c), style)
}

// outline returns the border of a set of cells as rounded loops, clockwise around what is inside.
func outline(cells map[int]string, w, h int) string {
	type point struct{ x, y int }
	next := map[point][]point{}
	has := func(x, y int) bool { _, ok := cells[y*w+x]; return ok && x >= 0 && x < w && y >= 0 && y < h }
	var starts []point
	add := func(a, b point) { next[a], starts = append(next[a], b), append(starts, a) }
	for _, c := range slices.Sorted(maps.Keys(cells)) {
		x, y := c%w, c/w
		if !has(x, y) {
			continue
		}
		if !has(x, y-1) {
			add(point{x, y}, point{x + 1, y})
		}
		if !has(x+1, y) {
			add(point{x + 1, y}, point{x + 1, y + 1})
		}
		if !has(x, y+1) {
			add(point{x + 1, y + 1}, point{x, y + 1})
		}
		if !has(x-1, y) {
			add(point{x, y + 1}, point{x, y})
		}
	}
	take := func(a point, was *point) point {
		list := next[a]
		i := len(list) - 1
		if len(list) > 1 && was != nil { // cells that touch at a corner: stay at the same cell
			dx, dy := a.x-was.x, a.y-was.y
			i = max(0, slices.IndexFunc(list, func(n point) bool { return n.x-a.x == -dy && n.y-a.y == dx }))
		}
		to := list[i]
		next[a] = slices.Delete(slices.Clone(list), i, i+1)
		return to
	}
	var d strings.Builder
	for _, start := range starts {
		if len(next[start]) == 0 {
			continue
		}
		loop := []point{start}
		for at := take(start, nil); at != start; {
			loop = append(loop, at)
			at = take(at, &loop[len(loop)-2])
		}
		var points [][2]int
		for _, q := range loop {
			points = append(points, [2]int{q.x, q.y})
		}
		rounded(&d, points)
	}
	return d.String()
}

// rounded writes a loop of corners of cells, a little inside and with round corners.
func rounded(d *strings.Builder, loop [][2]int) {
	const inset, r = 1.2, 5.0
	command := "M"
	for i, b := range loop {
		a, c := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
		u := [2]float64{float64(b[0] - a[0]), float64(b[1] - a[1])}
		v := [2]float64{float64(c[0] - b[0]), float64(c[1] - b[1])}
		if u == v {
			continue
		}
		x, y := float64(b[0]*cell)-(u[1]+v[1])*inset, float64(b[1]*cell)+(u[0]+v[0])*inset
		fmt.Fprintf(d, "%s%s %sQ%s %s %s %s", command, decimal(x-u[0]*r), decimal(y-u[1]*r),
			decimal(x), decimal(y), decimal(x+v[0]*r), decimal(y+v[1]*r))
		command = "L"
	}
	d.WriteString("z")
}
