package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// printed is what `go test -bench` writes, shortened.
const printed = `goos: linux
pkg: example.org/checkers
cpu: some processor @ 2.10GHz
BenchmarkList/board=8x8-2  	    1000	    1234.5 ns/op	     12.00 moves/op	 250000000 moves/s	       0 B/op
BenchmarkGame                     	       3	  51000000 ns/op
BenchmarkOther-16                 	       3	      7 ns/op	  1234567 nodes/s
PASS
ok  	example.org/checkers	3.210s
`

var ours = []result{
	{"checkers", "List/board=8x8", map[string]float64{"ns/op": 1234.5, "moves/op": 12, "moves/s": 250e6, "B/op": 0}, "moves/s"},
	{"checkers", "Game", map[string]float64{"ns/op": 51e6}, ""},
	{"checkers", "Other", map[string]float64{"ns/op": 7, "nodes/s": 1234567}, "nodes/s"},
}

func TestParse(t *testing.T) {
	got, err := parse("checkers", printed)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ours, got, cmp.AllowUnexported(result{})); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
}

func TestParseNamesWhatItCannotRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"PASS\n", "checkers: no benchmark printed anything"},
		{"PASS\nBenchmarkA-2 10 7 ns/op 3\n",
			`checkers: line 2 of the benchmarks: "BenchmarkA-2 10 7 ns/op 3\n": want pairs of a number and a unit`},
		{"BenchmarkA-2 10 x ns/op\n", `checkers: line 1 of the benchmarks: strconv.ParseFloat: parsing "x": invalid syntax`},
	} {
		if _, err := parse("checkers", tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("parse(%q): %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestBest(t *testing.T) {
	faster := result{"checkers", "Game", map[string]float64{"ns/op": 50e6}, ""}
	slower := result{"checkers", "Other", map[string]float64{"ns/op": 8, "nodes/s": 1}, "nodes/s"}
	got := slices.Clone(ours)
	best(got, []result{faster, slower, {"chess", "List/board=8x8", map[string]float64{"ns/op": 1}, ""}})
	if diff := cmp.Diff([]result{ours[0], faster, ours[2]}, got, cmp.AllowUnexported(result{})); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
}

func TestTable(t *testing.T) {
	subjects := []subject{
		{"chess", "List", "another game", "moves/s", []figure{{value: 1, of: "a snail"}}},
		{"checkers", "List/board=8x8", "moves listed", "moves/s", []figure{{value: 200e6, of: "a fast program", now: true}, {value: 50_000, of: "a slow one"}}},
	}
	want := strings.Join([]string{
		"| what | ours | other programs | ratio |",
		"|---|---:|---|---:|",
		"| checkers: moves listed (`List/board=8x8`) | 250 M moves/s | 200 M moves/s, a fast program | 1.2× |",
		"|  |  | 50 k moves/s, a slow one |  |",
		"| benchmark | ours |",
		"|---|---:|",
		"| checkers: `Game` | 51 ms |",
		"| checkers: `Other` | 1.23 M nodes/s |",
		"",
	}, "\n")
	compare, alone := tables(subjects, ours)
	if diff := cmp.Diff(want, compare+alone); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	if err := stale(subjects, []string{"checkers"}, ours); err != nil {
		t.Errorf("stale: %v, want nothing", err)
	}
	subjects[1].unit = "games/s"
	wantErr := "checkers: no benchmark List/board=8x8 reports games/s; correct its entry in subjects.go"
	if err := stale(subjects, []string{"checkers"}, ours); err == nil || err.Error() != wantErr {
		t.Errorf("stale: %v, want %s", err, wantErr)
	}
}

// What was measured now stands in the place of what was recorded, and nothing else changes.
func TestReplace(t *testing.T) {
	subjects := []subject{
		{"checkers", "List", "", "moves/s", []figure{{value: 1, of: "a snail"}, {value: 2, of: "the original"}}},
		{"checkers", "Game", "", "moves/s", []figure{{value: 3, of: "the original"}}},
	}
	want := []subject{
		{"checkers", "List", "", "moves/s", []figure{{value: 1, of: "a snail"}, {value: 7, of: "the original", now: true}}},
		{"checkers", "Game", "", "moves/s", []figure{{value: 3, of: "the original"}}},
	}
	original{game: "checkers", name: "List", of: "the original"}.replace(subjects, 7)
	if diff := cmp.Diff(want, subjects, cmp.AllowUnexported(subject{}, figure{})); diff != "" {
		t.Errorf("subjects (-want +got):\n%s", diff)
	}
}

// Every original that can be measured stands in the place of a figure.
func TestOriginalsHaveFigures(t *testing.T) {
	for _, o := range originals {
		found := false
		for _, s := range subjects {
			for _, f := range s.figures {
				found = found || s.game == o.game && s.name == o.name && f.of == o.of
			}
		}
		if !found {
			t.Errorf("%s: no figure of %q for %s", o.game, o.of, o.name)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{speedOf(75, "games/s"), "75 games/s"},
		{speedOf(3.1e6, "turns/s"), "3.1 M turns/s"},
		{speedOf(999_600, "turns/s"), "1 M turns/s"},
		{speedOf(1.0666e10, "turns/s"), "10.7 G turns/s"},
		{speedOf(4.2e12, "turns/s"), "4200 G turns/s"},
		{duration(245.04), "245 ns"},
		{duration(0.5), "0.5 ns"},
		{duration(2.5e9), "2.5 s"},
		{ratio(1506.7), "1507×"},
		{ratio(12.6), "13×"},
		{ratio(0.0432), "0.043×"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestBestC(t *testing.T) {
	speeds := map[string]float64{"RandomGame": 50}
	err := bestC(speeds, "perft2 1 2 3 4\nC perft2 counted  700 turns/s\nC random games  49 games/s\nC perft2 counted  600 turns/s\n")
	if diff := cmp.Diff(map[string]float64{"RandomGame": 50, "Perft/by=count/depth=2": 700}, speeds); diff != "" || err != nil {
		t.Errorf("%v; speeds (-want +got):\n%s", err, diff)
	}
	want := `it printed "C perft2 counted fast turns/s": want its speed`
	if err := bestC(speeds, "C perft2 counted fast turns/s"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestPlainC: amazons.c prints what is compared with our benchmarks, and these are subjects.
func TestPlainC(t *testing.T) {
	for label, name := range plainC {
		subject := slices.ContainsFunc(subjects, func(s subject) bool { return s.game == "amazons" && s.name == name })
		if !subject || !strings.Contains(amazonsC, `RUN("`+label+`"`) {
			t.Errorf("%q is compared with %s: want the first in amazons.c and the second among the subjects", label, name)
		}
		if function, _, _ := strings.Cut("Benchmark"+name, "/"); !regexp.MustCompile(besideC).MatchString(function) {
			t.Errorf("%s does not run in turn with amazons.c: want it in %s", name, besideC)
		}
	}
}
