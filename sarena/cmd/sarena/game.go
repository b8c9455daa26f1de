package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/bot"
	"github.com/gridiron-games/gridiron/sarena/referee"
	"github.com/gridiron-games/gridiron/sarena/view"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/classic"
)

type (
	player  = turn.Player[sarena.View, sarena.Move]
	bundled = match.Bot[sarena.View, sarena.Move]
	scheme  = match.Scheme[sarena.View, sarena.Move]
	dealer  = func(*rand.Rand) player // makes a bundled bot for one game
	table   = match.Table[sarena.View, sarena.Move]

	format     = match.Format[sarena.View, sarena.Move]
	transcript = match.Transcript[sarena.View, sarena.Move]
)

// framePace is how long a frame stays on a terminal by default.
const framePace = 500 * time.Millisecond

// game connects the rooms.
func game() *match.Game[sarena.View, sarena.Move] {
	return &match.Game[sarena.View, sarena.Move]{
		Name:     "sarena",
		Summary:  "Sarena: pile up chips and turn them over until your colour is on top",
		Seats:    referee.Seats,
		Defaults: []string{"human", "champion"},
		Elo:      elo,
		Codec:    wire.Codec,
		Open:     open,
		Round:    2,
		Horizon:  9,
		Options:  []match.Param{{Name: "invert", Default: "false", Usage: "exchange yellow and red on the drawn board"}},
		Moves:    sarena.View.Moves,
		Menu:     view.Menu,
		Why:      view.Why,
		Bots:     bots(),
		Schemes:  schemes(),
		Notation: match.Notation[sarena.View, sarena.Move]{
			Layout:  "a position text such as '+NN .NY +NR/.NR +NN .NY/+NY .NR +NN', or a board file of the original",
			Example: "2324",
			Parse:   parse,
			Say:     view.Say,
			Text:    func(_ sarena.View, m sarena.Move) string { return m.String() },
			Formats: formats(),
		},
		Manual: match.Manual{HowTo: view.HowTo, Rules: sarena.RulesText},
		Checks: match.Checks{
			Probes:    probes,
			Templates: wire.Templates,
			Perft: func(layout string, depth int) (uint64, error) {
				p, err := sarena.ParsePosition(layout)
				return sarena.Perft(p, depth), err
			},
			Bench: bench,
		},
	}
}

// open sets up a game from a position, or draws a position as Python does from the same seed.
func open(s match.Setup) (*table, error) {
	p, err := parseStart(s.Start)
	if errors.Is(err, errNoStart) {
		p, err = draw(s.Seed)
		if s.Options["invert"] == "true" {
			p = p.Invert()
		}
	}
	if err != nil {
		return nil, err
	}
	r := referee.New(p)
	return &table{
		Referee: r,
		Start:   p.String(),
		View:    first(r.View()),
		Draw: func(c *ascii.Canvas) {
			last, turns := r.Last()
			view.Draw(c, r.Position(), last, turns)
		},
		Layout: func() string { return r.Position().String() },
		Scene: func(before *scene.Scene) scene.Scene {
			last, turns := r.Last()
			return view.Scene(before, r.Position(), last, turns)
		},
	}, nil
}

// first is what bots see of a start. It is made when a program is told, because that takes longer than to set up a game.
type first sarena.View

func (f first) MarshalJSON() ([]byte, error) { return json.Marshal(wire.Codec.View(sarena.View(f))) }

// errNoStart says that the board must be drawn.
var errNoStart = errors.New("no position")

func parseStart(text string) (sarena.Position, error) {
	if text == "" {
		return sarena.Position{}, errNoStart
	}
	if p, err := sarena.ParsePosition(strings.TrimSpace(text)); err == nil {
		return p, nil
	}
	return classic.ReadBoard([]byte(text))
}

func draw(seed string) (sarena.Position, error) {
	chance, err := pyrand.Parse(seed)
	if err != nil {
		return sarena.Position{}, err
	}
	return sarena.Draw(chance), nil
}

// parse reads a turn that a person typed: four numbers, as 2324 or with anything between them.
func parse(v sarena.View, text string) (sarena.Move, error) {
	m, err := sarena.ParseMove(strings.TrimSpace(text))
	if err != nil {
		words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;:()[]->", r) })
		var numbers []int
		for _, word := range words {
			if len(word) > 2 && len(words) < 4 { // 23-24
				return m, err
			}
			n, atoiErr := strconv.Atoi(word)
			if atoiErr != nil {
				return m, err
			}
			if len(words) == 2 && len(word) == 2 {
				numbers = append(numbers, n/10, n%10)
				continue
			}
			numbers = append(numbers, n)
		}
		if len(numbers) != 4 {
			return m, err
		}
		m = sarena.Move{I1: numbers[0], J1: numbers[1], I2: numbers[2], J2: numbers[3]}
	}
	if rule := v.Position.Check(m); rule != sarena.Legal {
		return m, &match.IllegalError{Err: fmt.Errorf("%v: %w", m, rule)}
	}
	return m, nil
}

// probes are a small board, a late position, a board without arrow cells and one with nothing else, where bots tend to fail.
var probes = []string{
	"+NN .NY +NR/.NR +NN .NY/+NY .NR +NN",
	"+ .YRNY +NN/.NR + ./+NY . +RNNN r",
	".NY .YR .RN .NN .RY .YN/.NR .NY .YR .RN .NN .RY/.YN .NR .NY .YR .RN .NN",
	"+NY +RN/+NN +YR",
}

func bots() []bundled {
	plain := func(name, summary string, create func(chance *rand.Rand) referee.Bot) bundled {
		return bundled{Name: name, Summary: summary, New: func(match.Params) (dealer, error) {
			return func(chance *rand.Rand) player { return referee.Player(create(chance)) }, nil
		}}
	}
	whole := func(name, value string, least int) (int, error) {
		n, err := strconv.Atoi(value)
		if err != nil || n < least {
			return 0, fmt.Errorf("%s=%s: want a whole number, at least %d", name, value, least)
		}
		return n, nil
	}
	return []bundled{
		plain("random", "draws one of all legal turns", func(c *rand.Rand) referee.Bot { return &bot.Random{Chance: c} }),
		plain("fast", "takes the first legal turn", func(*rand.Rand) referee.Bot { return &bot.Fast{} }),
		plain("base", "the course's: the best score after its turn", func(*rand.Rand) referee.Bot { return bot.Base }),
		plain("basic", "the course's: who is ahead after the answer", func(*rand.Rand) referee.Bot { return bot.Basic }),
		plain("ours", "the course's: the best outlook after its turn", func(*rand.Rand) referee.Bot { return bot.Ours }),
		plain("simple", "the course's: the best score after the answer", func(*rand.Rand) referee.Bot { return bot.Simple }),
		{
			Name: "alphabeta", Summary: "the search of the course with the outlook",
			Params: []match.Param{{Name: "depth", Default: "3", Usage: "turns to look ahead"}},
			New: func(p match.Params) (dealer, error) {
				depth, err := whole("depth", p["depth"], 1)
				return func(*rand.Rand) player {
					return referee.Player(bot.Planner{Game: bot.Plan{Depth: depth, Value: bot.Outlook}})
				}, err
			},
		},
		{
			Name: "super", Summary: "the strongest of the course: deeper and deeper while it has time",
			Params: []match.Param{{Name: "depth", Default: "0", Usage: "turns to look ahead; 0: as the clock allows, 4 without one"}},
			New: func(p match.Params) (dealer, error) {
				depth, err := whole("depth", p["depth"], 0)
				return func(*rand.Rand) player { return referee.Player(&bot.Super{Depth: depth}) }, err
			},
		},
		{
			Name: "champion", Summary: "the strongest: a learned outlook, a table of positions, the end of the game solved",
			Params: []match.Param{
				match.Levels(len(bot.Levels)),
				{
					Name: "nodes", Default: strconv.Itoa(bot.ChampionNodes), Usage: "turns to search for a move when there is no clock",
					Effort: true,
				},
				{Name: "threads", Default: "1", Usage: "searches at the same time when there is a clock; in play: one per idle processor"},
			},
			New: func(p match.Params) (dealer, error) {
				level, err := p.Level(len(bot.Levels))
				if err != nil {
					return nil, err
				}
				if level < len(bot.Levels) {
					return func(chance *rand.Rand) player { return referee.Player(bot.Levels[level-1].Champion(chance)) }, nil
				}
				nodes, err := whole("nodes", p["nodes"], 1)
				if err != nil {
					return nil, err
				}
				threads, err := whole("threads", p["threads"], 1)
				return func(*rand.Rand) player {
					return referee.Player(&bot.Champion{NodesPerMove: nodes, Threads: min(threads, 64)})
				}, err
			},
		},
	}
}
