package ks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Struct is an object by the names of its fields; a missing one is null. Values are bool, int64 (int is taken, too), float64,
// string, []any, Map and Struct, the name of an enumeration's value, and nil for null.
type Struct map[string]any

// Map is a map in the order of the bytes sent.
type Map []Pair

// Pair is an entry of a map.
type Pair struct{ Key, Value any }

// isClass reports whether the schema has a class of that name.
func isClass(name string) bool {
	s := classes[name]
	return s != nil && s.kind == kindClass
}

// Append appends the bytes of an object of a class. The error names what does not fit the class.
func Append(dst []byte, class string, v Struct) ([]byte, error) {
	if !isClass(class) {
		return dst, fmt.Errorf("unknown class %q", class)
	}
	return appendObject(dst, classes[class], v)
}

// Encode returns the bytes of one of our own objects. It panics if the object does not fit its class; tests check that all do.
func Encode(class string, v Struct) []byte {
	data, err := Append(nil, class, v)
	if err != nil {
		panic(err)
	}
	return data
}

func appendObject(dst []byte, class *shape, v Struct) ([]byte, error) {
	known := 0
	for _, f := range class.fields {
		value, ok := v[f.name]
		if ok {
			known++
		}
		var err error
		if dst, err = appendValue(dst, f.shape, value); err != nil {
			return dst, fmt.Errorf("%s.%s: %w", class.name, f.name, err)
		}
	}
	if known < len(v) {
		for name := range v {
			if !slices.ContainsFunc(class.fields, func(f field) bool { return f.name == name }) {
				return dst, fmt.Errorf("%s has no field %s", class.name, name)
			}
		}
	}
	return dst, nil
}

// appendValue appends the byte that marks null or a value, and the value.
func appendValue(dst []byte, s *shape, value any) ([]byte, error) {
	if value == nil {
		return append(dst, 0), nil
	}
	dst = append(dst, 1)
	switch v := value.(type) {
	case bool:
		if s.kind == kindBool {
			return append(dst, boolByte(v)), nil
		}
	case int:
		return appendNumber(dst, s, int64(v))
	case int64:
		return appendNumber(dst, s, v)
	case float64:
		if s.kind == kindFloat {
			return binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(v))), nil
		}
	case string:
		switch s.kind {
		case kindString:
			return append(appendCount(dst, len(v)), v...), nil
		case kindEnum:
			if n := slices.Index(s.values, v); n >= 0 && v != "-" {
				return append(dst, byte(n)), nil
			}
			return dst, fmt.Errorf("%q is no %s", v, s.name)
		}
	case []any:
		if s.kind == kindList {
			dst = appendCount(dst, len(v))
			for i, elem := range v {
				var err error
				if dst, err = appendValue(dst, s.elem, elem); err != nil {
					return dst, fmt.Errorf("element %d: %w", i, err)
				}
			}
			return dst, nil
		}
	case Map:
		if s.kind == kindMap {
			return appendMap(dst, s, v)
		}
	case Struct:
		if s.kind == kindClass {
			return appendObject(dst, s, v)
		}
	}
	return dst, fmt.Errorf("a %T does not fit", value)
}

func appendMap(dst []byte, s *shape, m Map) (_ []byte, err error) {
	dst = appendCount(dst, len(m))
	for _, pair := range m {
		if dst, err = appendValue(dst, s.key, pair.Key); err == nil {
			dst, err = appendValue(dst, s.elem, pair.Value)
		}
		if err != nil {
			return dst, fmt.Errorf("entry %v: %w", pair.Key, err)
		}
	}
	return dst, nil
}

func appendNumber(dst []byte, s *shape, n int64) ([]byte, error) {
	switch {
	case s.kind == kindInt && n == int64(int32(n)), s.kind == kindUint && n == int64(uint32(n)):
		return binary.LittleEndian.AppendUint32(dst, uint32(n)), nil
	case s.kind == kindShort && n == int64(int16(n)):
		return binary.LittleEndian.AppendUint16(dst, uint16(n)), nil
	case s.kind == kindFloat:
		return binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(n))), nil
	}
	return dst, fmt.Errorf("the number %d does not fit", n)
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// appendCount appends the number of bytes or elements that follow.
func appendCount(dst []byte, n int) []byte {
	at := len(dst)
	dst = append(dst, 0)
	for ; n > 0; n >>= 8 {
		dst = append(dst, byte(n))
		dst[at]++
	}
	return dst
}

// ErrShort is the error of an object that ends before its last field.
var ErrShort = errors.New("the object is cut short")

// Read reads an object of a class, as liberally as the original does: any byte but 0 announces a value, counts may have trailing
// zeros, and bytes after the object are ignored; used is its length. It is stricter in one point: a string that is longer than
// the remaining bytes is an error.
func Read(class string, data []byte) (v Struct, used int, err error) {
	if !isClass(class) {
		return nil, 0, fmt.Errorf("unknown class %q", class)
	}
	r := reader{rest: data}
	v = r.object(classes[class])
	return v, len(data) - len(r.rest), r.err
}

// reader takes values from the front of some bytes. After its first error it returns zeros.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) take(n int) []byte {
	if r.err == nil && n > len(r.rest) {
		r.err = ErrShort
	}
	if r.err != nil {
		return make([]byte, min(n, 4))
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) object(class *shape) Struct {
	v := make(Struct, len(class.fields))
	for _, f := range class.fields {
		v[f.name] = r.value(f.shape)
		if r.err != nil {
			r.err = fmt.Errorf("%s.%s: %w", class.name, f.name, r.err)
			return nil
		}
	}
	return v
}

func (r *reader) value(s *shape) any {
	if r.take(1)[0] == 0 {
		return nil
	}
	switch s.kind {
	case kindBool:
		return r.take(1)[0] != 0
	case kindShort:
		return int64(int16(binary.LittleEndian.Uint16(r.take(2))))
	case kindInt:
		return int64(int32(binary.LittleEndian.Uint32(r.take(4))))
	case kindUint:
		return int64(binary.LittleEndian.Uint32(r.take(4)))
	case kindFloat:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(r.take(4))))
	case kindEnum:
		n := int(int8(r.take(1)[0]))
		if n < 0 || n >= len(s.values) || s.values[n] == "-" {
			r.err = errors.Join(r.err, fmt.Errorf("%d is no %s", n, s.name))
			return nil
		}
		return s.values[n]
	case kindString:
		n := r.count()
		if r.err == nil && n > len(r.rest) {
			r.err = ErrShort
		}
		if r.err != nil {
			return nil
		}
		return string(r.take(n))
	case kindList:
		var list []any
		for n := r.elements(1); n > 0 && r.err == nil; n-- {
			list = append(list, r.value(s.elem))
		}
		return append([]any{}, list...)
	case kindMap:
		m := Map{}
		for n := r.elements(2); n > 0 && r.err == nil; n-- {
			key := r.value(s.key)
			m = append(m, Pair{key, r.value(s.elem)})
		}
		return m
	}
	return r.object(s)
}

func (r *reader) count() int {
	k := int(r.take(1)[0])
	if r.err == nil && k > 4 {
		r.err = fmt.Errorf("a count of %d bytes, at most 4 are allowed", k)
	}
	if r.err != nil {
		return 0
	}
	var low [4]byte
	copy(low[:], r.take(k))
	return int(binary.LittleEndian.Uint32(low[:]))
}

// elements returns a count of elements that have at least the given number of bytes each. A count for which there are too few
// bytes is an error at once.
func (r *reader) elements(least int) int {
	n := r.count()
	if r.err == nil && n > len(r.rest)/least {
		r.err = ErrShort
	}
	return n
}
