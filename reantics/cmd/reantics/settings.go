//go:build !playground

package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/reantics/referee"
)

// settings is the file of the original, my-settings.json.
type settings struct {
	Games []struct {
		Type    string   `json:"type"`
		Games   *number  `json:"num_games"` // nil: 1
		Players []string `json:"players"`
	} `json:"games"`
	Additional struct {
		Swap         flag   `json:"swap"`
		Verbose      flag   `json:"verbose"`
		Limited      flag   `json:"timeout"`
		Restart      flag   `json:"autorestart"`
		Pause        flag   `json:"pause"`
		PauseIllegal flag   `json:"pauseIllegal"`
		Limit        string `json:"timeout_limit"`
		Layout       string `json:"layout_chosen"`
	} `json:"additional_settings"`
	Conditions []struct {
		Players    []string          `json:"players"`
		Conditions map[string]number `json:"conditions"`
	} `json:"pause_conditions"`
}

// number is a number, or its digits as a text.
type number int

func (n *number) UnmarshalJSON(b []byte) error {
	text := string(b)
	if unquoted, err := strconv.Unquote(text); err == nil {
		text = unquoted
	}
	i, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("%s: want a whole number", b)
	}
	*n = number(i)
	return nil
}

// flag is true, false, 1 or 0.
type flag bool

func (f *flag) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseBool(string(b))
	if err != nil {
		return fmt.Errorf("%s: want true or false", b)
	}
	*f = flag(v)
	return nil
}

const randomOverride = "Random Override"

var seconds = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// readTimeout reads seconds, more than 0.
func readTimeout(text string) (time.Duration, error) {
	n, err := strconv.ParseFloat(text, 64)
	if !seconds.MatchString(text) || err != nil || n <= 0 || n > 1e6 {
		return 0, fmt.Errorf("timeout %q: want seconds, such as 1 or 0.5", text)
	}
	return time.Duration(n * float64(time.Second)), nil
}

// readSettings reads a file of settings into a series.
func readSettings(path string, s *series) (entries []entry, err error) {
	content, err := files.Read(path, files.MostText)
	if err != nil {
		return nil, err
	}
	if entries, err = parseSettings(path, content, s); err == nil && len(entries) == 0 {
		return nil, fmt.Errorf("%s: it has no games", path)
	}
	return entries, err
}

// parseSettings reads the content of a file of settings into a series.
func parseSettings(file string, content []byte, s *series) (entries []entry, err error) {
	var f settings
	if err := json.Unmarshal([]byte(clean.Text(content)), &f); err != nil {
		var odd *json.UnmarshalTypeError
		if errors.As(err, &odd) {
			err = fmt.Errorf("%s: wrong type %s", cmp.Or(odd.Field, "the file"), odd.Value)
		}
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for i, g := range f.Games {
		kind, ok := kindOf(g.Type)
		if !ok {
			return nil, fmt.Errorf("%s: game %d: type %q: want %s, %s, %s, %s or %s",
				file, i+1, g.Type, quickStart, twoPlayer, playSelf, roundRobin, playAll)
		}
		e := entry{kind, g.Players, 1}
		if g.Games != nil {
			e.games = int(*g.Games)
		}
		if err := e.check(); err != nil {
			return nil, fmt.Errorf("%s: game %d: %w", file, i+1, err)
		}
		entries = append(entries, e)
	}
	more := f.Additional
	s.swap, s.verbose, s.restart = bool(more.Swap), bool(more.Verbose), bool(more.Restart)
	s.pauseStart, s.pauseIllegal = bool(more.Pause), bool(more.PauseIllegal)
	s.roster.random = s.roster.random || more.Layout == randomOverride
	if more.Limited {
		if s.timeout, err = readTimeout(more.Limit); err != nil {
			return nil, fmt.Errorf("%s: timeout_limit: %w", file, err)
		}
	}
	return entries, s.readConditions(file, &f)
}

func (s *series) readConditions(file string, f *settings) error {
	for i, c := range f.Conditions {
		if len(c.Players) != 2 {
			return fmt.Errorf("%s: pause condition %d: %d players: want 2", file, i+1, len(c.Players))
		}
		var counts []count
		for key, is := range c.Conditions {
			n, err := readCount(key, int(is))
			if err != nil {
				return fmt.Errorf("%s: pause condition %d: %w", file, i+1, err)
			}
			counts = append(counts, n)
		}
		slices.SortFunc(counts, func(a, b count) int {
			if a.player != b.player {
				return a.player - b.player
			}
			return slices.Compare([]byte(a.what), []byte(b.what))
		})
		s.conditions = append(s.conditions, condition{[2]string(c.Players), counts})
	}
	return nil
}

// queue plays a queue of games.
func queue(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "queue", Usage: "play a queue of games from a file of settings of the original",
		UsageText: "reantics queue [FILE]\n\nThe default file is my-settings.json. Players are named by author or file in the folder AI, or as\n" +
			"`reantics bots` lists them. Example:\n\n  reantics queue my-settings.json --seed 7",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "seed", Usage: "`NUMBER` that repeats the games: any decimal integer (default: drawn)"},
			&urfave.StringFlag{Name: "rules", Usage: "`TABLE` to play by: original or manual", Value: "original"},
			&urfave.StringFlag{Name: "cap", Value: strconv.Itoa(referee.DefaultCap), Usage: "`TURNS` after which a game is a draw; 0: no limit"},
			&urfave.StringFlag{Name: "python", Value: "python3", Usage: "`COMMAND` that runs players of the folder AI"},
		},
		Action: func(c *urfave.Context) error {
			file := "my-settings.json"
			if c.NArg() > 1 {
				return cli.Usagef("queue: argument %q: want one file", c.Args().Get(1))
			}
			if c.NArg() == 1 {
				file = c.Args().First()
			}
			s, err := newSeries(a, c.String("seed"), c.String("python"), match.Params{"rules": c.String("rules"), "cap": c.String("cap")})
			if err != nil {
				return err
			}
			defer s.roster.close()
			words := []string{file}
			for _, name := range []string{"rules", "cap", "python"} {
				if c.IsSet(name) {
					words = append(words, "--"+name, c.String(name))
				}
			}
			s.command = "reantics queue " + shellquote(words...)
			entries, err := readSettings(file, s)
			if err != nil {
				return err
			}
			return s.run(c.Context, entries)
		},
	}
}

// newSeries checks the settings of its games, and draws a seed if none is given.
func newSeries(a *cli.App, seed, python string, options match.Params) (*series, error) {
	switch {
	case seed == "":
		seed = seeds.Draw()
	case !seeds.Valid(seed):
		return nil, cli.Usagef("flag --seed: %q: want a decimal integer", seed)
	}
	s := &series{app: a, roster: newRoster(a, python, false), flag: "rules", seed: seed, setup: match.Setup{Options: options}}
	if _, err := startOf(s.setup); err != nil {
		return nil, cli.Usagef("%w", err)
	}
	if _, err := capOf(s.setup); err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return s, nil
}
