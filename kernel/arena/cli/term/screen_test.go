package term

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// The line under a frame shows the keys of a viewer, or the player that keeps a person waiting.
func TestBelow(t *testing.T) {
	terminal := New(strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
	for _, tt := range []struct {
		name   string
		keys   bool
		people []bool
		asked  []int
		over   bool
		want   string
	}{
		{name: "bots", keys: true, people: []bool{false, false}, asked: []int{0}, want: controls[0]},
		{name: "the end", keys: true, people: []bool{false, false}, over: true},
		{name: "a person waits", people: []bool{true, false}, asked: []int{1}, want: "BLUE is thinking ..."},
		{name: "a person is asked", people: []bool{true, false}, asked: []int{0}},
		{name: "both are asked", people: []bool{true, false}, asked: []int{0, 1}},
		{name: "nobody waits", people: []bool{false, false}, asked: []int{0}},
	} {
		s := &Screen{Terminal: terminal, Seats: []string{"red", "blue"}, Keys: tt.keys, People: tt.people}
		shown := &match.Snapshot{Asked: tt.asked}
		if tt.over {
			shown.Result = &record.Result{}
		}
		if got := s.below(shown); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A frame at which only people are asked does not wait: they look at it as long as they like.
func TestPeopleNeedNoPace(t *testing.T) {
	terminal := New(strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
	s := &Screen{
		Terminal: terminal, Seats: []string{"red", "blue"}, Hidden: true, People: []bool{true, false}, Pacer: Pacer{Pace: time.Hour},
	}
	done := make(chan error, 1)
	go func() { done <- s.Asked(t.Context(), &match.Snapshot{Asked: []int{0}}) }()
	select {
	case err := <-done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("a person waits for the pace of the frames")
	}
}

// A game pauses before the given question; questions where nobody has a choice do not count.
func TestStopAt(t *testing.T) {
	var errw bytes.Buffer
	terminal := New(strings.NewReader("\nc\n"), &bytes.Buffer{}, &errw)
	s := &Screen{Terminal: terminal, Seats: []string{"red", "blue"}, Hidden: true, People: make([]bool, 2), StopAt: 2}
	for i, tt := range []struct {
		idle   bool
		prompt bool
	}{{idle: true}, {}, {idle: true}, {prompt: true}, {prompt: true}, {}} {
		errw.Reset()
		if err := s.Asked(t.Context(), &match.Snapshot{Asked: []int{0}, Idle: func() bool { return tt.idle }}); err != nil {
			t.Fatal(err)
		}
		if asks := errw.Len() > 0; asks != tt.prompt {
			t.Errorf("question %d: paused %t, want %t", i, asks, tt.prompt)
		}
	}
}

func TestTooSmall(t *testing.T) {
	var c ascii.Canvas
	c.Text(grid.Point{X: 9, Y: 4}, "end  ", ascii.Plain) // 12 columns, 5 lines
	for _, tt := range []struct {
		columns, lines int
		want           string
	}{
		{80, 24, ""},
		{12, 6, ""},
		{11, 24, "This window has 11 columns and 24 lines; the game needs 12 and 24."},
		{80, 5, "This window has 80 columns and 5 lines; the game needs 80 and 6."},
	} {
		if got := tooSmall(&c, tt.columns, tt.lines); got != tt.want {
			t.Errorf("%d by %d: %q, want %q", tt.columns, tt.lines, got, tt.want)
		}
	}
}

func TestFit(t *testing.T) {
	terminal := New(strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}) // 80 columns
	long, exact := strings.Repeat("x", 80), strings.Repeat("y", 79)
	if got := terminal.Fit(long, exact, "z"); got != exact {
		t.Errorf("%q, want the one of 79 characters", got)
	}
	if got := terminal.Fit(long); got != "" {
		t.Errorf("%q, want nothing", got)
	}
}

// Lines of programs are tagged with seat and ply, whole, and without control characters.
func TestOutputs(t *testing.T) {
	var b bytes.Buffer
	o := &Outputs{To: &b}
	first, second := o.Source([]string{"red", "blue"}), o.Source([]string{"red", "blue"})
	first.SetSeat(1)
	second.SetSeat(0)
	first.Write([]byte("loading\n"))
	o.Asked(t.Context(), &match.Snapshot{Ply: 6, Asked: []int{0, 1}})
	first.Write([]byte("\x1b[2Jhal"))
	second.Write([]byte("  one\r\ntwo\n"))
	first.Write([]byte("f\n"))
	want := "[BLUE 0] loading\n[RED 7]   one\n[RED 7] two\n[BLUE 8]  [2Jhalf\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	under := &Outputs{}
	source := under.Source([]string{"red"})
	for _, line := range strings.Fields("1 2 3 4 5 6 7 8") {
		source.Write([]byte(line + "\n"))
	}
	if got := under.lines(); len(got) != shownOutputs || got[len(got)-1] != "[RED 0] 8" {
		t.Errorf("under the frame stand %q", got)
	}
	if got := (*Outputs)(nil).lines(); got != nil {
		t.Errorf("without outputs stand %q", got)
	}
}
