package referee

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/pelita"
)

// pythonString returns Python's repr of a text.
func pythonString(text string) string {
	quote := byte('\'')
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		quote = '"'
	}
	b := []byte{quote}
	for _, r := range text {
		switch {
		case r == rune(quote) || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r < ' ' || 0x7f <= r && r < 0xa0:
			b = fmt.Appendf(b, `\x%02x`, r)
		default:
			b = append(b, string(r)...)
		}
	}
	return string(append(b, quote))
}

// Tuple returns an illegal move as Python prints it, a tuple.
func Tuple(m pelita.Move) string {
	var parts []any
	d := json.NewDecoder(strings.NewReader(m.Raw))
	d.UseNumber()
	if m.Raw == "" || d.Decode(&parts) != nil {
		return m.String()
	}
	text := python(parts)
	if len(parts) == 1 {
		text = text[:len(text)-1] + ",]"
	}
	return "(" + text[1:len(text)-1] + ")"
}

// python returns a value of JSON as Python prints it.
func python(value any) string {
	var parts []string
	switch v := value.(type) {
	case nil:
		return "None"
	case bool:
		return map[bool]string{true: "True", false: "False"}[v]
	case string:
		// Words that JSON does not have: they are texts here, and nobody writes them as a text.
		if word, ok := map[string]string{"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}[v]; ok {
			return word
		}
		return pythonString(v)
	case []any:
		for _, part := range v {
			parts = append(parts, python(part))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, python(key)+": "+python(v[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(value)
}
