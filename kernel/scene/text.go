package scene

import (
	"strings"
	"unicode"
)

// Text makes text of a stranger safe to show on one line: at most limit characters, nothing that controls the screen or turns the
// direction of the text beside it, white space as single blanks. The result is still plain text: the renderer must escape it.
func Text(text string, limit int) string {
	var kept []rune
	blank := false
	for _, r := range strings.ToValidUTF8(text, "\uFFFD") {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			blank = len(kept) > 0
			continue
		case unicode.Is(unicode.Cf, r) && r != '\u200d': // formatting, such as bidi controls; joined signs stay joined
			continue
		}
		if blank {
			kept, blank = append(kept, ' '), false
		}
		if len(kept) > limit { // enough to know that there is more
			break
		}
		kept = append(kept, r)
	}
	if len(kept) > limit {
		kept = append(kept[:max(limit-1, 0)], '…')
	}
	return string(kept)
}
