// Package rule holds the description of a rule, which is the same in every game.
package rule

// Text describes one rule of a game.
type Text struct {
	Name   string // as the conformance corpus spells it
	Number string // in RULES.md, such as "R4"; "" for the Text of a legal move
	Says   string // what is wrong, for people
}

// Error says what is wrong, with the number of the rule in brackets.
func (t Text) Error() string {
	if t.Number == "" {
		return t.Says
	}
	return t.Says + " (" + t.Number + ")"
}
