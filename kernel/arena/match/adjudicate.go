package match

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match/verdict"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// The options of a setup, in every game, that end games early: when the players agree, by the values that they give with their
// answers, on who wins, or that nobody does. Each is PLIES@PERCENT%, or "" for never. Records have them in their header, so that
// a game that is judged again ends at the same answer.
const (
	Resign = "resign" // one player gives itself at least PERCENT, and all others at most 100 minus PERCENT
	Draw   = "draw"   // all give themselves 50, give or take PERCENT
)

// agreement is a value of [Resign] or [Draw].
type agreement struct {
	plies int // answers in a row after which the players agreed; 0: never
	share float64
	row   int // answers in a row so far
}

func readAgreement(name, text string) (a agreement, err error) {
	if text == "" {
		return a, nil
	}
	plies, percent, _ := strings.Cut(text, "@")
	a.plies, err = strconv.Atoi(plies)
	if number, is := strings.CutSuffix(percent, "%"); err == nil && is {
		a.share, err = strconv.ParseFloat(number, 64)
		a.share /= 100
		inRange := name == Resign && a.share > 0.5 && a.share <= 1 || name == Draw && a.share >= 0 && a.share < 0.5
		if err == nil && a.plies > 0 && inRange {
			return a, nil
		}
	}
	example := map[string]string{Resign: "above 50 and at most 100, such as 6@95%", Draw: "from 0 to below 50, such as 20@2%"}[name]
	return a, &SetupError{fmt.Errorf("flag --%s: %.40q: want PLIES@PERCENT%%, with PERCENT %s", name, text, example)}
}

// holds counts an answer and reports whether the players have agreed for long enough.
func (a *agreement) holds(now bool) bool {
	if a.row++; !now {
		a.row = 0
	}
	return a.plies > 0 && a.row >= a.plies
}

// adjudicated is a referee that ends a game when the players agree.
type adjudicated[Q, A any] struct {
	turn.Referee[Q, A]
	seats        []string
	resign, draw agreement
	worth        []*float64 // by seat, with its last answer
	plies        int
	end          *turn.Result
}

// forgiving is an adjudicated game whose referee counts faults itself.
type forgiving[Q, A any] struct {
	*adjudicated[Q, A]
	turn.Forgiving
}

// adjudicate returns the referee of a game with these options.
func (e *Typed[Q, A]) adjudicate(r turn.Referee[Q, A], options Params) (turn.Referee[Q, A], error) {
	resign, err := readAgreement(Resign, options[Resign])
	if err != nil {
		return nil, err
	}
	draw, err := readAgreement(Draw, options[Draw])
	if err != nil || resign.plies == 0 && draw.plies == 0 {
		return r, err
	}
	a := &adjudicated[Q, A]{Referee: r, seats: e.Seats, resign: resign, draw: draw, worth: make([]*float64, len(e.Seats))}
	if f, is := r.(turn.Forgiving); is {
		return forgiving[Q, A]{a, f}, nil
	}
	return a, nil
}

// Ask returns no questions when the players have agreed.
func (a *adjudicated[Q, A]) Ask() []turn.Question[Q] {
	if a.early() {
		return nil
	}
	return a.Referee.Ask()
}

// early reports whether the players have ended the game before the rules did.
func (a *adjudicated[Q, A]) early() bool { return a.end != nil && len(a.Referee.Ask()) > 0 }

// Answer compares the values of the answers.
func (a *adjudicated[Q, A]) Answer(answers []turn.Answer[A]) {
	for i, q := range a.Referee.Ask() {
		a.worth[q.Seat] = answers[i].Worth
	}
	a.Referee.Answer(answers)
	a.plies += len(answers)
	winner, level := turn.Draw, true
	for seat, worth := range a.worth {
		level = level && worth != nil && *worth >= 0.5-a.draw.share && *worth <= 0.5+a.draw.share
		if worth != nil && *worth >= a.resign.share {
			winner = seat
		}
	}
	agree := winner != turn.Draw
	for seat, worth := range a.worth {
		agree = agree && (seat == winner || worth != nil && *worth <= 1-a.resign.share)
	}
	for range answers {
		switch {
		case a.resign.holds(agree):
			a.end = &turn.Result{Winner: winner, Detail: fmt.Sprintf("all players gave %s %.4g %% or more for %d answers",
				strings.ToUpper(a.seats[winner]), 100*a.resign.share, a.resign.plies)}
		case a.draw.holds(level):
			a.end = &turn.Result{Winner: turn.Draw, Detail: fmt.Sprintf("all players gave themselves 50 %% for %d answers, give or take %.4g %%",
				a.draw.plies, 100*a.draw.share)}
		default:
			continue
		}
		a.end.Reason, a.end.Plies = verdict.Adjudicated, a.plies
		return
	}
}

// Result returns how the game ended.
func (a *adjudicated[Q, A]) Result() turn.Result {
	if a.early() {
		return *a.end
	}
	return a.Referee.Result()
}
