package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// slower is the factor of time, compared with the other commit, from which a benchmark counts as too slow.
const slower = 1.1

// A pairing is a benchmark at two commits: the least time per operation of all runs, in nanoseconds; 0 if there was no run.
type pairing struct{ then, now float64 }

func (p pairing) factor() float64 { return p.now / p.then }

// versus builds the benchmarks of a commit and those of the checkout and runs them in turn, so that other work of the machine
// slows both. The best run of each counts. Those that seem too slow are run again before that is an error.
func versus(ctx context.Context, out, errw io.Writer, root string, games []string, commit, benchtime string, rounds int) error {
	dir, err := os.MkdirTemp("", "speed-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	hash, err := checkout.Commit(ctx, os.DirFS(root), root, commit)
	if err != nil {
		return fmt.Errorf("flag --vs: %w", err)
	}
	then := filepath.Join(dir, "then")
	if err := checkout.Clone(ctx, root, hash, then); err != nil {
		return fmt.Errorf("flag --vs: %w", err)
	}
	if commit == checkout.Recorded {
		commit = hash[:10]
	}
	os.Symlink(filepath.Join(root, "..", "shared"), filepath.Join(dir, "shared")) // without it, some benchmarks skip
	var wrong []string
	fmt.Fprintf(out, "| benchmark | at %s | now | time |\n|---|---:|---:|---:|\n", commit)
	for _, game := range games {
		old, err := compiled(ctx, filepath.Join(then, game), filepath.Join(dir, game+"-then"))
		if err != nil {
			return fmt.Errorf("%s at %s: %w", game, commit, err)
		}
		current, err := compiled(ctx, filepath.Join(root, game), filepath.Join(dir, game+"-now"))
		if err != nil {
			return fmt.Errorf("%s: %w", game, err)
		}
		for _, name := range slices.Sorted(maps.Keys(current)) {
			if old[name] == "" {
				fmt.Fprintf(errw, "%s: no benchmarks at %s to compare with\n", name, commit)
				continue
			}
			list := map[string]pairing{}
			for try := range 3 {
				if err := inTurn(ctx, list, old[name], current[name], benchtime, rounds); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				if !slices.ContainsFunc(slices.Collect(maps.Values(list)), func(p pairing) bool { return p.factor() > slower }) {
					break
				}
				fmt.Fprintf(errw, "%s: slower in try %d of 3\n", name, try+1)
			}
			for _, benchmark := range slices.Sorted(maps.Keys(list)) {
				p := list[benchmark]
				full := name + ": " + benchmark
				fmt.Fprintf(out, "| %s | %s | %s | %+.1f %% |\n", full, duration(p.then), duration(p.now), 100*(p.factor()-1))
				if p.factor() > slower {
					wrong = append(wrong, full)
				}
			}
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("more than %.0f %% slower than at %s: %s", 100*(slower-1), commit, strings.Join(wrong, ", "))
	}
	return nil
}

// compiled builds the tests of all packages of a module that have benchmarks. It returns the programs by the packages' names.
func compiled(ctx context.Context, module, to string) (map[string]string, error) {
	if err := os.Mkdir(to, 0o755); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "go", "list", "-f", "{{.Dir}} {{.ImportPath}}", "./...")
	cmd.Dir = module
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	programs := map[string]string{}
	for line := range strings.Lines(string(text)) {
		dir, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !hasBenchmarks(dir) {
			continue
		}
		program := filepath.Join(to, strings.ReplaceAll(name, "/", "_"))
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-o", program, ".")
		cmd.Dir = dir
		if text, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go test -c in %s: %w: %s", dir, err, bytes.TrimSpace(text))
		}
		programs[strings.TrimPrefix(name, checkout.Prefix)] = program
		if err := os.WriteFile(program+".dir", []byte(dir), 0o644); err != nil {
			return nil, err
		}
	}
	return programs, nil
}

var benchmarkFunc = regexp.MustCompile(`(?m)^func Benchmark`)

func hasBenchmarks(dir string) bool {
	files, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && benchmarkFunc.Match(text)
	})
}

// inTurn runs all benchmarks of two programs, one program after the other, and notes the best time of each benchmark.
func inTurn(ctx context.Context, list map[string]pairing, then, now, benchtime string, rounds int) error {
	for range rounds {
		for _, side := range []struct {
			program string
			note    func(p *pairing, ns float64)
		}{
			{then, func(p *pairing, ns float64) { p.then = least(p.then, ns) }},
			{now, func(p *pairing, ns float64) { p.now = least(p.now, ns) }},
		} {
			dir, err := os.ReadFile(side.program + ".dir")
			if err != nil {
				return err
			}
			cmd := exec.CommandContext(ctx, side.program, "-test.run", "^$", "-test.bench", ".", "-test.benchtime", benchtime)
			cmd.Dir = string(dir)
			text, err := cmd.CombinedOutput()
			if err != nil {
				return errors.Join(ctx.Err(), fmt.Errorf("%w\n%s", err, text))
			}
			results, err := parse(filepath.Base(side.program), string(text))
			if err != nil {
				return err
			}
			for _, r := range results {
				p := list[r.name]
				side.note(&p, r.metrics["ns/op"])
				list[r.name] = p
			}
		}
	}
	maps.DeleteFunc(list, func(_ string, p pairing) bool { return p.then == 0 || p.now == 0 }) // only one of the commits has it
	return nil
}

// least returns the smaller of two times; the first may be 0, for none.
func least(before, ns float64) float64 {
	if before == 0 {
		return ns
	}
	return min(before, ns)
}
