package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Botzone is a player that is a program for botzone.org. It is started for each turn, unless it asks to keep running.
type Botzone struct {
	Command []string
	Options proc.Options
	Simple  bool                          // it reads and writes lines (simple interaction), not JSON
	Trace   func(toBot bool, line []byte) // gets what is written and read; may be nil
	Tee     io.Writer                     // gets its standard error; may be nil

	mu           sync.Mutex // the loop does not wait for a late answer
	program      *proc.Program
	running      atomic.Pointer[proc.Program]
	stays        bool // the program waits for its next turn
	wholeInput   bool // it reads to the end of its input before it answers
	turns        []amazons.Move
	data, global json.RawMessage // what it had us keep: JSON, or a line
	notes        []string
	earlier      string // standard error of earlier turns of this game
	unread       string // the part of it that Printed has not returned
	meter        proc.Meter
}

// Suits returns why a bot of Botzone cannot play from a start.
func (b *Botzone) Suits(start string) error {
	if start == BotzoneStart {
		return nil
	}
	return fmt.Errorf("a program for Botzone plays on 8 x 8 squares, from a start that it knows; add --start '%s'", BotzoneStart)
}

// Open begins a game.
func (b *Botzone) Open(context.Context, turn.Game) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stop()
	b.turns, b.notes, b.data, b.earlier, b.unread = nil, nil, nil, "", ""
	b.meter.Begin(nil)
	return nil
}

// Answer starts the program for the turn, or wakes it, and reads its answer.
func (b *Botzone) Answer(ctx context.Context, v amazons.View) (m amazons.Move, say string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if v.Turns > 0 {
		if len(b.turns) != v.Turns-1 { // turns were taken back
			b.turns = b.turns[:min(len(b.turns), v.Turns-1)]
			b.stop()
		}
		b.turns = append(b.turns, v.Last)
	} else if len(b.turns) > 0 {
		b.turns = nil
		b.stop()
	}
	m, say, err = b.answer(ctx)
	if err != nil || !b.stays {
		b.stop()
	}
	if err == nil {
		b.turns = append(b.turns, m)
		b.program.Pause()
	}
	return m, say, err
}

func (b *Botzone) answer(ctx context.Context) (m amazons.Move, say string, err error) {
	h := historyOf(b.turns)
	h.Data, h.GlobalData = b.data, b.global
	last := h.Requests[len(h.Requests)-1]
	var input []byte
	switch {
	case b.stays && b.Simple:
		input = fmt.Appendln(nil, last)
	case b.stays:
		input, err = json.Marshal(last)
	case b.Simple:
		input = h.simple(string(b.data), string(b.global))
	default:
		input, err = json.Marshal(h)
	}
	if err != nil {
		return m, "", err
	}
	input = append(bytes.TrimSuffix(input, []byte("\n")), '\n')
	if b.program.Resume(); b.program == nil {
		options := b.Options
		options.Stderr = b.Tee
		if b.program, err = proc.StartWith(b.Command, options); err != nil {
			return m, "", turn.Faultf(turn.NeverStarted, "%v", err)
		}
		b.running.Store(b.program)
	}
	b.trace(true, input)
	program := b.program
	program.SetWriteDeadline(time.Time{})
	defer context.AfterFunc(ctx, func() { program.SetWriteDeadline(time.Now()) })()
	if _, err := program.Write(input); err != nil && ctx.Err() != nil {
		return m, "", ctx.Err()
	} // otherwise the reason shows when its answer is read
	if b.wholeInput {
		program.CloseInput()
	}
	line, err := b.decision(ctx)
	if err != nil {
		return m, "", err
	}
	b.stays = false
	return b.read(ctx, line)
}

func (b *Botzone) trace(toBot bool, text []byte) {
	if b.Trace != nil {
		b.Trace(toBot, bytes.TrimSuffix(text, []byte("\n")))
	}
}

const (
	idleTime     = 300 * time.Millisecond // a program that does nothing for so long may wait for the end of its input
	unknownLooks = 10                     // how many of these times it has where processor time is not known
	stayTime     = time.Second            // for the line after the answer
)

// decision waits for the first line that is not blank. A program may read all of its input before it answers, and we may not
// close it, because the program may want to keep running; so we close it when the program does nothing.
func (b *Botzone) decision(ctx context.Context) (line string, err error) {
	looks := time.NewTicker(idleTime)
	defer looks.Stop()
	before := time.Duration(-1)
	for n := 1; ; n++ {
		select {
		case l := <-b.program.Lines:
			line, ended, err := b.line(l)
			if ended {
				err = b.ended()
			}
			if err != nil || line != "" {
				return line, err
			}
		case <-ctx.Done():
			return "", ctx.Err()
		case <-looks.C:
			used, known := b.program.Spent()
			if !b.stays && (known && used == before || !known && n > unknownLooks) {
				b.wholeInput = true
				b.program.CloseInput()
			}
			before = used
		}
	}
}

// line returns the text of a line, and whether there are no more.
func (b *Botzone) line(l proc.Line) (text string, ended bool, err error) {
	switch {
	case errors.Is(l.Err, proc.ErrTooLong):
		return "", false, turn.Faultf(turn.Garbled, "%v", l.Err)
	case l.Err != nil:
		return "", true, nil
	}
	b.trace(false, l.Text)
	return strings.TrimSpace(string(l.Text)), false, nil
}

// ended returns the fault of a program that ended without an answer.
func (b *Botzone) ended() error {
	select {
	case <-b.program.Exited():
	case <-time.After(time.Second):
		return turn.Faultf(turn.Gone, "it closed its output")
	}
	detail := "it ended without an answer (" + b.program.Status() + ")"
	lines := strings.Split(strings.TrimSpace(b.program.Stderr()), "\n")
	if last := clean.Line(lines[len(lines)-1], 200); last != "" {
		detail += ": " + last
	}
	return turn.Faultf(turn.Crashed, "%s", detail)
}

// read reads the turn from the line of the decision, and what follows it.
func (b *Botzone) read(ctx context.Context, line string) (m amazons.Move, say string, err error) {
	var s squares
	var more []string
	if b.Simple {
		s, err = parseSquares(line)
	} else {
		s, say, err = b.readJSON(line)
	}
	if err != nil {
		return m, "", turn.Faultf(turn.Garbled, "%v", err)
	}
	if s == noSquares {
		return m, "", turn.Faultf(turn.Garbled, "it answered that it has no turn (-1 in all places), but there is a legal one")
	}
	if m, err = s.move(); err != nil {
		return m, "", turn.Faultf(turn.Garbled, "%v", err)
	}
	wait := time.NewTimer(stayTime)
	defer wait.Stop()
	for over := false; !over; {
		select {
		case l := <-b.program.Lines:
			line, ended, err := b.line(l)
			if err != nil {
				return m, "", err
			}
			if line == keepRunning {
				// If its input was closed, because it did nothing for a while, it is started again, and its input stays open.
				b.stays, b.wholeInput = !b.wholeInput, false
				over = true
			} else if over = ended; !over {
				more = append(more, line)
			}
		case <-ctx.Done():
			over = true // the answer is there
		case <-wait.C:
			over = true
		}
	}
	if b.Simple && !b.stays {
		more = append(more, "", "", "")
		say = more[0]
		b.keep(more[1], strings.TrimSpace(strings.Join(more[2:], "\n")))
	}
	return m, say, nil
}

// readJSON reads an answer in JSON.
func (b *Botzone) readJSON(line string) (s squares, say string, err error) {
	var in struct {
		Response         *squares
		Debug            any
		Data, GlobalData json.RawMessage
	}
	if err := json.Unmarshal([]byte(line), &in); err != nil {
		advice := ""
		if _, simple := parseSquares(line); simple == nil {
			advice = "; a bot of the simple interaction is named botzone-simple:COMMAND"
		}
		return s, "", fmt.Errorf("line %s is not Botzone's JSON: %w%s", quote([]byte(line)), clean.JSON(err), advice)
	}
	if in.Response == nil {
		return s, "", fmt.Errorf(`line %s has no "response"`, quote([]byte(line)))
	}
	b.keep(string(in.Data), string(in.GlobalData))
	if text, ok := in.Debug.(string); ok {
		say = text
	}
	return *in.Response, say, nil
}

// keep keeps what a bot wants to read in its next turn, and what also in later games.
func (b *Botzone) keep(data, global string) {
	if most := max(len(data), len(global)); most > mostMemory {
		b.notes = append(b.notes, fmt.Sprintf("dropped data of %d bytes: want at most %d", most, mostMemory))
		return
	}
	if b.data = json.RawMessage(data); global != "" {
		b.global = json.RawMessage(global)
	}
}

// stop ends the program.
func (b *Botzone) stop() {
	b.stays = false
	if b.program == nil {
		return
	}
	b.program.Close(0)
	b.meter.Ended(b.program)
	b.earlier += b.program.Stderr()
	if most := proc.MaxStderr; len(b.earlier) > most {
		b.earlier = strings.ToValidUTF8(b.earlier[len(b.earlier)-most:], "")
	}
	b.unread += b.program.Printed() + b.program.Overflow()
	b.program = nil
	b.running.Store(nil)
}

// End ends the program of a bot that keeps running.
func (b *Botzone) End(*turn.Result) { b.Close() }

// Close ends the program.
func (b *Botzone) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stop()
	return nil
}

// Stderr returns what the program wrote to its standard error in this game.
func (b *Botzone) Stderr() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.program == nil {
		return b.earlier
	}
	return b.earlier + b.program.Stderr()
}

// Printed returns what it wrote there since the last call of Printed, in turns that are over.
func (b *Botzone) Printed() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	text := b.unread
	if b.unread = ""; b.program != nil {
		text += b.program.Printed()
	}
	return text
}

// Overflow returns what Printed leaves out; see [proc.Program.Overflow].
func (b *Botzone) Overflow() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.program == nil {
		return ""
	}
	return b.program.Overflow()
}

// Notes returns what was forgiven in this game, a line each.
func (b *Botzone) Notes() []string { return b.notes }

// Jailed says how the program is confined; "" if no jail is wanted.
func (b *Botzone) Jailed() string { return b.Options.Level(b.Command) }

// Used returns what the program has used in this game.
func (b *Botzone) Used() proc.Usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.meter.Used(b.program)
}

// Spent implements [turn.Worker].
func (b *Botzone) Spent() (time.Duration, bool) {
	if program := b.running.Load(); program != nil {
		return program.Spent()
	}
	return 0, false
}

// Patience implements [turn.Patient].
func (b *Botzone) Patience(ctx context.Context) (context.Context, context.CancelFunc) {
	return b.Options.Answering(ctx, b.Spent)
}
