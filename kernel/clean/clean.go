// Package clean makes text that strangers wrote safe to keep in files and to show on terminals and pages.
package clean

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of the text that a player may add to its answers.
const (
	MaxSay    = 1024 // bytes of what it says with one answer
	MaxDetail = 500  // characters of a name, or of the description of a fault
)

// Text returns the content of a text file without the byte order mark with which some editors begin it.
func Text(content []byte) string { return strings.TrimPrefix(string(content), "\ufeff") }

// Line returns text as one line of at most most characters (at least 3): every control character, line separator, blank of
// another width and character that changes the direction of writing becomes a blank, what shows nothing is dropped, bytes that
// are not UTF-8 become U+FFFD, blanks at both ends are removed, and a text that is too long is cut and ends with "...".
func Line(text string, most int) string {
	text = strings.TrimSpace(runes(text))
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most-3]) + "..."
	}
	return text
}

// Say returns what a player says as one line of at most MaxSay bytes. Blanks at its ends stay.
func Say(text string) string {
	if len(text) > MaxSay {
		cut := MaxSay
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
	}
	text = runes(text)
	for len(text) > MaxSay { // replacing bytes by U+FFFD has made it longer
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// maxMarks is how many combining marks may follow each other: more than writing needs, too few to cover the lines around.
const maxMarks = 4

// runes replaces characters that do not belong on a line, and drops those that nobody sees.
func runes(text string) string {
	plain := true
	for i := range len(text) {
		plain = plain && ' ' <= text[i] && text[i] < 0x7f
	}
	if plain {
		return text
	}
	marks := maxMarks // a mark at the beginning would change what stands before the text
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me) && !invisible(r):
			if marks++; marks > maxMarks {
				return -1
			}
			return r
		case r < ' ' || 0x7f <= r && r < 0xa0 || turns(r) || unicode.In(r, unicode.Zs, unicode.Zl, unicode.Zp) || r == '\u2800':
			marks = maxMarks
			return ' '
		case invisible(r):
			return -1
		}
		marks = 0
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// turns reports whether a character changes the direction of writing (Unicode's Bidi_Control).
func turns(r rune) bool {
	return r == '\u061c' || '\u200e' <= r && r <= '\u200f' || '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}

// invisible reports whether a character shows nothing by itself (nearly Unicode's Default_Ignorable_Code_Point): joiners, tags,
// variation selectors, fillers, soft hyphens. Without them a joined emoji falls into its parts, and nothing else is lost that
// tells one name from another.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.In(r, unicode.Prepended_Concatenation_Mark)
}
