package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/amazons"
)

// Framing is how turns are separated on a stream. The course sheet of 2001 left that to the class and its Java samples, so
// besides lines we know what the writers of java.io send.
type Framing uint8

// The framings. Auto recognises the peer's framing and then uses it; before that it sends Line.
const (
	Auto   Framing = iota
	Line           // D0D4J4 and a line feed
	Raw            // six bytes and nothing between turns: OutputStream.write
	UTF            // two bytes of length, then the text: DataOutputStream.writeUTF
	Chars          // UTF-16, big endian: DataOutputStream.writeChars
	Object         // an object stream of strings: ObjectOutputStream.writeObject
	Block          // an object stream of blocks of text: ObjectOutputStream.writeUTF
)

var framings = []string{Auto: "auto", Line: "line", Raw: "raw", UTF: "utf", Chars: "chars", Object: "object", Block: "block"}

func (f Framing) String() string { return framings[f] }

// ParseFraming reads the name of a framing.
func ParseFraming(text string) (Framing, error) {
	for f, name := range framings {
		if name == text {
			return Framing(f), nil
		}
	}
	return Auto, fmt.Errorf("framing %q: want %s", text, strings.Join(framings, ", "))
}

// objectHeader begins every object stream, both of Object and of Block.
var objectHeader = []byte{0xac, 0xed, 0x00, 0x05}

// AppendTurn appends a turn to dst as it is sent. The header of an object stream is not part of a turn.
func (f Framing) AppendTurn(dst []byte, m amazons.Move) []byte {
	switch f {
	case Raw:
		return m.AppendTo(dst)
	case UTF:
		return m.AppendTo(append(dst, 0, 6))
	case Chars:
		for _, c := range m.AppendTo(nil) {
			dst = append(dst, 0, c)
		}
		return dst
	case Object:
		return m.AppendTo(append(dst, tcString, 0, 6))
	case Block:
		return m.AppendTo(append(dst, tcBlockData, 8, 0, 6))
	}
	return append(m.AppendTo(dst), '\n')
}

// maxMessage is the longest message of a peer, in bytes.
const maxMessage = 4096

var (
	errMore  = errors.New("the message goes on")
	errMaybe = errors.New("the message is whole unless more follows") // Auto: a turn that may be a line
)

// next takes the first message off data, which must not be empty. It returns the text of the message (maybe blank), the data
// after it, and the framing, which is no longer Auto once it is recognised. With errMore it needs more data.
func (f Framing) next(data []byte) (text string, rest []byte, _ Framing, err error) {
	if f == Auto {
		switch {
		case data[0] == objectHeader[0]:
			f = Object
		case data[0] == 0 && len(data) == 1:
			return "", data, Auto, errMore
		case data[0] == 0 && data[1] >= 'A':
			f = Chars
		case data[0] == 0:
			f = UTF
		default:
			return autoText(data)
		}
	}
	switch f {
	case Object, Block:
		return f.item(data)
	case UTF:
		if len(data) < 2 {
			return "", data, f, errMore
		}
		return f.counted(data, 2, int(binary.BigEndian.Uint16(data)))
	case Chars:
		if len(data) < 2 {
			return "", data, f, errMore
		}
		if isBlank(data[1]) && data[0] == 0 {
			return "", data[2:], f, nil
		}
		if len(data) < 12 {
			return "", data, f, errMore
		}
		var b []byte
		for i := 0; i < 12; i += 2 {
			if data[i] != 0 {
				return "", data, f, fmt.Errorf("bytes % x are not the six UTF-16 characters of a turn", data[:12])
			}
			b = append(b, data[i+1])
		}
		return string(b), data[12:], f, nil
	case Raw:
		if isBlank(data[0]) {
			return "", data[1:], f, nil
		}
		if len(data) < 6 {
			return "", data, f, errMore
		}
		return string(data[:6]), data[6:], f, nil
	}
	return f.line(data)
}

// line reads a line; then the framing is known.
func (f Framing) line(data []byte) (string, []byte, Framing, error) {
	line, rest, whole := bytes.Cut(data, []byte("\n"))
	switch {
	case len(line) > maxMessage:
		return "", data, f, fmt.Errorf("the line has more than %d bytes", maxMessage)
	case !whole:
		return "", data, f, errMore
	}
	return string(line), rest, Line, nil
}

// autoText reads text whose framing is not known yet: a line, or a bare turn after which nothing comes but the rest of a
// buffer or the next turn.
func autoText(data []byte) (string, []byte, Framing, error) {
	text, rest, f, err := Auto.line(data)
	bare := bytes.TrimRight(data, " \t\r\x00")
	if !errors.Is(err, errMore) || len(bare) < 6 {
		return text, rest, f, err
	}
	_, wrong := amazons.ParseMove(strings.ToUpper(string(bare[:6])))
	switch {
	case wrong != nil:
	case len(bare) == 6:
		return string(bare), nil, Raw, errMaybe
	case bare[6] == 0 || letter(bare[6]):
		return string(bare[:6]), data[6:], Raw, nil
	}
	return text, rest, f, err
}

// The first bytes of the items of an object stream, with the names of its specification.
const (
	tcString    = 't'
	tcBlockData = 'w'
	tcReset     = 'y'
)

// item reads one item of an object stream: its header, a string, or a block of data that holds the text as writeUTF or
// writeBytes left it.
func (f Framing) item(data []byte) (string, []byte, Framing, error) {
	n := min(len(data), len(objectHeader))
	switch {
	case bytes.Equal(data, objectHeader[:n]) && n < len(objectHeader):
		return "", data, f, errMore
	case bytes.HasPrefix(data, objectHeader):
		return "", data[n:], f, nil
	case data[0] == tcReset:
		return "", data[1:], f, nil
	case data[0] == tcString && len(data) >= 3:
		return Object.counted(data, 3, int(binary.BigEndian.Uint16(data[1:])))
	case data[0] == tcBlockData && len(data) >= 2:
		text, rest, f, err := Block.counted(data, 2, int(data[1]))
		if len(text) > 2 && text[0] == 0 && int(text[1]) == len(text)-2 {
			text = text[2:]
		}
		return text, rest, f, err
	case data[0] == tcString || data[0] == tcBlockData:
		return "", data, f, errMore
	}
	return "", data, f, fmt.Errorf("object stream item %#02x, want a string (0x74)", data[0])
}

// counted reads a text of n bytes that follows head bytes.
func (f Framing) counted(data []byte, head, n int) (string, []byte, Framing, error) {
	switch {
	case n > maxMessage:
		return "", data, f, fmt.Errorf("a message of %d bytes, want at most %d", n, maxMessage)
	case len(data) < head+n:
		return "", data, f, errMore
	}
	return string(data[head : head+n]), data[head+n:], f, nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == 0 }

var separators = strings.NewReplacer("-", "", "/", "", ",", "", "(", "", ")", "", " ", "", "\t", "")

// parseTurn reads a turn as peers may write it: in lower case, with separators, after a prompt that ends in : or >. meant is
// false for a message without a meaning: blank, or a comment.
func parseTurn(message string) (m amazons.Move, meant bool, err error) {
	message = strings.Trim(message, " \t\r\n\x00")
	if message == "" || message[0] == '#' {
		return m, false, nil
	}
	text := message[strings.LastIndexAny(message, ":>")+1:] // after the prompt, if there is one
	m, err = amazons.ParseMove(strings.ToUpper(separators.Replace(text)))
	if err != nil {
		err = fmt.Errorf("message %.60q is not a turn: %w", message, err)
	}
	return m, true, err
}

// ParseTurn reads a turn as people and peers may write it: in either case, with or without separators between the squares.
func ParseTurn(text string) (amazons.Move, error) {
	m, meant, err := parseTurn(text)
	if inner := errors.Unwrap(err); inner != nil { // the person who types it knows what the message was
		err = inner
	}
	if err == nil && !meant {
		err = fmt.Errorf("%q is no turn", text)
	}
	return m, err
}
