package league_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/verify"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

type line struct{ N int }

func TestJournalSurvivesATornLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	j, err := league.CreateJournal(path, line{-1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if err := j.Append(line{n}); err != nil {
			t.Fatal(err)
		}
	}
	j.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := strings.IndexByte(string(whole), '\n') + 1
	for n := head; n <= len(whole); n++ {
		if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		complete := strings.Count(string(whole[head:n]), "\n")
		j, err := league.OpenJournal(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Append(line{99}); err != nil {
			t.Fatal(err)
		}
		j.Close()
		var first line
		var got []int
		err = league.ReadJournal(path, &first, func(b []byte) error {
			var l line
			err := json.Unmarshal(b, &l)
			got = append(got, l.N)
			return err
		})
		want := append([]int{0, 1, 2}[:complete:complete], 99)
		if diff := cmp.Diff(want, got); err != nil || first.N != -1 || diff != "" {
			t.Fatalf("after %d bytes: head %d, error %v, lines (-want +got):\n%s", n, first.N, err, diff)
		}
	}
	if _, err := league.CreateJournal(path, line{}, nil); !errors.Is(err, os.ErrExist) {
		t.Errorf("CreateJournal over a journal: %v, want %v", err, os.ErrExist)
	}
}

// Damaged lines are moved from the journal to a file beside it; the other lines stay in their order.
func TestRepairJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	repair := func() league.Damages {
		t.Helper()
		found, err := league.RepairJournal(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	write("{\"N\":-1}\n{\"N\":0}\n")
	if found := repair(); found.Count > 0 {
		t.Errorf("a sound journal has damaged lines: %v", found)
	}
	write("{\"N\":-1}\n{\"N\":0}\n{\"N\":\xff\x00}\n{\"N\":2}\n\n{\"N\":3}\nnull\n{\"N\":4}{\"N\":5}\n{\"N\":6}\n{\"N\"")
	var numbers []int
	for _, d := range repair().First {
		numbers = append(numbers, d.Line)
	}
	if diff := cmp.Diff([]int{3, 5, 7, 8}, numbers); diff != "" {
		t.Errorf("damaged lines (-want +got):\n%s", diff)
	}
	after, err := os.ReadFile(path)
	if want := "{\"N\":-1}\n{\"N\":0}\n{\"N\":2}\n{\"N\":3}\n{\"N\":6}\n"; err != nil || string(after) != want {
		t.Errorf("journal %q, error %v, want %q", after, err, want)
	}
	bad, err := os.ReadFile(filepath.Join(filepath.Dir(path), "journal.bad"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(bad), "\n")
	if text := base64.StdEncoding.EncodeToString([]byte("{\"N\":\xff\x00}")); strings.Count(string(bad), "\n") != 4 || !strings.Contains(first, `"line":3`) || !strings.Contains(first, text) {
		t.Errorf("journal.bad is\n%swant 4 lines, the first with line 3 and %s", bad, text)
	}
	if found := repair(); found.Count > 0 {
		t.Errorf("a repaired journal has damaged lines: %v", found)
	}
	write("\x00\x00\n{\"N\":0}\n")
	if _, err := league.RepairJournal(path, nil); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a spoilt first line: error %v, want one that names line 1", err)
	}
}

// A journal with a million damaged lines is checked and repaired with little memory.
func TestMillionDamages(t *testing.T) {
	gametest.Long(t, "reads a million damaged lines")
	const count = 1_000_000
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	j, err := league.CreateJournal(path, map[string]string{"type": "head"}, nil)
	if err == nil {
		err = j.Append(map[string]int{"N": 1})
	}
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	sound, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, append(sound, strings.Repeat("x\n", count)...), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	most, stop, stopped := uint64(0), make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for m := (runtime.MemStats{}); ; {
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	wrong, _, err1 := league.CheckJournal(path, nil)
	found, err2 := league.RepairJournal(path, nil)
	v, err3 := verify.Lines(path, []byte(string(sound)+strings.Repeat("x\n", count)), nil, "", func([]byte) error { return nil },
		func(int, []byte, bool) error { return nil })
	close(stop)
	<-stopped
	if err := errors.Join(err1, err2, err3); err != nil || wrong.Count != count || found.Count != count || len(v.Wrong)+v.More != count {
		t.Errorf("%d and %d damaged lines, %d and %d more, %v; want %d", wrong.Count, found.Count, len(v.Wrong), v.More, err, count)
	}
	if most > 100<<20 {
		t.Errorf("it takes %d MiB of memory, want at most 100", most>>20)
	}
	if bad, err := os.ReadFile(league.BadPath(path)); err != nil || bytes.Count(bad, []byte("\n")) != count {
		t.Errorf("%d lines were put aside: %v", bytes.Count(bad, []byte("\n")), err)
	}
	if wrong, _, err := league.CheckJournal(path, nil); err != nil || wrong.Count > 0 {
		t.Errorf("after the repair: %+v, %v", wrong, err)
	}
}
