package main

import (
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
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/bot"
	"github.com/gridiron-games/gridiron/pelita/maze"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/view"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

type (
	player   = turn.Player[pelita.View, pelita.Move]
	observer = turn.Observer[pelita.View, pelita.Move]
	question = turn.Question[pelita.View]
	answer   = turn.Answer[pelita.Move]
	bundled  = match.Bot[pelita.View, pelita.Move]
	scheme   = match.Scheme[pelita.View, pelita.Move]
	dealer   = func(*rand.Rand) player // makes a bundled bot for one game
	table    = match.Table[pelita.View, pelita.Move]

	format     = match.Format[pelita.View, pelita.Move]
	transcript = match.Transcript[pelita.View, pelita.Move]
)

// framePace is how long a frame stays on a terminal by default.
const framePace = 25 * time.Millisecond

// game connects the rooms.
func game() *match.Game[pelita.View, pelita.Move] {
	return &match.Game[pelita.View, pelita.Move]{
		Name:     "pelita",
		Summary:  "Pelita: two teams of two bots eat each other's pellets in a maze",
		Seats:    referee.Seats,
		Hidden:   true, // distant enemies are seen with noise
		Defaults: []string{"smart-eating", "smart-random"},
		Elo:      elo,
		Seated:   []string{"human", "smart-random"},
		Codec:    wire.Codec,
		Open:     open,
		Options:  options,
		Round:    pelita.Bots,
		Moves:    movesOf,
		Menu:     view.Menu,
		Why:      view.Why,
		Bots:     bots(),
		Schemes:  schemes(),
		Notation: match.Notation[pelita.View, pelita.Move]{
			Layout:  "a layout text",
			Example: "(3, 9)",
			Parse:   parse,
			Say:     view.Say,
			Text:    func(_ pelita.View, m pelita.Move) string { return m.String() },
			Formats: formats(),
		},
		Manual: match.Manual{HowTo: view.HowTo, Rules: pelita.RulesText},
		Checks: match.Checks{Probes: probes(), Program: "my_team.py", Templates: wire.Templates, Bench: bench},
	}
}

// movesOf returns the legal moves.
func movesOf(v pelita.View) (list []pelita.Move) {
	if v.Kind != pelita.AskMove {
		return nil
	}
	for _, c := range v.Legal() {
		list = append(list, pelita.MoveTo(c))
	}
	return list
}

// options are what defines a game, besides its layout text and its seed.
var options = []match.Param{
	{Name: "rules", Default: "2.5.1", Usage: "`VERSION` of the original whose rules are played, 2.5.1 or 2.7.0"},
	{Name: "layout", Default: "", Usage: "`NAME` of a built-in layout, such as normal_035 (default: one of a size is drawn)"},
	{Name: "size", Default: "normal", Usage: "`SIZE` of a drawn layout: small, normal, big or all; of a 2.7.0 maze: tiny to huge, or 40x20"},
	{Name: "food", Default: "", Usage: "`TRAPPED:TOTAL` pellets of each team in a 2.7.0 maze"},
	{Name: "rounds", Default: strconv.Itoa(pelita.MaxRounds), Usage: "`NUMBER` of rounds"},
	{Name: "error-limit", Default: strconv.Itoa(pelita.ErrorLimit), Usage: "`NUMBER` of errors that disqualify a team in 2.5.1; 0: no limit"},
	{Name: "allow-camping", Default: "false", Usage: "pellets stay where they are in the shadow of a ghost"},
}

// open sets up a game. Missing settings are drawn from the seed, as the original draws them.
func open(s match.Setup) (*table, error) {
	r, err := newReferee(s, [2]string{}, [2]string{})
	if err != nil {
		return nil, err
	}
	state := r.State()
	return &table{
		Referee: r,
		Start:   s.Start,
		View:    wire.Codec.View(state.ViewOf(pelita.Blue, pelita.AskName)),
		Draw:    func(c *ascii.Canvas) { draw(c, state) },
		Layout:  state.String,
		Scene:   func(before *scene.Scene) scene.Scene { return view.Scene(before, state) },
	}, nil
}

// draw shows a state: on a terminal with colours and with what bots believe, elsewhere as a layout text.
func draw(c *ascii.Canvas, s *referee.State) {
	if c.Live {
		view.Draw(c, s)
	} else {
		view.Plain(c, s)
	}
}

// newReferee reads what defines a game.
func newReferee(s match.Setup, infos, specs [2]string) (*referee.Referee, error) {
	o := referee.Options{Infos: infos, Specs: specs}
	version, err := pelita.ParseVersion(s.Options["rules"])
	if err != nil {
		return nil, fmt.Errorf("flag --rules: %w", err)
	}
	o.Version, o.AllowCamping = version, s.Options["allow-camping"] == "true"
	for name, to := range map[string]*int{"rounds": &o.MaxRounds, "error-limit": &o.ErrorLimit} {
		n, err := strconv.Atoi(s.Options[name])
		if err != nil || n < 0 {
			return nil, fmt.Errorf("flag --%s: %q: want a whole number, at least 0", name, s.Options[name])
		}
		*to = n
	}
	chance, err := pyrand.Parse(s.Seed)
	if err != nil {
		return nil, fmt.Errorf("flag --seed: %w", err)
	}
	name, text, err := layoutOf(s, version, chance)
	if err != nil {
		return nil, err
	}
	o.Layout = name
	l, err := pelita.ParseLayout(text)
	if err != nil {
		return nil, err
	}
	m, err := l.Maze()
	if err != nil {
		return nil, err
	}
	return referee.New(l, m, o, chance), nil
}

// layoutOf finds, draws or makes the layout.
func layoutOf(s match.Setup, version pelita.Version, chance maze.Chance) (name, text string, err error) {
	layout, size := s.Options["layout"], s.Options["size"]
	switch {
	case s.Start != "" && layout != "":
		return "", "", errors.New("flag --layout: --start already gives a layout; give only one of them")
	case s.Start != "":
		return s.Options["layout-name"], s.Start, nil
	case layout != "":
		if text, err = maze.Named(layout); err != nil {
			return "", "", fmt.Errorf("flag --layout: %w; --start takes files", err)
		}
		return layout, text, nil
	case version == pelita.V251:
		if name, text, err = maze.Draw(version, size, chance); err != nil {
			return "", "", fmt.Errorf("flag --size: %w", err)
		}
		return name, text, nil
	}
	parsed, err := mazeSize(size, s.Options["food"])
	if err != nil {
		return "", "", err
	}
	if text, err = maze.Generate(parsed, chance); err != nil {
		return "", "", fmt.Errorf("flag --size: %w", err)
	}
	return "", text, nil
}

// mazeSize reads the size and the pellets of a maze of version 2.7.0.
func mazeSize(size, food string) (maze.Size, error) {
	s, err := maze.ParseSize(size)
	if err != nil {
		return s, fmt.Errorf("flag --size: %w", err)
	}
	if food != "" {
		trapped, total, found := strings.Cut(food, ":")
		t, errT := strconv.Atoi(trapped)
		n, errN := strconv.Atoi(total)
		if !found || errT != nil || errN != nil || t < 0 || n < 0 {
			return s, fmt.Errorf("flag --food: %q: want two numbers such as 10:30, pellets in dead ends and in all", food)
		}
		s.Trapped, s.Total = t, n
	}
	if s.Total == maze.NoFood {
		return s, fmt.Errorf("flag --food: a maze of size %s needs its numbers of pellets, such as 10:30", size)
	}
	return s, nil
}

// parse reads a move that a person typed.
func parse(v pelita.View, text string) (pelita.Move, error) {
	m, err := pelita.ParseMove(text)
	if err != nil {
		return m, err
	}
	for _, c := range v.Legal() {
		if c == m.To {
			return m, nil
		}
	}
	return m, &match.IllegalError{Err: fmt.Errorf("%v: want one of %v (R6)", m, v.Legal())}
}

// probes are small layouts where bots tend to fail: nothing to eat nearby, ghosts around the corner, a board full of pellets.
func probes() []string {
	return []string{
		"########\n#a # . #\n#b.  xy#\n########\n",
		"############\n#a.  ##  .x#\n#b . .  . y#\n############\n",
		"################\n#b......#......#\n#a......#.....y#\n#.............x#\n################\n",
	}
}

// team is a bundled bot that is made again for each game.
func team(name, title, summary string, create func() referee.Bot) bundled {
	return bundled{Name: name, Summary: summary, New: func(match.Params) (dealer, error) {
		return func(*rand.Rand) player { return referee.Player(title, create()) }, nil
	}}
}

func bots() []bundled {
	return []bundled{
		team("stopping", "Stopping Players", "stays where it is", func() referee.Bot { return bot.Stopping{} }),
		team("random", "Random Players", "goes anywhere", func() referee.Bot { return bot.Random{} }),
		team("nq-random", "Random Players", "goes anywhere but back", func() referee.Bot { return bot.NotQuiteRandom{} }),
		team("food-eating", "Food Eating Players", "goes for one pellet after the other", func() referee.Bot { return &bot.FoodEating{} }),
		team("smart-eating", "Smart Eating Players", "the same, and waits for ghosts to pass", func() referee.Bot { return &bot.SmartEating{} }),
		team("smart-random", "Smart Random Players", "takes what lies beside it and avoids ghosts", func() referee.Bot { return bot.SmartRandom{} }),
		team("random-explorer", "Random Explorer Players", "goes where it was longest ago", func() referee.Bot { return &bot.RandomExplorer{} }),
		team("0", "Smart Eating Players", "the original's name of smart-eating", func() referee.Bot { return &bot.SmartEating{} }),
		team("1", "Smart Random Players", "the original's name of smart-random", func() referee.Bot { return bot.SmartRandom{} }),
		team("demo-stopping", "StoppingBots", "example: as short as a bot can be", func() referee.Bot { return bot.DemoStopping{} }),
		team("demo-random", "RandomBots", "example: draws a legal cell", func() referee.Bot { return bot.DemoRandom{} }),
		team("demo-smart-random", "SmartRandomBots", "example: eats, kills and runs away", func() referee.Bot { return bot.DemoSmartRandom{} }),
		team("demo-attacker", "Basic Attacker Bots", "example: shortest paths to pellets", func() referee.Bot { return &bot.DemoAttacker{} }),
		team("demo-defender", "Basic Defender Bots", "example: hunts at home", func() referee.Bot { return bot.DemoDefender{} }),
		team("demo-switching", "Switching Bots", "example: attacks and defends", func() referee.Bot { return &bot.DemoSwitching{} }),
		team("switcher", "Switchers", "attacks or defends by score and distance", func() referee.Bot { return &bot.Switcher{} }),
		team("halves", "Halves", "both attack, each in its half of the maze", func() referee.Bot { return &bot.Halves{} }),
		champion(),
	}
}

func champion() bundled {
	return bundled{
		Name: "champion", Summary: "the strongest: beliefs, danger and roles",
		Params: []match.Param{match.Levels(len(bot.Levels))},
		New: func(p match.Params) (dealer, error) {
			level, err := p.Level(len(bot.Levels))
			if err != nil {
				return nil, err
			}
			return func(*rand.Rand) player {
				return referee.Player("Champions", &bot.Champion{Level: &bot.Levels[level-1]})
			}, nil
		},
	}
}
