package bot

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/tron"
)

// A bike that the enemy cannot reach does not follow walls that it could break into a place that it cannot leave, though that has as much
// room as the champion prices and the end is twenty cycles away.
func TestChampionLooksFar(t *testing.T) {
	const comb = `
##########################
#....#.#.#.#.#.#.........#
#....#.#.#.#.#.#.........#
#....#.#.#.#.#.#.........#
#....#.#.#.#.#.#.........#
#....#.#.#.#.#.#.........#
#....#.#.#.#.#.#.........#
#....#.#.#.#.#.#.........#
#.Y..#.....yyy...........#
################.#########
################B#########
##########################`
	p, err := tron.ParsePosition("blue dir=up\nyellow dir=up\n" + comb[1:])
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		b := &Champion{Nodes: 20_000, Chance: rand.New(rand.NewPCG(seed, 1))}
		p := p
		b.Initialize(tron.View{Position: p, Seat: tron.Blue})
		for range 4 {
			c, err := b.Decide(t.Context(), tron.View{Position: p, Seat: tron.Blue})
			if err != nil {
				t.Fatal(err)
			}
			p.Step([2]tron.Command{c, tron.Straight})
		}
		if x := p.Bike(tron.Blue).At.X; x < 16 {
			t.Errorf("seed %d: the bike is in column %d, want 16 or more:\n%s", seed, x, p)
		}
	}
}

// A win that only the own lines show is not certain: the other bike may do something about it.
func TestAloneIsNotCertain(t *testing.T) {
	const board = `blue score=18 dir=right
####################
#.........Y........#
#..................#
#..................#
#..................#
####################
#.##################
#B.............yyy.#
####################`
	p, err := tron.ParsePosition(board)
	if err != nil {
		t.Fatal(err)
	}
	b := &Champion{Nodes: 20_000, Chance: rand.New(rand.NewPCG(1, 1))}
	w := tron.View{Position: p, Seat: tron.Blue}
	b.Initialize(w)
	if _, err := b.Decide(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if worth, _ := b.Worth(); worth < 0.6 || worth == 1 || b.Exact() {
		t.Errorf("the game is worth %v, proven: %v, want a good chance of a win", worth, b.Exact())
	}
}

// What the other seat breaks meanwhile counts: a lead to end the game with an area wall that it has taken back by then is no win.
func TestForetold(t *testing.T) {
	const board = `blue score=18 dir=right
####################
#bbbbbbbb.Y........#
#bbbbbbbb..........#
#..................#
#..................#
####################
#.##################
#B.............yyy.#
####################`
	p, err := tron.ParsePosition(board)
	if err != nil {
		t.Fatal(err)
	}
	b := &Champion{Nodes: 20_000, Chance: rand.New(rand.NewPCG(1, 1))}
	w := tron.View{Position: p, Seat: tron.Blue}
	b.Initialize(w)
	if _, err := b.Decide(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if b.value >= likely {
		t.Errorf("the value is %d, that of a win; Yellow breaks more walls than Blue until then", b.value)
	}
}

// Health is worth nothing when the game is over: in its last twelve cycles Blue takes the way where the last health but one is good for a
// wall, which decides the game.
func TestOwnLinesEndWithTheGame(t *testing.T) {
	const board = `cycle=288/300 health=4 breaker=20/6 wall=1 crash=-20/-40/-60
blue dir=right health=2 cooldown=13 score=7
yellow dir=up score=7
########################################
#..y............###################....#
#B.################################....#
#...............###################....#
################...................Y...#
########################################`
	start, err := tron.ParsePosition(board)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		p := start
		blue := &Champion{Nodes: 20_000, Chance: rand.New(rand.NewPCG(seed, 1))}
		yellow := &Fill{Chance: rand.New(rand.NewPCG(seed, 2))}
		blue.Initialize(tron.View{Position: p, Seat: tron.Blue})
		for !p.Over() {
			p.Step([2]tron.Command{
				decide(t, blue, tron.View{Position: p, Seat: tron.Blue}, 0),
				decide(t, yellow, tron.View{Position: p, Seat: tron.Yellow}, 0),
			})
		}
		if o, _ := p.Outcome(); o.Winner != int(tron.Blue) {
			t.Errorf("seed %d: Blue does not win:\n%s", seed, p)
		}
	}
}

// What the search of the own lines says of a ride is what the best of all lines is worth, whatever the table remembers, or no more than alpha
// if that is not below it, with a clock of the other seat, too, and up to the end of the game. The arena and its key are the same afterwards.
func TestAlone(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 7))
	_, maps := starts(t)
	for i := range 30 {
		s := &search{table: new(table), stop: never}
		p := maps[i%len(maps)]
		s.begin(&p, tron.Seat(i%2))
		clutter(chance, &s.arena)
		s.survey(&s.arena)
		s.prepare()
		if i%3 > 0 {
			s.solo.clock = new(clock)
			for i := range s.solo.clock {
				s.solo.clock[i] = chance.Int32N(2)
			}
			s.left = 4 + chance.Int32N(50)
		}
		before, key := s.arenaState, s.key()
		var list [3]ride
		for depth := 1; depth <= min(7, int(s.left)); depth++ {
			for _, m := range s.rides(s.seat, &list) {
				s.solo.horizon = depth
				want := s.plain(m, depth) - s.bike(&s.arena, s.seat^1)
				for _, alpha := range []int32{math.MinInt32, want - 1, want, want + 50*chance.Int32N(3)} {
					if got := s.alone(m, depth, alpha); got != want && (want > alpha || got > alpha) {
						t.Errorf("position %d, ride %d, %d cycles ahead: %d with alpha %d, want %d", i, m, depth, got, alpha, want)
					}
				}
			}
		}
		if s.arenaState != before || s.key() != key {
			t.Errorf("position %d: the arena has changed", i)
		}
	}
}

// plain returns what the best of all lines that begin with a ride is worth to the own bike.
func (s *search) plain(m ride, depth int) int32 {
	b, saved := s.solo, s.arena
	defer func() { s.arena = saved }()
	b.arena.drive(s.seat, m)
	soon := worth.soon * int32(depth-1) * (s.leadOf(s.seat) - saved.leadOf(s.seat))
	if b.clock != nil {
		s.left--
		s.lead -= b.clock[b.horizon-depth] * int32(1-2*int(s.seat))
	}
	if depth == 1 || s.riders[s.seat].crashed {
		return int32(b.value(s.seat, depth, math.MinInt))
	}
	top := int32(math.MinInt32)
	var list [3]ride
	for _, next := range s.rides(s.seat, &list) {
		top = max(top, s.plain(next, depth-1))
	}
	return top + soon
}

// A wall counts more the earlier it is broken, an own one less; no wall does where walls bring no points. TestAlone and TestHope show
// that both searches add this.
func TestSoon(t *testing.T) {
	_, maps := starts(t)
	var a arena
	a.load(&maps[0])
	for seat := range tron.Seat(2) {
		own, other := tron.Wall(seat), tron.Wall(seat.Other())
		for depth := 2; depth < 9; depth++ {
			if now, later := a.soon(seat, other, depth), a.soon(seat, other, depth-1); now <= later || later < 0 {
				t.Errorf("%v: a wall of the other seat is worth %d with %d cycles left and %d with one less, want more", seat, now, depth, later)
			}
			if now, want := a.soon(seat, own, depth), -a.soon(seat, other, depth); now != want {
				t.Errorf("%v: an own wall is worth %d with %d cycles left, want %d", seat, now, depth, want)
			}
		}
		if got := a.soon(seat, tron.Empty, 9); got != 0 {
			t.Errorf("%v: an empty cell is worth %d, want 0", seat, got)
		}
	}
	a.constants.WallScore = 0
	if got := a.soon(tron.Blue, tron.YellowWall, 9); got != 0 {
		t.Errorf("a wall that brings no points is worth %d, want 0", got)
	}
}

// The bikes are as far apart as the shortest way between them; walls of the seats do not count, area walls do.
func TestGap(t *testing.T) {
	for board, want := range map[string]int{
		"######\n#B..Y#\n######":     3,
		"######\n#ByyY#\n######":     3,
		"#####\n#B#Y#\n#...#\n#####": 4,
		"#####\n#B#Y#\n#####":        tron.MaxCells,
	} {
		p, err := tron.ParsePosition(board)
		if err != nil {
			t.Fatal(err)
		}
		var a arena
		a.load(&p)
		if got := a.gap(); got != want {
			t.Errorf("%d steps, want %d:\n%s", got, want, board)
		}
	}
}
