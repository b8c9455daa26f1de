package python

import (
	"math"
	"math/big"
	"testing"
)

func TestRepr(t *testing.T) {
	huge, _ := new(big.Int).SetString("1000000000000000000000000000000", 10)
	for _, tt := range []struct {
		value Value
		want  string
	}{
		{nil, "None"},
		{true, "True"},
		{int64(-7), "-7"},
		{huge, "1000000000000000000000000000000"},
		{"it's", `"it's"`},
		{`'"`, `'\'"'`},
		{"a\n\t\r\\\x01é\u2028\U0001f600", `'a\n\t\r\\\x01é\u2028😀'`},
		{Decimal("1E+5"), "Decimal('1E+5')"},
		{Ints(0, 0, 0, 1), "[0, 0, 0, 1]"},
		{Tuple{}, "()"},
		{Tuple{int64(1)}, "(1,)"},
		{Tuple{int64(1), &List{}}, "(1, [])"},
		{&Dict{Keys: []Value{"a", int64(2)}, Values: []Value{nil, 0.5}}, "{'a': None, 2: 0.5}"},
		{Class{"m", "C"}, "<class 'm.C'>"},
	} {
		if got := Repr(tt.value); got != tt.want {
			t.Errorf("repr: %s, want %s", got, tt.want)
		}
	}
	for value, want := range map[string]string{Str("a'b"): "a'b", Str(Bytes{0, 'A', 0xe9}): "\x00Aé", Str(Date("2012")): "2012"} {
		if value != want {
			t.Errorf("str: %q, want %q", value, want)
		}
	}
	deep := &List{}
	for range 100 {
		deep = &List{Items: []Value{deep}}
	}
	if got := Repr(deep); len(got) > 110 {
		t.Errorf("a deep list is printed as %s", got)
	}
}

func TestAppendFloat(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0.0", 5: "5.0", 0.1: "0.1", 1e-4: "0.0001", 1e-5: "1e-05", 1.5e-7: "1.5e-07", 123456.789: "123456.789",
		1e15: "1000000000000000.0", 1e16: "1e+16", 1e22: "1e+22", 1e300: "1e+300", 4.968082189559937: "4.968082189559937",
		-0.25: "-0.25", math.Copysign(0, -1): "-0.0", math.Inf(-1): "-inf", 5e-324: "5e-324",
	} {
		if got := string(AppendFloat(nil, f)); got != want && !(f == 0 && got == "-0.0") {
			t.Errorf("%g: %s, want %s", f, got, want)
		}
	}
	if got := string(AppendFloat(nil, math.NaN())); got != "nan" {
		t.Errorf("NaN: %s", got)
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"7": "7", " -12\n": "-12", "+4": "4", "1_000": "1000", "٣": "3", "１２": "12", "\u00a05\u2028": "5", "00": "0",
		"": "", "_1": "", "1_": "", "1__0": "", "0x10": "", "1.0": "", "- 1": "", "--1": "", "1 2": "", "é": "",
	} {
		v, ok := ParseInt(text)
		if ok != (want != "") || ok && Repr(v) != want {
			t.Errorf("int %q: %v, %v, want %q", text, v, ok, want)
		}
	}
	digits := make([]byte, maxDigits+1)
	for i := range digits {
		digits[i] = '9'
	}
	if _, ok := ParseInt(string(digits)); ok {
		t.Error("4301 digits are an int")
	}
	if v, ok := ParseInt(string(digits[1:])); !ok || len(Repr(v)) != maxDigits {
		t.Error("4300 digits are no int")
	}
	for text, want := range map[string]string{
		"1e3": "1000.0", " .5 ": "0.5", "5.": "5.0", "1_0.5": "10.5", "-inf": "-inf", "Infinity": "inf", "-nan": "nan", "1e999": "inf",
		"٣.٣": "3.3", "0x1p3": "", "": "", "1e": "", "._5": "", "1_.5": "",
	} {
		f, ok := ParseFloat(text)
		if ok != (want != "") || ok && Repr(f) != want {
			t.Errorf("float %q: %v, %v, want %q", text, f, ok, want)
		}
	}
	for text, want := range map[string]string{
		"1e5": "1E+5", "0.0000001": "1E-7", "0.000001": "0.000001", "12345e-2": "123.45", "-0.00": "-0.00", "+1.50": "1.50",
		"1_0": "10", "nan": "NaN", "-sNaN12": "-sNaN12", "inf": "Infinity", "0e0": "0", "1.2e10": "1.2E+10", "٣": "3",
		"": "", "e5": "", "1e": "", "1e+-5": "", "+-1": "", "abc": "", "1e9999999999999999999": "",
	} {
		d, ok := ParseDecimal(text)
		if ok != (want != "") || ok && string(d) != want {
			t.Errorf("Decimal %q: %v, %v, want %q", text, d, ok, want)
		}
	}
}
