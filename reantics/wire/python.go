package wire

import (
	"bytes"
	"context"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
)

// host runs a player's file, together with the modules that the original offers to it.
//
//go:embed python/*.py
var host embed.FS

const (
	overTime = 10 * time.Second // for the player's method at the end of a game
	patience = time.Second      // for the process to exit at the end of its input
)

// Copy is the number that the original gives to a second player made from the same file.
const Copy = -2

// Python is a player that is a file with a class AIPlayer, in a process of its own that lives for many games. The working
// directory is the folder of the file, or its parent if the folder is called AI.
type Python struct {
	File        string
	Interpreter string       // "" is python3; split like a command line
	ID          *int         // the number that the player's constructor gets; nil: that of its first seat
	Start       proc.Options // how the process is started, such as in a jail
	Tee         io.Writer    // gets what the player prints, as it comes; may be nil

	mu      sync.Mutex // a late answer may still be on its way when the game ends
	program *proc.Program
	running atomic.Pointer[proc.Program] // the same, for Spent
	channel *channel                     // replaces the program's input and output after it was opened; may be nil
	author  string
	played  bool   // it has played a game
	earlier string // standard error of an earlier process
	unread  string // the part of earlier that Printed has not returned
	notes   []string
	seat    int
	frame   []byte // the question that is being built
	meter   proc.Meter
	rests   bool // the process is stopped while it is not asked

	watched   context.Context // see watch; nil: none
	stopWatch func() bool
}

// Name returns the author that the player names, or the name of its file if it names none; "" before it is loaded.
func (p *Python) Name() string { return p.author }

// Notes returns the oddities of this game that were forgiven, a line each.
func (p *Python) Notes() []string { return p.notes }

// Stderr returns what the player printed and what was written to its standard error; see [proc.Program.Stderr].
func (p *Python) Stderr() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.program == nil {
		return p.earlier
	}
	return p.program.Stderr()
}

// Printed returns what was printed since Printed was called last; see [proc.Program.Printed].
func (p *Python) Printed() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.unread
	p.unread = ""
	if p.program != nil {
		text += p.program.Printed()
	}
	return text
}

// Overflow returns what Printed leaves out; see [proc.Program.Overflow].
func (p *Python) Overflow() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.program == nil {
		return ""
	}
	return p.program.Overflow()
}

// Jailed says how the process is confined; "" if no jail is wanted.
func (p *Python) Jailed() string {
	o := p.startOptions(p.File)
	return o.Level(nil)
}

// Used returns what the process has used in this game.
func (p *Python) Used() proc.Usage {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.meter.Used(p.program)
}

// Spent implements [turn.Worker].
func (p *Python) Spent() (time.Duration, bool) {
	if program := p.running.Load(); program != nil {
		return program.Spent()
	}
	return 0, false
}

// Patience implements [turn.Patient].
func (p *Python) Patience(ctx context.Context) (context.Context, context.CancelFunc) {
	return p.Start.Answering(ctx, p.Spent)
}

// rest stops the process until it is asked again, so that it takes no processor time from players with a clock.
func (p *Python) rest() {
	if p.rests {
		p.program.Pause()
	}
}

// Author loads the player and returns the name that it gives itself.
func (p *Python) Author(ctx context.Context) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.program != nil {
		return p.author, nil
	}
	ctx, cancel := proc.Patience(ctx, p.Start.Starting(), p.Spent)
	defer cancel()
	if err := p.launch(ctx, "0"); err != nil {
		p.stop(0)
		return "", err
	}
	return p.author, nil
}

// Seeded says that the player's random numbers come from the seed of its seat.
func (p *Python) Seeded() {}

// Open loads the player unless it is loaded, and seeds its random numbers.
func (p *Python) Open(ctx context.Context, g turn.Game) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seat, p.notes = g.Seat, nil
	if p.played { // output in another game does not explain a failure in this one
		p.earlier, p.unread = "", ""
		if p.program != nil {
			p.program.Forget()
		}
	}
	p.played = true
	p.meter.Begin(p.program)
	p.program.Resume()
	p.rests = g.Budget.Limited()
	defer p.rest()
	game := ctx
	ctx, cancel := proc.Patience(ctx, p.Start.Starting(), p.Spent)
	defer cancel()
	seed := fmt.Sprintf("%s/%d", g.Told(), g.Seat)
	err := p.open(ctx, seed)
	if err == nil {
		return nil
	}
	p.stop(0)
	var f *turn.Fault
	if errors.As(err, &f) {
		return turn.Faultf(turn.NeverStarted, "%s", f.Detail)
	}
	switch {
	case game.Err() != nil:
		err = context.Cause(game)
	case ctx.Err() != nil:
		err = fmt.Errorf("the player was not loaded within %v", p.Start.Starting())
	}
	return turn.Faultf(turn.NeverStarted, "%v", err)
}

func (p *Python) open(ctx context.Context, seed string) error {
	if p.program != nil {
		select {
		case <-p.program.Exited(): // it exited after a game
			p.stop(0)
		default:
		}
	}
	if p.program == nil {
		if err := p.launch(ctx, seed); err != nil {
			return err
		}
	}
	_, err := p.converse(ctx, 'g', []byte(seed))
	return err
}

// Answer asks the player. If it is late, its process is killed, because it may still be thinking.
func (p *Python) Answer(ctx context.Context, v reantics.View) (reantics.Answer, string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.program.Resume()
	defer p.rest()
	ask := v.Position.Asks()
	kind := "ppma"[ask]
	p.frame = appendState(append(p.frame[:0], 0, 0, kind), &v)
	if ask == reantics.AskAttack {
		attacker, _, _ := v.Position.AntAt(v.Position.Attacker())
		p.frame = append(p.frame, attacker.ID, 0)
		for _, c := range v.Targets {
			p.frame = append(p.frame, byte(c))
		}
	}
	answer, err := p.exchange(ctx, kind)
	if err == nil {
		var a reantics.Answer
		if a, err = readAnswer(ask, v.Seat, answer); err == nil {
			return a, "", nil
		}
	}
	var f *turn.Fault
	if !errors.As(err, &f) {
		p.stop(0)
	}
	return reantics.Answer{}, "", err
}

// converse sends the host a question and returns its answer, as exchange does.
func (p *Python) converse(ctx context.Context, kind byte, rest []byte) ([]byte, error) {
	p.frame = append(append(p.frame[:0], 0, 0, kind), rest...)
	return p.exchange(ctx, kind)
}

// exchange sends the frame and reads the answer, which must be of the same kind. The result is valid until the next call.
func (p *Python) exchange(ctx context.Context, kind byte) ([]byte, error) {
	if p.program == nil {
		return nil, turn.Faultf(turn.Gone, "its process was ended")
	}
	binary.LittleEndian.PutUint16(p.frame, uint16(len(p.frame)-2))
	line, err := p.roundTrip(ctx)
	if err != nil {
		return nil, err
	}
	line = bytes.TrimSuffix(line, []byte("\r"))
	if len(line) > 0 && line[0] == kind {
		return line[1:], nil
	}
	text := string(line)
	switch {
	case strings.HasPrefix(text, "x "):
		return nil, turn.Faultf(turn.Garbled, "%s", clean.Line(text[2:], 200))
	case strings.HasPrefix(text, "e "):
		p.hear(text[2:])
		return nil, turn.Faultf(turn.Crashed, "%s", clean.Line(text[2:], 200))
	}
	return nil, turn.Faultf(turn.Garbled, "the host wrote %q", clean.Line(text, 80))
}

// woken is a line that no host writes; wake writes it.
const woken = "\x00"

// roundTrip sends the frame and returns the line that answers it.
func (p *Python) roundTrip(ctx context.Context) ([]byte, error) {
	if p.channel == nil {
		if err := p.write(ctx, p.frame); err != nil {
			return nil, err
		}
		return p.receive(ctx)
	}
	p.watch(ctx)
	if _, limited := ctx.Deadline(); limited || p.Start.Patience > 0 {
		defer p.unwatch() // this context belongs to one question and ends soon
	}
	if err := p.channel.write(p.frame); err != nil {
		return nil, p.ended("closed its input")
	}
	for {
		line, err := p.channel.readLine()
		switch {
		case err != nil:
			return nil, p.unreadable(err)
		case !bytes.HasSuffix(line, []byte(woken)):
			return line, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-p.program.Exited():
			return nil, p.ended("closed its output")
		default: // the answer to an earlier question
		}
	}
}

// watch makes ctx end a read of the channel, until unwatch is called. A game without a clock has one context for all questions,
// so that watch need not be repeated.
func (p *Python) watch(ctx context.Context) {
	if ctx != p.watched {
		p.unwatch()
		p.watched, p.stopWatch = ctx, context.AfterFunc(ctx, p.channel.wake)
	}
}

func (p *Python) unwatch() {
	if p.watched != nil {
		p.stopWatch()
		p.watched = nil
	}
}

// hear waits for the traceback of an exception, for at most 0.2 s: it was written before the answer, but on another descriptor.
func (p *Python) hear(exception string) {
	name, _, _ := strings.Cut(exception, ":")
	for range 100 {
		if strings.Contains(p.program.Stderr(), name) {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (p *Python) write(ctx context.Context, b []byte) error {
	if ctx.Done() != nil {
		p.program.SetWriteDeadline(time.Time{})
		program := p.program // the deadline may come after stop has cleared p.program
		unblock := context.AfterFunc(ctx, func() { program.SetWriteDeadline(time.Now()) })
		defer unblock()
	}
	_, err := p.program.Write(b)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return ctx.Err()
	}
	return p.ended("closed its input")
}

func (p *Python) receive(ctx context.Context) ([]byte, error) {
	var line proc.Line
	select {
	case line = <-p.program.Lines:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.program.Exited():
		select { // what it wrote before it exited may still be on its way
		case line = <-p.program.Lines:
		case <-time.After(100 * time.Millisecond):
			line.Err = io.EOF
		}
	}
	if line.Err != nil {
		return nil, p.unreadable(line.Err)
	}
	return line.Text, nil
}

// unreadable returns the fault of a player from which no further answers can be read.
func (p *Python) unreadable(err error) *turn.Fault {
	if errors.Is(err, proc.ErrTooLong) {
		p.stop(0)
		return turn.Faultf(turn.Garbled, "%v", err)
	}
	return p.ended("closed its output")
}

// ended returns the fault of a player that has closed its pipe.
func (p *Python) ended(what string) *turn.Fault {
	select {
	case <-p.program.Exited():
	case <-time.After(time.Second):
		return turn.Faultf(turn.Gone, "it %s", what)
	}
	detail := "its process ended (" + p.program.Status() + ")"
	lines := strings.Split(strings.TrimSpace(p.program.Stderr()), "\n")
	if last := clean.Line(lines[len(lines)-1], 200); last != "" {
		detail += ": " + last
	}
	p.stop(0)
	return turn.Faultf(turn.Crashed, "%s", detail)
}

// End tells the player whether it has won; a draw is not a win. The player is not informed of a game that was broken off.
func (p *Python) End(r *turn.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.program == nil || r == nil {
		return
	}
	p.program.Resume()
	won := byte('0')
	if r.Winner == p.seat {
		won = '1'
	}
	ctx, cancel := context.WithTimeoutCause(context.Background(), overTime,
		fmt.Errorf("it did not return within %v, so its process was ended; it starts again, without what it remembered", overTime))
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func(hurried <-chan struct{}) {
		select {
		case <-hurried:
			stop(errors.New("this program was told to end before it returned; what it learned from this game may be lost"))
		case <-ctx.Done():
		}
	}(p.program.Hurried())
	if _, err := p.converse(ctx, 'r', []byte{won}); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
			p.stop(0)
		}
		p.notes = append(p.notes, "registerWin: "+err.Error())
	}
}

// Close ends the process and whatever it started.
func (p *Python) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stop(patience)
}

// stop ends the process: at once, or after it had time to see the end of its input. The error says what its jail could not write
// back.
func (p *Python) stop(patience time.Duration) (err error) {
	if p.channel != nil {
		p.unwatch()
		p.channel.close()
		p.channel = nil
	}
	if p.program != nil {
		p.program.Close(patience)
		if err = p.program.Kept(); err != nil {
			p.notes = append(p.notes, err.Error())
		}
		p.meter.Ended(p.program)
		p.earlier, p.unread = p.program.Stderr(), p.program.Printed()+p.program.Overflow()
		p.program = nil
		p.running.Store(nil)
	}
	return err
}
