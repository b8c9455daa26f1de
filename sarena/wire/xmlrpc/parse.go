package xmlrpc

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

// Document is the content of an XML-RPC message: a call, or the reply to one.
type Document struct {
	Method string // of a call
	IsCall bool   // it names a method
	Params []python.Value
}

// Fault is a reply that reports a failure of the other side.
type Fault struct{ Code, String python.Value }

func (f *Fault) Error() string {
	return "<Fault " + python.Str(f.Code) + ": " + python.Repr(f.String) + ">"
}

// Parse reads a message as Python's library does, which does not check nesting: only the types and order of elements matter. The
// error is a [*Fault] if the message reports one; any other error says why the message cannot be read.
func Parse(document []byte) (Document, error) {
	u := &unmarshaller{}
	if err := scan(document, u); err != nil {
		return Document{}, err
	}
	switch u.kind {
	case "":
		return Document{}, errors.New("no element params, fault or methodName")
	case "fault":
		return Document{}, u.fault()
	}
	return Document{u.method, u.named, u.stack}, nil
}

// unmarshaller collects values: the end of an element pushes one, and the end of an array or struct pops its parts.
type unmarshaller struct {
	stack  []python.Value
	marks  []int  // heights of the stack where arrays and structs began
	buffer []byte // text since the last start tag
	fresh  bool   // the last tag began a value
	kind   string // the last of params, fault and methodName
	method string
	named  bool
}

func (u *unmarshaller) start(name string) error {
	u.buffer = u.buffer[:0]
	switch name {
	case "array", "struct":
		u.marks = append(u.marks, len(u.stack))
	case "value", "name", "params", "fault", "methodName", "nil", "boolean", "int", "i1", "i2", "i4", "i8", "biginteger",
		"double", "float", "bigdecimal", "string", "base64", "dateTime.iso8601":
	default:
		if u.fresh {
			return fmt.Errorf("unknown tag %q", name)
		}
	}
	u.fresh = name == "value"
	return nil
}

func (u *unmarshaller) text(data []byte) { u.buffer = append(u.buffer, data...) }

func (u *unmarshaller) end(name string) error {
	switch name {
	case "value":
		if u.fresh {
			u.push(string(u.buffer))
		}
		return nil
	case "params", "fault":
		u.kind = name
		return nil
	case "methodName":
		u.kind, u.method, u.named = name, string(u.buffer), true
		return nil
	case "array":
		from := u.mark()
		u.stack = append(u.stack[:from], &python.List{Items: append([]python.Value(nil), u.stack[from:]...)})
		u.fresh = false
		return nil
	case "struct":
		return u.endStruct()
	}
	v, known, err := scalar(name, u.buffer)
	if known && err == nil {
		u.push(v)
	}
	return err
}

func (u *unmarshaller) push(v python.Value) {
	u.stack = append(u.stack, v)
	u.fresh = false
}

func (u *unmarshaller) mark() int {
	from := u.marks[len(u.marks)-1]
	u.marks = u.marks[:len(u.marks)-1]
	return from
}

func (u *unmarshaller) endStruct() error {
	from := u.mark()
	items := u.stack[from:]
	if len(items)%2 != 0 {
		return errors.New("a struct with a name without a value")
	}
	d := &python.Dict{}
	for i := 0; i < len(items); i += 2 {
		switch items[i].(type) {
		case *python.List, *python.Dict, python.Bytes, python.Date:
			return fmt.Errorf("a name in a struct is %s", python.Kind(items[i]))
		}
		d.Set(items[i], items[i+1])
	}
	u.stack = u.stack[:from]
	u.push(d)
	return nil
}

// scalar reads the text of an element with a single value; known is false if the element has no single value.
func scalar(name string, text []byte) (v python.Value, known bool, err error) {
	ok := true
	switch name {
	case "int", "i1", "i2", "i4", "i8", "biginteger":
		if len(text) == 1 && text[0]-'0' <= 9 {
			return int64(text[0] - '0'), true, nil
		}
		v, ok = python.ParseInt(string(text))
	case "double", "float":
		v, ok = python.ParseFloat(string(text))
	case "boolean":
		v, ok = string(text) == "1", string(text) == "0" || string(text) == "1"
	case "nil":
	case "string", "name":
		v = string(text)
	case "bigdecimal":
		v, ok = python.ParseDecimal(string(text))
	case "base64":
		v, ok = decodeBase64(text)
	case "dateTime.iso8601":
		v = python.Date(text)
	default:
		return nil, false, nil
	}
	if !ok {
		return nil, true, fmt.Errorf("element %s: %.40q is not a value of it", name, text)
	}
	return v, true, nil
}

// fault returns the fault of the document, or says why it cannot be read.
func (u *unmarshaller) fault() error {
	if len(u.stack) == 0 {
		return errors.New("a fault without a value")
	}
	d, ok := u.stack[0].(*python.Dict)
	if !ok {
		return fmt.Errorf("a fault that is %s, not a struct", python.Kind(u.stack[0]))
	}
	for _, key := range d.Keys {
		if _, ok := key.(string); !ok {
			return fmt.Errorf("a fault with a name that is %s", python.Kind(key))
		}
	}
	code, hasCode := d.Get("faultCode")
	text, hasText := d.Get("faultString")
	if !hasCode || !hasText {
		return errors.New("a fault without faultCode or faultString")
	}
	return &Fault{code, text}
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// decodeBase64 reads base64 and skips other ASCII characters; the first complete padding ends it.
func decodeBase64(text []byte) (data python.Bytes, ok bool) {
	data = python.Bytes{}
	inGroup, pads, bits := 0, 0, 0
	ended := false
	for _, c := range text {
		if c >= 0x80 {
			return nil, false
		}
		if ended {
			continue
		}
		if c == '=' {
			if inGroup >= 2 {
				pads++
				ended = inGroup+pads >= 4
			}
			continue
		}
		n := strings.IndexByte(alphabet, c)
		if n < 0 {
			continue
		}
		pads = 0
		bits = bits<<6 | n
		if inGroup++; inGroup > 1 {
			data = append(data, byte(bits>>(8-2*inGroup)))
		}
		inGroup %= 4
	}
	return data, ended || inGroup == 0
}
