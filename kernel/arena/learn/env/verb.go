package env

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
)

// Wing adds the verb env.
func Wing(games batch.Maker) cli.Wing {
	return func(p *cli.Program) { p.Fronts = append(p.Fronts, front(games)) }
}

// front is the verb env: a server of many games for a program that learns.
func front(games batch.Maker) cli.Front {
	return func(a *cli.App) *urfave.Command { return envCommand(a, games) }
}

func envCommand(a *cli.App, games batch.Maker) *urfave.Command {
	return &urfave.Command{
		Name: "env", Usage: "step many games at once, for programs that learn",
		UsageText: fmt.Sprintf("%[1]s env\n\nThe Python package gridiron starts it; "+
			"kernel/arena/learn/env says what it reads and writes. Example:\n\n"+
			"  %[1]s env --games 256 --opponent %[2]s --restart next", a.Game.Name, a.Game.Bots[0].Name),
		Flags: verbs.PositionFlags(a,
			cli.NumberFlag("games", 1, 1, "`NUMBER` of games"),
			&urfave.StringSliceFlag{
				Name: "opponent", Usage: "`PLAYER` of the other seats; " + batch.Usual + " is one that suits a beginner, " + batch.League +
					" is one of several. If the flag is repeated, one is drawn for each game (default: you step all seats)",
			},
			&urfave.StringFlag{Name: "opponent-weights", Usage: "`NUMBERS`, one for each --opponent, such as 1,3: how often it is drawn (default: all equally)"},
			&urfave.StringFlag{Name: "seat", Usage: "`SEAT` that you step against an opponent; each: a different one in each game (default: the first)"},
			&urfave.StringFlag{
				Name: "restart", Value: "next", Usage: "`WHEN` a finished game begins again: next (in the next step), same (in the same step) or off (never)",
			},
			cli.NumberFlag("max-steps", 0, 0, "a game is cut off after this `NUMBER` of steps; 0: never"),
			&urfave.StringFlag{
				Name: "illegal", Value: "rules", Usage: "`WHAT` happens after an illegal action: rules (the referee decides), or replace (a legal one is played)",
			},
			cli.NumberFlag("workers", 1, 1, "`NUMBER` of games that are stepped at the same time"),
			cli.NumberFlag("memory", 0, 0, "`NUMBER` of an open file for the arrays, such as 3; 0: they go through the pipes"),
			&urfave.StringFlag{Name: "record", Usage: "write records into `DIR`"},
			&urfave.StringFlag{Name: "record-games", Usage: "record only these `GAMES`, such as 0,5 (default: all)"},
		),
		Action: func(c *urfave.Context) error {
			debug.SetGCPercent(100) // a thousand games may take a third of a gigabyte, and little of it becomes garbage
			config, err := configure(a, c)
			if err != nil {
				return err
			}
			direct, inside := a.Out.(*Direct)
			if inside && slices.ContainsFunc(config.Rivals, foreign(&a.Game.Info)) {
				return errOutside
			}
			s, err := newServer(&a.Game.Info, games, config)
			if err != nil {
				return cli.Usagef("%w", cli.SetupError(err))
			}
			if inside {
				direct.server = s
				return nil
			}
			served := make(chan error, 1)
			go func() { served <- s.Serve(a.Input(), a.Out) }()
			select {
			case err := <-served:
				s.Close()
				return err
			case <-c.Context.Done(): // a client that sends nothing must not keep us from ending
				return c.Context.Err()
			}
		},
	}
}

// maxGames bounds the number of games. More would not fit into the memory of usual machines, and for some numbers even the count
// of their bytes would be too large.
const maxGames = 1_000_000

// configure reads the command line.
func configure(a *cli.App, c *urfave.Context) (Config, error) {
	config := Config{Workers: cli.Number(c, "workers")}
	config.Games, config.MaxSteps = cli.Number(c, "games"), cli.Number(c, "max-steps")
	if config.Games > maxGames {
		return config, cli.Usagef("flag --games: %d: want at most %d", config.Games, maxGames)
	}
	config.Budget = time.Minute
	var err error
	if config.Rivals, err = rivals(c); err != nil {
		return config, err
	}
	config.Maker = match.Maker{Notes: a.Err, Slow: a.Slow}
	config.Restart = batch.Restart(c.String("restart"))
	switch config.Restart {
	case batch.RestartNext, batch.RestartSame, batch.RestartOff:
	default:
		return config, cli.Usagef("flag --restart: %q: want next, same or off", config.Restart)
	}
	switch illegal := c.String("illegal"); illegal {
	case "rules", "replace":
		config.Replace = illegal == "replace"
	default:
		return config, cli.Usagef("flag --illegal: %q: want rules or replace", illegal)
	}
	switch seat := c.String("seat"); {
	case seat == "each":
		config.Seat = -1
	case seat != "":
		if config.Seat = slices.Index(a.Game.Seats, seat); config.Seat < 0 {
			return config, cli.Usagef("flag --seat: %q: want %s or each", seat, strings.Join(a.Game.Seats, ", "))
		}
	}
	if fd := cli.Number(c, "memory"); fd > 0 {
		config.Memory = os.NewFile(uintptr(fd), "memory")
	}
	if config.Record, err = records(c); err != nil {
		return config, err
	}
	config.Setup, err = a.Setup(c)
	return config, err
}

// rivals reads the opponents and their weights.
func rivals(c *urfave.Context) (list []batch.Rival, err error) {
	for _, player := range c.StringSlice("opponent") {
		list = append(list, batch.Rival{Player: player, Weight: 1})
	}
	text := c.String("opponent-weights")
	if text == "" {
		return list, nil
	}
	words := strings.Split(text, ",")
	if len(words) != len(list) {
		return nil, cli.Usagef("flag --opponent-weights: %q: want %d numbers, one for each --opponent", text, len(list))
	}
	for i, word := range words {
		if list[i].Weight, err = strconv.Atoi(word); err != nil || list[i].Weight < 1 || list[i].Weight > maxWeight {
			return nil, cli.Usagef("flag --opponent-weights: %q: want whole numbers from 1 to %d, with commas between them", word, maxWeight)
		}
	}
	return list, nil
}

// maxWeight bounds weights so that no sum or product of them is too large.
const maxWeight = 1_000_000

// records returns a function that opens the record files, for games that are to be recorded.
func records(c *urfave.Context) (func(game, episode int) (io.Writer, error), error) {
	dir := c.String("record")
	if dir == "" {
		return nil, nil
	}
	var chosen []int
	for _, word := range strings.FieldsFunc(c.String("record-games"), func(r rune) bool { return r == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n >= cli.Number(c, "games") {
			return nil, cli.Usagef("flag --record-games: %q: want numbers of games from 0, with commas between them", word)
		}
		chosen = append(chosen, n)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, cli.Usagef("flag --record: %w", err)
	}
	return func(game, episode int) (io.Writer, error) {
		if chosen != nil && !slices.Contains(chosen, game) {
			return nil, nil
		}
		return &file{start: filepath.Join(dir, fmt.Sprintf("game-%d", game)), number: episode}, nil
	}, nil
}

// file is a record that is opened for every line, because a batch may have more games than a process may have open files.
type file struct {
	start  string // of its name
	number int    // the first that its name may have: no record replaces another
	name   string // when it has been made
}

func (f *file) Write(b []byte) (int, error) {
	if f.name != "" {
		return write(f.name, os.O_APPEND, b)
	}
	for ; ; f.number++ {
		name := fmt.Sprintf("%s-%d.jsonl", f.start, f.number)
		n, err := write(name, os.O_CREATE|os.O_EXCL|os.O_APPEND, b)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if at := (*fs.PathError)(nil); !errors.As(err, &at) || at.Op != "open" { // it is there, even if the disk is full
			f.name = name
		}
		return n, err
	}
}

// write opens a file with flags of package os, writes to it and closes it.
func write(path string, how int, content []byte) (n int, err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|how, 0o666)
	if err != nil {
		return 0, err
	}
	n, err = file.Write(content)
	return n, errors.Join(err, file.Close())
}
