package render

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Patch returns what turns scene a into scene b as an RFC 7396 merge patch: null deletes, lists are replaced whole. It is empty
// if nothing differs.
func Patch(a, b *scene.Scene) map[string]any {
	p := map[string]any{}
	if a.Board != b.Board {
		put(p, "board", merge(a.Board, b.Board))
	}
	put(p, "layers", layers(a.Layers, b.Layers))
	put(p, "pieces", differ(a.Pieces, b.Pieces, func(x, y scene.Piece) any { return merge(x, y) }))
	if len(a.Marks)+len(b.Marks) > 0 && !reflect.DeepEqual(a.Marks, b.Marks) {
		p["marks"] = list(b.Marks)
	}
	sides := map[string]any{}
	for i := range max(len(a.Sides), len(b.Sides)) {
		switch key := strconv.Itoa(i); {
		case i >= len(b.Sides):
			sides[key] = nil
		case i >= len(a.Sides):
			sides[key] = b.Sides[i]
		case !reflect.DeepEqual(a.Sides[i], b.Sides[i]):
			sides[key] = merge(a.Sides[i], b.Sides[i])
		}
	}
	put(p, "sides", sides)
	set(p, "turn", a.Turn, b.Turn)
	set(p, "next", a.Next, b.Next)
	set(p, "group", a.Group, b.Group)
	set(p, "curve", a.Curve, b.Curve)
	if !slices.Equal(a.Moves, b.Moves) {
		p["moves"] = list(b.Moves)
	}
	return p
}

// list returns null, which deletes, for an empty list: scenes omit empty lists in their JSON.
func list[T any](items []T) any {
	if len(items) == 0 {
		return nil
	}
	return items
}

// put sets a part of a patch unless it is empty.
func put(p map[string]any, key string, part map[string]any) {
	if len(part) > 0 {
		p[key] = part
	}
}

// set sets b if it differs from a; the zero value deletes an optional text.
func set[T comparable](p map[string]any, key string, a, b T) {
	if a != b {
		if text, ok := any(b).(string); ok && text == "" {
			p[key] = nil
		} else {
			p[key] = b
		}
	}
}

func layers(a, b map[string]scene.Layer) map[string]any {
	return differ2(a, b, func(x, y scene.Layer) bool {
		looks := x.As == y.As && x.Class == y.Class && x.Seat == y.Seat && x.Show == y.Show && x.Peek == y.Peek
		return looks && maps.Equal(x.Cells, y.Cells)
	}, func(x, y scene.Layer) any {
		cells := map[string]any{}
		for c, v := range y.Cells {
			if w, ok := x.Cells[c]; !ok || w != v {
				cells[strconv.Itoa(c)] = v
			}
		}
		for c := range x.Cells {
			if _, ok := y.Cells[c]; !ok {
				cells[strconv.Itoa(c)] = nil
			}
		}
		x.Cells, y.Cells = nil, nil
		p := merge(x, y)
		put(p, "cells", cells)
		return p
	})
}

// differ compares the parts of two objects; merge says what turns one part into another.
func differ[T comparable](a, b map[string]T, merge func(x, y T) any) map[string]any {
	return differ2(a, b, func(x, y T) bool { return x == y }, merge)
}

func differ2[T any](a, b map[string]T, same func(x, y T) bool, merge func(x, y T) any) map[string]any {
	p := map[string]any{}
	for key, y := range b {
		if x, ok := a[key]; !ok {
			p[key] = y
		} else if !same(x, y) {
			p[key] = merge(x, y)
		}
	}
	for key := range a {
		if _, ok := b[key]; !ok {
			p[key] = nil
		}
	}
	return p
}

// merge compares two values as JSON.
func merge(a, b any) map[string]any { return mergeObjects(object(a), object(b)) }

func mergeObjects(a, b map[string]any) map[string]any {
	p := map[string]any{}
	for key, y := range b {
		x, had := a[key]
		inX, okX := x.(map[string]any)
		inY, okY := y.(map[string]any)
		switch {
		case had && okX && okY:
			put(p, key, mergeObjects(inX, inY))
		case !had || !reflect.DeepEqual(x, y):
			p[key] = y
		}
	}
	for key := range a {
		if _, ok := b[key]; !ok {
			p[key] = nil
		}
	}
	return p
}

// object returns the JSON object of a value. The types of a scene marshal without errors.
func object(v any) (o map[string]any) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		panic("render: " + err.Error())
	}
	return o
}
