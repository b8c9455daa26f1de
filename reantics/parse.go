package reantics

import (
	"slices"
	"strconv"
	"strings"
)

// ParsePosition reads a position drawn as String draws it. It is forgiving, for people who draw: blank lines, lines that begin
// with a # and the numbers of rows and columns are optional. Defaults for the first line are "playing", "blue" and "manual".
// Lines below the board that are missing are replaced by what is drawn on it: buildings have full health and belong to the seat
// in whose home they are; ants have full health, have not moved and come after the listed ants, in the order of their cells; so
// do grass and food; a larder holds 1. The error is a [*SyntaxError].
func ParsePosition(text string) (Position, error) {
	r := reader{text: text, drawn: map[Cell]token{}, state: State{
		Phase: Playing, Attacker: NoCell, Stock: [2]int{1, 1},
		Hills:   [2]Building{{NoCell, HillHealth}, {NoCell, HillHealth}},
		Tunnels: [2]Building{{NoCell, TunnelHealth}, {NoCell, TunnelHealth}},
	}}
	for i, line := range strings.Split(text, "\n") {
		if tokens := split(line, i+1); len(tokens) > 0 && tokens[0].text[0] != '#' && r.err == nil {
			r.line(tokens)
		}
	}
	if r.err == nil && r.rows != Size {
		r.wrong(r.last, "10 rows of cells, not "+strconv.Itoa(r.rows))
	}
	if r.err != nil {
		return Position{}, r.err
	}
	return r.position()
}

// token is a word of the text and where it begins.
type token struct {
	text         string
	line, column int
}

func split(line string, number int) []token {
	var tokens []token
	for at := 0; at < len(line); {
		if line[at] == ' ' || line[at] == '\t' || line[at] == '\r' {
			at++
			continue
		}
		end := at
		for end < len(line) && line[end] != ' ' && line[end] != '\t' && line[end] != '\r' {
			end++
		}
		tokens = append(tokens, token{line[at:end], number, at + 1})
		at = end
	}
	return tokens
}

// reader collects a state from the lines of a drawing.
type reader struct {
	text  string
	state State
	drawn map[Cell]token // the cells that are not empty
	rows  int
	last  token
	err   error
}

func (r *reader) wrong(t token, want string) {
	if r.err == nil {
		r.err = &SyntaxError{What: "position", Text: r.text, Line: max(t.line, 1), Column: max(t.column, 1), Want: want}
	}
}

func (r *reader) line(tokens []token) {
	r.last = tokens[0]
	first := tokens[0].text
	isRow := strings.ContainsRune(".;%^@", rune(first[0])) || len(first) == 1 && strings.Contains(typeLetters+"qwdsr", first)
	isNumber := len(first) == 1 && '0' <= first[0] && first[0] <= '9'
	switch {
	case isNumber && len(tokens) > 1 && tokens[1].text == "1": // the numbers of the columns
	case isRow || isNumber:
		r.row(tokens, isNumber)
	case r.rows == 0:
		r.header(tokens)
	case first == "blue" || first == "red":
		r.seat(Seat(strings.Index("br", first[:1])), tokens[1:])
	case first == "grass":
		r.state.Grass = r.cells(tokens[1:])
	case first == "food":
		r.state.Food = r.cells(tokens[1:])
	default:
		r.wrong(tokens[0], "a row of cells, or a line that begins with blue, red, grass or food")
	}
}

func (r *reader) row(tokens []token, numbered bool) {
	if numbered {
		if tokens[0].text != strconv.Itoa(r.rows) {
			r.wrong(tokens[0], "row "+strconv.Itoa(r.rows))
		}
		tokens = tokens[1:]
	}
	if r.rows == Size || len(tokens) != Size {
		r.wrong(r.last, "10 rows of 10 cells each, not a row of "+strconv.Itoa(len(tokens))+" after "+strconv.Itoa(r.rows)+" rows")
		return
	}
	for x, t := range tokens {
		if t.text != "." {
			r.drawn[At(x, r.rows)] = t
		}
	}
	r.rows++
}

func (r *reader) header(tokens []token) {
	for i := 0; i < len(tokens); i++ {
		switch t := tokens[i]; t.text {
		case "placing", "feeding", "playing":
			r.state.Phase = Phase(slices.Index(phaseNames[:], t.text))
		case "blue", "red":
			r.state.Side = Seat(strings.Index("br", t.text[:1]))
		case "manual", "original":
			r.state.Rules = Rules(strings.Index("mo", t.text[:1]))
		case "newest", "attack":
			i++
			if t.text == "attack" {
				r.state.Attacker = r.cell(tokens, i, 0)
			} else {
				r.state.Newest = uint8(r.number(tokens, i, 0, 1, 255))
			}
		default:
			r.wrong(t, "placing, feeding or playing, blue or red, manual or original, newest and an ID, attack and a cell, or a row of cells")
		}
	}
}

// at returns the i-th token, or the one after the last; there is one at least.
func (r *reader) at(tokens []token, i int) token {
	if i < len(tokens) {
		return tokens[i]
	}
	end := tokens[len(tokens)-1]
	return token{"", end.line, end.column + len(end.text)}
}

// number reads the i-th token from byte skip on as a number from low to high.
func (r *reader) number(tokens []token, i, skip, low, high int) int {
	t := r.at(tokens, i)
	n, err := strconv.Atoi(t.text[min(skip, len(t.text)):])
	if err != nil || n < low || n > high {
		r.wrong(token{"", t.line, t.column + skip}, "a number from "+strconv.Itoa(low)+" to "+strconv.Itoa(high))
		return low
	}
	return n
}

// cell reads two digits of the i-th token from byte skip on.
func (r *reader) cell(tokens []token, i, skip int) Cell {
	t := r.at(tokens, i)
	s := t.text[min(skip, len(t.text)):]
	if len(s) < 2 || s[0] < '0' || s[0] > '9' || s[1] < '0' || s[1] > '9' {
		r.wrong(token{"", t.line, t.column + skip}, "a cell: the digits of its column and its row")
		return 0
	}
	return At(int(s[0]-'0'), int(s[1]-'0'))
}

func (r *reader) cells(tokens []token) []Cell {
	var cells []Cell
	for i, t := range tokens {
		cells = append(cells, r.cell(tokens, i, 0))
		if len(t.text) > 2 {
			r.wrong(token{"", t.line, t.column + 2}, "a blank after the two digits of a cell")
		}
	}
	return cells
}

// seat reads the words after the name of a seat.
func (r *reader) seat(s Seat, tokens []token) {
	for i := 0; i < len(tokens); i += 2 {
		switch tokens[i].text {
		case "food":
			r.state.Stock[s] = r.number(tokens, i+1, 0, 0, maxStock)
		case "hill":
			r.state.Hills[s] = r.building(tokens, i+1)
		case "tunnel":
			r.state.Tunnels[s] = r.building(tokens, i+1)
		case "ants":
			for i++; i < len(tokens); i++ {
				r.state.Ants[s] = append(r.state.Ants[s], r.ant(tokens, i))
			}
		default:
			r.wrong(tokens[i], "food, hill, tunnel or ants")
		}
	}
}

func (r *reader) building(tokens []token, i int) Building {
	c := r.cell(tokens, i, 0)
	t := r.at(tokens, i)
	if len(t.text) < 3 || t.text[2] != '/' {
		r.wrong(token{"", t.line, t.column + 2}, "a slash and the capture health")
		return Building{}
	}
	return Building{c, r.number(tokens, i, 3, -maxCapture, maxCapture)}
}

// ant reads an ant such as W42/4+*#7.
func (r *reader) ant(tokens []token, i int) Ant {
	t := tokens[i]
	kind := strings.IndexByte(typeLetters, t.text[0])
	if kind < 0 {
		r.wrong(t, "the letter of an ant: Q, W, D, S or R")
		return Ant{}
	}
	a := Ant{Type: Type(kind), Cell: r.cell(tokens, i, 1)}
	rest, column := t.text[min(3, len(t.text)):], t.column+3
	part := func(begin string) string {
		if !strings.HasPrefix(rest, begin) {
			return ""
		}
		n := 1
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		found := rest[:n]
		rest, column = rest[n:], column+n
		return found
	}
	number := func(text string, high int) int {
		n, err := strconv.Atoi(text[1:])
		if err != nil || n < 1 || n > high {
			r.wrong(token{"", t.line, column - len(text) + 1}, "a number from 1 to "+strconv.Itoa(high))
		}
		return n
	}
	if health := part("/"); health != "" {
		a.Health = int8(number(health, 100))
	}
	a.Carrying = part("+") != ""
	a.Moved = part("*") != ""
	if id := part("#"); id != "" {
		a.ID = uint8(number(id, 255))
	}
	if rest != "" {
		r.wrong(token{"", t.line, column}, "/ and health, +, *, # and an ID, in this order, or a blank")
	}
	return a
}

// position completes the state from the board and checks the two against each other.
func (r *reader) position() (Position, error) {
	var cells []Cell
	for c := range r.drawn {
		cells = append(cells, c)
	}
	slices.Sort(cells)
	for _, c := range cells {
		r.complete(c, r.drawn[c])
	}
	for s := range r.state.Ants {
		for i := range r.state.Ants[s] {
			if a := &r.state.Ants[s][i]; a.Health == 0 {
				a.Health = int8(r.state.Rules.Stats(a.Type).Health)
			}
		}
	}
	if r.err != nil {
		return Position{}, r.err
	}
	p, err := Make(r.state)
	if err != nil {
		r.wrong(token{"", 1, 1}, "a position: "+err.Error())
		return Position{}, r.err
	}
	for c := range Cell(Cells) {
		t, ok := r.drawn[c]
		if !ok {
			t = token{".", 1, 1}
		}
		if drawn := p.Glyph(c); drawn != t.text {
			r.wrong(t, "the same on the board and in the lines below it: "+c.String()+" is drawn "+t.text+" but listed "+drawn)
		}
	}
	return p, r.err
}

// complete adds what is drawn on a cell, unless it was listed.
func (r *reader) complete(c Cell, t token) {
	ground, ant := t.text, ""
	if n := len(t.text); strings.ContainsRune(typeLetters+"qwdsr", rune(t.text[n-1])) {
		ground, ant = t.text[:n-1], t.text[n-1:]
	}
	switch ground {
	case "", ".":
	case ";":
		if !slices.Contains(r.state.Grass, c) {
			r.state.Grass = append(r.state.Grass, c)
		}
	case "%":
		if !slices.Contains(r.state.Food, c) {
			r.state.Food = append(r.state.Food, c)
		}
	case "^":
		r.own(&r.state.Hills, c)
	case "@":
		r.own(&r.state.Tunnels, c)
	default:
		r.wrong(t, "a cell: one of ; % ^ @ or nothing, and an ant QWDSR or qwdsr or nothing; a dot if it is empty")
	}
	if ant == "" {
		return
	}
	seat := Blue
	if ant != strings.ToUpper(ant) {
		seat = Red
	}
	kind := strings.Index(typeLetters, strings.ToUpper(ant))
	if !slices.ContainsFunc(r.state.Ants[seat], func(a Ant) bool { return a.Cell == c }) {
		r.state.Ants[seat] = append(r.state.Ants[seat], Ant{Cell: c, Type: Type(kind)})
	}
}

// own gives a drawn building to the seat in whose home it is, unless it is listed.
func (r *reader) own(b *[2]Building, c Cell) {
	if b[Blue].Cell == c || b[Red].Cell == c {
		return
	}
	for s := Blue; s <= Red; s++ {
		if Homes[s].Has(c) && b[s].Cell == NoCell {
			b[s].Cell = c
			return
		}
	}
	r.wrong(r.drawn[c], "one such building in each home")
}
