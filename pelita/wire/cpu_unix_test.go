//go:build unix

package wire

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// cpu returns the seconds that this process and its ended children have computed.
func cpu(t *testing.T, who int) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A game with two Python teams costs little more than the teams alone: a fifth on a quiet machine.
func TestCPU(t *testing.T) {
	if testing.Short() {
		t.Skip("measures whole games")
	}
	board := openBoard
	best := 10.0
	for range 3 {
		blue, red := newTeam(t, "walker.py", Options{}), newTeam(t, "walker.py", Options{})
		own, children := cpu(t, syscall.RUSAGE_SELF), cpu(t, syscall.RUSAGE_CHILDREN)
		r := table{layout: board, version: pelita.V251, rounds: 300, seed: "1"}.play(t, blue, red)
		own, children = cpu(t, syscall.RUSAGE_SELF)-own, cpu(t, syscall.RUSAGE_CHILDREN)-children
		if r.Result().Reason != referee.Rounds {
			t.Fatalf("%+v", r.Result())
		}
		best = min(best, float64(own+children)/float64(children))
		t.Logf("ours %v, theirs %v", own, children)
	}
	const most = 1.35 // other tests and other people use the machine, too
	if best > most {
		t.Errorf("a game costs %.2f times what its teams cost, want at most %.2f", best, most)
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
