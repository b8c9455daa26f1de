package wire

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// sample is a whole game of PlayStrategy, in its own words and in ours.
const (
	sample = "d1d6,d6g9 d10f10,f10e10 a4f9,f9e9 a7a10,a10b10 d6a9,a9b9 j7j10,j10h10 j4j9,j9h9 j10i10,i10i9 j9j10,j10j9"
	ours   = "D0D5G8 D9F9E9 A3F8E8 A6A9B9 D5A8B8 J6J9H9 J3J8H8 J9I9I8 J8J9J8"
	fen    = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3"
	small8 = "2B2B2/8/B6B/8/8/R6R/8/2R2R2 r"
	small6 = "1B2B1/B4B/6/6/R4R/1R2R1 r"
)

// pockets returns what PlayStrategy and older Fairy-Stockfish write behind a board: the hands of both.
func pockets(n, m int) string { return "[" + strings.Repeat("P", n) + strings.Repeat("p", m) + "]" }

// pairs writes the sample as PlayStrategy's move list: a move, and then a drop.
func pairs(drop string) string {
	var words []string
	for _, word := range strings.Fields(sample) {
		from, to, _ := strings.Cut(word, ",")
		words = append(words, from, drop+to[1+strings.IndexAny(to[1:], "abcdefghij"):])
	}
	return strings.Join(words, " ")
}

// numbersOf writes the first turns of a game on 8x8 as Botzone does: black (5,0) to (3,2), and so on.
const (
	bot8      = "5 0 3 2 6 5\n0 5 4 5 3 4\n0 2 0 3 3 0\n2 7 2 5 1 4"
	bot8Ours  = "F0D2G5 A5E5D4 A2A3D0 C7C5B4"
	bot8JSON  = `{"x0":5,"y0":0,"x1":3,"y1":2,"x2":6,"y2":5}`
	bot8JSON2 = `{"x0":0,"y0":5,"x1":4,"y1":5,"x2":3,"y2":4}`
	noTurn    = `{"x0":-1,"y0":-1,"x1":-1,"y1":-1,"x2":-1,"y2":-1}`
)

// TestNotationsOfOthers reads what other programs write: in all cases the notation is recognised, too.
func TestNotationsOfOthers(t *testing.T) {
	judge := func(turn string) string {
		return `{"output":{"command":"request","content":{"0":` + turn + `},"display":{"blackCount":4}},"time":1,"verdict":"OK"}`
	}
	for _, tt := range []struct{ format, name, text, start, turns string }{
		{"fen", "our own start", fen + " w - - 0 1\n", usual, ""},
		{"fen", "no fields", fen + " w", usual, ""},
		{"fen", "startpos", "startpos", usual, ""},
		{"fen", "Blue to move", fen + " b - - 0 1", strings.Replace(usual, " r", " b", 1), ""},
		{"fen", "after a turn", "3q2q3/6*3/10/q8q/3Q6/10/Q8Q/10/10/6Q3 b - - 1 1", "3B2B3/6x3/10/B8B/3R6/10/R8R/10/10/6R3 b", ""},
		{"fen", "after two", "4*qq3/6*3/10/q8q/3Q6/10/Q8Q/10/10/6Q3 w - - 2 2", "4xBB3/6x3/10/B8B/3R6/10/R8R/10/10/6R3 r", ""},
		{"fen", "full hands", fen + pockets(46, 46) + " w - - 0 1", usual, ""},
		{"fen", "hands that shrink", "3q2q3/6P3/10/q8q/3Q6/10/Q8Q/10/10/6Q3" + pockets(45, 46) + " b - - 1 1", "3B2B3/6x3/10/B8B/3R6/10/R8R/10/10/6R3 b", ""},
		{"fen", "hands of small letters", fen + pockets(0, 92) + " w - - 0 1", usual, ""},
		{"fen", "empty hands", fen + "[] w - - 0 1", usual, ""},
		{"fen", "hands beside *", "3q2q3/6*3/10/q8q/3Q6/10/Q8Q/10/10/6Q3" + pockets(92, 0) + " b - - 1 1", "3B2B3/6x3/10/B8B/3R6/10/R8R/10/10/6R3 b", ""},
		{"fen", "pawns of both", "4pqq3/6P3/10/q8q/3Q6/10/Q8Q/10/10/6Q3 w - - 2 2", "4xBB3/6x3/10/B8B/3R6/10/R8R/10/10/6R3 r", ""},
		{"fen", "rows of pawns", "10/10/10/q3qq3q/pppppppppp/pppppppppp/Q3QQ3Q/10/10/10 w - - 20 11",
			"10/10/10/B3BB3B/xxxxxxxxxx/xxxxxxxxxx/R3RR3R/10/10/10 r", ""},
		{"fen", "another program's letters", "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w - 1", usual, ""},
		{"fen", "its arrows", "3b2/6/b1x3/5w/6/2w3 b - 1", "3B2/6/B1x3/5R/6/2R3 b", ""},
		{"fen", "an uci command", "position fen " + fen + " w - - 0 1 moves " + sample, usual, ours},
		{"fen", "with hands", "position fen " + fen + pockets(46, 46) + " w - - 0 1 moves " + sample, usual, ours},
		{"fen", "moves alone", sample, usual, ours},
		{"fen", "one a line", strings.ReplaceAll(sample, " ", "\r\n"), usual, ours},
		{"fen", "numbered", "1. d1d6,d6g9 d10f10,f10e10\n2. a4f9,f9e9 a7a10,a10b10", usual, "D0D5G8 D9F9E9 A3F8E8 A6A9B9"},
		{"fen", "numbers close up", "1.d1d6,d6g9 1...d10f10,f10e10", usual, "D0D5G8 D9F9E9"},
		{"fen", "the old form", "d1d6pg9 d10f10pe10 a4f9pe9 a7a10pb10 d6a9pb9 j7j10ph10 j4j9ph9 j10i10pi9 j9j10pj9", usual, ours},
		{"fen", "in capitals", "d1d6Pg9 d10f10Pe10", usual, "D0D5G8 D9F9E9"},
		{"fen", "moves and drops", pairs("P@"), usual, ours},
		{"fen", "small drops", pairs("p@"), usual, ours},
		{"fen", "with commas", strings.ReplaceAll(pairs("P@"), " ", ", "), usual, ours},
		{"fen", "commas alone", strings.ReplaceAll(pairs("P@"), " ", ","), usual, ours},
		{"fen", "a list with commas", strings.ReplaceAll(sample, " ", ", "), usual, ours},

		{"literature", "a book", "d1-d6(g9) d10-f10(e10)", usual, "D0D5G8 D9F9E9"},
		{"literature", "CS 61B", "d1-d6(g9)\nd10-f10(e10)\n", usual, "D0D5G8 D9F9E9"},
		{"literature", "a slash", "d1d6/g9 d10f10/e10", usual, "D0D5G8 D9F9E9"},
		{"literature", "both", "d1-d6/g9\n", usual, "D0D5G8"},
		{"literature", "nothing between, with a row 10", "d1d6g9 d10f10e10", usual, "D0D5G8 D9F9E9"},
		{"turns", "small letters, with a row 0", "d0d5g8 d9f9e9", usual, "D0D5G8 D9F9E9"},
		{"turns", "the start alone", usual, usual, ""},
		{"turns", "a small start", "# ours\n" + small6 + "\n", small6, ""},

		{"cosc322", "a turn", "[10, 4][5, 4][2, 7]", usual, "D0D5G8"},
		{"cosc322", "two", "[10, 4][5, 4][2, 7]\n[1, 4][1, 6][1, 5]\n", usual, "D0D5G8 D9F9E9"},
		{"cosc322", "close up, numbered", "1. [10,4][5,4][2,7] 2. [1,4][1,6][1,5]", usual, "D0D5G8 D9F9E9"},
		{"cosc322", "commas", "[10, 4] [5, 4] [2, 7], [1, 4] [1, 6] [1, 5];", usual, "D0D5G8 D9F9E9"},
		{"cosc322", "no line end", "[10, 4][5, 4][2, 7]\n[1, 4][1, 6][1, 5]", usual, "D0D5G8 D9F9E9"},
		{"cosc322", "lines of Windows", "[10, 4][5, 4][2, 7]\r\n[1, 4][1, 6][1, 5]\r\n", usual, "D0D5G8 D9F9E9"},
		{"cosc322", "blank lines", "\n\n[10, 4][5, 4][2, 7]\n\n\n[1, 4][1, 6][1, 5]\n\n", usual, "D0D5G8 D9F9E9"},
		{"cosc322", "tabs", "[10, 4]\t[5, 4]\t[2, 7]\n\t[1,\t4][1, 6][1, 5]", usual, "D0D5G8 D9F9E9"},
		{"cosc322", "blanks inside", "[ 10 , 4 ][ 5 , 4 ][ 2 , 7 ]", usual, "D0D5G8"},
		{"cosc322", "all on one line", "[10, 4][5, 4][2, 7][1, 4][1, 6][1, 5]", usual, "D0D5G8 D9F9E9"},
		{"cosc322", "a square a line", "[10, 4]\n[5, 4]\n[2, 7]\n", usual, "D0D5G8"},
		{"cosc322", "numbered, one a line", "1. [10, 4][5, 4][2, 7]\n2. [1, 4][1, 6][1, 5]\n", usual, "D0D5G8 D9F9E9"},
		{"cosc322", "numbered by pairs", "1. [10, 4][5, 4][2, 7] [1, 4][1, 6][1, 5]\n2. [10, 7][6, 7][3, 7]", usual, "D0D5G8 D9F9E9 G0G4G7"},
		{"cosc322", "numbers close up", "1.[10,4][5,4][2,7] 1...[1,4][1,6][1,5]", usual, "D0D5G8 D9F9E9"},
		{"cosc322", "semicolons", "[10, 4][5, 4][2, 7];[1, 4][1, 6][1, 5];", usual, "D0D5G8 D9F9E9"},
		{"cosc322", "row 11", "[11, 4][5, 4][2, 7]", "", "error"},
		{"cosc322", "row 0", "[10, 4][0, 4][2, 7]", "", "error"},
		{"cosc322", "an arrow where the queen was", "[10, 4][9, 4][10, 4]", usual, "D0D1D0"},
		{"cosc322", "half a turn", "[10, 4][5, 4][2, 7]\n[1, 4][1, 6]", "", "error"},
		{"cosc322", "all four of Black", "[10, 4][9, 4][9, 1] [1, 4][2, 4][2, 1] [10, 7][9, 7][9, 10] [1, 7][2, 7][2, 10] [7, 1][6, 1][5, 1] [4, 1][3, 1][3, 2] [7, 10][6, 10][5, 10]",
			usual, "D0D1A1 D9D8A8 G0G1J1 G9G8J8 A3A4A5 A6A7B7 J3J4J5"},

		{"openspiel", "numbers", "93 43 16 3 5 4", usual, "D0D5G8 D9F9E9"},
		{"openspiel", "one a line", "93\n43\n16\n", usual, "D0D5G8"},
		{"openspiel", "a list", "[93, 43, 16, 3, 5, 4]\n", usual, "D0D5G8 D9F9E9"},
		{"openspiel", "commas", "93,43,16,3,5,4", usual, "D0D5G8 D9F9E9"},
		{"openspiel", "a serialized game", "# Automatically generated by OpenSpiel SerializeGameAndState\n[Meta]\nVersion: 1\n\n[Game]\namazons()\n[State]\n93\n43\n16\n\n\n", usual, "D0D5G8"},
		{"openspiel", "with its size", "[Meta]\nVersion: 1\n\n[Game]\namazons(board_size=10)\n[State]\n93\n43\n16\n", usual, "D0D5G8"},
		{"openspiel", "8x8", "[Game]\namazons(board_size=8)\n[State]\n61\n29\n13\n", small8, "F0F4F6"},
		{"openspiel", "6x6", "amazons(board_size=6)\n31 13 7", small6, "B0B3B4"},
		{"openspiel", "no turns", "[Game]\namazons(board_size=6)\n[State]\n", small6, ""},
		{"openspiel", "words", "X From (10, 4)\nX To (5, 4)\nX Shoot: (2, 7)\nO From (1, 4)\nO To (1, 6)\nO Shoot: (1, 5)\n", usual, "D0D5G8 D9F9E9"},
		{"openspiel", "words for 8x8", "amazons(board_size=8)\nX From (8, 6)\nX To (4, 6)\nX Shoot: (2, 6)", small8, "F0F4F6"},
		{"openspiel", "a board", "...O..O...\n..........\n..........\nO........O\n..........\n..........\nX........X\n..........\n..........\n...X..X...\n", usual, ""},
		{"openspiel", "a board with an arrow", ".O..O.\nO....O\n......\n.X....\nX#...X\n....X.\n", "1B2B1/B4B/6/1R4/Rx3R/4R1 b", ""},
		{"openspiel", "arrows in the first column", ".O..O.\n#....O\n#O....\nX.....\n.....X\n.X..X.", "1B2B1/x4B/xB4/R5/5R/1R2R1 r", ""},
		{"openspiel", "an episode", `{"steps":[[{"action":{}},{"action":{}}],[{"action":{"submission":93}},{"action":{"submission":-1}}],` +
			`[{"action":{"submission":43}},{"action":null}],[{"action":{"submission":16,"thoughts":"x"}},{}]]}`, usual, "D0D5G8"},
		{"openspiel", "an episode on 8x8", `{"configuration":{"openSpielGameString":"amazons(board_size=8)"},` +
			`"steps":[[{"action":{"submission":61}}],[{"action":{"submission":29}}],[{"action":{"submission":13}}]]}`, small8, "F0F4F6"},
		{"openspiel", "numbers as actions", `{"steps":[[{"action":93}],[{"action":43}],[{"action":16}],[{"action":-1},{"action":3}],[{"action":5}],[{"action":4}]]}`, usual, "D0D5G8 D9F9E9"},
		{"openspiel", "an observation", `{"board":[[".","O",".",".","O","."],["O",".",".",".",".","O"],[".",".",".",".",".","."],` +
			`[".",".",".",".",".","."],["X",".",".",".",".","X"],[".","X",".",".","X","."]],"num_rows":6,"current_player":"o","phase":"from"}`,
			strings.Replace(small6, " r", " b", 1), ""},
		{"openspiel", "an observation at the end", `{"board":[["O","#","#","#"],["#","#","#","#"],["#","#","#","X"],["#","#","#","#"]],"current_player":"terminal","phase":null}`, "", "error"},

		{"botzone", "turns alone", bot8, small8, bot8Ours},
		{"botzone", "what a bot reads", "3\n-1 -1 -1 -1 -1 -1\n" + bot8 + "\n", small8, bot8Ours},
		{"botzone", "with data", "3\n-1 -1 -1 -1 -1 -1\n" + bot8 + "\nsaved 1 2 3\nmore\n", small8, bot8Ours},
		{"botzone", "empty data", "3\r\n-1 -1 -1 -1 -1 -1\r\n" + bot8 + "\r\n\r\n\r\n", small8, bot8Ours},
		{"botzone", "White's first turn", "1\n5 0 3 2 6 5\n", small8, "F0D2G5"},
		{"botzone", "White's second turn", "2\n5 0 3 2 6 5\n0 5 4 5 3 4\n0 2 0 3 3 0", small8, "F0D2G5 A5E5D4 A2A3D0"},
		{"botzone", "a log without a number", "-1 -1 -1 -1 -1 -1\n" + bot8, small8, bot8Ours},
		{"botzone", "comments", "# mine\n" + bot8, small8, bot8Ours},
		{"botzone", "JSON, Black begins", `{"requests":[` + noTurn + `],"responses":[]}`, small8, ""},
		{"botzone", "JSON, Black", `{"requests":[` + noTurn + `,` + bot8JSON2 + `],"responses":[` + bot8JSON + `],"data":"","time_limit":"1"}`, small8, "F0D2G5 A5E5D4"},
		{"botzone", "JSON, White", `{"responses":[],"requests":[` + bot8JSON + `]}`, small8, "F0D2G5"},
		{"botzone", "JSON, with White's answer", `{"requests":[` + bot8JSON + `],"responses":[` + bot8JSON2 + `]}`, small8, "F0D2G5 A5E5D4"},
		{"botzone", "JSON, no list of responses", `{"requests":[` + bot8JSON + `]}`, small8, "F0D2G5"},
		{"botzone", "JSON, numbers as texts", `{"requests":[` + strings.NewReplacer(`:5`, `:"5"`, `:0`, `:"0"`).Replace(bot8JSON) + `]}`, small8, "F0D2G5"},
		{"botzone", "JSON, objects as data", `{"requests":[` + bot8JSON + `],"data":{"requests":1},"globaldata":[[[]]],"memory_limit":256}`, small8, "F0D2G5"},
		{"botzone", "a judge's log", `{"log":[` + judge(noTurn) + `,{"0":{"response":` + bot8JSON + `,"verdict":"OK"}},` + judge(bot8JSON) +
			`,{"1":{"response":` + bot8JSON2 + `,"debug":"x"}},` + judge(bot8JSON2) + `],"initdata":""}`, small8, "F0D2G5 A5E5D4"},
		{"botzone", "a log that ends with a failure", `{"log":[` + judge(noTurn) + `,{"0":{"response":` + bot8JSON + `}},` + judge(bot8JSON) +
			`,{"1":{"response":null,"verdict":"TLE"}},{"output":{"command":"finish","content":{"0":2,"1":0}}}]}`, small8, "F0D2G5"},
		{"botzone", "a log at its beginning", `{"log":[` + judge(noTurn) + `]}`, small8, ""},
		{"botzone", "indented", "{\n  \"requests\": [\n    " + bot8JSON + "\n  ],\n  \"responses\": [\n  ]\n}\n", small8, "F0D2G5"},
		{"botzone", "other keys first", `{"time_limit":1,"a":{"b":[1,{"log":3}]},"requests":[` + bot8JSON + `]}`, small8, "F0D2G5"},
	} {
		t.Run(tt.format+"/"+tt.name, func(t *testing.T) {
			f := format(t, tt.format)
			got, err := f.Read(tt.text)
			if tt.turns == "error" {
				if err == nil {
					t.Errorf("%q is read as %+v", tt.text, got)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := &Game{Start: position(t, tt.start), Turns: turns(t, tt.turns)}
			if diff := cmp.Diff(want, got, sameGame); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if err := got.Check(); err != nil {
				t.Error(err)
			}
			if name := recognized(tt.text); name != tt.format {
				t.Errorf("%q is recognised as %q", tt.text, name)
			}
			if p, known, err := ReadPosition(tt.text); !known || err != nil || p != want.Final() {
				t.Errorf("its position is %v, %v, %v", p, known, err)
			}
		})
	}
}

// recognized returns the first notation that a text is in.
func recognized(text string) string {
	for _, f := range Formats {
		if f.Is(text) {
			return f.Name
		}
	}
	return ""
}

// TestNotRecognized: what may be read in two ways, and what is no game, is not guessed.
func TestNotRecognized(t *testing.T) {
	for _, text := range []string{
		"", "\n\n", "# nothing", "a1", "hello", "(hello)", "( )", "(;)", "1.", "1 2 3", "0", "3", "{}", "[]", "null", `"d1d6,d6g9"`,
		"d1d6g9", "d1d6g9 a7a9b9", "1. d1d6g9", "2", "5 0 3 2 6", "93 43", "93 43 16 0 0 0", "5 0 3 2 6 5 0 5 4 5 3 4", "w w", "///",
		`{"type":"start"}`, `{"log":[{}]}`, `{"steps":3}`, "{\"requests\":[" + strings.Repeat("[", 20000), strings.Repeat("{\"a\":", 20000),
		fen, fen + " x", "d1d6,d7g9", "d1d6 d10f10", "[10, 4][5, 4]", "[10, 4][1, 4][10, 4]", "[1, 4][1, 6][1, 5]", "[10, 4, 5][4, 2, 7]", "[[10, 4], [5, 4], [2, 7]]", "...O..O...", "D0 D5 G8",
	} {
		if name := recognized(text); name != "" {
			t.Errorf("%.60q is recognised as %s", text, name)
		}
	}
}

// TestPositionErrors: what is meant as a position says what is wrong with it.
func TestPositionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q2 w": `as fen: FEN "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q2": character 38: want 10 squares in row 0 (the board has 10 rows), not 9`,
		fen + " r":                                                      `as fen: FEN field 2 is "r", want w or b`,
		"startpos moves d1d1,d1d2":                                      "as fen: turn 1, D0D0D1: ",
		"(;GM[18]SZ[10];B[djddgk])":                                     `as sgf: byte 18: B "djddgk": point "gk": want two letters a-j`,
		"(;GM[Amazons]BO[3 ---])":                                       `as ggf: byte 17: BO "3 ---": want the size first, 4 to 10`,
		"(;GM[18];B[djddgd];B[djddgd])":                                 "as sgf: turn 2, D0D6G6: ",
		`{"requests":[{"x0":9}]}`:                                       `as botzone: turn "{\"x0\":9}": key "y0": want a whole number`,
		`{"requests":[` + bot8JSON + `,` + bot8JSON + `]}`:              "as botzone: 2 requests and 0 responses: want one request more",
		`{"requests":[` + strings.Replace(bot8JSON, "3", "8", 1) + `]}`: "as botzone: ply 1 of the game: turn 5 0 8 2 6 5: want columns and rows from 0 to 7",
		`{"requests":[` + bot8JSON + `,` + bot8JSON + `],}`:             "as botzone: line 1, column ",
		`{"steps":[[{"action":1}]]}`:                                    "as openspiel: 1 actions: want three for each turn",
		`{"board":[["."]]}`:                                             "as openspiel: row 1 of the board",
		"D0D4J4 A6A5A0":                                                 "as turns: turn 2, A6A5A0: the arrow's path is blocked (R7)",
	} {
		if _, known, err := ReadPosition(text); !known || !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("%q: %v, %v, want %s", text, known, err, want)
		}
	}
	if p, known, err := ReadPosition("what?"); known || err != nil || p != (amazons.Position{}) {
		t.Errorf("%v, %v, %v", p, known, err)
	}
}

// TestLargeNotations reads texts as large as --start takes. A reader that is not linear would take very long.
func TestLargeNotations(t *testing.T) {
	gametest.Long(t, "reads long texts in all notations")
	const large = 512 << 10
	for _, unit := range []string{
		"1", "93 ", "93,", "93\n", "X From (10, 4)\n", "[", "{", `{"a":`, "#\n", "1. ", "d1d6,d6g9 ", "d1d6 P@g9 ", "d1d6", "d1d6pg9,", "[10, 4]", "[10, 4][5, 4][2, 7]",
		"5 0 3 2 6 5\n", "-1 -1 -1 -1 -1 -1\n", "3q/", "10/", "d1-d6(g9) ", "D0D5G8 ", "(;", ".O..O.\n",
	} {
		text := strings.Repeat(unit, large/len(unit))
		if _, known, err := ReadPosition(text); known && err == nil || err != nil && len(err.Error()) > 400 {
			t.Errorf("%q, many times: %v, %.500v", unit, known, err)
		}
	}
	for _, text := range []string{
		`{"requests":[` + strings.Repeat(bot8JSON+",", large/len(bot8JSON)-2) + bot8JSON + "]}",
		`{"steps":[` + strings.Repeat(`[{"action":{"submission":1}}],`, large/40) + `[]]}`,
		`{"log":[` + strings.Repeat(`{"output":{}},`, large/20) + `{"output":{}}]}`,
		"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3" + pockets(large/2, large/4) + " w",
	} {
		for _, f := range Formats {
			f.Read(text)
		}
	}
}
