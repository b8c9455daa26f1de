package board

import (
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
)

// recent is from how many minutes a rate is taken; a plot shows at most shown minutes, and at least fewest.
const (
	recent = 5
	shown  = 60
	fewest = 12
)

// meter counts games by the minute. Minutes long before the last game are forgotten.
type meter struct {
	minutes map[int64]int // by minutes since 1970
	last    int64
	first   time.Time // when the first game ended; zero: there was none
}

func (m *meter) add(at time.Time) {
	if m == nil {
		return
	}
	if m.minutes == nil {
		m.minutes = map[int64]int{}
	}
	if m.first.IsZero() || at.Before(m.first) {
		m.first = at
	}
	minute := at.Unix() / 60
	m.minutes[minute]++
	m.last = max(m.last, minute)
	if len(m.minutes) > 4*shown {
		for old := range m.minutes {
			if old <= m.last-shown-recent {
				delete(m.minutes, old)
			}
		}
	}
}

// rate returns how many games per minute there were recently.
func (m *meter) rate(now time.Time) float64 {
	if m == nil {
		return 0
	}
	minute, sum := now.Unix()/60, 0
	for i := range int64(recent) {
		sum += m.minutes[minute-i]
	}
	past := recent - 1 + float64(now.Unix()%60+1)/60 // the last minute is not over
	if !m.first.IsZero() {
		past = min(past, max(1, now.Sub(m.first).Minutes())) // the first game may be more recent
	}
	return float64(sum) / past
}

// plot returns the number of games in each minute up to now, or up to the last game if that was more than half an hour ago: for
// an hour, or less if the first game is more recent.
func (m *meter) plot(now time.Time) (counts []int, end time.Time) {
	minute := now.Unix() / 60
	if m.last > 0 && minute-m.last > shown/2 {
		minute = m.last
	}
	first := minute
	for some := range m.minutes {
		first = min(first, some)
	}
	for i := min(shown, max(fewest, minute-first+2)) - 1; i >= 0; i-- {
		counts = append(counts, m.minutes[minute-i])
	}
	return counts, time.Unix(60*minute, 0).In(now.Location())
}

// point is the ratings at a time.
type point struct {
	at      time.Time
	games   int
	ratings []rating.Rated // by team
}

// of returns the rating of a team; zero if the team joined later.
func (p point) of(team int) (r rating.Rated) {
	if team < len(p.ratings) {
		r = p.ratings[team]
	}
	return r
}

// history is the ratings over time: fewer than maxPoints points, about equal numbers of games apart.
type history struct {
	points []point
	every  int // games
}

// maxPoints is how many points are too many for a history: then it keeps every other one, and later ones are twice as far apart.
const maxPoints = 96

// due reports whether a point is to be added after this number of games.
func (h *history) due(games int) bool {
	if h.every == 0 {
		h.every = 4
	}
	return games%h.every == 0
}

func (h *history) add(p point) {
	h.points = append(h.points, p)
	if len(h.points) < maxPoints {
		return
	}
	half := h.points[:0]
	for i, p := range h.points {
		if i%2 == 1 {
			half = append(half, p)
		}
	}
	h.points, h.every = half, 2*h.every
}

// join adds the games of another meter.
func (m *meter) join(other *meter) {
	if m.minutes == nil {
		m.minutes = map[int64]int{}
	}
	for minute, games := range other.minutes {
		m.minutes[minute] += games
	}
	m.last = max(m.last, other.last)
	if m.first.IsZero() || !other.first.IsZero() && other.first.Before(m.first) {
		m.first = other.first
	}
}
