package view_test

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
	"github.com/gridiron-games/gridiron/reantics/view"
)

func TestScene(t *testing.T) {
	chance, err := pyrand.Parse("11")
	if err != nil {
		t.Fatal(err)
	}
	r := referee.New(reantics.Start(reantics.Manual), referee.Options{})
	scenes := []scene.Scene{view.Scene(nil, r.Position(), nil, 0)}
	for len(scenes) < 140 && len(r.Ask()) > 0 {
		v := r.Ask()[0].Ask
		var a reantics.Answer
		switch v.Position.Asks() {
		case reantics.AskHome, reantics.AskFood:
			a.Cells = r.Position().DrawPlacement(nil, chance)
		case reantics.AskAttack:
			at := v.Targets[chance.Below(len(v.Targets))].Point()
			a.Target = &at
		default:
			moves := v.Position.AppendMoves(nil)
			a.Move = moves[chance.Below(len(moves))]
			if b := v.Position.AppendBuilds(nil); len(b) > 0 {
				a.Move = b[chance.Below(len(b))]
			}
		}
		r.Answer([]turn.Answer[reantics.Answer]{{Value: a}})
		last, _ := r.Last()
		scenes = append(scenes, view.Scene(&scenes[len(scenes)-1], r.Position(), &last, r.Turns()))
	}
	if len(scenes) < 100 {
		t.Fatalf("the game is over after %d plies: %+v", len(scenes)-1, r.Result())
	}
	gametest.Scenes(t, "scene", scenes, []string{"defender", "champion"})
}
