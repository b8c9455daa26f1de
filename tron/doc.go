// Package tron is the rules of Tron as the Chillin server played it: pure values in, pure values out.
//
// # Board
//
// Cells are named by column x and row y, both from 0, origin top left, y growing downwards. A cell is empty, an area wall, or a
// wall of the Blue or the Yellow seat. A board has 3x3 to [MaxCells] cells, and area walls close it: no bike can reach the edge.
//
// # Cycle
//
// Both seats act at once. In a cycle each may turn its bike and switch its wall breaker on; then timers run, both bikes leave a
// wall where they stand, move one cell, and what they hit is judged. Any crash ends the game, and the higher score wins it,
// whoever crashed. There is no chance in it. [Position.Play] is one cycle; RULES.md numbers the rules, and the numbers in
// comments are those.
//
// # Position text
//
// A line for the game, one for each bike (the first bike of R3 first), and the board drawn: # area wall, b and y walls of the
// seats, B and Y the bikes, * both of them in one cell, '.' empty.
//
//	cycle=2/300 health=3 breaker=12/6 wall=1 crash=-20/-40/-60
//	blue dir=right health=3 cooldown=0 remaining=0 score=2
//	yellow dir=left health=3 cooldown=11 remaining=6 score=2
//	##########
//	#bbB.....#
//	#....Yyy.#
//	##########
//
// In the line of the game: the next cycle and the number of cycles, the health that bikes begin with, cooldown and duration of
// the breaker, the score of a wall, and what crashes add to the score: on an area wall, an own wall, an enemy wall. A bike that
// stands on a wall has on=# (or b, y) at the end of its line, one that has crashed crash=area (or own, enemy, bike).
package tron

import _ "embed" // the rules

// RulesText is RULES.md.
//
//go:embed RULES.md
var RulesText string
