package ks

import "strings"

// Latin returns a text as bytes of ISO-8859-1; characters that it lacks become ?.
func Latin(text string) string {
	var b []byte
	for _, r := range text {
		if r > 0xff {
			r = '?'
		}
		b = append(b, byte(r))
	}
	return string(b)
}

// Text returns bytes of ISO-8859-1 as text.
func Text(latin string) string {
	var b strings.Builder
	for i := range len(latin) {
		b.WriteRune(rune(latin[i]))
	}
	return b.String()
}
