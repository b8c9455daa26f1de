//go:build !playground

package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

const (
	portWord  = "PORT" // in a command, it is replaced by a port
	usualPort = 8000   // of the original's players
	lookTime  = 20 * time.Millisecond
	endTime   = 10 * time.Second // time for a program to exit after it has closed its connection
)

// Started is a player written for the original that is started here: a program that answers XML-RPC on the loopback. In a jail,
// the loopback is its own, so that no other program can call it. It plays one game after the other.
type Started struct {
	Command []string // the word PORT is replaced by a free port; without it the program listens on port 8000
	Options proc.Options
	Output  io.Writer // gets its standard error; nil: discarded

	mu      sync.Mutex // the loop does not wait for a late answer, so Answer may still run when another method is called
	program *proc.Program
	running atomic.Pointer[proc.Program] // the same, for Patience
	remote  *Remote
	meter   proc.Meter
	earlier string // standard error of a program that has ended
	rests   bool   // the program is paused while it is not asked
}

// Open starts the program if it is not running, and waits until it listens.
func (s *Started) Open(ctx context.Context, g turn.Game) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.program != nil {
		select {
		case <-s.program.Exited():
			s.stop()
		default:
			s.program.Forget()
		}
	}
	s.program.Resume()
	s.meter.Begin(s.program)
	if s.program == nil {
		if err := s.launch(ctx); err != nil {
			return err
		}
	}
	s.rests = g.Budget.Limited() && s.Options.Jail.Wanted()
	s.rest()
	return nil
}

// launch starts the program.
func (s *Started) launch(ctx context.Context) error {
	options, words := s.Options, slices.Clone(s.Command)
	options.Stderr, options.Jail.Net = s.Output, proc.Loopback
	port, given := usualPort, slices.Contains(words, portWord)
	var err error
	switch level := options.Level(words); {
	case given:
		port, err = freePort(0)
	case level == "" || level == "none": // whoever listens there would be asked in its place
		_, err = freePort(port)
	}
	if err != nil {
		return turn.Faultf(turn.NeverStarted, "no free port: %v; write %s in its command, and it gets a free one", err, portWord)
	}
	for i, word := range words {
		if word == portWord {
			words[i] = strconv.Itoa(port)
		}
	}
	program, err := proc.StartWith(words, options)
	if err != nil {
		return turn.Faultf(turn.NeverStarted, "%v", err)
	}
	s.program, s.earlier = program, ""
	s.running.Store(program)
	go drain(program)
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	inner, cancel := program.Patience(ctx, options.Starting())
	defer cancel()
	for {
		conn, err := program.Dial(inner, address)
		if err == nil {
			conn.Close()
			break
		}
		select {
		case <-time.After(lookTime):
		case <-program.Exited():
			status := s.stop()
			return turn.Faultf(turn.NeverStarted, "%s before it listened on port %d", status, port)
		case <-inner.Done():
			s.stop()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return turn.Faultf(turn.NeverStarted, "it does not listen on port %d within %v", port, options.Starting())
		}
	}
	client, err := xmlrpc.NewClient("http://" + address)
	if err != nil {
		return err
	}
	client.Connect, client.Connected = program.Dial, true
	s.remote = &Remote{client: client}
	return nil
}

// freePort returns a port on which nobody listens: the wanted one, or any for 0.
func freePort(wanted int) (port int, err error) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(wanted)))
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// drain drops what a program writes to standard output, which players print on, so that it never waits for a reader.
func drain(p *proc.Program) {
	for {
		select {
		case line := <-p.Lines:
			if errors.Is(line.Err, io.EOF) {
				return
			}
		case <-p.Exited():
			return
		}
	}
}

// stop ends the program and returns how it ended.
func (s *Started) stop() (status string) {
	status = s.program.Close(0)
	s.meter.Ended(s.program)
	s.earlier = s.program.Stderr()
	s.program, s.remote = nil, nil
	return status
}

// Patience implements [turn.Patient].
func (s *Started) Patience(ctx context.Context) (context.Context, context.CancelFunc) {
	return s.Options.Answering(ctx, func() (time.Duration, bool) { return s.running.Load().Spent() })
}

// Answer asks the program for a turn.
func (s *Started) Answer(ctx context.Context, v sarena.View) (m sarena.Move, say string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.program == nil {
		return m, "", turn.Faultf(turn.Gone, "its program has ended")
	}
	s.program.Resume()
	defer s.rest()
	if m, say, err = s.remote.Answer(ctx, v); err == nil || ctx.Err() != nil {
		return m, say, err
	}
	var fault *turn.Fault
	if !errors.As(err, &fault) || fault.Kind != turn.Gone {
		return m, "", err
	}
	select {
	case <-s.program.Exited():
		return m, "", turn.Faultf(turn.Crashed, "%s", s.stop())
	case <-ctx.Done():
	case <-time.After(endTime):
	}
	return m, "", err
}

func (s *Started) rest() {
	if s.rests && s.program != nil {
		s.program.Pause()
	}
}

// Close ends the program.
func (s *Started) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.program == nil {
		return nil
	}
	s.stop()
	return nil
}

// Stderr returns what the program wrote to its standard error in this game.
func (s *Started) Stderr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.program == nil {
		return s.earlier
	}
	return s.program.Stderr()
}

// Notes returns nothing: no oddities are forgiven.
func (s *Started) Notes() []string { return nil }

// Jailed says how the program is confined; "" if no jail is wanted.
func (s *Started) Jailed() string {
	options := s.Options
	options.Jail.Net = proc.Loopback
	return options.Level(s.Command)
}

// Used returns what the program has used in this game.
func (s *Started) Used() proc.Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.meter.Used(s.program)
}

// ParseCommand reads the command of a Started.
func ParseCommand(text string) ([]string, error) {
	words, err := proc.Split(text)
	if err == nil && len(words) == 0 || strings.TrimSpace(text) == "" {
		err = fmt.Errorf("want a command, such as python3 my_player.py -p %s", portWord)
	}
	return words, err
}
