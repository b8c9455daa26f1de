package wire

import (
	"maps"
	"time"
)

const (
	hostEvery   = 2 * time.Second        // a host regains one start per this time
	totalEvery  = 500 * time.Millisecond // all hosts together regain one start per this time
	leastStarts = 20                     // starts that a host has at first
	playedAfter = 3                      // messages of a team after which its game counts as played: it has played a round
)

// starts limits the games that have begun but were not played. A request is cheap, but starting a team, such as Python, is not:
// each host, and all hosts together, have a number of starts, and regain one after some time, or when the game is played.
type starts struct {
	host, total           int // how many there are at first
	hostEvery, totalEvery time.Duration
	hosts                 map[string]allowance
	all                   allowance
}

// allowance is the number of starts left at a time.
type allowance struct {
	left float64
	at   time.Time
	told bool // a note has said that there are none
}

func newStarts(tables int) starts {
	s := starts{host: max(tables, leastStarts), hostEvery: hostEvery, totalEvery: totalEvery, hosts: map[string]allowance{}}
	s.total = 2 * s.host
	s.all.left = float64(s.total)
	return s
}

// now returns the number left at a time, if one comes back per every, up to most.
func (a allowance) now(now time.Time, every time.Duration, most int) allowance {
	if a.left += float64(now.Sub(a.at)) / float64(every); a.left >= float64(most) {
		a.left = float64(most)
	}
	a.at = now
	return a
}

// take takes a start of a host, if there is one left. first reports that this is the first refusal since the host's last start.
func (s *starts) take(host string, now time.Time) (granted, first bool) {
	a, known := s.hosts[host]
	if !known {
		a = allowance{left: float64(s.host), at: now}
	}
	a = a.now(now, s.hostEvery, s.host)
	s.all = s.all.now(now, s.totalEvery, s.total)
	if granted = a.left >= 1 && s.all.left >= 1; granted {
		a.left--
		s.all.left--
		a.told = false
	}
	first = !granted && !a.told
	a.told = !granted
	// Hosts with all their starts can be forgotten. There are few others, because each has also taken one of the common starts.
	maps.DeleteFunc(s.hosts, func(_ string, a allowance) bool { return a.now(now, s.hostEvery, s.host).left >= float64(s.host) })
	s.hosts[host] = a
	return granted, first
}

// give gives a start back.
func (s *starts) give(host string) {
	if a, known := s.hosts[host]; known {
		a.left = min(a.left+1, float64(s.host))
		s.hosts[host] = a
	}
	s.all.left = min(s.all.left+1, float64(s.total))
}

// answered counts a message of the team of a game: a game that is played costs its host no start.
func (s *Server) answered(game *session) {
	if game.said++; game.said == playedAfter {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.starts.give(game.host)
	}
}
