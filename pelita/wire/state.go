package wire

import (
	"strconv"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// Extra is what viewers get in addition to the state of the game.
type Extra struct {
	Budget  Budget
	ID      string        // version 2.7: of the game, a UUID
	Initial time.Duration // version 2.7: for loading a team; 0 is 6 s
}

// AppendState appends the state of a game as the original sends it to viewers and writes it to files: the keys of its version in
// their order, with Python's blanks in version 2.5 and without them in 2.7. If camping is allowed, version 2.5 writes the word
// Infinity, which is not JSON.
func AppendState(dst []byte, s *referee.State, x Extra) []byte {
	w := writer{dst: append(dst, '{'), style: loose, first: true}
	old := s.Version == pelita.V251
	if !old {
		w.style = tight
		w.key("game_uuid")
		w.dst = appendString(w.dst, x.ID)
	}
	w.board(s)
	if !old {
		w.key("game_phase")
		w.dst = appendString(w.dst, phases[s.Phase])
	}
	w.progress(s)
	w.settings(s, x)
	w.teams(s)
	w.bots(s)
	if old {
		w.key("timeout_length")
		w.dst = x.Budget.append(w.dst, s.Version)
		w.int("error_limit", s.ErrorLimit)
		w.key("num_errors")
		w.dst = w.style.ints(w.dst, s.Errors[:])
	} else {
		w.key("overlays")
		w.list(pelita.Bots, func(bot int) { w.paint(s.Overlays[bot]) })
	}
	return append(w.dst, '}')
}

var phases = [...]string{
	pelita.Init: "INIT", pelita.Running: "RUNNING", pelita.Finished: "FINISHED", pelita.Failed: "FAILURE",
}

// writer appends an object key by key.
type writer struct {
	dst   []byte
	style style
	first bool
}

func (w *writer) key(name string) {
	if !w.first {
		w.dst = w.style.key(w.dst, name)
		return
	}
	w.first = false
	w.dst = append(append(append(w.dst, '"'), name...), '"')
	w.dst = append(w.dst, w.style.colon...)
}

func (w *writer) int(name string, n int) {
	w.key(name)
	w.dst = strconv.AppendInt(w.dst, int64(n), 10)
}

func (w *writer) maybe(name string, n int, known bool) {
	w.key(name)
	w.dst = appendNumber(w.dst, n, known)
}

func (w *writer) null() { w.dst = append(w.dst, "null"...) }

// list appends a list of n items that each appends.
func (w *writer) list(n int, item func(i int)) {
	w.dst = append(w.dst, '[')
	for i := range n {
		if i > 0 {
			w.dst = append(w.dst, w.style.comma...)
		}
		item(i)
	}
	w.dst = append(w.dst, ']')
}

// object appends an object whose keys a function appends.
func (w *writer) object(keys func()) {
	w.dst = append(w.dst, '{')
	w.first = true
	keys()
	w.first = false
	w.dst = append(w.dst, '}')
}

func (w *writer) board(s *referee.State) {
	w.key("walls")
	w.dst = w.style.cells(w.dst, s.Maze.Walls())
	w.key("shape")
	w.dst = w.style.ints(w.dst, []int{s.Maze.Width(), s.Maze.Height()})
	w.key("food")
	w.dst = w.style.cells(w.dst, s.AllFood())
	ages := append(append([]pelita.Aged(nil), s.Ages(pelita.Blue)...), s.Ages(pelita.Red)...)
	w.key("food_age")
	w.list(len(ages), func(i int) {
		w.dst = append(w.style.cell(append(w.dst, '['), ages[i].Cell), w.style.comma...)
		w.dst = append(strconv.AppendInt(w.dst, int64(ages[i].Age), 10), ']')
	})
}

func (w *writer) progress(s *referee.State) {
	w.maybe("turn", s.Turn, s.Turn >= 0)
	w.maybe("round", s.Round, s.Round > 0)
	w.key("gameover")
	w.dst = strconv.AppendBool(w.dst, s.Phase >= pelita.Finished)
	winner, over := WhoWins(&s.Position)
	w.maybe("whowins", winner, over)
	w.key("bots")
	w.dst = w.style.cells(w.dst, s.Bots[:])
	w.key("score")
	w.dst = w.style.ints(w.dst, s.Score[:])
	w.key("fatal_errors")
	w.list(2, func(team int) {
		w.list(len(s.Failures[team]), func(i int) { w.failure(&s.Failures[team][i]) })
	})
	if s.Version == pelita.V251 {
		w.key("errors")
		w.list(2, func(team int) { w.mistake(s.Mistake(pelita.Seat(team))) })
	}
}

// WhoWins returns the winner by the original's number: 0 blue, 1 red, 2 for a draw, and -1 if there is none because the game
// continues or, in version 2.7, never began (D1); over distinguishes the two.
func WhoWins(p *pelita.Position) (number int, over bool) {
	outcome, over := p.Outcome()
	switch {
	case !over || p.Phase == pelita.Failed:
		return -1, over
	case outcome.Winner == turn.Draw:
		return 2, over
	}
	return outcome.Winner, over
}

func (w *writer) failure(f *referee.Failure) {
	w.object(func() {
		w.key("type")
		w.dst = appendString(w.dst, f.Type)
		w.key("description")
		w.dst = appendString(w.dst, f.Description)
		w.int("turn", f.Turn)
		w.maybe("round", f.Round, f.Round > 0)
	})
}

func (w *writer) mistake(m *referee.Mistake) {
	switch {
	case m == nil:
		w.null()
	case m.Late:
		w.object(func() {
			w.key("type")
			w.dst = appendString(w.dst, "PlayerTimeout")
			w.key("description")
			w.dst = appendString(w.dst, "")
		})
	default:
		w.object(func() {
			w.key("reason")
			w.dst = appendString(w.dst, "illegal move")
			w.key("bot_position")
			w.move(m.Move)
		})
	}
}

func (w *writer) move(m pelita.Move) {
	if m.Raw != "" {
		w.dst = append(w.dst, m.Raw...)
		return
	}
	w.dst = w.style.cell(w.dst, m.To)
}

func (w *writer) settings(s *referee.State, x Extra) {
	w.int("max_rounds", s.MaxRounds)
	if s.Version == pelita.V251 {
		w.int("timeout", 3) // unused by viewers
	} else {
		w.key("timeout_length")
		w.dst = x.Budget.append(w.dst, s.Version)
		initial := x.Initial
		if initial == 0 {
			initial = initialTime
		}
		w.key("initial_timeout")
		w.dst = Budget{Time: initial}.append(w.dst, s.Version)
	}
	w.int("noise_radius", pelita.NoiseRadius)
	w.int("sight_distance", pelita.SightDistance)
	w.key("max_food_age")
	if s.AllowCamping {
		w.dst = append(w.dst, "Infinity"...)
	} else {
		w.dst = strconv.AppendInt(w.dst, pelita.MaxFoodAge, 10)
	}
	w.int("shadow_distance", s.Version.Shadow())
	if s.Version == pelita.V251 {
		w.key("layout_name")
		w.dst = orNull(w.dst, s.Layout)
	}
}

func (w *writer) teams(s *referee.State) {
	w.key("team_names")
	w.list(2, func(team int) { w.dst = orNull(w.dst, s.Names[team]) })
	w.key("team_infos")
	w.list(2, func(team int) { w.dst = orNull(w.dst, s.Infos[team]) })
	w.key("team_time")
	w.list(2, func(team int) { w.dst = appendTime(w.dst, s.Time[team]) })
}

func (w *writer) bots(s *referee.State) {
	w.key("deaths")
	w.dst = w.style.ints(w.dst, s.Deaths[:])
	w.key("kills")
	w.dst = w.style.ints(w.dst, s.Kills[:])
	w.key("bot_was_killed")
	w.dst = w.style.bools(w.dst, s.Killed[:])
	w.key("noisy_positions")
	w.list(pelita.Bots, func(bot int) {
		if !s.Noisy[bot].Noisy {
			w.null()
			return
		}
		w.dst = w.style.cell(w.dst, s.Noisy[bot].Cell)
	})
	w.key("requested_moves")
	w.list(pelita.Bots, func(bot int) { w.request(&s.Requested[bot]) })
	w.key("say")
	w.list(pelita.Bots, func(bot int) { w.dst = appendString(w.dst, s.Say[bot]) })
}

func (w *writer) request(r *referee.Request) {
	if !r.Known {
		w.null()
		return
	}
	w.object(func() {
		w.key("previous_position")
		w.dst = w.style.cell(w.dst, r.From)
		w.key("requested_position")
		if r.None {
			w.null()
		} else {
			w.move(r.Move)
		}
		w.key("success")
		w.dst = strconv.AppendBool(w.dst, r.OK)
	})
}

func (w *writer) paint(paint []pelita.Paint) {
	w.list(len(paint), func(i int) {
		w.object(func() {
			w.key("pos")
			w.dst = w.style.cell(w.dst, paint[i].Cell)
			w.key("color")
			w.dst = appendString(w.dst, paint[i].Color)
		})
	})
}
