package gametest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// mostLevels is how many levels a champion may have: more than a student will climb.
const mostLevels = 20

// Levels checks the levels of a game's champion: the last one is the champion, each plays the same with the same seed, the lower
// ones also with any amount of time, and a level far above another one beats it. plies is how much of a game is played for that
// which needs no whole one.
func Levels(t *testing.T, game *match.Bound, plies int) {
	champion := game.Bots[len(game.Bots)-1]
	at := slices.IndexFunc(champion.Params, func(p match.Param) bool { return p.Most > 0 })
	if at < 0 || champion.Params[at].Most < 13 || champion.Params[at].Most > mostLevels {
		t.Fatalf("%s has not 13 to %d levels", champion.Name, mostLevels)
	}
	levels := champion.Params[at].Most
	if n := len(champion.Elo); n > 0 && n != levels {
		t.Errorf("elo.go has the Elo of %d levels of %s, want that of %d: make strength LEVELS=1 measures it", n, champion.Name, levels)
	}
	Slow(t)
	level := func(n int) string { return fmt.Sprintf("%s:level=%d", champion.Name, n) }
	t.Run("champion", func(t *testing.T) {
		want := begin(t, game, plies, champion.Name, 0)
		if got := begin(t, game, plies, level(levels), 0); got != want {
			t.Errorf("%s plays\n%s\n%s plays\n%s", level(levels), got, champion.Name, want)
		}
	})
	t.Run("repeat", func(t *testing.T) {
		for n := 1; n < levels; n += 4 {
			want := begin(t, game, plies, level(n), 0)
			if got := begin(t, game, plies, level(n), 0); got != want {
				t.Errorf("%s plays\n%s\nand then\n%s", level(n), want, got)
			}
			if got := begin(t, game, plies, level(n), time.Hour); got != want {
				t.Errorf("%s plays\n%s\nand with much time\n%s", level(n), want, got)
			}
		}
	})
	t.Run("order", func(t *testing.T) {
		for _, pair := range [][2]int{{7, 1}, {13, 7}} {
			points := 0.0
			for n := range 4 {
				points += duel(t, game, n, level(pair[0]), level(pair[1]))
			}
			if points < 3 {
				t.Errorf("%s has %g points in 4 games against %s, want at least 3", level(pair[0]), points, level(pair[1]))
			}
		}
	})
	t.Run("wrong", func(t *testing.T) {
		for _, text := range []string{"0", strconv.Itoa(levels + 1), "x", "1.5"} {
			want := fmt.Sprintf("level=%s: want 1 to %d", text, levels)
			if _, err := game.Player(champion.Name+":level="+text, match.Maker{}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("level=%s: %v, want %q", text, err, want)
			}
		}
		for _, p := range champion.Params {
			if !p.Effort {
				continue
			}
			spec := fmt.Sprintf("%s,%s=%s", level(1), p.Name, p.Default)
			want := "level=1 already sets " + p.Name + ": leave one of the two out"
			if _, err := game.Player(spec, match.Maker{}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", spec, err, want)
			}
			if _, err := game.Player(fmt.Sprintf("%s,%s=%s", level(levels), p.Name, p.Default), match.Maker{}); err != nil {
				t.Error(err)
			}
		}
	})
}

// positions keeps the positions of the beginning of a game.
type positions struct {
	plies int
	texts []string
}

func (o *positions) Asked(_ context.Context, s *match.Snapshot) error {
	if s.Ply >= o.plies {
		return turn.ErrQuit
	}
	o.texts = append(o.texts, s.Text())
	return nil
}

func (o *positions) Answered(*match.Snapshot) error { return nil }
func (o *positions) Ended(*match.Snapshot) error    { return nil }

// begin plays the beginning of a game between two of a bot, with a time for each answer if it is not 0, and returns the
// positions.
func begin(t *testing.T, game *match.Bound, plies int, spec string, budget time.Duration) string {
	t.Helper()
	j := job.Job{Seed: "7", ID: "levels", Lone: true}
	for range game.Seats {
		j.Seats = append(j.Seats, job.Team{Label: "bot", Spec: spec, Budget: timer.Control{Move: budget}})
	}
	o := &positions{plies: plies}
	_, err := game.Play(t.Context(), j, match.Seating{Observers: []match.Observer{o}})
	if err != nil && !errors.Is(err, turn.ErrQuit) {
		t.Fatal(err)
	}
	return strings.Join(o.texts, "\n")
}

// duel plays a game and returns the points of the first, who sits in the first seat if n is even.
func duel(t *testing.T, game *match.Bound, n int, first, second string) float64 {
	t.Helper()
	seats := []job.Team{{Label: "first", Spec: first}, {Label: "second", Spec: second}}
	if n%2 == 1 {
		slices.Reverse(seats)
	}
	line, err := game.Play(t.Context(), job.Job{Seed: strconv.Itoa(n/2 + 1), Seats: seats}, match.Seating{})
	switch {
	case err != nil:
		t.Fatal(err)
	case line.Winner == nil:
		return 0.5
	case *line.Winner == game.Seats[n%2]:
		return 1
	}
	return 0
}
