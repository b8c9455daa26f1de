package view_test

import (
	"os"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/view"
)

// Cells that a bot of version 2.7 has painted are in the scene and in its picture until the next bot has moved.
func TestPainted(t *testing.T) {
	position, err := pelita.NewGame("########\n#a # . #\n#b.  xy#\n########\n", pelita.Options{Version: pelita.V270, MaxRounds: 300})
	if err != nil {
		t.Fatal(err)
	}
	chance, err := pyrand.Parse("5")
	if err != nil {
		t.Fatal(err)
	}
	p := referee.NewState(position)
	p.Begin(chance)
	for _, tt := range []struct {
		color, want string // "": nothing is drawn
	}{
		{"#96FF96", "#96FF96"}, {"#ff0000", "#ff0000"}, {"#000000", "#000000"}, {"#FFFFFF", "#FFFFFF"}, {"#aBcDeF", "#aBcDeF"},
		{"#012345", "#012345"}, {"#6789ab", "#6789ab"}, {`"/><script>`, ""}, {"red", ""}, {"", ""}, {"#fff", ""}, {"#ff00000", ""},
		{"ff0000", ""}, {"#gg0000", ""}, {"#ff000", ""}, {"rgb(1,2,3)", ""}, {"url(#x)", ""}, {"#ff0000\n", ""}, {" #ff0000", ""}, {"#ff00é", ""},
		{"none", ""}, {"inherit", ""},
	} {
		p.Overlays[0] = []pelita.Paint{{Cell: pelita.Cell{X: 2, Y: 1}, Color: tt.color}, {Cell: pelita.Cell{X: 0, Y: 0}, Color: "#000001"}}
		s := view.Scene(nil, p)
		var picture strings.Builder
		if err := render.SVG(&picture, &s, render.Options{}); err != nil {
			t.Fatal(err)
		}
		if got := s.Layers["coloured"].Cells[10]; got != tt.want || len(s.Layers["coloured"].Cells) > 1 {
			t.Errorf("%s: the layer is %+v", tt.color, s.Layers["coloured"])
		}
		if drawn := strings.Contains(picture.String(), `fill="`+tt.color+`" fill-opacity=".6"`); drawn != (tt.want != "") {
			t.Errorf("%s: drawn %v in\n%s", tt.color, drawn, &picture)
		}
	}
	move := pelita.MoveTo(p.Bots[0])
	move.Paint = []pelita.Paint{{Cell: pelita.Cell{X: 2, Y: 1}, Color: "#123456"}}
	p.Answer(move, "", chance)
	p.Begin(chance)
	if s := view.Scene(nil, p); s.Layers["coloured"].Cells[10] != "#123456" {
		t.Errorf("when the next bot is asked: %+v", s.Layers["coloured"])
	}
	p.Answer(pelita.MoveTo(p.Bots[1]), "", chance)
	if s := view.Scene(nil, p); len(s.Layers["coloured"].Cells) != 0 {
		t.Errorf("after the turn: %+v", s.Layers["coloured"])
	}
}

func TestScene(t *testing.T) {
	layout, err := os.ReadFile("../testdata/normal_035.layout")
	if err != nil {
		t.Fatal(err)
	}
	position, err := pelita.NewGame(string(layout), pelita.Options{MaxRounds: 300, ErrorLimit: 5})
	if err != nil {
		t.Fatal(err)
	}
	p := referee.NewState(position)
	chance, err := pyrand.Parse("5")
	if err != nil {
		t.Fatal(err)
	}
	near := pelita.NewDistances(p.Maze)
	scenes := []scene.Scene{view.Scene(nil, p)}
	kills := 0
	for len(scenes) < 330 && p.Phase != pelita.Finished {
		p.Begin(chance)
		bot := p.Turn
		goal := p.Bots[bot] // b and y stay where they are: their shadows are seen to age pellets
		if bot < 2 && p.Food[1-bot].Len() > 0 {
			for _, c := range p.Food[1-bot].Sorted() {
				if goal == p.Bots[bot] || near.Between(c, p.Bots[bot]) < near.Between(goal, p.Bots[bot]) {
					goal = c
				}
			}
		}
		step := p.Bots[bot]
		for _, c := range p.Maze.Legal(step) {
			if near.Between(c, goal) < near.Between(step, goal) {
				step = c
			}
		}
		say := ""
		if len(scenes) == 329 {
			say = "two at home, <b>two</b> out"
		}
		p.Answer(pelita.MoveTo(step), say, chance)
		scenes = append(scenes, view.Scene(&scenes[len(scenes)-1], p))
		for _, m := range scenes[len(scenes)-1].Marks {
			if m.As == scene.Burst {
				kills++
			}
		}
	}
	if want := p.Deaths[0] + p.Deaths[1] + p.Deaths[2] + p.Deaths[3]; kills != want {
		t.Errorf("%d kills were marked, want %d", kills, want)
	}
	gametest.Scenes(t, "scene", scenes, []string{"Champions", "Smart Eating Players"}, "noise")
}
