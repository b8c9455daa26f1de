//go:build !lean || learn

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch/batchtest"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/env"
	"github.com/gridiron-games/gridiron/tron/learn"
)

// TestEnv compares games that were stepped with the same games through play; GRIDIRON_GAMES=1000 plays more of them.
func TestEnv(t *testing.T) { batchtest.Test(t, batchtest.Spaces(game(), learn.Env, 50)) }

func TestEnvNoAllocation(t *testing.T) {
	batchtest.NoAllocation(t, batchtest.Spaces(game(), learn.Env, 1))
}

// BenchmarkEnv steps 1024 games.
func BenchmarkEnv(b *testing.B) { batchtest.Bench(b, batchtest.Spaces(game(), learn.Env, 1024), 1024) }

// A client in the same process gets the same arrays as one that sends its commands through pipes, and the same errors.
func TestDirect(t *testing.T) {
	const games = 3
	flags := []string{"--games", "3", "--restart", "same", "--opponent", "rules", "--workers", "2"}
	reset := "r\x03\x00\x00\x00" + "\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00" + strings.Repeat("\x07\x00\x00\x00\x00\x00\x00\x00", games)
	d, greeting, complaint := env.Open(program(), flags)
	if d == nil {
		t.Fatal(complaint)
	}
	var spec env.Spec
	if err := json.Unmarshal([]byte(greeting), &spec); err != nil {
		t.Fatal(err)
	}
	memory := slices.Grow([]byte(nil), spec.Size)[:spec.Size]
	d.Attach(memory)
	input := strings.NewReader(reset + "s" + strings.Repeat("\x00", spec.Outputs) + "p\x01\x00\x00\x00\x02\x00\x00\x00" + strings.Repeat("\x00", spec.Outputs))
	var piped, errw bytes.Buffer
	if code := program().Run(t.Context(), append([]string{"env"}, flags...), input, &piped, &errw); code != 0 {
		t.Fatal(errw.String())
	}
	piped.ReadBytes('\n')
	wait := func(answer string) string {
		for strings.HasPrefix(answer, env.Running) {
			number, _ := strconv.ParseInt(answer[1:], 10, 64)
			answer = d.Wait(number)
		}
		return answer
	}
	for n, do := range []func() string{
		func() string { return d.Command([]byte(reset)) }, d.Step,
		func() string { return d.Command([]byte("p\x01\x00\x00\x00\x02\x00\x00\x00")) },
	} {
		if answer := wait(do()); answer != "" {
			t.Fatal(answer)
		}
		sent := make([]byte, 1+spec.Size-spec.Outputs)
		if _, err := io.ReadFull(&piped, sent); err != nil || !bytes.Equal(sent[1:], memory[spec.Outputs:]) {
			t.Errorf("command %d: the arrays differ from those that come through a pipe (%v)", n, err)
		}
	}
	if answer := wait(d.Command([]byte("c\x01\x00\x00\x00\x09\x00\x00\x00\x00\x00\x00\x00"))); answer != "!game 9: want 0 to 2" {
		t.Errorf("a wrong game: %q", answer)
	}
	if !d.Close() || wait(d.Step()) != "!this environment is closed" {
		t.Error("it is not closed")
	}

	errw.Reset()
	wrong := []string{"--seat", "red"}
	program().Run(t.Context(), append([]string{"env"}, wrong...), strings.NewReader(""), io.Discard, &errw)
	if d, _, complaint := env.Open(program(), wrong); d != nil || complaint != errw.String() || !strings.HasPrefix(complaint, "tron: flag --seat: ") {
		t.Errorf("a wrong seat: %q, a process says %q", complaint, errw.String())
	}
	if d, _, complaint := env.Open(program(), []string{"--opponent", "exec:./bot"}); d != nil || complaint != "" {
		t.Errorf("a program as an opponent: %q, want that only a process plays it", complaint)
	}
}
