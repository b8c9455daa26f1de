//go:build !playground

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
)

// Kinds of entries, in the original's words.
const (
	quickStart = "QuickStart" // one player against a human, or a round robin of several
	twoPlayer  = "Two Player"
	playSelf   = "Play Self"
	roundRobin = "Round Robin"
	playAll    = "Play All" // the first player against each of the others
)

// entry is one line of the queue.
type entry struct {
	kind    string
	players []string // empty, for a round robin: all
	games   int
}

// series plays entries.
type series struct {
	app     *cli.App
	roster  *roster
	seed    string
	setup   match.Setup // without a seed
	flag    string      // the flag that chooses the rules
	command string      // what was typed, without a seed

	swap         bool // the players change seats in every second game of a set
	verbose      bool
	timeout      time.Duration // for a move; 0: none
	restart      bool
	pauseStart   bool
	pauseIllegal bool
	conditions   []condition
	quick        bool // a set of a quick start, to which conditions do not apply

	totals []reantics.Score
	began  time.Time
	played int
}

// Limits of names in the original's tables.
const (
	setLimit   = 24
	totalLimit = 30
)

// run plays the entries in order, and repeats them if they restart.
func (s *series) run(ctx context.Context, entries []entry) error {
	s.began = time.Now()
	var sets [][2]*entrant
	var games []int
	var quick []bool
	for _, e := range entries {
		pairs, err := s.pairs(ctx, e)
		if err != nil {
			return err
		}
		for _, pair := range pairs {
			sets, games, quick = append(sets, pair), append(games, e.games), append(quick, e.kind == quickStart)
		}
	}
	for _, e := range s.roster.known {
		for k := range s.conditions {
			e.rename(&s.conditions[k].players, e.name)
		}
		if e.total >= 0 {
			s.totals = append(s.totals, reantics.Score{Name: reantics.TruncateName(e.name, totalLimit)})
		}
	}
	p, err := startOf(s.setup)
	if err != nil {
		return err
	}
	sayRules(s.app.Err, p.Rules(), s.flag)
	for {
		for i, pair := range sets {
			s.quick = quick[i]
			if err := s.set(ctx, pair, games[i]); err != nil {
				s.finish()
				if errors.Is(err, turn.ErrQuit) {
					return nil
				}
				return err
			}
		}
		if !s.restart {
			return s.finish()
		}
	}
}

// pairs returns the sets of an entry: the first player of a pair sits first.
func (s *series) pairs(ctx context.Context, e entry) (pairs [][2]*entrant, err error) {
	players, err := s.roster.all(ctx, e.players)
	if err != nil {
		return nil, err
	}
	kind := e.kind
	if kind == quickStart {
		if kind = roundRobin; len(players) == 1 {
			human, err := s.roster.find(ctx, "human")
			if err != nil {
				return nil, err
			}
			kind, players = twoPlayer, []*entrant{human, players[0]}
		}
	}
	if len(players) == 0 && kind == roundRobin || kind == playAll {
		everybody, err := s.roster.everybody(ctx)
		if err != nil {
			return nil, err
		}
		if kind == roundRobin {
			players = everybody
		} else {
			return against(players[0], everybody), nil
		}
	}
	switch kind {
	case playSelf:
		second, err := s.roster.copyOf(ctx, players[0])
		if err != nil {
			return nil, err
		}
		return [][2]*entrant{{players[0], second}}, nil
	case twoPlayer:
		if players[1].human() { // a human always sits first
			players[0], players[1] = players[1], players[0]
		}
		return [][2]*entrant{{players[0], players[1]}}, nil
	}
	for i, first := range players {
		for _, second := range players[i+1:] {
			pairs = append(pairs, [2]*entrant{first, second})
		}
	}
	return pairs, nil
}

func against(first *entrant, others []*entrant) (pairs [][2]*entrant) {
	for _, second := range others {
		if second != first {
			pairs = append(pairs, [2]*entrant{first, second})
		}
	}
	return pairs
}

// set plays the games of a pair.
func (s *series) set(ctx context.Context, pair [2]*entrant, games int) error {
	scores := []reantics.Score{
		{Name: reantics.TruncateName(pair[0].name, setLimit)}, {Name: reantics.TruncateName(pair[1].name, setLimit)},
	}
	began, drawn := time.Now(), 0
	for i := range games {
		if s.verbose {
			fmt.Fprintf(s.app.Out, "%s \n\n", reantics.ScoreTable(scores))
		}
		swap := 0
		if s.swap && i%2 == 1 && !pair[0].human() {
			swap = 1
		}
		seats := [2]*entrant{pair[swap], pair[1-swap]}
		winner, err := s.game(ctx, seats)
		switch {
		case errors.Is(err, errKilled):
			continue // it does not count for a player
		case err != nil:
			return err
		case winner == turn.Draw:
			drawn++
			continue
		}
		scores[winner^swap].Wins++
		scores[1^winner^swap].Losses++
		s.count(seats[winner], true)
		s.count(seats[1-winner], false)
	}
	_, err := fmt.Fprintf(s.app.Out, "%s \n\n", reantics.ScoreTable(scores))
	if drawn > 0 {
		fmt.Fprintf(s.app.Out, "drawn by the cap of turns: %d\n\n", drawn)
	}
	fmt.Fprintf(s.app.Err, "%s - %s: %s\n", pair[0].name, pair[1].name, clock(time.Since(began)))
	return err
}

func (s *series) count(e *entrant, won bool) {
	if e.total < 0 {
		return
	}
	if won {
		s.totals[e.total].Wins++
	} else {
		s.totals[e.total].Losses++
	}
}

// game plays a game between two entrants and returns the seat of the winner, or turn.Draw.
func (s *series) game(ctx context.Context, seats [2]*entrant) (winner int, err error) {
	s.played++
	j := job.Job{Start: s.setup.Start, Seed: seeds.Derive(s.seed, seats[0].name, seats[1].name, s.played)}
	pauses := &pauses{series: s, names: [2]string{seats[0].name, seats[1].name}}
	seating := match.Seating{Observers: []match.Observer{pauses}, Note: func(seat int, note string) {
		fmt.Fprintf(s.app.Err, "%s: %s\n", seats[seat].name, note)
	}}
	for _, e := range seats {
		seated := match.Seat(e.spec, e.player)
		if s.timeout > 0 && !e.human() {
			seated = match.Seat(e.spec, player(timed{turn.Wrapped[reantics.View, reantics.Answer]{Player: e.player}, s.timeout}))
		} else {
			seated.Attend(s.app.Maker())
		}
		pauses.human = pauses.human || e.human()
		j.Seats = append(j.Seats, job.Team{Label: e.name})
		seating.Players = append(seating.Players, seated)
	}
	j.Options = match.Params{"rules": s.setup.Options["rules"], "cap": s.setup.Options["cap"], "undo": fmt.Sprint(pauses.human)}
	pauses.paused = s.pauseStart && s.played == 1 && !pauses.human
	line, err := s.app.Game.Play(ctx, j, seating)
	if err != nil {
		return turn.Draw, err
	}
	winner = turn.Draw
	if line.Winner != nil {
		winner = slices.Index(referee.Seats, *line.Winner)
	}
	fault := winner != turn.Draw && turn.IsFault(line.Reason)
	switch {
	case pauses.human:
		fmt.Fprintln(s.app.Out, s.app.Game.ResultLine(line))
	case fault:
		fmt.Fprintln(s.app.Err, s.app.Game.ResultLine(line))
	}
	if fault && s.pauseIllegal && line.Reason != string(turn.Late) {
		return winner, pauses.wait(ctx, nil, "an illegal answer")
	}
	return winner, nil
}

// timed limits a player's time for each action, but not for placing and attacking.
type timed struct {
	turn.Wrapped[reantics.View, reantics.Answer]
	limit time.Duration
}

func (t timed) Answer(ctx context.Context, v reantics.View) (reantics.Answer, string, error) {
	if v.Position.Asks() != reantics.AskMove {
		return t.Player.Answer(ctx, v)
	}
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	a, say, err := t.Player.Answer(limited, v)
	if took := time.Since(began); took > t.limit && ctx.Err() == nil {
		return a, "", turn.Faultf(turn.Late, "no move within %v s", t.limit.Seconds())
	}
	return a, say, err
}

// finish prints the totals of all sets and the time.
func (s *series) finish() error {
	_, err := fmt.Fprintf(s.app.Out, "Totals\n%s\n", reantics.ScoreTable(s.totals))
	fmt.Fprintf(s.app.Err, "total time %s\nrepeat with: %s --seed %s\n", clock(time.Since(s.began)), s.command, s.seed)
	return err
}

// clock writes a time as HH:MM:SS.hh.
func clock(d time.Duration) string {
	d = d.Round(10 * time.Millisecond)
	return fmt.Sprintf("%02d:%02d:%05.2f", int(d.Hours()), int(d.Minutes())%60, (d % time.Minute).Seconds())
}

// kindOf reads the kind of an entry.
func kindOf(text string) (string, bool) {
	for _, kind := range []string{quickStart, twoPlayer, playSelf, roundRobin, playAll} {
		if strings.EqualFold(strings.ReplaceAll(kind, " ", ""), strings.ReplaceAll(text, " ", "")) {
			return kind, true
		}
	}
	return "", false
}

// check says what is wrong with an entry.
func (e entry) check() error {
	least, most := 1, 1
	switch e.kind {
	case twoPlayer:
		least, most = 2, 2
	case roundRobin:
		least, most = 2, 1<<20
	case quickStart:
		most = 1 << 20
	}
	humans := 0
	for i, name := range e.players {
		if strings.EqualFold(name, "human") {
			humans++
		}
		for _, other := range e.players[:i] {
			if name == other {
				return fmt.Errorf("%s: %s appears twice; want different players (%s plays one against its copy)", e.kind, name, playSelf)
			}
		}
	}
	switch {
	case len(e.players) < least || len(e.players) > most:
		return fmt.Errorf("%s: %d players: want %s", e.kind, len(e.players), atLeast(least, most))
	case e.games < 1:
		return fmt.Errorf("%s: %d games: want at least 1", e.kind, e.games)
	case humans > 0 && e.kind != twoPlayer:
		return fmt.Errorf("%s: a human plays in a %s game only", e.kind, twoPlayer)
	case humans > 0 && e.games != 1:
		return fmt.Errorf("%s: %d games with a human: want 1", e.kind, e.games)
	}
	return nil
}

func atLeast(least, most int) string {
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("at least %d", least)
}
