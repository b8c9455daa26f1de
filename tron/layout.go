package tron

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/grid"
)

// glyphs draw the cells, heads the bikes over them. A bike's on= names a cell by its glyph.
const (
	glyphs    = ".#by"
	heads     = "BY"
	bothHeads = '*'
)

// String returns the position text of doc.go. It ends with a line feed.
func (p Position) String() string {
	c := p.constants
	b := fmt.Appendf(make([]byte, 0, 2*MaxCells), "cycle=%d/%d health=%d breaker=%d/%d wall=%d crash=%d/%d/%d\n",
		p.cycle, c.MaxCycles, c.InitHealth, c.WallBreakerCooldown, c.WallBreakerDuration, c.WallScore,
		c.AreaWallCrash, c.OwnWallCrash, c.EnemyWallCrash)
	for _, s := range [2]Seat{p.first, p.first.Other()} {
		k := &p.bikes[s]
		b = fmt.Appendf(b, "%s dir=%s health=%d cooldown=%d remaining=%d score=%d", s, strings.ToLower(k.direction.String()),
			k.health, k.cooldown, k.remaining, p.scores[s])
		if on := p.board.at(k.at); on != Empty {
			b = fmt.Appendf(b, " on=%c", glyphs[on])
		}
		if k.crash != NoCrash {
			b = fmt.Appendf(b, " crash=%v", k.crash)
		}
		b = append(b, '\n')
	}
	for i := range p.width * p.height {
		b = append(b, p.glyph(i))
		if i%p.width == p.width-1 {
			b = append(b, '\n')
		}
	}
	return string(b)
}

// Glyph returns the character of a cell in the position text: . # b y for its content, B, Y or * for the bikes.
func (p *Position) Glyph(at grid.Point) byte { return p.glyph(p.index(at)) }

func (p *Position) glyph(i uint16) byte {
	switch blue, yellow := p.bikes[Blue].at == i, p.bikes[Yellow].at == i; {
	case blue && yellow:
		return bothHeads
	case blue:
		return heads[Blue]
	case yellow:
		return heads[Yellow]
	}
	return glyphs[p.board.at(i)]
}

// MarshalText returns the position text, so that a Position is a JSON string.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText accepts exactly what MarshalText writes. The error is a [*SyntaxError].
func (p *Position) UnmarshalText(text []byte) error {
	parsed, err := ParsePosition(string(text))
	if err != nil {
		return err
	}
	if canonical := parsed.String(); canonical != string(text) {
		same := 0
		for same < len(text) && same < len(canonical) && text[same] == canonical[same] {
			same++
		}
		before := canonical[:same]
		return &SyntaxError{What: "position", Text: string(text), Line: 1 + strings.Count(before, "\n"),
			Column: same - strings.LastIndexByte(before, '\n'), Want: "exactly what this program writes"}
	}
	*p = parsed
	return nil
}

// ParsePosition reads a position text. It is forgiving: blank lines and indentation do not matter; the line of the game, the
// lines of the bikes, and any of their words may be missing. By default the cycle and the scores are 0, the numbers are
// [Standard], health is what bikes begin with, Blue drives right and Yellow left, and Blue is first unless Yellow's line is above
// Blue's. It must be possible to play the position (R2). The error is a [*SyntaxError].
func ParsePosition(text string) (Position, error) {
	r := reader{text: text, constants: Standard, bikeLine: [2]int{-1, -1}}
	r.bikes[Yellow].direction = Left
	r.bikes[Blue].direction = Right
	p, err := r.read()
	if err != nil {
		err.What, err.Text = "position", text
		return Position{}, err
	}
	return p, nil
}

// reader is a position text that is being read.
type reader struct {
	text      string
	constants Constants
	cycle     int
	hasGame   bool
	bikes     [2]wordedBike // by seat
	bikeLine  [2]int        // by seat: its line, from 0; -1: none
	first     Seat
	rows      [][]byte
	places    [][2]int // of each row: its line and the byte where it begins, from 0
}

// wordedBike is the content of a bike's line.
type wordedBike struct {
	direction                             Direction
	health                                *int
	cooldown, remaining, score, on, crash int
}

func (r *reader) read() (Position, *SyntaxError) {
	for i, line := range strings.Split(r.text, "\n") {
		row := strings.TrimSpace(line)
		indent := strings.Index(line, row)
		var err *SyntaxError
		switch word, rest, _ := strings.Cut(row, " "); {
		case row == "":
		case word == Blue.String():
			err = r.bikeWords(Blue, i, rest, indent+len(word)+1)
		case word == Yellow.String():
			err = r.bikeWords(Yellow, i, rest, indent+len(word)+1)
		case strings.Contains(word, "="):
			err = r.gameWords(row, indent)
		default:
			if bad := strings.IndexFunc(row, notDrawn); bad >= 0 {
				err = &SyntaxError{Column: indent + bad + 1, Want: "a cell: one of . # b y B Y *"}
			}
			r.rows = append(r.rows, []byte(row))
			r.places = append(r.places, [2]int{i, indent})
		}
		if err != nil {
			err.Line = i + 1
			return Position{}, err
		}
	}
	return r.position()
}

func notDrawn(c rune) bool { return !strings.ContainsRune(glyphs+heads+string(bothHeads), c) }

// words calls take for each KEY=VALUE of a line. from is the byte of the text's line at which line begins. take returns what was
// expected, or "" if it took the value.
func words(line string, from int, take func(key, value string) (want string)) *SyntaxError {
	seen := map[string]bool{}
	for line != "" {
		word, rest, _ := strings.Cut(line, " ")
		key, value, ok := strings.Cut(word, "=")
		switch {
		case word == "":
		case !ok:
			return &SyntaxError{Column: from + 1, Want: "KEY=VALUE"}
		case seen[key]:
			return &SyntaxError{Column: from + 1, Want: key + " only once"}
		default:
			seen[key] = true
			if want := take(key, value); want != "" {
				return &SyntaxError{Column: from + 1, Want: want}
			}
		}
		from += len(word) + 1
		line = rest
	}
	return nil
}

// numbers reads integers separated by slashes into the given places.
func numbers(key, value string, into ...*int) (want string) {
	parts := strings.Split(value, "/")
	if len(parts) == len(into) {
		for i, part := range parts {
			n, err := strconv.Atoi(part)
			if err != nil || n < -maxNumber || n > maxNumber {
				parts = nil
				break
			}
			*into[i] = int(n)
		}
		if parts != nil {
			return ""
		}
	}
	return key + "=NUMBER" + strings.Repeat("/NUMBER", len(into)-1) + ", none beyond " + strconv.Itoa(maxNumber)
}

func (r *reader) gameWords(line string, from int) *SyntaxError {
	if r.hasGame {
		return &SyntaxError{Column: from + 1, Want: "one line for the game"}
	}
	r.hasGame = true
	c := &r.constants
	return words(line, from, func(key, value string) string {
		switch key {
		case "cycle":
			if want := numbers(key, value, &r.cycle, &c.MaxCycles); want != "" || r.cycle >= 0 {
				return want
			}
			return "a cycle from 0 on"
		case "health":
			return numbers(key, value, &c.InitHealth)
		case "breaker":
			return numbers(key, value, &c.WallBreakerCooldown, &c.WallBreakerDuration)
		case "wall":
			return numbers(key, value, &c.WallScore)
		case "crash":
			return numbers(key, value, &c.AreaWallCrash, &c.OwnWallCrash, &c.EnemyWallCrash)
		}
		return "cycle, health, breaker, wall or crash"
	})
}

func (r *reader) bikeWords(s Seat, line int, rest string, from int) *SyntaxError {
	if r.bikeLine[s] >= 0 {
		return &SyntaxError{Column: 1, Want: "one line for " + s.String()}
	}
	r.bikeLine[s] = line
	if s == Blue && r.bikeLine[Yellow] >= 0 {
		r.first = Yellow
	}
	b := &r.bikes[s]
	return words(rest, from, func(key, value string) string {
		switch key {
		case "dir":
			for d := range Direction(Directions) {
				if value == strings.ToLower(d.String()) {
					b.direction = d
					return ""
				}
			}
			return "dir=up, right, down or left"
		case "health":
			b.health = new(int)
			return numbers(key, value, b.health)
		case "cooldown":
			return numbers(key, value, &b.cooldown)
		case "remaining":
			return numbers(key, value, &b.remaining)
		case "score":
			return numbers(key, value, &b.score)
		case "on":
			if b.on = strings.Index(glyphs, value); b.on > 0 && len(value) == 1 {
				return ""
			}
			return "on=#, b or y"
		case "crash":
			for i, name := range crashNames {
				if i > 0 && name == value {
					b.crash = i
					return ""
				}
			}
			return "crash=area, own, enemy or bike"
		}
		return "dir, health, cooldown, remaining, score, on or crash"
	})
}

// position puts together what was read.
func (r *reader) position() (Position, *SyntaxError) {
	p, err := empty(r.rows)
	if err != nil {
		return Position{}, r.at(err)
	}
	p.constants, p.cycle, p.first = r.constants, int32(r.cycle), r.first
	var found [2]bool
	for y, row := range r.rows {
		for x, c := range row {
			i := p.index(grid.Point{X: x, Y: y})
			for s := range p.bikes {
				if c != heads[s] && c != bothHeads {
					continue
				}
				if found[s] {
					return Position{}, r.at(wrongCell(x, y, "one bike for each side"))
				}
				found[s] = true
				p.bikes[s] = r.bikes[s].bike(i, p.constants)
				p.scores[s] = int32(r.bikes[s].score)
				p.board.set(i, Cell(r.bikes[s].on))
			}
			if cell := strings.IndexByte(glyphs, c); cell >= 0 {
				p.board.set(i, Cell(cell))
			}
		}
	}
	for s := range p.bikes {
		if !found[s] {
			return Position{}, r.at(&MapError{Reason: "a bike " + heads[s:s+1] + " on the board"})
		}
	}
	if p.bikes[Blue].at == p.bikes[Yellow].at && r.bikes[Blue].on != r.bikes[Yellow].on {
		return Position{}, r.at(&MapError{Reason: "on= to be the same for bikes in one cell"})
	}
	if err := p.validate(); err != nil {
		return Position{}, r.at(err)
	}
	return p, nil
}

func (w wordedBike) bike(at uint16, c Constants) bike {
	health := c.InitHealth
	if w.health != nil {
		health = *w.health
	}
	return bike{int32(health), int32(w.cooldown), int32(w.remaining), at, w.direction, Crash(w.crash)}
}

// at finds the place in the text that an error is about.
func (r *reader) at(err error) *SyntaxError {
	var wrong *MapError
	if errors.As(err, &wrong) && wrong.Cell && wrong.At.Y < len(r.places) {
		place := r.places[wrong.At.Y]
		return &SyntaxError{Line: place[0] + 1, Column: place[1] + wrong.At.X + 1, Want: "a board that can be played: " + wrong.Reason}
	}
	return &SyntaxError{Line: 1, Column: 1, Want: "a board that can be played: " + err.Error()}
}
