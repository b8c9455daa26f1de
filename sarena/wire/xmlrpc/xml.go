// Package xmlrpc speaks XML-RPC the way Python's library does: a client, over HTTP or HTTPS, that calls with the bytes that
// Python sends and reads what Python reads, and a server, over plain HTTP, that answers what Python answers.
package xmlrpc

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDocument is the largest document of a stranger, in bytes.
const maxDocument = 1 << 20

// XMLError says that a document is not well-formed, in the words of Python's parser.
type XMLError struct {
	Line, Column int // of the byte; lines from 1, columns from 0
	Why          string
}

func (e *XMLError) Error() string {
	return fmt.Sprintf("%s: line %d, column %d", e.Why, e.Line, e.Column)
}

// handler receives the parts of a document in order. Names have no prefixes. An error ends the reading.
type handler interface {
	start(name string) error
	end(name string) error
	text(data []byte)
}

// scanner reads a document. Unlike Python's parser it does not know the entities of a document type, which no program writes.
type scanner struct {
	data []byte
	h    handler
	open []xml.Name // elements
	done bool       // the root element has ended
}

// scan reads a document.
func scan(document []byte, h handler) error {
	s := &scanner{data: document, h: h}
	if len(document) > maxDocument {
		return s.wrong(0, "the document is longer than a mebibyte")
	}
	s.data = narrow(document)
	d := xml.NewDecoder(bytes.NewReader(s.data))
	d.CharsetReader = charset
	for {
		at := int(d.InputOffset())
		token, err := d.RawToken()
		switch {
		case err == io.EOF && s.done:
			return nil
		case err == io.EOF:
			return s.wrong(at, "no element found")
		case err != nil:
			return s.wrong(int(d.InputOffset()), reason(err))
		}
		if err := s.take(at, token); err != nil {
			return err
		}
	}
}

// take handles the token at an offset.
func (s *scanner) take(at int, token xml.Token) error {
	inside := len(s.open) > 0
	switch t := token.(type) {
	case xml.StartElement:
		if s.done {
			return s.wrong(at, "junk after document element")
		}
		s.open = append(s.open, t.Name)
		return s.h.start(t.Name.Local)
	case xml.EndElement:
		if !inside || s.open[len(s.open)-1] != t.Name {
			return s.wrong(at+len("</"), "mismatched tag")
		}
		s.open = s.open[:len(s.open)-1]
		s.done = len(s.open) == 0
		return s.h.end(t.Name.Local)
	case xml.CharData:
		blank := len(t) - len(bytes.TrimLeft(t, " \t\r\n"))
		switch {
		case inside:
			s.h.text(t)
		case blank < len(t) && s.done:
			return s.wrong(at+blank, "junk after document element")
		case blank < len(t):
			return s.wrong(at+blank, "syntax error")
		}
	case xml.ProcInst:
		if t.Target == "xml" && at > 0 {
			return s.wrong(at, "XML or text declaration not at start of entity")
		}
	case xml.Directive:
		if inside || s.done {
			return s.wrong(at, "not well-formed (invalid token)")
		}
	}
	return nil
}

func (s *scanner) wrong(at int, why string) error {
	before := s.data[:min(at, len(s.data))]
	return &XMLError{1 + bytes.Count(before, []byte("\n")), len(before) - 1 - bytes.LastIndexByte(before, '\n'), why}
}

// reason returns what Python's parser says of an error of encoding/xml.
func reason(err error) string {
	syntax, ok := errors.AsType[*xml.SyntaxError](err)
	switch {
	case errors.Is(err, errEncoding):
		return errEncoding.Error()
	case ok && strings.HasPrefix(syntax.Msg, "unexpected EOF"):
		return "unclosed token"
	case ok && strings.HasPrefix(syntax.Msg, "invalid character entity"):
		return "undefined entity"
	}
	return "not well-formed (invalid token)"
}

// narrow returns a document in UTF-16, which has a byte order mark, in UTF-8. It drops the mark of any document.
func narrow(document []byte) []byte {
	if len(document) < 2 || len(document)%2 != 0 {
		return bytes.TrimPrefix(document, []byte("\uFEFF"))
	}
	high := 0
	switch [2]byte(document) {
	case [2]byte{0xff, 0xfe}:
		high = 1
	case [2]byte{0xfe, 0xff}:
	default:
		return bytes.TrimPrefix(document, []byte("\uFEFF"))
	}
	units := make([]uint16, len(document)/2-1)
	for i := range units {
		units[i] = uint16(document[2*i+2+high])<<8 | uint16(document[2*i+3-high])
	}
	return []byte(string(utf16.Decode(units)))
}

var errEncoding = errors.New("unknown encoding")

// charset decodes the encodings that documents declare beside UTF-8.
func charset(label string, input io.Reader) (io.Reader, error) {
	label = strings.ToLower(label)
	switch label {
	case "utf-16": // narrow has decoded it
		return input, nil
	case "us-ascii", "ascii", "iso-8859-1", "latin-1", "latin1":
		data, err := io.ReadAll(input)
		var text []byte
		for _, c := range data {
			if c >= utf8.RuneSelf && strings.HasSuffix(label, "ascii") {
				return nil, errors.New("not ASCII")
			}
			text = utf8.AppendRune(text, rune(c))
		}
		return bytes.NewReader(text), err
	}
	return nil, errEncoding
}
