package xmlrpc

import (
	"strconv"
	"strings"
)

// doctype reads <!DOCTYPE ...> with its internal subset.
func (s *scanner) doctype() error {
	s.at += len("<!DOCTYPE")
	if !s.space() {
		return s.wrong("syntax error")
	}
	if _, err := s.name(); err != nil {
		return err
	}
	space := s.space()
	external, err := s.externalID()
	if err != nil {
		return err
	}
	if external && !space {
		return s.wrong("syntax error")
	}
	s.lax = s.lax || external
	s.space()
	if s.accept("[") {
		for !s.accept("]") {
			if err := s.declare(); err != nil {
				return err
			}
		}
		s.space()
	}
	if !s.accept(">") {
		return s.wrong("syntax error")
	}
	return nil
}

// externalID reads SYSTEM "..." or PUBLIC "..." "...", if there is one.
func (s *scanner) externalID() (found bool, err error) {
	literals := 0
	switch {
	case s.accept("SYSTEM"):
		literals = 1
	case s.accept("PUBLIC"):
		literals = 2
	}
	for range literals {
		if !s.space() {
			return true, s.wrong("syntax error")
		}
		if _, err := s.literal(false); err != nil {
			return true, err
		}
	}
	return literals > 0, nil
}

// declare reads one part of the internal subset. Everything except entities is skipped.
func (s *scanner) declare() error {
	switch {
	case s.space():
		return nil
	case s.at == len(s.data):
		return s.wrong("no element found")
	case s.has("<!--") || s.has("<?"):
		return s.aside()
	case s.accept("%"):
		if _, err := s.name(); err != nil {
			return err
		}
		if !s.accept(";") {
			return s.wrong("not well-formed (invalid token)")
		}
		s.lax = true
		return nil
	case s.accept("<!ENTITY"):
		return s.entity()
	case s.accept("<!ELEMENT"), s.accept("<!ATTLIST"), s.accept("<!NOTATION"):
		return s.pass()
	}
	return s.wrong("syntax error")
}

// pass skips a declaration: to the next > outside quotes.
func (s *scanner) pass() error {
	for s.at < len(s.data) {
		switch c := s.data[s.at]; c {
		case '>':
			s.at++
			return nil
		case '"', '\'':
			if _, err := s.literal(false); err != nil {
				return err
			}
		case '<':
			return s.wrong("not well-formed (invalid token)")
		default:
			s.at++
		}
	}
	return s.wrong("unclosed token")
}

func (s *scanner) entity() error {
	if !s.space() {
		return s.wrong("syntax error")
	}
	parameter := s.accept("%")
	if parameter && !s.space() {
		return s.wrong("not well-formed (invalid token)")
	}
	name, err := s.name()
	if err != nil {
		return err
	}
	if !s.space() {
		return s.wrong("syntax error")
	}
	external, err := s.externalID()
	if err != nil {
		return err
	}
	text := ""
	if !external {
		if text, err = s.literal(false); err != nil {
			return err
		}
		if text, err = s.entityText(text); err != nil {
			return err
		}
	}
	if external {
		return s.pass() // NDATA may follow
	}
	s.space()
	if !s.accept(">") {
		return s.wrong("syntax error")
	}
	if _, known := s.entities[name]; !known && !parameter && !s.lax { // the first declaration counts
		if s.entities == nil {
			s.entities = map[string]string{}
		}
		s.entities[name] = text
	}
	return nil
}

// entityText expands references to characters in the text of an entity, as a parser does when the entity is declared.
func (s *scanner) entityText(text string) (string, error) {
	if err := s.legal([]byte(text)); err != nil {
		return "", err
	}
	if strings.IndexByte(text, '%') >= 0 {
		return "", s.wrong("illegal parameter entity reference")
	}
	var b strings.Builder
	for {
		from := strings.Index(text, "&#")
		if from < 0 {
			b.WriteString(text)
			return b.String(), nil
		}
		b.WriteString(text[:from])
		digits, rest, found := strings.Cut(text[from+2:], ";")
		base := 10
		if hex, ok := strings.CutPrefix(digits, "x"); ok {
			digits, base = hex, 16
		}
		n, err := strconv.ParseUint(digits, base, 32)
		if err != nil || !found || !isChar(rune(n)) {
			return "", s.wrong("reference to invalid character number")
		}
		b.WriteRune(rune(n))
		text = rest
	}
}

// enter counts the expansion of an entity. That also stops an entity that contains itself.
func (s *scanner) enter(size int) error {
	s.spent += size + 1
	if s.nesting == maxNesting || s.spent > maxExpansion {
		return s.wrong("entities expand too far")
	}
	return nil
}

// reference reads &name; or &#number;. entity says that the text comes from an entity, so that it may contain markup.
func (s *scanner) reference() (text string, entity bool, err error) {
	s.at++
	if s.accept("#") {
		base := 10
		if s.accept("x") {
			base = 16
		}
		digits, err := s.until(";")
		if err != nil {
			return "", false, err
		}
		n, err := strconv.ParseUint(string(digits), base, 32)
		if err != nil || !isChar(rune(n)) {
			return "", false, s.wrong("reference to invalid character number")
		}
		return string(rune(n)), false, nil
	}
	name, err := s.name()
	if err != nil {
		return "", false, err
	}
	if !s.accept(";") {
		return "", false, s.wrong("not well-formed (invalid token)")
	}
	switch name {
	case "lt":
		return "<", false, nil
	case "gt":
		return ">", false, nil
	case "amp":
		return "&", false, nil
	case "apos":
		return "'", false, nil
	case "quot":
		return `"`, false, nil
	}
	text, known := s.entities[name]
	if !known && !s.lax {
		return "", false, s.wrong("undefined entity")
	}
	return text, true, nil
}

func isChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' ||
		0x20 <= r && r < 0xd800 || 0xe000 <= r && r < 0xfffe || 0x10000 <= r && r <= 0x10ffff
}
