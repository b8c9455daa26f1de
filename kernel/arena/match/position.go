package match

import (
	"context"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/turn"
)

// position sets up a game and plays some moves; questions that want no move, such as one for a name, are skipped.
func (e *Typed[Q, A]) position(s Setup, moves []string) (*Snapshot, error) {
	table, err := e.SetUp(s)
	if err != nil {
		return nil, err
	}
	shown := e.Snapshot(table)
	for {
		var answers []turn.Answer[A]
		questions := e.Wanted(table)
		if len(moves) == 0 {
			shown.Asked = seats(questions)
			return shown, nil
		}
		if len(questions) == 0 {
			return nil, fmt.Errorf("move %q: the game is already over", moves[0])
		}
		for _, q := range questions {
			if len(moves) == 0 {
				return nil, fmt.Errorf("all sides move at once here: want a move of %s, too", Bind(e.Game).Titles[q.Seat])
			}
			value, err := e.Notation.Parse(q.Ask, moves[0])
			if err != nil {
				return nil, err
			}
			answers, moves = append(answers, turn.Answer[A]{Value: value}), moves[1:]
		}
		shown.Ply += len(answers)
		table.Referee.Answer(answers)
	}
}

// Wanted skips questions that want no move and returns the next questions that want one.
func (e *Typed[Q, A]) Wanted(table *Table[Q, A]) []turn.Question[Q] {
	for {
		questions := table.Referee.Ask()
		if len(questions) == 0 || slices.ContainsFunc(questions, e.wants) {
			return questions
		}
		table.Referee.Answer(make([]turn.Answer[A], len(questions)))
	}
}

// try opens a player for a game and asks it what comes before its first move.
func (e *Typed[Q, A]) try(ctx context.Context, s Setup, p *Player) error {
	table, err := e.SetUp(s)
	if err != nil {
		return err
	}
	player := Inner[Q, A](p)
	game := turn.Game{ID: "try", Seats: e.Seats, Seed: s.Seed, View: table.View}
	over := p.Wait(Wait{What: Hello})
	err = turn.Open(ctx, player, game)
	if over(); err != nil {
		return err
	}
	defer turn.End(player, nil)
	for {
		questions := table.Referee.Ask()
		answers := make([]turn.Answer[A], len(questions))
		for i, q := range questions {
			if e.wants(q) {
				return nil
			}
			if q.Seat != game.Seat {
				continue
			}
			if answers[i].Value, answers[i].Say, err = player.Answer(ctx, q.Ask); err != nil {
				return err
			}
		}
		if len(questions) == 0 {
			return nil
		}
		table.Referee.Answer(answers)
	}
}
