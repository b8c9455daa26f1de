package main

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// played has a worker's program play a job and returns the outcome.
func played(t *testing.T, h *house, j *job.Job) *outcome {
	t.Helper()
	p, err := start(t.Context(), filepath.Join(h.games, "dice"), "", []string{"--jail", "off"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.stop()
	done, err := p.play(t.Context(), j, nil)
	if err != nil || done.Error != "" {
		t.Fatal(err, done)
	}
	return &outcome{Worker: "hostile", Done: *done}
}

func aJob(id string) *job.Job {
	return &job.Job{ID: id, Game: "dice", Rules: "1", Seed: "7", Seats: []job.Team{{Label: "a", Spec: "throw"}, {Label: "b", Spec: "throw"}}}
}

// Records that are long enough to be compressed go through worker, server, `league run`, export and audit unchanged.
func TestLongRecords(t *testing.T) {
	gametest.Long(t, "plays games with records of many bytes")
	h := newHouse(t)
	h.worker("one", 1)
	h.worker("two", 1)
	dir := t.TempDir()
	local, far, export := filepath.Join(dir, "local"), filepath.Join(dir, "far"), filepath.Join(dir, "export")
	args := []string{"throw:says=1000", "b=throw:says=1000", "--seed", "7"}
	h.dice(append([]string{"tournament", "run", "--dir", local}, args...)...)
	h.must(append([]string{"run", "--name", "cup", "--audit", "1", "--dir", far, "--game", "dice", "--"}, args...)...)
	h.same(local, far, 2)
	for name, text := range records(t, far) {
		if len(text) < worthPacking {
			t.Errorf("record %s has %d bytes, want more than %d", name, len(text), worthPacking)
		}
	}
	h.must("export", "cup", export)
	h.same(local, export, 2)
	kept, err := h.dial("admin").Stream(t.Context(), results)
	if err != nil {
		t.Fatal(err)
	}
	info, err := kept.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for seq := info.State.FirstSeq; seq <= info.State.LastSeq; seq++ {
		if m, err := kept.GetMsg(t.Context(), seq); err != nil || bytes.HasPrefix(m.Data, []byte("{")) {
			t.Errorf("result %d is not compressed: %v", seq, err)
		}
	}
	if info.State.Msgs != 4 {
		t.Errorf("%d results, want each of two games twice", info.State.Msgs)
	}
}

// A result is the same after packing and unpacking, short or long.
func TestPack(t *testing.T) {
	for _, n := range []int{0, worthPacking, 10 * worthPacking, 1 << 20} {
		chance := rand.New(rand.NewPCG(7, uint64(n))) // letters that no compressor makes much shorter
		long := make([]byte, n)
		for i := range long {
			long[i] = byte('a' + chance.IntN(26))
		}
		text, err := pack(&outcome{Worker: "one", Done: protocol.Done{Record: string(long)}})
		if err != nil {
			t.Fatal(err)
		}
		o, err := unpack(text)
		if err != nil || o.Worker != "one" || o.Done.Record != string(long) {
			t.Errorf("a record of %d bytes, packed in %d, does not come out: %v", n, len(text), err)
		}
	}
}

// The result of a game must contain a whole record of this game.
func TestCredible(t *testing.T) {
	h := &house{T: t, games: programs(t, "dice")}
	j := aJob("one")
	o := played(t, h, j)
	seats := []string{"left", "right"}
	line, err := credible(j, seats, o)
	if err != nil || line.ID != "one" || line.Hash != o.Done.Hash || line.Seats[1] != (record.Seat{Seat: "right", Name: "b"}) {
		t.Fatal(line, err)
	}
	for want, change := range map[string]func(o *outcome){
		"no game":                       func(o *outcome) { o.Done.Record = "" },
		"line 1: no JSON object":        func(o *outcome) { o.Done.Record = "\x00\n" },
		"no result":                     func(o *outcome) { o.Done.Record = o.Done.Record[:strings.LastIndex(o.Done.Record, `{"type":"result"`)] },
		"changed after it was written":  func(o *outcome) { o.Done.Record = strings.Replace(o.Done.Record, `"ply":3`, `"ply":33`, 1) },
		"2 games":                       func(o *outcome) { o.Done.Record += o.Done.Record },
		"of game two of dice":           func(o *outcome) { o.Done = played(t, h, aJob("two")).Done },
		"has a in seat left, want them": func(*outcome) { j.Seats[0].Label = "them" },
	} {
		j = aJob("one")
		bad := *o
		change(&bad)
		if _, err := credible(j, seats, &bad); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "worker hostile") {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
	if _, err := unpack([]byte("nothing")); err == nil {
		t.Error("what is no gzip was unpacked")
	}
}
