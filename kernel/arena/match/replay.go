package match

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// follow sets up a recorded game and gives the referee its answers. It returns the referee and how many answers it took. visit is
// called with every position at which there is something to answer, and with the last one.
func (e *Typed[Q, A]) follow(g *record.Game, visit func(*Snapshot) error) (*turn.Counted[Q, A], int, error) {
	if g.Header.Game != e.Name {
		return nil, 0, fmt.Errorf("this is a record of %q: want one of %q", g.Header.Game, e.Name)
	}
	answers, err := jsonl.Answers[A](g)
	if err != nil {
		return nil, 0, err
	}
	table, err := e.SetUp(Setup{g.Header.Start, g.Header.Seed, g.Header.Options})
	if err != nil {
		return nil, 0, fmt.Errorf("the start: %w", err)
	}
	r := turn.Count(table.Referee, len(e.Seats))
	shown := e.Snapshot(table)
	taken, err := turn.Walk(r, answers, func(questions []turn.Question[Q], round []turn.Answer[A]) error {
		for k, q := range questions {
			if seat := g.Answers[r.Plies+k].Seat; seat != e.Seats[q.Seat] {
				return fmt.Errorf("%s: this is an answer of %s, but it is the turn of %s", g.Where(r.Plies+k), seat, e.Seats[q.Seat])
			}
		}
		shown.Ply, shown.Asked = r.Plies, seats(questions)
		if err := visit(shown); err != nil {
			return err
		}
		shown.Replies = shown.Replies[:0]
		for k, a := range round {
			shown.Replies = append(shown.Replies, e.reply(questions[k], a))
			shown.Used[questions[k].Seat] += a.Took
		}
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	shown.Ply, shown.Last = taken, true
	if shown.Asked = seats(r.Ask()); len(shown.Asked) == 0 {
		result := e.result(r)
		shown.Result = &result
	}
	return r, taken, visit(shown)
}

// verify plays the game again and returns the first difference, or that the record was changed.
func (e *Typed[Q, A]) verify(g *record.Game) error {
	err, changed := e.rejudge(g), g.Sound()
	switch {
	case err == nil:
		return changed
	case changed == nil:
		return err
	}
	return fmt.Errorf("%w; %w", err, changed)
}

// rejudge plays the game again and returns the first difference.
func (e *Typed[Q, A]) rejudge(g *record.Game) error {
	referee, taken, err := e.follow(g, func(*Snapshot) error { return nil })
	if err != nil {
		return err
	}
	over := len(referee.Ask()) == 0
	switch {
	case taken < len(g.Answers) && over:
		if end := referee.Result(); taken > 0 && turn.IsFault(end.Reason) && g.Answers[taken-1].Fault == "" {
			return fmt.Errorf("%s: by the rules the answer of %s ends the game (%s), but the record continues",
				g.Where(taken-1), g.Answers[taken-1].Seat, end.Detail)
		}
		return fmt.Errorf("%s: an answer after the end of the game", g.Where(taken))
	case g.Result == nil && over:
		return fmt.Errorf("line %d: the game is over, but its result is missing", g.Last)
	case g.Result == nil:
		return nil
	case !over:
		return fmt.Errorf("line %d: there is a result, but the game is not over", g.Last)
	}
	for seat, name := range e.Seats { // what no answer shows
		if referee.Doubtful(seat) && slices.Contains(g.Result.Default, name) {
			referee.Miss(seat, nil)
		}
		i := slices.IndexFunc(g.Result.Faults, func(f record.Fault) bool { return f.Seat == name && f.Kind == turn.NeverStarted })
		if i >= 0 && !slices.ContainsFunc(g.Answers, func(a record.Answer) bool { return a.Seat == name }) { // it was never asked
			referee.Wrongs[seat] = turn.Tally{{Kind: turn.NeverStarted, Count: 1, Detail: g.Result.Faults[i].Detail}}
			referee.Miss(seat, nil)
		}
	}
	want, got := e.result(referee), *g.Result
	got.Hash = ""
	if len(got.Faults) == 0 { // older records do not name them
		want.Faults = got.Faults
	}
	if len(got.Default) == 0 { // nor these
		want.Default = nil
	}
	maps.DeleteFunc(want.Score, func(what string, _ int) bool { // nor all that is counted
		_, there := got.Score[what]
		return !there
	})
	got.Used = nil // the rules do not say how much a program uses
	if !reflect.DeepEqual(want, got) {
		is, _ := json.Marshal(got) // both come from JSON or can be written as JSON
		rules, _ := json.Marshal(want)
		return fmt.Errorf("line %d: the result is %s, by the rules it is %s", g.Last, is, rules)
	}
	return nil
}
