package web

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Strangers can make a server write a line for each of their messages: it writes at most mostNotes at once, and then one more
// every notesEvery.
const (
	mostNotes  = 100
	notesEvery = time.Second
)

// Notes returns a function that passes lines about what strangers do to the function to: at most a hundred at once, and then one
// more each second. The next line that is passed says how many were left out. The function may be called from any goroutine.
func Notes(to func(line string)) func(line string) {
	n := notes{to: to, left: mostNotes, now: time.Now}
	n.last = n.now()
	return n.note
}

// Lines returns a writer whose lines, each one Write, are passed on as those of [Notes].
func Lines(to io.Writer) io.Writer {
	return lines(Notes(func(line string) { fmt.Fprintln(to, line) }))
}

type lines func(line string)

func (l lines) Write(line []byte) (int, error) {
	l(strings.TrimSuffix(string(line), "\n"))
	return len(line), nil
}

type notes struct {
	to  func(line string)
	now func() time.Time

	mu   sync.Mutex
	left float64 // lines that may still be written
	last time.Time
	out  int // lines that were left out
}

func (n *notes) note(line string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	now := n.now()
	n.left = min(mostNotes, n.left+float64(now.Sub(n.last))/float64(notesEvery))
	n.last = now
	if n.left < 1 {
		n.out++
		return
	}
	n.left--
	if n.out > 0 {
		line = fmt.Sprintf("%s (%d lines before this one were left out)", line, n.out)
		n.out = 0
	}
	n.to(line)
}
