package batch

import (
	"fmt"
	"maps"
	"slices"
)

func (b *batch[Q, A]) clone(from, to []int) error {
	if len(to) == 1 { // searches do this often: no lists as long as the batch
		if from[0] == to[0] {
			return nil
		}
		if err := b.lanes[to[0]].become(b, &b.lanes[from[0]]); err != nil {
			return fmt.Errorf("game %d: %w", to[0], err)
		}
		return nil
	}
	copies := make([]int, len(b.lanes)) // by game: how many copies of it are still to be made
	source := make([]int, len(b.lanes)) // by game: 1 + the game that it becomes a copy of
	for i, game := range to {
		if source[game] != 0 {
			return fmt.Errorf("game %d cannot become a copy of two games", game)
		}
		source[game] = 1 + from[i]
		copies[from[i]]++
	}
	// A game is replaced when all copies of it have been made; then perhaps the game that it was to be a copy of can be, too.
	replace := func(game int) error {
		for source[game] != 0 && copies[game] == 0 {
			next := source[game] - 1
			source[game] = 0
			if err := b.lanes[game].become(b, &b.lanes[next]); err != nil {
				return fmt.Errorf("game %d: %w", game, err)
			}
			copies[next]--
			game = next
		}
		return nil
	}
	for _, game := range to {
		if err := replace(game); err != nil {
			return err
		}
	}
	// What is left are rings.
	for _, game := range to {
		if source[game] == 0 {
			continue
		}
		if source[game] == 1+game {
			source[game], copies[game] = 0, 0
			continue
		}
		// One game of the ring is kept as its actions.
		kept, last := b.state(game), game
		for source[last] != 1+game {
			last = source[last] - 1
		}
		source[last] = 0
		copies[game]--
		if err := replace(game); err != nil {
			return err
		}
		if err := b.restore(last, kept); err != nil {
			return fmt.Errorf("game %d: %w", last, err)
		}
	}
	return nil
}

// become makes the game a copy of another one.
func (l *lane[Q, A]) become(b *batch[Q, A], from *lane[Q, A]) error {
	if from.table == nil {
		return fmt.Errorf("game %d: want a reset first", from.number)
	}
	if b.Copy == nil || len(b.Rivals) > 0 || b.Record != nil {
		return b.restore(l.number, b.state(from.number))
	}
	if l.table == nil || l.base.Start != from.base.Start || !maps.Equal(l.base.Options, from.base.Options) {
		first := b.state(from.number)
		first.Actions = nil
		if err := b.restore(l.number, first); err != nil { // for a referee of the same settings
			return err
		}
	}
	if !b.Copy(l.table.Referee, from.table.Referee) {
		return b.restore(l.number, b.state(from.number))
	}
	l.base, l.episode, l.first, l.opening = from.base, from.episode, from.first, from.opening
	l.numbers.Seed(l.first[0], l.first[1]+uint64(l.episode)) // as restore leaves it
	l.history, l.made = append(l.history[:0], from.history...), append(l.made[:0], from.made...)
	copy(l.scores, from.scores)
	copy(l.asked, from.asked)
	for slot := range l.legal {
		l.legal[slot] = append(l.legal[slot][:0], from.legal[slot]...)
	}
	l.plies = from.plies
	l.steps, l.last, l.over, l.cut, l.trouble, l.err, l.seen = from.steps, from.last, from.over, from.cut, StepDone, nil, nil
	l.questions = l.referee.Ask()
	l.answers = slices.Grow(l.answers[:0], len(l.questions))[:len(l.questions)]
	clear(l.answers)
	return nil
}
