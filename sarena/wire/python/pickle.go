package python

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// PickleError says why a pickle cannot be read: where, at which opcode, and what was wrong.
type PickleError struct {
	Offset int  // of the opcode, in bytes
	Opcode byte // 0 at the end of the data
	Why    string
}

func (e *PickleError) Error() string {
	name := opcodes[e.Opcode]
	if name == "" {
		name = "unknown"
	}
	return fmt.Sprintf("pickle, byte %d, opcode %#02x (%s): %s", e.Offset, e.Opcode, name, e.Why)
}

// opcodes are the names of all opcodes that Unpickle reads, and of some that it refuses on purpose.
var opcodes = map[byte]string{
	0x80: "PROTO", 0x95: "FRAME", '(': "MARK", '.': "STOP", ']': "EMPTY_LIST", 'l': "LIST", 'a': "APPEND", 'e': "APPENDS",
	')': "EMPTY_TUPLE", 't': "TUPLE", 0x85: "TUPLE1", 0x86: "TUPLE2", 0x87: "TUPLE3", '}': "EMPTY_DICT", 'd': "DICT",
	's': "SETITEM", 'u': "SETITEMS", 'K': "BININT1", 'M': "BININT2", 'J': "BININT", 0x8a: "LONG1", 'I': "INT", 'q': "BINPUT",
	'r': "LONG_BINPUT", 'p': "PUT", 0x94: "MEMOIZE", 'h': "BINGET", 'j': "LONG_BINGET", 'g': "GET", 'N': "NONE", 0x88: "NEWTRUE",
	0x89: "NEWFALSE", 'G': "BINFLOAT", 'F': "FLOAT", 'X': "BINUNICODE", 0x8c: "SHORT_BINUNICODE", 'V': "UNICODE", 'c': "GLOBAL",
	0x93: "STACK_GLOBAL", 0x81: "NEWOBJ", 'R': "REDUCE", 'b': "BUILD", 'i': "INST", 'o': "OBJ", 'P': "PERSID", 'Q': "BINPERSID",
	0x82: "EXT1", 0x83: "EXT2", 0x84: "EXT4", 0: "end of the data",
}

// reconstructor and object are the names with which protocols 0 and 1 make an object.
var (
	reconstructor = Class{"copy_reg", "_reconstructor"}
	object        = Class{"__builtin__", "object"}
)

// The limits of a pickle: many times what a game of the original needs. The memo can make a value a part of itself, or a part of
// others so often that nobody lives to see it printed: such parts count each time.
const (
	maxPickle = 1 << 20 // bytes
	maxValues = 100_000 // that are made, and that a value has as parts
	maxDepth  = 50      // of values in values
)

// Unpickle reads a pickle of plain values, and of objects of the given classes, which have nothing but their state. Nothing is
// executed: any other class or opcode is a [*PickleError], and so is a pickle beyond the limits. Bytes after the end of the
// pickle are ignored.
func Unpickle(data []byte, classes ...Class) (Value, error) {
	if len(data) > maxPickle {
		return nil, fmt.Errorf("pickle of %d bytes: want at most %d", len(data), maxPickle)
	}
	l := &loader{data: data, classes: classes, memo: map[int]Value{}, left: maxValues}
	for {
		l.from = l.at
		if l.at == len(data) {
			l.fail("want STOP")
			return nil, l.err
		}
		l.op = data[l.at]
		l.at++
		if l.op == '.' {
			v := l.pop()
			l.left = maxValues
			l.measure(v, maxDepth)
			if l.err != nil {
				return nil, l.err
			}
			return v, nil
		}
		if !l.constant() && !l.collect() && !l.remember() && !l.build() {
			l.fail("not read here; want plain lists, tuples, dicts, numbers and texts")
		}
		if l.err != nil {
			return nil, l.err
		}
	}
}

// mark is the value that MARK leaves on the stack.
type mark struct{}

type loader struct {
	data    []byte
	at      int
	from    int // the offset of op
	op      byte
	stack   []Value
	memo    map[int]Value
	classes []Class
	left    int   // how many more values may come
	err     error // the first one
}

// count fails if there are too many values.
func (l *loader) count() {
	if l.left--; l.left < 0 {
		l.fail("more than %d values", maxValues)
	}
}

// measure fails if v has too many parts, or parts of parts below the given depth.
func (l *loader) measure(v Value, depth int) {
	parts, _ := Items(v)
	switch v := v.(type) {
	case *Dict:
		parts = v.Values
	case *Object:
		parts = []Value{v.State}
	}
	if l.count(); depth == 0 {
		l.fail("values in values in values, more than %d deep", maxDepth)
	}
	for i := 0; i < len(parts) && l.err == nil; i++ {
		l.measure(parts[i], depth-1)
	}
}

func (l *loader) fail(format string, args ...any) {
	if l.err == nil {
		op := l.op
		if l.from == len(l.data) {
			op = 0
		}
		l.err = &PickleError{l.from, op, fmt.Sprintf(format, args...)}
	}
}

// take returns the next n bytes. On failure it returns zeroes, as few as possible.
func (l *loader) take(n int) []byte {
	if n < 0 || n > len(l.data)-l.at {
		l.fail("want %d more bytes, there are %d", n, len(l.data)-l.at)
		return make([]byte, 8)
	}
	l.at += n
	return l.data[l.at-n : l.at]
}

func (l *loader) line() string {
	end := bytes.IndexByte(l.data[l.at:], '\n')
	if end < 0 {
		l.fail("want a line feed")
		return ""
	}
	text := string(l.data[l.at : l.at+end])
	l.at += end + 1
	return text
}

func (l *loader) push(v Value) bool {
	l.count()
	l.stack = append(l.stack, v)
	return true
}

func (l *loader) pop() Value {
	if len(l.stack) == 0 {
		l.fail("the stack is empty")
		return nil
	}
	v := l.stack[len(l.stack)-1]
	l.stack = l.stack[:len(l.stack)-1]
	if v == (mark{}) {
		l.fail("a MARK is on top")
		return nil
	}
	return v
}

// popMark removes the values above the last MARK, and the MARK, and returns the values.
func (l *loader) popMark() []Value {
	for i := len(l.stack) - 1; i >= 0; i-- {
		if l.stack[i] == (mark{}) {
			items := append([]Value(nil), l.stack[i+1:]...)
			l.stack = l.stack[:i]
			return items
		}
	}
	l.fail("no MARK")
	return nil
}

// constant handles the opcodes that push a value from the data.
func (l *loader) constant() bool {
	text := func(b []byte) bool {
		if !utf8.Valid(b) {
			l.fail("its text is not UTF-8")
		}
		return l.push(string(b))
	}
	switch l.op {
	case 0x80:
		if n := l.take(1)[0]; n > 5 {
			l.fail("protocol %d: want at most 5", n)
		}
	case 0x95:
		l.take(8)
	case 'N':
		return l.push(nil)
	case 0x88:
		return l.push(true)
	case 0x89:
		return l.push(false)
	case 'K':
		return l.push(int64(l.take(1)[0]))
	case 'M':
		return l.push(int64(binary.LittleEndian.Uint16(l.take(2))))
	case 'J':
		return l.push(int64(int32(binary.LittleEndian.Uint32(l.take(4)))))
	case 0x8a:
		return l.push(long(l.take(int(l.take(1)[0]))))
	case 'I':
		return l.push(l.integer(l.line()))
	case 'G':
		return l.push(math.Float64frombits(binary.BigEndian.Uint64(l.take(8))))
	case 'F':
		line := l.line()
		f, ok := ParseFloat(line)
		if !ok {
			l.fail("%.40q: want a number", line)
		}
		return l.push(f)
	case 'X':
		return text(l.take(int(binary.LittleEndian.Uint32(l.take(4)))))
	case 0x8c:
		return text(l.take(int(l.take(1)[0])))
	case 'V':
		return text([]byte(l.unescape(l.line())))
	default:
		return false
	}
	return true
}

// long reads a two's complement number, the least significant byte first.
func long(b []byte) Value {
	n := new(big.Int)
	for i := len(b) - 1; i >= 0; i-- {
		n.Lsh(n, 8).Or(n, big.NewInt(int64(b[i])))
	}
	if len(b) > 0 && b[len(b)-1] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return integerValue(n)
}

func (l *loader) integer(line string) Value {
	switch line {
	case "00":
		return false
	case "01":
		return true
	}
	n, ok := ParseInt(line)
	if !ok {
		l.fail("%.40q: want a whole number", line)
	}
	return n
}

// unescape reads \u with four hexadecimal digits and \U with eight.
func (l *loader) unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		width := 0
		if text[i] == '\\' && i+1 < len(text) {
			width = map[byte]int{'u': 4, 'U': 8}[text[i+1]]
		}
		switch {
		case width == 0: // not an escape: Latin-1
			b.WriteRune(rune(text[i]))
			continue
		case i+2+width > len(text):
			l.fail("%.40q: want %d digits behind %q", text, width, text[i:i+2])
			return ""
		}
		n, err := strconv.ParseUint(text[i+2:i+2+width], 16, 32)
		if err != nil {
			l.fail("%.40q: want %d hexadecimal digits behind %q", text, width, text[i:i+2])
			return ""
		}
		b.WriteRune(rune(n))
		i += 1 + width
	}
	return b.String()
}

// collect handles the opcodes of lists, tuples and dicts.
func (l *loader) collect() bool {
	switch l.op {
	case '(':
		return l.push(mark{})
	case ']':
		return l.push(&List{})
	case ')':
		return l.push(Tuple{})
	case '}':
		return l.push(&Dict{})
	case 'l':
		return l.push(&List{l.popMark()})
	case 't':
		return l.push(Tuple(l.popMark()))
	case 'd':
		d := &Dict{}
		l.put(d, l.popMark())
		return l.push(d)
	case 0x85, 0x86, 0x87:
		n := int(l.op) - 0x84
		t := make(Tuple, n)
		for i := n - 1; i >= 0; i-- {
			t[i] = l.pop()
		}
		return l.push(t)
	case 'a':
		v := l.pop()
		l.extend(v)
	case 'e':
		l.extend(l.popMark()...)
	case 's':
		v, k := l.pop(), l.pop()
		l.put(l.top(), []Value{k, v})
	case 'u':
		items := l.popMark()
		l.put(l.top(), items)
	default:
		return false
	}
	return true
}

func (l *loader) top() Value {
	if len(l.stack) == 0 {
		return nil
	}
	return l.stack[len(l.stack)-1]
}

func (l *loader) extend(items ...Value) {
	list, ok := l.top().(*List)
	if !ok {
		l.fail("want a list below what is added")
		return
	}
	list.Items = append(list.Items, items...)
}

func (l *loader) put(into Value, items []Value) {
	d, ok := into.(*Dict)
	if !ok || len(items)%2 != 0 {
		l.fail("want a dict, and keys with values")
		return
	}
	for i := 0; i < len(items); i += 2 {
		if _, ok := items[i].(string); !ok {
			l.fail("a key is %s: want a str", Kind(items[i]))
			return
		}
		d.Set(items[i], items[i+1])
	}
}

// remember handles the memo.
func (l *loader) remember() bool {
	put := func(n int) bool {
		if len(l.stack) == 0 || l.top() == (mark{}) {
			l.fail("nothing to remember")
			return true
		}
		l.memo[n] = l.top()
		return true
	}
	get := func(n int) bool {
		v, ok := l.memo[n]
		if !ok {
			l.fail("nothing was remembered as %d", n)
		}
		return l.push(v)
	}
	number := func() int {
		line := l.line()
		n, err := strconv.Atoi(line)
		if err != nil || n < 0 {
			l.fail("%.40q: want a number", line)
		}
		return n
	}
	switch l.op {
	case 'q':
		return put(int(l.take(1)[0]))
	case 'r':
		return put(int(binary.LittleEndian.Uint32(l.take(4))))
	case 'p':
		return put(number())
	case 0x94:
		return put(len(l.memo))
	case 'h':
		return get(int(l.take(1)[0]))
	case 'j':
		return get(int(binary.LittleEndian.Uint32(l.take(4))))
	case 'g':
		return get(number())
	}
	return false
}

// build handles the opcodes of objects, for the given classes.
func (l *loader) build() bool {
	if len(l.classes) == 0 {
		return false
	}
	switch l.op {
	case 'c':
		c := Class{Module: l.line()}
		c.Name = l.line()
		return l.class(c)
	case 0x93:
		name, module := l.pop(), l.pop()
		c := Class{}
		c.Module, _ = module.(string)
		c.Name, _ = name.(string)
		return l.class(c)
	case 0x81: // class, arguments
		arguments, _ := l.pop().(Tuple)
		c, ok := l.pop().(Class)
		if !ok || !l.wanted(c) || len(arguments) > 0 {
			l.fail("want a class and no arguments")
		}
		return l.push(&Object{Class: c})
	case 'R': // reconstructor, (class, object, None)
		arguments, _ := l.pop().(Tuple)
		f := l.pop()
		if f != reconstructor || len(arguments) != 3 || arguments[1] != object || arguments[2] != nil {
			l.fail("a function is to be called: want %s.%s only", reconstructor.Module, reconstructor.Name)
			return true
		}
		c, ok := arguments[0].(Class)
		if !ok || !l.wanted(c) {
			l.fail("want a class")
		}
		return l.push(&Object{Class: c})
	case 'b':
		state := l.pop()
		o, ok := l.top().(*Object)
		if !ok {
			l.fail("want an object below its state")
			return true
		}
		o.State = state
		return true
	}
	return false
}

func (l *loader) class(c Class) bool {
	if !l.wanted(c) && c != reconstructor && c != object {
		l.fail("class %.80q: want %s.%s", c.Module+"."+c.Name, l.classes[0].Module, l.classes[0].Name)
	}
	return l.push(c)
}

func (l *loader) wanted(c Class) bool {
	for _, w := range l.classes {
		if c == w {
			return true
		}
	}
	return false
}
