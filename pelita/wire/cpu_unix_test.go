//go:build unix

package wire

import (
	"bytes"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// A game with two Python teams costs at most a fifth more than the teams alone, which are asked the same questions again. The
// limit is higher because other programs may use the machine.
func TestCPU(t *testing.T) {
	gametest.Long(t, "measures whole games")
	const want, most = 1.2, 1.35
	best := 10.0
	for try := 0; try < 6 && best > want; try++ {
		teams := [2]*Team{newTeam(t, "walker.py", Options{}), newTeam(t, "walker.py", Options{})}
		var asked []asking
		for _, team := range teams {
			team.Trace = func(toTeam bool, message []byte) {
				if toTeam {
					asked = append(asked, asking{team, bytes.Clone(message)})
				}
			}
		}
		own, children := gametest.CPU(t, syscall.RUSAGE_SELF), gametest.CPU(t, syscall.RUSAGE_CHILDREN)
		r := table{layout: openBoard, version: pelita.V251, rounds: 300, seed: "1"}.play(t, teams[0], teams[1])
		own, children = gametest.CPU(t, syscall.RUSAGE_SELF)-own, gametest.CPU(t, syscall.RUSAGE_CHILDREN)-children
		if r.Result().Reason != referee.Rounds {
			t.Fatalf("%+v", r.Result())
		}
		alone := gametest.CPU(t, syscall.RUSAGE_CHILDREN)
		feed(t, teams, asked)
		alone = gametest.CPU(t, syscall.RUSAGE_CHILDREN) - alone
		best = min(best, float64(own+children)/float64(alone))
		t.Logf("ours %v, theirs %v, theirs alone %v", own, children, alone)
	}
	if best > most {
		t.Errorf("a game costs %.2f times what its teams cost, want at most %.2f", best, want)
	}
}

// asking is a question to a team.
type asking struct {
	team    *Team
	message []byte
}

// feed asks teams what they were asked in another game.
func feed(t *testing.T, teams [2]*Team, asked []asking) {
	t.Helper()
	for _, team := range teams {
		if err := team.Launch(pelita.V251); err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range asked {
		err := a.team.connect(t.Context(), startTime)
		if err == nil {
			err = a.team.line.Send(a.message)
		}
		if err == nil {
			_, err = a.team.line.Receive(time.Time{}, a.team.watch(t.Context()))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, team := range teams {
		team.End(nil)
	}
}

// openBoard is a normal board without much in it.
var openBoard = func() string {
	rows := []string{strings.Repeat("#", 32)}
	for y := 1; y < 15; y++ {
		row := []byte("#" + strings.Repeat(" ", 30) + "#")
		if y%2 == 1 {
			for x := 3; x < 14; x += 5 {
				row[x], row[31-x] = '.', '.'
			}
			row[8], row[31-8] = '#', '#'
		}
		rows = append(rows, string(row))
	}
	put := func(x, y int, c string) { rows[y] = rows[y][:x] + c + rows[y][x+1:] }
	put(1, 13, "a")
	put(1, 14, "b")
	put(30, 2, "x")
	put(30, 1, "y")
	return strings.Join(append(rows, rows[0]), "\n") + "\n"
}()
