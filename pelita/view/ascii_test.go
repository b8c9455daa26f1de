package view_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/view"
)

// game returns a game in which everything that can be drawn occurs.
func game(t *testing.T, v pelita.Version) *referee.State {
	t.Helper()
	p, err := pelita.NewGame(`
		################
		# .. #   .  # y#
		# ..   ##.. # x#
		#  ###   ..  . #
		# .  ..   ###  #
		#a # ..##   .. #
		#b #  .   # .. #
		################`, pelita.Options{Version: v, MaxRounds: 300, ErrorLimit: 5})
	if err != nil {
		t.Fatal(err)
	}
	s := referee.NewState(p)
	s.Names, s.Infos, s.Layout = [2]string{"Gatherers\x1b[2J", "Guards"}, [2]string{"", "group 2"}, "small_000"
	s.Score, s.Kills, s.Deaths, s.Time = [2]int{3, 5}, [4]int{0, 1, 0, 0}, [4]int{0, 0, 1, 0}, [2]float64{1.5, 0.25}
	s.Round, s.Turn = 11, 3
	s.Bots = [4]pelita.Cell{{X: 9, Y: 1}, {X: 13, Y: 3}, {X: 1, Y: 6}, {X: 14, Y: 4}}
	chance := lowest{}
	for range 26 {
		s.Age(pelita.Red)
	}
	s.Bots[0] = pelita.Cell{X: 8, Y: 1}
	s.Begin(chance)
	s.Answer(pelita.MoveTo(pelita.Cell{X: 9, Y: 1}), "yummy", chance)
	s.Begin(chance)
	return s
}

// lowest draws the lowest number.
type lowest struct{}

func (lowest) Below(int) int         { return 0 }
func (lowest) Below64(uint64) uint64 { return 0 }
func (lowest) Float64() float64      { return 0 }

func golden(t *testing.T, name string, c *ascii.Canvas, colour bool) {
	t.Helper()
	var b strings.Builder
	var look func(ascii.Style) string
	if colour {
		look = term.Look
	}
	if err := c.Write(&b, look); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if gametest.Updates() {
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s (-want +got), write it anew with -update:\n%s", name, diff)
	}
}

func TestDraw(t *testing.T) {
	var c ascii.Canvas
	view.Draw(&c, game(t, pelita.V251))
	golden(t, "draw.txt", &c, false)
}

func TestDrawFailure(t *testing.T) {
	s := game(t, pelita.V270)
	s.Answer(pelita.MoveTo(pelita.Cell{X: 1, Y: 1}), "", lowest{})
	var c ascii.Canvas
	view.Draw(&c, s)
	golden(t, "failure.txt", &c, false)
}

func TestDrawBig(t *testing.T) {
	wall, row := strings.Repeat("#", 64), "#a"+strings.Repeat(" ", 29)+".."+strings.Repeat(" ", 29)+"x#\n"
	p, err := pelita.NewGame(wall+"\n"+row+"#b"+strings.Repeat(" ", 60)+"y#\n"+wall, pelita.Options{MaxRounds: 300})
	if err != nil {
		t.Fatal(err)
	}
	s := referee.NewState(p)
	s.Bots[0], s.Bots[1] = pelita.Cell{X: 40, Y: 1}, pelita.Cell{X: 20, Y: 2}
	var c ascii.Canvas
	view.Draw(&c, s)
	golden(t, "big.txt", &c, false)
}

// A frame in a pipe is one line and below it the layout text, which the parser reads back.
func TestPlain(t *testing.T) {
	s := game(t, pelita.V251)
	var c ascii.Canvas
	view.Plain(&c, s)
	golden(t, "plain.txt", &c, false)
	var b strings.Builder
	if err := c.Write(&b, nil); err != nil {
		t.Fatal(err)
	}
	_, board, _ := strings.Cut(b.String(), "\n")
	if board != s.String() || strings.Contains(b.String(), "\x1b") {
		t.Errorf("the frame\n%s\nis not the layout text\n%s", b.String(), s)
	}
	if _, err := pelita.ParseLayout(board); err != nil {
		t.Error(err)
	}
}
