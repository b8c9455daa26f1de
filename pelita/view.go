package pelita

// Kind is the kind of a question.
type Kind uint8

// The kinds of questions, in the order in which a game asks them.
const (
	// AskName comes first in version 2.7, to both teams at once: start, and tell your name. The name is the text that the player
	// says with its answer.
	AskName Kind = iota
	// AskStart tells a team about the game, blue first. In version 2.5, the player says its name with the answer.
	AskStart
	// AskMove asks for the cell to which bot View.Bot of the team goes.
	AskMove
	// AskEnd tells a team that the game is over; nothing depends on the answer.
	AskEnd
)

var kindNames = [...]string{AskName: "name", AskStart: "start", AskMove: "move", AskEnd: "end"}

// String returns name, start, move or end.
func (k Kind) String() string { return kindNames[k] }

// View is a question to a player, with everything that its team may know: the original's game_state. It shares nothing that
// changes, so a player may keep it as long as it likes, but must not write to its slices.
type View struct {
	Kind      Kind
	Version   Version
	Maze      *Maze
	Round     int // from 1; 0 during the set-up (None in Python)
	Bot       int // AskMove: which bot of the team moves, 0 or 1; otherwise -1 (None)
	MaxRounds int
	Setup     bool   // the game has not begun: the message names walls, shape and seed
	Seed      uint64 // during the set-up: of the team's own generator, below 2^63
	Team      Side   // the team that is asked
	Enemy     Side
}

// Side is a team as a view shows it. Arrays are by bot of the team, 0 (a, x) and 1 (b, y).
type Side struct {
	Seat   Seat
	Bots   [2]Cell // of the enemy: where they are shown
	Noisy  [2]bool // of the enemy: they may be elsewhere
	Score  int
	Kills  [2]int
	Deaths [2]int
	Killed [2]bool // was killed since its last move
	Errors int     // of the enemy: always 0
	Food   []Cell  // the pellets in this team's home, in the order of the original's set
	Shaded []Cell  // pellets in the shadow of the team's own ghosts, oldest entry first; nil for the enemy
	Name   string  // "": not known yet
	Time   float64 // seconds that the team took for its moves
}

// Own returns the number, 0 to 3, of bot 0 or 1 of the team that is asked.
func (v *View) Own(bot int) int { return v.Team.Seat.Bot(bot) }

// Shape returns the number of columns and rows of the board.
func (v *View) Shape() (width, height int) { return v.Maze.Width(), v.Maze.Height() }

// Position returns the cell of the bot that moves.
func (v *View) Position() Cell { return v.Team.Bots[max(v.Bot, 0)] }

// Legal returns the cells to which the bot may move in the order that players see: stay, west, east, south, north.
func (v *View) Legal() []Cell { return v.Maze.Options(v.Position()) }

// Bots returns the cells of all four bots by number, the enemy's as they are shown.
func (v *View) Bots() (cells [Bots]Cell) {
	for bot := range 2 {
		cells[v.Team.Seat.Bot(bot)] = v.Team.Bots[bot]
		cells[v.Enemy.Seat.Bot(bot)] = v.Enemy.Bots[bot]
	}
	return cells
}

// ViewOf returns the current question for a team: AskMove for the bot Position.Turn/2, the other kinds for the team. seen is
// where it sees its enemies, from the last Look of its bots. Names, times and the seed are not filled in.
func (p *Position) ViewOf(seat Seat, kind Kind, seen *[Bots]Sight) (v View) {
	p.FillView(&v, seat, kind, seen)
	if p.ages[seat].len() > 0 {
		v.Team.Shaded = p.AppendShaded(nil, seat)
	}
	return v
}

// FillView does what ViewOf does, in an existing view. It sets no shaded pellets, see AppendShaded, and keeps names and times.
func (p *Position) FillView(v *View, seat Seat, kind Kind, seen *[Bots]Sight) {
	v.Kind, v.Version, v.Maze, v.Seed = kind, p.Version, p.Maze, 0
	v.Round, v.MaxRounds, v.Setup, v.Bot = p.Round, p.MaxRounds, p.Round == 0, -1
	if kind == AskMove {
		v.Bot = p.Turn / 2
	}
	p.fillSide(&v.Team, seat)
	p.fillSide(&v.Enemy, seat.Other())
	v.Team.Errors = p.Errors[seat]
	for bot := range v.Enemy.Bots {
		if sight := &seen[seat.Other().Bot(bot)]; sight.Noisy {
			v.Enemy.Noisy[bot], v.Enemy.Bots[bot] = true, sight.Cell
		}
	}
}

func (p *Position) fillSide(side *Side, seat Seat) {
	side.Seat, side.Score, side.Errors, side.Food, side.Shaded = seat, p.Score[seat], 0, p.Food[seat].list, nil
	side.Noisy = [2]bool{}
	for bot := range 2 {
		i := seat.Bot(bot)
		side.Bots[bot], side.Kills[bot], side.Deaths[bot], side.Killed[bot] = p.Bots[i], p.Kills[i], p.Deaths[i], p.Killed[i]
	}
}
