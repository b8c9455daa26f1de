package bot

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/tron"
)

// plain is hope without bounds, tables and order.
func plain(s *search, m ride, depth, cycle int) int32 {
	after := func(reply ride, guesses int) int32 {
		var both [2]ride
		both[s.seat], both[s.seat^1] = m, reply
		before := s.play(both)
		defer s.takeBack(&before)
		if s.over {
			return s.ended(depth - 1)
		}
		if depth == 1 {
			return s.appraise(&s.arena, s.seat)
		}
		top := int32(math.MinInt32)
		var list [3]ride
		for _, next := range s.rides(s.seat, &list) {
			top = max(top, plain(s, next, depth-1, guesses))
		}
		return top
	}
	worst := int32(math.MaxInt32)
	var list [3]ride
	for _, reply := range s.rides(s.seat^1, &list) {
		worst = min(worst, after(reply, foreseen))
	}
	if cycle >= foreseen {
		return worst
	}
	reply, _ := s.guess.ride(&s.arena, depth, never)
	high := min(after(reply, cycle+1), likely)
	low := max(worst, -likely)
	if high <= low {
		return worst
	}
	return (s.trust*high + (100-s.trust)*low) / 100
}

// What the search gives up because of its bounds makes no difference.
func TestHope(t *testing.T) {
	differ := 0
	for _, p := range endings(t, 30) {
		for seat := range tron.Seat(2) {
			var g foresight
			s := &search{table: new(table), stop: never}
			s.begin(&p, seat)
			g.begin(seat.Other(), p.Cycle())
			depth := min(3, int(s.left))
			s.guess, s.trust = &g, 60
			var list [3]ride
			for _, m := range s.rides(seat, &list) {
				want := plain(s, m, depth, 0)
				for _, alpha := range []int32{math.MinInt32, want - 500, want - 1, want, want + 1, want + 500} {
					if alpha > math.MaxInt32-won {
						alpha = math.MinInt32
					}
					got := s.hope(m, depth, 0, alpha)
					if want > alpha && got != want || want <= alpha && (got < want || got > alpha) {
						t.Fatalf("ride %d of %v above %d is worth %d, want %d\n%v", m, seat, alpha, got, want, p)
					}
				}
				s.trust = 0
				if s.hope(m, depth, 0, math.MinInt32) != want {
					differ++
				}
				s.trust = 60
			}
		}
	}
	if differ < 100 {
		t.Errorf("only %d values depend on what is foreseen", differ)
	}
}

// Bots that drive like Solo are foreseen; one that drives at random is not trusted.
func TestTrust(t *testing.T) {
	_, positions := starts(t)
	for name, bounds := range map[string][2]int32{"solo12": {55, mostTrusted}, "fill": {40, mostTrusted}, "random": {0, 25}} {
		asked, sum := 0, int32(0)
		for i, p := range positions {
			champion := &Champion{Nodes: 500, Chance: rand.New(rand.NewPCG(1, 1))}
			enemy := bots[name](rand.New(rand.NewPCG(uint64(i), 2)))
			champion.Initialize(tron.View{Position: p})
			if champion.guess.trust() != 0 {
				t.Error("guesses are trusted before there were any")
			}
			for !p.Over() {
				p.Step([2]tron.Command{decide(t, champion, tron.View{Position: p}, 0),
					decide(t, enemy, tron.View{Position: p, Seat: tron.Yellow}, 0)})
			}
			asked += champion.guess.asked
			sum += champion.guess.trust()
			champion.Initialize(tron.View{})
			if champion.guess.asked != 0 {
				t.Error("the guesses of a game are known in the next one")
			}
		}
		if mean := sum / int32(len(positions)); mean < bounds[0] || mean > bounds[1] {
			t.Errorf("trust in %s after %d guesses is %d %%, want %d to %d", name, asked, mean, bounds[0], bounds[1])
		}
	}
}

// Only the cycle after a guess, of the same seat, tells whether it was right.
func TestWatch(t *testing.T) {
	_, positions := starts(t)
	p := positions[0]
	var g foresight
	var a arena
	a.load(&p)
	foresee := func() ride {
		g.begin(tron.Yellow, p.Cycle())
		g.expect(&a, 6, never)
		m, _ := g.ride(&a, 6, never)
		return m
	}
	after := p
	after.Step([2]tron.Command{a.command(tron.Blue, 0), a.command(tron.Yellow, foresee())})
	for _, w := range []tron.View{{Position: p}, {Position: after, Seat: tron.Yellow}} {
		g.watch(&w)
		g.watch(&tron.View{Position: after})
		if g.asked != 0 {
			t.Errorf("a guess was counted after %v was asked about cycle %d", w.Seat, w.Position.Cycle())
		}
		foresee()
	}
	for range 2 {
		g.watch(&tron.View{Position: after})
	}
	if g.asked != 1 || g.right != 1 {
		t.Errorf("%d of %d guesses were right, want 1 of 1", g.right, g.asked)
	}
}
