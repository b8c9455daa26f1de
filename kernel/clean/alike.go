package clean

import (
	"strings"
	"unicode"
)

// twins are letters of other alphabets with the Latin ones that they look like.
var twins = pairs(
	"АВЕЅІЈКМНОРСТУХԚԜ", "ABESIJKMHOPCTYXQW", "аеѕіјкмнорстухԛԝһԁӏԍ", "aesijkmhopctyxqwhdlg", // Cyrillic
	"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", "αγικνορτυχ", "ayikvoptux", // Greek
	"ՕՍօոսցհզյ", "OUonughqj", // Armenian
)

func pairs(texts ...string) map[rune]rune {
	m := map[rune]rune{}
	for i := 0; i < len(texts); i += 2 {
		to := []rune(texts[i+1])
		for k, r := range []rune(texts[i]) {
			m[r] = to[k]
		}
	}
	return m
}

// shapes are signs that one takes for others when nothing else is near to compare them with, in small letters.
var shapes = strings.NewReplacer(
	"1", "l", "i", "l", "|", "l", "0", "o", "rn", "m", "vv", "w", "ﬁ", "fl", "ﬂ", "fl", "ﬀ", "ff", "ﬃ", "ffl", "ﬄ", "ffl", "ﬆ", "st", "ﬅ", "st",
)

// accented stands for all letters with something added to them.
const accented = '\uFFFC'

// Look returns a text that is the same for names that people could confuse: names that differ only in blanks, capitals, accents
// (é and è), letters of another alphabet that look the same, or variants such as ｂｏｔ and bot. It is only a rough test: names that
// look different may have the same result.
func Look(name string) string {
	var look []rune
	for _, r := range strings.Join(strings.Fields(Line(name, MaxDetail)), " ") {
		switch twin := twins[r]; {
		case twin != 0:
			r = twin
		case unicode.In(r, unicode.Mn, unicode.Me):
			if n := len(look); n > 0 {
				look[n-1] = accented
			}
			continue
		case '！' <= r && r <= '～': // ASCII in full width
			r += '!' - '！'
		case '𝐀' <= r && r <= '𝚣': // styles of mathematics: the alphabet again and again
			r = rune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[(r-'𝐀')%52])
		case '𝟎' <= r && r <= '𝟿':
			r = '0' + (r-'𝟎')%10
		case unicode.Is(unicode.Pd, r) || r == '−':
			r = '-'
		case r > unicode.MaxASCII && unicode.Is(unicode.Latin, r) && (r < 'ﬀ' || 'ﬆ' < r):
			r = accented
		}
		look = append(look, r)
	}
	return shapes.Replace(strings.ToLower(string(look)))
}

// Mixed reports whether a name has letters of several alphabets, as a name may have that imitates another one. The scripts of
// East Asia do not count, because everyday names mix them with others.
func Mixed(name string) bool {
	first := ""
	for _, r := range name {
		if unicode.In(r, unicode.Common, unicode.Inherited, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
			unicode.Bopomofo) {
			continue
		}
		for script, table := range unicode.Scripts {
			if !unicode.Is(table, r) {
				continue
			}
			if first != "" && script != first {
				return true
			}
			first = script
		}
	}
	return false
}
