package wire

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

// deadline returns the end of a wait of limit from now, or that of ctx if it is earlier; 0 is no limit. If ctx counts processor
// time, only its own end can end the wait earlier.
func deadline(ctx context.Context, limit time.Duration) (until time.Time) {
	if limit > 0 {
		until = time.Now().Add(limit)
	}
	if turn.CountsWork(ctx) {
		return until
	}
	if end, ok := ctx.Deadline(); ok && (limit == 0 || end.Before(until)) {
		return end
	}
	return until
}

// wall returns the limit of a wait in wall time: 0, no limit, if ctx counts processor time.
func wall(ctx context.Context, limit time.Duration) time.Duration {
	if turn.CountsWork(ctx) {
		return 0
	}
	return limit
}

// late turns the end of a limit into a fault of the team, but returns the error of ctx if ctx itself has ended.
func late(ctx context.Context, err error, limit time.Duration) error {
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	if end, ok := ctx.Deadline(); ok && !turn.CountsWork(ctx) && !time.Now().Before(end) {
		<-ctx.Done()
		return ctx.Err()
	}
	return turn.Faultf(turn.Late, "no answer within %v", limit)
}

// watch returns what may end a wait, besides the time.
func (t *Team) watch(ctx context.Context) func() error {
	return func() error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case t.over.Load():
			return turn.ErrQuit
		case t.exited():
			return io.EOF
		}
		return nil
	}
}

func (t *Team) exited() bool {
	if t.program == nil {
		return false
	}
	select {
	case <-t.program.Exited():
		return true
	default:
		return false
	}
}

// connect waits up to limit until the player is connected. It does not wait for a program that has ended.
func (t *Team) connect(ctx context.Context, limit time.Duration) error {
	return t.connectBy(ctx, deadline(ctx, limit))
}

func (t *Team) connectBy(ctx context.Context, until time.Time) error {
	switch {
	case t.line != nil:
		return nil
	case t.gone && (t.program == nil || t.socket == nil): // a server would not know us again
		return zmtp.ErrGone
	}
	line, err := t.socket.Line(until, t.watch(ctx))
	if errors.Is(err, io.EOF) { // its last messages may still be on their way
		line, err = t.socket.Line(time.Now().Add(patience), func() error { return nil })
	}
	if err == nil {
		t.line = line
	}
	return err
}

// send sends a question and returns its id, which nobody can guess before: so no answer comes before its question.
func (t *Team) send(v *pelita.View) (id string, err error) {
	id = rand.Text()
	errors := v.Version == pelita.V251 || t.protocol == pelita.V251
	t.buffer = AppendRequest(t.buffer[:0], id, v, t.allowed(), errors)
	if t.Trace != nil {
		t.Trace(true, t.buffer)
	}
	return id, t.line.Send(t.buffer)
}

// ask sends a question and waits up to limit for its answer; 0 is no limit. Other messages are dropped, as the original of that
// version does.
func (t *Team) ask(ctx context.Context, v *pelita.View, limit time.Duration) (Reply, error) {
	limit = wall(ctx, limit)
	reply, err := t.exchange(ctx, v, deadline(ctx, limit))
	return reply, late(ctx, err, limit)
}

func (t *Team) exchange(ctx context.Context, v *pelita.View, until time.Time) (Reply, error) {
	if err := t.connectBy(ctx, until); err != nil {
		return Reply{}, t.lost(err)
	}
	id, err := t.send(v)
	if err != nil {
		return Reply{}, t.lost(err)
	}
	for range maxDropped {
		reply, err := t.receive(ctx, until)
		var bad *garbled
		switch {
		case errors.As(err, &bad) && v.Version == pelita.V251:
			return reply, turn.Faultf(turn.Late, "%v", err) // the original calls it late, too
		case errors.As(err, &bad):
			return reply, turn.Faultf(turn.Garbled, "%v", err)
		case err != nil:
			return reply, err
		case reply.ID != nil && *reply.ID == id:
			return reply, nil
		case reply.ID == nil && v.Version == pelita.V270:
			if reply.Error != nil {
				return reply, reply.failure()
			}
			return reply, turn.Faultf(turn.Garbled, "a message without __uuid__")
		}
		t.note("dropped an answer to a question that is over")
	}
	return Reply{}, turn.Faultf(turn.Garbled, "%d answers to questions that are over", maxDropped)
}

// garbled is the error for a message that cannot be read.
type garbled struct{ error }

// receive waits for a message.
func (t *Team) receive(ctx context.Context, until time.Time) (Reply, error) {
	err := t.connectBy(ctx, until)
	if err == nil {
		var m zmtp.Message
		if m, err = t.line.Receive(until, t.watch(ctx)); err == nil {
			return t.parse(m)
		}
	}
	return Reply{}, t.lost(err)
}

// lost turns the end of a connection into a fault of the team: late, or never-started if there was no connection.
func (t *Team) lost(err error) error {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, turn.ErrQuit):
		return err
	case t.line == nil:
		return turn.Faultf(turn.NeverStarted, "%s", t.whyGone())
	}
	t.line.Close()
	t.line, t.gone = nil, true
	return turn.Faultf(turn.Late, "%s", t.whyGone())
}

func (t *Team) parse(m zmtp.Message) (Reply, error) {
	if t.Trace != nil {
		t.Trace(false, m[len(m)-1])
	}
	reply, err := ParseReply(m[len(m)-1])
	if err != nil {
		return reply, &garbled{err}
	}
	return reply, nil
}

// whyGone says why no answer can come: how the program ended, or that the connection is missing.
func (t *Team) whyGone() string {
	if t.program == nil {
		return "the server is not connected"
	}
	select {
	case <-t.program.Exited():
	case <-time.After(patience):
		if t.absent {
			return fmt.Sprintf("it did not connect within %v of its start", t.connectIn())
		}
		return "it closed the connection, or never opened it"
	}
	text := "it ended without an answer, " + t.program.Status()
	lines := strings.Split(strings.TrimSpace(t.program.Stderr()), "\n")
	if last := clean.Line(lines[len(lines)-1], 200); last != "" {
		text += ": " + last
	}
	return text
}
