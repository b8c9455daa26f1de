package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// input reads standard input for whoever asks: lines for people who play, keys for the stepper. It reads nothing before it is
// asked, so several readers can share it.
type input struct {
	from     io.Reader
	lines    *bufio.Reader
	requests chan bool // true: one key, false: a line
	replies  chan reply
	waiting  bool // a request was given up; its reply is still to come
}

type reply struct {
	text string
	err  error
}

func newInput(from io.Reader) *input { return &input{from: from} }

// terminal returns the file of a terminal, nil if the input is none.
func (in *input) terminal() *os.File {
	if f, ok := in.from.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// line returns the next line without its end. At the end of the input it returns io.EOF.
func (in *input) line(ctx context.Context) (string, error) { return in.ask(ctx, false) }

// key waits for a key on a terminal, and for a line elsewhere.
func (in *input) key(ctx context.Context) (string, error) { return in.ask(ctx, in.terminal() != nil) }

func (in *input) ask(ctx context.Context, key bool) (string, error) {
	if in.requests == nil {
		in.requests, in.replies = make(chan bool), make(chan reply)
		in.lines = bufio.NewReader(in.from)
		go in.serve()
	}
	if key {
		// Only while a key is waited for is the terminal raw: what others print meanwhile keeps its shape.
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

// serve is the goroutine that blocks on the input, once somebody has asked, for the rest of the process.
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

// Keys that are more than a letter.
const (
	keyUp, keyDown, keyRight, keyLeft = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"

	keyInterrupt, keyEnd = "\x03", "\x04" // Ctrl-C and Ctrl-D
)

// quits reports whether a key ends what is on the screen.
func quits(key string) bool { return key == "q" || key == keyInterrupt || key == keyEnd }

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

// height returns the number of lines of a terminal, 24 if it does not say.
func height(terminal any) int {
	if f, ok := terminal.(*os.File); ok {
		if _, lines, err := term.GetSize(int(f.Fd())); err == nil && lines > 0 {
			return lines
		}
	}
	return 24
}

func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}
