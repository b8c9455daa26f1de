// Package sarena is the rules of Sarena: pure values in, pure values out.
//
// # Board
//
// A board has rows and columns, counted from 0 at the top left, and at most 64 cells. A cell is an arrow cell or a plain
// one; the game is played on 6x6 cells, where (i, j) is an arrow cell if i+j is even. A cell holds a pile of up to four
// chips, a chip has a lower and an upper face, and a face is yellow, red or grey.
//
// # Turn
//
// Yellow moves first and the seats alternate. A turn moves a whole pile of any colour to a cell beside it, written as
// four numbers: 2324 moves the pile on (2,3) to (2,4). Commas stand between the numbers where one of them has two digits,
// as in 0,9,0,10.
//
// # Position text
//
// One line: the rows from the top separated by slashes, the cells of a row separated by one blank. A cell is + (arrow) or
// a dot (plain), then two letters for each chip from the bottom of the pile to its top: lower face, upper face; Y is
// yellow, R red and N grey. The last letter of a cell is what is seen from above. Yellow is to move, unless the line ends
// with a blank and an r.
//
//	+NN .NY +NR/.NR +NN .NY/+NY .NR +NN
//
// [ParseDiagram] reads the same with one row a line, in columns or not. RULES.md numbers the rules; the numbers in
// comments are those.
package sarena

import _ "embed" // the rules

// RulesText is RULES.md.
//
//go:embed RULES.md
var RulesText string
