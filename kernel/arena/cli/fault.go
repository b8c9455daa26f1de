package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/kballard/go-shellquote"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// absentError is the error of a program that never started: the remaining games make no sense.
type absentError struct{ spec string }

func (e *absentError) Error() string { return fmt.Sprintf("play: %s never started", e.spec) }

// explain prints to standard error the faults of the players, even those after which the game continued, and how to see them in
// the record: game number of file, which is "" without a record. The error says that a program never started.
func (p *playing) explain(line *record.Line, players []*match.Player, file string, number int) (err error) {
	for seat, s := range line.Seats {
		first, count := faultsOf(line, s.Seat)
		if count == 0 {
			continue
		}
		times := ""
		if count > 1 {
			times = fmt.Sprintf(" %d times, first", count)
		}
		p.LastWords(players[seat].Stderr(), s.Name)
		fmt.Fprintf(p.Err, "%s (%s) went wrong%s at ply %d: %s%s\n", p.Game.Title(s.Seat), s.Name, times, first.First,
			clean.Line(first.Detail, 200), p.seeAt(file, number, first.First))
		if first.Kind == turn.NeverStarted {
			err = &absentError{s.Name}
		}
	}
	return err
}

// seeAt returns the command that shows a ply of a record, as the end of a message; "" without a record.
func (a *App) seeAt(file string, number, ply int) string {
	if file == "" {
		return ""
	}
	words := []string{a.Game.Name, "replay", file}
	if number > 1 {
		words = append(words, "--game", fmt.Sprint(number))
	}
	return "; see: " + shellquote.Join(append(words, "--at", fmt.Sprint(ply))...)
}

// faulty is a temporary file for the games of a run in which something went wrong.
type faulty struct {
	file  *os.File // nil: no such game yet
	games int
}

// add writes the record of a game, and returns the name of the file and the number of the game in it.
func (f *faulty) add(name string, record []byte) (path string, number int, err error) {
	if f.file == nil {
		if f.file, err = os.CreateTemp("", name+"-*.jsonl"); err != nil {
			return "", 0, err
		}
	}
	if _, err := f.file.Write(record); err != nil {
		return "", 0, err
	}
	f.games++
	return f.file.Name(), f.games, nil
}

func (f *faulty) close() {
	if f.file != nil {
		f.file.Close()
	}
}

// faultsOf returns the first fault of a seat and the number of its faults.
func faultsOf(line *record.Line, seat string) (first record.Fault, count int) {
	for _, f := range line.Faults {
		if f.Seat != seat {
			continue
		}
		if count == 0 || f.First < first.First {
			first = f
		}
		count += f.Count
	}
	return first, count
}

// LastWords shows the end of what a program wrote to standard error before it failed.
func (a *App) LastWords(stderr, name string) {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	if lines[0] == "" {
		return
	}
	fmt.Fprintf(a.Err, "standard error of %s ended with:\n", name)
	for _, line := range lines[max(0, len(lines)-10):] {
		indent := len(line) - len(strings.TrimLeft(line, " \t")) // Python's ^^^ point at something
		fmt.Fprintf(a.Err, "  %*s%s\n", min(indent, 40), "", clean.Line(line, 200))
	}
}
