package record_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

var seats = []string{"red", "blue"}

// write records a game in which an answer was taken back and the last player crashed.
func write(w *strings.Builder) *record.Recorder {
	r := record.NewRecorder(w)
	r.Begin(record.Header{Game: "g", Rules: "1", ID: "x", Seed: "-5", Start: "s", Seats: []record.Seat{{Seat: "red", Name: "a"}, {Seat: "blue", Name: "b"}}})
	worth := 0.25
	r.Answer(record.Answer{Seat: "red", Move: []byte(`"m1"`), Ms: record.Milliseconds(1500 * time.Microsecond), Say: "hi", Worth: &worth})
	r.Answer(record.Answer{Seat: "blue", Move: []byte(`"m2"`)})
	r.TakeBack(1)
	r.Answer(record.Answer{Seat: "blue", Move: []byte(`"m3"`)})
	r.Answer(record.Answer{Seat: "red", Fault: turn.Crashed, Detail: "exit status 1"})
	r.Output("red", "Traceback", []string{"dropped"})
	r.Output("blue", "", nil)
	result := record.ResultOf(turn.Result{Winner: 1, Reason: "crashed", Detail: "crashed (exit status 1)", Plies: 2}, seats)
	result.Faults = []record.Fault{{Seat: "red", Kind: turn.Crashed, Count: 1, First: 3, Detail: "crashed"}}
	r.End(result)
	return r
}

const wantFile = `{"type":"header","game":"g","rules":"1","version":"","id":"x","seed":"-5","start":"s","seats":[{"seat":"red","name":"a"},{"seat":"blue","name":"b"}],"budget":""}
{"type":"answer","ply":1,"seat":"red","move":"m1","ms":1.5,"say":"hi","value":0.25}
{"type":"answer","ply":2,"seat":"blue","move":"m2","ms":0}
{"type":"undo","plies":1}
{"type":"answer","ply":2,"seat":"blue","move":"m3","ms":0}
{"type":"answer","ply":3,"seat":"red","fault":"crashed","detail":"exit status 1","ms":0}
{"type":"output","seat":"red","stderr":"Traceback","notes":["dropped"],"ply":3}
{"type":"result","winner":"blue","reason":"crashed","detail":"crashed (exit status 1)","plies":2,"score":{},"faults":[{"seat":"red","kind":"crashed","count":1,"first_ply":3,"detail":"crashed"}],"hash":"29869b4d435990e8da6facabad43bc2011575dfd042fe7e66c3b2ab42297ae43"}
`

func TestWriteAndRead(t *testing.T) {
	var b strings.Builder
	if err := write(&b).Err(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wantFile, b.String()); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
	games, err := record.Read(strings.NewReader(b.String() + b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if len(games) != 2 || games[1].Result == nil || *games[1].Result.Winner != "blue" {
		t.Fatalf("read %d games, want 2 with their results", len(games))
	}
	var moves []string
	for _, a := range games[1].Answers {
		moves = append(moves, string(a.Move)+string(a.Fault))
	}
	if diff := cmp.Diff([]string{`"m1"`, `"m3"`, "crashed"}, moves); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{10, 13, 14}, games[1].Lines); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// A record is readable wherever its writer was stopped.
func TestEveryPrefixCanBeRead(t *testing.T) {
	header := strings.IndexByte(wantFile, '\n') + 1
	for n := header; n <= len(wantFile); n++ {
		games, err := record.Read(strings.NewReader(wantFile[:n]))
		if err != nil || len(games) != 1 {
			t.Fatalf("the first %d bytes: %d games, %v", n, len(games), err)
		}
		if finished := games[0].Result != nil; finished != (n == len(wantFile)) {
			t.Errorf("the first %d bytes: finished = %v", n, finished)
		}
	}
}

func TestReadErrors(t *testing.T) {
	header := wantFile[:strings.IndexByte(wantFile, '\n')+1]
	for _, tt := range []struct{ name, file, want string }{
		{"empty", "", "no game: want a header in the first line"},
		{"no JSON", "hello\n", "line 1: no JSON object"},
		{"a line of 9 MB", `{"type":"header","start":"` + strings.Repeat("x", 9<<20) + "\"}\n", "line 1 has 9437213 bytes: want at most 8388608"},
		{"no header", `{"type":"answer"}` + "\n", `line 1: type "answer" before the first header`},
		{"unknown type", header + `{"type":"move"}` + "\n", `line 2: type "move", want header`},
		{"too much undone", header + `{"type":"undo","plies":1}` + "\n", "line 2: 1 plies to take back, but only 0 were played"},
		{"after the end", header + `{"type":"result"}` + "\n" + `{"type":"answer"}` + "\n", `line 3: type "answer" after the result`},
	} {
		_, err := record.Read(strings.NewReader(tt.file))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
}

type fullDisk struct{ left int }

var errFull = errors.New("no space left")

func (d *fullDisk) Write(b []byte) (int, error) {
	if d.left--; d.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestAFullDiskEndsTheRecordingNotTheGame(t *testing.T) {
	disk := &fullDisk{left: 1}
	r := record.NewRecorder(disk)
	r.Begin(record.Header{})
	for range 3 {
		r.Answer(record.Answer{Seat: "red"})
	}
	if disk.left != -1 {
		t.Errorf("%d lines were written after the disk was full, want none", -1-disk.left)
	}
	if !errors.Is(r.Err(), errFull) {
		t.Errorf("Err = %v, want %v", r.Err(), errFull)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(wantFile)
	f.Add(wantFile[:200])
	f.Fuzz(func(t *testing.T, file string) {
		games, err := record.Read(strings.NewReader(file))
		if err == nil && len(games) == 0 {
			t.Error("neither a game nor an error")
		}
		for _, g := range games {
			if len(g.Answers) != len(g.Lines) {
				t.Errorf("%d answers on %d lines", len(g.Answers), len(g.Lines))
			}
		}
	})
}

// What strangers wrote into a record is cleaned when it is read.
func TestReadCleans(t *testing.T) {
	file := `{"type":"header","game":"g","seats":[{"seat":"red","name":"a\u001b[2J` + strings.Repeat("x", 600) + `"}]}
{"type":"answer","ply":1,"seat":"red","fault":"late","detail":"\u202eno","ms":0,"say":"a\nb"}
{"type":"output","seat":"re\u001bd","ply":1}
{"type":"answer","ply":2,"seat":"r\u009bed","fault":"la\u001bte","ms":0}
{"type":"result","winner":"b\u202elue","reason":"l\u0007ate","detail":"x\u2028y","plies":1,"score":{},"faults":[{"seat":"\u001br","kind":"\u001bk","detail":"\u001bd"}]}
`
	games, err := record.Read(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	g := games[0]
	all := fmt.Sprint(g.Answers, g.Outputs, g.Result.Reason, *g.Result.Winner, g.Result.Faults)
	if strings.ContainsAny(all, "\x1b\a\u009b\u202e") {
		t.Errorf("read %q", all)
	}
	name := g.Header.Seats[0].Name
	if len(name) != 500 || strings.Contains(name, "\x1b") || g.Answers[0].Detail != "no" || g.Answers[0].Say != "a b" || g.Result.Detail != "x y" {
		t.Errorf("read name %q, answer %+v, result %+v", name, g.Answers[0], *g.Result)
	}
}

// A referee may describe a long answer; the result of the record is the one that its reader gets, or it could not be verified.
func TestALongResultIsReadAsItWasWritten(t *testing.T) {
	long := strings.Repeat("[8,3],", 200)
	want := record.ResultOf(turn.Result{Winner: 1, Reason: "illegal", Detail: long}, seats, turn.Tally{{Kind: "illegal", Count: 1, First: 1, Detail: long}})
	var b strings.Builder
	r := record.NewRecorder(&b)
	r.Begin(record.Header{Game: "g", Seats: []record.Seat{{Seat: "red"}, {Seat: "blue"}}})
	r.End(want)
	games, err := record.Read(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	got := *games[0].Result
	got.Hash = ""
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}
