package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/bot"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/amazons/view"
	"github.com/gridiron-games/gridiron/amazons/wire"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

type (
	player  = turn.Player[amazons.View, amazons.Move]
	dealer  = func(*rand.Rand) player // makes a bundled bot for one game
	bundled = match.Bot[amazons.View, amazons.Move]
	scheme  = match.Scheme[amazons.View, amazons.Move]
	table   = match.Table[amazons.View, amazons.Move]

	format     = match.Format[amazons.View, amazons.Move]
	transcript = match.Transcript[amazons.View, amazons.Move]
)

// framePace is how long a frame stays on a terminal by default.
const framePace = 400 * time.Millisecond

// game connects the rooms.
func game() *match.Game[amazons.View, amazons.Move] {
	return &match.Game[amazons.View, amazons.Move]{
		Name:     "amazons",
		Summary:  "the game of the Amazons: queens move and shoot the board away, the last to move wins",
		Seats:    referee.Seats,
		Defaults: []string{"human", "alphabeta"},
		Elo:      elo,
		Codec:    wire.Codec,
		Open:     open,
		Options:  []match.Param{{Name: arrowRange, Sparse: true, Usage: "arrows fly at most `N` squares, 1 to 9 (default: as the start says, or as far as they go)"}},
		Round:    2,
		Moves:    amazons.View.Moves,
		Menu:     view.Menu,
		Why:      view.Why,
		Bots:     bots(),
		Schemes:  schemes(),
		Notation: match.Notation[amazons.View, amazons.Move]{
			Layout:  "a position text such as '1BB1/B2B/R2R/1RR1 r', or 6x6 or 8x8, or a game that `convert` reads: its last position",
			Example: "D0D4J4",
			Parse:   parse,
			Say:     view.Say,
			Text:    func(_ amazons.View, m amazons.Move) string { return m.String() },
			Formats: formats(),
		},
		Manual: match.Manual{HowTo: view.HowTo, Rules: amazons.RulesText},
		Checks: match.Checks{
			Probes:    probes,
			Templates: wire.Templates,
			Perft: func(layout string, depth int) (uint64, error) {
				p, err := parseStart(layout)
				return amazons.Perft(p, depth), err
			},
			Bench: bench,
		},
	}
}

// open sets up a game from a position text or a diagram.
func open(s match.Setup) (*table, error) {
	p, err := startOf(s)
	if err != nil {
		return nil, err
	}
	r := referee.New(p)
	return &table{
		Referee: r,
		Start:   p.String(),
		View:    wire.Codec.View(amazons.View{Position: p}),
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

const arrowRange = "arrow-range"

// startOf puts the range of arrows into the start (R13), so that records keep it.
func startOf(s match.Setup) (amazons.Position, error) {
	p, err := parseStart(s.Start)
	text := s.Options[arrowRange]
	if text == "" {
		return p, err
	}
	n, wrong := strconv.Atoi(text)
	switch {
	case wrong != nil || n < 1 || n > amazons.MaxRange || strconv.Itoa(n) != text:
		return p, fmt.Errorf("flag --%s: %q: want 1 to %d squares", arrowRange, text, amazons.MaxRange)
	case err == nil && p.ArrowRange() != 0 && p.ArrowRange() != amazons.Range(n):
		return p, fmt.Errorf("flag --%s: %d, but in the position of --start arrows fly %d", arrowRange, n, p.ArrowRange())
	}
	return p.WithArrowRange(amazons.Range(n)), err
}

func parseStart(start string) (amazons.Position, error) {
	start = strings.TrimSpace(start)
	switch {
	case start == "":
		return amazons.Start(), nil
	case boardName.MatchString(start):
		size, _ := strconv.Atoi(start[:strings.IndexByte(start, 'x')])
		p, ok := wire.StartOf(size)
		if !ok || start != fmt.Sprintf("%dx%[1]d", size) {
			return p, fmt.Errorf("board %.20q: want 6x6, 8x8 or 10x10, or a position", start)
		}
		return p, nil
	}
	p, err := amazons.ParseDiagram(start)
	if !strings.Contains(start, "\n") {
		p, err = amazons.ParsePosition(start)
	}
	if err != nil {
		if final, known, wrong := wire.ReadPosition(start); known {
			return final, wrong
		}
	}
	return p, err
}

// boardName matches the name of a start.
var boardName = regexp.MustCompile(`^[0-9]+x[0-9]+$`)

// parse reads what a human typed: a turn in either case, with or without separators between the squares.
func parse(v amazons.View, text string) (amazons.Move, error) {
	m, err := wire.ParseTurn(text)
	if err != nil {
		return m, err
	}
	if rule := v.Position.Check(m); rule != amazons.Legal {
		return m, &match.IllegalError{Err: fmt.Errorf("%v: %w", m, rule)}
	}
	return m, nil
}

// probes are late positions with few turns and a small board, where bots tend to fail.
var probes = []string{
	"1BB1/B2B/R2R/1RR1 r",
	"1B1B1/B3B/5/R3R/1R1R1 b",
	"xxxxxxxxxx/xxxxxxxxxx/xxxx1xxxRx/xxx3RxxB/xxxB3xBx/Bxx3xxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxRx/Rxxxxxxxxx r",
}

func thinking(usual string) match.Param {
	return match.Param{Name: "nodes", Default: usual, Usage: "positions to evaluate for a move when there is no clock", Effort: true}
}

func bots() []bundled {
	return []bundled{
		{
			Name: "random", Summary: "draws one of all legal turns",
			Params: []match.Param{{Name: "by", Default: "turn", Usage: "turn: of all legal turns; steps: a queen, then a square, then an arrow"}},
			New: func(p match.Params) (dealer, error) {
				switch p["by"] {
				case "turn":
					return func(chance *rand.Rand) player { return referee.Player(&bot.Random{Chance: chance}) }, nil
				case "steps":
					return func(chance *rand.Rand) player { return referee.Player(bot.RandomSteps{Chance: chance}) }, nil
				}
				return nil, fmt.Errorf("by=%s: want turn or steps", p["by"])
			},
		},
		{
			Name: "greedy", Summary: "looks one turn ahead for the most territory",
			New: func(match.Params) (dealer, error) {
				return func(chance *rand.Rand) player { return referee.Player(&bot.Greedy{Chance: chance}) }, nil
			},
		},
		{
			Name: "alphabeta", Summary: "selective alpha-beta search with Lieberum's evaluation",
			Params: []match.Param{
				{
					Name: "level", Default: "3", Most: len(bot.AlphaBetaLevels),
					Usage: fmt.Sprintf("1 to %d, each wins most games against the level below", len(bot.AlphaBetaLevels)),
				},
				thinking(""), // each level has its own
			},
			New: func(p match.Params) (dealer, error) {
				level, err := strconv.Atoi(p["level"])
				if err != nil || level < 1 || level > len(bot.AlphaBetaLevels) {
					return nil, fmt.Errorf("level=%s: want 1 to %d", p["level"], len(bot.AlphaBetaLevels))
				}
				usual := bot.AlphaBetaLevels[level-1]
				err = limitNodes(&usual.Limit, p)
				return func(chance *rand.Rand) player {
					b := usual
					b.Chance = chance
					return referee.Player(&b)
				}, err
			},
		},
		{
			Name: "mcts", Summary: "Monte-Carlo tree search with short playouts",
			Params: []match.Param{thinking("20000")},
			New: func(p match.Params) (dealer, error) {
				var limit bot.Limit
				err := limitNodes(&limit, p)
				return func(chance *rand.Rand) player { return referee.Player(&bot.MCTS{Limit: limit, Chance: chance}) }, err
			},
		},
		champion(),
	}
}

func champion() bundled {
	return bundled{
		Name: "champion", Summary: "the strongest: best-first tree search and an exact endgame solver",
		Params: []match.Param{
			match.Levels(len(bot.Levels)),
			thinking(strconv.Itoa(bot.Levels[len(bot.Levels)-1].Nodes)),
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
			var limit bot.Limit
			threads, err := 1, limitNodes(&limit, p)
			if text := p["threads"]; text != "" && err == nil {
				if threads, err = strconv.Atoi(text); err != nil || threads < 1 || threads > 64 {
					err = fmt.Errorf("threads=%s: want a number from 1 to 64", text)
				}
			}
			return func(chance *rand.Rand) player {
				return referee.Player(&bot.Champion{Limit: limit, Threads: threads, Chance: chance})
			}, err
		},
	}
}

func limitNodes(l *bot.Limit, p match.Params) error {
	if p["nodes"] == "" {
		return nil
	}
	n, err := strconv.Atoi(p["nodes"])
	if err != nil || n < 1 {
		return fmt.Errorf("nodes=%s: want a number of positions, at least 1", p["nodes"])
	}
	l.Nodes = n
	return nil
}
