package notation

// Rule describes one rule of a game.
type Rule struct {
	Name   string // as the conformance corpus spells it, such as move_not_line
	Number string // in RULES.md, such as "R4"; "" for the Rule of a legal move
	Says   string // what is wrong, for people
}

// Rules is the table of a game's rules, by Code.
type Rules interface{ Rules() []Rule }

// Code is a rule of the game whose table is T, as an index of the table. It is an error, so that Check of a game can return it.
type Code[T Rules] uint8

// String returns the name of the rule.
func (c Code[T]) String() string { return c.rule().Name }

// Number returns the number of the rule in RULES.md; "" for that of a legal move.
func (c Code[T]) Number() string { return c.rule().Number }

// Error says what is wrong, with the number of the rule in brackets.
func (c Code[T]) Error() string {
	r := c.rule()
	if r.Number == "" {
		return r.Says
	}
	return r.Says + " (" + r.Number + ")"
}

func (c Code[T]) rule() Rule {
	var table T
	return table.Rules()[c]
}
