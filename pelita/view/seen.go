package view

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// Seen returns a game as one of its teams sees it when it is asked for a move or informed of the end: enemies are where they are
// shown, and the ages of pellets are not known. was is the question before, and before its scene; both are nil for the first
// question. said is what the team said with its answer to that question.
//
// A scene follows two moves: that of the team's own bot, and then the enemy's.
func Seen(before *scene.Scene, was, v *pelita.View, said string) scene.Scene {
	state := stateOf(v)
	if was != nil && was.Bot >= 0 {
		state.Say[v.Own(was.Bot)] = said
	}
	shown := Scene(before, state)
	if before == nil {
		board := *shown.Board
		board.Per = pelita.Bots / 2 // the team is asked twice a round
		board.Rows = slices.DeleteFunc(slices.Clone(board.Rows), func(r scene.Row) bool { return strings.HasPrefix(r.ID, "eaten") })
		shown.Board = &board
	}
	for _, side := range shown.Sides { // which bot has eaten a pellet is not known
		maps.DeleteFunc(side.Rows, func(id string, _ scene.Value) bool { return strings.HasPrefix(id, "eaten") })
	}
	own, enemy := v.Team.Seat, v.Enemy.Seat
	shown.Group, shown.Turn, shown.Next = v.Round, 0, ""
	if v.Kind == pelita.AskMove {
		shown.Turn, shown.Next = scene.Of(int(own)), letter(own.Bot(v.Bot))
	}
	for bot, noisy := range v.Enemy.Noisy {
		if at := letter(enemy.Bot(bot)); noisy {
			piece := shown.Pieces[at]
			piece.Title += fmt.Sprintf(", or up to %d steps from here", pelita.NoiseRadius)
			shown.Pieces[at] = piece
		}
	}
	if was == nil || was.Bot < 0 {
		return shown
	}
	moved := own.Bot(was.Bot)
	for _, bot := range []int{moved, (moved + 1) % pelita.Bots} {
		text := "?" // nobody sees where a killed or distant bot went
		if from, to, known := moveOf(was, v, bot); known {
			text = arrows[pelita.Cell{X: to.X - from.X, Y: to.Y - from.Y}]
			if from != to {
				way := []int{from.Y*v.Maze.Width() + from.X, to.Y*v.Maze.Width() + to.X}
				shown.Marks = append(shown.Marks, scene.Mark{As: scene.Line, Class: "step", Seat: scene.Of(bot % 2), Cells: way})
			}
		}
		shown.Moves = append(shown.Moves, scene.Move{Seat: scene.Of(bot % 2), Text: letter(bot) + text})
	}
	return shown
}

func letter(bot int) string { return pelita.Letters[bot : bot+1] }

// moveOf returns the step of a bot between two questions; known is false if the team has not seen it.
func moveOf(was, v *pelita.View, bot int) (from, to pelita.Cell, known bool) {
	i := bot / 2
	before, now := &was.Team, &v.Team
	if pelita.SeatOf(bot) != v.Team.Seat {
		before, now = &was.Enemy, &v.Enemy
	}
	from, to = before.Bots[i], now.Bots[i]
	return from, to, !before.Noisy[i] && !now.Noisy[i] && before.Deaths[i] == now.Deaths[i] && from.Distance(to) <= 1
}

// stateOf returns what a team knows about a game.
func stateOf(v *pelita.View) *referee.State {
	l := pelita.Layout{
		Width: v.Maze.Width(), Height: v.Maze.Height(), Bots: v.Bots(),
		Food: append(append([]pelita.Cell(nil), v.Team.Food...), v.Enemy.Food...),
	}
	s := referee.NewState(pelita.NewPosition(&l, v.Maze, pelita.Options{Version: v.Version, MaxRounds: v.MaxRounds}))
	s.Round, s.Phase = v.Round, pelita.Running
	if v.Kind == pelita.AskEnd {
		s.Phase = pelita.Finished
	} else if v.Bot >= 0 {
		s.Turn = v.Own(v.Bot)
	}
	for _, side := range []*pelita.Side{&v.Team, &v.Enemy} {
		s.Score[side.Seat], s.Errors[side.Seat] = side.Score, side.Errors
		s.Names[side.Seat], s.Time[side.Seat] = side.Name, side.Time
		for i := range side.Bots {
			bot := side.Seat.Bot(i)
			s.Kills[bot], s.Deaths[bot], s.Killed[bot] = side.Kills[i], side.Deaths[i], side.Killed[i]
			if side.Noisy[i] {
				s.Noisy[bot] = pelita.Sight{Noisy: true, Cell: side.Bots[i]}
			}
		}
	}
	return s
}
