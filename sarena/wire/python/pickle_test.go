package python_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

var trace = python.Class{"__main__", "Trace"}

// TestUnpickle reads what the protocols write, an opcode or two a row.
func TestUnpickle(t *testing.T) {
	for _, tt := range []struct{ name, data, want string }{
		{"protocol 0", "(lp0\nI1\naI-2\naI01\naF1.5\naNaV\\u00e9x\np1\nag1\na.", "[1, -2, True, 1.5, None, 'éx', 'éx']"},
		{"a dict and a tuple", "(dp0\nVa\n(I1\nI2\ntp1\ns.", "{'a': (1, 2)}"},
		{"protocol 2", "\x80\x02](K\x07M\x00\x01J\xff\xff\xff\xff\x8a\x02\x00\x80\x88\x89G\x3f\xf0\x00\x00\x00\x00\x00\x00e.",
			"[7, 256, -1, -32768, True, False, 1.0]"},
		{"a long number", "\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x00\x01.", "18446744073709551616"},
		{"tuples", "K\x01K\x02K\x03\x87\x85K\x04\x86).", "()"},
		{"protocol 4", "\x80\x04\x95\x0a\x00\x00\x00\x00\x00\x00\x00\x8c\x01a\x94h\x00\x86.", "('a', 'a')"},
		{"a dict of protocol 2", "}(X\x01\x00\x00\x00aNX\x01\x00\x00\x00bNu.", "{'a': None, 'b': None}"},
		{"a list that grows behind a reference", "]q\x00K\x01ah\x00K\x02a.", "[1, 2]"},
		{"an object", "c__main__\nTrace\n)\x81}b.", "<__main__.Trace object>"},
		{"an object of protocol 0", "ccopy_reg\n_reconstructor\n(c__main__\nTrace\nc__builtin__\nobject\nNtR.", "<__main__.Trace object>"},
		{"an object of protocol 4", "\x8c\x08__main__\x8c\x05Trace\x93)\x81.", "<__main__.Trace object>"},
		{"bytes behind the end", "N.rubbish", "None"},
	} {
		v, err := python.Unpickle([]byte(tt.data), trace)
		if err != nil || python.Repr(v) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, python.Repr(v), err, tt.want)
		}
	}
}

// TestUnpickleRefuses checks that what a pickle must not do is an error, which names opcode and offset.
func TestUnpickleRefuses(t *testing.T) {
	for _, tt := range []struct{ name, data, want string }{
		{"nothing", "", "byte 0, opcode 0x00 (end of the data): want STOP"},
		{"an end without a value", ".", "byte 0, opcode 0x2e (STOP): the stack is empty"},
		{"a command", "cos\nsystem\n(Vecho\ntR.", `byte 0, opcode 0x63 (GLOBAL): class "os.system": want __main__.Trace`},
		{"a command of protocol 4", "N\x8c\x02os\x8c\x06system\x93.", "byte 13, opcode 0x93 (STACK_GLOBAL)"},
		{"a call", "c__main__\nTrace\n)R.", "byte 17, opcode 0x52 (REDUCE): a function is to be called"},
		{"an object of something else", "Va\n)\x81.", "opcode 0x81 (NEWOBJ)"},
		{"a state of nothing", "N}b.", "opcode 0x62 (BUILD)"},
		{"INST", "(ios\nsystem\n.", "opcode 0x69 (INST): not read here"},
		{"an unknown opcode", "\xff.", "opcode 0xff (unknown)"},
		{"too few bytes", "X\x05\x00\x00\x00ab", "want 5 more bytes, there are 2"},
		{"a giant text", "X\xff\xff\xff\xffab", "more bytes, there are 2"},
		{"a line without end", "I12", "want a line feed"},
		{"no number", "Ix\n.", `"x": want a whole number`},
		{"no such memo", "h\x05.", "nothing was remembered as 5"},
		{"no mark", "e.", "no MARK"},
		{"a mark for a value", "(.", "a MARK is on top"},
		{"no list", "NNa.", "want a list"},
		{"a key that is no text", "}K\x01Ns.", "a key is an int"},
		{"half a pair", "}(X\x01\x00\x00\x00aNVb\nu.", "keys with values"},
		{"a bad escape", "V\\u12\n.", "want 4 digits"},
		{"a newer protocol", "\x80\x09N.", "protocol 9"},
		{"no UTF-8", "\x8c\x01\xff.", "not UTF-8"},
		{"many values", "(" + strings.Repeat("N", 300_000) + "t.", "byte 100000, opcode 0x4e (NONE): more than 100000 values"},
		{"many tuples", strings.Repeat("(", 60_000) + strings.Repeat("t", 60_000) + ".", "more than 100000 values"},
		{"deep tuples", strings.Repeat("(", 60) + strings.Repeat("t", 60) + ".", "opcode 0x2e (STOP): values in values in values, more than 50 deep"},
		{"deep lists", strings.Repeat("]", 60) + strings.Repeat("a", 59) + ".", "more than 50 deep"},
		{"deep dicts", strings.Repeat("}Vk\n", 60) + "N" + strings.Repeat("s", 60) + ".", "more than 50 deep"},
		{"a list in itself", "]q\x00h\x00a.", "more than 50 deep"},
		{"an object that is its own state", "c__main__\nTrace\n)\x81q\x00h\x00b.", "more than 50 deep"},
		{"twice the same, twice, ...", ")" + strings.Repeat("q\x00h\x00\x86", 40) + ".", "more than 100000 values"},
	} {
		_, err := python.Unpickle([]byte(tt.data), trace)
		var wrong *python.PickleError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	if _, err := python.Unpickle(make([]byte, 20_000_000)); err == nil || err.Error() != "pickle of 20000000 bytes: want at most 1048576" {
		t.Errorf("20 MB: %v", err)
	}
	if _, err := python.Unpickle([]byte("I" + strings.Repeat("x", 100_000) + "\n.")); err == nil || len(err.Error()) > 200 {
		t.Errorf("the error quotes a long line: %.100v", err)
	}
	if _, err := python.Unpickle([]byte("c__main__\nTrace\n.")); err == nil || !strings.Contains(err.Error(), "not read here") {
		t.Errorf("a class where none is wanted: %v", err)
	}
}

func TestAppendPickle(t *testing.T) {
	v := &python.Object{trace, &python.Dict{Keys: []python.Value{"a", "b"}, Values: []python.Value{
		&python.List{Items: []python.Value{nil, true, int64(-1), 0.5, "x"}}, python.Tuple{python.Ints(), python.Tuple{}},
	}}}
	data := python.AppendPickle(nil, v)
	want := "\x80\x02c__main__\nTrace\n)\x81}(X\x01\x00\x00\x00a](N\x88J\xff\xff\xff\xffG\x3f\xe0\x00\x00\x00\x00\x00\x00" +
		"X\x01\x00\x00\x00xeX\x01\x00\x00\x00b(](e(ttub."
	if string(data) != want {
		t.Errorf("%q, want %q", data, want)
	}
	again, err := python.Unpickle(data, trace)
	if err != nil || python.Repr(again.(*python.Object).State) != python.Repr(v.State) {
		t.Errorf("read again: %v, %v", again, err)
	}
}

func FuzzUnpickle(f *testing.F) {
	for _, seed := range []string{
		"(lp0\nI1\naI01\naF1.5\naNaV\\u00e9\np1\nag1\na.", "\x80\x02c__main__\nTrace\n)\x81}(X\x01\x00\x00\x00a](K\x01eub.",
		"ccopy_reg\n_reconstructor\n(c__main__\nTrace\nc__builtin__\nobject\nNtR.", "\x80\x04\x95\x04\x00\x00\x00\x00\x00\x00\x00]\x94h\x00a.",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := python.Unpickle(data, trace)
		if plain, plainErr := python.Unpickle(data); err != nil && plainErr == nil {
			t.Errorf("only without classes it is read, as %s, else %v", python.Kind(plain), err)
		}
		if _, isObject := v.(*python.Object); isObject && err != nil {
			t.Errorf("a value and an error: %v", err)
		}
	})
}
