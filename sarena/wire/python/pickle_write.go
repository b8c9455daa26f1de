package python

import (
	"encoding/binary"
	"math"
)

// AppendPickle appends a value as a pickle of protocol 2 that uses no memo and as few kinds of opcodes as possible. It writes
// None, bool, int below 2^31, float, str, list, tuple, dict and objects, and panics at other values, which only our own code
// could pass.
func AppendPickle(dst []byte, v Value) []byte {
	return append(appendPickled(append(dst, 0x80, 2), v), '.')
}

func appendPickled(dst []byte, v Value) []byte {
	all := func(begin string, items []Value, end byte) []byte {
		dst = append(dst, begin...)
		for _, item := range items {
			dst = appendPickled(dst, item)
		}
		return append(dst, end)
	}
	switch v := v.(type) {
	case nil:
		return append(dst, 'N')
	case bool:
		return append(dst, map[bool]byte{true: 0x88, false: 0x89}[v])
	case int64:
		return binary.LittleEndian.AppendUint32(append(dst, 'J'), uint32(int32(v)))
	case float64:
		return binary.BigEndian.AppendUint64(append(dst, 'G'), math.Float64bits(v))
	case string:
		dst = binary.LittleEndian.AppendUint32(append(dst, 'X'), uint32(len(v)))
		return append(dst, v...)
	case *List:
		return all("](", v.Items, 'e')
	case Tuple:
		return all("(", v, 't')
	case *Dict:
		items := make([]Value, 0, 2*len(v.Keys))
		for i, key := range v.Keys {
			items = append(items, key, v.Values[i])
		}
		return all("}(", items, 'u')
	case *Object:
		dst = append(dst, "c"+v.Class.Module+"\n"+v.Class.Name+"\n)\x81"...)
		return append(appendPickled(dst, v.State), 'b')
	}
	panic("pickle: " + Kind(v))
}
