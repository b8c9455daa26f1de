package clean

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"unicode"
)

// JSON rewrites an error of encoding/json without the names of Go types.
func JSON(err error) error {
	var mismatch *json.UnmarshalTypeError
	if !errors.As(err, &mismatch) {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	got, number, _ := strings.Cut(mismatch.Value, " ")
	if got == "bool" {
		got = "true or false"
	}
	if number != "" {
		got += " " + number
	}
	text := "got " + got + ", want " + want(mismatch.Type)
	key := mismatch.Field
	for strings.Contains(key, ".") && unicode.IsUpper(rune(key[0])) {
		_, key, _ = strings.Cut(key, ".") // without the name of an embedded struct
	}
	if key != "" {
		text = "key " + `"` + key + `": ` + text
	}
	return errors.New(text)
}

// want names the kind of JSON value from which a Go type is read.
func want(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[interface{ UnmarshalText([]byte) error }]()) {
		return "a string"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}
