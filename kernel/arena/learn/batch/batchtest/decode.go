package batchtest

import (
	"encoding/json"

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
