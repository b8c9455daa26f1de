package wire

import (
	_ "embed"
	"io"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

// In a browser there is no network: the player of the stand-in, which the page has put into the folder /stand-in, exchanges the
// same messages as lines on its standard input and output.

// player is the program that makes it do so.
//
//go:embed lines.py
var player string

func probe(command string) (Python, error) {
	return Python{Command: command, Missing: "this is a browser"}, nil
}

func (t *Team) start(v pelita.Version) error {
	words := []string{t.python.Command, "-c", player, v.String(), "remote-game", t.spec, "lines:"}
	if t.options.Name != "" {
		words = append(words, "--team-name-override", t.options.Name)
	}
	program, err := proc.StartWith(words, t.startOptions())
	if err != nil {
		return err
	}
	t.protocol, t.program, t.line = v, program, lines{program}
	t.running.Store(program)
	t.finish, t.drained = make(chan struct{}), make(chan struct{})
	close(t.drained) // what the team prints comes with its standard error
	return nil
}

// lines are a conversation in lines.
type lines struct{ *proc.Program }

func (l lines) Send(message []byte) error {
	_, err := l.Write(append(message[:len(message):len(message)], '\n'))
	if err != nil {
		return zmtp.ErrGone
	}
	return nil
}

// Receive waits for a line as [zmtp.Line.Receive] does for a message.
func (l lines) Receive(until time.Time, check func() error) (zmtp.Message, error) {
	for {
		slice, err := zmtp.NextSlice(until)
		if err != nil {
			return nil, err
		}
		select {
		case line := <-l.Lines:
			if line.Err != nil {
				return nil, line.Err
			}
			return zmtp.Message{line.Text}, nil
		case <-time.After(slice):
			if err := check(); err != nil && err != io.EOF { // the end comes with the lines
				return nil, err
			}
		}
	}
}

func (l lines) Close() { l.CloseInput() }
