package wire

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
)

func move(t testing.TB, text string) amazons.Move {
	t.Helper()
	m, err := amazons.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAppendTurn(t *testing.T) {
	for f, want := range map[Framing]string{
		Auto:   "4430 4434 4a34 0a",
		Line:   "4430 4434 4a34 0a",
		Raw:    "4430 4434 4a34",
		UTF:    "0006 4430 4434 4a34",
		Chars:  "0044 0030 0044 0034 004a 0034",
		Object: "74 0006 4430 4434 4a34",
		Block:  "77 08 0006 4430 4434 4a34",
	} {
		got := f.AppendTurn([]byte("..."), move(t, "D0D4J4"))
		want = "2e2e2e" + strings.ReplaceAll(want, " ", "")
		if diff := cmp.Diff(want, hex.EncodeToString(got)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", f, diff)
		}
	}
}

func TestFramingNames(t *testing.T) {
	for _, f := range []Framing{Auto, Line, Raw, UTF, Chars, Object, Block} {
		if got, err := ParseFraming(f.String()); got != f || err != nil {
			t.Errorf("ParseFraming(%q) = %v, %v", f, got, err)
		}
	}
	_, err := ParseFraming("morse")
	if want := `framing "morse": want auto, line, raw, utf, chars, object, block`; fmt.Sprint(err) != want {
		t.Errorf("ParseFraming: %v, want %s", err, want)
	}
}

// understood is what was read from a stream.
type understood struct {
	Texts   []string // messages, blank ones left out
	Framing Framing  // in the end
	Rest    string   // not understood yet
	Err     string
}

// understand reads a stream that comes in packets, as a Peer does: a bare turn counts when nothing follows it.
func understand(t *testing.T, f Framing, packets ...string) (u understood) {
	t.Helper()
	u.Framing = f
	var data []byte
	add := func(text string) {
		if text = strings.Trim(text, " \t\r\n\x00"); text != "" {
			u.Texts = append(u.Texts, text)
		}
	}
	for i, packet := range packets {
		data = append(data, packet...)
		for len(data) > 0 {
			text, rest, spoken, err := u.Framing.next(data)
			if errors.Is(err, errMore) || errors.Is(err, errMaybe) && i < len(packets)-1 {
				break
			}
			if err != nil && !errors.Is(err, errMaybe) {
				u.Rest, u.Err = string(data), err.Error()
				return u
			}
			if len(rest) >= len(data) {
				t.Fatalf("%v: %q: nothing was taken off", u.Framing, data)
			}
			add(text)
			data, u.Framing = rest, spoken
		}
	}
	u.Rest = string(data)
	return u
}

const (
	header  = "\xac\xed\x00\x05"
	utf16d  = "\x00D\x000\x00D\x004\x00J\x004"
	utf16a  = "\x00A\x006\x00A\x005\x00A\x000"
	padding = "\x00\x00\x00\x00\x00\x00\x00"
)

func TestNext(t *testing.T) {
	two := []string{"D0D4J4", "A6A5A0"}
	for _, tt := range []struct {
		name    string
		framing Framing
		stream  string
		want    understood
	}{
		{"line", Auto, "D0D4J4\n", understood{Texts: two[:1], Framing: Line}},
		{"lines", Auto, "D0D4J4\nA6A5A0\n", understood{Texts: two, Framing: Line}},
		{"CRLF", Auto, "D0D4J4\r\nA6A5A0\r\n", understood{Texts: two, Framing: Line}},
		{"lower case", Auto, "d0d4j4\n", understood{Texts: []string{"d0d4j4"}, Framing: Line}},
		{"separators", Auto, "D0-D4(J4)\n", understood{Texts: []string{"D0-D4(J4)"}, Framing: Line}},
		{"prompt", Auto, "Your move> D0D4J4\n", understood{Texts: []string{"Your move> D0D4J4"}, Framing: Line}},
		{"blank lines", Auto, "\n  \r\nD0D4J4\n\n", understood{Texts: two[:1], Framing: Line}},
		{"comment", Auto, "# hello\nD0D4J4\n", understood{Texts: []string{"# hello", "D0D4J4"}, Framing: Line}},
		{"unfinished line", Auto, "D0D4J4\nA6A5", understood{Texts: two[:1], Framing: Line, Rest: "A6A5"}},
		{"text that is no turn", Auto, "GET / HTTP/1.1\r\n", understood{Texts: []string{"GET / HTTP/1.1"}, Framing: Line}},
		{"unfinished text", Auto, "hello, I am a program", understood{Framing: Auto, Rest: "hello, I am a program"}},
		{"a turn and more of a line", Auto, "D0D4J4 is mine", understood{Framing: Auto, Rest: "D0D4J4 is mine"}},
		{"line, said to be", Line, "D0D4J4\n", understood{Texts: two[:1], Framing: Line}},
		{"no line, said to be one", Line, "D0D4J4", understood{Framing: Line, Rest: "D0D4J4"}},

		{"raw", Auto, "D0D4J4", understood{Texts: two[:1], Framing: Raw}},
		{"raw in lower case", Auto, "d0d4j4", understood{Texts: []string{"d0d4j4"}, Framing: Raw}},
		{"raw turns", Auto, "D0D4J4A6A5A0", understood{Texts: two, Framing: Raw}},
		{"a buffer sent whole", Auto, "D0D4J4" + padding, understood{Texts: two[:1], Framing: Raw}},
		{"buffers sent whole", Auto, "D0D4J4" + padding + "A6A5A0" + padding, understood{Texts: two, Framing: Raw}},
		{"a carriage return alone", Auto, "D0D4J4\r", understood{Texts: two[:1], Framing: Raw}},
		{"raw, said to be", Raw, "D0D4J4\nA6A5A0\n", understood{Texts: two, Framing: Raw}},
		{"raw unfinished", Raw, "D0D4J4A6A", understood{Texts: two[:1], Framing: Raw, Rest: "A6A"}},
		{"five bytes", Auto, "D0D4J", understood{Framing: Auto, Rest: "D0D4J"}},

		{"writeUTF", Auto, "\x00\x06D0D4J4\x00\x06A6A5A0", understood{Texts: two, Framing: UTF}},
		{"writeUTF of a line", Auto, "\x00\x07D0D4J4\n", understood{Texts: two[:1], Framing: UTF}},
		{"writeUTF of nothing", Auto, "\x00\x00\x00\x06D0D4J4", understood{Texts: two[:1], Framing: UTF}},
		{"writeUTF unfinished", UTF, "\x00\x06D0D4J", understood{Framing: UTF, Rest: "\x00\x06D0D4J"}},
		{"writeUTF, too long", UTF, "D0D4J4\n", understood{Framing: UTF, Rest: "D0D4J4\n",
			Err: "a message of 17456 bytes, want at most 4096"}},

		{"writeChars", Auto, utf16d + utf16a, understood{Texts: two, Framing: Chars}},
		{"writeChars of lines", Auto, utf16d + "\x00\r\x00\n" + utf16a + "\x00\n", understood{Texts: two, Framing: Chars}},
		{"writeChars unfinished", Auto, utf16d[:11], understood{Framing: Auto, Rest: utf16d[:11]}},
		{"writeChars of other letters", Chars, "\x00D\x000\x00D\x004\x00J\x204", understood{Framing: Chars,
			Rest: "\x00D\x000\x00D\x004\x00J\x204",
			Err:  "bytes 00 44 00 30 00 44 00 34 00 4a 20 34 are not the six UTF-16 characters of a turn"}},

		{"writeObject", Auto, header + "t\x00\x06D0D4J4t\x00\x06A6A5A0", understood{Texts: two, Framing: Object}},
		{"writeObject and reset", Auto, header + "t\x00\x06D0D4J4yt\x00\x06A6A5A0", understood{Texts: two, Framing: Object}},
		{"only the header", Auto, header, understood{Framing: Object}},
		{"half a header", Auto, header[:3], understood{Framing: Auto, Rest: header[:3]}},
		{"ObjectOutputStream.writeUTF", Auto, header + "w\x08\x00\x06D0D4J4", understood{Texts: two[:1], Framing: Block}},
		{"ObjectOutputStream.writeBytes", Auto, header + "w\x06D0D4J4w\x00", understood{Texts: two[:1], Framing: Block}},
		{"an object of their own", Auto, header + "sr\x00\x04Turn", understood{Framing: Object, Rest: "sr\x00\x04Turn",
			Err: "object stream item 0x73, want a string (0x74)"}},
		{"another header", Auto, "\xac\xed\x00\x04", understood{Framing: Auto, Rest: "\xac\xed\x00\x04",
			Err: "object stream item 0xac, want a string (0x74)"}},
		{"a string too long", Object, "t\x10\x01", understood{Framing: Object, Rest: "t\x10\x01",
			Err: "a message of 4097 bytes, want at most 4096"}},

		{"garbage", Auto, "\xff\xfe\x01\n", understood{Texts: []string{"\xff\xfe\x01"}, Framing: Line}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			check := func(packets ...string) {
				t.Helper()
				if diff := cmp.Diff(tt.want, understand(t, tt.framing, packets...)); diff != "" {
					t.Errorf("%q (-want +got):\n%s", packets, diff)
				}
			}
			check(tt.stream)
			if tt.want.Err != "" {
				return // what is wrong may be seen before the stream is whole
			}
			for i := 1; i < len(tt.stream); i++ {
				check(tt.stream[:i], tt.stream[i:])
			}
			check(strings.Split(tt.stream, "")...)
		})
	}
}

func TestNextBoundsMessages(t *testing.T) {
	long := strings.Repeat("x", maxMessage)
	for _, f := range []Framing{Auto, Line} {
		if _, _, _, err := f.next([]byte(long)); !errors.Is(err, errMore) {
			t.Errorf("%v: %d bytes: %v, want more", f, len(long), err)
		}
		if text, _, _, err := f.next([]byte(long + "\n")); text != long || err != nil {
			t.Errorf("%v: a line of %d bytes: %v", f, len(long), err)
		}
		for _, over := range []string{long + "x", long + "x\n"} {
			_, _, _, err := f.next([]byte(over))
			if want := "the line has more than 4096 bytes"; fmt.Sprint(err) != want {
				t.Errorf("%v: %d bytes: %v, want %s", f, len(over), err, want)
			}
		}
	}
}

func TestParseTurn(t *testing.T) {
	want := move(t, "D0D4J4")
	for _, text := range []string{
		"D0D4J4", "d0d4j4", " D0D4J4\t", "D0D4J4\r", "D0D4J4\r\n", "D0D4J4\x00\x00\x00", "\x00D0D4J4",
		"D0-D4-J4", "D0/D4/J4", "D0,D4,J4", "D0-D4(J4)", "(D0, D4, J4)", "D0 D4 J4", "D0\tD4\tJ4", "d0 - d4 ( j4 )",
		"RED: D0D4J4", "Your move> D0D4J4", "12:30 RED> d0-d4(j4)", "move:D0D4J4", ">D0D4J4",
	} {
		m, meant, err := parseTurn(text)
		if m != want || !meant || err != nil {
			t.Errorf("parseTurn(%q) = %v, %v, %v", text, m, meant, err)
		}
		if m, err := ParseTurn(text); m != want || err != nil {
			t.Errorf("ParseTurn(%q) = %v, %v", text, m, err)
		}
	}
	for _, text := range []string{"", " ", "\r\n", "\x00\x00", "# D0D4J4", "  # hello: D0D4J4"} {
		if m, meant, err := parseTurn(text); meant || err != nil {
			t.Errorf("parseTurn(%q) = %v, %v, %v, want no meaning", text, m, meant, err)
		}
		if _, err := ParseTurn(text); err == nil {
			t.Errorf("ParseTurn(%q) found a turn", text)
		}
	}
}

func TestParseTurnErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"D0D4", `message "D0D4" is not a turn: turn "D0D4": character 5: want a column letter A-J`},
		{"D0D4K4", `message "D0D4K4" is not a turn: turn "D0D4K4": character 5: want a column letter A-J`},
		{"d1-d10(g7)", `message "d1-d10(g7)" is not a turn: turn "D1D10G7": character 5: want a column letter A-J`},
		{"D0D4J4J", `message "D0D4J4J" is not a turn: turn "D0D4J4J": character 7: want the end of the turn`},
		{"I resign", `message "I resign" is not a turn: turn "IRESIGN": character 2: want a row digit 0-9`},
		{"RED:", `message "RED:" is not a turn: turn "": character 1: want a column letter A-J`},
		{"\xff\xfe\x1b[2J", `message "\xff\xfe\x1b[2J" is not a turn: turn "��\x1b[2J": character 1: want a column letter A-J`},
	} {
		_, meant, err := parseTurn(tt.text)
		if diff := cmp.Diff(tt.want, fmt.Sprint(err)); diff != "" || !meant {
			t.Errorf("parseTurn(%q), meant %v (-want +got):\n%s", tt.text, meant, diff)
		}
	}
	_, _, err := parseTurn(strings.Repeat("long", 1000))
	if len(err.Error()) > 400 {
		t.Errorf("the error about a long message has %d bytes", len(err.Error()))
	}
}
