// Package learn describes the game to programs that learn: what they see and which actions they have, as numbers.
package learn

import (
	"math"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// The bits of a code.
const (
	codeWall      = 1 << iota
	codeOwnFood   // a pellet in one's own home
	codeEnemyFood // a pellet to eat
	codeShaded    // a pellet in the shadow of one's own ghosts
	codeMover     // the bot that is asked
	codeMate      // the other one of the team
	codeEnemy     // where an enemy is shown
	codeHome      // one's own half
)

// scalars are the numbers of an observation.
var scalars = []string{
	"round", "max_rounds", "bot", "seat", "score", "enemy_score", "errors",
	"x", "y", "mate_x", "mate_y", "enemy_x", "enemy_y", "enemy2_x", "enemy2_y", "enemy_noisy", "enemy2_noisy",
	"killed", "mate_killed", "enemy_killed", "enemy2_killed",
	"kills", "mate_kills", "enemy_kills", "enemy2_kills", "deaths", "mate_deaths", "enemy_deaths", "enemy2_deaths",
}

// steps are the actions.
var steps = [...]pelita.Cell{{X: 0, Y: 0}, {X: -1, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}, {X: 0, Y: -1}}

// Env is the game as learning programs see it: what the original tells the team whose bot moves, noise included.
//
// Codes are one for each cell, [rows, columns], made of bits: 1 a wall, 2 a pellet in one's own home, 4 a pellet to eat, 8 a
// pellet in the shadow of one's own ghosts, 16 the bot that moves, 32 the other one of the team, 64 where an enemy is shown,
// 128 one's own half.
//
// Scalars: round and max_rounds, bot (which of the team moves, 0 or 1), seat (0 blue, 1 red), score and enemy_score, errors
// (of the team); x and y of the bot that moves, of its mate and of both enemies as they are shown (enemy is bot 0 of the other
// team, enemy2 bot 1); ..._noisy is 1 if that enemy may be elsewhere; killed (since its last move), kills and deaths of the
// four.
//
// Actions: 0 stay, 1 west, 2 east, 3 south, 4 north. A wall is an illegal move.
var Env = &batch.Spaces[pelita.View, pelita.Move]{
	Shape: func(v *pelita.View) batch.Shape {
		width, height := v.Shape()
		return batch.Shape{
			Actions: len(steps), Codes: []int{height, width}, Scalars: scalars,
			Legend: "bits: 1 wall, 2 own pellet, 4 pellet to eat, 8 shaded, 16 the bot that moves, 32 its mate, 64 enemy as shown, " +
				"128 own half; actions: 0 stay, 1 west, 2 east, 3 south, 4 north",
		}
	},
	See: see,
	Legal: func(v *pelita.View, _ []int16, dst []int16) []int16 {
		if v.Kind != pelita.AskMove {
			return dst
		}
		for _, c := range v.Legal() {
			dst = append(dst, towards(v.Position(), c))
		}
		return dst
	},
	Act: func(v *pelita.View, made []int16) (pelita.Move, bool) {
		return pelita.MoveTo(v.Position().Add(steps[made[len(made)-1]])), true
	},
	Path: func(v *pelita.View, m pelita.Move, dst []int16) []int16 {
		if action := towards(v.Position(), m.To); action >= 0 {
			dst = append(dst, action)
		}
		return dst
	},
	Final: func(r turn.Referee[pelita.View, pelita.Move], seat int, v *pelita.View) {
		*v = r.(*referee.Referee).Last(pelita.Seat(seat))
	},
}

// towards returns the action that leads from one cell to another; -1 if there is none.
func towards(from, to pelita.Cell) int16 {
	for action, step := range steps {
		if from.Add(step) == to {
			return int16(action)
		}
	}
	return -1
}

func see(v *pelita.View, _ []int16, codes []uint8, numbers []int16) {
	width, height := v.Shape()
	clear(codes)
	mark := func(list []pelita.Cell, code uint8) {
		for _, c := range list {
			codes[width*c.Y+c.X] |= code
		}
	}
	left, half := 0, width/2
	if v.Team.Seat == pelita.Red {
		left = half
	}
	for y := range height {
		row := codes[width*y+left:][:half]
		for x := range row {
			row[x] = codeHome
		}
	}
	mark(v.Maze.Walls(), codeWall)
	mark(v.Team.Food, codeOwnFood)
	mark(v.Enemy.Food, codeEnemyFood)
	mark(v.Team.Shaded, codeShaded)
	mark(v.Enemy.Bots[:], codeEnemy)
	mine := max(v.Bot, 0)
	codes[width*v.Team.Bots[mine].Y+v.Team.Bots[mine].X] |= codeMover
	codes[width*v.Team.Bots[1-mine].Y+v.Team.Bots[1-mine].X] |= codeMate

	dst := append(numbers[:0], short(v.Round), short(v.MaxRounds), int16(mine), int16(v.Team.Seat), short(v.Team.Score),
		short(v.Enemy.Score), short(v.Team.Errors))
	four := [...]struct {
		side *pelita.Side
		bot  int
	}{{&v.Team, mine}, {&v.Team, 1 - mine}, {&v.Enemy, 0}, {&v.Enemy, 1}}
	for _, b := range four {
		dst = append(dst, int16(b.side.Bots[b.bot].X), int16(b.side.Bots[b.bot].Y))
	}
	dst = append(dst, flag(v.Enemy.Noisy[0]), flag(v.Enemy.Noisy[1]))
	for _, b := range four {
		dst = append(dst, flag(b.side.Killed[b.bot]))
	}
	for _, b := range four {
		dst = append(dst, short(b.side.Kills[b.bot]))
	}
	for _, b := range four {
		dst = append(dst, short(b.side.Deaths[b.bot]))
	}
}

func flag(is bool) int16 {
	if is {
		return 1
	}
	return 0
}

// short returns the 16-bit number that is nearest to n.
func short(n int) int16 { return int16(max(math.MinInt16, min(math.MaxInt16, n))) }
