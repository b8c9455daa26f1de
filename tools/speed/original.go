package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// original is a third-party program in the package index, which can be measured on the same machine as ours.
type original struct {
	game, name string // of the subject
	of         string // the figure that it replaces
	requires   string // what pip installs
	script     string // Python that prints a speed in the unit of the subject
}

//go:embed original.py
var pelitaScript string

// The rules of Amazons in plain C: what a compiled program without our tricks does.
//
//go:embed plain/amazons.c
var amazonsC string

var originals = []original{
	{"pelita", "Referee/bots=stub/version=2.5.1", "the original", "pelita==2.5.1", pelitaScript},
}

// measure installs the program in a folder of its own, runs it and returns its speed.
func (o original) measure(ctx context.Context, errw io.Writer, python string) (speed float64, err error) {
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	inside := filepath.Join(dir, "bin", "python")
	if runtime.GOOS == "windows" {
		inside = filepath.Join(dir, "Scripts", "python.exe")
	}
	script := filepath.Join(dir, "original.py")
	if err := os.WriteFile(script, []byte(o.script), 0o666); err != nil {
		return 0, err
	}
	var out []byte
	for _, words := range [][]string{
		{python, "-m", "venv", dir}, {inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", o.requires}, {inside, script},
	} {
		fmt.Fprintln(errw, strings.Join(words, " "))
		cmd := exec.CommandContext(ctx, words[0], words[1:]...)
		cmd.Stderr = errw
		if out, err = cmd.Output(); err != nil {
			return 0, errors.Join(ctx.Err(), fmt.Errorf("flag --originals: %s: %w", strings.Join(words, " "), err))
		}
	}
	text := strings.TrimSpace(string(out))
	if speed, err = strconv.ParseFloat(text, 64); err != nil || speed <= 0 {
		return 0, fmt.Errorf("flag --originals: %s printed %q, want its speed", o.requires, text)
	}
	return speed, nil
}

// plainC names our benchmarks by what amazons.c calls the same.
var plainC = map[string]string{
	"list start position": "AppendMoves", "perft2 listed made unmade": "Perft/by=list/depth=2", "perft2 walk made unmade": "Perft/by=walk/depth=2",
	"perft2 counted": "Perft/by=count/depth=2", "random games": "RandomGame",
}

// besideC matches our benchmarks of plainC.
const besideC = "^Benchmark(AppendMoves|Perft|RandomGame)$"

// addC compiles amazons.c, runs it in turn with our benchmarks of the same, so that other work of the machine slows both, and
// adds its speeds to the subjects. The best run of each counts, in the results, too.
func addC(
	ctx context.Context, errw io.Writer, module, benchtime string, rounds int, subjects []subject, results []result,
) error {
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "amazons")
	compile := exec.CommandContext(ctx, "gcc", "-O3", "-march=native", "-o", program, "-x", "c", "-")
	compile.Stdin, compile.Stderr = strings.NewReader(amazonsC), errw
	fmt.Fprintln(errw, strings.Join(compile.Args, " "))
	if err := compile.Run(); err != nil {
		return fmt.Errorf("flag --originals: gcc compiles amazons.c: %w", err)
	}
	speeds := map[string]float64{}
	for range rounds {
		run := exec.CommandContext(ctx, program)
		run.Stderr = errw
		printed, err := run.Output()
		if err == nil {
			err = bestC(speeds, string(printed))
		}
		if err != nil {
			return errors.Join(ctx.Err(), fmt.Errorf("flag --originals: amazons.c: %w", err))
		}
		text, err := benchmark(ctx, errw, module, besideC, benchtime)
		if err != nil {
			return err
		}
		again, err := parse("amazons", text)
		if err != nil {
			return err
		}
		best(results, again)
	}
	for i := range subjects {
		if speed := speeds[subjects[i].name]; speed > 0 && subjects[i].game == "amazons" {
			subjects[i].figures = append(subjects[i].figures, figure{value: speed, of: "plain C, `gcc -O3 -march=native`", now: true})
		}
	}
	return nil
}

// bestC reads what amazons.c prints, and keeps in speeds, by the names of our benchmarks, what is faster than before.
func bestC(speeds map[string]float64, printed string) error {
	for line := range strings.Lines(printed) {
		words := strings.Fields(line)
		if len(words) < 4 || words[0] != "C" {
			continue
		}
		speed, err := strconv.ParseFloat(words[len(words)-2], 64)
		if err != nil {
			return fmt.Errorf("it printed %q: want its speed", line)
		}
		name := plainC[strings.Join(words[1:len(words)-2], " ")]
		speeds[name] = max(speeds[name], speed)
	}
	return nil
}

// replace replaces the recorded figure by a speed that was measured now.
func (o original) replace(subjects []subject, speed float64) {
	for i := range subjects {
		if s := &subjects[i]; s.game == o.game && s.name == o.name {
			for k := range s.figures {
				if s.figures[k].of == o.of {
					s.figures[k] = figure{value: speed, of: o.of, now: true}
				}
			}
		}
	}
}
