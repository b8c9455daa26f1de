package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/maze"
)

// pelitaGame is a whole game that was played from the command line.
type pelitaGame struct {
	Args      []string         `json:"args"`
	Exit      int              `json:"rc"`
	Stdout    []string         `json:"stdout"`
	States    int              `json:"n_states"`
	Round     *int             `json:"round"`
	Turn      *int             `json:"turn"`
	Score     [2]int           `json:"score"`
	WhoWins   *int             `json:"whowins"`
	Names     [2]*string       `json:"team_names"`
	Kills     [4]int           `json:"kills"`
	Deaths    [4]int           `json:"deaths"`
	Bots      [4]pelitaCell    `json:"bots"`
	Food      []pelitaCell     `json:"food"`
	Fatal     [2][]pelitaFatal `json:"fatal_errors"`
	Hash      string           `json:"state_hash"`
	NumErrors *[2]int          `json:"num_errors,omitempty"`
	Layout    *string          `json:"layout_name,omitempty"`
	Phase     string           `json:"game_phase,omitempty"`
}

// pelitaState is the state in a replay file, as far as games are compared.
type pelitaState struct {
	Round     *int             `json:"round"`
	Turn      *int             `json:"turn"`
	Score     [2]int           `json:"score"`
	WhoWins   *int             `json:"whowins"`
	Names     [2]*string       `json:"team_names"`
	Kills     [4]int           `json:"kills"`
	Deaths    [4]int           `json:"deaths"`
	Bots      [4]pelitaCell    `json:"bots"`
	Food      []pelitaCell     `json:"food"`
	Fatal     [2][]pelitaFatal `json:"fatal_errors"`
	NumErrors *[2]int          `json:"num_errors"`
	Layout    *string          `json:"layout_name"`
	Phase     string           `json:"game_phase"`
}

// pelitaGames plays recorded games again from our command line, with teams in Python.
func pelitaGames(v pelita.Version) reader {
	return func(content []byte, o options, report func(outcome)) error {
		if _, err := exec.LookPath("python3"); err != nil {
			report(outcome{id: "real games", skipped: "there is no python3"})
			return nil
		}
		dir, err := os.MkdirTemp("", "conform")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if err := pelitaTable(dir, o); err != nil {
			return err
		}
		return lines(func(r pelitaGame, _ options, report func(outcome)) {
			id := strings.Join(r.Args, " ")
			c := outcome{id: id, kind: "game", want: asJSON(r)}
			for _, arg := range r.Args {
				if _, err := os.Stat(filepath.Join(dir, arg)); strings.HasSuffix(arg, ".py") && err != nil {
					report(pelitaWithout(v, r, arg))
					return
				}
			}
			got, err := pelitaPlay(v, dir, r.Args)
			if c.got = asJSON(got); err != nil {
				c.got = err.Error()
			}
			report(c)
		})(content, o, report)
	}
}

// pelitaWithout checks the part of a game that does not need the missing team file: which layout its seed draws.
func pelitaWithout(v pelita.Version, r pelitaGame, missing string) outcome {
	c := outcome{id: strings.Join(r.Args, " "), kind: "layout", skipped: "without team file " + missing}
	option := func(name, or string) string {
		if i := slices.Index(r.Args, name); i >= 0 {
			return r.Args[i+1]
		}
		return or
	}
	if v != pelita.V251 || r.Layout == nil {
		return c
	}
	c.want, c.got = *r.Layout, option("--layout", "")
	if c.got == "" {
		random, err := pyrand.Parse(option("--seed", ""))
		if err == nil {
			c.got, err = maze.Choose(option("--size", "normal"), random)
		}
		if err != nil {
			c.got = err.Error()
		}
	}
	return c
}

// pelitaTable puts our program and the teams into a folder.
func pelitaTable(dir string, o options) error {
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "pelita"), "github.com/gridiron-games/gridiron/pelita/cmd/pelita")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	// The two shortest examples of the original's template are described in words.
	for name, code := range map[string]string{
		"demo01_stopping.py": "TEAM_NAME = 'StoppingBots'\ndef move(bot, state):\n    return bot.position\n",
		"demo02_random.py":   "TEAM_NAME = 'RandomBots'\ndef move(bot, state):\n    return bot.random.choice(bot.legal_positions)\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(code), 0o666); err != nil {
			return err
		}
	}
	for _, from := range []string{filepath.Join(o.dir, "bots"), o.teams} {
		files, err := os.ReadDir(from)
		if err != nil && from != "" && from == o.teams {
			return err
		}
		for _, f := range files {
			content, err := os.ReadFile(filepath.Join(from, f.Name()))
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, f.Name()), content, 0o666)
			}
			if err != nil && !f.IsDir() {
				return err
			}
		}
	}
	return nil
}

// pelitaRun plays a game with our program and returns what it printed, and its replay file.
func pelitaRun(v pelita.Version, dir string, args []string) (out, replay []byte, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	const file = "game.replay"
	command := exec.CommandContext(ctx, filepath.Join(dir, "pelita"),
		append([]string{"--null", "--rules", v.String(), "--write-replay", file}, args...)...)
	command.Dir = dir
	command.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	if out, err = command.Output(); err != nil {
		return out, nil, err
	}
	replay, err = os.ReadFile(filepath.Join(dir, file))
	return out, replay, err
}

// pelitaPlay plays a game and describes it as the corpus does.
func pelitaPlay(v pelita.Version, dir string, args []string) (g pelitaGame, err error) {
	g.Args = args
	out, replay, err := pelitaRun(v, dir, args)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		g.Exit, err = exit.ExitCode(), nil
	}
	if err != nil {
		return g, err
	}
	g.Stdout = strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	return g, g.read(replay)
}

// read reads the states of a replay file.
func (g *pelitaGame) read(content []byte) error {
	hash := sha256.New()
	for line := range bytes.SplitSeq(bytes.ReplaceAll(content, []byte("\x04"), nil), []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var s pelitaState
		if err := json.Unmarshal(bytes.ReplaceAll(line, []byte(": Infinity"), []byte(": 0")), &s); err != nil {
			return err
		}
		slices.SortFunc(s.Food, func(a, b pelitaCell) int { return a.cell().Compare(b.cell()) })
		g.States++
		g.Round, g.Turn, g.Score, g.WhoWins, g.Names = s.Round, s.Turn, s.Score, s.WhoWins, s.Names
		g.Kills, g.Deaths = s.Kills, s.Deaths
		g.Bots, g.Food, g.Fatal, g.NumErrors, g.Layout, g.Phase = s.Bots, s.Food, s.Fatal, s.NumErrors, s.Layout, s.Phase
		if s.Round != nil {
			fmt.Fprintf(hash, "%d %d %s %s %s\n", *s.Round, *s.Turn, pythonList(s.Bots), pythonList(s.Score), pythonList(s.Food))
		}
	}
	g.Hash = fmt.Sprintf("%x", hash.Sum(nil))
	return nil
}

// pythonList writes a list as Python prints it.
func pythonList(v any) string { return strings.ReplaceAll(asJSON(v), ",", ", ") }
