// Package referee runs a game of Pelita: it asks the teams what the original's engine asks its players, in the same order and
// with the same draws of random numbers in between, and handles their answers.
//
// # What is asked
//
// A seat is a team: 0 is blue, 1 is red. Questions are of four kinds ([pelita.Kind]), and players of the loop are asked all of
// them; the name of a team is what its player says (the say of the answer), not a value.
//
//	version 2.5.1   AskStart blue, AskStart red (the player says its name), AskMove ..., AskEnd blue, AskEnd red
//	version 2.7.0   AskName both at once (the player says its name), AskStart blue, AskStart red, AskMove ..., AskEnd blue, red
//
// AskStart is the original's set_initial, AskMove its get_move, AskEnd its exit; the view is the game_state that goes with it.
// A team that failed is not asked AskEnd where the original does not send it. The loop's clock runs for AskName and AskStart
// too, as the original's does.
//
// # What went wrong
//
// Faults become errors and fatal errors, depending on their kind (R12). Details are the player's text:
//
//	fault           during the set-up, 2.5.1     during a move, 2.5.1    set-up, 2.7.0          move, 2.7.0
//	late            PlayerTimeout                an error                Timeout                TimeoutError
//	gone            PlayerDisconnected           PlayerDisconnected      Send error             Send error
//	never-started   PlayerDisconnected (M, T)    PlayerDisconnected      RemotePlayerFailure    RemotePlayerFailure
//	  without T     PlayerTimeout                PlayerDisconnected      Timeout                RemotePlayerFailure
//	crashed         PlayerDisconnected (M, T)    FatalException          RemotePlayerFailure    T, M
//	garbled         PlayerDisconnected (M, T)    FatalException          RemotePlayerFailure    T, M
//
// T and M are the name and the message of an exception: a Detail of the form "T: M" is taken apart at the first colon. A detail
// without such a name gets Crashed and the like as T. In version 2.5.1, as in the original, a player that has not connected does
// not fail at AskStart: it answers with an empty text, and fails at its first move.
package referee

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
)

// Seats are the names of the seats.
var Seats = pelita.Teams[:]

// Reasons for the end of a game, in addition to the faults of turn.
const (
	Rounds  = pelita.ReasonRounds
	Food    = pelita.ReasonFood
	Illegal = string(turn.Illegal) // an illegal move (version 2.7), or the last of too many errors (version 2.5)
)

// Options are the settings of a game.
type Options struct {
	pelita.Options
	Layout string    // its name, for people
	Infos  [2]string // texts to show beside the names of the teams
	Specs  [2]string // the teams' names on the command line
}

// stage is the next kind of question.
type stage uint8

const (
	naming stage = iota // version 2.7: AskName
	startBlue
	startRed
	moving
	endBlue
	endRed
	over
)

// Referee is one game in progress.
type Referee struct {
	state     *State
	chance    pelita.Chance
	specs     [2]string
	stage     stage
	seeds     [2]uint64
	questions [2]turn.Question[pelita.View]
	asked     bool // the questions are open; a second Ask repeats them
	shaded    [2]showing
	shown     [2]enemies
	moved     []pelita.Cell
	updates   int
	plies     int
	faults    [2]*turn.Fault // those that ended the game
}

// New returns a game on a layout before its set-up. chance is the random number generator of the game; if the layout is drawn
// with it, draw it before.
func New(l *pelita.Layout, m *pelita.Maze, o Options, chance pelita.Chance) *Referee {
	r := &Referee{state: NewState(pelita.NewPosition(l, m, o.Options)), chance: chance, specs: o.Specs, updates: 1}
	r.state.Layout, r.state.Infos = o.Layout, o.Infos
	if o.Version == pelita.V251 {
		r.stage = startBlue
	}
	return r
}

// Copy makes r the same game as another one. It reports whether the generator of random numbers can be copied.
func (r *Referee) Copy(from *Referee) bool {
	chance, known := from.chance.(*pyrand.Rand)
	if !known {
		return false
	}
	state, shaded, numbers := r.state, r.shaded, *chance
	*r = *from
	r.state, r.chance = state, &numbers
	*state = *from.state
	for seat := range shaded {
		state.Mistakes[seat], state.Failures[seat] = slices.Clone(state.Mistakes[seat]), slices.Clone(state.Failures[seat])
		r.shaded[seat].room = shaded[seat].room // both would append to the same memory
	}
	r.moved = slices.Clone(from.moved)
	return true
}

// State returns the game as viewers may see it. The next call of Ask or Answer changes it; a copy of its Position stays
// unchanged.
func (r *Referee) State() *State { return r.state }

// Updates returns how often the original would have shown the state to its viewers so far: once before anything happens, once or
// twice during the set-up, and after each turn. A viewer that imitates the original should show State when the number has grown,
// in Asked and Answered of the loop.
func (r *Referee) Updates() int { return r.updates }

// Relocated returns the cells from which pellets were taken at the beginning of this turn, ascending.
func (r *Referee) Relocated() []pelita.Cell { return r.moved }

// Seed returns the seed that a team got.
func (r *Referee) Seed(seat pelita.Seat) uint64 { return r.seeds[seat] }

// Ask returns the next questions: both teams in naming, one team otherwise, nobody when the game is over.
func (r *Referee) Ask() []turn.Question[pelita.View] {
	n := 1
	switch {
	case r.asked:
		if r.stage == naming {
			n = 2
		}
		return r.questions[:n]
	case r.stage == naming:
		for slot := range r.questions {
			r.ask(slot, pelita.Seat(slot), pelita.AskName)
		}
		n = 2
	case r.stage == startBlue, r.stage == startRed:
		seat := pelita.Seat(r.stage - startBlue)
		r.seeds[seat] = r.chance.Below64(1 << 63)
		r.state.Look(seat.Bot(0), r.chance, &r.state.Noisy)
		r.ask(0, seat, pelita.AskStart)
	case r.stage == moving:
		r.moved = r.state.Begin(r.chance)
		r.ask(0, r.state.Side(), pelita.AskMove)
	default:
		return r.askEnd()
	}
	return r.questions[:n]
}

func (r *Referee) ask(slot int, seat pelita.Seat, kind pelita.Kind) {
	q := &r.questions[slot]
	q.Seat = int(seat)
	r.state.FillView(&q.Ask, seat, kind, &r.state.Noisy)
	r.state.name(&q.Ask)
	q.Ask.Team.Shaded = r.shaded[seat].show(&r.state.Position, seat)
	q.Ask.Seed = r.seeds[seat]
	r.shown[seat] = enemies{q.Ask.Enemy.Bots, q.Ask.Enemy.Noisy}
	r.asked = true
}

// Last returns the current game for a team that is not asked: it sees its enemies where it last saw them.
func (r *Referee) Last(seat pelita.Seat) pelita.View {
	v := r.state.ViewOf(seat, pelita.AskEnd)
	v.Enemy.Bots, v.Enemy.Noisy = r.shown[seat].bots, r.shown[seat].noisy
	return v
}

// enemies is where a team last saw its enemies.
type enemies struct {
	bots  [2]pelita.Cell
	noisy [2]bool
}

// showing is the list of shaded pellets that a team was last shown. Players may keep it, so it is never changed; it is shown
// again as long as it is correct.
type showing struct {
	list []pelita.Cell
	room []pelita.Cell // memory for this list and later ones
}

func (l *showing) show(p *pelita.Position, seat pelita.Seat) []pelita.Cell {
	const piece = 1024
	if cap(l.room)-len(l.room) < piece/16 {
		l.room = make([]pelita.Cell, 0, piece)
	}
	n := len(l.room)
	room := p.AppendShaded(l.room, seat)
	now := room[n:len(room):len(room)]
	if len(now) == 0 {
		return nil
	}
	if !slices.Equal(now, l.list) {
		l.list, l.room = now, room
	}
	return l.list
}

// askEnd tells the teams that the game is over. Even then, the original draws where enemies are shown, and a new seed if the game
// never began.
func (r *Referee) askEnd() []turn.Question[pelita.View] {
	for ; r.stage < over; r.stage++ {
		seat := pelita.Seat(r.stage - endBlue)
		s := r.state
		if s.Version == pelita.V251 && s.Fatal[seat] {
			continue
		}
		if s.Phase != pelita.Failed {
			if s.Round == 0 {
				r.seeds[seat] = r.chance.Below64(1 << 63)
			}
			s.Look(seat.Bot(0), r.chance, &s.Noisy)
		}
		if f := r.faults[seat]; s.Fatal[seat] && f != nil && f.Kind != turn.Late && f.Kind != turn.Illegal {
			continue
		}
		r.ask(0, seat, pelita.AskEnd)
		return r.questions[:1]
	}
	return nil
}

// Answer takes the answers to the last Ask.
func (r *Referee) Answer(answers []turn.Answer[pelita.Move]) {
	r.asked = false
	switch r.stage {
	case naming:
		for i := range answers {
			r.named(pelita.Seat(i), &answers[i])
		}
		r.updates++
		r.stage = startBlue
		if r.state.Judge(true) {
			r.updates++
			r.stage = endBlue
		}
	case startBlue, startRed:
		r.started(pelita.Seat(r.stage-startBlue), &answers[0])
	case moving:
		r.plies++
		r.played(&answers[0])
		r.updates++
		if r.state.Phase >= pelita.Finished {
			r.stage = endBlue
		}
	default:
		r.stage++
	}
}

// named handles the name of a team, or the reason why it has none.
func (r *Referee) named(seat pelita.Seat, a *turn.Answer[pelita.Move]) {
	if a.Fault == nil {
		r.state.Names[seat] = a.Say
		return
	}
	r.faults[seat] = a.Fault
	kind, message := exception(a.Fault)
	s := r.state
	// A program that did not start by itself has nothing to say: the original only sees that no answer comes.
	late := a.Fault.Kind == turn.Late || a.Fault.Kind == turn.NeverStarted && kind == neverStarted
	switch {
	case s.Version == pelita.V251 && late:
		s.Names[seat] = "%%%error%%%"
		s.FailSetup(seat, "PlayerTimeout", "")
	case s.Version == pelita.V251 && (a.Fault.Kind == turn.Gone || a.Fault.Detail == ""):
		s.Names[seat] = "%%%error%%%"
		s.FailSetup(seat, "PlayerDisconnected", "")
	case s.Version == pelita.V251:
		s.Names[seat] = "%%%" + message + "%%%"
		s.FailSetup(seat, "PlayerDisconnected", fmt.Sprintf("(%s, %s)", pythonString(message), pythonString(kind)))
		s.Failures[seat][0].Line = fmt.Sprintf("PlayerDisconnected (%s): %s", message, kind)
	case late && r.stage == naming:
		s.FailSetup(seat, "Timeout", fmt.Sprintf("Team '%s' did not start (timeout).", r.specs[seat]))
		s.Failures[seat][0].Line = s.Failures[seat][0].Description
	case late:
		s.FailSetup(seat, "timeout", "Timeout in set initial")
	case a.Fault.Kind == turn.Gone:
		s.FailSetup(seat, "Send error", "Remote team unavailable")
	default:
		s.FailSetup(seat, "RemotePlayerFailure", kind+": "+message)
		s.Failures[seat][0].Line = fmt.Sprintf("RemotePlayerFailure (%s): %s", kind, message)
	}
}

// started handles the answer to AskStart.
func (r *Referee) started(seat pelita.Seat, a *turn.Answer[pelita.Move]) {
	s := r.state
	if a.Fault != nil || s.Version == pelita.V251 {
		r.named(seat, a)
	}
	switch {
	case s.Version == pelita.V270 && a.Fault != nil, seat == pelita.Red:
		r.stage = moving
		if s.Judge(true) {
			r.stage = endBlue
		}
		if s.Version == pelita.V251 || s.Phase == pelita.Failed {
			r.updates++
		}
	default:
		r.stage = startRed
	}
}

// played handles the answer to AskMove.
func (r *Referee) played(a *turn.Answer[pelita.Move]) {
	s := r.state
	seat := s.Side()
	if a.Fault == nil || a.Fault.Kind == turn.Crashed || s.Version == pelita.V270 {
		s.Time[seat] += a.Took.Seconds() // version 2.5 does not count the wait for an answer that never came
	}
	if a.Fault == nil {
		s.Answer(a.Value, a.Say, r.chance)
		if s.Fatal[seat] {
			r.faults[seat] = &turn.Fault{Kind: turn.Illegal, Detail: s.Failures[seat][0].Description}
		}
		return
	}
	if a.Fault.Kind == turn.Late {
		s.Late(r.chance)
		if m := s.Mistake(seat); m != nil {
			m.Why = a.Fault.Phrase()
		}
		if s.Fatal[seat] {
			r.faults[seat] = a.Fault
		}
		return
	}
	r.faults[seat] = a.Fault
	kind, message := exception(a.Fault)
	gone := a.Fault.Kind == turn.Gone || a.Fault.Kind == turn.NeverStarted
	switch {
	case (gone || a.Fault.Kind == turn.Resigned) && s.Version == pelita.V251:
		s.Fail("PlayerDisconnected", "")
	case s.Version == pelita.V251:
		s.Fail("FatalException", fmt.Sprintf("Exception in client (%s): %s", kind, message))
	case a.Fault.Kind == turn.Gone:
		s.Fail("Send error", "Remote team unavailable")
	case gone:
		s.Fail("RemotePlayerFailure", kind+": "+message)
	default:
		s.Fail(kind, message)
	}
}

// neverStarted is what exception returns for such a fault without an exception.
const neverStarted = "NeverStarted"

// exception splits the detail of a fault into the name of an exception and its message, which may be empty: a bare assert has
// none, and details have no blanks at their end.
func exception(f *turn.Fault) (kind, message string) {
	detail, _, _ := strings.Cut(f.Detail, "\ngoroutine ")
	name, rest, found := strings.Cut(detail+" ", ": ")
	odd := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' }
	if found && name != "" && !strings.ContainsFunc(name, odd) {
		return name, strings.TrimSuffix(rest, " ")
	}
	for _, word := range strings.Split(string(f.Kind), "-") {
		kind += strings.ToUpper(word[:1]) + word[1:]
	}
	return kind, detail
}

// Wrongs returns the errors of a team that did not end the game.
func (r *Referee) Wrongs(seat int) (t turn.Tally) {
	for _, m := range r.state.Mistakes[seat] {
		kind, what := turn.Late, cmp.Or(m.Why, "was late")
		if !m.Late {
			kind, what = turn.Illegal, fmt.Sprintf("asked for %v, which is not one step from %v%s", m.Move, m.From, m.wanted())
		}
		const first = 5 // the ply of the first move, after two answers for names and two for the start
		t.Add(kind, first+(m.Round-1)*pelita.Bots+m.Turn, fmt.Sprintf("round %d, bot %c: %s", m.Round, pelita.Letters[m.Turn], what))
	}
	return t
}

// Result returns how the game ended.
func (r *Referee) Result() turn.Result {
	outcome, over := r.state.Outcome()
	if !over {
		outcome.Winner = turn.Draw
	}
	result := turn.Result{
		Winner: outcome.Winner, Reason: outcome.Reason, Plies: r.plies,
		Score: map[string]int{Seats[pelita.Blue]: r.state.Score[pelita.Blue], Seats[pelita.Red]: r.state.Score[pelita.Red]},
	}
	for bot, eaten := range r.state.Eaten {
		result.Score["eaten_"+pelita.Letters[bot:bot+1]] = eaten
	}
	r.explain(&result)
	return result
}

// explain sets the reason of the result to the kind of a fault, if one ended the game, and describes the end for people.
func (r *Referee) explain(result *turn.Result) {
	s := r.state
	loser := 1 - result.Winner
	if result.Winner == turn.Draw {
		loser = int(pelita.Blue)
	}
	switch fault := r.faults[loser]; {
	case fault != nil && fault.Kind == turn.Illegal:
		result.Reason, result.Detail = Illegal, "made an illegal move ("+fault.Detail+")"
	case fault != nil:
		result.Reason, result.Detail = string(fault.Kind), fault.Phrase()
	case result.Reason == pelita.ReasonErrors:
		result.Reason, result.Detail = Illegal, fmt.Sprintf("made %d errors", s.Errors[loser])
		if m := s.Mistakes[loser]; m[len(m)-1].Late {
			result.Reason = string(turn.Late)
		}
	default:
		after := fmt.Sprintf("after %d rounds", s.Round)
		if s.Round == 1 {
			after = "after 1 round"
		}
		result.Detail = fmt.Sprintf("%d:%d %s", s.Score[pelita.Blue], s.Score[pelita.Red], after)
		if result.Winner != turn.Draw {
			result.Detail = "has lost " + result.Detail
		}
	}
}
