//go:build !lean || contest

package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestKilled kills the program at random moments of every plan and goes on until it is done: the games and the table are those of
// a run that nobody killed. With GRIDIRON_KILLS=50 it kills each plan 50 times, otherwise twice.
func TestKilled(t *testing.T) {
	gametest.Slow(t)
	kills := 2
	if text := os.Getenv("GRIDIRON_KILLS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		kills = n
	}
	field := []string{"a=random", "b=random", "c=rules", "d=random", "e=rules", "f=random"}
	for name, args := range map[string][]string{
		"round-robin": append([]string{"--pairs", "2"}, field...),
		"gauntlet":    append([]string{"--pairs", "4", "--firsts", "2"}, field...),
		"knockout":    append([]string{"--pairs", "4"}, field...),
		"swiss":       append([]string{"--pairs", "3", "--playoff", "3"}, field...),
		"sprt":        {"c=rules", "a=random", "--pairs", "40", "--elo1", "300"},
	} {
		t.Run(name, func(t *testing.T) {
			killed(t, kills, append([]string{"tournament", "run", "--plan", name, "--seed", "11"}, args...))
		})
	}
}

func killed(t *testing.T, kills int, args []string) {
	dir := t.TempDir()
	whole, broken := filepath.Join(dir, "whole"), filepath.Join(dir, "broken")
	began := time.Now()
	house(t, append(args, "--dir", whole)...)
	took := time.Since(began)
	table, played := house(t, "tournament", "standings", whole, "--json"), games(t, whole)
	verify := func(kills int) {
		if got := house(t, "tournament", "standings", broken, "--json"); got != table {
			t.Errorf("the table after %d kills is\n%s\nwithout\n%s", kills, got, table)
		}
		// Games that sprt did not wait for may be in a journal or not.
		if got := games(t, broken); !slices.Equal(got, played) && !slices.Contains(args, "sprt") {
			t.Errorf("%d games after %d kills, %d without, or others", len(got), kills, len(played))
		}
	}
	next := func() []string {
		concurrency := strconv.Itoa(1 + rand.IntN(3))
		if _, err := os.Stat(filepath.Join(broken, "journal.jsonl")); err != nil {
			return append(slices.Clone(args), "--dir", broken, "--concurrency", concurrency)
		}
		return []string{"tournament", "resume", broken, "--concurrency", concurrency}
	}
	for n := 0; n < kills && !t.Failed(); {
		command := commandLine(t, next()...)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(rand.N(took), func() { command.Process.Kill() })
		err := command.Wait()
		timer.Stop()
		var exit *exec.ExitError
		switch {
		case err == nil: // too late: from the beginning
			verify(n)
			os.RemoveAll(broken)
		case errors.As(err, &exit) && exit.ExitCode() == -1:
			n++
		default:
			t.Fatalf("%v: %v", command.Args, err)
		}
	}
	house(t, next()...)
	verify(kills)
}

// commandLine is a command line of the program that is tested.
func commandLine(t *testing.T, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &exec.Cmd{Path: self, Args: append([]string{"tron"}, args...)} // the name makes TestMain run the program
}

// house runs a command line and returns what it prints.
func house(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	command := commandLine(t, args...)
	command.Stdout, command.Stderr = &out, &errs
	if err := command.Run(); err != nil {
		t.Fatalf("%q: %v\n%s", args, err, errs.String())
	}
	return out.String()
}

// hashes are those of the records, which have times in them.
var hashes = regexp.MustCompile(`,"(?:hash|chain)":"[0-9a-f]*"`)

// games returns the lines of the games of a journal without their hashes, sorted.
func games(t *testing.T, dir string) (list []string) {
	content, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, `{"type":"game"`) {
			list = append(list, hashes.ReplaceAllString(line, ""))
		}
	}
	slices.Sort(list)
	return list
}
