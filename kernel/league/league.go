// Package league plays many games between many teams: who meets whom, a journal that survives a crash, and tables.
package league

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
)

// Pairing is one game to be played: two teams by index, in seat order, and the how-manieth meeting of that pair in those
// seats it is (from 1).
type Pairing struct {
	Teams [2]int
	Round int
}

// RoundRobin pairs every team with every other twice a round, once in each seat. The pairs come in the order of the circle
// method, so that every team plays about equally often at any time.
func RoundRobin(teams, rounds int) []Pairing {
	n := teams + teams%2 // an odd number of teams gets a bye
	circle := make([]int, n)
	for i := range circle {
		circle[i] = i
	}
	var pairs [][2]int
	for range n - 1 {
		for i := range n / 2 {
			a, b := circle[i], circle[n-1-i]
			if a < teams && b < teams {
				pairs = append(pairs, [2]int{a, b})
			}
		}
		last := circle[n-1]
		copy(circle[2:], circle[1:n-1])
		circle[1] = last
	}
	var list []Pairing
	for round := 1; round <= rounds; round++ {
		for swap := range 2 {
			for _, p := range pairs {
				list = append(list, Pairing{[2]int{p[swap], p[1-swap]}, round})
			}
		}
	}
	return list
}

// Parallel calls play for every job, at most concurrency at the same time, and stops starting jobs at the first error,
// which it returns.
func Parallel[J any](ctx context.Context, concurrency int, jobs []J, play func(context.Context, J) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan J)
	var workers sync.WaitGroup
	for range concurrency {
		workers.Go(func() {
			for job := range queue {
				if err := play(ctx, job); err != nil {
					cancel(err)
				}
			}
		})
	}
feed:
	for _, job := range jobs {
		if ctx.Err() != nil {
			break
		}
		select {
		case queue <- job:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	workers.Wait()
	return context.Cause(ctx)
}

// Journal is a file of JSON lines that is only ever appended to: one line for what is played, then one a finished game.
type Journal struct {
	mu   sync.Mutex
	file *os.File
	torn error // of a line that was not written to its end: none may follow it
}

// CreateJournal starts a journal. The file, which must not exist, appears with its first line in it: whatever happens before,
// there is none.
func CreateJournal(path string, head any) (*Journal, error) {
	if _, err := os.Stat(path); err == nil {
		return nil, &os.PathError{Op: "create", Path: path, Err: os.ErrExist}
	}
	draft := path + ".new"
	file, err := os.Create(draft)
	if err != nil {
		return nil, err
	}
	err = (&Journal{file: file}).Append(head)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(draft, path)
	}
	if err != nil {
		os.Remove(draft)
		return nil, err
	}
	return OpenJournal(path)
}

// OpenJournal opens a journal to go on with it. A last line that was not written to its end is cut off.
func OpenJournal(path string) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	whole := int64(0)
	r := bufio.NewReader(file)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			break
		}
		whole += int64(len(line))
	}
	if err := file.Truncate(whole); err != nil {
		file.Close()
		return nil, err
	}
	return &Journal{file: file}, nil
}

// Append writes one line, which is on the disk when Append returns.
func (j *Journal) Append(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.torn != nil {
		return j.torn
	}
	if _, j.torn = j.file.Write(append(line, '\n')); j.torn != nil {
		return j.torn
	}
	return j.file.Sync()
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// ReadJournal reads a journal: the first line into head, every other through add. A torn last line is ignored; the error
// names the line.
func ReadJournal(path string, head any, add func(line []byte) error) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for number := 1; len(content) > 0; number++ {
		line, rest, whole := bytes.Cut(content, []byte("\n"))
		if !whole {
			break
		}
		if number == 1 {
			err = json.Unmarshal(line, head)
		} else {
			err = add(line)
		}
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", path, number, err)
		}
		content = rest
	}
	return nil
}

// Game is a finished game between two teams.
type Game struct {
	Teams   [2]int // by seat
	Winner  int    // seat, or -1
	Default bool   // the loser failed to play: late, illegal, crashed, ...
}

// Standing is a team's place in the table.
type Standing struct {
	Team     int
	Played   int
	Wins     int
	Draws    int
	Losses   int
	Defaults int     // losses by default
	Points   float64 // 1 for a win, 0.5 for a draw
	Error    float64 // half the 95 % interval of Points/Played, in percent
}

// Table returns the standings, best first; equal ones stand in the order of the teams.
func Table(teams int, games []Game) []Standing {
	table := make([]Standing, teams)
	for i := range table {
		table[i].Team = i
	}
	for _, g := range games {
		for seat, team := range g.Teams {
			s := &table[team]
			s.Played++
			switch g.Winner {
			case -1:
				s.Draws++
				s.Points += 0.5
			case seat:
				s.Wins++
				s.Points++
			default:
				s.Losses++
				if g.Default {
					s.Defaults++
				}
			}
		}
	}
	for i := range table {
		table[i].Error = interval(table[i])
	}
	for i := 1; i < len(table); i++ { // insertion sort is stable
		for k := i; k > 0 && table[k].Points > table[k-1].Points; k-- {
			table[k], table[k-1] = table[k-1], table[k]
		}
	}
	return table
}

// interval is half the width of Wilson's 95 % interval, which is sound for few games and for shares near 0 and 1.
func interval(s Standing) float64 {
	if s.Played == 0 {
		return 0
	}
	const z = 1.959963984540054
	n := float64(s.Played)
	p := s.Points / n
	return 100 * z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
}

// Progress writes how far a league is: a bar that is redrawn on a terminal, a line a game elsewhere.
type Progress struct {
	W        io.Writer
	Terminal bool
	Total    int
	done     int
}

// Step reports one more finished game.
func (p *Progress) Step(line string) {
	p.done++
	if !p.Terminal {
		fmt.Fprintf(p.W, "game %d of %d: %s\n", p.done, p.Total, line)
		return
	}
	const width = 30
	bar := bytes.Repeat([]byte{'.'}, width)
	for i := range width * p.done / max(1, p.Total) {
		bar[i] = '#'
	}
	fmt.Fprintf(p.W, "\r\x1b[K[%s] %d of %d", bar, p.done, p.Total)
	if p.done == p.Total {
		fmt.Fprintln(p.W)
	}
}

// Break ends the line of an unfinished bar.
func (p *Progress) Break() {
	if p.Terminal && p.done < p.Total {
		fmt.Fprintln(p.W)
	}
}

// Skip counts games that were finished before.
func (p *Progress) Skip(n int) { p.done += n }

// ErrLocked is the error of a folder that another process works on.
var ErrLocked = errors.New("another process plays this tournament")
