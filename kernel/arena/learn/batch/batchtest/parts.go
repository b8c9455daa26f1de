package batchtest

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// decode reads the answer of a line of a record.
func decode[A any](line record.Answer) (a A, err error) {
	if line.Fault != "" {
		return a, turn.Faultf(line.Fault, "%s", line.Detail)
	}
	return a, json.Unmarshal(line.Move, &a)
}

// alike reports whether two frames show the same.
func alike(a, b *batch.Frame) bool {
	return bytes.Equal(a.Codes, b.Codes) && slices.Equal(a.Scalars, b.Scalars) && bytes.Equal(a.Mask, b.Mask)
}

// meanings makes sure that every action has one meaning.
func (g *Game[Q, A]) meanings(t *testing.T) {
	t.Helper()
	b, err := batch.Of(g.Game, g.Spaces)(batch.Options{Games: 1, Restart: batch.RestartOff}, g.Setup)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	counts := make([]int, b.Shape.Actions)
	for _, m := range b.Shape.Meanings {
		for action := m.From; action <= m.To; action += m.Step {
			counts[action]++
		}
	}
	for action, count := range counts {
		if count != 1 {
			t.Errorf("action %d has %d meanings, want 1", action, count)
		}
	}
}
