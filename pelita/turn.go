package pelita

// Begin advances to the next turn and does everything before the question (R4, R11). If a bot is asked, call [Position.Look]
// next. It returns the cells from which pellets were relocated, ascending.
func (p *Position) Begin(chance Chance) (moved []Cell) {
	p.Advance()
	p.Phase = Running
	p.Age(p.Side())
	return p.Relocate(p.Side(), chance)
}

// Play returns the position after a bot's turn with this move (R6 to R9); call [Position.Begin] first. An illegal move is an
// error and a random move in version 2.5, and the end of the game in version 2.7 (R12).
func (p Position) Play(m Move, chance Chance) Position {
	p.Step(m, chance)
	return p
}

// Step does what Play does, in place. It returns the cell on which the bot was put, before any bot was killed there: that of the
// move, or the one that was drawn. moved is false if the game ended before the bot moved.
func (p *Position) Step(m Move, chance Chance) (to Cell, moved bool) {
	p.Killed[p.Turn] = false
	switch {
	case p.Check(m) == Legal:
		p.Move(m.To)
		p.Judge(true)
		return m.To, true
	case p.Version == V270:
		p.Fail()
		return Cell{}, false
	}
	return p.err(chance)
}

// Late ends a turn without an answer in time: an error and a random move in version 2.5, the end of the game in version 2.7
// (R12). It returns what Step returns.
func (p *Position) Late(chance Chance) (to Cell, moved bool) {
	if p.Version == V270 {
		p.Fail()
		return Cell{}, false
	}
	return p.err(chance)
}

// Fail ends the turn of a bot that failed to give a move, and the game: a fatal error (R12).
func (p *Position) Fail() {
	p.Fatal[p.Side()] = true
	p.Judge(false)
}

// err counts an error of the bot to move and makes a random move instead, unless the error was one too many.
func (p *Position) err(chance Chance) (to Cell, moved bool) {
	p.Errors[p.Side()]++
	if p.Judge(false) {
		return Cell{}, false
	}
	p.Killed[p.Turn] = false
	legal := p.Maze.Legal(p.Bots[p.Turn])
	to = legal[chance.Below(len(legal))]
	p.Move(to)
	p.Judge(true)
	return to, true
}

// Judge ends the game if it is over (R9), and reports whether it is. Rounds and pellets count only if last is true, after a
// complete turn. Step, Late and Fail call Judge; after setting Fatal during the set-up, call it yourself.
func (p *Position) Judge(last bool) bool {
	switch {
	case p.Phase >= Finished:
		return true
	case p.Fatal[Blue] || p.Fatal[Red] || p.disqualified(Blue) || p.disqualified(Red):
	case last && (p.lastTurn() || p.Food[Blue].Len() == 0 || p.Food[Red].Len() == 0):
	default:
		return false
	}
	p.Phase = Finished
	if p.Version == V270 && p.Round == 0 {
		p.Phase = Failed
	}
	return true
}

// disqualified reports whether a team has made too many errors.
func (p *Position) disqualified(seat Seat) bool {
	return p.ErrorLimit > 0 && p.Errors[seat] >= p.ErrorLimit
}

// lastTurn reports whether the next turn would be after the last round.
func (p *Position) lastTurn() bool {
	next := p.Round
	if p.Turn < 0 || p.Turn == Bots-1 {
		next++
	}
	return next > p.MaxRounds
}

// The reasons for the end of a game, in the order of R9.
const (
	ReasonFatal  = "fatal"  // a fatal error
	ReasonErrors = "errors" // too many errors
	ReasonFood   = "food"   // a team has no pellets left
	ReasonRounds = "rounds" // all rounds were played
)

// Outcome is how a game ended.
type Outcome struct {
	Winner int    // seat; -1: a draw
	Reason string // one of the Reason constants
	Score  [2]int // by seat
}

// Outcome returns how the game ended (R9), and whether it has ended. A game of version 2.7 that never began is lost by the team
// that failed (D1).
func (p *Position) Outcome() (o Outcome, over bool) {
	if p.Phase < Finished {
		return Outcome{}, false
	}
	o = Outcome{Score: p.Score, Reason: ReasonRounds}
	disqualified := [2]bool{p.disqualified(Blue), p.disqualified(Red)}
	switch none := [2]bool{}; {
	case p.Fatal != none:
		o.Reason, o.Winner = ReasonFatal, winner(p.Fatal)
	case disqualified != none:
		o.Reason, o.Winner = ReasonErrors, winner(disqualified)
	default:
		if p.Food[Blue].Len() == 0 || p.Food[Red].Len() == 0 {
			o.Reason = ReasonFood
		}
		o.Winner = winner([2]bool{p.Score[Blue] <= p.Score[Red], p.Score[Red] <= p.Score[Blue]})
	}
	return o, true
}

// winner returns the winner when these seats, one or both, have lost.
func winner(lost [2]bool) int {
	switch {
	case lost[Blue] && lost[Red]:
		return -1
	case lost[Blue]:
		return int(Red)
	}
	return int(Blue)
}
