package view_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/view"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

func TestScene(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 7))
	p, last := amazons.Start(), amazons.Move{}
	scenes := []scene.Scene{view.Scene(nil, p, last, 0)}
	for turns := 1; turns <= 34 && !p.Stuck(); turns++ {
		last = p.RandomSteps(chance)
		p = p.Play(last)
		scenes = append(scenes, view.Scene(&scenes[turns-1], p, last, turns))
		moved := 0
		for id, piece := range scenes[turns].Pieces {
			if scenes[turns-1].Pieces[id].At != piece.At {
				moved++
			}
		}
		if len(scenes[turns].Pieces) != 8 || moved != 1 {
			t.Fatalf("turn %d: %d of %d queens moved, want 1 of 8", turns, moved, len(scenes[turns].Pieces))
		}
	}
	gametest.Scenes(t, "scene", scenes, []string{"champion", "greedy"}, "territory")
}

// A turn that is taken back moves the same queen back.
func TestSceneBack(t *testing.T) {
	p, m := amazons.Start(), amazons.Move{From: amazons.SquareAt(3, 0), To: amazons.SquareAt(3, 4), Arrow: amazons.SquareAt(9, 4)}
	start := view.Scene(nil, p, amazons.Move{}, 0)
	after := view.Scene(&start, p.Play(m), m, 1)
	back := view.Scene(&after, p, amazons.Move{}, 0)
	for id, piece := range start.Pieces {
		if back.Pieces[id] != piece {
			t.Errorf("%s is on %d, want %d", id, back.Pieces[id].At, piece.At)
		}
	}
}
