// Package pelita is the rules of Pelita: two teams of two bots eat each other's pellets in a maze. Values in, values out: no
// network, no clock, and random numbers only from a [Chance].
//
// # Board
//
// A cell is (x, y), both from 0; the origin is top left, x grows to the right, y downwards. The left half of the board,
// x < W/2, is the home of the blue team, the right half that of the red team. A bot in its home is a ghost, elsewhere a
// pacman.
//
// # Bots and turns
//
// Bots are numbered 0 to 3 in the order in which they move: a (blue), x (red), b (blue), y (red). The team of bot i is i%2, blue
// is 0. Four turns are a round. Where a player counts its own bots it says 0 (a, x) and 1 (b, y).
//
// # Positions
//
// A [Position] is a value: a copy made with = is a game of its own. A turn is [Position.Begin], which goes on to the next bot,
// and then [Position.Play], or [Position.Step] in place; [Position.Look] draws in between where the bot sees its enemies.
// [Position.Outcome] reports whether the game is over and who has won. Names, times and texts of bots belong to package referee.
//
// # Layout text
//
// # is a wall, . a pellet, a blank a free cell, and a, b, x, y are the bots. Rows have equal lengths and a wall all round:
//
//	########
//	#a # . #
//	#b.  xy#
//	########
//
// # Versions
//
// [V251] and [V270] are the rules of the original's versions 2.5.1 and 2.7.0. From the same seed both play the original's
// game: the order of the pellets that a bot is shown is that of the original's hash set ([Set]), and random numbers are drawn
// in the original's order. RULES.md numbers the rules; the numbers in comments are those.
package pelita

import _ "embed" // the rules

// RulesText is RULES.md.
//
//go:embed RULES.md
var RulesText string
