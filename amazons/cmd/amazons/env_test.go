//go:build !lean || learn

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/amazons/learn"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch/batchtest"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/env"
)

// TestEnv compares games that were stepped with the same games through play; GRIDIRON_GAMES=1000 plays more of them.
func TestEnv(t *testing.T) { batchtest.Test(t, batchtest.Spaces(game(), learn.Env, 50)) }

func TestEnvNoAllocation(t *testing.T) {
	batchtest.NoAllocation(t, batchtest.Spaces(game(), learn.Env, 1))
}

// BenchmarkEnv steps 1024 games.
func BenchmarkEnv(b *testing.B) { batchtest.Bench(b, batchtest.Spaces(game(), learn.Env, 1024), 1024) }

// TestEnvConversation steps a game through pipes: a queen, her landing, and an arrow that is not legal. Then come a game that
// does not exist, and the end of the input in the middle of a command.
func TestEnvConversation(t *testing.T) {
	var in bytes.Buffer
	request := func(text string) {
		in.WriteByte('j')
		in.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(text))))
		in.WriteString(text)
	}
	request(`{"do":"reset","games":[0],"seeds":["7"]}`)
	for _, action := range []byte{30, 33, 33} { // the queen on D0, to D3
		in.WriteByte('s')
		in.Write(append([]byte{action, 0}, make([]byte, 126)...)) // the action, and no game to hold
	}
	request(`{"do":"why"}`)
	request(`{"do":"layout","game":3}`)
	in.WriteString("j\x00")
	var out, errs bytes.Buffer
	if code := program().Run(t.Context(), []string{"env", "--restart", "off"}, &in, &out, &errs); code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	line, rest, _ := bytes.Cut(out.Bytes(), []byte("\n"))
	var spec env.Spec
	if err := json.Unmarshal(line, &spec); err != nil || spec.Outputs != 128 || spec.Game != "amazons" {
		t.Fatalf("%v: %s", err, line)
	}
	next := func(n int) []byte {
		if len(rest) < n {
			t.Fatalf("%d bytes are missing", n-len(rest))
		}
		some := rest[:n]
		rest = rest[n:]
		return some
	}
	reply := func(op byte) string {
		if got := next(1)[0]; got != op {
			t.Fatalf("it answers %q, want %q", got, op)
		}
		return string(next(int(binary.LittleEndian.Uint32(next(4)))))
	}
	reply('j')
	for n := range 3 {
		if op := next(1)[0]; op != '.' {
			t.Fatalf("step %d: it answers %q", n, op)
		}
		arrays := next(spec.Size - spec.Outputs)
		for _, a := range spec.Arrays {
			if got := arrays[max(0, a.Offset-spec.Outputs)]; a.Name == "terminated" && (got == 1) != (n == 2) {
				t.Errorf("terminated is %d after step %d", got, n)
			}
		}
	}
	if text := reply('j'); !strings.Contains(text, "action 33 is not legal") {
		t.Errorf("it says %s", text)
	}
	if text := reply('!'); text != "game 3: want 0 to 0" || len(rest) > 0 {
		t.Errorf("it says %s, and then %q", text, rest)
	}
}
