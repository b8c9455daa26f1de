package pelita_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/pelita"
)

// draws is a Chance that draws what a test wants, and fails the test when there is nothing left.
type draws struct {
	t    testing.TB
	list []int
}

func (d *draws) Below(n int) int {
	d.t.Helper()
	if len(d.list) == 0 {
		d.t.Fatalf("a draw below %d that the rules do not have", n)
	}
	first := d.list[0]
	d.list = d.list[1:]
	if first >= n {
		d.t.Fatalf("a draw below %d, the test wants %d", n, first)
	}
	return first
}

func (d *draws) Below64(n uint64) uint64 { return uint64(d.Below(int(n))) }
func (d *draws) Float64() float64        { return 0 }

// board returns a game on a drawn layout in which the bot with the letter mover is to move. moved puts bots on other cells than
// the drawing does, because several bots may share a cell and a drawing shows only one of them.
func board(t testing.TB, v pelita.Version, layout string, mover byte, moved ...pelita.Placed) *pelita.Position {
	t.Helper()
	l, err := pelita.ParseLayoutWith(layout, pelita.Extra{Bots: moved})
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Maze()
	if err != nil {
		t.Fatal(err)
	}
	s := pelita.NewPosition(l, m, pelita.Options{Version: v, MaxRounds: 300, ErrorLimit: 5})
	s.Round, s.Turn = 1, strings.IndexByte(pelita.Letters, mover)
	return &s
}

func at(x, y int) pelita.Cell { return pelita.Cell{X: x, Y: y} }

func place(bot string, x, y int) pelita.Placed { return pelita.Placed{Bot: bot, Cell: at(x, y)} }

// TestRules plays one move on a drawn board and compares the board after it.
func TestRules(t *testing.T) {
	for _, tt := range []struct {
		name    string
		version pelita.Version
		before  string
		moved   []pelita.Placed
		mover   byte
		to      pelita.Cell
		after   string
		score   [2]int
		kills   [4]int
		deaths  [4]int
	}{
		{
			name: "R6 a step to a free cell", before: `
				########
				#a # . #
				#b.  xy#
				########`,
			mover: 'a', to: at(2, 1), after: `
				########
				# a# . #
				#b.  xy#
				########`,
		},
		{
			name: "R7 a pacman eats a pellet of the enemy", before: `
				########
				#  #a. #
				#b.  xy#
				########`,
			mover: 'a', to: at(5, 1), after: `
				########
				#  # a #
				#b.  xy#
				########`,
			score: [2]int{1, 0},
		},
		{
			name: "R7 nobody eats what lies at home", before: `
				########
				#  #a. #
				#b.  xy#
				########`,
			mover: 'x', to: at(5, 1), after: `
				########
				#  #ax #
				#b.   y#
				########`,
		},
		{
			name: "R8 a ghost kills a pacman, which respawns (R5)", before: `
				########
				#  #  y#
				#b. ax #
				########`,
			mover: 'x', to: at(4, 2), after: `
				########
				#a #  y#
				#b. x  #
				########`,
			score: [2]int{0, 5}, kills: [4]int{0, 1, 0, 0}, deaths: [4]int{1, 0, 0, 0},
		},
		{
			name: "R8 a ghost kills two at once", before: `
				########
				#  #  y#
				#  .ax #
				########`,
			moved: []pelita.Placed{place("b", 4, 2)},
			mover: 'x', to: at(4, 2), after: `
				########
				#a #  y#
				#b .x  #
				########`,
			score: [2]int{0, 10}, kills: [4]int{0, 2, 0, 0}, deaths: [4]int{1, 0, 1, 0},
		},
		{
			name: "R8 a pacman that runs into a ghost eats first and then dies", before: `
				########
				#  #a  #
				#b.  x.#
				########`,
			moved: []pelita.Placed{place("x", 5, 1), place("y", 5, 1)},
			mover: 'a', to: at(5, 1), after: `
				########
				#a # x #
				#b.   .#
				########`,
			score: [2]int{0, 5}, kills: [4]int{0, 1, 0, 0}, deaths: [4]int{1, 0, 0, 0},
		},
		{
			name: "R8 bots may pass each other", before: `
				########
				#  #  y#
				#b. ax #
				########`,
			mover: 'a', to: at(5, 2), after: `
				########
				#a #  y#
				#b.  x #
				########`,
			score: [2]int{0, 5}, kills: [4]int{0, 1, 0, 0}, deaths: [4]int{1, 0, 0, 0},
		},
		{
			name: "R8 2.5.1: a respawn onto an enemy changes nothing", before: `
				########
				#x #  y#
				#b. a  #
				########`,
			moved: []pelita.Placed{place("y", 5, 2)},
			mover: 'y', to: at(4, 2), after: `
				########
				#a #   #
				#b. y  #
				########`,
			score: [2]int{0, 5}, kills: [4]int{0, 0, 0, 1}, deaths: [4]int{1, 0, 0, 0},
		},
		{
			name: "R8 2.7.0: a respawn onto an enemy kills it", version: pelita.V270, before: `
				########
				#x #  y#
				#b. a  #
				########`,
			moved: []pelita.Placed{place("y", 5, 2)},
			mover: 'y', to: at(4, 2), after: `
				########
				#a #   #
				#b. y x#
				########`,
			score: [2]int{5, 5}, kills: [4]int{1, 0, 0, 1}, deaths: [4]int{1, 1, 0, 0},
		},
		{
			name: "R8 2.7.0: a pacman is not killed by a ghost elsewhere", version: pelita.V270, before: `
				########
				#  #a. #
				#b.  xy#
				########`,
			mover: 'a', to: at(5, 1), after: `
				########
				#  # a #
				#b.  xy#
				########`,
			score: [2]int{1, 0},
		},
		{
			name: "R8 staying is moving", before: `
				########
				#a #  y#
				#b.   x#
				########`,
			moved: []pelita.Placed{place("x", 1, 1)},
			mover: 'a', to: at(1, 1), after: `
				########
				#a #  y#
				#b.   x#
				########`,
			score: [2]int{5, 0}, kills: [4]int{1, 0, 0, 0}, deaths: [4]int{0, 1, 0, 0},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := board(t, tt.version, tt.before, tt.mover, tt.moved...)
			after := s.Play(pelita.MoveTo(tt.to), &draws{t: t})
			before := *s
			to, moved := s.Step(pelita.MoveTo(tt.to), &draws{t: t})
			if !s.Equal(&after) || s.Equal(&before) {
				t.Error("Play and Step do not do the same")
			}
			if diff := cmp.Diff(drawn(tt.after), s.String()); diff != "" {
				t.Errorf("board (-want +got):\n%s", diff)
			}
			if s.Score != tt.score || s.Kills != tt.kills || s.Deaths != tt.deaths {
				t.Errorf("score %v kills %v deaths %v, want %v %v %v", s.Score, s.Kills, s.Deaths, tt.score, tt.kills, tt.deaths)
			}
			if !moved || to != tt.to || s.Errors != [2]int{} {
				t.Error("the move was not carried out")
			}
		})
	}
}

// drawn returns a board without the indentation of the test.
func drawn(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

const small = `
	########
	#a # . #
	#b.  xy#
	########`
