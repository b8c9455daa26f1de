package reantics

// Rule is the first rule that an answer breaks, or Legal.
type Rule uint8

// The ways to break a rule, in the order in which they are looked for. Those of the first group cannot happen to a typed
// [Move]: an adapter of untyped bots names them. Numbers are those of RULES.md.
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

var ruleTexts = [...]struct{ why, sub, number, text string }{
	Legal:             {"legal", "", "", "the answer is legal"},
	NoMove:            {"none", "", "R8", "there is no action"},
	NotAMove:          {"not-a-move", "", "R8", "the answer is not a Move"},
	TypeNotInt:        {"move-type-not-int", "", "R8", "the type of the action is not an int"},
	NoCells:           {"no-coords", "", "R8", "the action has no list of cells"},
	CellNotTuple:      {"coord-not-tuple", "", "R8", "a cell is not a tuple"},
	CellLength:        {"coord-length", "", "R8", "a cell is not two numbers"},
	CellNotInt:        {"coord-not-int", "", "R8", "a cell is not two ints"},
	BuildNotInt:       {"build-type-not-int", "", "R8", "the ant to build is not an int"},
	StartOffBoard:     {"start", "start-offboard", "R9", "the path begins off the board"},
	StartEmpty:        {"start", "start-empty", "R9", "no ant stands where the path begins"},
	StartEnemy:        {"start", "start-enemy", "R9", "the ant where the path begins is the opponent's"},
	StartMoved:        {"start", "start-moved", "R9", "the ant has moved in this turn"},
	PathOffBoard:      {"path", "path-offboard", "R10", "the path leaves the board"},
	PathNotAdjacent:   {"path", "path-not-adjacent", "R10", "a step of the path is not one cell along a row or a column"},
	PathOccupied:      {"path", "path-occupied", "R10", "an ant stands in the path"},
	QueenZone:         {"queen-zone", "", "R11", "a queen may not be in the two middle rows"},
	MovementPoints:    {"movement-points", "", "R10", "the path costs more than the ant can move"},
	BuildCellCount:    {"build-coord-count", "", "R12", "a building needs exactly one cell"},
	BuildOffBoard:     {"build-location", "build-offboard", "R12", "the cell to build on is off the board"},
	BuildEnemyHill:    {"build-location", "build-enemy-hill", "R12", "the anthill is the opponent's"},
	BuildNotAHill:     {"build-location", "build-not-a-hill", "R12", "the cell to build on is not the own anthill"},
	BuildOnWorker:     {"build-on-worker", "", "R12", "a worker cannot build"},
	BuildHillOccupied: {"build-location", "build-hill-occupied", "R12", "an ant stands on the anthill"},
	BuildType:         {"build-type", "", "R12", "only workers, drones, soldiers and ranged soldiers are built"},
	BuildFood:         {"build-food", "", "R12", "the ant costs more food than there is"},
	UnknownAction:     {"move-type-unknown", "", "R8", "no action has this number"},
	AttackOffBoard:    {"attack", "attack-offboard", "R15", "the target is off the board"},
	AttackNotListed:   {"attack", "attack-not-listed", "R15", "the target is none of those offered"},
	AttackEmpty:       {"attack", "attack-empty", "R15", "no ant stands on the target"},
	AttackKillsOwn:    {"attack", "attack-kills-own", "R15", "the attack would kill an own ant"},
	PlaceNothing:      {"place-nothing", "", "R6", "the answer places nothing"},
	PlaceNotCell:      {"place-not-cell", "", "R6", "an entry is not a tuple of two ints"},
	PlaceOffBoard:     {"place-offboard", "", "R6", "a cell is off the board"},
	PlaceZone:         {"place-zone", "", "R7", "a cell is not in the rows where the item belongs"},
	PlaceTaken:        {"place-taken", "", "R7", "a cell already holds a construction"},
}

// String returns the class of the rule as the corpora spell it, such as movement-points.
func (r Rule) String() string { return ruleTexts[r].why }

// Label returns the finer name that the corpora use within some classes, such as start-moved, and else the class.
func (r Rule) Label() string {
	if sub := ruleTexts[r].sub; sub != "" {
		return sub
	}
	return ruleTexts[r].why
}

// Number returns the number of the rule in RULES.md, such as R9; "" for Legal.
func (r Rule) Number() string { return ruleTexts[r].number }

// Error says in words what is wrong, with the number of the rule.
func (r Rule) Error() string {
	if r == Legal {
		return ruleTexts[r].text
	}
	return ruleTexts[r].text + " (" + ruleTexts[r].number + ")"
}
