package python

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Str prints a value as Python's str does: a text without quotes. Values nested deeper than 50 are printed as "...".
func Str(v Value) string {
	switch v := v.(type) {
	case string:
		return v
	case Decimal:
		return string(v)
	case Date:
		return string(v)
	case Bytes: // decoded as Latin-1
		var b strings.Builder
		for _, c := range v {
			b.WriteRune(rune(c))
		}
		return b.String()
	}
	return Repr(v)
}

// Repr prints a value as Python's repr does, but without the addresses of objects.
func Repr(v Value) string {
	var b strings.Builder
	printValue(&b, v, 50)
	return b.String()
}

func printValue(b *strings.Builder, v Value, depth int) {
	if depth == 0 {
		b.WriteString("...")
		return
	}
	list := func(open, end string, items []Value) {
		b.WriteString(open)
		for i, item := range items {
			if i > 0 {
				b.WriteString(", ")
			}
			printValue(b, item, depth-1)
		}
		b.WriteString(end)
	}
	switch v := v.(type) {
	case nil:
		b.WriteString("None")
	case bool:
		b.WriteString(map[bool]string{true: "True", false: "False"}[v])
	case int64:
		b.WriteString(strconv.FormatInt(v, 10))
	case *big.Int:
		b.WriteString(v.String())
	case float64:
		b.WriteString(string(AppendFloat(nil, v)))
	case string:
		b.WriteString(quote(v))
	case Decimal:
		b.WriteString("Decimal('" + string(v) + "')")
	case Date:
		b.WriteString("<DateTime " + quote(string(v)) + ">")
	case Bytes:
		b.WriteString("<Binary>")
	case *List:
		list("[", "]", v.Items)
	case Tuple:
		if len(v) == 1 {
			list("(", ",)", v)
			return
		}
		list("(", ")", v)
	case *Dict:
		b.WriteByte('{')
		for i, key := range v.Keys {
			if i > 0 {
				b.WriteString(", ")
			}
			printValue(b, key, depth-1)
			b.WriteString(": ")
			printValue(b, v.Values[i], depth-1)
		}
		b.WriteByte('}')
	case Class:
		b.WriteString("<class '" + v.Module + "." + v.Name + "'>")
	case *Object:
		b.WriteString("<" + v.Class.Module + "." + v.Class.Name + " object>")
	}
}

// quote writes a text as a Python literal.
func quote(text string) string {
	mark := '\''
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		mark = '"'
	}
	var b strings.Builder
	b.WriteRune(mark)
	for i, r := range text {
		switch {
		case r == mark || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == utf8.RuneError && text[i] != "\uFFFD"[0]:
			fmt.Fprintf(&b, `\udc%02x`, text[i])
		case strconv.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteRune(mark)
	return b.String()
}

// AppendFloat appends a float as Python prints it: the shortest digits that are read back as f, with an exponent below 1e-4
// and from 1e16 on.
func AppendFloat(dst []byte, f float64) []byte {
	switch a := math.Abs(f); {
	case math.IsNaN(f):
		return append(dst, "nan"...)
	case math.IsInf(f, 0):
		if f < 0 {
			dst = append(dst, '-')
		}
		return append(dst, "inf"...)
	case a != 0 && (a < 1e-4 || a >= 1e16):
		return strconv.AppendFloat(dst, f, 'e', -1, 64)
	}
	from := len(dst)
	dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
	if strings.IndexByte(string(dst[from:]), '.') < 0 {
		dst = append(dst, ".0"...)
	}
	return dst
}
