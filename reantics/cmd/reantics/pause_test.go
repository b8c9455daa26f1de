package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
)

const counted = `playing blue manual
0 ^Q .  W  W  D  .  .  .  .  .
1 .  .  .  .  .  .  .  .  .  .
2 .  .  .  .  .  .  .  .  .  .
3 .  .  .  .  .  .  .  .  .  .
4 .  .  .  .  .  .  .  .  .  .
5 .  .  .  .  .  .  .  .  .  .
6 .  .  .  .  .  .  .  .  .  .
7 .  .  .  .  .  .  .  .  .  .
8 .  .  .  .  .  .  .  r  s  s
9 .  .  .  .  .  .  .  .  @  ^q
blue food 2 hill 00/1
red food 7 tunnel 89/2 ants Q99/4
`

// D11: all counts of a condition must hold, "any" matches any player, and the players may sit in either order.
func TestConditionsD11(t *testing.T) {
	p, err := reantics.ParsePosition(counted)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		players string // the condition's
		counts  map[string]int
		want    bool
	}{
		{"A B", map[string]int{"P0 Food": 2}, true},
		{"A B", map[string]int{"P0 Food": 7}, false},
		{"B A", map[string]int{"P0 Food": 7}, true},
		{"A C", map[string]int{"P0 Food": 2}, false},
		{"Any A", map[string]int{"P0 Food": 7}, true},
		{"Any Any", map[string]int{"P0 Food": 2, "P1 Food": 7}, true},
		{"Any Any", map[string]int{"P0 Food": 2, "P1 Food": 8}, false},
		{"A B", map[string]int{"P0 Anthill Health": 1, "P1 Anthill Health": 3, "P1 Queen Health": 4, "P0 Queen Health": 10}, true},
		{"A B", map[string]int{"P0 Num Ants": 4, "P0 Num Workers": 2, "P0 Num Drones": 1, "P0 Num Soldiers": 0}, true},
		{"A B", map[string]int{"P1 Num Soldiers": 2, "P1 Num Ranged Soldiers": 1, "P1 Num Ants": 4}, true},
	} {
		c := condition{players: [2]string(strings.Fields(tt.players))}
		for key, is := range tt.counts {
			n, err := readCount(key, is)
			if err != nil {
				t.Fatal(err)
			}
			c.counts = append(c.counts, n)
		}
		if got := c.met(&p, [2]string{"A", "B"}); got != tt.want {
			t.Errorf("%s %v: met is %v, want %v", tt.players, tt.counts, got, tt.want)
		}
	}
	if means("Any AI", "Human") || !means("Any Player", "Human") || !means("Any AI", "Booger") {
		t.Error("any AI is not a human, any player may be one")
	}
	for _, key := range []string{"Food", "P2 Food", "P0 food", "P0 Num Queens", ""} {
		if _, err := readCount(key, 1); err == nil {
			t.Errorf("condition %q was read", key)
		}
	}
}

type slow struct{}

func (slow) Answer(ctx context.Context, _ reantics.View) (a reantics.Answer, say string, err error) {
	<-ctx.Done()
	return a, "", ctx.Err()
}

// D10: a move that takes too long is late.
func TestTimedD10(t *testing.T) {
	p, err := reantics.ParsePosition(counted)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = timed{turn.Wrapped[reantics.View, reantics.Answer]{Player: slow{}}, 10 * time.Millisecond}.Answer(t.Context(), p.View())
	if f, ok := err.(*turn.Fault); !ok || f.Kind != turn.Late {
		t.Errorf("a slow move: %v, want a late one", err)
	}
}

func TestClock(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "00:00:00.00", 1234 * time.Millisecond: "00:00:01.23", 3*time.Hour + 4*time.Minute + 5*time.Second: "03:04:05.00",
		59*time.Minute + 59*time.Second + 996*time.Millisecond: "01:00:00.00",
	} {
		if got := clock(d); got != want {
			t.Errorf("%v is written %s, want %s", d, got, want)
		}
	}
}

// The command line of the original takes our own flags, and its help names them; a wrong value is an error of use.
func TestOldLineFlags(t *testing.T) {
	for _, name := range []string{"seed", "table", "cap", "timeout", "python"} {
		if _, err := readOldLine([]string{"--2p", "-p", "a", "b", "--" + name, "1"}); err != nil {
			t.Errorf("flag --%s: %v", name, err)
		}
		if !strings.Contains(dropInHelp, "--"+name) {
			t.Errorf("the help does not name --%s", name)
		}
	}
	var out bytes.Buffer
	if code := program().Run(t.Context(), []string{"--2p", "-p", "a", "b", "--cap", "x"}, strings.NewReader(""), &out, &out); code != 2 {
		t.Errorf("--cap x: exit %d, want 2: %s", code, &out)
	}
}

// Values and flags of one letter may be written together, as in the original.
func TestOldLineTogether(t *testing.T) {
	for _, tt := range []struct {
		args, players string
		games         int
		verbose       bool
	}{
		{"--2p -p a b -n3", "a b", 3, false},
		{"--2p -n3 -p a b", "a b", 3, false},
		{"--2p -n=3 -p a b", "a b", 3, false},
		{"--2p -p a b -n 03", "a b", 3, false},
		{"--2p -pa b -n12", "a b", 12, false},
		{"--2p -vn3 -p a b", "a b", 3, true},
		{"--2p -vsn3 -p a b", "a b", 3, true},
		{"--2p -sv -p a b", "a b", 1, true},
		{"--2p -vspa b", "a b", 1, true},
		{"-2p -verbose -seasonal -NumGames 2 -Players a b", "a b", 2, true},
		{"-RR -p a b c -n1 -v", "a b c", 1, true},
		{"-self -n2 -pa", "a", 2, false},
		{"-swap -self -n2 -pa --seed 5", "a", 2, false},
	} {
		line, err := readOldLine(strings.Fields(tt.args))
		if err != nil || strings.Join(line.players, " ") != tt.players || line.games != tt.games || line.verbose != tt.verbose {
			t.Errorf("%s: %+v, %v", tt.args, line, err)
		}
	}
	for args, want := range map[string]string{
		"--2p -p a b -n0":      "flag -n: want a number of games, at least 1",
		"--2p -p a b -n3x":     "flag -n: want a number of games, at least 1",
		"--2p -p a b -n-1":     "flag -n: want a number of games, at least 1",
		"--2p -p a b -nv":      "flag -n: want a number of games, at least 1",
		"--2p -p a b -vn":      "unknown flag -vn; -h lists them",
		"--2p -p a b -vx":      "unknown flag -vx; -h lists them",
		"--2p -p a b -verbos":  "unknown flag -verbos; -h lists them",
		"--2p -p a b -x3":      "unknown flag -x3; -h lists them",
		"--2p -p a b -":        "unknown flag -; -h lists them",
		"--2p -p a b --tim 3":  "unknown flag -tim; -h lists them",
		"--2p -p a b -p":       "flag -p: want the names of players",
		"--2p --RR -p a b -n3": "flag --RR: want only one of --2p, --RR, --RRall, --self and --all",
	} {
		if _, err := readOldLine(strings.Fields(args)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}
