// Package render draws scenes as pictures, and says what changes from one scene to the next: a game on a page is its first scene
// and a [Patch] a ply.
package render

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Options say how a picture is made; the zero value is a light picture of the board alone.
type Options struct {
	Dark  bool
	Width int      // in pixels; 0: 640
	Names []string // of the players, by seat: if given, a line with their shapes, names and scores is shown above the board
	Show  []string // overlays that are on; nil: those that are on at first
	Title string   // for screen readers
	Mini  bool     // without labels and bubbles
}

// cell is how wide a cell is drawn.
const cell = 32

// painter makes one picture.
type painter struct {
	strings.Builder
	scene *scene.Scene
	board *scene.Board
	theme theme
	sheet map[string]symbol
	shown map[string]bool
	defs  map[string]string // symbols with their colours, by id
	mini  bool
	px    float64      // units of the drawing that are a pixel of a picture 600 wide
	said  [][3]float64 // left and upper edge and width of each bubble so far
}

// SVG writes a scene as a picture without any reference to another file.
func SVG(w io.Writer, s *scene.Scene, o Options) error {
	b := s.Board
	if b == nil || b.W < 1 || b.H < 1 {
		return fmt.Errorf("scene without a board, want one of at least 1x1 cells")
	}
	p := &painter{
		scene: s, board: b, theme: themeOf(o.Dark), sheet: sheet(emblems + b.Sheet),
		shown: map[string]bool{}, defs: map[string]string{},
	}
	for _, overlay := range b.Overlays {
		p.shown[overlay.ID] = overlay.On && o.Show == nil || slices.Contains(o.Show, overlay.ID)
	}
	left, top, bottom := 3.0, 3.0, 3.0
	margin := 1.55 * float64(b.W)
	if o.Mini {
		bare := *b
		bare.Left, bare.Top, bare.Bottom = nil, nil, nil
		b, p.board, p.mini = &bare, &bare, true
	}
	if len(b.Left) > 0 {
		left = margin
	}
	if len(b.Top) > 0 {
		top = margin
	}
	if len(b.Bottom) > 0 {
		bottom = margin
	}
	width := float64(b.W*cell) + left + 3
	p.px = width / 600
	if len(o.Names) > 0 {
		top += 44 * p.px
	}
	height := float64(b.H*cell) + top + bottom
	p.ground(margin)
	p.layers()
	p.pieces()
	p.peeks()
	p.marks(true)
	if len(o.Names) > 0 {
		p.heads(o.Names, -left, -top, width)
	}
	if o.Width <= 0 {
		o.Width = 640
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%s %s %s %s" width="%d" height="%.0f" font-family="Inter,'DejaVu Sans',Arial,sans-serif" role="img" aria-label="%s">`+"\n",
		decimal(-left), decimal(-top), decimal(width), decimal(height), o.Width, float64(o.Width)*height/width,
		html.EscapeString(cmp.Or(scene.Text(o.Title, 200), "board")))
	fmt.Fprintf(&out, `<rect x="%s" y="%s" width="%s" height="%s" %s/>`+"\n", decimal(-left), decimal(-top), decimal(width), decimal(height), paint("fill", p.theme["bg"]))
	if len(p.defs) > 0 {
		out.WriteString("<defs>\n")
		for _, id := range slices.Sorted(maps.Keys(p.defs)) {
			out.WriteString(p.defs[id] + "\n")
		}
		out.WriteString("</defs>\n")
	}
	_, err := io.WriteString(w, out.String()+p.String()+"</svg>\n")
	return err
}

// colour returns the colour of a seat's chair, "" for no seat.
func (p *painter) colour(s scene.Seat) string {
	if i := s.Index(); i >= 0 && i < len(p.board.Seats) {
		return p.board.Seats[i].Colour
	}
	return ""
}

func (p *painter) of(s scene.Seat, which string) string { return p.theme.seat(p.colour(s), which) }

// hidden reports whether an overlay is switched off.
func (p *painter) hidden(overlay string) bool { return overlay != "" && !p.shown[overlay] }

// at returns the upper left corner of a cell, mid its middle; ok is false for a cell that the board lacks.
func (p *painter) at(c int) (x, y float64, ok bool) {
	return float64(c % p.board.W * cell), float64(c / p.board.W * cell), c >= 0 && c < p.board.W*p.board.H
}

func (p *painter) mid(c int) (x, y float64, ok bool) {
	x, y, ok = p.at(c)
	return x + cell/2, y + cell/2, ok
}

// use returns the id of a symbol in the colours of a seat, "" if there is none.
func (p *painter) use(name string, seat scene.Seat) string {
	s, ok := p.sheet[name]
	if !ok {
		return ""
	}
	colour := p.colour(seat)
	id := name
	if colour != "" {
		id += "." + colour
	}
	if p.defs[id] == "" {
		p.defs[id] = fmt.Sprintf(`<g id="%s">%s</g>`, html.EscapeString(id), p.theme.resolve(s.body, colour))
	}
	return html.EscapeString(id)
}

// put draws a symbol at a place and a size.
func (p *painter) put(name string, seat scene.Seat, x, y, size float64) {
	if id := p.use(name, seat); id != "" {
		scale := ""
		if size != cell {
			scale = fmt.Sprintf(" scale(%.4g)", size/cell)
		}
		fmt.Fprintf(p, `<use href="#%s" transform="translate(%s %s)%s"/>`+"\n", id, decimal(x), decimal(y), scale)
	}
}

// ground draws what never changes.
func (p *painter) ground(margin float64) {
	b := p.board
	w, h := b.W*cell, b.H*cell
	floors := map[scene.Look]string{scene.Checker: "floor", scene.Lawn: "lawn", scene.Maze: "maze", scene.Discs: "table"}
	fmt.Fprintf(p, `<rect width="%d" height="%d" rx="3" %s/>`+"\n", w, h, paint("fill", p.theme[cmp.Or(floors[b.Look], "grid")]))
	var d strings.Builder
	switch alt := map[scene.Look]string{scene.Checker: "alt", scene.Lawn: "lawn-alt"}[b.Look]; {
	case alt != "":
		for y := range b.H {
			for x := (y + 1) % 2; x < b.W; x += 2 {
				fmt.Fprintf(&d, "M%d %dh32v32h-32z", x*cell, y*cell)
			}
		}
		fmt.Fprintf(p, `<path d="%s" %s/>`+"\n", d.String(), paint("fill", p.theme[alt]))
	case floors[b.Look] == "":
		for x := 1; x < b.W; x++ {
			fmt.Fprintf(&d, "M%d 0V%d", x*cell, h)
		}
		for y := 1; y < b.H; y++ {
			fmt.Fprintf(&d, "M0 %dH%d", y*cell, w)
		}
		fmt.Fprintf(p, `<path d="%s" fill="none" %s/>`+"\n", d.String(), paint("stroke", p.theme["grid-line"]))
	}
	for _, z := range b.Zones {
		fmt.Fprintf(p, `<rect x="%d" y="%d" width="%d" height="%d" %s/>`+"\n", z.X*cell, z.Y*cell, z.W*cell, z.H*cell, paint("fill", p.of(z.Seat, "wash")))
	}
	label := func(text string, x, y float64) {
		fmt.Fprintf(p, `<text x="%s" y="%s" text-anchor="middle" font-size="%s" %s>%s</text>`+"\n",
			decimal(x), decimal(y), decimal(11.5*p.px), paint("fill", p.theme["mut"]), html.EscapeString(text))
	}
	for i, text := range b.Left {
		label(text, -margin/2, float64(i*cell+cell/2)+4*p.px)
	}
	for i, text := range b.Top {
		label(text, float64(i*cell+cell/2), -margin/2+4*p.px)
	}
	for i, text := range b.Bottom {
		label(text, float64(i*cell+cell/2), float64(h)+margin/2+4.5*p.px)
	}
}

// heads draws the players above the board.
func (p *painter) heads(names []string, x, y, width float64) {
	u := p.px
	for i, name := range names {
		if i >= len(p.board.Seats) || i > 1 {
			break
		}
		score := ""
		if i < len(p.scene.Sides) {
			score = p.scene.Sides[i].Score.String()
		}
		fill := paint("fill", p.of(scene.Of(i), "t"))
		at, anchor, step, text := x+12*u, "start", 30*u, score+"  "+scene.Text(name, 24)
		if i == 1 {
			at, anchor, step, text = x+width-12*u-22*u, "end", -8*u, scene.Text(name, 24)+"  "+score
		}
		p.put("emblem-"+p.colour(scene.Of(i)), scene.Of(i), at, y+11*u, 22*u)
		fmt.Fprintf(p, `<text x="%s" y="%s" font-size="%s" font-weight="650" text-anchor="%s" %s xml:space="preserve">%s</text>`+"\n",
			decimal(at+step), decimal(y+28*u), decimal(17*u), anchor, fill, html.EscapeString(text))
	}
}
