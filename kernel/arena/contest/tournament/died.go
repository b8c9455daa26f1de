package tournament

import (
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/folder"
)

// Skip is a game that was given up because the process died each time it was played.
type Skip struct {
	N     int
	Teams []string
	Error string // the last words of the process
	Words string // the file with all of them, in the folder of the tournament
}

func (t *Tournament) skip(p league.Pairing, last *folder.Death) Skip {
	s := Skip{N: p.N, Error: last.Error, Words: last.Words}
	teams := t.All()
	for _, i := range p.Teams {
		s.Teams = append(s.Teams, teams[i].Label)
	}
	return s
}

// Skipped returns the games that were given up, in the order of issue.
func (t *Tournament) Skipped() (list []Skip, err error) {
	s, err := t.Schedule()
	if err != nil {
		return nil, err
	}
	for _, p := range s.Pairings() {
		id := t.Job(p).ID
		if _, given := t.voids[id]; given && t.deaths.Last(id) != nil {
			list = append(list, t.skip(p, t.deaths.Last(id)))
		}
	}
	return list, nil
}
