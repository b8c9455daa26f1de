package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/matches"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
	"github.com/gridiron-games/gridiron/tools/internal/measured"
)

// measurement is the result of the games of one game.
type measurement struct {
	game, control string
	commit        string // the current commit; it says so if there are uncommitted changes
	sum           string // of the code
	rows          []row
	predecessor   *row // nil: it was not asked for, or is the same program
	then          string
}

// row is a row of the table.
type row struct {
	name  string
	tally *matches.Tally
}

// measure plays those games of one game that were not played yet.
func (r *run) measure(ctx context.Context, game, work string) (*measurement, error) {
	s, err := of(game, r.short)
	if err != nil {
		return nil, err
	}
	if r.games > 0 {
		s.games = r.games
	}
	if r.pairs > 0 {
		s.pairs = r.pairs
	}
	if err := os.Mkdir(work, 0o777); err != nil {
		return nil, err
	}
	m := &measurement{game: game, control: s.control, then: r.hash}
	if m.sum, err = measured.Sum(os.DirFS(r.root), measured.Strength(game).Dirs...); err != nil {
		return nil, err
	}
	if m.commit, err = checkout.State(ctx, r.root, game, "kernel"); err != nil {
		return nil, err
	}
	if !r.only {
		if m.rows, err = r.population(ctx, game, s, m.sum, work); err != nil {
			return nil, err
		}
	}
	if r.then != "" {
		sum, err := measured.Sum(os.DirFS(r.then), measured.Strength(game).Dirs...)
		if err != nil {
			return nil, fmt.Errorf("at %.10s: %w", r.hash, err)
		}
		if sum == m.sum {
			return m, nil
		}
		tally, err := r.predecessor(ctx, game, s, m.sum, work)
		if err != nil {
			return nil, err
		}
		m.predecessor = &row{"its predecessor", tally}
	}
	return m, nil
}

// population runs the tests of the bots, because only they know all sparring partners.
func (r *run) population(ctx context.Context, game string, s suite, sum, work string) ([]row, error) {
	dir := filepath.Join(r.root, game, "bot")
	sparring, err := sparringSum(dir)
	if err != nil {
		return nil, err
	}
	tests := filepath.Join(work, "bot.test")
	cmd := exec.CommandContext(ctx, "go", "test", "-c", "-o", tests, ".")
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go test -c in %s: %w: %s", dir, err, bytes.TrimSpace(text))
	}
	file := filepath.Join(r.dir, fmt.Sprintf("%s-%s-%s.jsonl", game, sum, sparring))
	pairs := "champion/all"
	if len(s.short.opponents) > 0 {
		pairs = "champion/" + strings.Join(s.short.opponents, ",champion/")
	}
	words := append([]string{"-test.run", "^TestMatches$", "-test.v", "-test.timeout", "0", "-match-json", file, "-match-pairs", pairs, "-match-games",
		strconv.Itoa(s.games), "-match-nodes", strconv.Itoa(s.nodes), "-match-workers", strconv.Itoa(r.workers)}, s.short.flags...)
	cmd = exec.CommandContext(ctx, tests, words...)
	cmd.Dir = dir
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	fmt.Fprintf(r.errs, "%s: games against the population, kept in %s\n", game, file)
	if err := cmd.Run(); err != nil {
		return nil, errors.Join(ctx.Err(), fmt.Errorf("TestMatches: %w\n%s", err, text.Bytes()))
	}
	control, err := controlOf(text.String())
	if err != nil {
		return nil, err
	}
	journal, lines, err := matches.Open(file)
	if err != nil {
		return nil, err
	}
	journal.Close()
	return rows(lines, control, s.games), nil
}

// controlOf finds the control of the games in what TestMatches prints: "2026-11-22, commit 0123456, CONTROL".
func controlOf(text string) (string, error) {
	for line := range strings.Lines(text) {
		if words := strings.SplitN(strings.TrimSpace(line), ", ", 3); len(words) == 3 && strings.HasPrefix(words[1], "commit ") {
			return words[2], nil
		}
	}
	return "", fmt.Errorf("TestMatches printed no line with the control of its games:\n%s", text)
}

// rows counts the games of a control, with numbers below a bound, in the order in which the opponents were first met.
func rows(lines []matches.Line, control string, games int) (list []row) {
	index := map[string]int{}
	for _, line := range lines {
		if line.Control != control || line.Game >= games {
			continue
		}
		i, known := index[line.Second]
		if !known {
			i = len(list)
			index[line.Second] = i
			list = append(list, row{line.Second, &matches.Tally{}})
		}
		list[i].tally.Add(line.Game, line.Points)
	}
	return list
}

// sparringSum returns a sum of the test files that have the sparring partners and their games, comments included.
func sparringSum(dir string) (string, error) {
	all := sha256.New()
	for _, pattern := range []string{"match*_test.go", "predecessor*_test.go", "sparring*_test.go"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return "", err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(all, "%s %x\n", filepath.Base(file), sha256.Sum256(text))
		}
	}
	return fmt.Sprintf("%.4x", all.Sum(nil)), nil
}

// predecessor plays against the champion of the other commit.
func (r *run) predecessor(ctx context.Context, game string, s suite, sum, work string) (*matches.Tally, error) {
	list, err := programs(ctx, r.root, r.then, game, work)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(r.dir, fmt.Sprintf("%s-%s-then.jsonl", game, sum))
	journal, lines, err := matches.Open(file)
	if err != nil {
		return nil, err
	}
	defer journal.Close()
	t := task{Opening: s.opening}
	if s.effort != "" {
		t.Params = map[string]string{s.effort: strconv.Itoa(s.nodes)}
	}
	them := "champion@" + r.hash
	known := rows(lines, s.control, 2*s.pairs)
	tally := &matches.Tally{}
	for _, k := range known {
		if k.name == them {
			tally = k.tally
		}
	}
	fmt.Fprintf(r.errs, "%s: %d pairs of games against the champion of %.10s, kept in %s\n", game, s.pairs, r.hash, file)
	var (
		wait   sync.WaitGroup
		lock   sync.Mutex
		failed error
		places = make(chan struct{}, r.workers)
	)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for number := 0; number < 2*s.pairs; number++ {
		places <- struct{}{}
		lock.Lock()
		skip := tally.Has(number) || ctx.Err() != nil
		lock.Unlock()
		if skip {
			<-places
			continue
		}
		wait.Go(func() {
			defer func() { <-places }()
			t := t
			t.Seat, t.Seed = number%2, strconv.Itoa(number/2)
			if len(s.starts) > 0 {
				t.Start = s.starts[number/2%len(s.starts)]
			}
			points, err := duel(ctx, t, list)
			lock.Lock()
			defer lock.Unlock()
			if err == nil {
				tally.Add(number, points)
				err = journal.Add(matches.Line{First: "champion", Second: them, Game: number, Control: s.control, Points: points})
			}
			if err != nil && failed == nil {
				failed = err
				stop()
			}
		})
	}
	wait.Wait()
	return tally, failed
}

// weaker reports whether the 95 % interval of the champion's points against its predecessor ends below one half.
func (m *measurement) weaker() bool {
	return m.predecessor != nil && m.predecessor.tally.Pairs().Share().High < 0.5
}

// text is the table.
func (m *measurement) text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, commit %s; champion: %s.\n\n", time.Now().UTC().Format(time.DateOnly), m.commit, m.control)
	all := m.rows
	if m.predecessor != nil {
		all = append(all[:len(all):len(all)], *m.predecessor)
	}
	if len(all) > 0 {
		out.WriteString("| champion against | won-drawn-lost | points (95 % interval) | pairs of games |\n|---|---|---|---:|\n")
	}
	for _, r := range all {
		fmt.Fprintf(&out, "| %s | %v |\n", r.name, r.tally)
	}
	switch {
	case m.predecessor != nil:
		fmt.Fprintf(&out, "\nIts predecessor is the champion of commit %.10s.\n", m.then)
	case m.then != "":
		fmt.Fprintf(&out, "\nNothing that it plays with has changed since commit %.10s.\n", m.then)
	}
	return strings.TrimPrefix(out.String(), "\n")
}

// put writes a table into the article about the bots.
func put(root string, table measured.Table, sum, text string) error {
	file := filepath.Join(root, filepath.FromSlash(table.File))
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	after, err := table.Put(string(content), sum, text)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(after), 0o666)
}
