// Package python holds the values that Python programs exchange, prints them as Python does, and reads and writes them as
// pickles without ever executing one.
package python

import "math/big"

// Value is a value of Python:
//
//	nil                 None
//	bool, float64       bool, float
//	int64, *big.Int     int; *big.Int only for what int64 cannot hold
//	string              str
//	Decimal             decimal.Decimal, as it was written
//	Bytes, Date         the values of xmlrpc.client for base64 and dates
//	*List, Tuple, *Dict list, tuple, dict
//	Class, *Object      a class, an object of one (pickles only)
type Value any

// Decimal is a decimal number as Python prints it.
type Decimal string

// Bytes is a base64 value.
type Bytes []byte

// Date is the text of a date.
type Date string

// List is a list. It is a pointer type because a pickle may add to a list that other values refer to.
type List struct{ Items []Value }

// Tuple is a tuple.
type Tuple []Value

// Dict is a dict in the order of its keys.
type Dict struct {
	Keys, Values []Value

	places map[Value]int // of the keys; made by the first Set
}

// Class is a class by name.
type Class struct{ Module, Name string }

// Object is an object of a class.
type Object struct {
	Class Class
	State Value // its attributes come from this; nil if it has none
}

// Ints returns a list of integers.
func Ints(numbers ...int) *List {
	l := &List{Items: make([]Value, len(numbers))}
	for i, n := range numbers {
		l.Items[i] = int64(n)
	}
	return l
}

// Items returns the items of a list or a tuple.
func Items(v Value) (items []Value, ok bool) {
	switch v := v.(type) {
	case *List:
		return v.Items, true
	case Tuple:
		return v, true
	}
	return nil, false
}

// Int returns an integer; a bool is one, too. ok is false if v is not an integer or does not fit into an int.
func Int(v Value) (n int, ok bool) {
	switch v := v.(type) {
	case int64:
		return int(v), int64(int(v)) == v
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// integerValue returns the value of an int of any size.
func integerValue(n *big.Int) Value {
	if n.IsInt64() {
		return n.Int64()
	}
	return n
}

// Get returns the value of a key, and whether there is one.
func (d *Dict) Get(key string) (Value, bool) {
	for i, k := range d.Keys {
		if k == key {
			return d.Values[i], true
		}
	}
	return nil, false
}

// Set sets the value of a key, which is None, a bool, a number or a text. A key that is already there keeps its place.
func (d *Dict) Set(key, value Value) {
	if d.places == nil {
		d.places = map[Value]int{}
		for i, k := range d.Keys {
			d.places[k] = i
		}
	}
	if i, ok := d.places[key]; ok {
		d.Values[i] = value
		return
	}
	d.places[key] = len(d.Keys)
	d.Keys, d.Values = append(d.Keys, key), append(d.Values, value)
}

// Kind names the type of a value, for messages.
func Kind(v Value) string {
	switch v.(type) {
	case nil:
		return "None"
	case bool:
		return "a bool"
	case int64, *big.Int:
		return "an int"
	case float64:
		return "a float"
	case string:
		return "a str"
	case Decimal:
		return "a Decimal"
	case Bytes:
		return "base64 data"
	case Date:
		return "a date"
	case *List:
		return "a list"
	case Tuple:
		return "a tuple"
	case *Dict:
		return "a dict"
	case Class:
		return "a class"
	}
	return "an object"
}
