package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// test is a test function of a package that judges mutants.
type test struct {
	name   string
	binary string
	folder string // of its package: tests run there
	took   time.Duration
}

// outcome is what became of a mutant.
type outcome string

const (
	killed   outcome = "killed"
	survived outcome = "survived"
	late     outcome = "timed out" // as good as killed
)

// grace is what a test may take on top of three times its time without a mutant.
const grace = 10 * time.Second

// memory is how much a test with a mutant may take, in KiB of addresses: an endless loop may fill a list.
const memory = 8 << 20

// build compiles the tests of the judges with the mutants in them.
func (m *mutated) build(ctx context.Context, root, dir string, judges []string) ([]*test, error) {
	replace := map[string]string{}
	for path, text := range m.files {
		to := filepath.Join(dir, strconv.Itoa(len(replace))+".go")
		if err := os.WriteFile(to, text, 0o666); err != nil {
			return nil, err
		}
		replace[path] = to
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		return nil, err
	}
	var tests []*test
	for i, judge := range judges {
		binary := filepath.Join(dir, fmt.Sprintf("judge%d.exe", i))
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-overlay", overlay, "-o", binary, "./"+judge)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s does not compile with the mutants of %s: %w\n%s", judge, m.folder, err, out)
		}
		cmd = exec.CommandContext(ctx, binary, "-test.list", "^(Test|Example|Fuzz)")
		cmd.Dir = filepath.Join(root, judge)
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("the tests of %s: %w", judge, err)
		}
		for _, name := range strings.Fields(string(out)) {
			tests = append(tests, &test{name: name, binary: binary, folder: cmd.Dir})
		}
	}
	return tests, nil
}

// run runs a test with a mutant, 0 for none, and says whether it passed within a time.
func (t *test) run(ctx context.Context, within time.Duration, env ...string) (outcome, []byte, error) {
	args := []string{
		t.binary, "-test.run", "^" + regexp.QuoteMeta(t.name) + "$", "-test.short", "-test.failfast",
		"-test.timeout", within.String(),
	}
	if runtime.GOOS != "windows" {
		args = append([]string{"sh", "-c", fmt.Sprintf(`ulimit -v %d; exec "$@"`, memory), "sh"}, args...)
	}
	ctx, cancel := context.WithTimeout(ctx, within+grace)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = t.folder, append(os.Environ(), env...), time.Second
	out, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	switch {
	case err == nil || errors.Is(err, exec.ErrWaitDelay) && cmd.ProcessState.Success():
		return survived, out, nil
	case ctx.Err() != nil || bytes.Contains(out, []byte("panic: test timed out after")):
		return late, out, nil
	case errors.As(err, &failed):
		return killed, out, nil
	}
	return "", nil, err
}

// explore runs each test without a mutant: it takes its time and notes which mutants it reaches.
func (m *mutated) explore(ctx context.Context, dir string, tests []*test) error {
	return parallel(len(tests), func(i int) error {
		t := tests[i]
		reached := filepath.Join(dir, fmt.Sprintf("reached%d", i))
		for try := 1; ; try++ {
			began := time.Now()
			got, out, err := t.run(ctx, 10*time.Minute, "GRIDIRON_MUTANT_REACHED="+reached)
			t.took = time.Since(began)
			if err != nil {
				return err
			}
			if got == survived {
				break
			}
			if try == 2 || ctx.Err() != nil {
				return fmt.Errorf("%s of %s: %s without a mutant; mend it first\n%s", t.name, t.folder, got, out)
			}
		}
		text, err := os.ReadFile(reached)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		lock.Lock()
		defer lock.Unlock()
		for _, word := range strings.Fields(string(text)) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return err
			}
			m.mutants[n-1].reached[t] = true
		}
		return nil
	})
}

// judge runs the tests that reach a mutant, the quickest first, until one fails.
func (m *mutant) judge(ctx context.Context, tests []*test) (outcome, error) {
	for _, t := range tests {
		if !m.reached[t] {
			continue
		}
		got, _, err := t.run(ctx, 3*t.took+grace, "GRIDIRON_MUTANT="+strconv.Itoa(m.number))
		if err != nil || got != survived {
			return got, err
		}
	}
	return survived, ctx.Err()
}

// judge returns what became of each mutant.
func (m *mutated) judge(ctx context.Context, tests []*test) ([]outcome, error) {
	slices.SortStableFunc(tests, func(a, b *test) int { return cmp.Compare(a.took, b.took) })
	outcomes := make([]outcome, len(m.mutants))
	return outcomes, parallel(len(m.mutants), func(i int) (err error) {
		outcomes[i], err = m.mutants[i].judge(ctx, tests)
		return err
	})
}

// lock guards what the workers of parallel write together.
var lock sync.Mutex

// parallel calls f for 0 to n-1, as many at a time as there are processors, and returns the first error.
func parallel(n int, f func(int) error) error {
	var wait sync.WaitGroup
	var first error
	next := 0
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for {
				lock.Lock()
				i := next
				next++
				stop := i >= n || first != nil
				lock.Unlock()
				if stop {
					return
				}
				if err := f(i); err != nil {
					lock.Lock()
					first = cmp.Or(first, err)
					lock.Unlock()
				}
			}
		})
	}
	wait.Wait()
	return first
}
