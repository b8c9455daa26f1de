package wire

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
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
		p.Make(m)
	}
	return nil
}

// Final returns the position after the last turn.
func (g *Game) Final() amazons.Position {
	p := g.Start
	for _, m := range g.Turns {
		p.Make(m)
	}
	return p
}

// StartOf returns the usual start of a board with size squares per side: 10, 8 or 6. The smaller ones are those of OpenSpiel,
// Botzone and others.
func StartOf(size int) (p amazons.Position, ok bool) {
	text := map[int]string{8: BotzoneStart, 6: "1B2B1/B4B/6/6/R4R/1R2R1 r"}[size]
	if text == "" {
		return amazons.Start(), size == amazons.MaxSize
	}
	p, err := amazons.ParsePosition(text)
	return p, err == nil
}

// Format is a notation of games.
type Format struct {
	Name    string
	Summary string
	Read    func(text string) (*Game, error)
	Write   func(g *Game) (string, error)
	sure    func(text string, g *Game) bool // whether a text that can be read, as g, is meant in this notation; nil: it is
}

// Is reports whether a text is in this notation. A text that may as well be in another one is not.
func (f *Format) Is(text string) bool {
	g, err := f.Read(text)
	return err == nil && (f.sure == nil || f.sure(text, g))
}

// ReadPosition reads the position that a text in one of the formats leads to: the last one of a game. known says that the text is
// in one of them, or meant to be.
func ReadPosition(text string) (p amazons.Position, known bool, err error) {
	for _, f := range Formats {
		if f.Is(text) || f.Name == likely(text) {
			g, err := f.Read(text)
			if err == nil {
				err = g.Check()
			}
			if err != nil {
				return p, true, fmt.Errorf("as %s: %w", f.Name, err)
			}
			return g.Final(), true, nil
		}
	}
	return p, false, nil
}

// likely returns the format in which a text is meant that cannot be read; "" if that is not clear.
func likely(text string) string {
	switch {
	case strings.Contains(text, "GM[Amazons"):
		return "ggf"
	case strings.Contains(text, "(;"):
		return "sgf"
	case isJSON(text) && (strings.Contains(text, `"steps"`) || strings.Contains(text, `"board"`)):
		return "openspiel"
	case isJSON(text):
		return "botzone"
	case strings.Contains(text, "/") && strings.ContainsAny(text, "Qq"), strings.Contains(text, "startpos"):
		return "fen"
	}
	return ""
}

// Formats are all that `amazons convert` knows besides records.
var Formats = []Format{
	{"turns", "the position text and turns of six characters, one per line", readTurns, writeTurns, sureTurns},
	{"literature", "1. d1-d7(g7) d10-c9(h4), rows from 1, from the usual start", readLiterature, writeLiterature, sureLiterature},
	{"sgf", "Smart Game Format GM[18]", readSGF, writeSGF, sureTree},
	{"ggf", "Generic Game Format of GGS", readGGF, writeGGF, sureTree},
	{"fen", "Fairy-Stockfish, PlayStrategy: a FEN, then moves d1d7,d7g7 or d1d7 P@g7", readFEN, writeFEN, sureFEN},
	{"cosc322", "UBC's COSC 322: [10, 4][5, 4][2, 7], row and column", readCOSC, writeCOSC, sureNumbers},
	{"openspiel", "OpenSpiel, Kaggle: three actions a turn, 93 43 16", readSpiel, writeSpiel, sureNumbers},
	{"botzone", "Botzone, 8x8: six numbers a turn, or its JSON", readBotzone, writeBotzone, sureNumbers},
}

// sureTurns: small letters count rows from 0 only if there is a row 0, because others count from 1.
func sureTurns(text string, g *Game) bool {
	if len(g.Turns) == 0 {
		return strings.Contains(text, "/")
	}
	return !bareTurn.MatchString(text) || slices.ContainsFunc(g.Turns, func(m amazons.Move) bool {
		return m.From.Row() == 0 || m.To.Row() == 0 || m.Arrow.Row() == 0
	})
}

// bareTurn finds a turn in small letters, with nothing between its squares.
var bareTurn = regexp.MustCompile(`(?m)(^|\s)([a-j][0-9]+){3}(\s|$)`)

// sureLiterature: without anything between the squares, small letters count rows from 1 only if there is a row 10.
func sureLiterature(text string, g *Game) bool {
	return len(g.Turns) > 0 && (!bareTurn.MatchString(text) || slices.ContainsFunc(g.Turns, func(m amazons.Move) bool {
		return m.From.Row() == 9 || m.To.Row() == 9 || m.Arrow.Row() == 9
	}))
}

func sureTree(text string, g *Game) bool {
	return len(g.Turns) > 0 || g.Start != amazons.Start() || strings.Contains(text, "GM[")
}

func sureFEN(text string, g *Game) bool {
	return len(g.Turns) > 0 || strings.Contains(text, "/") || strings.Contains(text, "startpos")
}

// sureNumbers: numbers alone are a game if they are one by the rules.
func sureNumbers(text string, g *Game) bool {
	return g.Check() == nil && (len(g.Turns) > 0 || isJSON(text) || strings.Contains(text, "[State]") || strings.Contains(text, "X"))
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
			m, err := amazons.ParseMove(strings.ToUpper(word))
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
	if err := g.standard(10); err != nil {
		return "", err
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

// Our position text and the FEN of Fairy-Stockfish's variant amazons: RED is White. Earlier versions and PlayStrategy have
// pawns for arrows, and a hand of pawns in brackets behind the board. LiAmazons has other letters.
var (
	toFEN       = strings.NewReplacer("R", "Q", "B", "q", "x", "*")
	fromFEN     = strings.NewReplacer("Q", "R", "q", "B", "*", "x", "P", "x", "p", "x")
	fromLetters = strings.NewReplacer("w", "Q", "b", "q", "x", "*")
)

// fenMove matches a move at the beginning of a text: d1d7,d7g7; d1d7pg7; d1d7 P@g7.
var fenMove = regexp.MustCompile("^" + square + square + "(?:," + square + `|[\s,]*[pP]@?)` + square + `(?:[\s,;]|$)`)

// square matches a square of those who count rows from 1.
const square = "([a-j])(10|[1-9])"

// fenFrom matches the beginning of a list of moves without a position.
var fenFrom = regexp.MustCompile(`^([0-9]+\.+)?$|^([0-9]+\.+)?[a-j](10|[1-9])[a-j](10|[1-9])([,pP]|$)`)

// readFEN reads the arguments of the UCI command position: a FEN or startpos, then moves; or moves alone.
func readFEN(text string) (*Game, error) {
	fields := strings.Fields(text)
	for len(fields) > 0 && (fields[0] == "position" || fields[0] == "fen") {
		fields = fields[1:]
	}
	alone := len(fields) > 0 && fenFrom.MatchString(fields[0])
	if len(fields) > 0 && (alone || fields[0] == "startpos") {
		start, _ := writeFEN(&Game{Start: amazons.Start()})
		if alone {
			start += " moves " + fields[0]
		}
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
			if g.Turns, err = fenMoves(strings.Join(fields[2+i+1:], " ")); err != nil {
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
	board, hand, inHand := strings.Cut(rows, "[")
	if inHand && strings.IndexByte(hand, ']') != len(hand)-1 {
		return amazons.Position{}, fmt.Errorf("FEN %.120q: character %d: want a hand of pawns in brackets, and then w or b", rows, len(board)+1)
	}
	rows = board
	if !strings.ContainsAny(rows, "Qq") && strings.ContainsAny(rows, "wb") {
		rows = fromLetters.Replace(rows)
	}
	if i := strings.IndexAny(rows, "RBx"); i >= 0 {
		return amazons.Position{}, fmt.Errorf("FEN %.120q: character %d: want Q, q, * or a number of empty squares", rows, i+1)
	}
	p, err := amazons.ParsePosition(fromFEN.Replace(rows) + " " + seat)
	var wrong *amazons.SyntaxError
	if errors.As(err, &wrong) {
		err = fmt.Errorf("FEN %.120q: character %d: want %s", rows, wrong.Column, toFEN.Replace(wrong.Want))
	}
	return p, err
}

func fenMoves(text string) (turns []amazons.Move, err error) {
	for {
		text = strings.TrimLeft(text, " ,;")
		text = strings.TrimLeft(text[len(turnNumber.FindString(text)):], " ")
		if text == "" {
			return turns, nil
		}
		part := fenMove.FindStringSubmatch(text)
		if part == nil || part[5] != "" && part[3]+part[4] != part[5]+part[6] {
			word, _, _ := strings.Cut(text, " ")
			return nil, fmt.Errorf("move %d, %.60q: want one such as d1d7,d7g7 or d1d7 P@g7", len(turns)+1, word)
		}
		turns = append(turns, amazons.Move{
			From: oneBased(part[1], part[2]), To: oneBased(part[3], part[4]), Arrow: oneBased(part[7], part[8]),
		})
		text = text[len(part[0]):]
	}
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
