package view_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/view"
)

// field is an open board of 32x18 cells with pillars.
func field() string {
	rows := []string{strings.Repeat("#", 32)}
	for y := 1; y < 17; y++ {
		row := []byte("#" + strings.Repeat(".", 30) + "#")
		for x := 5; x < 30 && y%5 == 2; x += 7 {
			row[x] = '#'
		}
		switch y {
		case 4:
			row[2] = 'B'
		case 13:
			row[29] = 'Y'
		}
		rows = append(rows, string(row))
	}
	return strings.Join(append(rows, rows[0]), "\n")
}

func TestScene(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 9))
	p := parse(t, field())
	scenes := []scene.Scene{view.Scene(nil, &p, [2]tron.Command{})}
	for cycle := 1; cycle <= 90 && !p.Over(); cycle++ {
		var commands [2]tron.Command
		for s := range commands { // a random one after which the bike lives on, most often straight
			list := p.AppendMoves(nil, tron.Seat(s))
			for try := range 40 {
				commands[s] = list[0]
				if try > 0 || chance.IntN(7) == 0 {
					commands[s] = list[chance.IntN(len(list))]
				}
				if q := p.Play(commands); !q.Over() && q.Bike(tron.Seat(s)).Health == p.Bike(tron.Seat(s)).Health || try == 39 {
					break
				}
			}
		}
		p.Step(commands)
		scenes = append(scenes, view.Scene(&scenes[cycle-1], &p, commands))
		for s, name := range []string{"walls-blue", "walls-yellow"} {
			for c, sides := range scenes[cycle].Layers[name].Cells {
				if n := len(sides); n == 0 || n > 2 {
					t.Fatalf("cycle %d: wall %d of seat %d goes on to %q, want one side or two", cycle, c, s, sides)
				}
			}
		}
	}
	gametest.Scenes(t, "scene", scenes, []string{"champion", "voronoi"})
}

// Walls of a lone position join what is beside them.
func TestSceneOfLayout(t *testing.T) {
	p := parse(t, `
		cycle=3/300
		########
		#bb...Y#
		#.bB...#
		########`)
	s := view.Scene(nil, &p, [2]tron.Command{})
	walls := s.Layers["walls-blue"].Cells
	for cell, want := range map[int]string{9: "R", 10: "DL", 18: "UR"} {
		if walls[cell] != want {
			t.Errorf("the wall on %d goes on to %q, want %q", cell, walls[cell], want)
		}
	}
}
