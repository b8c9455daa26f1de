package reantics

import "github.com/gridiron-games/gridiron/kernel/notation"

// Rule is the first rule that an answer breaks, or Legal.
type Rule = notation.Code[table]

type table struct{}

// Rules returns the table, for notation.Code.
func (table) Rules() []notation.Rule { return rules[:] }

// The ways to break a rule, in the order in which they are checked. Those of the first group cannot happen to a typed [Move]: an
// adapter for untyped bots reports them. Numbers are those of RULES.md.
const (
	Legal Rule = iota

	NoMove            // R8: no action
	NotAMove          // R8: not exactly the class of actions
	TypeNotInt        // R8
	NoCells           // R8: a move or a building without cells
	CellNotTuple      // R8
	CellLength        // R8: not two numbers
	CellNotInt        // R8
	BuildNotInt       // R8
	StartOffBoard     // R9
	StartEmpty        // R9
	StartEnemy        // R9
	StartMoved        // R9
	PathOffBoard      // R10
	PathNotAdjacent   // R10
	PathOccupied      // R10
	QueenZone         // R11
	MovementPoints    // R10
	BuildCellCount    // R12
	BuildOffBoard     // R12
	BuildEnemyHill    // R12
	BuildNotAHill     // R12
	BuildOnWorker     // R12
	BuildHillOccupied // R12
	BuildType         // R12
	BuildFood         // R12
	UnknownAction     // R8

	AttackOffBoard  // R15
	AttackNotListed // R15, D5: by the manual
	AttackEmpty     // R15, D5: by the original
	AttackKillsOwn  // R15, D5: by the original

	PlaceNothing  // R6: an answer without cells
	PlaceNotCell  // R6: not a pair of two numbers
	PlaceOffBoard // R6
	PlaceZone     // R7
	PlaceTaken    // R7
)

var rules = [...]notation.Rule{
	Legal:             {Name: "legal", Says: "the answer is legal"},
	NoMove:            {Name: "none", Number: "R8", Says: "there is no action"},
	NotAMove:          {Name: "not-a-move", Number: "R8", Says: "the answer is not a Move"},
	TypeNotInt:        {Name: "move-type-not-int", Number: "R8", Says: "the type of the action is not an int"},
	NoCells:           {Name: "no-coords", Number: "R8", Says: "the action has no list of cells"},
	CellNotTuple:      {Name: "coord-not-tuple", Number: "R8", Says: "a cell is not a tuple"},
	CellLength:        {Name: "coord-length", Number: "R8", Says: "a cell is not two numbers"},
	CellNotInt:        {Name: "coord-not-int", Number: "R8", Says: "a cell is not two ints"},
	BuildNotInt:       {Name: "build-type-not-int", Number: "R8", Says: "the ant to build is not an int"},
	StartOffBoard:     {Name: "start", Number: "R9", Says: "the path begins off the board"},
	StartEmpty:        {Name: "start", Number: "R9", Says: "no ant stands where the path begins"},
	StartEnemy:        {Name: "start", Number: "R9", Says: "the ant where the path begins is the opponent's"},
	StartMoved:        {Name: "start", Number: "R9", Says: "the ant has moved in this turn"},
	PathOffBoard:      {Name: "path", Number: "R10", Says: "the path leaves the board"},
	PathNotAdjacent:   {Name: "path", Number: "R10", Says: "a step of the path is not one cell along a row or a column"},
	PathOccupied:      {Name: "path", Number: "R10", Says: "an ant stands in the path"},
	QueenZone:         {Name: "queen-zone", Number: "R11", Says: "a queen may not be in the two middle rows"},
	MovementPoints:    {Name: "movement-points", Number: "R10", Says: "the path costs more than the ant can move"},
	BuildCellCount:    {Name: "build-coord-count", Number: "R12", Says: "a building needs exactly one cell"},
	BuildOffBoard:     {Name: "build-location", Number: "R12", Says: "the cell to build on is off the board"},
	BuildEnemyHill:    {Name: "build-location", Number: "R12", Says: "the anthill is the opponent's"},
	BuildNotAHill:     {Name: "build-location", Number: "R12", Says: "the cell to build on is not the own anthill"},
	BuildOnWorker:     {Name: "build-on-worker", Number: "R12", Says: "a worker cannot build"},
	BuildHillOccupied: {Name: "build-location", Number: "R12", Says: "an ant stands on the anthill"},
	BuildType:         {Name: "build-type", Number: "R12", Says: "only workers, drones, soldiers and ranged soldiers are built"},
	BuildFood:         {Name: "build-food", Number: "R12", Says: "the ant costs more food than there is"},
	UnknownAction:     {Name: "move-type-unknown", Number: "R8", Says: "no action has this number"},
	AttackOffBoard:    {Name: "attack", Number: "R15", Says: "the target is off the board"},
	AttackNotListed:   {Name: "attack", Number: "R15", Says: "the target is none of those offered"},
	AttackEmpty:       {Name: "attack", Number: "R15", Says: "no ant stands on the target"},
	AttackKillsOwn:    {Name: "attack", Number: "R15", Says: "the attack would kill an own ant"},
	PlaceNothing:      {Name: "place-nothing", Number: "R6", Says: "the answer places nothing"},
	PlaceNotCell:      {Name: "place-not-cell", Number: "R6", Says: "an entry is not a tuple of two ints"},
	PlaceOffBoard:     {Name: "place-offboard", Number: "R6", Says: "a cell is off the board"},
	PlaceZone:         {Name: "place-zone", Number: "R7", Says: "a cell is not in the rows where the item belongs"},
	PlaceTaken:        {Name: "place-taken", Number: "R7", Says: "a cell already holds a construction"},
}

// labels are the finer names that the corpora use within some classes.
var labels = [len(rules)]string{
	StartOffBoard:     "start-offboard",
	StartEmpty:        "start-empty",
	StartEnemy:        "start-enemy",
	StartMoved:        "start-moved",
	PathOffBoard:      "path-offboard",
	PathNotAdjacent:   "path-not-adjacent",
	PathOccupied:      "path-occupied",
	BuildOffBoard:     "build-offboard",
	BuildEnemyHill:    "build-enemy-hill",
	BuildNotAHill:     "build-not-a-hill",
	BuildHillOccupied: "build-hill-occupied",
	AttackOffBoard:    "attack-offboard",
	AttackNotListed:   "attack-not-listed",
	AttackEmpty:       "attack-empty",
	AttackKillsOwn:    "attack-kills-own",
}

// Label returns the finer name that the corpora use within some classes, such as start-moved, and else the class.
func Label(r Rule) string {
	if label := labels[r]; label != "" {
		return label
	}
	return r.String()
}
