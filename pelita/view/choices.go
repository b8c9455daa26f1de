package view

import (
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/pelita"
)

// Menu returns a person's choices for the move of the bot that is asked; nothing if no move is wanted.
func Menu(v pelita.View, _ []string) scene.Menu {
	return scene.Menu{Steps: guide, Choices: Choices(&v)}
}

// guide says how a person moves a bot.
var guide = []string{"Click beside the bot, swipe, or use the cursor keys; a full stop stays"}

// Choices returns the legal moves of the bot that is asked, with the cells to click and the keys.
func Choices(v *pelita.View) (choices []scene.Choice) {
	if v.Kind != pelita.AskMove {
		return nil
	}
	width, _ := v.Shape()
	keys := map[pelita.Cell]string{{}: ".", {X: 1}: "ArrowRight", {X: -1}: "ArrowLeft", {Y: 1}: "ArrowDown", {Y: -1}: "ArrowUp"}
	at := v.Position()
	for _, c := range v.Legal() {
		key := keys[pelita.Cell{X: c.X - at.X, Y: c.Y - at.Y}]
		choice := scene.Choice{Text: c.String(), Cells: []int{c.Y*width + c.X}, Key: key}
		if c == at {
			choice.Label = "Stay"
		}
		choices = append(choices, choice)
	}
	return choices
}

// Say says in words what to do to make a move.
func Say(v pelita.View, m pelita.Move) string {
	at := v.Position()
	ways := map[pelita.Cell]string{{X: 1}: "right", {X: -1}: "left", {Y: 1}: "down", {Y: -1}: "up"}
	way := ways[pelita.Cell{X: m.To.X - at.X, Y: m.To.Y - at.Y}]
	if way == "" {
		return "stay"
	}
	return fmt.Sprintf("go %s, to %v", way, m.To)
}

// Why says which rule keeps a person from clicking the last of some cells.
func Why(v pelita.View, _ []string, cells []int) error {
	if v.Kind != pelita.AskMove || len(cells) != 1 {
		return nil
	}
	width, _ := v.Shape()
	switch to, at := (pelita.Cell{X: cells[0] % width, Y: cells[0] / width}), v.Position(); {
	case !v.Maze.Free(to):
		return pelita.OntoWall
	case at.Distance(to) > 1:
		return pelita.TooFar
	}
	return nil
}
