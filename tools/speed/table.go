package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// result is what one benchmark printed.
type result struct {
	game, name string             // as in subject
	metrics    map[string]float64 // by unit, such as ns/op
	rate       string             // the first unit that ends in /s, "" if none does
}

// processors is what `go test` appends to a benchmark's name when it ran on more than one.
var processors = regexp.MustCompile(`-[0-9]+$`)

// parse reads the output of `go test -bench`.
func parse(game, text string) (results []result, err error) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		words := strings.Fields(line)
		if len(words) < 4 || !strings.HasPrefix(words[0], "Benchmark") {
			continue // the package, its verdict, the processor
		}
		r := result{game: game, name: processors.ReplaceAllString(words[0][len("Benchmark"):], ""), metrics: map[string]float64{}}
		if len(words)%2 != 0 {
			return nil, fmt.Errorf("%s: line %d of the benchmarks: %q: want pairs of a number and a unit", game, n, line)
		}
		for i := 2; i < len(words); i += 2 {
			value, unit := words[i], words[i+1]
			if r.metrics[unit], err = strconv.ParseFloat(value, 64); err != nil {
				return nil, fmt.Errorf("%s: line %d of the benchmarks: %w", game, n, err)
			}
			if r.rate == "" && strings.HasSuffix(unit, "/s") {
				r.rate = unit
			}
		}
		results = append(results, r)
	}
	if len(results) == 0 {
		return nil, fmt.Errorf("%s: no benchmark printed anything", game)
	}
	return results, nil
}

// best replaces each result that was faster again.
func best(results, again []result) {
	for _, r := range again {
		i := slices.IndexFunc(results, func(o result) bool { return o.game == r.game && o.name == r.name })
		if i >= 0 && r.metrics["ns/op"] < results[i].metrics["ns/op"] {
			results[i] = r
		}
	}
}

// String is the speed in the benchmark's own rate, or else the time of one run.
func (r result) String() string {
	if r.rate != "" {
		return speedOf(r.metrics[r.rate], r.rate)
	}
	return duration(r.metrics["ns/op"])
}

// tables writes the results as Markdown: those of the subjects in their order, for the README, and the others.
func tables(subjects []subject, results []result) (compare, alone string) {
	var b, rest strings.Builder
	b.WriteString("| what | ours | other programs | ratio |\n|---|---:|---|---:|\n")
	rest.WriteString("| benchmark | ours |\n|---|---:|\n")
	compared := map[int]bool{}
	for _, s := range subjects {
		i := s.find(results)
		if i < 0 {
			continue
		}
		compared[i] = true
		ours := results[i].metrics[s.unit]
		what, speed := fmt.Sprintf("%s: %s (`%s`)", s.game, s.what, s.name), speedOf(ours, s.unit)
		for _, f := range s.figures {
			theirs, factor := speedOf(f.value, s.unit)+", "+f.of, ""
			if f.now { // a ratio needs measurements on one machine
				factor = ratio(ours / f.value)
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", what, speed, theirs, factor)
			what, speed = "", "" // printed once
		}
	}
	for i, r := range results {
		if measured := r.rate != "" || r.metrics["ns/op"] > 0; measured && !compared[i] { // some benchmarks report no speed
			fmt.Fprintf(&rest, "| %s: `%s` | %s |\n", r.game, r.name, r)
		}
	}
	return b.String(), rest.String()
}

// stale fails if a subject of these games was not measured.
func stale(subjects []subject, games []string, results []result) error {
	for _, s := range subjects {
		if slices.Contains(games, s.game) && s.find(results) < 0 {
			return fmt.Errorf("%s: no benchmark %s reports %s; correct its entry in subjects.go", s.game, s.name, s.unit)
		}
	}
	return nil
}

// find returns the index of the subject's result, -1 if there is none that reports its unit.
func (s subject) find(results []result) int {
	for i, r := range results {
		if _, reports := r.metrics[s.unit]; reports && r.game == s.game && r.name == s.name {
			return i
		}
	}
	return -1
}

// speedOf writes a speed with three digits: 1.07 G turns/s.
func speedOf(value float64, unit string) string {
	return scaled(value, unit, "k "+unit, "M "+unit, "G "+unit)
}

// duration writes nanoseconds with three digits: 12.3 ms.
func duration(ns float64) string { return scaled(ns, "ns", "µs", "ms", "s") }

// scaled writes a value in the first of the units, each a thousand of the one before, that leaves at most three digits before
// the point.
func scaled(value float64, units ...string) string {
	for value >= 999.5 && len(units) > 1 {
		value /= 1000
		units = units[1:]
	}
	if value >= 100 {
		return strconv.FormatFloat(value, 'f', 0, 64) + " " + units[0]
	}
	return strconv.FormatFloat(value, 'g', 3, 64) + " " + units[0]
}

// ratio writes a factor with two digits, or all before the point.
func ratio(factor float64) string {
	if factor >= 10 {
		return strconv.FormatFloat(factor, 'f', 0, 64) + "×"
	}
	return strconv.FormatFloat(factor, 'g', 2, 64) + "×"
}
