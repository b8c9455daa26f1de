package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/math/f64"
)

// element is a part of a drawing.
type element struct {
	name       string
	attributes map[string]string
	kids       []*element
	text       string
}

// parse reads a drawing.
func parse(text []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	open := []*element{{}}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		last := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local, attributes: map[string]string{}}
			for _, a := range t.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			last.kids = append(last.kids, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			last.text += string(t)
		}
	}
	if len(open[0].kids) != 1 {
		return nil, errors.New("a drawing without its element svg")
	}
	return open[0].kids[0], nil
}

// collect collects the elements with an id.
func (e *element) collect(ids map[string]*element) {
	if id := e.attributes["id"]; id != "" {
		ids[id] = e
	}
	for _, kid := range e.kids {
		kid.collect(ids)
	}
}

func (e *element) number(name string, usual float64) float64 {
	if v, err := strconv.ParseFloat(e.attributes[name], 64); err == nil {
		return v
	}
	return usual
}

// numbers reads numbers that are separated by spaces or commas, or not at all where a sign or a second point begins the next.
func numbers(text string) (list []float64) {
	for i := 0; i < len(text); {
		from, point := i, false
		for ; i < len(text); i++ {
			c := text[i]
			if c == '.' && point || (c == '-' || c == '+') && i > from && text[i-1] != 'e' || strings.IndexByte("0123456789.+-e", c) < 0 {
				break
			}
			point = point || c == '.'
		}
		if v, err := strconv.ParseFloat(text[from:i], 64); err == nil {
			list = append(list, v)
		} else if i == from {
			i++
		}
	}
	return list
}

// style is how an element is drawn; what is in it belongs to those in it, too.
type style struct {
	at                         f64.Aff3
	fill, stroke               string
	fillOpacity, strokeOpacity float64
	opacity                    float64 // 0: none yet, that is 1
	width                      float64
	cap, join                  string
	dash                       []float64
	size                       float64
	weight                     float64
	anchor                     string
}

// of returns the style of an element in one of this style.
func (s style) of(e *element) style {
	for name, value := range e.attributes {
		switch name {
		case "fill":
			s.fill = value
		case "stroke":
			s.stroke = value
		case "fill-opacity":
			s.fillOpacity = e.number(name, 1)
		case "stroke-opacity":
			s.strokeOpacity = e.number(name, 1)
		case "stroke-width":
			s.width = e.number(name, 1)
		case "stroke-linecap":
			s.cap = value
		case "stroke-linejoin":
			s.join = value
		case "stroke-dasharray":
			s.dash = numbers(value)
		case "font-size":
			s.size = e.number(name, 16)
		case "font-weight":
			s.weight = e.number(name, 400)
		case "text-anchor":
			s.anchor = value
		}
	}
	if s.opacity == 0 {
		s.opacity = 1
	}
	s.opacity *= e.number("opacity", 1)
	s.at = times(s.at, transform(e.attributes["transform"]))
	if e.name == "use" {
		s.at = times(s.at, f64.Aff3{1, 0, e.number("x", 0), 0, 1, e.number("y", 0)})
	}
	return s
}

// colour reads #rgb, #rgba, #rrggbb or #rrggbbaa; ok is false for none.
func colour(text string, opacity float64) (c color.NRGBA, ok bool) {
	digits, found := strings.CutPrefix(text, "#")
	if len(digits) == 3 || len(digits) == 4 {
		var long strings.Builder
		for _, d := range digits {
			long.WriteRune(d)
			long.WriteRune(d)
		}
		digits = long.String()
	}
	v, err := strconv.ParseUint(digits, 16, 64)
	if !found || err != nil || len(digits) != 6 && len(digits) != 8 {
		return c, false
	}
	alpha := 255.0
	if len(digits) == 8 {
		alpha = float64(v & 255)
		v >>= 8
	}
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), uint8(math.Round(alpha * min(max(opacity, 0), 1)))}, true
}

// times returns the transform that does b, then a.
func times(a, b f64.Aff3) f64.Aff3 {
	return f64.Aff3{
		a[0]*b[0] + a[1]*b[3], a[0]*b[1] + a[1]*b[4], a[0]*b[2] + a[1]*b[5] + a[2],
		a[3]*b[0] + a[4]*b[3], a[3]*b[1] + a[4]*b[4], a[3]*b[2] + a[4]*b[5] + a[5],
	}
}

// transform reads translate, scale, rotate and matrix.
func transform(text string) f64.Aff3 {
	all := f64.Aff3{1, 0, 0, 0, 1, 0}
	for _, part := range strings.SplitAfter(text, ")") {
		name, rest, _ := strings.Cut(strings.TrimSpace(part), "(")
		v := append(numbers(rest), 0, 0, 0, 0, 0, 0)
		switch name {
		case "translate":
			all = times(all, f64.Aff3{1, 0, v[0], 0, 1, v[1]})
		case "scale":
			if len(v) < 8 {
				v[1] = v[0]
			}
			all = times(all, f64.Aff3{v[0], 0, 0, 0, v[1], 0})
		case "rotate":
			sin, cos := math.Sincos(v[0] * math.Pi / 180)
			all = times(all, f64.Aff3{cos, -sin, v[1] - cos*v[1] + sin*v[2], sin, cos, v[2] - sin*v[1] - cos*v[2]})
		case "matrix":
			all = times(all, f64.Aff3{v[0], v[2], v[4], v[1], v[3], v[5]})
		}
	}
	return all
}

// draw draws an element.
func (c *canvas) draw(e *element, s style, depth int) {
	if e.name == "defs" || depth > maxDepth {
		return
	}
	s = s.of(e)
	if s.opacity == 0 {
		return
	}
	switch e.name {
	case "use":
		if to := c.ids[strings.TrimPrefix(e.attributes["href"], "#")]; to != nil {
			c.draw(to, s, depth+1)
		}
	case "g":
		for _, kid := range e.kids {
			c.draw(kid, s, depth+1)
		}
	case "text":
		c.text(e, s)
	default:
		c.shape(outline(e), s)
	}
}

const maxDepth = 20

// all draws what is in a drawing.
func (c *canvas) all(root *element, s style) {
	for _, kid := range root.kids {
		c.draw(kid, s, 0)
	}
}

// outline returns the path of a shape.
func outline(e *element) (p path) {
	x, y, w, h := e.number("x", 0), e.number("y", 0), e.number("width", 0), e.number("height", 0)
	switch e.name {
	case "rect":
		r := min(e.number("rx", 0), w/2, h/2)
		p.read(fmt.Sprintf("M%g %gh%ga%g %g 0 0 1 %g %gv%ga%g %g 0 0 1 %g %gh%ga%g %g 0 0 1 %g %gv%ga%g %g 0 0 1 %g %gz",
			x+r, y, w-2*r, r, r, r, r, h-2*r, r, r, -r, r, 2*r-w, r, r, -r, -r, 2*r-h, r, r, r, -r))
	case "circle", "ellipse":
		rx, ry := e.number("rx", e.number("r", 0)), e.number("ry", e.number("r", 0))
		p.read(fmt.Sprintf("M%g %ga%g %g 0 0 1 %g 0a%g %g 0 0 1 %g 0z", e.number("cx", 0)-rx, e.number("cy", 0), rx, ry, 2*rx, rx, ry, -2*rx))
	case "path":
		p.read(e.attributes["d"])
	}
	return p
}
