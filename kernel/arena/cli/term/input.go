package term

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"golang.org/x/term"
)

// input reads standard input for all callers: lines for people who play, keys for the stepper. It reads nothing before it is
// asked, so several readers can share it.
type input struct {
	from io.Reader
	used atomic.Bool   // somebody has read
	turn chan struct{} // full while somebody reads: people who have a clock each are asked at the same time

	lines    *bufio.Reader
	requests chan bool // true: one key, false: a line
	replies  chan reply
	waiting  bool // a request was given up; its reply is still to come
}

type reply struct {
	text string
	err  error
}

// terminal returns the file of a terminal, nil if the input is not a terminal.
func (in *input) terminal() *os.File {
	if f, ok := in.from.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

func (in *input) ask(ctx context.Context, key bool) (string, error) {
	select {
	case in.turn <- struct{}{}:
		defer func() { <-in.turn }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if in.requests == nil {
		in.used.Store(true)
		in.requests, in.replies = make(chan bool), make(chan reply)
		in.lines = bufio.NewReader(in.from)
		go in.serve()
	}
	if key {
		// The terminal is raw only while a key is awaited: so the output of others keeps its shape meanwhile.
		if state, err := term.MakeRaw(int(in.terminal().Fd())); err == nil {
			defer term.Restore(int(in.terminal().Fd()), state)
		}
	}
	if !in.waiting {
		select {
		case in.requests <- key:
			in.waiting = true
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	select {
	case r := <-in.replies:
		in.waiting = false
		return r.text, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// serve is the goroutine that blocks on the input; it runs from the first read to the end of the process.
func (in *input) serve() {
	for key := range in.requests {
		var r reply
		if key {
			r.text, r.err = in.readKey()
		} else {
			r.text, r.err = in.readLine()
		}
		in.replies <- r
	}
}

func (in *input) readLine() (string, error) {
	line, err := in.lines.ReadString('\n')
	if errors.Is(err, io.EOF) && line != "" {
		err = nil
	}
	return strings.TrimRight(line, "\r\n"), err
}

// Keys that are more than a letter, as Key returns them.
const (
	Up, Down, Right, Left = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"

	Enter, Escape, Space, Backspace = "\r", "\x1b", " ", "\x7f"

	Interrupt, EndOfInput = "\x03", "\x04" // Ctrl-C and Ctrl-D
)

// Quits reports whether a key ends what is on the screen.
func Quits(key string) bool { return key == "q" || key == Interrupt || key == EndOfInput }

// Enters reports whether a key is the enter key.
func Enters(key string) bool { return key == Enter || key == "\n" }

// readKey reads a letter, or the escape sequence of a cursor key, which arrives as a whole.
func (in *input) readKey() (string, error) {
	r, _, err := in.lines.ReadRune()
	if err != nil || r != '\x1b' || in.lines.Buffered() < 2 {
		return string(r), err
	}
	rest := make([]byte, 2)
	_, err = io.ReadFull(in.lines, rest)
	if rest[0] == 'O' { // cursor keys in application mode
		rest[0] = '['
	}
	return string(r) + string(rest), err
}
