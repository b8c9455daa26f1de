package wire

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/amazons"
)

// Game is a game as files hold it.
type Game struct {
	Start     amazons.Position
	Turns     []amazons.Move
	Red, Blue string // names of the players, may be empty
}

// Check returns an error that names the first turn that breaks a rule.
func (g *Game) Check() error {
	p := g.Start
	for i, m := range g.Turns {
		if rule := p.Check(m); rule != amazons.Legal {
			return fmt.Errorf("turn %d, %v: %w", i+1, m, rule)
		}
		p = p.Play(m)
	}
	return nil
}

// Final returns the position after the last turn.
func (g *Game) Final() amazons.Position {
	p := g.Start
	for _, m := range g.Turns {
		p = p.Play(m)
	}
	return p
}

// Format is a notation of games.
type Format struct {
	Name    string
	Summary string
	Read    func(text string) (*Game, error)
	Write   func(g *Game) (string, error)
}

// Formats are all that `amazons convert` knows besides records.
var Formats = []Format{
	{"turns", "the position text and turns of six characters, one per line", readTurns, writeTurns},
	{"literature", "1. d1-d7(g7) d10-c9(h4), rows from 1, from the usual start", readLiterature, writeLiterature},
	{"sgf", "Smart Game Format GM[18]", readSGF, writeSGF},
	{"ggf", "Generic Game Format of GGS", readGGF, writeGGF},
	{"fen", "Fairy-Stockfish: a FEN of its variant amazons, then moves d1d7,d7g7", readFEN, writeFEN},
}

// readTurns reads an optional position text and then turns, separated by blanks.
func readTurns(text string) (*Game, error) {
	g := &Game{Start: amazons.Start()}
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case strings.Contains(line, "/"):
			if len(g.Turns) > 0 {
				return nil, fmt.Errorf("line %d: a position after the first turn", number+1)
			}
			p, err := amazons.ParsePosition(line)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number+1, err)
			}
			g.Start = p
			continue
		}
		for _, word := range strings.Fields(line) {
			m, err := amazons.ParseMove(word)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number+1, err)
			}
			g.Turns = append(g.Turns, m)
		}
	}
	return g, nil
}

func writeTurns(g *Game) (string, error) {
	var b strings.Builder
	fmt.Fprintln(&b, g.Start)
	for _, m := range g.Turns {
		fmt.Fprintln(&b, m)
	}
	return b.String(), nil
}

// literatureTurn matches d1-d7(g7), with any of - / ( and blanks between the squares.
var literatureTurn = regexp.MustCompile(`(?i)^([a-j])(10|[1-9])[-/ ]*([a-j])(10|[1-9])[-/( ]*([a-j])(10|[1-9])\)?`)

var turnNumber = regexp.MustCompile(`^[0-9]+\.+`)

func readLiterature(text string) (*Game, error) {
	g := &Game{Start: amazons.Start()}
	for number, line := range strings.Split(text, "\n") {
		rest := strings.TrimSpace(line)
		if strings.HasPrefix(rest, "#") {
			continue
		}
		for rest != "" {
			rest = strings.TrimSpace(strings.TrimPrefix(rest, turnNumber.FindString(rest)))
			if rest == "" {
				break
			}
			part := literatureTurn.FindStringSubmatch(rest)
			if part == nil {
				return nil, fmt.Errorf("line %d: %.40q: want a turn such as d1-d7(g7)", number+1, rest)
			}
			g.Turns = append(g.Turns, amazons.Move{
				From: oneBased(part[1], part[2]), To: oneBased(part[3], part[4]), Arrow: oneBased(part[5], part[6]),
			})
			rest = strings.TrimSpace(rest[len(part[0]):])
		}
	}
	return g, nil
}

// oneBased returns a square of the literature, where rows count from 1. The text must match the pattern.
func oneBased(letter, row string) amazons.Square {
	n, _ := strconv.Atoi(row)
	return amazons.SquareAt(int(letter[0]|' '-'a'), n-1)
}

// literature writes a square as the literature does: d1.
func literature(s amazons.Square) string {
	return string(rune('a'+s.Column())) + strconv.Itoa(s.Row()+1)
}

func writeLiterature(g *Game) (string, error) {
	if err := g.unlimited(); err != nil {
		return "", err
	}
	if g.Start != amazons.Start() {
		return "", fmt.Errorf("the literature's lists of turns have no position, and this game does not begin with the usual start")
	}
	var b strings.Builder
	for i, m := range g.Turns {
		separator := " "
		if i%2 == 0 {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(strconv.Itoa(i/2+1) + ".")
		}
		fmt.Fprintf(&b, "%s%s-%s(%s)", separator, literature(m.From), literature(m.To), literature(m.Arrow))
	}
	b.WriteByte('\n')
	return b.String(), nil
}

// fenCells translate between our position text and the FEN of Fairy-Stockfish's variant amazons: RED is White.
var (
	toFEN   = strings.NewReplacer("R", "Q", "B", "q", "x", "*")
	fromFEN = strings.NewReplacer("Q", "R", "q", "B", "*", "x")
)

var fenMove = regexp.MustCompile(`^([a-j])(10|[1-9])([a-j])(10|[1-9]),([a-j])(10|[1-9])([a-j])(10|[1-9])$`)

// readFEN reads the arguments of the UCI command position: a FEN or startpos, then moves.
func readFEN(text string) (*Game, error) {
	fields := strings.Fields(text)
	for len(fields) > 0 && (fields[0] == "position" || fields[0] == "fen") {
		fields = fields[1:]
	}
	if len(fields) > 0 && fields[0] == "startpos" {
		start, _ := writeFEN(&Game{Start: amazons.Start()})
		fields = append(strings.Fields(start), fields[1:]...)
	}
	if len(fields) < 2 {
		return nil, fmt.Errorf("%.60q: want a FEN: the rows and then w or b", text)
	}
	p, err := fenPosition(fields[0], fields[1])
	if err != nil {
		return nil, err
	}
	g := &Game{Start: p}
	for i, word := range fields[2:] {
		if word == "moves" {
			if g.Turns, err = fenMoves(fields[2+i+1:]); err != nil {
				return nil, err
			}
			break
		}
		if n, err := strconv.Atoi(word); i >= 4 || word != "-" && (err != nil || n < 0) {
			return nil, fmt.Errorf("FEN field %d is %.60q, want -, a number or moves", i+3, word)
		}
	}
	return g, nil
}

func fenPosition(rows, side string) (amazons.Position, error) {
	seat := map[string]string{"w": "r", "b": "b"}[side]
	if seat == "" {
		return amazons.Position{}, fmt.Errorf("FEN field 2 is %.60q, want w or b", side)
	}
	if i := strings.IndexAny(rows, "RBx"); i >= 0 {
		return amazons.Position{}, fmt.Errorf("FEN %.120q: byte %d: want Q, q, * or a number of empty squares", rows, i+1)
	}
	p, err := amazons.ParsePosition(fromFEN.Replace(rows) + " " + seat)
	var wrong *amazons.SyntaxError
	if errors.As(err, &wrong) {
		err = fmt.Errorf("FEN %.120q: byte %d: want %s", rows, wrong.Column, toFEN.Replace(wrong.Want))
	}
	return p, err
}

func fenMoves(words []string) (turns []amazons.Move, err error) {
	for i, move := range words {
		part := fenMove.FindStringSubmatch(move)
		if part == nil || part[3]+part[4] != part[5]+part[6] {
			return nil, fmt.Errorf("move %d, %.60q: want one such as d1d7,d7g7", i+1, move)
		}
		turns = append(turns, amazons.Move{
			From: oneBased(part[1], part[2]), To: oneBased(part[3], part[4]), Arrow: oneBased(part[7], part[8]),
		})
	}
	return turns, nil
}

// unlimited returns an error if the range of arrows is limited (R13): the other notations cannot say so.
func (g *Game) unlimited() error {
	if r := g.Start.ArrowRange(); r != 0 {
		return fmt.Errorf("this notation cannot say that arrows fly at most %d squares: record, layout and turns can", r)
	}
	return nil
}

func writeFEN(g *Game) (string, error) {
	if err := g.unlimited(); err != nil {
		return "", err
	}
	rows, side, _ := strings.Cut(g.Start.String(), " ")
	var b strings.Builder
	number := 1 + g.Start.Removed().Len()/2
	fmt.Fprintf(&b, "%s %s - - 0 %d", toFEN.Replace(rows), map[string]string{"r": "w", "b": "b"}[side], number)
	for i, m := range g.Turns {
		if i == 0 {
			b.WriteString(" moves")
		}
		fmt.Fprintf(&b, " %s%s,%[2]s%[3]s", literature(m.From), literature(m.To), literature(m.Arrow))
	}
	b.WriteByte('\n')
	return b.String(), nil
}
