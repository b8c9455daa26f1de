// Package reantics is the rules of ReAntics, the ant game of the University of Portland: pure values in, pure values out.
//
// # Board
//
// The board has 10x10 cells. A cell is written as two digits, its column x from the left and its row y from the top, both
// from 0: 37 is x 3, y 7. Blue is at home in rows 0 to 3, Red in rows 6 to 9. [Cell] counts column by column, so cells
// ascend in the order in which the original scans its board.
//
// # Game
//
// In the set-up Blue places a hill, a tunnel and 9 pieces of grass at home, then Red does; then Blue places 2 pieces of food
// on Red's side, and Red on Blue's. In play a turn is any number of actions (move an ant, build an ant) and an End. An ant
// that has moved attacks at once if an enemy is in range; until the attack is answered, [Position.Attacker] is set.
//
//	rule := p.Check(m)               // the first rule that m breaks, or Legal
//	p = p.Play(m)                    // p.Step(m) does the same in place
//	if p.Attacker() != NoCell {      // an attack must be chosen
//		targets = p.AppendTargets(targets[:0])
//		p.Attack(targets[0])
//	}
//	o, over := p.Outcome()           // after every action
//
// # Orders and views
//
// Lists of ants are in the order of creation. A seat is asked with a [View]: every list in the order of a scan of the board
// and, for Red, everything turned by 180 degrees, so that each seat sees itself in rows 0 to 3. Answers come back turned.
//
// # Text
//
// [Move] is written as the corpora do: M2333 (an ant goes from 23 to 33), B21W (build a worker on 21), E, U. [Position] is
// drawn as layout.go describes. RULES.md numbers the rules and the deviations; the numbers in comments are those.
package reantics

import _ "embed" // the rules

// RulesText is RULES.md.
//
//go:embed RULES.md
var RulesText string
