package env

import (
	"strconv"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
)

// stepping returns the games of a client whose steps are a function.
func stepping(workers int, step func()) *Direct {
	games := &batch.Batch{Step: func(int, int, *batch.Frame) { step() }, Close: func() {}}
	s := &Server{unmap: func() {}, batch: games, work: make([]chan [2]int, workers)}
	for i := range s.work {
		s.work[i] = make(chan [2]int)
		go func() {
			for span := range s.work[i] {
				s.assist(span)
			}
		}()
	}
	return &Direct{server: s}
}

// answered waits for the answer of a command.
func answered(d *Direct, answer string) string {
	for strings.HasPrefix(answer, Running) {
		number, _ := strconv.ParseInt(answer[1:], 10, 64)
		answer = d.Wait(number)
	}
	return answer
}

// A panic does not kill the client: it is the answer of this and of all later commands, whichever thread it was in.
func TestPanic(t *testing.T) {
	for workers := range 2 {
		calls := make(chan int, 9)
		d := stepping(workers, func() {
			calls <- 0
			if len(calls) == 1+workers {
				panic("out of order")
			}
		})
		for range 2 {
			if answer := answered(d, d.Step()); !strings.HasPrefix(answer, "!panic: out of order\n") || len(calls) != 1+workers {
				t.Errorf("%d workers: after %d steps %q, want the panic", workers, len(calls), answer)
			}
		}
		d.Close()
	}
}

// A game begins again with the seed that is given, from both threads.
func TestReset(t *testing.T) {
	d := stepping(0, nil)
	d.server.spec.Games, d.server.spec.Memory = 2, true
	var seeds []string
	d.server.batch.Reset = func(game int, s match.Setup) error {
		if seeds = append(seeds, s.Seed); game != 1 {
			t.Errorf("game %d begins, want 1", game)
		}
		return nil
	}
	d.server.batch.Show = func(int, int, *batch.Frame) {}
	for n := range uint64(2 * usual) {
		seed := 1<<63 + n
		if answer := answered(d, d.Reset(1, seed)); answer != "" || len(seeds) != int(n)+1 || seeds[n] != strconv.FormatUint(seed, 10) {
			t.Fatalf("%q, seeds %v after %d resets", answer, seeds, n+1)
		}
	}
	if answer := answered(d, d.Reset(2, 1)); answer != "!game 2: want 0 to 1" || len(seeds) != 2*usual {
		t.Errorf("%q, want that there is no such game", answer)
	}
	d.Close()
}

// A step that takes long does not keep the client from looking up, nor from closing its games.
func TestRunning(t *testing.T) {
	begun, goOn, closed := make(chan bool), make(chan bool), make(chan bool)
	d := stepping(0, func() { begun <- true; <-goOn })
	d.server.batch.Close = func() { close(closed) }
	first := make(chan string)
	go func() { first <- d.Step() }()
	<-begun
	answer := <-first
	if answer != Running+"1" {
		t.Fatalf("%q, want %q", answer, Running+"1")
	}
	goOn <- true
	if answer := answered(d, answer); answer != "" {
		t.Errorf("%q, want that it is done", answer)
	}
	go func() { first <- d.Step() }()
	<-begun
	if d.Close() {
		t.Error("closed while it is stepped")
	}
	<-first
	goOn <- true
	<-closed
	if answer := answered(d, d.Step()); answer != "!this environment is closed" {
		t.Errorf("%q, want that it is closed", answer)
	}
}
