package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/matches"
)

// worker is a program that plays one game after the other: the verb worker of a game.
type worker struct {
	protocol.Hello
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *json.Decoder
	errs bytes.Buffer
}

// hire starts a worker.
func hire(ctx context.Context, path string) (w *worker, err error) {
	w = &worker{cmd: exec.CommandContext(ctx, path, "worker")}
	w.cmd.Stderr = &w.errs
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := w.cmd.Start(); err != nil {
		return nil, err
	}
	w.out = json.NewDecoder(out)
	if err := w.out.Decode(&w.Hello); err != nil {
		return nil, w.failed(errors.Join(err, w.close()))
	}
	return w, nil
}

func (w *worker) failed(err error) error {
	return fmt.Errorf("%s worker: %w: %s", filepath.Base(w.cmd.Path), err, strings.TrimSpace(w.errs.String()))
}

// close ends the worker.
func (w *worker) close() error {
	w.in.Close()
	return w.cmd.Wait()
}

// play plays a game of a pair and returns the points of the first player, who sits in the first seat in games with even numbers.
func (w *worker) play(players [2]string, number int, start string) (points float64, err error) {
	seat := number % 2
	j := job.Job{Game: w.Game, Rules: w.Rules, Seed: strconv.Itoa(number/2 + 1), Start: start}
	for i := range w.Seats {
		spec := players[(i+seat)%2]
		j.Seats = append(j.Seats, job.Team{Label: spec, Spec: spec})
	}
	if err := json.NewEncoder(w.in).Encode(j); err != nil {
		return 0, w.failed(err)
	}
	var done protocol.Done
	if err := w.out.Decode(&done); err != nil {
		return 0, w.failed(err)
	}
	switch {
	case done.Error != "":
		return 0, w.failed(errors.New(done.Error))
	case len(done.Line.Faults) > 0:
		return 0, fmt.Errorf("%s against %s, seed %s: %s", players[0], players[1], j.Seed, done.Line.Faults[0].Detail)
	case done.Line.Winner == nil:
		return 0.5, nil
	case *done.Line.Winner == w.Seats[seat]:
		return 1, nil
	}
	return 0, nil
}

// play plays those of a number of games between two players that are not in the journal, and returns all of them.
func (l *ladder) play(ctx context.Context, first, second string, games int) (*matches.Tally, error) {
	tally := l.tally(first, second)
	numbers := make(chan int)
	var (
		wait   sync.WaitGroup
		lock   sync.Mutex
		failed error
	)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for _, w := range l.workers {
		wait.Go(func() {
			for number := range numbers {
				start := ""
				if len(l.starts) > 0 {
					start = l.starts[number/2%len(l.starts)]
				}
				points, err := w.play([2]string{first, second}, number, start)
				lock.Lock()
				if err == nil {
					tally.Add(number, points)
					err = l.journal.Add(matches.Line{
						First: first, Second: second, Game: number, Control: byCounts, Points: points,
					})
				}
				if err != nil {
					failed = errors.Join(failed, err)
					stop()
				}
				lock.Unlock()
			}
		})
	}
	for number := range games {
		lock.Lock()
		known := tally.Has(number)
		if points, ok := l.kept[played{[2]string{first, second}, number}]; ok && !known {
			tally.Add(number, points)
			known = true
		}
		lock.Unlock()
		if known {
			continue
		}
		select {
		case numbers <- number:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(numbers)
	wait.Wait()
	if failed == nil {
		failed = ctx.Err()
	}
	return tally, failed
}
