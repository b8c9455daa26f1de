package tron

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkCycles plays games of drawn commands on an open board; bikes turn away from walls where they can, so that games are
// long and walls are broken in them. by=step plays in place, as bots do; by=play uses the pure function.
func BenchmarkCycles(b *testing.B) {
	start := open(35, 21)
	games := drawnGames(start, 50)
	for _, copied := range []bool{false, true} {
		name := "by=step"
		if copied {
			name = "by=play"
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			cycles := 0
			for b.Loop() {
				for _, game := range games {
					p := start
					for _, c := range game {
						if copied {
							p = p.Play(c)
						} else {
							p.Step(c)
						}
					}
					cycles += len(game)
				}
			}
			b.ReportMetric(float64(cycles)/b.Elapsed().Seconds(), "cycles/s")
		})
	}
}

// open returns the start on a board without inner walls.
func open(w, h int) Position {
	m := Map{Constants: Standard, Bikes: [2]Start{{Direction: Right}, {Direction: Left}}}
	m.Bikes[Blue].At.X, m.Bikes[Blue].At.Y = 1, 1
	m.Bikes[Yellow].At.X, m.Bikes[Yellow].At.Y = w-2, h-2
	for y := range h {
		row := make([]bool, w)
		for x := range row {
			row[x] = x == 0 || y == 0 || x == w-1 || y == h-1
		}
		m.AreaWalls = append(m.AreaWalls, row)
	}
	p, err := m.Start()
	if err != nil {
		panic(err)
	}
	return p
}

// drawnGames draws commands; of several draws it takes the first after which nobody has crashed.
func drawnGames(start Position, n int) (games [][][2]Command) {
	chance := rand.New(rand.NewPCG(1, 2))
	for range n {
		var game [][2]Command
		for p := start; !p.Over(); {
			var after Position
			var c [2]Command
			for range 20 {
				for s := range c {
					moves := p.AppendMoves(nil, Seat(s))
					c[s] = moves[chance.IntN(len(moves))]
				}
				if after = p.Play(c); after.bikes[Blue].crash|after.bikes[Yellow].crash == NoCrash {
					break
				}
			}
			game = append(game, c)
			p = after
		}
		games = append(games, game)
	}
	return games
}
