// Package amazons is the rules of the game of the Amazons: pure values in, pure values out.
//
// # Board
//
// Columns are the letters A to J from the left, rows the digits 0 to 9 from the bottom; the square in column D and row 0
// is D0. Literature counts rows from 1, so its d1 is our D0. Boards are square, 4x4 to 10x10; a smaller board is the
// lower left corner of the big one and keeps its names.
//
// # Turn
//
// RED moves first and the seats alternate. A turn is one queen's move and the arrow it shoots from where it landed,
// written as three squares in six characters: D0D4J4 moves the queen on D0 to D4 and removes J4. Who cannot make a turn
// has lost; there is no pass and no draw.
//
// # Position text
//
// One line, `<rows> <side>`: the rows from the top down separated by slashes, each from column A on, with R and B for
// queens, x for a removed square and a number for that many empty squares in a row; then r or b for the seat to move.
//
//	3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r
//
// A blank and range=N follow, N from 1 to 9, if arrows fly at most N squares (R13).
//
// [ParseDiagram] reads the same position drawn as a board. RULES.md numbers the rules; the numbers in comments are
// those.
package amazons

import _ "embed" // the rules

// RulesText is RULES.md.
//
//go:embed RULES.md
var RulesText string
