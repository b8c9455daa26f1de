package turn

// Counted is a referee whose plies and whose players' faults are counted.
type Counted[Q, A any] struct {
	Referee[Q, A]
	Plies  int
	Wrongs []Tally // by seat
}

// Count begins to count at a referee with that many seats.
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
