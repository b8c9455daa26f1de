package clean_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

// square is read from a string.
type square int

func (s *square) UnmarshalText(text []byte) error { *s = square(len(text)); return nil }

func TestJSON(t *testing.T) {
	type Part struct {
		Plies int `json:"plies"`
	}
	type inner struct {
		Part
		ID    *int64
		Names []string
		On    bool
		Share float64
		At    square
	}
	var v inner
	for text, want := range map[string]string{
		`{"id":"x"}`:     `key "id": got string, want a whole number`,
		`{"id":1.5}`:     `key "id": got number 1.5, want a whole number`,
		`{"names":true}`: `key "names": got true or false, want a list`,
		`{"on":[]}`:      `key "on": got array, want true or false`,
		`{"share":{}}`:   `key "share": got object, want a number`,
		`{"plies":[]}`:   `key "plies": got array, want a whole number`,
		`{"at":5}`:       `got number, want a string`,
		`5`:              `got number, want an object`,
		`{`:              `unexpected end of JSON input`,
		`D0D4J4`:         `invalid character 'D' looking for beginning of value`,
	} {
		err := json.Unmarshal([]byte(text), &v)
		if err == nil {
			t.Fatalf("%s can be read", text)
		}
		if got := clean.JSON(err).Error(); !strings.HasSuffix(strings.ToLower(got), strings.ToLower(want)) || strings.Contains(got, "clean_test") {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
