//go:build !playground && (!lean || analysis)

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	verb "github.com/gridiron-games/gridiron/kernel/arena/cli/original"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// compareOriginal plays in the original package and here.
var compareOriginal = verb.Compare(verb.Program{
	Where: "PYTHON", Players: "[TEAM TEAM...]", Example: "python3",
	Usage: "PYTHON is an interpreter or a virtual environment with the original's package, or a folder with the\n" +
		"package in it. TEAMs are files; every two of them meet (default: teams that new-bot writes). Here they\n" +
		"play without the package. Every state of every game is compared.",
	Flags: func() []urfave.Flag {
		return []urfave.Flag{
			cli.NumberFlag("rounds", 50, 1, "`NUMBER` of rounds of a game"),
			&urfave.StringFlag{Name: "size", Value: "normal", Usage: "small, normal or big: `SIZE` of the mazes"},
		}
	},
	Open: func(ctx context.Context, c *urfave.Context) (verb.Played, error) { return openOriginal(ctx, c) },
})

// original is the original package, as an interpreter has it.
type original struct {
	python  string
	env     []string
	version string
	teams   []string
	rounds  string
	size    string
	dir     string // for files that both programs write
}

// probe prints the version of the package. Our replacement of the package has no program.
const probe = `
import pelita
from pelita.scripts.pelita_main import main
import zmq
print(pelita.__version__)
`

// openOriginal finds the original package.
func openOriginal(ctx context.Context, c *urfave.Context) (*original, error) {
	where := c.Args().First()
	env := append(os.Environ(), proc.Steady()...)
	o := &original{python: where, env: env, rounds: strconv.Itoa(cli.Number(c, "rounds")), size: c.String("size")}
	if info, err := os.Stat(where); err == nil && info.IsDir() {
		programs := []string{filepath.Join(where, "bin", "python"), filepath.Join(where, "Scripts", "python.exe")}
		switch at := slices.IndexFunc(programs, isFile); {
		case at >= 0:
			o.python = programs[at]
		case isFile(filepath.Join(where, "pelita", "__init__.py")):
			path, err := filepath.Abs(where)
			if err != nil {
				return nil, err
			}
			o.python, o.env = "python3", append(o.env, "PYTHONPATH="+path)
		default:
			return nil, fmt.Errorf("compare-original: folder %s: want bin/python of a virtual environment, or the package pelita", where)
		}
	}
	out, complaint, err := o.run(ctx, "-c", probe)
	switch o.version = strings.TrimSpace(out); {
	case err != nil:
		return nil, fmt.Errorf("compare-original: %s has no package of the original (%s); `pip install pelita==2.7.0` or 2.5.1 brings it",
			where, last(complaint, err))
	case o.version != "2.5.1" && o.version != "2.7.0":
		return nil, fmt.Errorf("compare-original: %s has pelita %.40q: want 2.5.1 or 2.7.0", where, o.version)
	}
	if o.dir, err = os.MkdirTemp("", "pelita-original-*"); err != nil {
		return nil, err
	}
	if err := o.find(c.Args().Tail()); err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// find takes the named teams, or writes teams if none is named.
func (o *original) find(teams []string) error {
	for _, team := range teams {
		if _, err := os.Stat(team); err != nil {
			return cli.Usagef("compare-original: team: %w", err)
		}
		path, err := filepath.Abs(team)
		if err != nil {
			return err
		}
		o.teams = append(o.teams, path)
	}
	switch len(teams) {
	case 0:
	case 1:
		return cli.Usagef("compare-original: 1 team, want at least 2, or none")
	default:
		return nil
	}
	for _, name := range []string{"random_walk", "attacker", "defender", "smart_random", "switching"} {
		text, err := fs.ReadFile(wire.Templates, "newbot/python/"+name+".py.tmpl")
		if err != nil {
			return err
		}
		path := filepath.Join(o.dir, name+".py")
		if err := os.WriteFile(path, text, 0o666); err != nil {
			return err
		}
		o.teams = append(o.teams, path)
	}
	return nil
}

// last returns the last line of a program's error output.
func last(complaint string, err error) string {
	lines := strings.Split(strings.TrimSpace(complaint), "\n")
	if line := clean.Line(lines[len(lines)-1], 200); line != "" {
		return line
	}
	return err.Error()
}

// originalPatience is how long the original may take for a game.
const originalPatience = 10 * time.Minute

// run runs the interpreter.
func (o *original) run(ctx context.Context, args ...string) (out, complaint string, err error) {
	ctx, cancel := context.WithTimeout(ctx, originalPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, o.python, args...)
	var stdout, stderr bytes.Buffer
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = o.env, o.dir, &stdout, &stderr, 5*time.Second
	err = cmd.Run()
	return stdout.String(), stderr.String(), err
}

// Name implements verb.Played.
func (o *original) Name() string { return "pelita " + o.version }

// Close removes the files.
func (o *original) Close() error { return os.RemoveAll(o.dir) }

// Play implements verb.Played.
func (o *original) Play(ctx context.Context, n int, seed string) (a verb.Agreement, err error) {
	first := (n - 1) % len(o.teams)
	second := (first + 1 + (n-1)/len(o.teams)%(len(o.teams)-1)) % len(o.teams)
	teams := []string{o.teams[first], o.teams[second]}
	for _, team := range teams {
		a.Players = append(a.Players, strings.TrimSuffix(filepath.Base(team), ".py"))
	}
	for range lateTries {
		a.Turns, a.Ply, a.What = 0, 0, ""
		late, err := o.compare(ctx, &a, seed, teams)
		if !late || err == nil && a.What == "" || ctx.Err() != nil {
			return a, err
		}
	}
	return a, fmt.Errorf("a team was late %d times, so the clock decides this game and the two cannot be compared; try it when the machine is less busy",
		lateTries)
}

const (
	lateTries = 5    // for a game that differs and in which a team was late
	slowTeam  = "30" // seconds for a move, and to load a team, so that a busy machine makes none late
)

// compare plays one game in both programs and compares them. late says that a team was late in one of them.
func (o *original) compare(ctx context.Context, a *verb.Agreement, seed string, teams []string) (late bool, err error) {
	theirs, ours := filepath.Join(o.dir, "theirs"), filepath.Join(o.dir, "ours")
	for _, file := range []string{theirs, ours} {
		if err := os.RemoveAll(file); err != nil {
			return false, err
		}
	}
	game := []string{"--null", "--seed", seed, "--rounds", o.rounds, "--size", o.size, "--timeout", slowTeam}
	if o.version == "2.7.0" {
		game = append(game, "--initial-timeout", slowTeam)
	}
	game = append(game, "--write-replay")
	_, complaint, err := o.run(ctx, slices.Concat([]string{"-m", "pelita.scripts.pelita_main"}, game, []string{theirs}, teams)...)
	if err != nil { // 2.5.1 asks a team for a move although the team has not connected, and fails with this error
		late = o.version == "2.5.1" && strings.Contains(complaint, "object has no attribute '_walls'")
		return late, fmt.Errorf("the original: %s", last(complaint, err))
	}
	var complaints bytes.Buffer
	house := []string{ours, "--rules", o.version, "--stand-in", "always", "--python", o.python}
	args := slices.Concat(game, house, teams)
	if code := program().Run(ctx, args, strings.NewReader(""), &bytes.Buffer{}, &complaints); code != 0 {
		return false, fmt.Errorf("the game here: %s", last(complaints.String(), fmt.Errorf("exit status %d", code)))
	}
	want, err := readStates(theirs)
	if err != nil {
		return false, fmt.Errorf("what the original wrote: %w", err)
	}
	got, err := readStates(ours)
	if err != nil {
		return false, fmt.Errorf("what was written here: %w", err)
	}
	compareStates(a, want, got)
	return wasLate(want) || wasLate(got), nil
}

// wasLate reports whether a team was late in a game: an error says so, or a team has no name because 2.5.1 did not wait for it.
func wasLate(states []map[string]any) bool {
	for _, state := range states {
		for _, key := range []string{"errors", "fatal_errors"} {
			if text, _ := json.Marshal(state[key]); bytes.Contains(bytes.ToLower(text), []byte("timeout")) {
				return true
			}
		}
	}
	names, _ := states[len(states)-1]["team_names"].([]any)
	return slices.Contains(names, nil)
}

// compareStates compares the states of two games.
func compareStates(a *verb.Agreement, want, got []map[string]any) {
	for i := range min(len(want), len(got)) {
		if a.What = difference(want[i], got[i]); a.What != "" {
			a.Ply = i + 1
			return
		}
		a.Turns++
	}
	if len(want) != len(got) {
		a.Ply, a.What = min(len(want), len(got))+1, fmt.Sprintf("%d states here, %d in the original", len(got), len(want))
	}
}

// readStates reads a replay of either version.
func readStates(file string) (list []map[string]any, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(bytes.ReplaceAll(text, []byte("\x04"), nil)))
	lines.Buffer(nil, len(text)+1)
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var state map[string]any
		if err := json.Unmarshal(lines.Bytes(), &state); err != nil {
			return nil, fmt.Errorf("state %d: %w", len(list)+1, err)
		}
		list = append(list, state)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no states")
	}
	return list, lines.Err()
}

// own are the keys of a state that differ in all games: times, and the name of the game.
var own = []string{"team_time", "game_uuid"}

// difference names the first key in which two states differ, "" if there is none. Walls are a set, which has no order.
func difference(want, got map[string]any) string {
	keys := maps.Clone(want)
	maps.Copy(keys, got)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if slices.Contains(own, key) {
			continue
		}
		theirs, inTheirs := want[key]
		ours, inOurs := got[key]
		if key == "walls" {
			theirs, ours = sortedSet(theirs), sortedSet(ours)
		}
		if inTheirs != inOurs || !reflect.DeepEqual(theirs, ours) {
			return fmt.Sprintf("%s is %s, in the original %s", key, shown(ours, inOurs), shown(theirs, inTheirs))
		}
	}
	return ""
}

// sortedSet sorts a list of cells.
func sortedSet(v any) any {
	list, ok := v.([]any)
	if !ok {
		return v
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return list
}

// shown returns a value of a state as one line.
func shown(v any, there bool) string {
	if !there {
		return "missing"
	}
	text, _ := json.Marshal(v) // it was made by json
	return clean.Line(string(text), 120)
}
