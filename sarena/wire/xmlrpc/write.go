package xmlrpc

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/sarena/wire/python"
)

const declaration = "<?xml version='1.0'?>\n"

// AppendCall appends a call of a method. params appends the values, each with its tags.
func AppendCall(dst []byte, method string, params func(dst []byte) []byte) []byte {
	dst = append(dst, declaration+"<methodCall>\n<methodName>"...)
	dst = append(dst, escape(method)...)
	dst = append(dst, "</methodName>\n<params>\n"...)
	dst = params(dst)
	return append(dst, "</params>\n</methodCall>\n"...)
}

// AppendInt appends an int as a value.
func AppendInt(dst []byte, n int64) []byte {
	dst = append(dst, "<value><int>"...)
	dst = strconv.AppendInt(dst, n, 10)
	return append(dst, "</int></value>\n"...)
}

// AppendDouble appends a double as a value.
func AppendDouble(dst []byte, f float64) []byte {
	dst = append(dst, "<value><double>"...)
	dst = python.AppendFloat(dst, f)
	return append(dst, "</double></value>\n"...)
}

// Nil is None as a value. Unlike other values, it is not followed by a line feed, in Python as here.
const Nil = "<value><nil/></value>"

// AppendReply appends the reply to a call. If XML-RPC cannot express the value, the text of the error begins with its class in
// Python.
func AppendReply(dst []byte, v python.Value) ([]byte, error) {
	dst = append(dst, declaration+"<methodResponse>\n<params>\n<param>\n"...)
	dst, err := appendValue(dst, v)
	if err != nil {
		return nil, err
	}
	return append(dst, "</param>\n</params>\n</methodResponse>\n"...), nil
}

// appendFault appends a reply that reports a fault with code 1, as Python's server does for everything.
func appendFault(dst []byte, text string) []byte {
	dst = append(dst, declaration+"<methodResponse>\n<fault>\n"...)
	dst, _ = appendValue(dst, &python.Dict{
		Keys: []python.Value{"faultCode", "faultString"}, Values: []python.Value{int64(1), text},
	})
	return append(dst, "</fault>\n</methodResponse>\n"...)
}

func appendValue(dst []byte, v python.Value) (_ []byte, err error) {
	switch v := v.(type) {
	case int64:
		if v > math.MaxInt32 || v < math.MinInt32 {
			return nil, errTooBig
		}
		return AppendInt(dst, v), nil
	case *big.Int:
		return nil, errTooBig
	case float64:
		return AppendDouble(dst, v), nil
	case bool:
		digit := map[bool]string{true: "1", false: "0"}[v]
		return append(dst, "<value><boolean>"+digit+"</boolean></value>\n"...), nil
	case string:
		return append(dst, "<value><string>"+escape(v)+"</string></value>\n"...), nil
	case *python.List, python.Tuple:
		items, _ := python.Items(v)
		dst = append(dst, "<value><array><data>\n"...)
		for _, item := range items {
			if dst, err = appendValue(dst, item); err != nil {
				return nil, err
			}
		}
		return append(dst, "</data></array></value>\n"...), nil
	case *python.Dict:
		dst = append(dst, "<value><struct>\n"...)
		for i, key := range v.Keys {
			name, ok := key.(string)
			if !ok {
				return nil, errors.New("<class 'TypeError'>:dictionary key must be string")
			}
			dst = append(dst, "<member>\n<name>"+escape(name)+"</name>\n"...)
			if dst, err = appendValue(dst, v.Values[i]); err != nil {
				return nil, err
			}
			dst = append(dst, "</member>\n"...)
		}
		return append(dst, "</struct></value>\n"...), nil
	}
	return nil, errors.New("<class 'TypeError'>:cannot marshal " + python.Str(v) + " unless allow_none is enabled")
}

var errTooBig = errors.New("<class 'OverflowError'>:int exceeds XML-RPC limits")

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func escape(text string) string { return escapes.Replace(text) }
