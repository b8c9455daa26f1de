package notation

// Rule describes one rule of a game.
type Rule struct {
	Name   string // as the conformance corpus spells it
	Number string // in RULES.md, such as "R4"; "" for the Rule of a legal move
	Says   string // what is wrong, for people
}

// Error says what is wrong, with the number of the rule in brackets.
func (r Rule) Error() string {
	if r.Number == "" {
		return r.Says
	}
	return r.Says + " (" + r.Number + ")"
}
