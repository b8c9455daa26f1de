package job

import "github.com/gridiron-games/gridiron/kernel/record"

// WorkerProtocol is the version of what a worker reads and writes.
const WorkerProtocol = 1

// Hello is the first line that a worker writes: it says what it plays.
type Hello struct {
	Type     string   `json:"type"`     // "worker"
	Protocol int      `json:"protocol"` // WorkerProtocol
	Game     string   `json:"game"`
	Rules    string   `json:"rules"`
	Version  string   `json:"version"` // of the program
	Seats    []string `json:"seats"`   // as records have them
	Bots     []string `json:"bots"`    // bundled bots; without a budget their games are the same on every machine
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
