package wire

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
)

func format(t testing.TB, name string) Format {
	t.Helper()
	for _, f := range Formats {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no format %q", name)
	return Format{}
}

func position(t testing.TB, text string) amazons.Position {
	t.Helper()
	p, err := amazons.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func turns(t testing.TB, text string) (list []amazons.Move) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		list = append(list, move(t, word))
	}
	return list
}

// sameGame compares games; a position is a value that == compares.
var sameGame = cmp.Comparer(func(a, b amazons.Position) bool { return a == b })

const usual = "3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r"

// holds reports whether a notation can hold games from a start: some have turns only.
func holds(format string, start amazons.Position) bool {
	sizes := map[string][]int{"literature": {10}, "cosc322": {10}, "openspiel": {6, 8, 10}, "botzone": {8}}[format]
	return sizes == nil || slices.ContainsFunc(sizes, func(size int) bool {
		p, _ := StartOf(size)
		return p == start
	})
}

// Every game is read back as it was written, in every notation that can hold it.
func TestFormatsReadWhatTheyWrite(t *testing.T) {
	for seed, start := range []string{
		usual, usual, usual,
		"2B2B2/8/B6B/8/8/R6R/8/2R2R2 r",
		"1B2B1/B4B/6/6/R4R/1R2R1 r",
		"3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 b",
		"3B2B3/10/2x7/B8B/9x/10/R1xxx4R/10/10/3R2R3 b",
		"1BB1/B2B/R2R/1RR1 r",
		"1B1B1/B3B/5/R3R/1R1R1 b",
		"3B2/6/B5/5R/6/2R3 r",
		"3B4/8/B6B/8/8/R6R/8/4R3 r",
		"9/1B1B1B1BR/9/9/4x4/9/9/RRRRRRRRR/9 r",
		"4/4/4/4 r",
		"10/10/10/10/10/10/10/10/10/10 b",
		"xxxx/xxxx/xxxx/xxxx b",
	} {
		chance := newRandom(uint64(seed))
		g := Game{Start: position(t, start)}
		for p := g.Start; !p.Stuck(); p = p.Play(g.Turns[len(g.Turns)-1]) {
			g.Turns = append(g.Turns, p.RandomSteps(chance))
		}
		for _, f := range Formats {
			want := g
			if f.Name == "sgf" || f.Name == "ggf" {
				want.Red, want.Blue = `A [very] odd\name\`, "Blau: the (2nd); ]"
			}
			text, err := f.Write(&want)
			if !holds(f.Name, g.Start) {
				if err == nil {
					t.Errorf("%s: %s writes %q", start, f.Name, text)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %s: %v", start, f.Name, err)
				continue
			}
			got, err := f.Read(text)
			if err != nil {
				t.Errorf("%s: %s: %v\n%s", start, f.Name, err, text)
				continue
			}
			if diff := cmp.Diff(&want, got, sameGame); diff != "" {
				t.Errorf("%s: %s (-written +read):\n%s\n%s", start, f.Name, diff, text)
			}
			if err := got.Check(); err != nil || got.Final() != want.Final() {
				t.Errorf("%s: %s: %v, it ends with %v, want %v", start, f.Name, err, got.Final(), want.Final())
			}
			if !strings.HasSuffix(text, "\n") {
				t.Errorf("%s: %s does not end its last line: %q", start, f.Name, text)
			}
		}
	}
}

// What the notations' own descriptions show, byte by byte.
func TestFormatsWrite(t *testing.T) {
	opening := Game{Start: amazons.Start(), Turns: turns(t, "D0D6G6 D9C8H3 D6D8D9")}
	named := opening
	named.Red, named.Blue = "me", "y[o]u"
	blue := Game{Start: position(t, "1B1B1/B3B/5/R2xR/1R1R1 b"), Turns: turns(t, "A3B2C1")}
	for _, tt := range []struct {
		format string
		game   Game
		want   string
	}{
		{"turns", opening, usual + "\nD0D6G6\nD9C8H3\nD6D8D9\n"},
		{"turns", blue, "1B1B1/B3B/5/R2xR/1R1R1 b\nA3B2C1\n"},
		{"literature", opening, "1. d1-d7(g7) d10-c9(h4)\n2. d7-d9(d10)\n"},
		{"sgf", opening, "(;FF[4]GM[18]SZ[10]AB[ag][dj][gj][jg]AW[ad][da][ga][jd]\n;B[djddgd];W[dacbhg];B[dddbda])\n"},
		{"sgf", named, "(;FF[4]GM[18]SZ[10]PB[me]PW[y[o\\]u]AB[ag][dj][gj][jg]AW[ad][da][ga][jd]\n;B[djddgd];W[dacbhg];B[dddbda])\n"},
		{"sgf", blue, "(;FF[4]GM[18]SZ[5]AB[ad][be][de][ed]AW[ab][ba][da][eb]AA[dd]PL[W]\n;W[abbccd])\n"},
		{"sgf", Game{Start: position(t, "4/4/4/4 r")}, "(;FF[4]GM[18]SZ[4]AE[aa:dd])\n"},
		{"ggf", opening, "(;GM[Amazons]PC[gridiron]PB[]PW[]TY[10]BO[10" +
			" ---*--*--- ---------- ---------- *--------* ---------- ---------- O--------O ---------- ---------- ---O--O--- * to move]" +
			"B[D1-D7-G7]W[D10-C9-H4]B[D7-D9-D10];)\n"},
		{"ggf", blue, "(;GM[Amazons]PC[gridiron]PB[]PW[]TY[5]BO[5 -*-*- *--x* ----- O---O -O-O- O to move]W[A4-B3-C2];)\n"},
		{"fen", opening, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1 moves d1d7,d7g7 d10c9,c9h4 d7d9,d9d10\n"},
		{"fen", Game{Start: amazons.Start()}, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1\n"},
		{"fen", blue, "1q1q1/q3q/5/Q2*Q/1Q1Q1 b - - 0 1 moves a4b3,b3c2\n"},
	} {
		got, err := format(t, tt.format).Write(&tt.game)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.format, err, diff)
		}
		if err := tt.game.Check(); err != nil {
			t.Errorf("%s: the example: %v", tt.format, err)
		}
	}
	_, err := format(t, "literature").Write(&blue)
	if want := "this notation has no position: want a game from the usual start of size 10"; fmt.Sprint(err) != want {
		t.Errorf("literature: %v, want %s", err, want)
	}
}

func TestFormatsRead(t *testing.T) {
	const bottomUp = "---*--*--- ---------- ---------- *--------* ---------- ---------- O--------O ---------- ---------- ---O--O---"
	for _, tt := range []struct {
		name, format, text string
		start, turns       string // no start: the usual one
	}{
		{name: "no turns", format: "turns", text: ""},
		{name: "turns alone", format: "turns", text: "D0D4J4 A6A5A0\n\n# a remark\nJ3J4J3", turns: "D0D4J4 A6A5A0 J3J4J3"},
		{name: "a position first", format: "turns", text: "# small\n 1BB1/B2B/R2R/1RR1 b \r\nA2B2A1\r\n", start: "1BB1/B2B/R2R/1RR1 b", turns: "A2B2A1"},
		{name: "a position alone", format: "turns", text: "1BB1/B2B/R2R/1RR1 b", start: "1BB1/B2B/R2R/1RR1 b"},

		{name: "no turns", format: "literature", text: "\n\n"},
		{name: "the literature's own way", format: "literature", text: "1. d1-d7(g7) d10-c9(h4)\n2. a4-a10(b10)", turns: "D0D6G6 D9C8H3 A3A9B9"},
		{name: "one turn a line", format: "literature", text: "d1-d7(g7)\r\nd10-c9(h4)\r\n", turns: "D0D6G6 D9C8H3"},
		{name: "blanks", format: "literature", text: "1. d1 d7 g7  d10 c9 h4", turns: "D0D6G6 D9C8H3"},
		{name: "slashes, capitals, dots", format: "literature", text: "# Olympiad\n1. D1-D7/G7\n1... D10-C9/H4", turns: "D0D6G6 D9C8H3"},
		{name: "nothing between", format: "literature", text: "a10a1a10 a1a10a1", turns: "A9A0A9 A0A9A0"},
		{name: "the turn of the course sheet", format: "literature", text: "d1-d5(j5)", turns: "D0D4J4"},

		{name: "the specification's example", format: "sgf", text: "(;GM[18]SZ[10];B[djddgd];W[addgad])", turns: "D0D6G6 A6D3A6"},
		{name: "its set-up", format: "sgf", text: "(;GM[18]SZ[10]AB[dj][gj][ag][jg]AW[da][ga][ad][jd];B[djddgd])", turns: "D0D6G6"},
		{name: "no size", format: "sgf", text: "(;GM[18];B[djddgd])", turns: "D0D6G6"},
		{name: "a letter before it", format: "sgf", text: "Dear Ann,\nhere is our game:\n(;GM[18];B[djddgd])\nYours", turns: "D0D6G6"},
		{name: "White begins", format: "sgf", text: "(;GM[18];W[addgad])", start: strings.Replace(usual, "r", "b", 1), turns: "A6D3A6"},
		{name: "PL", format: "sgf", text: "(;GM[18]PL[W])", start: strings.Replace(usual, "r", "b", 1)},
		{name: "PL on a small board", format: "sgf", text: "(;GM[18]SZ[4]AB[ad]AW[da]PL[ w ])", start: "3B/4/4/R3 b"},
		{name: "the size behind the set-up", format: "sgf", text: "(;AB[ad]AW[da]AA[bb:cc]SZ[4]GM[18])", start: "3B/1xx1/1xx1/R3 r"},
		{name: "rectangles", format: "sgf", text: "(;SZ[4]AA[dd:aa]AE[ba:bd]AB[aa:ad][bb]AW[dd])", start: "R1xx/RRxx/R1xx/R1xB r"},
		{name: "comments and escapes", format: "sgf", text: `(;GM[18]C[a \] b (;W[zz\])\\] GC [;)] ;B[djddgd]C[(] ;N[x]W [addgad])`, turns: "D0D6G6 A6D3A6"},
		{name: "the first variation counts", format: "sgf", text: "(;GM[18];B[djddgd](;W[addgad](;B[agafaa])(;B[zz]))(;W[oops!]))(;GM[1])",
			turns: "D0D6G6 A6D3A6 A3A4A9"},
		{name: "small letters in names", format: "sgf", text: "(;GaMe[18]SiZe[10];Black[djddgd];White[addgad])", turns: "D0D6G6 A6D3A6"},
		{name: "blank space", format: "sgf", text: "\ufeff ( ;\n GM [18] \r\n\tSZ[ 10 ] AB [dj]\n[gj] [ag][jg] AW[da][ga][ad][jd]\n; B[djddgd] )", turns: "D0D6G6"},

		{name: "a game of the server", format: "ggf", text: "(;GM[Amazons]PC[GGS/am]DT[2001.11.23]PB[one]PW[two]RB[1800]RW[1700]TI[15:00]TY[10]RE[-3.00]" +
			"BO[10 " + bottomUp + " * to move]B[D1-D7-G7/1.5/12.3]W[J7-G4-B4//21.42];)", turns: "D0D6G6 J6G3B3"},
		{name: "rows apart", format: "ggf", text: "(;GM[amazons]BO[10\n" + strings.ReplaceAll(bottomUp, " ", "\n") + "\n*]B[D1-D7-G7];)", turns: "D0D6G6"},
		{name: "no board", format: "ggf", text: "(;GM[Amazons]B[D1-D7-G7])", turns: "D0D6G6"},
		{name: "White to move, removed squares", format: "ggf", text: "(;GM[Amazons]BO[4 *--- -xX# ---- ---O O to move]W[D4-C4-B4])",
			start: "3B/4/1xxx/R3 b", turns: "D3C3B3"},

		{name: "a FEN", format: "fen", text: "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1"},
		{name: "the course sheet's turn", format: "fen", text: "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1 moves d1d5,d5j5", turns: "D0D4J4"},
		{name: "a command", format: "fen", text: "position fen 3q/4/1**1/Q3 b - - 0 2 moves d4d3,d3d4\n", start: "3B/4/1xx1/R3 b", turns: "D3D2D3"},
		{name: "startpos", format: "fen", text: "position startpos moves d1d5,d5j5 a7a10,a10b10", turns: "D0D4J4 A6A9B9"},
		{name: "short", format: "fen", text: "3q/4/4/Q3 w", start: "3B/4/4/R3 r"},
		{name: "short, with moves", format: "fen", text: "3q/4/4/Q3 w - 1 moves a1a2,a2a1", start: "3B/4/4/R3 r", turns: "A0A1A0"},
	} {
		t.Run(tt.format+"/"+tt.name, func(t *testing.T) {
			want := &Game{Start: amazons.Start(), Turns: turns(t, tt.turns)}
			if tt.start != "" {
				want.Start = position(t, tt.start)
			}
			got, err := format(t, tt.format).Read(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			got.Red, got.Blue = "", ""
			if diff := cmp.Diff(want, got, sameGame); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFormatsReadNames(t *testing.T) {
	for _, text := range []string{"(;GM[18]PB[An\\]n]PW[B\\\\ob])", "(;GM[Amazons]PB[An\\]n]PW[B\\\\ob]TY[10])"} {
		name := map[bool]string{true: "sgf", false: "ggf"}[strings.Contains(text, "18")]
		g, err := format(t, name).Read(text)
		if err != nil || g.Red != "An]n" || g.Blue != `B\ob` {
			t.Errorf("%s: %+v, %v", name, g, err)
		}
	}
}

func TestFormatsErrors(t *testing.T) {
	for _, tt := range []struct{ format, text, want string }{
		{"turns", "D0D4J4\nD0D4K4", `line 2: turn "D0D4K4": character 5: want a column letter A-J`},
		{"turns", "\n1BB1/B2B/R2R/1RR r", `line 2: position "1BB1/B2B/R2R/1RR r": character 17: want 4 squares in row 0 (the board has 4 rows), not 3`},
		{"turns", "D0D4J4\n1BB1/B2B/R2R/1RR1 r", "line 2: a position after the first turn"},

		{"literature", "1. d1-d7(g7)\n2. d1-d7", `line 2: "d1-d7": want a turn such as d1-d7(g7)`},
		{"literature", "d1-d0(g7)", `line 1: "d1-d0(g7)": want a turn such as d1-d7(g7)`},
		{"literature", "D0D4J4", `line 1: "D0D4J4": want a turn such as d1-d7(g7)`},
		{"literature", "1-0", `line 1: "1-0": want a turn such as d1-d7(g7)`},

		{"sgf", "", "byte 1: want a '(' that begins the game"},
		{"sgf", "d1-d7", "byte 1: want a '(' that begins the game"},
		{"sgf", "1. d1-d7(g7)", "byte 11: want a value in brackets, such as [djddgd]"},
		{"sgf", "(;GM[18]", "byte 9: want a ')' that ends the game"},
		{"sgf", "(;GM[18", "byte 8: want a ']' that ends the value of GM"},
		{"sgf", `(;GM[18\]`, "byte 10: want a ']' that ends the value of GM"},
		{"sgf", "(;GM[18]B)", "byte 10: want a value in brackets, such as [djddgd]"},
		{"sgf", "(;GM B[18])", "byte 6: want a value in brackets, such as [djddgd]"},
		{"sgf", "(;[18])", "byte 3: want a property such as B[djddgd]"},
		{"sgf", "(;GM[18]7)", "byte 9: want a property such as B[djddgd]"},
		{"sgf", "(;GM[1])", `byte 6: GM "1": want 18, Amazons`},
		{"sgf", "(;GM[18]SZ[11])", `byte 12: SZ "11": want 4 to 10`},
		{"sgf", "(;GM[18]SZ[ten])", `byte 12: SZ "ten": want 4 to 10`},
		{"sgf", "(;SZ[8];B[aabbcc])", "SZ[8] without AB and AW: only size 10 has a usual start"},
		{"sgf", "(;PL[red])", `byte 6: PL "red": want B or W`},
		{"sgf", "(;AB[d])", `byte 6: AB "d": point "d": want two letters a-j`},
		{"sgf", "(;SZ[4]AB[aa:ee])", `byte 11: AB "aa:ee": point "ee": want two letters a-d`},
		{"sgf", "(;B[djdd])", `byte 5: B "djdd": want a turn, three points of two letters`},
		{"sgf", "(;B[djddgk])", `byte 5: B "djddgk": point "gk": want two letters a-j`},
		{"sgf", "(;W[DJDDGD])", `byte 5: W "DJDDGD": point "DJ": want two letters a-j`},
		{"sgf", "(;B[djddgd];AB[aa])", `byte 16: AB "aa": set-up after the first turn`},

		{"ggf", "", "byte 1: want a '(' that begins the game"},
		{"ggf", "(;GM[Othello])", `byte 6: GM "Othello": want Amazons`},
		{"ggf", "(;BO[])", `byte 6: BO "": want the size first, 4 to 10`},
		{"ggf", "(;BO[3 --- --- --- *])", `byte 6: BO "3 --- --- --- *": want the size first, 4 to 10`},
		{"ggf", "(;BO[4 ---- ---- ---- ----])", `byte 6: BO "4 ---- ---- ---- ----": ` +
			"16 characters after the size, want 16 squares and then * or O, whose turn it is"},
		{"ggf", "(;BO[4 ---- ---- ---- ---- x to move])", `byte 6: BO "4 ---- ---- ---- ---- x to move": 'x' at the end, want * or O, whose turn it is`},
		{"ggf", "(;BO[4 ---- -o-- ---- ---- *])", `byte 6: BO "4 ---- -o-- ---- ---- *": 'o' on b2, want *, O, - or x`},
		{"ggf", "(;B[D1-D7])", `byte 5: B "D1-D7": want a turn such as D1-D7-G7`},
		{"ggf", "(;B[D1-D7-G7 ])", `byte 5: B "D1-D7-G7 ": want a turn such as D1-D7-G7`},

		{"fen", "", `"": want a FEN: the rows and then w or b`},
		{"fen", "position fen", `"position fen": want a FEN: the rows and then w or b`},
		{"fen", "3q/4/4/Q3 r", `FEN field 2 is "r", want w or b`},
		{"fen", "3q/4/Q3 w", `FEN "3q/4/Q3": character 1: want 4 to 10 rows separated by slashes, not 3`},
		{"fen", "3q/4/4/Q2 w", `FEN "3q/4/4/Q2": character 10: want 4 squares in row 0 (the board has 4 rows), not 3`},
		{"fen", "3q/4/k3/Q3 w", `FEN "3q/4/k3/Q3": character 6: want Q, q, * or a number of empty squares`},
		{"fen", "3q/4/4/Q3[PP w", `FEN "3q/4/4/Q3[PP": character 10: want a hand of pawns in brackets, and then w or b`},
		{"fen", "3q/4/4/Q3[PP]x w", `FEN "3q/4/4/Q3[PP]x": character 10: want a hand of pawns in brackets, and then w or b`},
		{"fen", "d1d6,d6g9 d10f10", `move 2, "d10f10": want one such as d1d7,d7g7 or d1d7 P@g7`},
		{"fen", "d1d6 d10f10 P@e10", `move 1, "d1d6": want one such as d1d7,d7g7 or d1d7 P@g7`},
		{"fen", "d1d6,d6g99", `move 1, "d1d6,d6g99": want one such as d1d7,d7g7 or d1d7 P@g7`},
		{"fen", "d1d6qg9", `"d1d6qg9": want a FEN: the rows and then w or b`},

		{"cosc322", "[10, 4][5, 4][2, 7]\n 2. [1, 4][2, 4]", `line 2, column 5: "[1, 4][2, 4]": want a turn such as [10, 4][5, 4][2, 7]: row and column from 1 to 10`},
		{"cosc322", "[10, 4][5, 4][0, 7]", `line 1, column 1: "[10, 4][5, 4][0, 7]": want a turn such as [10, 4][5, 4][2, 7]: row and column from 1 to 10`},

		{"openspiel", "93 43 100", "line 1, column 7: action 100: want 0 to 99"},
		{"openspiel", "93 43 16\n3", "4 actions: want three for each turn: from, to, arrow"},
		{"openspiel", "amazons(board_size=8)\n61 64", "line 2, column 4: action 64: want 0 to 63"},
		{"openspiel", "amazons(board_size=7)\n61 21 5", "board_size=7: want 6, 8 or 10"},
		{"openspiel", "93\n  forty 16", `line 2, column 3: "forty 16": want an action, a number such as 93 or the words X From (10, 4)`},
		{"openspiel", "X To (10, 4)", "line 1, column 1: To: want From"},
		{"openspiel", "X From (11, 4)", "line 1, column 1: (11, 4): want a row and a column, 1 to 10"},
		{"openspiel", "..O.O.\n.....O", `row 1 of the board, "..O.O.": want 2 squares X, O, # or '.'`},
		{"openspiel", "{\"steps\":[[{\"action\":{\"submission\":100}}]]}", "steps[0][0]: action 100: want 0 to 99"},
		{"openspiel", "{}", "want an episode of Kaggle with steps, or an observation with a board"},
		{"openspiel", "{\"steps\":\n[3]}", `line 2, column 3: a JSON number at "steps": want another kind of value`},
		{"openspiel", `{"board":[["."]],"phase":"shoot"}`, `phase "shoot": want from: a position between two turns`},

		{"botzone", "5 0 3 2 6 5\n0 5 4 5 3", `line "0 5 4 5 3": want six whole numbers, such as 2 0 2 3 5 3`},
		{"botzone", "5 0 3 2 6 8", "ply 1 of the game: turn 5 0 3 2 6 8: want columns and rows from 0 to 7"},
		{"botzone", "2\n-1 -1 -1 -1 -1 -1\n5 0 3 2 6 5", "the input ends after 2 of 3 turns"},
		{"botzone", "5 0 3 2 6 5\n-1 -1 -1 -1 -1 -1", "ply 2 of the game: turn -1 -1 -1 -1 -1 -1: want columns and rows from 0 to 7"},
		{"botzone", "none", `line "none": want six whole numbers, such as 2 0 2 3 5 3`},
		{"botzone", "{}", `want what a bot reads, {"requests":[...],"responses":[...]}, or a judge's log, {"log":[...]}`},
		{"botzone", "{\n\"requests\": oops}", "line 2, column 13: invalid character 'o' looking for beginning of value"},
		{"botzone", `{"requests":[{"x0":5}]}`, `turn "{\"x0\":5}": key "y0": want a whole number`},
		{"botzone", `{"requests":[{"x0":9,"y0":0,"x1":3,"y1":2,"x2":6,"y2":5}]}`, "ply 1 of the game: turn 9 0 3 2 6 5: want columns and rows from 0 to 7"},
		{"botzone", `{"requests":[{"x0":5,"y0":0,"x1":3,"y1":2,"x2":6,"y2":5}],"responses":[{},{}]}`, `turn "{}": key "x0": want a whole number`},
		{"botzone", `{"requests":[{"x0":5,"y0":0,"x1":3,"y1":2,"x2":6,"y2":5}],"responses":[{"x0":5,"y0":0,"x1":3,"y1":2,"x2":6,"y2":5},{"x0":5,"y0":0,"x1":3,"y1":2,"x2":6,"y2":5}]}`,
			"1 requests and 2 responses: want one request more"},
		{"botzone", `{"log":[{"output":{}},{"1":{}}]}`, "log[1]: want what the judge or player 0 says"},
		{"fen", "3q/4/B3/Q3 w", `FEN "3q/4/B3/Q3": character 6: want Q, q, * or a number of empty squares`},
		{"fen", "3q/11/4/Q3 w", `FEN "3q/11/4/Q3": character 5: want Q, q, * or the end of the row after a number of empty squares`},
		{"fen", "3q/4/4/Q3 w - - 0 1 a1a2,a2a1", `FEN field 7 is "a1a2,a2a1", want -, a number or moves`},
		{"fen", "3q/4/4/Q3 w KQkq - 0 1", `FEN field 3 is "KQkq", want -, a number or moves`},
		{"fen", "3q/4/4/Q3 w - - 0 1 moves a1a2,a2a1 a1a2a3", `move 2, "a1a2a3": want one such as d1d7,d7g7 or d1d7 P@g7`},
		{"fen", "3q/4/4/Q3 w - - 0 1 moves a1a2,a3a1", `move 1, "a1a2,a3a1": want one such as d1d7,d7g7 or d1d7 P@g7`},
		{"fen", "3q/4/4/Q3 w - - 0 1 moves A1A2,A2A1", `move 1, "A1A2,A2A1": want one such as d1d7,d7g7 or d1d7 P@g7`},
	} {
		g, err := format(t, tt.format).Read(tt.text)
		if diff := cmp.Diff(tt.want, fmt.Sprint(err)); diff != "" || g != nil {
			t.Errorf("%s: %q is read as %+v (-want +got):\n%s", tt.format, tt.text, g, diff)
		}
	}
}

func TestGameCheck(t *testing.T) {
	for _, tt := range []struct{ start, turns, want string }{
		{usual, "", "<nil>"},
		{usual, "D0D4J4 A6A5A0", "turn 2, A6A5A0: the arrow's path is blocked (R7)"},
		{usual, "D0D4J4 D4D5D6", "turn 2, D4D5D6: the queen on the first square is the opponent's (R3)"},
		{"3B/4/4/R3 r", "A0A4A0", "turn 1, A0A4A0: a square is not on this board (R1)"},
	} {
		g := &Game{Start: position(t, tt.start), Turns: turns(t, tt.turns)}
		if got := fmt.Sprint(g.Check()); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.start, tt.turns, got, tt.want)
		}
	}
}

// TestR13Formats writes a game with arrows of a limited range: only our own notation can say so.
func TestR13Formats(t *testing.T) {
	g := &Game{Start: amazons.Start().WithArrowRange(4), Turns: []amazons.Move{move(t, "D0D4D0")}}
	for _, f := range Formats {
		text, err := f.Write(g)
		if f.Name != "turns" {
			if err == nil || !strings.Contains(err.Error(), "at most 4 squares") {
				t.Errorf("%s: %q, %v", f.Name, text, err)
			}
			continue
		}
		again, wrong := f.Read(text)
		if diff := cmp.Diff(g, again, cmp.AllowUnexported(amazons.Position{}, amazons.Set{})); err != nil || wrong != nil || diff != "" {
			t.Errorf("%s: %v, %v, (-written +read)\n%s", f.Name, err, wrong, diff)
		}
	}
}
