package wire

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/cpu"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
)

// moves are the answers to questions for moves, by seat.
type moves [2][]turn.Answer[pelita.Move]

func (*moves) Asked(context.Context, []turn.Question[pelita.View]) error { return nil }
func (m *moves) Answered(questions []turn.Question[pelita.View], answers []turn.Answer[pelita.Move]) error {
	for i, q := range questions {
		if q.Ask.Kind == pelita.AskMove {
			m[q.Seat] = append(m[q.Seat], answers[i])
		}
	}
	return nil
}

// TestProcessorTime has one team in Python sleep for longer than its budget of processor time and than the 3 s of the original,
// and another one work: only work counts.
func TestProcessorTime(t *testing.T) {
	gametest.Slow(t)
	if !cpu.Measurable {
		t.Skip("processor time cannot be measured on this system")
	}
	t.Parallel()
	const budget = 300 * time.Millisecond // a busy machine still provides this within the wall time that an answer may take
	dir := t.TempDir()
	team := func(name, body string) *Team {
		file := filepath.Join(dir, name+".py")
		source := "import time\nTEAM_NAME = '" + name + "'\ndef move(bot, state):\n" + body
		if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		return newTeam(t, file, Options{})
	}
	rests := team("rests", "    if bot.turn == 0: time.sleep(3.5)\n    return bot.position\n")
	works := team("works", "    while True: pass\n")
	seen := &moves{}
	game := table{
		layout: small, version: pelita.V251, rounds: 1, seed: "1", observer: seen,
		budget: timer.Control{Move: budget, Processor: true},
	}
	game.play(t, rests, works)
	for _, a := range seen[0] {
		if a.Fault != nil || a.Took > budget {
			t.Errorf("who rests for 3.5 s: %v after %v", a.Fault, a.Took)
		}
	}
	if len(seen[0]) == 0 || len(seen[1]) == 0 {
		t.Fatalf("%d and %d moves", len(seen[0]), len(seen[1]))
	}
	if f := seen[1][0].Fault; f == nil || f.Kind != turn.Late || !strings.Contains(f.Detail, "of processor time") {
		t.Errorf("who works without an end: %+v", f)
	}
}

// A team at a server has wall time: Spent reports that its processor time is unknown.
func TestRemoteHasWallTime(t *testing.T) {
	remote, err := NewRemote("pelita://127.0.0.1:1/team", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if spent, known := remote.Spent(); known {
		t.Errorf("a team at a server has used %v", spent)
	}
}
