package record_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

func pointer(text string) *string { return &text }

// TestLine makes the line of a finished game from its result, and cleans one of a stranger.
func TestLine(t *testing.T) {
	result := record.ResultOf(
		turn.Result{Winner: 0, Reason: "late", Detail: "was late", Plies: 9, Score: map[string]int{"red": 3}}, seats,
		nil, turn.Tally{{Kind: turn.Late, Count: 2, First: 4, Detail: "a\nb"}},
	)
	fault := record.Fault{Seat: "blue", Kind: turn.Late, Count: 2, First: 4, Detail: "a b"}
	line := result.Line(seats, []string{"one", "two"})
	want := &record.Line{
		Type: "game", Seats: []record.Seat{{Seat: "red", Name: "one"}, {Seat: "blue", Name: "two"}},
		Ending: record.Ending{
			Winner: pointer("red"), Reason: "late", Detail: "was late", Plies: 9, Score: map[string]int{"red": 3}, Faults: []record.Fault{fault},
		},
	}
	if diff := cmp.Diff(want, line); diff != "" {
		t.Errorf("line (-want +got):\n%s", diff)
	}
	const dirt, dust = "a\x1b\nb", "a  b"
	dirty := &record.Line{
		Ending: record.Ending{
			Winner: pointer(dirt), Reason: dirt, Detail: dirt, Faults: []record.Fault{{Seat: dirt, Kind: dirt, Detail: dirt}}, Default: []string{dirt},
		},
		Record: pointer(dirt),
		Seats:  []record.Seat{{Seat: dirt, Name: dirt, Spec: dirt, Budget: dirt}},
	}
	dirty.Wash()
	clean := &record.Line{
		Ending: record.Ending{
			Winner: pointer(dust), Reason: dust, Detail: dust, Faults: []record.Fault{{Seat: dust, Kind: dust, Detail: dust}}, Default: []string{dust},
		},
		Record: pointer(dust),
		Seats:  []record.Seat{{Seat: dust, Name: dust, Spec: dust, Budget: dust}},
	}
	if diff := cmp.Diff(clean, dirty); diff != "" {
		t.Errorf("a washed line (-want +got):\n%s", diff)
	}
}

// TestReadGame reads one game of several and writes it again.
func TestReadGame(t *testing.T) {
	second := strings.Replace(wantFile[:strings.LastIndex(wantFile[:len(wantFile)-1], "\n")+1], `"id":"x"`, `"id":"y"`, 1) // interrupted
	for n, id := range []string{"x", "y"} {
		g, err := record.ReadGame([]byte(wantFile+second), n+1)
		if err != nil || g.Header.ID != id || g.Last != []int{8, 15}[n] || len(g.Outputs) != 1 || g.Outputs[0].Stderr != "Traceback" {
			t.Fatalf("game %d: %+v, %v", n+1, g, err)
		}
		text, err := g.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		again, err := record.ReadGame(text, 1)
		if err != nil || len(again.Answers) != 3 || (again.Result != nil) != (n == 0) || again.Sound() != nil {
			t.Fatalf("game %d, written again: %+v, %v\n%s", n+1, again, err, text)
		}
		if diff := cmp.Diff(g.Header, again.Header); diff != "" {
			t.Errorf("its header (-want +got):\n%s", diff)
		}
		if got, want := g.Where(0)+g.Where(2)+g.Where(3), []string{"line 2line 6ply 4", "line 10line 14ply 4"}[n]; got != want {
			t.Errorf("its answers are at %s, want %s", got, want)
		}
	}
	var out *record.RangeError
	_, err := record.ReadGame([]byte(wantFile), 2)
	if !errors.As(err, &out) || err.Error() != "flag --game: 2, but it holds 1 games" {
		t.Errorf("game 2 of 1: %v", err)
	}
	if _, err := record.ReadGame(nil, 1); err == nil || errors.As(err, &out) {
		t.Errorf("a game of an empty file: %v", err)
	}
	if g, err := record.Read(strings.NewReader(wantFile[:strings.IndexByte(wantFile, '\n')+1])); err != nil || g[0].Last != 1 {
		t.Errorf("a game of its header alone: %+v, %v", g, err)
	}
	broken := errors.New("broken")
	if _, err := record.Read(io.MultiReader(strings.NewReader(wantFile), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("a file that cannot be read to its end: %v", err)
	}
	bad := record.Game{Answers: []record.Answer{{Move: []byte("{")}}}
	if text, err := bad.Bytes(); err == nil {
		t.Errorf("a move that is no JSON was written: %s", text)
	}
}

// TestWrongTypes names the line and the key whose type is wrong, in each kind of line.
func TestWrongTypes(t *testing.T) {
	header := wantFile[:strings.IndexByte(wantFile, '\n')+1]
	for _, tt := range []struct{ file, want string }{
		{`{"type":"header","id":5}`, `line 1: key "id"`},
		{header + `{"type":"answer","ply":"x"}`, `line 2: key "ply"`},
		{header + `{"type":"undo","plies":"x"}`, `line 2: key "plies"`},
		{header + `{"type":"output","seat":5}`, `line 2: key "seat"`},
		{header + `{"type":"result","plies":"x"}`, `line 2: key "plies"`},
		{header + `{"type":"undo","plies":-1}`, "line 2: -1 plies to take back"},
	} {
		if _, err := record.Read(strings.NewReader(tt.file + "\n")); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.file, err, tt.want)
		}
	}
	// As many as there are, or none, may be taken back.
	answer := `{"type":"answer","ply":1,"seat":"red","move":1,"ms":0}` + "\n"
	for undo, left := range map[string]int{`{"type":"undo","plies":0}`: 1, `{"type":"undo","plies":1}`: 0} {
		games, err := record.Read(strings.NewReader(header + answer + undo + "\n"))
		if err != nil || len(games[0].Answers) != left {
			t.Errorf("%s: %v, want %d answers left", undo, err, left)
		}
	}
}

// TestSecondGame checks that a recorder begins each game anew: plies, hash and all.
func TestSecondGame(t *testing.T) {
	var b strings.Builder
	r := write(&b)
	first := r.Hash()
	r.Begin(record.Header{Game: "g"})
	if r.Hash() != "" {
		t.Errorf("a game that has just begun has the hash %s", r.Hash())
	}
	r.Answer(record.Answer{Seat: "red", Move: []byte("1")})
	r.Output("red", "only printed", nil)
	r.Output("red", "", []string{"only noted"})
	r.End(record.Result{Hash: first, Type: "other"})
	games, err := record.Read(strings.NewReader(b.String()))
	if err != nil || r.Err() != nil {
		t.Fatal(err, r.Err())
	}
	g := games[1]
	if g.Answers[0].Ply != 1 || len(g.Outputs) != 2 || g.Sound() != nil || g.Hash != r.Hash() || g.Hash == first || g.Result.Type != "result" {
		t.Errorf("the second game is %+v", g)
	}
}

// TestErrors keeps the first error, wherever it comes from.
func TestErrors(t *testing.T) {
	disk := &fullDisk{left: 1}
	r := record.NewRecorder(disk)
	r.Begin(record.Header{})
	r.End(record.Result{})
	if !errors.Is(r.Err(), errFull) {
		t.Errorf("a result that was not written: %v, want %v", r.Err(), errFull)
	}
	r = record.NewRecorder(&fullDisk{})
	r.Begin(record.Header{})
	r.End(record.Result{})
	if !errors.Is(r.Err(), errFull) || r.Hash() != "" {
		t.Errorf("a header that was not written: %v, hash %q", r.Err(), r.Hash())
	}
	partial := &record.PartialError{Err: errFull}
	if !errors.Is(partial, errFull) || partial.Error() != "the game was played to its end, but its record is not complete: no space left" {
		t.Error(partial)
	}
}

// TestShortLines has a line that is no longer than a hash and its key.
func TestShortLines(t *testing.T) {
	h := record.NewHash()
	sum := strings.Repeat("0", 64)
	for line, want := range map[string]string{`,"hash":"` + sum + `"}`: sum, `"hash":"` + sum + `"}`: "", `{}`: ""} {
		if body, got := h.Split([]byte(line)); got != want || want != "" && len(body) > 0 {
			t.Errorf("%s has the hash %q after %q, want %q", line, got, body, want)
		}
	}
}
