package referee

import (
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/pelita"
)

// State is a game as viewers may see it: the position, and the conversation between the referee and the teams. Its own methods
// play the position and record the conversation; like those of the position, they work in place.
type State struct {
	pelita.Position

	Layout string    // name of the layout, for people
	Names  [2]string // by seat; "": not known
	Infos  [2]string // by seat: text beside the names
	Time   [2]float64

	Last      int                       // number of the bot that moved last; -1 before the first move
	Noisy     [pelita.Bots]pelita.Sight // the enemies of the bot that was asked last
	Requested [pelita.Bots]Request
	Say       [pelita.Bots]string
	Overlays  [pelita.Bots][]pelita.Paint // what the bot that moved last has painted

	Mistakes [2][]Mistake // by seat
	Failures [2][]Failure // by seat
}

// Request is the last request for a move of a bot, with its answer.
type Request struct {
	Known bool // the bot was asked
	From  pelita.Cell
	Move  pelita.Move
	None  bool // no move came back
	OK    bool // it was carried out
}

// Mistake is an error that does not end the game at once: a late answer or an illegal move in version 2.5.
type Mistake struct {
	Round, Turn int
	Late        bool
	Move        pelita.Move // the illegal move, unless Late
	From        pelita.Cell // where the bot stood
	Moved       bool        // a random move was made instead, unless the error was one too many
	To          pelita.Cell // where that move led
	Why         string      // how it was late, in words; may be empty
}

// wanted says what to answer instead of an illegal move that is of another kind: the way to go, or more than the cell.
func (m *Mistake) wanted() string {
	way := m.Move.To
	switch {
	case strings.HasPrefix(m.Move.Raw, "[["):
		return "; want the cell alone"
	case m.Move.Raw == "" && max(way.X, -way.X)+max(way.Y, -way.Y) <= 1:
		return fmt.Sprintf("; want the cell to go to and not the way, such as %v", pelita.Cell{X: m.From.X + way.X, Y: m.From.Y + way.Y})
	}
	return ""
}

// Failure is a fatal error, which ends the game. Its type and description are the original's.
type Failure struct {
	Type, Description string
	Turn              int    // the bot that was asked; during the set-up, the team
	Round             int    // 0 during the set-up
	Line              string // the original's line about it, if that is not Type: Description
}

// NewState returns the game before its set-up, without names.
func NewState(p pelita.Position) *State { return &State{Position: p, Last: -1} }

// Mistake returns a team's error in this turn; nil if there is none.
func (s *State) Mistake(seat pelita.Seat) *Mistake {
	if n := len(s.Mistakes[seat]); n > 0 && s.Mistakes[seat][n-1].Round == s.Round && s.Mistakes[seat][n-1].Turn == s.Turn {
		return &s.Mistakes[seat][n-1]
	}
	return nil
}

// ViewOf returns the current question for a team, without the seed: AskMove for the bot to move, the other kinds for the team.
func (s *State) ViewOf(seat pelita.Seat, kind pelita.Kind) pelita.View {
	v := s.Position.ViewOf(seat, kind, &s.Noisy)
	s.name(&v)
	return v
}

// name fills in the fields that the position does not know.
func (s *State) name(v *pelita.View) {
	own, enemy := v.Team.Seat, v.Enemy.Seat
	v.Team.Name, v.Team.Time = s.Names[own], s.Time[own]
	v.Enemy.Name, v.Enemy.Time = s.Names[enemy], s.Time[enemy]
}

// Begin advances to the next turn, up to the question (R4, R10, R11). It returns the cells from which pellets were relocated.
func (s *State) Begin(chance pelita.Chance) (moved []pelita.Cell) {
	moved = s.Position.Begin(chance)
	s.Look(s.Turn, chance, &s.Noisy)
	if s.Version == pelita.V270 {
		for bot := range s.Requested {
			if bot != s.Turn && s.Requested[bot].Known {
				s.Requested[bot] = Request{}
			}
		}
	}
	return moved
}

// Answer ends the turn with the move and the text of a bot's answer.
func (s *State) Answer(m pelita.Move, say string, chance pelita.Chance) {
	from, errors := s.Bots[s.Turn], s.Errors
	to, moved := s.Step(m, chance)
	legal := moved && s.Errors == errors
	s.Last = s.Turn
	s.Say[s.Turn] = say
	s.Overlays = [pelita.Bots][]pelita.Paint{}
	s.Overlays[s.Turn] = m.Paint
	request := &s.Requested[s.Turn]
	request.Known, request.From, request.Move, request.None, request.OK = true, from, m, false, legal
	switch {
	case legal:
	case s.Version == pelita.V270:
		s.Say[s.Turn] = ""
		s.failed("IllegalPosition", fmt.Sprintf("bot%d: %v➔%s", s.Turn, from, Tuple(m)))
	default:
		s.mistaken(Mistake{Move: m, From: from, Moved: moved, To: to})
	}
}

// Late ends the turn without an answer in time.
func (s *State) Late(chance pelita.Chance) {
	if s.Version == pelita.V270 {
		s.Fail("TimeoutError", "Timeout error")
		return
	}
	from := s.Bots[s.Turn]
	s.unanswered()
	to, moved := s.Position.Late(chance)
	s.mistaken(Mistake{Late: true, From: from, Moved: moved, To: to})
}

// Fail ends the turn and the game with a fatal error of the original's type and description.
func (s *State) Fail(kind, description string) {
	s.unanswered()
	if s.Version == pelita.V270 {
		s.Say[s.Turn] = ""
	}
	s.failed(kind, description)
	s.Position.Fail()
}

// FailSetup adds a fatal error of a team during the set-up; Judge decides its effect on the game.
func (s *State) FailSetup(seat pelita.Seat, kind, description string) {
	s.Failures[seat] = append(s.Failures[seat], Failure{Type: kind, Description: description, Turn: int(seat)})
	s.Fatal[seat] = true
}

// unanswered records that no move came back.
func (s *State) unanswered() {
	s.Last = s.Turn
	s.Overlays = [pelita.Bots][]pelita.Paint{}
	s.Requested[s.Turn] = Request{Known: true, From: s.Bots[s.Turn], None: true}
}

// mistaken records an error of this turn.
func (s *State) mistaken(m Mistake) {
	m.Round, m.Turn = s.Round, s.Turn
	s.Mistakes[s.Side()] = append(s.Mistakes[s.Side()], m)
}

// failed records a fatal error of this turn.
func (s *State) failed(kind, description string) {
	failure := Failure{Type: kind, Description: description, Turn: s.Turn, Round: s.Round}
	s.Failures[s.Side()] = append(s.Failures[s.Side()], failure)
}
