//go:build !playground

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
)

// errKilled ends a game without a result.
var errKilled = errors.New("the game was killed")

// condition pauses a game of two players when all of its counts are met at the same time.
type condition struct {
	players [2]string // names, or "Any ..."
	counts  []count
}

type count struct {
	player int // 0 or 1, of the condition's players
	what   string
	is     int
}

// measures are the numbers that conditions can use, by the original's words.
var measures = map[string]func(p *reantics.Position, s reantics.Seat) int{
	"Food":                (*reantics.Position).Stock,
	"Anthill Health":      (*reantics.Position).HillHealth,
	"Num Ants":            (*reantics.Position).Count,
	"Num Workers":         ofType(reantics.Worker),
	"Num Drones":          ofType(reantics.Drone),
	"Num Soldiers":        ofType(reantics.Soldier),
	"Num Ranged Soldiers": ofType(reantics.Ranged),
	"Queen Health": func(p *reantics.Position, s reantics.Seat) int {
		if i := p.QueenOf(s); i >= 0 {
			return int(p.Ant(s, i).Health)
		}
		return 0
	},
}

func ofType(t reantics.Type) func(*reantics.Position, reantics.Seat) int {
	return func(p *reantics.Position, s reantics.Seat) (n int) {
		for i := range p.Count(s) {
			if p.Ant(s, i).Type == t {
				n++
			}
		}
		return n
	}
}

// readCount reads a key such as "P0 Num Workers".
func readCount(key string, is int) (c count, err error) {
	player, what, _ := strings.Cut(key, " ")
	c = count{player: strings.Index("P0P1", player) / 2, what: what, is: is}
	if player != "P0" && player != "P1" || measures[what] == nil {
		return c, fmt.Errorf("condition %q: want P0 or P1 and Food, Queen Health, Anthill Health, Num Ants, Num Workers, Num Drones, "+
			"Num Soldiers or Num Ranged Soldiers", key)
	}
	return c, nil
}

// means reports whether a name in a condition means that player.
func means(wanted, name string) bool {
	switch {
	case strings.EqualFold(wanted, "any ai"):
		return name != "Human"
	case len(wanted) >= 3 && strings.EqualFold(wanted[:3], "any"):
		return true
	}
	return wanted == name
}

// met reports whether the condition holds. Its players may sit in either order.
func (c condition) met(p *reantics.Position, names [2]string) bool {
	for _, swap := range []int{0, 1} {
		if !means(c.players[swap], names[0]) || !means(c.players[1-swap], names[1]) {
			continue
		}
		all := true
		for _, n := range c.counts {
			all = all && measures[n.what](p, reantics.Seat(n.player^swap)) == n.is
		}
		return all
	}
	return false
}

func (c condition) String() string {
	var parts []string
	for _, n := range c.counts {
		parts = append(parts, fmt.Sprintf("P%d %s is %d", n.player, n.what, n.is))
	}
	return fmt.Sprintf("%s - %s: %s", c.players[0], c.players[1], strings.Join(parts, ", "))
}

// pauses is the observer of a game in a series: it shows a game with a human, and pauses a game where a person wants to see it.
type pauses struct {
	*series
	names  [2]string
	paused bool
	human  bool // a person wants to see the game
}

// Asked shows the position, and waits while the game is paused.
func (p *pauses) Asked(ctx context.Context, shown *match.Snapshot) error {
	if p.paused {
		return p.wait(ctx, shown, "paused")
	}
	if !p.human {
		return nil
	}
	if err := p.draw(shown); err != nil {
		return err
	}
	if !p.app.Interactive() {
		_, err := fmt.Fprintln(p.app.Out)
		return err
	}
	select {
	case <-time.After(framePace):
	case <-ctx.Done():
	}
	return nil
}

// Answered pauses the game when a condition is met.
func (p *pauses) Answered(shown *match.Snapshot) error {
	if len(p.conditions) == 0 || p.quick {
		return nil
	}
	position, err := reantics.ParsePosition(shown.Text())
	if err != nil {
		return err
	}
	if position.Phase() != reantics.Playing || position.Attacker() != reantics.NoCell {
		return nil
	}
	for _, c := range p.conditions {
		if c.met(&position, p.names) {
			fmt.Fprintf(p.app.Err, "pause condition: %v\n", c)
			p.paused = true
		}
	}
	return nil
}

// Ended shows the last position to a human player, and the position of an illegal answer to a person who wants to see it.
func (p *pauses) Ended(shown *match.Snapshot) error {
	if p.human || p.pauseIllegal && turn.IsFault(shown.Result.Reason) {
		return p.draw(shown)
	}
	return nil
}

func (p *pauses) draw(shown *match.Snapshot) error {
	if p.app.Interactive() {
		if err := p.app.Clear(); err != nil {
			return err
		}
	}
	return p.app.Draw(shown.Draw)
}

// wait shows the position, unless shown is nil because the position is already on the screen, and waits for the person's command.
func (p *pauses) wait(ctx context.Context, shown *match.Snapshot, why string) error {
	if shown != nil {
		if err := p.draw(shown); err != nil {
			return err
		}
	}
	for {
		fmt.Fprintf(p.app.Out, "%s; space: step, p: play, k: kill the game, q: quit > ", why)
		key, err := p.app.Key(ctx)
		fmt.Fprintln(p.app.Out)
		switch {
		case errors.Is(err, io.EOF):
			p.paused = false
			return nil
		case err != nil:
			return err
		}
		switch strings.TrimSpace(key) {
		case "":
			return nil
		case "p":
			p.paused = false
			return nil
		case "k":
			return errKilled
		case "q", term.Interrupt, term.EndOfInput:
			return turn.ErrQuit
		}
	}
}
