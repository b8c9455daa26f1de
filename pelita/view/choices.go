package view

import (
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
