//go:build !lean || web

package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// lines gives each line of what is written to it to a channel, until nobody takes them.
func lines(r io.Reader) <-chan string {
	c := make(chan string, 100)
	go func() {
		defer close(c)
		for s := bufio.NewScanner(r); s.Scan(); {
			c <- s.Text()
		}
	}()
	return c
}

// TestCheckTeam asks teams for their names as the original's programs do: those of the program, those that the original ships, and
// those at a server.
func TestCheckTeam(t *testing.T) {
	gametest.Long(t, "plays whole games with a server of teams")
	ctx, stop := context.WithCancel(t.Context())
	r, w := io.Pipe()
	done := make(chan int)
	served := map[string]string{
		"champion": "Champions", "random": "Random Players", "smart-eating": "Smart Eating Players", "demo-attacker": "Basic Attacker Bots",
	}
	go func() {
		args := []string{"server", "--listen", "127.0.0.1:0"}
		for team := range served {
			args = append(args, team)
		}
		code := program().Run(ctx, args, strings.NewReader(""), w, w)
		w.Close()
		done <- code
	}()
	address := ""
	for line := range lines(r) {
		if at := regexp.MustCompile(`listening on (\S+),`).FindStringSubmatch(line); at != nil {
			address = at[1]
			break
		}
	}
	if address == "" {
		t.Fatal("the server does not listen")
	}
	defer func() {
		stop()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Error("the server does not end")
		}
	}()
	cases := map[string]string{
		"0": "Smart Eating Players", "1": "Smart Random Players", "stopping": "Stopping Players", "nq-random": "", "food-eating": "Food Eating Players",
		"random-explorer": "", "demo-defender": "", "pelita/player/StoppingPlayer": "Stopping Players", "./pelita/player/RandomPlayers": "",
		"pelita/player/SmartEatingPlayer.py": "Smart Eating Players", "pelita/player/SmartRandomPlayer": "Smart Random Players",
		"pelita/player/FoodEatingPlayer": "Food Eating Players", "exec:sh -c 'read l; echo {\\\"type\\\":\\\"hello\\\"}; sleep 60'": "!", "nobody": "!", "./nobody.py": "!",
		"pelita://127.0.0.1:1/x": "!", "": "!",
	}
	for team, name := range served {
		cases[team] = name
		cases["pelita://"+address+"/"+strings.ReplaceAll(name, " ", "_")] = name
	}
	t.Chdir(t.TempDir())
	n := 0
	for team, want := range cases {
		n++
		for _, args := range [][]string{{"player", "check-team", team}, {"--check-team", team}} {
			if strings.HasPrefix(team, "exec:") {
				args = append(args, "--patience", "1s")
			}
			var out, errs bytes.Buffer
			code := program().Run(ctx, args, strings.NewReader(""), &out, &errs)
			name := strings.TrimPrefix(strings.TrimSuffix(out.String(), "\n"), "NAME: ")
			wrong := code != 0 || name == "" || want != "" && name != want
			if want == "!" {
				wrong = code == 0 || out.Len() > 0 || strings.Count(errs.String(), "\n") < 1
			}
			if wrong {
				t.Errorf("%q: exit %d, %q, want %q\n%s", args, code, name, want, &errs)
			}
		}
	}
	if n < 20 {
		t.Errorf("%d teams", n)
	}
}
