// Package xmlrpc speaks XML-RPC the way Python's library does: a client, over HTTP or HTTPS, that calls with the bytes that
// Python sends and reads what Python reads, and a server, over plain HTTP, that answers what Python answers.
package xmlrpc

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits on documents of strangers.
const (
	maxDocument  = 1 << 20 // bytes
	maxExpansion = 1 << 20 // bytes that all entities together expand to
	maxNesting   = 16      // entities within entities
)

// XMLError says that a document is not well-formed.
type XMLError struct {
	Line, Column int // of the byte; lines from 1, columns from 0
	Why          string
}

func (e *XMLError) Error() string {
	return fmt.Sprintf("%s: line %d, column %d", e.Why, e.Line, e.Column)
}

// handler receives the parts of a document in order. Names include their prefixes. An error ends the reading.
type handler interface {
	start(name string) error
	end(name string) error
	text(data []byte)
}

// scanner reads a document like a non-validating parser (XML 1.0, fifth edition): it checks well-formedness, expands entities of
// the internal subset, and checks attributes but does not report them.
type scanner struct {
	data     []byte
	at       int
	h        handler
	open     []string          // elements
	entities map[string]string // general entities; external ones are empty
	lax      bool              // there may be declarations that we do not read, so unknown entities are empty
	spent    int               // bytes of expanded entities
	nesting  int               // depth of entities
}

// scan reads a document.
func scan(document []byte, h handler) error {
	text, err := decode(document)
	if err != nil {
		return err
	}
	s := &scanner{data: text, h: h}
	if s.has("<?xml") && len(s.data) > 5 && isSpace(s.data[5]) {
		if err := s.declaration(); err != nil {
			return err
		}
	}
	for doctype := false; ; {
		s.space()
		switch {
		case s.at == len(s.data):
			return s.wrong("no element found")
		case s.has("<!DOCTYPE") && !doctype:
			doctype = true
			err = s.doctype()
		case s.has("<!--") || s.has("<?"):
			err = s.aside()
		case s.data[s.at] == '<':
			err := s.startTag()
			if err == nil && len(s.open) > 0 {
				err = s.content(false)
			}
			if err != nil {
				return err
			}
			return s.trailer()
		default:
			err = s.wrong("syntax error")
		}
		if err != nil {
			return err
		}
	}
}

// trailer reads what may follow the root element.
func (s *scanner) trailer() error {
	for {
		s.space()
		switch {
		case s.at == len(s.data):
			return nil
		case s.has("<!--") || s.has("<?"):
			if err := s.aside(); err != nil {
				return err
			}
		default:
			return s.wrong("junk after document element")
		}
	}
}

func (s *scanner) wrong(format string, args ...any) error {
	before := s.data[:min(s.at, len(s.data))]
	line := 1 + bytes.Count(before, []byte("\n"))
	return &XMLError{line, len(before) - 1 - bytes.LastIndexByte(before, '\n'), fmt.Sprintf(format, args...)}
}

func (s *scanner) has(text string) bool {
	return len(s.data)-s.at >= len(text) && string(s.data[s.at:s.at+len(text)]) == text
}

// accept skips a text if it comes next, and reports whether it did.
func (s *scanner) accept(text string) bool {
	if s.has(text) {
		s.at += len(text)
		return true
	}
	return false
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// space skips white space and reports whether there was any.
func (s *scanner) space() bool {
	from := s.at
	for s.at < len(s.data) && isSpace(s.data[s.at]) {
		s.at++
	}
	return s.at > from
}

// until skips the data up to and including end, and returns the part before end.
func (s *scanner) until(end string) ([]byte, error) {
	n := bytes.Index(s.data[s.at:], []byte(end))
	if n < 0 {
		return nil, s.wrong("unclosed token")
	}
	inside := s.data[s.at : s.at+n]
	s.at += n + len(end)
	return inside, nil
}

func (s *scanner) name() (string, error) {
	from := s.at
	for s.at < len(s.data) {
		c := s.data[s.at]
		if c < utf8.RuneSelf {
			if !nameByte[c] || s.at == from && (c == '-' || c == '.' || '0' <= c && c <= '9') {
				break
			}
			s.at++
			continue
		}
		r, size := utf8.DecodeRune(s.data[s.at:])
		if !unicode.IsLetter(r) && (s.at == from || !unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Lm) && r != 0xb7) {
			break
		}
		s.at += size
	}
	if s.at == from {
		return "", s.wrong("not well-formed (invalid token)")
	}
	return intern(s.data[from:s.at]), nil
}

// intern makes a name a string; names that every reply has are not allocated again.
func intern(name []byte) string {
	for _, known := range [...]string{"value", "int", "param", "params", "data", "array", "methodResponse"} {
		if string(name) == known {
			return known
		}
	}
	return string(name)
}

// nameByte are the ASCII characters of names.
var nameByte = func() (table [128]bool) {
	for c := range byte(128) {
		table[c] = 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("_:-.", c) >= 0
	}
	return table
}()

// declaration reads <?xml version="1.0" encoding="utf-8" standalone="yes"?>; decode has handled the encoding.
func (s *scanner) declaration() error {
	s.at += len("<?xml")
	wanted := []string{"version", "encoding", "standalone"}
	for i := 0; ; {
		space := s.space()
		if s.accept("?>") {
			if i == 0 {
				return s.wrong("XML declaration not well-formed")
			}
			return nil
		}
		name, err := s.name()
		for i > 0 && i < 3 && wanted[i] != name {
			i++
		}
		if err != nil || !space || i == 3 || wanted[i] != name {
			return s.wrong("XML declaration not well-formed")
		}
		value, err := s.literal(true)
		if err != nil {
			return err
		}
		if name == "encoding" && (value == "" || value[0]|0x20 < 'a') || name == "standalone" && value != "yes" && value != "no" ||
			strings.Trim(value, declarationCharacters) != "" {
			return s.wrong("XML declaration not well-formed")
		}
		i++
	}
}

const declarationCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"

// literal reads a quoted text, after an equals sign if assigned is true.
func (s *scanner) literal(assigned bool) (string, error) {
	if assigned {
		s.space()
		if !s.accept("=") {
			return "", s.wrong("not well-formed (invalid token)")
		}
		s.space()
	}
	for _, mark := range []string{`"`, `'`} {
		if s.accept(mark) {
			inside, err := s.until(mark)
			return string(inside), err
		}
	}
	return "", s.wrong("not well-formed (invalid token)")
}

// aside reads a comment or a processing instruction.
func (s *scanner) aside() error {
	if s.accept("<!--") {
		inside, err := s.until("--")
		if err != nil {
			return err
		}
		if !s.accept(">") {
			return s.wrong("not well-formed (invalid token)")
		}
		return s.legal(inside)
	}
	s.at += len("<?")
	target, err := s.name()
	if err != nil {
		return err
	}
	if strings.EqualFold(target, "xml") {
		return s.wrong("XML or text declaration not at start of entity")
	}
	space := s.space()
	inside, err := s.until("?>")
	if err == nil && !space && len(inside) > 0 {
		return s.wrong("not well-formed (invalid token)")
	}
	if err != nil {
		return err
	}
	return s.legal(inside)
}

// legal finds characters that a document must not contain.
func (s *scanner) legal(data []byte) error {
	for i, c := range data {
		if c >= 0x20 && c != 0xef || c == '\n' || c == '\t' || c == '\r' {
			continue
		}
		if c != 0xef || i+2 < len(data) && data[i+1] == 0xbf && data[i+2] >= 0xbe { // U+FFFE and U+FFFF
			return s.wrong("not well-formed (invalid token)")
		}
	}
	return nil
}

// content reads elements and text: to the end of the element that is open, or, in an entity, to the end of the data.
func (s *scanner) content(entity bool) error {
	for {
		switch {
		case s.at == len(s.data):
			if entity && len(s.open) == 0 {
				return nil
			}
			return s.wrong("no element found")
		case s.data[s.at] != '<':
			if err := s.characters(); err != nil {
				return err
			}
			continue
		case s.has("<!--") || s.has("<?"):
			if err := s.aside(); err != nil {
				return err
			}
			continue
		case s.accept("<![CDATA["):
			inside, err := s.until("]]>")
			if err == nil {
				err = s.legal(inside)
			}
			if err != nil {
				return err
			}
			s.h.text(lineFeeds(inside))
			continue
		case s.has("</"):
			if len(s.open) == 0 {
				return s.wrong("mismatched tag")
			}
			if err := s.endTag(); err != nil {
				return err
			}
		default:
			if err := s.startTag(); err != nil {
				return err
			}
		}
		if len(s.open) == 0 && !entity {
			return nil
		}
	}
}

func (s *scanner) startTag() error {
	s.at++
	name, err := s.name()
	if err != nil {
		return err
	}
	var seen map[string]bool
	for {
		space := s.space()
		if s.accept(">") {
			s.open = append(s.open, name)
			return s.h.start(name)
		}
		if s.accept("/>") {
			if err := s.h.start(name); err != nil {
				return err
			}
			return s.h.end(name)
		}
		if s.at == len(s.data) {
			return s.wrong("unclosed token")
		}
		attribute, err := s.name()
		if err != nil {
			return err
		}
		if !space {
			return s.wrong("not well-formed (invalid token)")
		}
		if seen == nil {
			seen = map[string]bool{}
		}
		if seen[attribute] {
			return s.wrong("duplicate attribute")
		}
		seen[attribute] = true
		value, err := s.literal(true)
		if err == nil {
			err = s.attributeValue(value)
		}
		if err != nil {
			return err
		}
	}
}

// attributeValue checks a value, with the entities in it.
func (s *scanner) attributeValue(value string) error {
	if strings.IndexByte(value, '<') >= 0 {
		return s.wrong("not well-formed (invalid token)")
	}
	if err := s.legal([]byte(value)); err != nil {
		return err
	}
	inner := &scanner{data: []byte(value), entities: s.entities, lax: s.lax, spent: s.spent, nesting: s.nesting}
	for {
		next := bytes.IndexByte(inner.data[inner.at:], '&')
		if next < 0 {
			s.spent = inner.spent
			return nil
		}
		inner.at += next
		text, entity, err := inner.reference()
		if err == nil && entity {
			if err = inner.enter(len(text)); err == nil {
				inner.nesting++
				err = inner.attributeValue(text)
				inner.nesting--
			}
		}
		if err != nil {
			return s.wrong("%s", err.(*XMLError).Why)
		}
	}
}

func (s *scanner) endTag() error {
	at := s.at
	s.at += len("</")
	name, err := s.name()
	if err != nil {
		return err
	}
	s.space()
	if !s.accept(">") {
		return s.wrong("not well-formed (invalid token)")
	}
	last := len(s.open) - 1
	if s.open[last] != name {
		s.at = at + len("</")
		return s.wrong("mismatched tag")
	}
	s.open = s.open[:last]
	return s.h.end(name)
}

// characters reads text up to the next tag.
func (s *scanner) characters() error {
	end := bytes.IndexAny(s.data[s.at:], "<&")
	if end < 0 {
		end = len(s.data) - s.at
	}
	inside := s.data[s.at : s.at+end]
	if err := s.legal(inside); err != nil {
		return err
	}
	if bytes.Contains(inside, []byte("]]>")) {
		return s.wrong("not well-formed (invalid token)")
	}
	s.h.text(lineFeeds(inside))
	s.at += end
	if s.at == len(s.data) || s.data[s.at] != '&' {
		return nil
	}
	text, entity, err := s.reference()
	if err != nil {
		return err
	}
	if !entity {
		s.h.text([]byte(text))
		return nil
	}
	if err := s.enter(len(text)); err != nil {
		return err
	}
	inner := &scanner{data: []byte(text), h: s.h, entities: s.entities, lax: s.lax, spent: s.spent, nesting: s.nesting + 1}
	if err := inner.content(true); err != nil {
		if broken, ok := err.(*XMLError); ok {
			return s.wrong("%s, in an entity", broken.Why)
		}
		return err
	}
	s.spent = inner.spent
	return nil
}

// lineFeeds replaces every line end by a line feed.
func lineFeeds(data []byte) []byte {
	if bytes.IndexByte(data, '\r') < 0 {
		return data
	}
	return bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
}
