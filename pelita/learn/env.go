// Package learn describes the game to programs that learn: what they see and which actions they have, as numbers.
package learn

import (
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

// scalars are the numbers of an observation on a board of this size, in a game of so many rounds.
func scalars(width, height, rounds int) []batch.Scalar {
	// A bot moves onto at most two others in its own turn, and two enemies onto it in theirs.
	deaths := 4 * rounds
	score := width*height + 2*deaths*pelita.KillPoints
	list := []batch.Scalar{
		{Name: "round", High: rounds, What: "from 1"},
		{Name: "max_rounds", High: rounds, What: "after which the game ends"},
		{Name: "bot", High: 1, What: "which bot of the team moves"},
		{Name: "seat", High: 1, What: "0 blue, 1 red"},
		{Name: "score", High: score, Unit: 100, What: "of the team"},
		{Name: "enemy_score", High: score, Unit: 100, What: "of the other team"},
		{Name: "errors", High: 2 + 2*rounds, Unit: 5, What: "of the team"},
	}
	four := [...][2]string{
		{"", "the bot that moves"}, {"mate_", "the other bot of the team"},
		{"enemy_", "bot 0 of the other team, as it is shown"}, {"enemy2_", "bot 1 of the other team, as it is shown"},
	}
	add := func(bots [][2]string, name string, s batch.Scalar) {
		what := s.What
		for _, bot := range bots {
			s.Name, s.What = bot[0]+name, what+bot[1]
			list = append(list, s)
		}
	}
	for i := range four {
		add(four[i:i+1], "x", batch.Scalar{High: width - 1, Kind: batch.Place, What: "column of "})
		add(four[i:i+1], "y", batch.Scalar{High: height - 1, Kind: batch.Place, What: "row of "})
	}
	add(four[2:], "noisy", batch.Scalar{High: 1, What: "1 if it may be elsewhere: "})
	add(four[:], "killed", batch.Scalar{High: 1, What: "1 if it was killed since its last move: "})
	add(four[:], "kills", batch.Scalar{High: deaths, Unit: 10, What: "enemies killed by "})
	add(four[:], "deaths", batch.Scalar{High: deaths, Unit: 10, What: "deaths of "})
	for i := range list {
		list[i].High = int(batch.Short(list[i].High))
	}
	return list
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
			Actions: len(steps), Codes: []int{height, width}, Scalars: scalars(width, height, v.MaxRounds),
			Largest: []int{codeHome | codeEnemy | codeMate | codeMover | codeShaded | codeOwnFood},
			Legend: "bits: 1 wall, 2 own pellet, 4 pellet to eat, 8 shaded, 16 the bot that moves, 32 its mate, 64 enemy as shown, " +
				"128 own half",
			Meanings: batch.Each(0, "stay", "west", "east", "south", "north"),
			Planes: []batch.Plane{
				batch.Has("wall", 0, codeWall, "a wall"),
				batch.Has("own_pellet", 0, codeOwnFood, "a pellet in one's own home"),
				batch.Has("pellet", 0, codeEnemyFood, "a pellet to eat"),
				batch.Has("shaded", 0, codeShaded, "a pellet in the shadow of one's own ghosts"),
				batch.Has("mover", 0, codeMover, "the bot that moves"),
				batch.Has("mate", 0, codeMate, "the other bot of the team"),
				{Name: "enemy", What: "where bot 0 of the other team is shown", At: []string{"enemy_x", "enemy_y"}},
				{Name: "enemy2", What: "where bot 1 of the other team is shown", At: []string{"enemy2_x", "enemy2_y"}},
				batch.Has("home", 0, codeHome, "one's own half"),
			},
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
	Copy: func(to, from turn.Referee[pelita.View, pelita.Move]) bool {
		return to.(*referee.Referee).Copy(from.(*referee.Referee))
	},
	Opponent: "food-eating",
	League: []batch.Rival{
		{Player: "random", Weight: 1}, {Player: "food-eating", Weight: 2},
		{Player: "smart-eating", Weight: 2}, {Player: "halves", Weight: 1},
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

	dst := append(numbers[:0], batch.Short(v.Round), batch.Short(v.MaxRounds), int16(mine), int16(v.Team.Seat),
		batch.Short(v.Team.Score), batch.Short(v.Enemy.Score), batch.Short(v.Team.Errors))
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
		dst = append(dst, batch.Short(b.side.Kills[b.bot]))
	}
	for _, b := range four {
		dst = append(dst, batch.Short(b.side.Deaths[b.bot]))
	}
}

func flag(is bool) int16 {
	if is {
		return 1
	}
	return 0
}
