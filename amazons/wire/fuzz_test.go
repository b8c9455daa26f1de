package wire

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
)

// printable fails a test whose error would spoil a terminal.
func printable(t *testing.T, err error) {
	t.Helper()
	text := err.Error()
	if len(text) > 1000 || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("an error of %d bytes: %q", len(text), text)
	}
}

// FuzzNext reads any stream in any framing: each step takes something off, wants more, or ends it (understand checks that), and
// what is understood does not depend on where the packets end.
func FuzzNext(f *testing.F) {
	for _, stream := range []string{
		"D0D4J4\nA6A5A0\r\n", "# hello\n\n", "RED> d0-d4(j4)\n", "D0D4J4A6A5A0", "D0D4J4\x00\x00\x00", "\x00\x06D0D4J4", "\x00\x00\xff\xff",
		utf16d + "\x00\n" + utf16a, header + "t\x00\x06D0D4J4", header + "w\x08\x00\x06D0D4J4y", header + "sr\x00", "\xac\xac",
	} {
		for framing := range framings {
			f.Add(uint8(framing), []byte(stream), uint16(7))
		}
	}
	f.Fuzz(func(t *testing.T, framing uint8, stream []byte, cut uint16) {
		spoken := Framing(framing) % Framing(len(framings))
		whole := understand(t, spoken, string(stream))
		if whole.Err != "" && len(whole.Err) > 200 {
			t.Errorf("an error of %d bytes", len(whole.Err))
		}
		n := min(int(cut), len(stream))
		parts := understand(t, spoken, string(stream[:n]), string(stream[n:]))
		if spoken == Auto {
			return // a line that begins like a bare turn is read as one if it comes in pieces
		}
		if whole.Err != "" {
			parts.Rest = whole.Rest // the error was found before the stream was whole
		}
		if diff := cmp.Diff(whole, parts); diff != "" {
			t.Errorf("%v: %q cut at %d (-whole +parts):\n%s", spoken, stream, n, diff)
		}
	})
}

// FuzzParseTurn reads any message: a turn that is printed is read as the same turn.
func FuzzParseTurn(f *testing.F) {
	for _, message := range []string{
		"D0D4J4", " d0-d4(j4)\r\n", "RED: D0 D4 J4", "# D0D4J4", "D0D4J4\x00\x00", "", "K0D4J4", "D0D4J4J4", ":>", "\u0131\u0130", "\xff\x1b[2J",
	} {
		f.Add(message)
	}
	f.Fuzz(func(t *testing.T, message string) {
		m, meant, err := parseTurn(message)
		if err != nil {
			printable(t, err)
			return
		}
		if !meant {
			if text := strings.Trim(message, " \t\r\n\x00"); text != "" && text[0] != '#' {
				t.Errorf("%q is taken for a comment", message)
			}
			return
		}
		again, _, err := parseTurn(m.String())
		if strict, strictErr := amazons.ParseMove(m.String()); again != m || err != nil || strict != m || strictErr != nil {
			t.Errorf("%q is %v, which is %v, %v and %v, %v", message, m, again, err, strict, strictErr)
		}
		if letters := strings.ToUpper(message); !strings.Contains(letters, m.From.String()[:1]) || !strings.Contains(letters, m.Arrow.String()[1:]) {
			t.Errorf("%q is %v", message, m)
		}
	})
}

// FuzzFormats reads any file in any notation. A game by the rules is written and read back by all that can hold it.
func FuzzFormats(f *testing.F) {
	games := []Game{
		{Start: amazons.Start(), Turns: turns(f, "D0D6G6 D9C8H3 D6D8D9"), Red: "A [very] odd\\", Blue: "b"},
		{Start: position(f, "1B1B1/B3B/5/R2xR/1R1R1 b"), Turns: turns(f, "A3B2C1")},
		{Start: position(f, "4/4/4/4 r")},
	}
	for i, format := range Formats {
		for _, g := range games {
			if text, err := format.Write(&g); err == nil {
				f.Add(uint8(i), text)
			}
		}
	}
	for i, texts := range [][]string{
		{"", "# remark\n1BB1/B2B/R2R/1RR1 b\nA2B2A1", "D0D4J4 A6A5A0"},
		{"1. D1-D7/G7 d10 c9 h4\n2... a10a1a10", "(g7)"},
		{"(;AB[ad]AW[da]AA[bb:cc]SZ[4];B[djddgd](;W[addgad])(;C[\\]]))", "(;PL[w]GaMe[18])", "(;[", ")(", "(;B)"},
		{"(;GM[Amazons]BO[4 *--- -xX# ---- ---O O to move]W[D4-C4-B4/1/2];)", "(;BO[10 *])", "(;BO[4 ------------------------------------])"},
		{"position startpos moves d1d5,d5j5", "3q/4/4/Q3 w - 1 moves a1a2,a2a1", "RB/x w", "w w", "10/10 w moves", "1. d1d6 P@g9", "3b/4/1x2/w3[Pp] b"},
		{"[10, 4][5, 4][2, 7]", "1. [10,4]"},
		{"[Game]\namazons(board_size=8)\n[State]\n61\n29\n13\n", "X From (10, 4)", ".O..O.\n#....O\n#O....\nX.....\n.....X\n.X..X.",
			`{"steps":[[{"action":{"submission":93}}]]}`, `{"board":[["X"]],"phase":"from"}`},
		{bot8, "1\n5 0 3 2 6 5\ndata", `{"requests":[` + noTurn + `],"responses":[]}`, `{"log":[{"output":{}},{"0":{"response":` + bot8JSON + `}}]}`},
	} {
		for _, text := range texts {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, format uint8, text string) {
		from := Formats[int(format)%len(Formats)]
		g, err := from.Read(text)
		if err != nil {
			printable(t, err)
			if g != nil {
				t.Errorf("%s: %q: a game beside the error %v", from.Name, text, err)
			}
			return
		}
		if g.Check() != nil {
			return
		}
		for _, to := range Formats {
			written, err := to.Write(g)
			if err != nil {
				if holds(to.Name, g.Start) {
					t.Errorf("%s: %q: not written as %s: %v", from.Name, text, to.Name, err)
				}
				continue
			}
			got, err := to.Read(written)
			if err != nil {
				t.Fatalf("%s: %q: written as %s: %q: %v", from.Name, text, to.Name, written, err)
			}
			want := *g
			if to.Name != "sgf" && to.Name != "ggf" {
				want.Red, want.Blue = "", ""
			}
			if diff := cmp.Diff(&want, got, sameGame); diff != "" {
				t.Errorf("%s: %q: written as %s: %q (-read +read again):\n%s", from.Name, text, to.Name, written, diff)
			}
		}
	})
}
