package turn

import "slices"

// Counted is a referee with counts of the plies and of the players' faults.
type Counted[Q, A any] struct {
	Referee[Q, A]
	Plies  int
	Wrongs []Tally // by seat
}

// Count wraps a referee with that many seats and begins to count.
func Count[Q, A any](r Referee[Q, A], seats int) *Counted[Q, A] {
	return &Counted[Q, A]{Referee: r, Wrongs: make([]Tally, seats)}
}

// Answer counts the faults among the answers.
func (c *Counted[Q, A]) Answer(answers []Answer[A]) {
	for i := range answers {
		if f := answers[i].Fault; f != nil {
			c.Wrongs[c.Ask()[i].Seat].Add(f.Kind, c.Plies+i+1, f.Phrase())
		}
	}
	c.Plies += len(answers)
	c.Referee.Answer(answers)
}

// Judge returns how the game ended and what each seat did wrong, the last fault included. A Forgiving referee does its own
// counting.
func (c *Counted[Q, A]) Judge() (Result, []Tally) {
	end, wrongs := c.Referee.Result(), slices.Clone(c.Wrongs)
	forgiving, _ := c.Referee.(Forgiving)
	for seat := range wrongs {
		if forgiving != nil {
			wrongs[seat] = forgiving.Wrongs(seat)
		}
		kind := FaultKind(end.Reason)
		isKind := func(w Wrong) bool { return w.Kind == kind }
		if IsFault(end.Reason) && len(wrongs) == 2 && end.Winner == 1-seat && !slices.ContainsFunc(wrongs[seat], isKind) {
			wrongs[seat] = append(wrongs[seat], Wrong{Kind: kind, Count: 1, First: c.Plies, Detail: end.Detail, Last: end.Detail})
		}
	}
	return end, wrongs
}

// Walk gives a referee answers and returns how many it took: fewer than len(answers) if the game was over earlier, or if the last
// round is incomplete. each, if not nil, is called with each round before it is answered.
func Walk[Q, A any](
	r Referee[Q, A], answers []Answer[A], each func([]Question[Q], []Answer[A]) error,
) (taken int, err error) {
	for taken < len(answers) {
		questions := r.Ask()
		next := taken + len(questions)
		if next == taken || next > len(answers) {
			return taken, nil
		}
		round := answers[taken:next:next]
		if each != nil {
			if err := each(questions, round); err != nil {
				return taken, err
			}
		}
		r.Answer(round)
		taken = next
	}
	return taken, nil
}
