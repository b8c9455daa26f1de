package reantics

// Type is a kind of ant, with the original's number.
type Type uint8

// The kinds of ants. Ranged is the original's R_SOLDIER.
const (
	Queen Type = iota
	Worker
	Drone
	Soldier
	Ranged
)

// Types is the number of kinds of ants.
const Types = 5

// typeLetters are the letters of the corpora.
const typeLetters = "QWDSR"

// Letter returns the letter of a kind: Q, W, D, S or R.
func (t Type) Letter() byte { return typeLetters[t] }

func (t Type) String() string {
	if t < Types {
		return [Types]string{"queen", "worker", "drone", "soldier", "ranged soldier"}[t]
	}
	return "unknown ant"
}

// Stats are what a kind of ant can do.
type Stats struct {
	Movement     int  // total cost of the cells that it may enter in one move
	Health       int  // damage that kills it
	Attack       int  // damage it does
	Range        int  // steps on an empty board over which it can attack
	Cost         int  // food to build one; a queen is never built
	IgnoresGrass bool // grass costs it 1, not 2
}

// Rules is one of two tables of rules; RULES.md lists the differences.
type Rules uint8

// Manual is the table of the student manual, with its explicit rules; Original is the table and the behaviour of the program.
const (
	Manual Rules = iota
	Original
)

func (r Rules) String() string {
	if r == Original {
		return "original"
	}
	return "manual"
}

// Stats returns what ants of a kind can do (R5; worker's health: D1).
func (r Rules) Stats(t Type) Stats { return stats[r&1][t] }

var stats = [2][Types]Stats{
	Manual:   {queenStats, {2, 4, 0, 1, 1, false}, droneStats, soldierStats, rangedStats},
	Original: {queenStats, {2, 2, 0, 1, 1, false}, droneStats, soldierStats, rangedStats},
}

var (
	queenStats   = Stats{Movement: 2, Health: 10, Attack: 4, Range: 1}
	droneStats   = Stats{Movement: 3, Health: 4, Attack: 2, Range: 1, Cost: 2, IgnoresGrass: true}
	soldierStats = Stats{Movement: 2, Health: 8, Attack: 4, Range: 1, Cost: 2}
	rangedStats  = Stats{Movement: 1, Health: 2, Attack: 3, Range: 3, Cost: 2, IgnoresGrass: true}
)

// Numbers of the rules.
const (
	FoodGoal     = 11 // food that wins (R19)
	HillHealth   = 3  // ends of turns that capture a hill (R14)
	TunnelHealth = 2  // counted down like a hill's, without any effect (D2)
	GrassEach    = 9  // pieces of grass that a seat places
	FoodEach     = 2  // pieces of food that a seat places
	MaxPath      = 4  // cells of the longest path an ant can have: a drone's start and its three steps

	homeRows   = 4
	firstItems = 2 + GrassEach // number of items that a seat places in its first set-up phase
	grassCost  = 2
)
