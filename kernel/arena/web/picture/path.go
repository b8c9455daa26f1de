package picture

import (
	"math"
	"strings"
)

type point struct{ x, y float64 }

// line is a part of a path, flattened.
type line struct {
	points []point
	closed bool
}

// path is an outline of lines.
type path struct {
	lines        []line
	at, start    point
	before       point // the last control point, for smooth curves
	continuation bool  // after z a path goes on at its start
}

func (p *path) move(to point) {
	p.lines = append(p.lines, line{points: []point{to}})
	p.at, p.start, p.continuation = to, to, false
}

func (p *path) to(q point) {
	if len(p.lines) == 0 || p.continuation {
		p.move(p.at)
	}
	last := &p.lines[len(p.lines)-1]
	last.points = append(last.points, q)
	p.at = q
}

func (p *path) close() {
	if len(p.lines) > 0 {
		p.lines[len(p.lines)-1].closed = true
	}
	p.at, p.continuation = p.start, true
}

// steps is into how many lines a curve is divided.
const steps = 16

func (p *path) cubic(a, b, c point) {
	from := p.at
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		u := 1 - t
		p.to(point{
			u*u*u*from.x + 3*u*u*t*a.x + 3*u*t*t*b.x + t*t*t*c.x,
			u*u*u*from.y + 3*u*u*t*a.y + 3*u*t*t*b.y + t*t*t*c.y,
		})
	}
	p.before = b
}

func (p *path) quad(a, b point) {
	from := p.at
	third := func(q point) point { return point{q.x + 2*(a.x-q.x)/3, q.y + 2*(a.y-q.y)/3} }
	p.cubic(third(from), third(b), b)
	p.before = a
}

// arc goes to b on an ellipse, see the implementation notes of SVG 1.1, F.6.5.
func (p *path) arc(rx, ry, angle float64, large, sweep bool, b point) {
	a := p.at
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || a == b {
		p.to(b)
		return
	}
	sin, cos := math.Sincos(angle * math.Pi / 180)
	dx, dy := (a.x-b.x)/2, (a.y-b.y)/2
	x, y := cos*dx+sin*dy, -sin*dx+cos*dy
	if s := x*x/(rx*rx) + y*y/(ry*ry); s > 1 {
		rx, ry = rx*math.Sqrt(s), ry*math.Sqrt(s)
	}
	f := math.Sqrt(max(0, (rx*rx*ry*ry-rx*rx*y*y-ry*ry*x*x)/(rx*rx*y*y+ry*ry*x*x)))
	if large == sweep {
		f = -f
	}
	cx, cy := f*rx*y/ry, -f*ry*x/rx
	middle := point{cos*cx - sin*cy + (a.x+b.x)/2, sin*cx + cos*cy + (a.y+b.y)/2}
	first := math.Atan2((y-cy)/ry, (x-cx)/rx)
	turn := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - first
	if sweep && turn < 0 {
		turn += 2 * math.Pi
	} else if !sweep && turn > 0 {
		turn -= 2 * math.Pi
	}
	const n = 2 * steps
	for i := 1; i < n; i++ {
		s, c := math.Sincos(first + turn*float64(i)/n)
		p.to(point{middle.x + cos*rx*c - sin*ry*s, middle.y + sin*rx*c + cos*ry*s})
	}
	p.to(b)
}

// wants is how many numbers the commands of a path take.
var wants = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'C': 6, 'S': 4, 'A': 7, 'Z': 0}

// read adds the attribute d of a path.
func (p *path) read(d string) {
	for i := 0; i < len(d); {
		command := d[i]
		end := i + 1
		for end < len(d) && (d[end] == 'e' || strings.IndexByte("MLHVQCSAZmlhvqcsaz", d[end]) < 0) {
			end++
		}
		upper := command &^ ('a' - 'A')
		n, known := wants[upper]
		v := numbers(d[i+1 : end])
		i = end
		if upper == 'Z' {
			p.close()
		}
		for first := true; known && n > 0 && len(v) >= n; v, first = v[n:], false {
			c := command
			if upper == 'M' && !first { // further points of a move are lines
				c-- // from M to L, from m to l
			}
			p.one(c, v[:n])
		}
	}
}

// one carries out a command.
func (p *path) one(command byte, v []float64) {
	var from point
	if command >= 'a' {
		from = p.at
	}
	q := func(i int) point { return point{from.x + v[i], from.y + v[i+1]} }
	smooth := false
	switch command &^ ('a' - 'A') {
	case 'M':
		p.move(q(0))
	case 'L':
		p.to(q(0))
	case 'H':
		p.to(point{from.x + v[0], p.at.y})
	case 'V':
		p.to(point{p.at.x, from.y + v[0]})
	case 'Q':
		p.quad(q(0), q(2))
	case 'C':
		p.cubic(q(0), q(2), q(4))
		smooth = true
	case 'S':
		p.cubic(point{2*p.at.x - p.before.x, 2*p.at.y - p.before.y}, q(0), q(2))
		smooth = true
	case 'A':
		p.arc(v[0], v[1], v[2], v[3] != 0, v[4] != 0, q(5))
	}
	if !smooth {
		p.before = p.at
	}
}
