package bot

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/tron"
)

// sparrer is a bot to play against that looks at each of its rides once. The kinds below differ in what they like.
type sparrer struct {
	chance *rand.Rand
	like   func(b *sparrer, s tron.Seat, m ride, to int) int

	arena  arena
	ground ground
	far    [2][tron.MaxCells]int // by seat: steps from its bike, walls of the seats count as ground
}

// Initialize has nothing to prepare.
func (b *sparrer) Initialize(tron.View) {}

// Decide takes the ride that it likes best. Without need it spends no health, and it drives into no area wall.
func (b *sparrer) Decide(ctx context.Context, w tron.View) (tron.Command, error) {
	b.arena.load(&w.Position)
	b.ground.load(&w.Position)
	for s := range b.far {
		b.measure(s)
	}
	var list [3]ride
	top, best := math.MinInt, ride(0)
	for _, m := range b.arena.rides(w.Seat, &list) {
		r := &b.arena.riders[w.Seat]
		to := int(r.at + b.arena.step[r.way(m)])
		value := b.chance.IntN(100)
		switch c := b.arena.cells[to]; {
		case c == tron.AreaWall && b.lead(w.Seat) > -b.arena.constants.AreaWallCrash:
			value = math.MaxInt // it wins
		case c == tron.AreaWall:
			value -= 1_000_000_000
		case c != tron.Empty && r.remaining <= 1 && m&rideBreaker == 0:
			value -= 100_000_000
		default:
			value += 100 * b.like(b, w.Seat, m, to)
		}
		if value > top {
			top, best = value, m
		}
	}
	return b.arena.command(w.Seat, best), ctx.Err()
}

// measure fills far of a seat.
func (b *sparrer) measure(s int) {
	far := &b.far[s]
	for i := range far {
		far[i] = 999
	}
	start := b.ground.heads[s]
	far[start] = 0
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		for _, step := range b.ground.step {
			if next := queue[0] + step; b.ground.cells[next] != tron.AreaWall && far[next] == 999 {
				far[next] = far[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
}

// room is the room behind a cell, for a bike that has driven there.
func (b *sparrer) room(to int) int {
	if b.ground.cells[to] != tron.Empty {
		return 0
	}
	return b.ground.room(to)
}

// prey counts the steps from a cell to the nearest wall of the other seat, as the crow flies.
func (b *sparrer) prey(s tron.Seat, to int) int {
	nearest := 99
	for i, c := range b.ground.cells {
		if c == tron.Wall(s.Other()) || i == b.ground.heads[s.Other()] {
			x, y := i%b.ground.width-to%b.ground.width, i/b.ground.width-to/b.ground.width
			nearest = min(nearest, max(x, -x)+max(y, -y))
		}
	}
	return nearest
}

// breaks reports whether a ride breaks a wall of the other seat with the breaker.
func (b *sparrer) breaks(s tron.Seat, m ride, to int) int {
	if b.ground.cells[to] == tron.Wall(s.Other()) && (b.arena.riders[s].remaining > 1 || m&rideBreaker != 0) {
		return 1
	}
	return 0
}

// owns reports whether a ride breaks a wall of its own.
func (b *sparrer) owns(s tron.Seat, to int) int {
	if b.ground.cells[to] == tron.Wall(s) {
		return 1
	}
	return 0
}

func (b *sparrer) lead(s tron.Seat) int { return int(b.arena.leadOf(s)) }

// aggressive follows the other bike and breaks what it leaves behind.
func aggressive(b *sparrer, s tron.Seat, m ride, to int) int {
	return 500*b.breaks(s, m, to) - 300*b.owns(s, to) - 10*b.far[s.Other()][to] + min(b.room(to), 20)
}

// defensive keeps away from the other bike and fills its room from the walls inwards.
func defensive(b *sparrer, s tron.Seat, _ ride, to int) int {
	return 10*b.room(to) + min(b.far[s.Other()][to], 12) + 2*b.ground.wallsAround(to) - 300*b.owns(s, to)
}

// switching attacks as long as it does not lead.
func switching(b *sparrer, s tron.Seat, m ride, to int) int {
	if b.lead(s) > 0 {
		return defensive(b, s, m, to)
	}
	return aggressive(b, s, m, to)
}

// greedy wants the next wall of the other seat.
func greedy(b *sparrer, s tron.Seat, m ride, to int) int {
	return 500*b.breaks(s, m, to) - 300*b.owns(s, to) - 10*b.prey(s, to) + min(b.room(to), 40)
}

// trapping cuts the other bike off: it wants it to have little territory.
func trapping(b *sparrer, s tron.Seat, m ride, to int) int {
	land := b.ground.territoryAfter(s, to)
	return 2*(land[s]-2*land[s.Other()]) + 30*b.breaks(s, m, to) - 60*b.owns(s, to) + b.ground.wallsAround(to)
}

// ramming drives at the other bike once it leads.
func ramming(b *sparrer, s tron.Seat, m ride, to int) int {
	if b.lead(s) > 0 {
		return -10*b.far[s.Other()][to] - 300*b.owns(s, to) + min(b.room(to), 10)
	}
	return greedy(b, s, m, to)
}

// hoarding saves its breaker for need and breaks a wall only when it has no room.
func hoarding(b *sparrer, s tron.Seat, m ride, to int) int {
	if m&rideBreaker != 0 {
		return -1000
	}
	return 10*b.room(to) + 3*b.ground.wallsAround(to) + 200*b.breaks(s, m, to) - 300*b.owns(s, to)
}

// raider is Solo with the prices of the champion: it drives where raids begin.
type raider struct {
	Solo
	prices appraiser
}

func (b *raider) Decide(ctx context.Context, w tron.View) (tron.Command, error) {
	b.own.load(&w.Position)
	b.prices.survey(&b.own)
	b.raids = &b.prices
	return b.Solo.Decide(ctx, w)
}

// frugal are prices of a bot that spares its health and is content with little room.
var frugal = prices{health: 1500, cooldown: 30, room: 20, enough: 12, end: 3000}

// simple is a Solo with these prices that takes the first of equal rides.
func simple(c *rand.Rand) driver {
	return &Solo{Depth: 12, Bold: true, Chance: c, taste: first, prices: &frugal}
}

// stranger is a Solo that nobody knows: its depth, its prices and its taste are drawn.
func stranger(c *rand.Rand) driver {
	danger := 500 + 2500*c.IntN(2)
	return &Solo{Depth: 8 + c.IntN(5), Bold: c.IntN(4) == 0, Chance: c, taste: taste(c.IntN(int(tastes))), prices: &prices{
		health: int(300 * math.Pow(16, c.Float64())), cooldown: c.IntN(61), room: 10 + c.IntN(31), enough: 12 + c.IntN(60),
		danger: danger, end: 3000 + 97_000*c.IntN(2),
	}}
}

// sparring are bots that the champion is measured against, beside the bundled ones.
var sparring = map[string]func(*rand.Rand) driver{
	"aggressive":  kind(aggressive),
	"defensive":   kind(defensive),
	"switching":   kind(switching),
	"greedy":      kind(greedy),
	"trapping":    kind(trapping),
	"ramming":     kind(ramming),
	"hoarding":    kind(hoarding),
	"raider":      func(c *rand.Rand) driver { return &raider{Solo: Solo{Depth: 8, Chance: c}} },
	"headlong":    func(c *rand.Rand) driver { return &Solo{Depth: 12, Bold: true, Chance: c} },
	"stranger":    stranger,
	"simple12":    simple,
	"predecessor": func(c *rand.Rand) driver { return &Planner{Width: 16, MaxWidth: 256, Chance: c} },
}

func kind(like func(b *sparrer, s tron.Seat, m ride, to int) int) func(*rand.Rand) driver {
	return func(c *rand.Rand) driver { return &sparrer{chance: c, like: like} }
}
