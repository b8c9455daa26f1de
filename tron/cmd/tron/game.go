package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/maps"
	"github.com/gridiron-games/gridiron/tron/referee"
	"github.com/gridiron-games/gridiron/tron/view"
	"github.com/gridiron-games/gridiron/tron/wire"
)

type (
	player  = turn.Player[tron.View, referee.Order]
	bundled = match.Bot[tron.View, referee.Order]
	scheme  = match.Scheme[tron.View, referee.Order]
	dealer  = func(*rand.Rand) player // makes a bundled bot for one game
	table   = match.Table[tron.View, referee.Order]

	format     = match.Format[tron.View, referee.Order]
	transcript = match.Transcript[tron.View, referee.Order]
)

// defaults are the players if the command line names none.
var defaults = []string{"human", "voronoi"}

// framePace is how long a frame stays on a terminal by default.
const framePace = 100 * time.Millisecond

// game connects the rooms.
func game() *match.Game[tron.View, referee.Order] {
	return &match.Game[tron.View, referee.Order]{
		Name:     "tron",
		Summary:  "two bikes leave walls and break each other's; the higher score wins; a Chillin server that real clients join",
		Seats:    referee.Seats,
		Defaults: defaults,
		Elo:      elo,
		Codec:    wire.Codec,
		Open:     open,
		Round:    1,
		Moves:    referee.Moves,
		Menu:     view.Menu,
		Bots:     bots(),
		Schemes:  schemes(),
		Notation: match.Notation[tron.View, referee.Order]{
			Layout:  "a map: the name of one that `tron maps` lists, a map file of the original, or a position text",
			Example: "LA",
			Parse:   parse,
			Say:     func(v tron.View, o referee.Order) string { return view.Say(v, o.Command) },
			Text:    func(_ tron.View, o referee.Order) string { return o.Command.String() },
			Formats: formats(),
		},
		Manual: match.Manual{HowTo: view.HowTo, Rules: tron.RulesText},
		Checks: match.Checks{Probes: probes, Templates: wire.Templates, Bench: bench},
	}
}

// open sets up a game.
func open(s match.Setup) (*table, error) {
	p, err := parseStart(s.Start)
	if err != nil {
		return nil, err
	}
	r := referee.New(p)
	return &table{
		Referee: r,
		Start:   p.String(),
		View:    wire.Codec.View(tron.View{Position: p}),
		Draw:    func(c *ascii.Canvas) { view.Draw(c, r.Position(), r.Last()) },
		Layout:  func() string { return r.Position().String() },
		Scene:   func(before *scene.Scene) scene.Scene { return view.Scene(before, r.Position(), r.Last()) },
	}, nil
}

// parseStart reads the name of a map, a map file, or a position text.
func parseStart(start string) (tron.Position, error) {
	if len(start) > match.MaxStart {
		return tron.Position{}, fmt.Errorf("%d bytes: want a map of at most %d", len(start), match.MaxStart)
	}
	start = strings.TrimSpace(start)
	switch {
	case start == "":
		return maps.Load(maps.Default)
	case start[0] == '{':
		return maps.Parse([]byte(start))
	case len(start) < 100 && !strings.ContainsAny(start, " \n#."):
		return maps.Load(start)
	}
	return tron.ParsePosition(start)
}

// words are the words that a person may type for a letter of a command.
var words = map[string]string{
	"up": "U", "w": "U", "right": "R", "d": "R", "down": "D", "s": "D", "left": "L", "a": "L", "breaker": "A", "straight": "-", ".": "-",
}

// parse reads a command that a person typed: letters as in LA, or words as in "left breaker".
func parse(v tron.View, text string) (referee.Order, error) {
	var c tron.Command
	for _, word := range strings.Fields(text) {
		letters := words[strings.ToLower(word)]
		if letters == "" || len(word) == 1 && word == strings.ToUpper(word) {
			letters = strings.ToUpper(word)
		}
		part, err := tron.ParseCommand(letters)
		if err != nil {
			return referee.Order{}, err
		}
		if part.Breaker() {
			c = c.ThenBreaker()
		}
		if d, ok := part.Turn(); ok {
			c = c.ThenTurn(d)
		}
	}
	if rule := v.Position.Check(v.Seat, c); rule != tron.Legal {
		return referee.Order{Command: c}, &match.IllegalError{Err: fmt.Errorf("%v: %w", c, rule)}
	}
	return referee.Order{Command: c}, nil
}

// probes are positions where bots tend to fail: boxed in, beside the other bike, with the breaker on and off, in the last cycle.
var probes = []string{
	"blue dir=right health=1\nyellow dir=left health=1\n#######\n#Bb.yY#\n#bb.yy#\n#######",
	"cycle=40/300\nblue dir=down health=2 cooldown=9 remaining=4\nyellow dir=up health=3 cooldown=0\n######\n#bbyy#\n#bBYy#\n#bbyy#\n######",
	"cycle=299/300\n#####\n#B..#\n#..Y#\n#####",
}

// chat returns what a bot receives about a game that it joins on a server.
func chat(first tron.View) turn.Game {
	return turn.Game{ID: "join", Seats: referee.Seats, View: wire.Codec.View(first)}
}
