package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/matches"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
	"github.com/gridiron-games/gridiron/tools/internal/measured"
)

const (
	levelGames = 400 // of each level against the one below it
	scoutGames = 20  // of another bot against a level, to find out which levels are near
	anchor     = "random"
	byCounts   = "by their own counts"
)

// ladder plays the games of the levels of one game: by the program as people have it, without clocks.
type ladder struct {
	when    string   // the day and the commit
	starts  []string // of the pairs, in turn; none: the usual one
	games   int
	workers []*worker
	journal *matches.Journal
	tallies map[[2]string]*matches.Tally // points of the first
	errs    io.Writer
}

// tally returns the points of a player against another one.
func (l *ladder) tally(first, second string) *matches.Tally {
	pair := [2]string{first, second}
	if l.tallies[pair] == nil {
		l.tallies[pair] = &matches.Tally{}
	}
	return l.tallies[pair]
}

// bot is a line of `GAME bots --json`.
type bot struct {
	Name   string `json:"name"`
	Levels int    `json:"levels"`
}

// climb measures the levels of a game and returns the table.
func (r *run) climb(ctx context.Context, game, work string) (sum, text string, err error) {
	table := measured.Levels(game)
	if sum, err = measured.Sum(os.DirFS(r.root), table.Dirs...); err != nil {
		return "", "", err
	}
	commit, err := checkout.State(ctx, r.root, game, "kernel")
	if err != nil {
		return "", "", err
	}
	if err := os.Mkdir(work, 0o777); err != nil {
		return "", "", err
	}
	path := filepath.Join(work, "program")
	if err := program(ctx, r.root, game, path); err != nil {
		return "", "", err
	}
	bots, err := botsOf(ctx, path)
	if err != nil {
		return "", "", err
	}
	suite, err := of(game, false)
	if err != nil {
		return "", "", err
	}
	if suite.opening > 0 {
		if suite.starts, err = drawn(ctx, path, suite.opening); err != nil {
			return "", "", err
		}
	}
	file := filepath.Join(r.dir, fmt.Sprintf("%s-%s-levels.jsonl", game, sum))
	fmt.Fprintf(r.errs, "%s: the levels, kept in %s\n", game, file)
	l := &ladder{starts: suite.starts, games: levelGames, tallies: map[[2]string]*matches.Tally{}, errs: r.errs}
	if r.games > 0 {
		l.games = r.games
	}
	journal, lines, err := matches.Open(file)
	if err != nil {
		return "", "", err
	}
	defer journal.Close()
	l.journal = journal
	for _, line := range lines {
		l.tally(line.First, line.Second).Add(line.Game, line.Points)
	}
	defer func() {
		for _, w := range l.workers {
			err = errors.Join(err, w.close())
		}
	}()
	for range r.workers {
		w, err := hire(ctx, path)
		if err != nil {
			return "", "", err
		}
		l.workers = append(l.workers, w)
	}
	l.when = fmt.Sprintf("%s, commit %s", time.Now().UTC().Format(time.DateOnly), commit)
	text, err = l.measure(ctx, bots)
	return sum, text, err
}

// drawn has a program draw starts for all pairs of a step.
func drawn(ctx context.Context, path string, answers int) (list []string, err error) {
	text, err := json.Marshal(task{Opening: answers, Starts: levelGames / 2})
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, path)
	cmd.Env = append(os.Environ(), "GRIDIRON_RELAY="+string(text))
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("starts of %s: %w", filepath.Base(path), err)
	}
	for line := range strings.Lines(string(out)) {
		var start string
		if err := json.Unmarshal([]byte(line), &start); err != nil {
			return nil, fmt.Errorf("starts of %s: %w", filepath.Base(path), err)
		}
		list = append(list, start)
	}
	return list, nil
}

// botsOf asks a program for its bots.
func botsOf(ctx context.Context, path string) (list []bot, err error) {
	out, err := exec.CommandContext(ctx, path, "bots", "--json").Output()
	if err != nil {
		return nil, fmt.Errorf("%s bots --json: %w", filepath.Base(path), err)
	}
	for line := range strings.Lines(string(out)) {
		var b bot
		if err := json.Unmarshal([]byte(line), &b); err != nil {
			return nil, fmt.Errorf("%s bots --json: %q: %w", filepath.Base(path), line, err)
		}
		list = append(list, b)
	}
	if len(list) == 0 || list[len(list)-1].Levels == 0 {
		return nil, errors.New("the strongest bot has no levels")
	}
	return list, nil
}

// measure plays all games: each level against the one below it, and every other bot against the three levels nearest to it.
func (l *ladder) measure(ctx context.Context, bots []bot) (text string, err error) {
	top := bots[len(bots)-1]
	spec := func(level int) string { return fmt.Sprintf("%s:level=%d", top.Name, level) }
	below := anchor
	for level := 1; level <= top.Levels; level++ {
		tally, err := l.play(ctx, spec(level), below, l.games)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(l.errs, "| %s | %s | %v |\n", spec(level), below, tally)
		below = spec(level)
	}
	var others []string
	for _, b := range bots[:len(bots)-1] {
		switch {
		case b.Name == anchor:
		case b.Levels == 0:
			others = append(others, b.Name)
		default:
			for level := 1; level <= b.Levels; level++ {
				others = append(others, fmt.Sprintf("%s:level=%d", b.Name, level))
			}
		}
	}
	for _, other := range others {
		least, most := 1, top.Levels
		for least < most {
			middle := (least + most) / 2
			tally, err := l.play(ctx, other, spec(middle), min(scoutGames, l.games))
			if err != nil {
				return "", err
			}
			if tally.Pairs().Share().Value >= 0.5 {
				least = middle + 1
			} else {
				most = middle
			}
		}
		first := max(1, min(least-1, top.Levels-2))
		for level := first; level <= min(first+2, top.Levels); level++ {
			tally, err := l.play(ctx, other, spec(level), l.games)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(l.errs, "| %s | %s | %v |\n", other, spec(level), tally)
		}
	}
	return l.table(spec, top.Levels, others), nil
}

// table is the table of the levels, and the ratings of the other bots.
func (l *ladder) table(spec func(int) string, levels int, others []string) string {
	names := []string{anchor}
	for level := 1; level <= levels; level++ {
		names = append(names, spec(level))
	}
	names = append(names, others...)
	elo := l.ratings(names)
	var out strings.Builder
	rows := []string{"| level |", "|---|", "| points, % |", "| Elo |"}
	below := anchor
	least, most := math.MaxInt, 0
	for level := 1; level <= levels; level++ {
		p := l.tally(spec(level), below).Pairs()
		share := p.Share()
		least, most = min(least, 2*p.Pairs()), max(most, 2*p.Pairs())
		below = spec(level)
		rows[0] += fmt.Sprintf(" %d |", level)
		rows[1] += "---:|"
		rows[2] += fmt.Sprintf(" %.0f+-%.0f |", 100*share.Value, 100*share.Margin())
		rows[3] += fmt.Sprintf(" %d |", int(elo[below].Value))
	}
	out.WriteString(strings.Join(rows, "\n"))
	games := fmt.Sprint(least)
	if least < most {
		games += fmt.Sprintf(" to %d", most)
	}
	fmt.Fprintf(&out, "\n\n%s, %s games a step, %s. Points are those against the level below, of level 1 against `%s`, with their 95 %% interval. "+
		"Elo counts from `%[4]s`", l.when, games, byCounts, anchor)
	slices.SortStableFunc(others, func(a, b string) int { return int(elo[a].Value - elo[b].Value) })
	for i, other := range others {
		out.WriteString(map[bool]string{true: "; on the same scale are ", false: ", "}[i == 0])
		if i > 0 && i == len(others)-1 {
			out.WriteString("and ")
		}
		fmt.Fprintf(&out, "`%s` %d", other, int(elo[other].Value))
	}
	out.WriteString(".")
	return wrap(out.String(), 148)
}

// wrap breaks the lines of a text that are no rows of a table.
func wrap(text string, most int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "|") || len(line) <= most {
			out.WriteString(line)
			continue
		}
		length := 0
		for i, word := range strings.Fields(line) {
			switch {
			case i == 0:
			case length+1+len(word) > most:
				out.WriteByte('\n')
				length = 0
			default:
				out.WriteByte(' ')
				length++
			}
			out.WriteString(word)
			length += len(word)
		}
	}
	return out.String()
}

// ratings fits all games that were played. The first of the names has 0.
func (l *ladder) ratings(names []string) map[string]rating.Interval {
	var meetings []rating.Meeting
	for one, first := range names {
		for two, second := range names {
			p := l.tally(first, second).Pairs()
			for half, n := range []int{p.LL, p.LD, p.WL + p.DD, p.WD, p.WW} {
				meeting := rating.Meeting{A: one, B: two, Points: float64(half) / 2, Games: 2}
				meetings = append(meetings, slices.Repeat([]rating.Meeting{meeting}, n)...)
			}
		}
	}
	elo := map[string]rating.Interval{}
	list := rating.BradleyTerry(len(names), meetings)
	for i, name := range names {
		e := list[i].Elo
		e.Value, e.Low, e.High = e.Value-list[0].Elo.Value, e.Low-list[0].Elo.Value, e.High-list[0].Elo.Value
		elo[name] = e
	}
	return elo
}
