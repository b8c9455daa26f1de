package playback_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/match/playback"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/heap"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// film is a notation that holds positions: a line each, of the plies and what is left.
var film = match.FormatInfo{
	Name: "film", Is: func(text []byte) bool { return bytes.HasPrefix(text, []byte("film\n")) },
	Show: func(text []byte) ([]string, []match.Snapshot, error) {
		var frames []match.Snapshot
		for line := range strings.Lines(strings.TrimPrefix(string(text), "film\n")) {
			var ply, left int
			if _, err := fmt.Sscan(line, &ply, &left); err != nil {
				return nil, nil, fmt.Errorf("frame %q: %w", strings.TrimSpace(line), err)
			}
			frames = append(frames, match.Snapshot{
				Ply: ply, Text: func() string { return fmt.Sprint(left) },
				Scene: func(before *scene.Scene) scene.Scene {
					s := scene.Scene{Next: fmt.Sprint(left)}
					if before != nil {
						s.Next = before.Next + " " + s.Next
					}
					return s
				},
			})
		}
		return []string{"ann", "bob"}, frames, nil
	},
}

const shot = "film\n0 9\n2 6\n4 5\n7 1\n"

// game is the heap with notations that hold no answers.
func game() *match.Bound {
	b := heap.Bound()
	b.Formats = append(b.Formats, film, match.FormatInfo{Name: "writeonly", Writes: true})
	return b
}

// played returns the record of a game from a heap of seven: 3, 1, 3.
func played(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	j := job.Job{Seed: "1", Start: "7", Seats: []job.Team{{Label: "ann", Spec: "master"}, {Label: "bob", Spec: "master"}}}
	if _, err := game().Play(t.Context(), j, match.Seating{Record: &b}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// seen returns what a playback shows up to a ply: the plies and positions, with a full stop behind the last one.
func seen(t *testing.T, tp *playback.Playback, upto int) string {
	t.Helper()
	var list []string
	err := tp.Show(upto, func(s *match.Snapshot) error {
		list = append(list, fmt.Sprintf("%d:%s%s", s.Ply, s.Text(), map[bool]string{true: "."}[s.Last]))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

// TestShow shows a record and a notation of positions, whole and in part.
func TestShow(t *testing.T) {
	text := played(t)
	for _, tt := range []struct {
		format string
		text   []byte
		plies  int
		want   map[int]string // by the number of plies to show
	}{
		{match.RecordFormat, text, 3, map[int]string{
			0: "0:7.", 1: "0:7 1:4.", 2: "0:7 1:4 2:3.", 3: "0:7 1:4 2:3 3:0.", 99: "0:7 1:4 2:3 3:0.",
		}},
		{"film", []byte(shot), 7, map[int]string{
			0: "0:9.", 1: "0:9.", 2: "0:9 2:6.", 6: "0:9 2:6 4:5.", 7: "0:9 2:6 4:5 7:1.", 99: "0:9 2:6 4:5 7:1.",
		}},
	} {
		tp, err := playback.Read(game(), tt.format, tt.text, 1)
		if err != nil {
			t.Fatal(err)
		}
		if tp.Plies != tt.plies || (tp.Record != nil) != (tt.format == match.RecordFormat) {
			t.Errorf("%s: %d plies, want %d; record %v", tt.format, tp.Plies, tt.plies, tp.Record != nil)
		}
		if diff := cmp.Diff([]string{"ann", "bob"}, tp.Names); diff != "" {
			t.Errorf("%s: names (-want +got)\n%s", tt.format, diff)
		}
		for upto, want := range tt.want {
			if got := seen(t, tp, upto); got != want {
				t.Errorf("%s up to ply %d: %s, want %s", tt.format, upto, got, want)
			}
		}
		stop := errors.New("enough")
		visits := 0
		if err := tp.Show(99, func(*match.Snapshot) error { visits++; return stop }); !errors.Is(err, stop) || visits != 1 {
			t.Errorf("%s: %d visits, error %v; want the error of the first one", tt.format, visits, err)
		}
	}
}

// TestScene checks that each picture is made from the one before it, and that a game without pictures has none.
func TestScene(t *testing.T) {
	tp, err := playback.Read(game(), "film", []byte(shot), 1)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := tp.Scene(5); err != nil || s == nil || s.Next != "9 6 5" {
		t.Errorf("scene %+v, %v; want one that grew out of those before", s, err)
	}
	tp, err = playback.Read(game(), match.RecordFormat, played(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := tp.Scene(2); err != nil || s != nil {
		t.Errorf("scene %+v, %v; want none of a game without pictures", s, err)
	}
}

func TestFormats(t *testing.T) {
	if diff := cmp.Diff([]string{match.RecordFormat, "layout", "film"}, playback.Formats(game())); diff != "" { // not what is only written
		t.Errorf("formats (-want +got)\n%s", diff)
	}
	text := played(t)
	for given, want := range map[string]string{shot: "film", string(text): match.RecordFormat, "7": ""} {
		if got := playback.Recognize(game(), []byte(given)); got != want {
			t.Errorf("%.20q is recognized as %q, want %q", given, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	text := played(t)
	broken := bytes.Replace(text, []byte(`"move":3`), []byte(`"move":"x"`), 1)
	if bytes.Equal(broken, text) {
		t.Fatalf("the record has no move 3:\n%s", text)
	}
	var outside *record.RangeError
	for _, tt := range []struct {
		format string
		text   []byte
		n      int
		want   string
	}{
		{"film", []byte(shot), 2, "but it holds 1 game"},
		{match.RecordFormat, text, 2, "1 game"},
		{"film", []byte("film\n0 nine\n"), 1, `frame "0 nine"`},
		{"writeonly", text, 1, "writeonly"},
	} {
		_, err := playback.Read(game(), tt.format, tt.text, tt.n)
		if err == nil || !strings.Contains(err.Error(), tt.want) || (tt.n > 1) != errors.As(err, &outside) {
			t.Errorf("game %d of %s: error %v, want %q", tt.n, tt.format, err, tt.want)
		}
	}
	tp, err := playback.Read(game(), match.RecordFormat, broken, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := tp.Show(99, func(*match.Snapshot) error { return nil }); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a move that is none: error %v, want one with its line", err)
	}
}
