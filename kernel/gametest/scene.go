package gametest

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Scenes tests the scenes of one game, from its start on: the pictures of the last one, with the given overlays, are those of
// the golden file; patches lead from each to the next; sprites
// and seats exist; nothing lies outside of the board. With -update the golden file is written, and the dark picture to the
// folder GRIDIRON_PICTURES: look at both.
func Scenes(t *testing.T, golden string, scenes []scene.Scene, names []string, show ...string) {
	t.Helper()
	for i := range scenes {
		if err := whole(&scenes[i]); err != nil {
			t.Errorf("scene %d: %v", i, err)
		}
		if i == 0 {
			continue
		}
		got := apply(plain(t, scenes[i-1]), plain(t, scene.Patch(&scenes[i-1], &scenes[i])))
		if want := plain(t, scenes[i]); !reflect.DeepEqual(got, want) {
			t.Errorf("scene %d: the patch leads to\n%v, want\n%v", i, got, want)
		}
		if same := scene.Patch(&scenes[i], &scenes[i]); len(same) != 0 {
			t.Errorf("scene %d: the patch to itself is %v", i, same)
		}
	}
	for _, dark := range []bool{false, true} {
		var b bytes.Buffer
		err := scene.SVG(&b, &scenes[len(scenes)-1], scene.Options{Dark: dark, Names: names, Show: show, Title: golden})
		if err != nil {
			t.Fatal(err)
		}
		if err := wellFormed(b.Bytes()); err != nil {
			t.Errorf("the picture: %v", err)
		}
		file := filepath.Join("testdata", golden+".svg")
		if dark {
			file = filepath.Join(t.TempDir(), golden+"-dark.svg")
			if dir := os.Getenv("GRIDIRON_PICTURES"); dir != "" {
				file = filepath.Join(dir, golden+"-dark.svg")
			}
		}
		if dark || Updates() {
			if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		} else {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b.Bytes(), want) {
				t.Errorf("the picture is not %s; go test -update writes it anew: look at it", file)
			}
		}
	}
}

var reference = regexp.MustCompile(`var\(--|href="[^#]|<(?:script|image|style)`)

func wellFormed(picture []byte) error {
	if found := reference.Find(picture); found != nil {
		return fmt.Errorf("%q in a picture that should need nothing", found)
	}
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// whole finds what a scene says that its board lacks.
func whole(s *scene.Scene) error {
	has := func(sprite string) bool {
		return sprite == "" || strings.Contains(s.Board.Sheet+scene.Emblems(), `<symbol id="`+sprite+`"`)
	}
	inside := func(cell int) bool { return cell >= 0 && cell < s.Board.W*s.Board.H }
	for name, l := range s.Layers {
		if l.Cells == nil {
			return fmt.Errorf("layer %s has no cells, want an empty map", name)
		}
		for c, value := range l.Cells {
			if !inside(c) || l.As == scene.Sprite && !has(value) {
				return fmt.Errorf("layer %s: %q on cell %d", name, value, c)
			}
		}
	}
	for id, p := range s.Pieces {
		nameless := p.Title == "" && p.Lift == 0 && p.Tag != ""
		if !inside(p.At) || !has(p.Sprite) || !has(p.Carry) || p.Aura != "" && !has("aura-"+p.Aura) || nameless {
			return fmt.Errorf("piece %s: %+v", id, p)
		}
	}
	for _, m := range s.Marks {
		for _, c := range m.Cells {
			if !inside(c) {
				return fmt.Errorf("mark %+v", m)
			}
		}
		if _, ok := s.Pieces[m.Piece]; m.As == scene.Say && !ok {
			return fmt.Errorf("mark %+v: no such piece", m)
		}
	}
	if len(s.Sides) != len(s.Board.Seats) {
		return fmt.Errorf("%d sides of %d seats", len(s.Sides), len(s.Board.Seats))
	}
	for _, side := range s.Sides {
		for _, row := range s.Board.Rows {
			if _, ok := side.Rows[row.ID]; !ok {
				return fmt.Errorf("no %q in %v", row.ID, side.Rows)
			}
		}
	}
	return nil
}

// plain returns what JSON says of a value.
func plain(t *testing.T, v any) (p any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// apply is RFC 7396.
func apply(target, patch any) any {
	changes, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	object := map[string]any{}
	if old, ok := target.(map[string]any); ok {
		for key, v := range old {
			object[key] = v
		}
	}
	for key, change := range changes {
		if change == nil {
			delete(object, key)
		} else {
			object[key] = apply(object[key], change)
		}
	}
	return object
}
