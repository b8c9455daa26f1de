package env

import (
	"strconv"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
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
