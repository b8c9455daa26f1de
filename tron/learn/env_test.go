package learn

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/referee"
)

// TestEnvDecodes compares what a seat sees with the position.
func TestEnvDecodes(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 1))
	wide := "#" + strings.Repeat(".", 33) + "#\n"
	usual := strings.Repeat("#", 35) + "\n" + strings.Replace(wide, "..", ".B", 1) + strings.Repeat(wide, 17) +
		strings.Replace(wide, ".#", "Y#", 1) + strings.Repeat("#", 35)
	pit := "##########\n#Bb......#\n#bb......#\n#.......y#\n#......yY#\n##########"
	for n := range 20 {
		p, err := tron.ParsePosition([]string{usual, pit}[n%2])
		if err != nil {
			t.Fatal(err)
		}
		r := referee.New(p)
		for {
			questions := r.Ask()
			if len(questions) == 0 {
				break
			}
			answers := make([]turn.Answer[referee.Order], 2)
			for s := range questions {
				q := &questions[s].Ask
				decode(t, q)
				legal := Env.Legal(q, nil, nil)
				answers[s].Value, _ = Env.Act(q, []int16{legal[chance.IntN(len(legal))]})
			}
			r.Answer(answers)
		}
		for s := range 2 {
			var v tron.View
			Env.Final(r, s, &v)
			decode(t, &v)
		}
	}
}

func decode(t *testing.T, v *tron.View) {
	t.Helper()
	p, shape := &v.Position, Env.Shape(v)
	codes, scalars := make([]uint8, shape.Cells()), make([]int16, len(shape.Scalars))
	for i := range codes {
		codes[i] = 99
	}
	Env.See(v, nil, codes, scalars)
	named := map[string]int{}
	for i, s := range shape.Scalars {
		named[s.Name] = int(scalars[i])
	}
	bikes := map[uint8]grid.Point{}
	for i, code := range codes {
		at := grid.Point{X: i % shape.Codes[1], Y: i / shape.Codes[1]}
		want := p.Cell(at)
		if s, wall := want.Owner(); wall {
			want = tron.BlueWall
			if s != v.Seat {
				want = tron.YellowWall
			}
		}
		if code&3 != uint8(want) {
			t.Fatalf("seat %v sees %d at %v of\n%v", v.Seat, code, at, p)
		}
		for bit := codeOwnBike; bit <= codeEnemyBike; bit *= 2 {
			if code&bit != 0 {
				bikes[bit] = at
			}
		}
	}
	for seat, prefix := range map[tron.Seat]string{v.Seat: "", v.Seat.Other(): "enemy_"} {
		bit := map[string]uint8{"": codeOwnBike, "enemy_": codeEnemyBike}[prefix]
		number := func(name string) int { return named[prefix+name] }
		got := tron.Bike{
			At: grid.Point{X: number("x"), Y: number("y")}, Direction: tron.Direction(number("direction")), Health: number("health"),
			Cooldown: number("cooldown"), Remaining: number("remaining"), Crash: tron.Crash(number("crash")),
		}
		if want := p.Bike(seat); got != want || bikes[bit] != want.At || number("score") != p.Score(seat) {
			t.Fatalf("%v sees %+v of %v, want %+v", v.Seat, got, seat, want)
		}
	}
	if named["cycle"] != p.Cycle() || named["max_cycles"] != p.Constants().MaxCycles || (named["first"] == 1) != (p.First() == v.Seat) {
		t.Fatalf("%v sees %v of\n%v", v.Seat, named, p)
	}
}
