// Package jsonl is the protocol of all gridiron games for players in any language: one JSON object per line on the program's
// standard input and output. PROTOCOL.md describes it for bot authors.
package jsonl

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Version is the version of the protocol that hello names.
const Version = 1

// maxDropped is how many outdated answers a program may write while one question waits.
const maxDropped = 1000

// patience is how long a program may take to exit after the end of its input.
const patience = time.Second

// Codec is what the protocol needs to know of a game. An answer is read with encoding/json.
type Codec[Q any] struct {
	Game  string
	Rules string // version of the rules
	// Kind returns the kind of the question, such as "move"; "" marks a question that programs are not asked: the answer is the
	// zero value, and what is said is the program's name.
	Kind func(Q) string
	View func(Q) any // what the seat sees, as a value for encoding/json
	// Read makes a question with all that a seat sees from what View wrote, for programs that learn; may be nil.
	Read func(view []byte) (Q, error)
}

// Bot is a player that is a program. It is started by the first Open, and again if it exited after a game.
type Bot[Q, A any] struct {
	Command []string
	Options proc.Options // how the program is started, such as in a jail
	Codec   Codec[Q]
	Trace   func(toBot bool, line []byte) // gets each line of the conversation; may be nil
	Moves   func(Q) []A                   // the legal answers, for programs that want the list; may be nil
	Tee     io.Writer                     // gets what the program writes to standard error, as it comes; may be nil

	program   *proc.Program
	running   atomic.Pointer[proc.Program] // the same program, for Spent
	name      string
	legal     bool // the program wants the lists of legal answers
	seats     []string
	start     start // of this game
	mayBeGone bool  // the program played an earlier game and has not answered in this one
	id        int64 // of the last question; ids continue from game to game
	before    int64 // how many bytes the program had written when that question was asked
	notes     []string
	silent    *turn.Fault // why nothing more can be written to the program; nil while it can
	earlier   string      // what the program before this one wrote to standard error
	unread    string      // the part of earlier that Printed has not returned
	worth     *float64    // the value of the game in its last answer
	meter     proc.Meter
	rests     bool  // the program is stopped while it is not asked
	greeted   bool  // the program was started before its first game
	stays     bool  // the program goes on after a game: it has answered in a second one
	absent    error // why it could not be started
}

// Name returns the name that the program gave itself; "" before its first hello.
func (b *Bot[Q, A]) Name() string { return b.name }

// Seeded says that the program is told the seed of its seat.
func (b *Bot[Q, A]) Seeded() {}

// Notes returns what was unusual in this game but forgiven, one line each.
func (b *Bot[Q, A]) Notes() []string { return b.notes }

// Stderr returns what the program wrote to its standard error; see [proc.Program.Stderr].
func (b *Bot[Q, A]) Stderr() string {
	if b.program == nil {
		return b.earlier
	}
	return b.program.Stderr()
}

// Printed returns what the program wrote to its standard error since the last call of Printed; see [proc.Program.Printed].
func (b *Bot[Q, A]) Printed() string {
	text := b.unread
	b.unread = ""
	if b.program != nil {
		text += b.program.Printed()
	}
	return text
}

// Overflow returns what Printed leaves out; see [proc.Program.Overflow].
func (b *Bot[Q, A]) Overflow() string {
	if b.program == nil {
		return ""
	}
	return b.program.Overflow()
}

// Unended returns what the running program has written of a line without its end; see [proc.Program.Unended].
func (b *Bot[Q, A]) Unended() (begin string, length int) {
	if p := b.running.Load(); p != nil {
		return p.Unended()
	}
	return "", 0
}

// Worth returns the value of the game, from 0 to 1, that the program gave with its last answer, if any.
func (b *Bot[Q, A]) Worth() (float64, bool) {
	if b.worth == nil {
		return 0, false
	}
	return *b.worth, true
}

// Hello starts the program and has it say hello before there is a game, so that its name is known. If this fails, the next Open
// returns the error. It does nothing if the program has been started before.
func (b *Bot[Q, A]) Hello(ctx context.Context) {
	if b.program != nil || b.name != "" || b.absent != nil {
		return
	}
	err := b.launch(ctx)
	if b.greeted = err == nil; !b.greeted && ctx.Err() == nil {
		b.absent = err
	}
}

// Open starts the program if it is not running, greets it and tells it about the game.
func (b *Bot[Q, A]) Open(ctx context.Context, g turn.Game) error {
	b.seats, b.notes = g.Seats, nil
	greeted, absent := b.greeted, b.absent
	b.greeted, b.absent = false, nil
	if absent != nil {
		return absent
	}
	if b.earlier, b.unread = "", ""; b.program != nil && !greeted {
		b.program.Forget()
	}
	b.start = start{
		Type: "start", Game: g.ID, Seat: g.Seats[g.Seat], Seats: g.Seats, View: g.View, Options: g.Options,
		Seed: g.Told(),
	}
	if g.Budget.Move > 0 {
		b.start.Budget = milliseconds(g.Budget.Move)
	}
	if g.Budget.Game > 0 {
		b.start.Clock, b.start.Increment = milliseconds(g.Budget.Game), g.Budget.Increment.Milliseconds()
	}
	b.mayBeGone = b.program != nil && !greeted
	b.program.Resume()
	if b.mayBeGone && !b.stays && g.Budget.Limited() {
		b.awaitExit(ctx)
	}
	if greeted {
		b.meter.Begin(nil) // its start is part of its first game
	} else {
		b.meter.Begin(b.program)
	}
	b.rests = g.Budget.Limited() && b.Options.Jail.Wanted()
	defer b.rest()
	if greeted {
		return b.tell(ctx)
	}
	if b.mayBeGone && b.tell(ctx) == nil {
		return nil
	}
	return b.relaunch(ctx)
}

// awaitExit gives a program that may exit after a game the time to do so, so that the next game's clocks do not count its start.
func (b *Bot[Q, A]) awaitExit(ctx context.Context) {
	select {
	case <-b.program.Exited():
	case <-time.After(patience):
	case <-ctx.Done():
	}
}

// relaunch starts the program, again if necessary, and tells it about the game.
func (b *Bot[Q, A]) relaunch(ctx context.Context) error {
	b.mayBeGone = false
	if b.program != nil {
		b.stop()
	}
	if err := b.launch(ctx); err != nil {
		return err
	}
	return b.tell(ctx)
}

func (b *Bot[Q, A]) tell(ctx context.Context) error {
	ctx, cancel := b.program.Patience(ctx, b.Options.Starting())
	defer cancel()
	return b.send(ctx, b.start)
}

func milliseconds(d time.Duration) *int64 {
	ms := d.Milliseconds()
	return &ms
}

func (b *Bot[Q, A]) launch(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err // the game is broken off, and nobody would ask it
	}
	options := b.Options
	options.Stderr = b.Tee
	program, err := proc.StartWith(b.Command, options)
	if err != nil {
		return turn.Faultf(turn.NeverStarted, "%v", err)
	}
	b.program, b.silent = program, nil
	b.running.Store(program)
	ctx, cancel := program.Patience(ctx, b.Options.Starting())
	defer cancel()
	err = b.send(ctx, hello{"hello", Version, b.Codec.Game, b.Codec.Rules})
	var m message
	if err == nil {
		m, err = b.receive(ctx)
	}
	if err == nil && m.Type != "hello" {
		err = fmt.Errorf(`its first message has the type %q, want "hello"`, m.Type)
	}
	var f *turn.Fault
	switch {
	case err == nil:
		b.name, b.legal = clean.Line(m.Name, clean.MaxDetail), m.Legal
		return nil
	case context.Cause(ctx) == context.DeadlineExceeded && errors.As(err, &f) && f.Kind == turn.Late:
		err = fmt.Errorf("no hello within %v; %s", b.Options.Starting(), f.Detail)
	case context.Cause(ctx) == context.DeadlineExceeded:
		err = fmt.Errorf("no hello within %v; does it flush what it prints?", b.Options.Starting())
	case errors.As(err, &f):
		err = errors.New(f.Detail)
	}
	b.stop()
	return turn.Faultf(turn.NeverStarted, "%v", err)
}

// Answer asks the program. A program may exit after the end of a game; this may only show at the first question of the next one,
// and then it is started again.
func (b *Bot[Q, A]) Answer(ctx context.Context, q Q) (value A, say string, err error) {
	b.program.Resume()
	defer b.rest()
	value, say, err = b.answer(ctx, q)
	var f *turn.Fault
	if b.mayBeGone && errors.As(err, &f) && (f.Kind == turn.Crashed || f.Kind == turn.Gone) {
		if err := b.relaunch(ctx); err != nil {
			return value, "", err
		}
		value, say, err = b.answer(ctx, q)
	} else if b.mayBeGone && err == nil {
		b.stays = true
	}
	b.mayBeGone = false
	return value, say, err
}

func (b *Bot[Q, A]) answer(ctx context.Context, q Q) (value A, say string, err error) {
	kind := b.Codec.Kind(q)
	if kind == "" {
		return value, b.name, nil
	}
	b.id++
	b.worth = nil
	question := ask{Type: "ask", ID: b.id, Kind: kind, View: b.Codec.View(q)}
	if deadline, ok := ctx.Deadline(); ok {
		question.Left = milliseconds(time.Until(deadline))
	}
	if b.legal && b.Moves != nil {
		if question.Legal, err = list(b.Moves(q)); err != nil {
			return value, "", err
		}
	}
	b.before = b.program.Written()
	if err := b.send(ctx, question); err != nil {
		return value, "", err
	}
	for dropped := 0; dropped < maxDropped; dropped++ {
		m, err := b.receive(ctx)
		if err != nil {
			return value, "", err
		}
		switch {
		case m.Type == "":
			return value, "", turn.Faultf(turn.Garbled, `a message without "type"; %s`, inAnswer(m.text))
		case m.Type != "answer":
			return value, "", turn.Faultf(turn.Garbled, `a message of type %q, want "answer"`, m.Type)
		case m.ID == nil:
			return value, "", turn.Faultf(turn.Garbled, `an answer without "id"`)
		case *m.ID > b.id:
			return value, "", turn.Faultf(turn.Garbled, "an answer to question %d, which was not asked yet", *m.ID)
		case *m.ID < b.id:
			if len(b.notes) < 20 {
				b.notes = append(b.notes, fmt.Sprintf("dropped an answer to question %d, which is over", *m.ID))
			}
			continue
		case m.early: // it was guessed without having seen the question
			return value, "", turn.Faultf(turn.Garbled, "an answer to question %d that was written before it was asked", *m.ID)
		case len(m.Move) == 0:
			return value, "", turn.Faultf(turn.Garbled, `an answer without "move"`)
		}
		if string(m.Move) == "null" {
			return value, "", turn.Faultf(turn.Garbled, "move null: want a move; PROTOCOL.md shows its form")
		}
		if err := json.Unmarshal(m.Move, &value); err != nil {
			return value, "", turn.Faultf(turn.Garbled, "%v", wrongMove(m.Move, err))
		}
		b.worth = m.Value
		return value, m.Say, nil
	}
	return value, "", turn.Faultf(turn.Garbled, "%d answers to questions that are over", maxDropped)
}

// appender is an answer whose JSON is a string without escapes; AppendTo appends the text between the quotes.
type appender interface{ AppendTo(dst []byte) []byte }

// list writes answers as a JSON array. There may be thousands of answers, which would take encoding/json long.
func list[A any](answers []A) (json.RawMessage, error) {
	var zero A
	if _, short := any(zero).(appender); !short {
		return json.Marshal(append([]A{}, answers...)) // an empty list, not null
	}
	text := []byte{'['}
	for i := range answers {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(any(answers[i]).(appender).AppendTo(append(text, '"')), '"')
	}
	return append(text, ']'), nil
}

// End tells the program how the game ended.
func (b *Bot[Q, A]) End(r *turn.Result) {
	if b.program == nil {
		return
	}
	b.program.Resume()
	e := end{Type: "end", Reason: "interrupted", Score: map[string]int{}}
	if r != nil {
		e.Reason = r.Reason
		if r.Score != nil {
			e.Score = r.Score
		}
		if r.Winner != turn.Draw {
			e.Winner = &b.seats[r.Winner]
		}
	}
	// A program that does not read this message still notices the end of its input.
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	b.send(ctx, e)
}

// Close ends the program and all that it started. The error says what its jail could not write back.
func (b *Bot[Q, A]) Close() error {
	if b.program == nil {
		return nil
	}
	return b.stop()
}

func (b *Bot[Q, A]) stop() error {
	b.program.Close(patience)
	err := b.program.Kept()
	if err != nil {
		b.notes = append(b.notes, err.Error())
	}
	b.meter.Ended(b.program)
	b.earlier, b.unread = b.program.Stderr(), b.program.Printed()+b.program.Overflow()
	b.program = nil
	return err
}

// send writes one message. If the program does not read, ctx bounds the wait.
func (b *Bot[Q, A]) send(ctx context.Context, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if b.Trace != nil {
		b.Trace(true, line)
	}
	program := b.program // b may stop it when the deadline comes
	program.SetWriteDeadline(time.Time{})
	unblock := context.AfterFunc(ctx, func() { program.SetWriteDeadline(time.Now()) })
	defer unblock()
	line = append(line, '\n')
	for {
		n, err := program.Write(line)
		line = line[n:]
		switch {
		case err == nil:
			return nil
		case errors.Is(err, os.ErrDeadlineExceeded): // of ctx, or of an earlier context, set a moment late
			if program.SetWriteDeadline(time.Time{}); ctx.Err() != nil {
				return ctx.Err()
			}
		default:
			return b.ended("closed its input")
		}
	}
}

// receive reads one message.
func (b *Bot[Q, A]) receive(ctx context.Context) (m message, err error) {
	if b.silent != nil {
		return m, b.silent
	}
	var line proc.Line
	select {
	case line = <-b.program.Lines:
	default:
		select {
		case line = <-b.program.Lines:
		case <-ctx.Done():
			if begin, n := b.Unended(); n > 0 {
				return m, turn.Faultf(turn.Late, "it wrote %d bytes without a line end, %s: does it end its lines and flush them?", n, quote([]byte(begin)))
			}
			if b.program.Spoken() == 1 {
				return m, turn.Faultf(turn.Late, "it has written nothing since its hello: does it flush what it prints?")
			}
			return m, ctx.Err()
		case <-b.program.Exited():
			// What it wrote before it exited may still arrive; a child that it left behind may hold the pipe open.
			select {
			case line = <-b.program.Lines:
			case <-time.After(100 * time.Millisecond):
				line.Err = io.EOF
			}
		}
	}
	switch {
	case errors.Is(line.Err, proc.ErrTooLong):
		b.silent = turn.Faultf(turn.Garbled, "%v", line.Err)
		return m, b.silent
	case line.Err != nil:
		b.silent = b.ended("closed its output")
		return m, b.silent
	}
	if b.Trace != nil {
		b.Trace(false, line.Text)
	}
	m, err = parse(bytes.TrimSuffix(line.Text, []byte("\r")))
	m.text, m.early = line.Text, line.From < b.before
	return m, err
}

// parse reads a line that a program wrote. The error is a fault of the program.
func parse(text []byte) (m message, err error) {
	if !utf8.Valid(text) {
		return m, turn.Faultf(turn.Garbled, "line %s is not UTF-8", quote(text))
	}
	if first := bytes.TrimLeft(text, " \t"); len(first) == 0 || first[0] != '{' {
		return m, turn.Faultf(turn.Garbled, "line %s %s", quote(text), noObject(text))
	}
	if err := json.Unmarshal(text, &m); err != nil {
		var one json.RawMessage
		if first := json.NewDecoder(bytes.NewReader(text)); first.Decode(&one) == nil && first.More() {
			return m, turn.Faultf(turn.Garbled, "line %s goes on after the message: end each message with a line feed", quote(text))
		}
		return m, turn.Faultf(turn.Garbled, "line %s is not a message: %v%s", quote(text), clean.JSON(err), quotes(text))
	}
	return m, nil
}

// quote returns the beginning of a line for messages.
func quote(line []byte) string {
	const most = 120
	if len(line) > most {
		return fmt.Sprintf("%q... (%d bytes)", line[:most], len(line))
	}
	return fmt.Sprintf("%q", line)
}

// ended returns the fault of a program whose pipe is closed: crashed if the program has ended, gone if it still runs.
func (b *Bot[Q, A]) ended(what string) *turn.Fault {
	select {
	case <-b.program.Exited():
	case <-time.After(200 * time.Millisecond):
		return turn.Faultf(turn.Gone, "it %s", what)
	}
	detail := "it ended without an answer (" + b.program.Status() + ")"
	if lines := strings.Split(strings.TrimSpace(b.program.Stderr()), "\n"); lines[len(lines)-1] != "" {
		detail += ": " + clean.Line(lines[len(lines)-1], 200)
	}
	return turn.Faultf(turn.Crashed, "%s", detail)
}
