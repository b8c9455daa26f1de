package xmlrpc

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

var (
	// declared finds the encoding that a document declares.
	declared = regexp.MustCompile(`^<\?xml\s+version\s*=\s*(?:"[^"]*"|'[^']*')\s+encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']`)
	// singleByte are the encodings that Python knows and whose lower half is ASCII; in their names, separators are written as _.
	singleByte = regexp.MustCompile(`^(?:` +
		`ascii|646|ansi_x3_4_19(?:68|86)|ibm367|cp367|iso646_us|iso_646_irv_1991|iso_ir_6|us|csascii|` +
		`latin_?(?:[1-9]|10)|l(?:[1-9]|10)|8859|cp819|ibm819|iso8859|iso_?8859_?(?:[1-9]|1[013-6])(?:_[12][0-9]{3})?|iso_ir_[0-9]+|` +
		`cyrillic|greek8?|arabic|hebrew|thai|ecma_11[48]|asmo_708|elot_928|` +
		`(?:cp|ibm)?(?:437|775|85[02578]|86[0-69])|cp(?:720|737|856|874|1006|1125)|(?:cp|windows_?)?125[0-8]|ruscii|` +
		`koi8_[rtu]|mac_?(?:arabic|croatian|cyrillic|farsi|greek|iceland|latin2|roman|romanian|turkish|centeuro)|macintosh|` +
		`kz_?1048|strk1048_2002|rk1048|(?:cs)?ptcp154|cp154|pt154|cyrillic_asian|` +
		`tis_?620(?:_0|_2529_[01])?|hp_roman8|roman8|r8|palmos` + `)$`)
	latin1     = regexp.MustCompile(`^(?:iso[-_]?8859[-_]1|latin[-_]?1|l1|cp819)$`)
	separators = regexp.MustCompile(`[^a-z0-9]+`)
)

// decode turns a document into UTF-8 by its byte order mark or its declaration.
func decode(document []byte) ([]byte, error) {
	wrong := func(why string) ([]byte, error) { return nil, &XMLError{1, 0, why} }
	if len(document) > maxDocument {
		return wrong("the document is longer than a mebibyte")
	}
	text, wide := document, false
	if len(document) >= 2 {
		switch pair := [2]byte(document[:2]); {
		case pair == [2]byte{0xfe, 0xff}, pair == [2]byte{0, '<'}:
			text, wide = wideText(document, 0, 1), true
		case pair == [2]byte{0xff, 0xfe}, pair == [2]byte{'<', 0}:
			text, wide = wideText(document, 1, 0), true
		}
	}
	if wide && text == nil {
		return wrong("not well-formed (invalid token)")
	}
	if !wide {
		text = bytes.TrimPrefix(document, []byte("\uFEFF"))
	}
	encoding := ""
	if end := bytes.Index(text, []byte("?>")); end >= 0 && bytes.Contains(text[:end], []byte("encoding")) {
		if m := declared.FindSubmatch(text[:end]); m != nil {
			encoding = strings.ToLower(string(m[1]))
		}
	}
	switch {
	case wide:
		if encoding != "" && encoding != "utf-16" {
			return wrong("encoding specified in XML declaration is incorrect")
		}
		return text, nil
	case encoding == "" || encoding == "utf-8":
		if !utf8.Valid(text) {
			return wrong("not well-formed (invalid token)")
		}
		return text, nil
	case encoding == "utf-16":
		return wrong("encoding specified in XML declaration is incorrect")
	case encoding == "us-ascii":
		for _, c := range text {
			if c >= utf8.RuneSelf {
				return wrong("not well-formed (invalid token)")
			}
		}
		return text, nil
	case !singleByte.MatchString(separators.ReplaceAllString(encoding, "_")):
		return wrong("unknown encoding")
	}
	return narrowText(text, encoding), nil
}

// wideText decodes UTF-16; high and low are the places of the two bytes of a unit. It drops a byte order mark. It returns nil if
// data is not UTF-16.
func wideText(data []byte, high, low int) []byte {
	if len(data)%2 != 0 {
		return nil
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = uint16(data[2*i+high])<<8 | uint16(data[2*i+low])
	}
	if units[0] == 0xfeff {
		units = units[1:]
	}
	runes := utf16.Decode(units)
	if strings.ContainsRune(string(runes), utf8.RuneError) && !hasReplacement(units) {
		return nil // half a surrogate pair
	}
	return []byte(string(runes))
}

func hasReplacement(units []uint16) bool {
	for _, u := range units {
		if u == utf8.RuneError {
			return true
		}
	}
	return false
}

// narrowText decodes an encoding with one byte per character. The upper half is that of Latin-1 or unknown: numbers and names in
// an answer are ASCII, and other text is only shown.
func narrowText(data []byte, encoding string) []byte {
	latin := latin1.MatchString(encoding)
	text := make([]byte, 0, len(data))
	for _, c := range data {
		switch {
		case c < utf8.RuneSelf:
			text = append(text, c)
		case latin:
			text = utf8.AppendRune(text, rune(c))
		default:
			text = utf8.AppendRune(text, utf8.RuneError)
		}
	}
	return text
}
