package tournament

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Found is a game that was played elsewhere. A nil Line means that it was not played.
type Found struct {
	Line   *record.Line
	Record []byte // all lines of its record
}

// Happened adds the events of a tournament that is played elsewhere. It must be called before Begin.
func (t *Tournament) Happened(events []Event) { t.events = append(t.events, events...) }

// Fill adds games that were played elsewhere, in the order in which the plan issues them. find is called for each game that the
// journal lacks; if its error is a *VoidError, the journal says that the game counts for neither team; any other error ends Fill.
func (t *Tournament) Fill(find func(job.Job) (Found, error)) error {
	s, err := t.fresh()
	if err != nil {
		return err
	}
	for {
		pairings, _ := s.Issue()
		if len(pairings) == 0 {
			return league.SyncDir(filepath.Join(t.Dir, "games"))
		}
		for _, p := range pairings {
			o, known := t.outcome(p)
			if !known {
				if o, known, err = t.fill(p, find); err != nil {
					return err
				}
			}
			if known {
				s.Report(o)
			}
		}
	}
}

// fill adds the game of a pairing.
func (t *Tournament) fill(p league.Pairing, find func(job.Job) (Found, error)) (o league.Outcome, known bool, err error) {
	j := t.Job(p)
	found, err := find(j)
	if void, ok := errors.AsType[*VoidError](err); ok {
		o, err = t.void(p, j.ID, clean.Line(void.Reason, clean.MaxDetail))
		return o, err == nil, err
	}
	if err != nil || found.Line == nil {
		return o, false, err
	}
	line := *found.Line
	name := t.recordName(p, &j)
	if err := os.WriteFile(filepath.Join(t.Dir, name), found.Record, 0o666); err != nil {
		return o, false, err
	}
	line.N, line.Record = p.N, &name
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.journal.Append(gameLine{&line, line.Hash}); err != nil {
		return o, false, err
	}
	t.keep(&line)
	return t.outcomeOf(p, &line), true, nil
}

// recordName returns the path of a game's record in the folder. A game that replaces another one has a record of its own.
func (t *Tournament) recordName(p league.Pairing, j *job.Job) string {
	name := fmt.Sprintf("%04d-%s", p.N, j.ID)
	if n := t.again[j.ID]; n > 0 {
		name += fmt.Sprintf("-%d", n+1)
	}
	return filepath.Join("games", name+".jsonl")
}
