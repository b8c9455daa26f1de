package render

import (
	_ "embed" // the palette and the seats' shapes
	"regexp"
	"strconv"
	"strings"
)

//go:embed palette.css
var palette string

//go:embed emblems.svg
var emblems string

// Palette returns the colours of every picture and page as custom properties of a style sheet, light and dark.
func Palette() string { return palette }

// Emblems returns the sheet of the seats' shapes: emblem-blue, emblem-red and emblem-yellow.
func Emblems() string { return emblems }

// Symbols returns one SVG document with the seats' shapes and the symbols of a game's sheet, and nothing else of it.
func Symbols(sheet string) string {
	all := symbols.FindAllString(emblems+sheet, -1)
	return `<svg xmlns="http://www.w3.org/2000/svg">` + strings.Join(all, "") + "</svg>"
}

// symbol is one sprite of 32x32.
type symbol struct {
	body  string
	turn  string     // rotate, flip or nothing
	scale float64    // 1 is as it is
	tag   [3]float64 // where a piece's tag stands and how high it is; 0 if it has no room
	ink   string     // of the tag: a colour, or t for the seat's text; "": the seat's ink
}

var (
	symbols    = regexp.MustCompile(`(?s)<symbol id="([^"]+)"([^>]*)>(.*?)</symbol>`)
	attributes = regexp.MustCompile(`data-([a-z]+)="([^"]*)"`)
	variables  = regexp.MustCompile(`([a-z-]+)="var\(--([a-z-]+)(?:,[^)"]*)?\)"`)
	properties = regexp.MustCompile(`--([a-z-]+):([^;}]+)`)
)

// sheet reads the symbols of an SVG document.
func sheet(text string) map[string]symbol {
	all := map[string]symbol{}
	for _, m := range symbols.FindAllStringSubmatch(text, -1) {
		s := symbol{body: m[3], scale: 1}
		for _, a := range attributes.FindAllStringSubmatch(m[2], -1) {
			switch a[1] {
			case "turn":
				s.turn = a[2]
			case "ink":
				s.ink = a[2]
			case "scale":
				s.scale = number(a[2])
			case "tag":
				for i, field := range strings.Fields(a[2]) {
					if i < len(s.tag) {
						s.tag[i] = number(field)
					}
				}
			}
		}
		all[m[1]] = s
	}
	return all
}

func number(text string) float64 {
	f, _ := strconv.ParseFloat(text, 64) // of our own sheet; a test reads all of them
	return f
}

// theme is the colours of one theme by name.
type theme map[string]string

// themeOf returns the light or the dark colours.
func themeOf(dark bool) theme {
	t := theme{}
	light, night, _ := strings.Cut(palette, "[data-theme=dark]")
	if dark {
		light += night
	}
	for _, m := range properties.FindAllStringSubmatch(light, -1) {
		t[m[1]] = strings.TrimSpace(m[2])
	}
	return t
}

// seat returns a colour of a chair: c its fill, e its edge, k ink on it, t its text, wash a faint fill.
func (t theme) seat(colour, which string) string {
	suffix := map[string]string{"c": "", "e": "-edge", "k": "-ink", "t": "-text", "wash": "-wash"}[which]
	if c, ok := t[colour+suffix]; ok {
		return c
	}
	return t[map[string]string{"c": "neutral", "e": "mut", "k": "ink", "t": "ink", "wash": "sunk"}[which]]
}

// paint returns a colour as an attribute; an alpha value becomes an opacity, because picture viewers do not support #rrggbbaa.
func paint(attribute, colour string) string {
	if len(colour) == len("#rrggbbaa") {
		alpha, err := strconv.ParseUint(colour[7:], 16, 8)
		if err == nil {
			return attribute + `="` + colour[:7] + `" ` + attribute + `-opacity="` + decimal(float64(alpha)/255) + `"`
		}
	}
	return attribute + `="` + colour + `"`
}

// mix returns a colour that is part a and the rest b, both #rrggbb.
func mix(a, b string, part float64) string {
	out := "#"
	for i := 1; i < 7; i += 2 {
		x, err := strconv.ParseUint(a[i:i+2], 16, 8)
		y, err2 := strconv.ParseUint(b[i:i+2], 16, 8)
		if err != nil || err2 != nil {
			return a
		}
		hex := strconv.FormatUint(uint64(float64(x)*part+float64(y)*(1-part)+.5), 16)
		out += strings.Repeat("0", 2-len(hex)) + hex
	}
	return out
}

// resolve puts the colours of a theme and a chair into a symbol.
func (t theme) resolve(body, colour string) string {
	return variables.ReplaceAllStringFunc(body, func(found string) string {
		m := variables.FindStringSubmatch(found)
		switch m[2] {
		case "c", "e", "k", "t", "wash":
			return paint(m[1], t.seat(colour, m[2]))
		}
		if c, ok := t[m[2]]; ok {
			return paint(m[1], c)
		}
		return found
	})
}

// decimal writes a number with at most two decimals.
func decimal(f float64) string {
	text := strconv.FormatFloat(f, 'f', 2, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}
