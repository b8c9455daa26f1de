package picture

import (
	"image"
	"math"
	"slices"
	"strings"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// canvas is what is drawn on.
type canvas struct {
	to     *image.RGBA
	ids    map[string]*element
	raster vector.Rasterizer
}

// shape fills and strokes a path.
func (c *canvas) shape(p path, s style) {
	if _, ok := colour(s.fill, 1); ok {
		var loops [][]point
		for _, l := range p.lines {
			loops = append(loops, slices.Clone(l.points)) // fill moves them
		}
		c.fill(loops, s.at, s.fill, s.fillOpacity*s.opacity)
	}
	if _, ok := colour(s.stroke, 1); ok && s.width > 0 {
		c.fill(stroked(p.lines, s), s.at, s.stroke, s.strokeOpacity*s.opacity)
	}
}

// fill fills loops with a colour. Where loops of the same direction overlap, the colour is put on once.
func (c *canvas) fill(loops [][]point, at f64.Aff3, paint string, opacity float64) {
	ink, ok := colour(paint, opacity)
	if !ok || ink.A == 0 {
		return
	}
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, loop := range loops {
		for i, q := range loop {
			q = point{at[0]*q.x + at[1]*q.y + at[2], at[3]*q.x + at[4]*q.y + at[5]}
			loop[i] = q
			low, high = point{min(low.x, q.x), min(low.y, q.y)}, point{max(high.x, q.x), max(high.y, q.y)}
		}
	}
	if !(low.x <= high.x) {
		return
	}
	size := c.to.Rect
	limit := func(v float64, most int) int { return int(min(max(v, 0), float64(most))) }
	box := image.Rect(limit(math.Floor(low.x), size.Max.X), limit(math.Floor(low.y), size.Max.Y),
		limit(math.Ceil(high.x), size.Max.X), limit(math.Ceil(high.y), size.Max.Y))
	if box.Empty() {
		return
	}
	c.raster.Reset(box.Dx(), box.Dy())
	x, y := float64(box.Min.X), float64(box.Min.Y)
	for _, loop := range loops {
		for i, q := range loop {
			if i == 0 {
				c.raster.MoveTo(float32(q.x-x), float32(q.y-y))
			} else {
				c.raster.LineTo(float32(q.x-x), float32(q.y-y))
			}
		}
		c.raster.ClosePath()
	}
	c.raster.Draw(c.to, box, image.NewUniform(ink), image.Point{})
}

// stroked returns the outline of the strokes of lines: convex loops, all of the same direction.
func stroked(lines []line, s style) (loops [][]point) {
	half := s.width / 2
	for _, l := range lines {
		for _, part := range dashed(l, s.dash) {
			loops = append(loops, strokes(part, half, s)...)
		}
	}
	return loops
}

// strokes returns the outline of the stroke of one line.
func strokes(l line, half float64, s style) (loops [][]point) {
	var points []point
	for _, q := range l.points { // without points that repeat
		if n := len(points); n == 0 || points[n-1] != q {
			points = append(points, q)
		}
	}
	if l.closed && len(points) > 1 && points[0] == points[len(points)-1] {
		points = points[:len(points)-1]
	}
	if len(points) == 1 {
		if s.cap == "round" {
			return [][]point{disc(points[0], half)}
		}
		return nil
	}
	n := len(points)
	segments := n - 1
	if l.closed && n > 2 {
		segments = n
	}
	for i := range segments {
		a, b := points[i], points[(i+1)%n]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		d := point{(b.x - a.x) / length * half, (b.y - a.y) / length * half}
		if s.cap == "square" && segments < n {
			if i == 0 {
				a = point{a.x - d.x, a.y - d.y}
			}
			if i == segments-1 {
				b = point{b.x + d.x, b.y + d.y}
			}
		}
		loops = append(loops, []point{
			{a.x - d.y, a.y + d.x}, {b.x - d.y, b.y + d.x}, {b.x + d.y, b.y - d.x}, {a.x + d.y, a.y - d.x},
		})
		if i+1 < segments || segments == n {
			loops = append(loops, join(a, points[(i+1)%n], points[(i+2)%n], half, s.join)...)
		}
	}
	if s.cap == "round" && segments < n {
		loops = append(loops, disc(points[0], half), disc(points[n-1], half))
	}
	return loops
}

// join fills the corner at b between the strokes from a and to c.
func join(a, b, c point, half float64, how string) [][]point {
	if how == "round" {
		return [][]point{disc(b, half)}
	}
	unit := func(p, q point) point {
		length := math.Hypot(q.x-p.x, q.y-p.y)
		return point{(q.x - p.x) / length, (q.y - p.y) / length}
	}
	u, v := unit(a, b), unit(b, c)
	cross, dot := u.x*v.y-u.y*v.x, u.x*v.x+u.y*v.y
	side := half
	if cross > 0 {
		side = -half
	}
	p, q := point{b.x - u.y*side, b.y + u.x*side}, point{b.x - v.y*side, b.y + v.x*side}
	loop := []point{b, p, q}
	if k := 1 + dot; k > 2.0/16 { // a mitre up to four times the width
		tip := point{b.x + (-u.y-v.y)*side/k, b.y + (u.x+v.x)*side/k}
		loop = []point{b, p, tip, q}
	}
	if area(loop) > 0 {
		for i, j := 0, len(loop)-1; i < j; i, j = i+1, j-1 {
			loop[i], loop[j] = loop[j], loop[i]
		}
	}
	return [][]point{loop}
}

// area is twice the area of a loop, below 0 for the direction of strokes.
func area(loop []point) (sum float64) {
	for i, p := range loop {
		q := loop[(i+1)%len(loop)]
		sum += p.x*q.y - p.y*q.x
	}
	return sum
}

// disc is a circle.
func disc(middle point, r float64) (loop []point) {
	const n = 24
	for i := range n {
		sin, cos := math.Sincos(-2 * math.Pi * float64(i) / n)
		loop = append(loop, point{middle.x + r*cos, middle.y + r*sin})
	}
	return loop
}

// dashed divides a line into its dashes.
func dashed(l line, dash []float64) []line {
	total := 0.0
	for _, d := range dash {
		total += d
	}
	if total <= 0 {
		return []line{l}
	}
	points := l.points
	if l.closed {
		points = append(points[:len(points):len(points)], points[0])
	}
	var parts []line
	at, left, on := 0, dash[0], true
	part := []point{points[0]}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		for done := 0.0; done < length; {
			step := min(left, length-done)
			done += step
			q := point{a.x + (b.x-a.x)*done/length, a.y + (b.y-a.y)*done/length}
			if part = append(part, q); left-step > 1e-9 {
				left -= step
				continue
			}
			if on {
				parts = append(parts, line{points: part})
			}
			at, on, part = at+1, !on, []point{q}
			left = max(dash[at%len(dash)], 1e-3)
		}
	}
	if on {
		parts = append(parts, line{points: part})
	}
	return parts
}

// fonts are the regular and the bold one.
var fonts = sync.OnceValue(func() (list [2]*sfnt.Font) {
	for i, text := range [][]byte{goregular.TTF, gobold.TTF} {
		f, err := sfnt.Parse(text)
		if err != nil {
			panic("picture: " + err.Error()) // it is part of the program
		}
		list[i] = f
	}
	return list
})

// em is the size at which outlines of letters are read.
const em = 1000

// text draws a text.
func (c *canvas) text(e *element, s style) {
	font := fonts()[0]
	if s.weight > 500 {
		font = fonts()[1]
	}
	var b sfnt.Buffer
	var p path
	x := 0.0
	value := func(v fixed.Int26_6) float64 { return float64(v) / 64 }
	for _, r := range strings.TrimSpace(e.text) {
		glyph, err := font.GlyphIndex(&b, r)
		if err != nil {
			continue
		}
		segments, err := font.LoadGlyph(&b, glyph, fixed.I(em), nil)
		if err != nil {
			continue
		}
		for _, g := range segments {
			at := func(i int) point { return point{x + value(g.Args[i].X), value(g.Args[i].Y)} }
			switch g.Op {
			case sfnt.SegmentOpMoveTo:
				p.move(at(0))
			case sfnt.SegmentOpLineTo:
				p.to(at(0))
			case sfnt.SegmentOpQuadTo:
				p.quad(at(0), at(1))
			case sfnt.SegmentOpCubeTo:
				p.cubic(at(0), at(1), at(2))
			}
		}
		if advance, err := font.GlyphAdvance(&b, glyph, fixed.I(em), 0); err == nil {
			x += value(advance)
		}
	}
	for i := range p.lines {
		p.lines[i].closed = true
	}
	k := s.size / em
	left := map[string]float64{"middle": x / 2, "end": x}[s.anchor]
	s.at = times(s.at, f64.Aff3{k, 0, e.number("x", 0) - left*k, 0, k, e.number("y", 0)})
	s.width /= max(k, 1e-9)
	c.shape(p, s)
}
