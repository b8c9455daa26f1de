package pelita

import "fmt"

// Begin goes on to the next turn and does what comes before the question (R4, R10, R11). It returns the cells of which pellets
// were relocated, ascending.
func (s *State) Begin(chance Chance) (moved []Cell) {
	s.Advance()
	s.Phase = Running
	team := s.Turn % 2
	s.Age(team)
	moved = s.Relocate(team, chance)
	s.Look(s.Turn, chance)
	if s.Version == V270 {
		for bot := range s.Requested {
			if s.Overlays[bot] != nil {
				s.Overlays[bot] = nil
			}
			if bot != s.Turn && s.Requested[bot].Known {
				s.Requested[bot] = Request{}
			}
		}
	}
	return moved
}

// Fail ends the turn of a bot that did not come up with a move: a fatal error (R12). The game is over then.
func (s *State) Fail(kind, description string) {
	s.Last = s.Turn
	s.Requested[s.Turn] = Request{Known: true, From: s.Bots[s.Turn], None: true}
	s.silence()
	s.fail(kind, description)
}

// fail adds a fatal error of the bot whose turn it is.
func (s *State) fail(kind, description string) {
	team := s.Turn % 2
	s.Fatal[team] = append(s.Fatal[team], Failure{Type: kind, Description: description, Turn: s.Turn, Round: s.Round})
	s.Judge(false)
}

// FailSetup adds a fatal error of a team during the set-up; [State.Judge] decides what becomes of the game.
func (s *State) FailSetup(team int, kind, description string) {
	s.Fatal[team] = append(s.Fatal[team], Failure{Type: kind, Description: description, Turn: team})
}

// silence forgets what the bot said where a failed turn does that.
func (s *State) silence() {
	if s.Version == V270 {
		s.Say[s.Turn] = ""
	}
}

// Late ends a turn without an answer in time: an error and a random move in version 2.5 (R12), the end in version 2.7.
func (s *State) Late(chance Chance) {
	if s.Version == V270 {
		s.Fail("TimeoutError", "Timeout error")
		return
	}
	s.Last = s.Turn
	s.Requested[s.Turn] = Request{Known: true, From: s.Bots[s.Turn], None: true}
	team := s.Turn % 2
	s.Errors[team] = append(s.Errors[team], Mistake{Round: s.Round, Turn: s.Turn, Late: true, From: s.Bots[s.Turn]})
	if s.Judge(false) {
		return
	}
	s.Killed[s.Turn] = false
	s.stumble(chance)
}

// Play carries out the move that a bot asked for (R6 to R9). An illegal one is an error and a random move in version 2.5, the end
// in version 2.7 (R12).
func (s *State) Play(m Move, say string, chance Chance) {
	from := s.Bots[s.Turn]
	s.Last = s.Turn
	s.Say[s.Turn] = say
	s.Overlays[s.Turn] = m.Paint
	request := &s.Requested[s.Turn]
	*request = Request{Known: true, From: from, Move: m}
	s.Killed[s.Turn] = false
	switch {
	case s.Check(m):
		s.Move(m.To)
		request.OK = true
		s.Judge(true)
	case s.Version == V270:
		s.silence()
		s.fail("IllegalPosition", fmt.Sprintf("bot%d: %v➔%v", s.Turn, from, m))
	default:
		team := s.Turn % 2
		s.Errors[team] = append(s.Errors[team], Mistake{Round: s.Round, Turn: s.Turn, Move: m, From: from})
		if !s.Judge(false) {
			s.stumble(chance)
		}
	}
}

// stumble moves the bot to a random cell after an error.
func (s *State) stumble(chance Chance) {
	legal := s.Maze.Legal(s.Bots[s.Turn])
	to := legal[chance.Below(len(legal))]
	mistake := s.Error(s.Turn % 2)
	mistake.Moved, mistake.To = true, to
	s.Move(to)
	s.Judge(true)
}
