package jsonl

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// RecordLine makes the line of a record.
func RecordLine[A any](seat string, a *turn.Answer[A]) (record.Answer, error) {
	line := record.Answer{Seat: seat, Say: a.Say, Worth: a.Worth, Ms: record.Milliseconds(a.Took)}
	if a.Fault != nil {
		line.Fault, line.Detail, line.Silent = a.Fault.Kind, a.Fault.Detail, a.Fault.Silent
		return line, nil
	}
	move, err := json.Marshal(a.Value)
	if err != nil {
		return line, fmt.Errorf("an answer of %s: %w", seat, err)
	}
	line.Move = move
	return line, nil
}

// Answers reads the answers of a record.
func Answers[A any](g *record.Game) ([]turn.Answer[A], error) {
	answers := make([]turn.Answer[A], len(g.Answers))
	for i, from := range g.Answers {
		to := &answers[i]
		if from.Fault != "" {
			to.Fault = &turn.Fault{Kind: from.Fault, Detail: from.Detail, Silent: from.Silent}
		} else if err := json.Unmarshal(from.Move, &to.Value); err != nil {
			return nil, fmt.Errorf("%s: %w", g.Where(i), clean.JSON(err))
		}
		to.Say, to.Worth, to.Took = from.Say, from.Worth, time.Duration(from.Ms*float64(time.Millisecond))
	}
	return answers, nil
}
