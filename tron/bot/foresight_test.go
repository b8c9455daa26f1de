package bot

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tron"
)

// plain is hope without bounds, tables and order.
func plain(s *search, m ride, depth, cycle int, share shares) int32 {
	after := func(reply ride, guesses int, share shares) int32 {
		var both [2]ride
		both[s.seat], both[s.seat^1] = m, reply
		lead := s.leadOf(s.seat)
		before := s.play(both)
		defer s.takeBack(&before)
		soon := worth.soon * int32(depth-1) * (s.leadOf(s.seat) - lead)
		if s.over {
			return s.ended(depth - 1)
		}
		if depth == 1 {
			return s.appraise(&s.arena, s.seat)
		}
		top := int32(math.MinInt32)
		var list [3]ride
		for _, next := range s.rides(s.seat, &list) {
			top = max(top, plain(s, next, depth-1, guesses, share))
		}
		return added(top, soon)
	}
	worst := int32(math.MaxInt32)
	var list [3]ride
	for _, reply := range s.rides(s.seat^1, &list) {
		worst = min(worst, after(reply, foreseen, share))
	}
	if cycle >= foreseen {
		return worst
	}
	replies, sum := s.guess.replies(&s.arena, depth, share, never)
	mean, weights := int64(0), int64(0)
	for _, r := range replies[:sum] {
		mean += int64(r.chance) * int64(max(min(after(r.ride, cycle+1, r.share), likely), -likely))
		weights += int64(r.chance)
	}
	high := int32(mean / weights)
	low := max(worst, -likely)
	if high <= low {
		return worst
	}
	t := int64(s.trust)
	return int32((t*mean + (100-t)*weights*int64(low)) / (100 * weights))
}

// What the search gives up because of its bounds makes no difference.
func TestHope(t *testing.T) {
	differ := 0
	for _, p := range endings(t, 30) {
		for seat := range tron.Seat(2) {
			var g foresight
			s := &search{table: new(table), stop: never}
			s.begin(&p, seat)
			s.distant = false
			g.begin(seat.Other(), p.Cycle(), &s.appraiser)
			depth := min(3, int(s.left))
			s.guess, s.trust = &g, 60
			share := shares{500, 300, 124, 60, 40}
			var list [3]ride
			for _, m := range s.rides(seat, &list) {
				want := plain(s, m, depth, 0, share)
				for _, alpha := range []int32{math.MinInt32, want - 500, want - 1, want, want + 1, want + 500} {
					if alpha > math.MaxInt32-won {
						alpha = math.MinInt32
					}
					got := s.hope(m, depth, 0, share, alpha)
					if want > alpha && got != want || want <= alpha && (got < want || got > alpha) {
						t.Fatalf("ride %d of %v above %d is worth %d, want %d\n%v", m, seat, alpha, got, want, p)
					}
				}
				s.trust = 0
				if s.hope(m, depth, 0, share, math.MinInt32) != want {
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

// Bots that drive like one of the models are foreseen, by that model; one that drives at random, at the
// bike or to the nearest wall, is not trusted.
func TestTrust(t *testing.T) {
	gametest.Long(t, "plays a game with each of nine bots on all maps")
	_, positions := starts(t)
	territory, _ := span(likeTerritory)
	chaser, _ := span(likeChaser)
	for name, want := range map[string]struct {
		least, most int32
		model       int
	}{"solo12": {40, mostTrusted, likeSolo}, "headlong": {40, mostTrusted, likeSolo}, "fill": {40, mostTrusted, likeSolo},
		"raider": {40, mostTrusted, searched}, "simple12": {20, mostTrusted, -1}, "trapping": {40, mostTrusted, territory},
		"aggressive": {0, 30, chaser}, "random": {0, 10, -1}, "greedy": {0, 25, -1}} {
		cycles, sum, believed := 0, int32(0), [kinds]int{}
		for i, p := range positions {
			champion := &Champion{Nodes: 1000, Chance: rand.New(rand.NewPCG(1, 1))}
			enemy := find(name)(rand.New(rand.NewPCG(uint64(i), 2)))
			champion.Initialize(tron.View{Position: p})
			if champion.guess.trust() != 0 {
				t.Error("guesses are trusted before there were any")
			}
			for !p.Over() {
				p.Step([2]tron.Command{decide(t, champion, tron.View{Position: p}, 0),
					decide(t, enemy, tron.View{Position: p, Seat: tron.Yellow}, 0)})
				cycles++
				sum += champion.guess.trust()
				most := 0
				for _, i := range []int{searched, territory, chaser} {
					if champion.guess.models[i].belief > champion.guess.models[most].belief {
						most = i
					}
				}
				believed[most]++
			}
			champion.Initialize(tron.View{})
			if champion.guess.trust() != 0 {
				t.Error("the trust of a game is known in the next one")
			}
		}
		if mean := sum / int32(cycles); mean < want.least || mean > want.most {
			t.Errorf("trust in %s is %d %% on the average of %d cycles, want %d to %d", name, mean, cycles, want.least, want.most)
		}
		if want.model >= 0 && 3*believed[want.model] < 2*cycles {
			t.Errorf("%s: the models are believed in %v of %d cycles, want model %d mostly", name, believed, cycles, want.model)
		}
	}
}

// Only the cycle after a guess, of the same seat, tells whether it was right; and a guess between equals that is right tells nothing.
func TestWatch(t *testing.T) {
	_, positions := starts(t)
	p := positions[0]
	direction := p.Bike(tron.Yellow).Direction
	after := p
	after.Step([2]tron.Command{}) // both go straight on
	const straight, left, right = ride(0), ride(2), ride(1)
	view := func(p tron.Position, seat tron.Seat) *tron.View { return &tron.View{Position: p, Seat: seat} }
	for _, c := range []struct {
		name  string
		rides [2][]ride // by model
		views []*tron.View
		want  [2]int32
	}{
		{"straight", [2][]ride{{straight}, {left}}, []*tron.View{view(after, 0)}, [2]int32{straightRight, turnWrong}},
		{"asked twice", [2][]ride{{straight}, {left}}, []*tron.View{view(after, 0), view(after, 0)}, [2]int32{straightRight, turnWrong}},
		{"equals", [2][]ride{{left, straight}, {left, right}}, []*tron.View{view(after, 0)}, [2]int32{0, turnWrong}},
		{"the same cycle", [2][]ride{{straight}, {left}}, []*tron.View{view(p, 0), view(after, 0)}, [2]int32{}},
		{"the other seat", [2][]ride{{straight}, {left}}, []*tron.View{view(after, 1), view(after, 0)}, [2]int32{}},
	} {
		g := foresight{seat: tron.Yellow, cycle: p.Cycle(), facing: direction}
		for i, rides := range c.rides {
			g.models[i*searched].choice = oneOf(rides)
		}
		for _, w := range c.views {
			g.watch(w)
		}
		if got := [2]int32{g.models[0].belief, g.models[searched].belief}; got != c.want {
			t.Errorf("%s: beliefs are %v, want %v", c.name, got, c.want)
		}
	}
}

// A turn that only one model foresaw says more than one that both foresaw.
func TestWatchAgree(t *testing.T) {
	_, positions := starts(t)
	p := positions[0]
	for _, other := range []choice{1 << 1, 1 << 2} {
		var g foresight
		g.seat, g.cycle = tron.Yellow, p.Cycle()-1
		g.facing = (p.Bike(tron.Yellow).Direction + 3) % tron.Directions // it has turned right
		g.models[0].choice, g.models[searched].choice = 1<<1, other
		g.watch(&tron.View{Position: p})
		want := int32(turnRight)
		if other == 1<<1 {
			want = bothRight
		}
		if got := g.models[0].belief; got != want {
			t.Errorf("the other model chooses %b: belief %d, want %d", other, got, want)
		}
	}
}

// Lines that are given up early make no difference: all of them looked at to their ends give the same rides.
func TestSoloBound(t *testing.T) {
	positions := endings(t, 20)
	chance := rand.New(rand.NewPCG(3, 3))
	_, maps := starts(t)
	daring := 0 // positions in which a bold bot drives otherwise
	for i := range 60 {
		bot := Solo{prices: &usual}
		if i%3 == 2 {
			bot.prices = &frugal
		}
		p := maps[i%len(maps)]
		bot.own.load(&p)
		a := &bot.own
		clutter(chance, a)
		if at := a.riders[0].at + 2*a.step[a.riders[0].direction]; i%2 == 1 && a.cells[at] != tron.AreaWall {
			a.riders[1].at = at // they can meet
		}
		a.set(a.riders[1].at, tron.Empty)
		daring += sameRides(t, &bot, 7)
	}
	for _, p := range positions {
		bot := Solo{prices: &usual}
		bot.own.load(&p)
		daring += sameRides(t, &bot, min(6, int(bot.own.left)))
	}
	if daring < 5 {
		t.Errorf("a bold bot drives otherwise %d times, want 5 at least", daring)
	}
}

// clutter puts walls of both seats on a board, and draws the state of the bikes and of the game, also shortly before the end.
func clutter(chance *rand.Rand, a *arena) {
	for range 150 {
		if at := int16(chance.IntN(a.size)); a.cells[at] != tron.AreaWall {
			a.set(at, tron.Wall(tron.Seat(chance.IntN(2))))
		}
	}
	for s := range a.riders {
		r := &a.riders[s]
		a.set(r.at, tron.Empty)
		r.health, r.cooldown = 1+chance.Int32N(3), chance.Int32N(13)
		r.remaining = max(0, r.cooldown-5)
	}
	a.left, a.lead = 8+chance.Int32N(60), chance.Int32N(9)-4
}

// sameRides compares the rides of a bot, careful and bold, with both kinds of prices, with those that begin the best of all lines.
// It returns how often the bold one drives otherwise.
func sameRides(t *testing.T, bot *Solo, depth int) (daring int) {
	t.Helper()
	var prices appraiser
	prices.survey(&bot.own)
	bot.arena, bot.stop = &bot.own, never
	for _, bot.raids = range []*appraiser{nil, &prices} {
		for seat := range tron.Seat(2) {
			a, r := bot.arena, &bot.arena.riders[seat]
			var line func(depth int) int
			drive := func(m ride, depth int) int {
				before, lead, from, under := *r, a.lead, r.at, a.cells[r.at]
				to := from + a.step[r.way(m)]
				cell := a.cells[to]
				bot.arena.drive(seat, m)
				value := line(depth)
				a.set(to, cell)
				a.set(from, under)
				*r, a.lead = before, lead
				return value
			}
			line = func(depth int) int {
				if r.crashed || depth == 1 {
					return bot.value(seat, depth, math.MinInt)
				}
				top := math.MinInt
				var list [3]ride
				for _, m := range a.rides(seat, &list) {
					top = max(top, drive(m, depth-1))
				}
				return top
			}
			var rides [2][]ride
			for i, bold := range []bool{false, true} {
				bot.Bold = bold
				var list, dst [3]ride
				var want []ride
				top := math.MinInt
				for _, m := range a.rides(seat, &list) {
					value := drive(m, depth)
					if !bold {
						value -= bot.danger(seat, m)
					}
					if value > top {
						top, want = value, nil
					}
					if value == top {
						want = append(want, m)
					}
				}
				rides[i] = bot.comfortable(seat, want)
				key := a.key()
				got := bot.choose(seat, depth, &dst)
				if a.key() != key {
					t.Error("the arena has another key afterwards: the champion's table would not find the position again")
				}
				if !slices.Equal(got, rides[i]) {
					t.Errorf("%v, %d cycles ahead, with the champion's prices: %v, bold: %v: rides %v, want %v",
						seat, depth, bot.raids != nil, bold, got, rides[i])
				}
			}
			if !slices.Equal(rides[0], rides[1]) {
				daring++
			}
		}
	}
	return daring
}

// Trust is 0 without evidence, usualTrust with fullTrust and most with sure, and it never falls when evidence grows. A model that can hardly
// be right is not trusted.
func TestTrustGrows(t *testing.T) {
	last := int32(0)
	for belief := int32(-mostBelief); belief <= mostBelief; belief++ {
		var g foresight
		for i := range g.models {
			g.models[i].belief = -mostBelief
		}
		g.models[0].belief = belief
		trust := g.trust()
		want, known := map[int32]int32{-mostBelief: 0, noTrust: 0, fullTrust: usualTrust, sure: mostTrusted, mostBelief: mostTrusted}[belief]
		if trust < last || known && trust != want {
			t.Errorf("belief %d: trust %d, want %d and no less than %d", belief, trust, want, last)
		}
		last = trust
		if g.models[0].fit = -worstFit; g.trust() != 0 {
			t.Errorf("belief %d, but other models are much more probable: trust %d, want 0", belief, g.trust())
		}
	}
}

// A bot that drives at the other bike goes round area walls. It breaks walls of the other seat with the breaker only, and none of
// its own. Of ways that are as short it takes any. It is never trusted.
func TestChasing(t *testing.T) {
	const ready, waits = "yellow dir=right\n", "yellow dir=right cooldown=5\n"
	for board, want := range map[string]choice{
		ready + "#######\n#Y...B#\n#.....#\n#######":          1 << 0,
		ready + "#######\n#Y.#.B#\n#.....#\n#.....#\n#######": 1<<0 | 1<<1,
		ready + "#######\n#Y#..B#\n#.#...#\n#.....#\n#######": 1 << 1,
		ready + "#######\n#Yb..B#\n#.....#\n#######":          1 << 0,
		waits + "#######\n#Yb..B#\n#.....#\n#######":          1 << 1,
		ready + "#######\n#Yy..B#\n#.....#\n#######":          1 << 1,
	} {
		p, err := tron.ParsePosition(board)
		if err != nil {
			t.Fatal(err)
		}
		var a arena
		a.load(&p)
		g := foresight{seat: tron.Yellow}
		var list [3]ride
		if got := oneOf(g.chasing(&a, &list)); got != want {
			t.Errorf("rides %03b, want %03b in\n%s", got, want, board)
		}
		for i := range g.models {
			g.models[i] = model{belief: -mostBelief}
		}
		if g.models[kinds-1].belief = mostBelief; g.trust() != 0 {
			t.Errorf("a chaser is trusted with %d %%, want 0", g.trust())
		}
	}
}

// Among rides that are worth the same each taste has its own favourites.
func TestTastes(t *testing.T) {
	_, positions := starts(t)
	for direction, up := range []ride{tron.Up: 0, tron.Right: 2, tron.Down: 2, tron.Left: 1} {
		var bot Solo
		bot.own.load(&positions[0])
		bot.arena = &bot.own
		bot.own.riders[tron.Blue].direction = tron.Direction(direction)
		for taste, want := range map[taste][]ride{whatever: {0, 1, 2}, first: {0}, last: {2}, absolute: {up}} {
			if got := bot.tasted(tron.Blue, []ride{0, 1, 2}, taste); !slices.Equal(got, want) {
				t.Errorf("direction %d, taste %d: rides %v, want %v", direction, taste, got, want)
			}
		}
	}
}
