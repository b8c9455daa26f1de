package turn

import "slices"

// Counted is a referee with counts of the plies and of the players' faults.
type Counted[Q, A any] struct {
	Referee[Q, A]
	Plies  int
	Wrongs []Tally // by seat

	silence  []silence // by seat
	settled  bool      // all have answered, and nobody is silent
	defaults []bool    // by seat
}

// Count wraps a referee with that many seats and begins to count.
func Count[Q, A any](r Referee[Q, A], seats int) *Counted[Q, A] {
	return &Counted[Q, A]{
		Referee: r, Wrongs: make([]Tally, seats), silence: make([]silence, seats), defaults: make([]bool, seats),
	}
}

// Answer counts the faults among the answers.
func (c *Counted[Q, A]) Answer(answers []Answer[A]) {
	for i := range answers {
		f := answers[i].Fault
		if f == nil && c.settled { // the usual case
			continue
		}
		seat := c.Ask()[i].Seat
		c.silence[seat].count(f, answers[i].Took)
		c.settled = !slices.ContainsFunc(c.silence, func(s silence) bool { return !s.spoke || s.row > 0 })
		if f == nil {
			continue
		}
		c.Wrongs[seat].Add(f.Kind, c.Plies+i+1, f.Phrase())
		if f.Kind == NeverStarted || f.Kind == Crashed || f.Kind == Gone || c.silence[seat].sure() {
			c.defaults[seat] = true
		}
	}
	c.Plies += len(answers)
	c.Referee.Answer(answers)
}

// Miss counts a player that the loop calls missing.
func (c *Counted[Q, A]) Miss(seat int, f *Fault) {
	if c.defaults[seat] = true; len(c.Wrongs[seat]) == 0 {
		c.Wrongs[seat].Add(f.Kind, 0, f.Phrase())
	}
}

// Doubtful reports whether a player was silent to the end of the game, but not for so long that the answers alone show that it
// did not take part.
func (c *Counted[Q, A]) Doubtful(seat int) bool { return c.silence[seat].doubtful() }

// Defaults returns the seats whose players did not take part to the end: they did not start, ended while they owed an answer, or
// were silent for Silence questions in a row. In a contest such a player loses, even if the referee forgives the faults.
func (c *Counted[Q, A]) Defaults() (seats []int) {
	for seat, out := range c.defaults {
		if out {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Judge returns how the game ended and what each seat did wrong, including the last fault. A Forgiving referee counts the faults
// itself.
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
