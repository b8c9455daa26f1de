package tron

import (
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/notation"
)

// Rule is the reason why a bike ignores a part of its command, or Legal. In this game nothing is forbidden; a command that breaks
// a rule has no effect.
type Rule = notation.Code[table]

type table struct{}

// Rules returns the table, for notation.Code.
func (table) Rules() []notation.Rule { return rules[:] }

// The reasons, in the order in which Check looks for them. Numbers are those of RULES.md.
const (
	Legal          Rule = iota
	TurnSame            // R4: the bike already drives in that direction
	TurnBack            // R4: the opposite of where it drives
	BreakerCooling      // R5: the cooldown is not over
)

var rules = [...]notation.Rule{
	Legal:          {Name: "legal", Says: "the bike obeys"},
	TurnSame:       {Name: "turn_same", Number: "R4", Says: "the bike already drives in that direction"},
	TurnBack:       {Name: "turn_back", Number: "R4", Says: "a bike cannot turn back"},
	BreakerCooling: {Name: "breaker_cooling", Number: "R5", Says: "the wall breaker is still cooling down"},
}

// Check returns the first reason why a seat's bike ignores a part of c, or Legal.
func (p *Position) Check(s Seat, c Command) Rule {
	b := &p.bikes[s&1]
	if d, ok := c.Turn(); ok {
		switch d {
		case b.direction:
			return TurnSame
		case b.direction.Opposite():
			return TurnBack
		}
	}
	if c.Breaker() && b.cooldown > 0 {
		return BreakerCooling
	}
	return Legal
}

// AppendMoves appends the commands of a seat that have different effects: straight on and the two turns, each alone and, when the
// cooldown is over, with the wall breaker. Turns are in the order of their directions; there are 3 or 6 commands. Check calls all
// of them Legal.
func (p *Position) AppendMoves(dst []Command, s Seat) []Command {
	b := &p.bikes[s&1]
	turns := [...]Command{Straight, Turn(min(b.direction.Clockwise(), b.direction.Anticlockwise())),
		Turn(max(b.direction.Clockwise(), b.direction.Anticlockwise()))}
	dst = append(dst, turns[:]...)
	if b.cooldown > 0 {
		return dst
	}
	for _, c := range turns {
		dst = append(dst, c.ThenBreaker())
	}
	return dst
}

// Over reports whether the game has ended (R10): a bike has crashed, or the last cycle was played.
func (p *Position) Over() bool {
	return p.bikes[Blue].crash|p.bikes[Yellow].crash != NoCrash || int(p.cycle) >= max(p.constants.MaxCycles, 1)
}

// Reasons for the end of a game, in addition to the names of crashes.
const (
	Cycles = "cycles" // the last one was played
	Both   = "both"   // both bikes crashed in the same cycle, into different things
)

// Outcome is how a game ended.
type Outcome struct {
	Winner int    // a Seat; -1 for a draw
	Reason string // Cycles, Both, or the name of a [Crash]
	Scores [2]int // by seat
}

// Outcome returns how the game ended: the higher score wins (R11). While the game continues, over is false, Winner is the seat
// that is ahead, and Reason is "".
func (p *Position) Outcome() (o Outcome, over bool) {
	o = Outcome{Winner: -1, Scores: [2]int{p.Score(Blue), p.Score(Yellow)}}
	switch {
	case o.Scores[Blue] > o.Scores[Yellow]:
		o.Winner = int(Blue)
	case o.Scores[Blue] < o.Scores[Yellow]:
		o.Winner = int(Yellow)
	}
	if !p.Over() {
		return o, false
	}
	switch blue, yellow := p.bikes[Blue].crash, p.bikes[Yellow].crash; {
	case blue == NoCrash && yellow == NoCrash:
		o.Reason = Cycles
	case blue == NoCrash:
		o.Reason = yellow.String()
	case yellow == NoCrash || yellow == blue:
		o.Reason = blue.String()
	default:
		o.Reason = Both
	}
	return o, true
}

// EventKind is a kind of event in a cycle.
type EventKind uint8

// The events, which are all changes of a position. In a cycle they come in the order of R3.
const (
	Turned       EventKind = iota // the bike turned to Direction
	BreakerOn                     // the wall breaker was switched on
	BreakerReady                  // its cooldown has run down
	BreakerEnd                    // it no longer breaks walls
	WallBuilt                     // the bike left a wall at At
	HealthLost                    // a wall took one health
	WallBroken                    // the bike broke the wall of Owner at At
	Crashed                       // the bike crashed at At; Crash says how
)

var eventNames = [...]string{
	Turned: "turned", BreakerOn: "breaker on", BreakerReady: "breaker ready", BreakerEnd: "breaker end",
	WallBuilt: "wall built", HealthLost: "health lost", WallBroken: "wall broken", Crashed: "crashed",
}

// String returns the kind in words, such as "breaker on".
func (k EventKind) String() string { return eventNames[k] }

// Event is one event of a cycle. Fields that its kind does not need are zero.
type Event struct {
	Kind      EventKind
	Seat      Seat // the bike's seat
	At        grid.Point
	Direction Direction // of the bike: at Turned, WallBuilt, WallBroken and Crashed
	Owner     Seat      // of the wall that was broken
	Crash     Crash
	// Half says that a crash happens in the middle of the new cell: with area walls, and between bikes in the same cell. For
	// crashes into coloured walls it is false: there, what was drawn decides, not the rules.
	Half bool
}

// Play returns the position after one cycle with the commands of both seats (R3). After the end of the game, it changes nothing.
// Play and Step accept any commands; Check says which parts have an effect.
func (p Position) Play(commands [2]Command) Position {
	p.Step(commands)
	return p
}

// Step is Play in place.
func (p *Position) Step(commands [2]Command) { p.step(commands, nil) }

// Explain does what Step does, and appends the events to dst in the original's order: at most 16.
func (p *Position) Explain(commands [2]Command, dst []Event) []Event {
	p.step(commands, &dst)
	return dst
}

// step plays one cycle in the order of R3. events may be nil.
func (p *Position) step(commands [2]Command, events *[]Event) {
	if p.Over() {
		return
	}
	for s := range commands {
		p.obey(Seat(s), commands[s], events)
	}
	order := [2]Seat{p.first, p.first ^ 1}
	var previous [2]uint16
	for _, s := range order {
		p.bikes[s].tick(s, events)
	}
	for _, s := range order {
		b := &p.bikes[s]
		previous[s] = b.at
		p.board.set(b.at, Wall(s))
		p.scores[s] += int32(p.constants.WallScore)
		if events != nil {
			*events = append(*events, Event{Kind: WallBuilt, Seat: s, At: p.point(b.at), Direction: b.direction})
		}
	}
	steps := [Directions]uint16{Up: -p.width, Right: 1, Down: p.width, Left: ^uint16(0)}
	for s := range p.bikes {
		p.bikes[s].at += steps[p.bikes[s].direction%Directions]
	}
	blue, yellow := p.bikes[Blue].at, p.bikes[Yellow].at
	if blue == yellow || blue == previous[Yellow] && yellow == previous[Blue] {
		for _, s := range order {
			p.crash(s, IntoEachOther, 0, blue == yellow, events)
		}
	} else {
		for _, s := range order {
			p.collide(s, events)
		}
	}
	p.cycle++
}

// obey applies the command of one seat (R4, R5).
func (p *Position) obey(s Seat, c Command, events *[]Event) {
	if c.breakerFirst {
		p.activate(s, events)
	}
	if d, ok := c.Turn(); ok && p.bikes[s].direction&1 != d&1 { // neither the same direction nor the opposite one
		p.bikes[s].direction = d
		if events != nil {
			*events = append(*events, Event{Kind: Turned, Seat: s, Direction: d})
		}
	}
	if c.breaker && !c.breakerFirst {
		p.activate(s, events)
	}
}

func (p *Position) activate(s Seat, events *[]Event) {
	b := &p.bikes[s]
	if b.cooldown > 0 {
		return
	}
	b.cooldown = int32(p.constants.WallBreakerCooldown)
	b.remaining = int32(p.constants.WallBreakerDuration) + 1
	if events != nil {
		*events = append(*events, Event{Kind: BreakerOn, Seat: s})
	}
}

// tick advances the timers of a wall breaker (R5).
func (b *bike) tick(s Seat, events *[]Event) {
	if b.cooldown > 0 {
		if b.cooldown--; b.cooldown == 0 && events != nil {
			*events = append(*events, Event{Kind: BreakerReady, Seat: s})
		}
	}
	if b.remaining > 0 {
		if b.remaining--; b.remaining == 0 && events != nil {
			*events = append(*events, Event{Kind: BreakerEnd, Seat: s})
		}
	}
}

// collide judges the content of the cell that a bike has moved to (R7, R8, R9).
func (p *Position) collide(s Seat, events *[]Event) {
	b := &p.bikes[s]
	cell := p.board.at(b.at)
	switch {
	case cell == Empty:
		return
	case cell == AreaWall:
		p.crash(s, OnAreaWall, p.constants.AreaWallCrash, true, events)
		return
	case b.remaining <= 0:
		b.health--
		if events != nil {
			*events = append(*events, Event{Kind: HealthLost, Seat: s})
		}
		if b.health == 0 && cell == Wall(s) {
			p.crash(s, OnOwnWall, p.constants.OwnWallCrash, false, events)
			return
		}
		if b.health == 0 {
			p.crash(s, OnEnemyWall, p.constants.EnemyWallCrash, false, events)
			return
		}
	}
	p.board.set(b.at, Empty)
	owner, _ := cell.Owner()
	p.scores[owner] -= int32(p.constants.WallScore)
	if events != nil {
		*events = append(*events, Event{Kind: WallBroken, Seat: s, At: p.point(b.at), Direction: b.direction, Owner: owner})
	}
}

func (p *Position) crash(s Seat, c Crash, score int, half bool, events *[]Event) {
	b := &p.bikes[s]
	b.crash = c
	p.scores[s] += int32(score)
	if events != nil {
		*events = append(*events,
			Event{Kind: Crashed, Seat: s, At: p.point(b.at), Direction: b.direction, Crash: c, Half: half})
	}
}
