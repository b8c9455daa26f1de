package python

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

// maxDigits is the largest number of digits that Python reads into an int.
const maxDigits = 4300

// ParseInt reads a text as Python's int does in base 10: with blanks around it, one sign, single _ between digits, and digits of
// any script. It reports false if the text is not an int.
func ParseInt(text string) (Value, bool) {
	text = strings.TrimFunc(text, unicode.IsSpace)
	digits := text
	if digits != "" && (digits[0] == '-' || digits[0] == '+') {
		digits = digits[1:]
	}
	plain, ok := plainDigits(digits)
	if !ok || len(plain) > maxDigits {
		return nil, false
	}
	for _, c := range []byte(plain) {
		if c < '0' || c > '9' {
			return nil, false
		}
	}
	if strings.HasPrefix(text, "-") {
		plain = "-" + plain
	}
	if n, err := strconv.ParseInt(plain, 10, 64); err == nil {
		return n, true
	}
	n, ok := new(big.Int).SetString(plain, 10)
	if !ok {
		return nil, false
	}
	return integerValue(n), true
}

// ParseFloat reads a text as Python's float does: as ParseInt, and with inf and nan. Numbers that are too large become infinite.
func ParseFloat(text string) (float64, bool) {
	plain, ok := plainDigits(strings.TrimFunc(text, unicode.IsSpace))
	if !ok || strings.ContainsAny(plain, "xXpP") { // Go reads hexadecimal, too
		return 0, false
	}
	if len(plain) == 4 && (plain[0] == '-' || plain[0] == '+') && strings.EqualFold(plain[1:], "nan") { // Go takes no sign
		plain = plain[1:]
	}
	f, err := strconv.ParseFloat(plain, 64)
	if err != nil && err.(*strconv.NumError).Err != strconv.ErrRange {
		return 0, false
	}
	return f, true
}

// ParseDecimal reads a text as Python's Decimal does, and returns it as Python prints it.
func ParseDecimal(text string) (Decimal, bool) {
	plain := strings.ReplaceAll(strings.TrimFunc(text, unicode.IsSpace), "_", "")
	plain, ok := plainDigits(plain)
	if !ok {
		return "", false
	}
	number := strings.TrimLeft(plain, "+-")
	if len(plain)-len(number) > 1 {
		return "", false
	}
	plain = strings.TrimPrefix(plain, "+")
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(number), "e")
	switch lower := strings.TrimRight(strings.ToLower(number), "0123456789"); {
	case lower == "nan" || lower == "snan":
		name := map[string]string{"nan": "NaN", "snan": "sNaN"}[lower]
		return Decimal(plain[:len(plain)-len(number)] + name + number[len(name):]), true
	case strings.EqualFold(number, "inf") || strings.EqualFold(number, "infinity"):
		return Decimal(strings.TrimSuffix(plain, number) + "Infinity"), true
	case hasExponent && !allDigits(strings.TrimPrefix(strings.TrimPrefix(exponent, "+"), "-")):
		return "", false
	case strings.HasPrefix(exponent, "+-"):
		return "", false
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if !allDigits(whole + fraction) {
		return "", false
	}
	power, err := strconv.ParseInt("0"+strings.TrimLeft(exponent, "+-"), 10, 64)
	if err != nil || power > maxExponent {
		return "", false
	}
	if strings.HasPrefix(exponent, "-") {
		power = -power
	}
	return Decimal(plain[:len(plain)-len(number)] + printDecimal(whole+fraction, int(power)-len(fraction))), true
}

// maxExponent is the largest exponent of a Decimal.
const maxExponent = 999_999_999_999_999_999

// printDecimal prints digits times ten to the power: with an exponent if the last digit is left of the point, or the first one
// more than six places right of it.
func printDecimal(digits string, power int) string {
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		digits = "0"
	}
	left := power + len(digits) // digits left of the point
	point, suffix := left, ""
	if power > 0 || left <= -6 {
		point = 1
		if left != 1 {
			suffix = fmt.Sprintf("E%+d", left-1)
		}
	}
	switch {
	case point <= 0:
		digits = "0." + strings.Repeat("0", -point) + digits
	case point < len(digits):
		digits = digits[:point] + "." + digits[point:]
	}
	return digits + suffix
}

func allDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// plainDigits turns digits of all scripts into ASCII and removes single _ between digits. It reports false for an empty text, for
// other _, and for other characters outside ASCII.
func plainDigits(text string) (string, bool) {
	if text == "" {
		return "", false
	}
	b := make([]byte, 0, len(text))
	underscore := false // the previous character
	for _, r := range text {
		c, digit := digitOf(r)
		switch {
		case digit:
		case underscore || r >= 0x80:
			return "", false
		case r == '_':
			if len(b) == 0 || b[len(b)-1] < '0' || b[len(b)-1] > '9' {
				return "", false
			}
			underscore = true
			continue
		default:
			c = byte(r)
		}
		b, underscore = append(b, c), false
	}
	return string(b), !underscore
}

// digitOf returns the ASCII digit for a decimal digit of any script: each script has a block of ten that begins with zero.
func digitOf(r rune) (byte, bool) {
	if r < 0x80 {
		return byte(r), '0' <= r && r <= '9'
	}
	if !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	zero := r
	for unicode.Is(unicode.Nd, zero-1) {
		zero--
	}
	return byte('0' + (r-zero)%10), true
}
