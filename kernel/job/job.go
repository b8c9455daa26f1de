// Package job has the description of one game that is to be played, for those who hand games out and those who play them.
package job

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Job is one game, complete: who plays what. It survives JSON unchanged. For one version of the program, bundled bots without a
// clock and the same job the record is the same on every machine, but for the times.
type Job struct {
	ID      string            `json:"id,omitempty"` // "": a hash of the other fields but Version
	Game    string            `json:"game"`
	Rules   string            `json:"rules"`
	Version string            `json:"version"`
	Start   string            `json:"start"`
	Seed    string            `json:"seed"`
	Options map[string]string `json:"options,omitempty"`
	Seats   []Team            `json:"seats"`
	Group   string            `json:"group,omitempty"` // what the job belongs to, for those who hand out jobs
}

// Team is who sits in a seat.
type Team struct {
	Label  string        `json:"label"` // how results call it
	Spec   string        `json:"spec"`
	Budget timer.Control `json:"budget"`
}

// Hash makes the id of a job: a hash of all that defines it.
func (j *Job) Hash() string {
	anonymous := *j
	anonymous.ID, anonymous.Version = "", ""
	text, err := json.Marshal(anonymous)
	if err != nil {
		panic(err) // strings and numbers can be written
	}
	sum := sha256.Sum256(text)
	return fmt.Sprintf("%x", sum[:8])
}
