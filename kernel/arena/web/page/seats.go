package page

import (
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// called returns the names of the players by seat: people are called as they want, and two of them by their seats otherwise.
func (s *frontend) called() (names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for seat, team := range s.teams {
		name := clean.Line(team.Label, clean.MaxDetail)
		if slices.Contains(s.people, seat) {
			if seat < len(s.nicks) && strings.TrimSpace(s.nicks[seat]) != "" {
				name = clean.Line(s.nicks[seat], maxCalled)
			} else if len(s.people) > 1 {
				name = s.game.Titles[seat]
			}
		}
		names = append(names, name)
	}
	return names
}

// maxCalled is how long the name of a person may be.
const maxCalled = 24

// paces makes games with people slow enough for them, if nobody has asked for a pace.
func (s *frontend) paces() {
	slow := len(s.people) > 0
	if s.swift == 0 || slow == s.slow {
		return
	}
	pace := s.swift
	if s.slow = slow; slow {
		pace = usualPace
	}
	s.server.Speed(float64(time.Second) / float64(pace))
}

// remaining returns the time that each seat has for its next answer, -1 without a limit; nil if nobody has one.
func (s *frontend) remaining(shown *match.Snapshot) (left []time.Duration) {
	for _, r := range shown.Replies {
		s.answers[r.Seat]++
	}
	limited := false
	for seat, team := range s.teams {
		c, rest := team.Budget, time.Duration(-1)
		if limited = limited || c.Limited(); c.Game > 0 {
			rest = max(0, c.Game+time.Duration(s.answers[seat])*c.Increment-shown.Used[seat])
		}
		move := c.Move
		if c.First > 0 && s.answers[seat] == 0 {
			move = c.First
		}
		if move > 0 && (rest < 0 || move < rest) {
			rest = move
		}
		left = append(left, rest)
	}
	if !limited {
		return nil
	}
	return left
}
