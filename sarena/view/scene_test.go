package view_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/view"
)

func TestScene(t *testing.T) {
	chance, err := pyrand.Parse("7")
	if err != nil {
		t.Fatal(err)
	}
	p, last := sarena.Draw(chance), sarena.Move{}
	scenes := []scene.Scene{view.Scene(nil, p, last, 0)}
	for turns := 1; turns <= 24 && !p.Over(); turns++ {
		last = p.RandomMove(chance)
		p = p.Play(last)
		scenes = append(scenes, view.Scene(&scenes[turns-1], p, last, turns))
		was, is := scenes[turns-1].Pieces, scenes[turns].Pieces
		if a, b := slices.Sorted(maps.Keys(was)), slices.Sorted(maps.Keys(is)); !slices.Equal(a, b) {
			t.Fatalf("turn %d: chips %v became %v", turns, a, b)
		}
		from := int(p.At(last.I1, last.J1))
		for id, chip := range was {
			if (chip.At == from) != (is[id].At != chip.At) {
				t.Fatalf("turn %d, %v: chip %s went from %d to %d", turns, last, id, chip.At, is[id].At)
			}
			if strings.Count(chip.Sprite[5:], "N") != strings.Count(is[id].Sprite[5:], "N") {
				t.Fatalf("turn %d: chip %s was %s and is %s", turns, id, chip.Sprite, is[id].Sprite)
			}
		}
	}
	gametest.Scenes(t, "scene", scenes, []string{"champion", "simple"})
}
