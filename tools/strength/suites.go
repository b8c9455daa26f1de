package main

import "fmt"

// suite is the set of games that are played for one game.
type suite struct {
	nodes   int    // -match-nodes: how much the champion searches without a clock, as in the program; 0: its own default
	control string // the same in words
	games   int    // against each of the population
	pairs   int    // of games against the champion of another commit
	effort  string // the parameter of the champion that sets nodes; "": it has none
	opening int    // random answers at the beginning of a game against another commit, for games whose seeds give equal starts
	starts  []string
	short   short
}

// short is the form of a suite that takes seconds.
type short struct {
	opponents []string // of the population
	nodes     int
	flags     []string // more flags of TestMatches
}

// suites has the suite of each game.
var suites = map[string]suite{
	"amazons": {
		nodes: 40_000, control: "40,000 positions a move, two random turns first", games: 40, pairs: 50, effort: "nodes", opening: 2,
		short: short{opponents: []string{"random", "greedy"}, nodes: 300},
	},
	"pelita": {
		control: "by its own counts", games: 200, pairs: 100,
		short: short{opponents: []string{"demo-attacker"}, flags: []string{"-match-boards", "3"}},
	},
	"reantics": {
		nodes: 32, control: "32 half-finished turns kept", games: 200, pairs: 100, effort: "width",
		short: short{opponents: []string{"random", "greedy"}, nodes: 4},
	},
	"sarena": {
		nodes: 200_000, control: "200,000 turns a move", games: 100, pairs: 50, effort: "nodes",
		short: short{opponents: []string{"random", "base"}, nodes: 500},
	},
	"tron": {
		nodes: 100_000, control: "100,000 cycles a move, our maps", games: 48, pairs: 48, effort: "nodes",
		starts: []string{"court", "cross", "islands", "lanes", "maze", "open", "pillars", "rooms"},
		short:  short{opponents: []string{"rules", "fill"}, nodes: 300},
	},
}

// of returns the suite of a game, in the short form if wished.
func of(game string, brief bool) (suite, error) {
	s, ok := suites[game]
	if !ok {
		return s, fmt.Errorf("%s: nothing in suites.go says what is to be played", game)
	}
	if brief {
		s.nodes, s.games, s.pairs = s.short.nodes, 2, 1
		s.control = "as few as in a test"
	} else {
		s.short = short{}
	}
	return s, nil
}
