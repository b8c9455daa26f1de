package main

// subject is a benchmark for which there are speeds of other programs.
type subject struct {
	game, name string // the benchmark without "Benchmark"
	what       string // what is measured, in the words of the README
	unit       string // the metric that counts
	figures    []figure
}

// figure is the speed of another program: in the unit of its subject, more is faster.
type figure struct {
	value float64
	of    string // the program, and its conditions if they differ from conditions
	now   bool   // it was measured in this run, so that there is a ratio
}

// conditions hold for all figures without a ratio.
const conditions = "Figures of other programs without a ratio were recorded on another machine: one core of about 3.6 GHz, processor time; C++ compiled by gcc 12 with `-O3 -march=native`; " +
	"the originals by CPython 3.11."

// subjects are in the order of the table; the other benchmarks have a table of their own.
var subjects = []subject{
	{"amazons", "AppendMoves", "legal turns listed, starting position", "turns/s", []figure{
		{value: 40e6, of: "OpenSpiel (C++)"},
		{value: 3.1e6, of: "a plain mailbox program in Python"},
	}},
	{"amazons", "Perft/by=list/depth=2", "perft 2, each turn listed and played", "turns/s", []figure{
		{value: 24e6, of: "OpenSpiel (C++), each turn played and undone"},
		{value: 3.1e6, of: "a plain mailbox program in Python, each turn listed"},
	}},
	{"amazons", "Perft/by=walk/depth=2", "perft 2, each turn played and undone in place", "turns/s", []figure{
		{value: 24e6, of: "OpenSpiel (C++)"},
	}},
	{"amazons", "Perft/by=count/depth=2", "perft 2, the last turn counted", "turns/s", []figure{
		{value: 79e6, of: "OpenSpiel (C++)"},
		{value: 73e6, of: "Fairy-Stockfish (C++), its command `go perft`"},
		{value: 3.1e6, of: "a plain mailbox program in Python"},
	}},
	{"amazons", "Perft/by=count/depth=3", "perft 3, the last turn counted", "turns/s", []figure{
		{value: 73e6, of: "Fairy-Stockfish (C++), its command `go perft`"},
	}},
	{"amazons", "RandomGame", "random games: draw a queen, a square, an arrow", "games/s", []figure{
		{value: 16_300, of: "OpenSpiel (C++)"},
		{value: 75, of: "a plain mailbox program in Python, which draws among all turns"},
	}},
	{"pelita", "Referee/bots=stub/version=2.5.1", "whole games between bots that step to and fro", "moves/s", []figure{
		{value: 6_840, of: "the original"},
	}},
	{"reantics", "Replay", "recorded games played again", "actions/s", []figure{
		{value: 15_000, of: "the original"},
	}},
	{"sarena", "RandomGame", "random games from drawn boards", "games/s", []figure{
		{value: 240, of: "the original"},
	}},
	{"sarena", "Perft/depth=3", "perft 3, the last turn counted", "turns/s", []figure{
		{value: 6_800, of: "the original, in random games"},
	}},
	{"tron", "Cycles/by=step", "cycles of games", "cycles/s", []figure{
		{value: 77_000, of: "the original's rules alone"},
	}},
}
