// Package job has the description of one game that is to be played, for code that hands out games and code that plays them.
package job

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Job is the complete description of one game: which players play what. Written as JSON and read again, it is unchanged. With one
// version of the program, bundled bots without a clock and the same job, the record is the same on every machine, except for the
// times.
type Job struct {
	ID      string            `json:"id,omitempty"` // "": a hash of the other fields except Version and Lone
	Game    string            `json:"game"`
	Rules   string            `json:"rules"`
	Version string            `json:"version"`
	Lone    bool              `json:"lone,omitempty"` // no other game has its seed: what programs draw does not depend on the id
	Start   string            `json:"start"`
	Seed    string            `json:"seed"`
	Options map[string]string `json:"options,omitempty"`
	Seats   []Team            `json:"seats"`
	// Patience is how long programs may take to start, and for an answer without a budget, as in proc.Options.
	Patience time.Duration `json:"patience,omitempty"`
	Group    string        `json:"group,omitempty"` // what the job belongs to, for code that hands out jobs
}

// Team is a player and its seat's settings.
type Team struct {
	Label  string        `json:"label"` // its name in results
	Spec   string        `json:"spec"`
	Budget timer.Control `json:"budget"`
}

// Hash returns the id of a job: a hash of all that defines it.
func (j *Job) Hash() string {
	anonymous := *j
	anonymous.ID, anonymous.Version, anonymous.Lone = "", "", false
	text, err := json.Marshal(anonymous)
	if err != nil {
		panic(err) // strings and numbers can always be written
	}
	sum := sha256.Sum256(text)
	return fmt.Sprintf("%x", sum[:8])
}
