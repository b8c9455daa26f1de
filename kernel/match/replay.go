package match

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// replay plays a record again.
func (e *engine[Q, A]) replay(g *record.Game, visit func(*Snapshot) error) error {
	_, _, err := e.follow(g, visit)
	return err
}

// follow sets a recorded game up and gives the referee its answers. It returns the table and how many answers the referee took: fewer
// than there are when the game was over before, or when a round is not whole. visit, if not nil, sees every position at which there is
// something to answer, and the last one.
func (e *engine[Q, A]) follow(g *record.Game, visit func(*Snapshot) error) (*tallied[Q, A], int, error) {
	if g.Header.Game != e.Name {
		return nil, 0, fmt.Errorf("a record of %q, not of %q", g.Header.Game, e.Name)
	}
	answers, err := decode[A](g)
	if err != nil {
		return nil, 0, err
	}
	table, err := e.open(Setup{g.Header.Start, g.Header.Seed, g.Header.Options})
	if err != nil {
		return nil, 0, fmt.Errorf("the start: %w", err)
	}
	referee := &tallied[Q, A]{Referee: table.Referee, wrongs: make([]turn.Tally, len(e.Seats))}
	shown := e.snapshot(table)
	for {
		questions := referee.Ask()
		n := len(questions)
		if n == 0 || referee.plies+n > len(answers) {
			break
		}
		shown.Ply, shown.Asked = referee.plies, nil
		for k, q := range questions {
			shown.Asked = append(shown.Asked, q.Seat)
			if seat := g.Answers[referee.plies+k].Seat; seat != e.Seats[q.Seat] {
				return nil, 0, fmt.Errorf("%s: an answer of %s, but %s is asked", g.Where(referee.plies+k), seat, e.Seats[q.Seat])
			}
		}
		if visit != nil {
			if err := visit(shown); err != nil {
				return nil, 0, err
			}
		}
		shown.Replies = shown.Replies[:0]
		for k, a := range answers[referee.plies : referee.plies+n] {
			shown.Replies = append(shown.Replies, e.reply(questions[k], a))
			shown.Used[questions[k].Seat] += a.Took
		}
		referee.Answer(answers[referee.plies : referee.plies+n : referee.plies+n])
	}
	if visit == nil {
		return referee, referee.plies, nil
	}
	shown.Ply, shown.Asked, shown.Last = referee.plies, nil, true
	if questions := referee.Ask(); len(questions) > 0 {
		for _, q := range questions {
			shown.Asked = append(shown.Asked, q.Seat)
		}
	} else {
		result := e.result(referee.Referee, referee.wrongs, referee.plies)
		shown.Result = &result
	}
	return referee, referee.plies, visit(shown)
}

// decode reads the answers of a record.
func decode[A any](g *record.Game) ([]turn.Answer[A], error) {
	answers := make([]turn.Answer[A], len(g.Answers))
	for i, from := range g.Answers {
		to := &answers[i]
		if from.Fault != "" {
			to.Fault = &turn.Fault{Kind: from.Fault, Detail: from.Detail}
		} else if err := json.Unmarshal(from.Move, &to.Value); err != nil {
			return nil, fmt.Errorf("%s: %w", g.Where(i), clean.JSON(err))
		}
		to.Say, to.Worth, to.Took = from.Say, from.Worth, time.Duration(from.Ms*float64(time.Millisecond))
	}
	return answers, nil
}

// verify plays the game again and says what differs first.
func (e *engine[Q, A]) verify(g *record.Game) error {
	referee, taken, err := e.follow(g, nil)
	if err != nil {
		return err
	}
	over := len(referee.Ask()) == 0
	switch {
	case taken < len(g.Answers) && over:
		return fmt.Errorf("%s: an answer after the end of the game", g.Where(taken))
	case g.Result == nil && over:
		return fmt.Errorf("line %d: the game is over, but its result is missing", g.Last)
	case g.Result == nil:
		return nil
	case !over:
		return fmt.Errorf("line %d: a result, but the game goes on", g.Last)
	}
	want, got := e.result(referee.Referee, referee.wrongs, referee.plies), *g.Result
	if len(got.Faults) == 0 { // older records do not name them
		want.Faults = got.Faults
	}
	if !cmp.Equal(want, got) {
		is, _ := json.Marshal(got) // both were made by json, or can be
		rules, _ := json.Marshal(want)
		return fmt.Errorf("line %d: the result is %s, by the rules it is %s", g.Last, is, rules)
	}
	return nil
}
