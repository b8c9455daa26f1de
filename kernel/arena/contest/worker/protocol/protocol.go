// Package protocol has the lines that a worker reads and writes, apart from jobs: the verb worker of a program, and who hands out
// games.
package protocol

import (
	"encoding/json"

	"github.com/gridiron-games/gridiron/kernel/record"
)

// Version is the version of what a worker reads and writes.
const Version = 1

// Hello is the first line that a worker writes: it says what it plays.
type Hello struct {
	Type     string   `json:"type"`     // "worker"
	Protocol int      `json:"protocol"` // the constant Version
	Game     string   `json:"game"`
	Rules    string   `json:"rules"`
	Version  string   `json:"version"` // of the program
	Seats    []string `json:"seats"`   // as records have them
	Bots     []string `json:"bots"`    // bundled bots; without a budget their games are the same on every machine
	Shows    bool     `json:"shows"`   // it reads wishes; programs older than wishes do not write this key
}

// The types of a Request, and of the lines that answer it.
const (
	Show  = "show"  // write a Shown now and then while games are played
	Sheet = "sheet" // write one Shown with the sheet of the game's pictures
)

// Request is a line for a worker that is not a job. It has at most MaxRequest bytes.
type Request struct {
	Type    string  `json:"type"`              // Show or Sheet
	Seconds float64 `json:"seconds,omitempty"` // of Show: for how long from now on, at most MaxSeconds
}

// Limits on wishes and on what answers them.
const (
	MaxRequest = 200     // bytes
	MaxSeconds = 60      // for which a wish holds
	MaxScene   = 1 << 16 // bytes of the JSON of a scene; a longer one is not sent
)

// Shown answers a Request: for Show the position of the game that is played, at most once a second, for Sheet the sheet.
type Shown struct {
	Type  string          `json:"type"`
	ID    string          `json:"id,omitempty"`    // of the job
	Ply   int             `json:"ply,omitempty"`   // answers so far
	Scene json.RawMessage `json:"scene,omitempty"` // a scene.Scene, as public as the game's record: without what players print or say
	Sheet string          `json:"sheet,omitempty"` // Sheet of a scene.Board
}

// Done is the line that a worker writes for each job that it has read, in the order of the jobs.
type Done struct {
	Type   string       `json:"type"`             // "done"
	ID     string       `json:"id"`               // of the job; "" if the line was not a job
	Line   *record.Line `json:"line,omitempty"`   // how the game ended; nil if there is an Error
	Hash   string       `json:"hash,omitempty"`   // of the record
	Record string       `json:"record,omitempty"` // all its lines
	Error  string       `json:"error,omitempty"`  // why there was no game
}
