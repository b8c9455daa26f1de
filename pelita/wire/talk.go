package wire

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

// connected waits until the player is connected, up to limit. A program that has ended will not be.
func (t *Team) connected(ctx context.Context, limit time.Duration) error {
	if t.socket.HasPeer() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	over := t.ending()
	var exited <-chan struct{}
	if t.program != nil {
		exited = t.program.Exited()
	}
	go func() {
		select {
		case <-exited:
		case <-over:
		case <-ctx.Done():
		}
		cancel()
	}()
	return t.socket.Connected(ctx)
}

// send sends a question and returns its id.
func (t *Team) send(ctx context.Context, v *pelita.View) (id string, err error) {
	t.id++
	id = t.run + "-" + strconv.FormatInt(t.id, 10)
	errors := v.Version == pelita.V251 || t.protocol == pelita.V251
	t.buffer = AppendRequest(t.buffer[:0], id, v, t.options.Budget, errors)
	if t.Trace != nil {
		t.Trace(true, t.buffer)
	}
	return id, t.socket.Send(ctx, t.buffer)
}

// ask sends a question and waits up to limit for the answer to it; 0 is no limit. Other messages are dropped as the original of
// that version does.
func (t *Team) ask(ctx context.Context, v *pelita.View, limit time.Duration) (Reply, error) {
	inner, cancel := within(ctx, limit)
	defer cancel()
	reply, err := t.exchange(inner, v)
	return reply, late(ctx, err, limit)
}

// within is ctx with an end after limit; 0 is no limit.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, limit)
}

// late makes the end of a limit the fault of the team; the end of ctx itself is for others to judge.
func late(ctx context.Context, err error, limit time.Duration) error {
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return turn.Faultf(turn.Late, "no answer within %v", limit)
	}
	return err
}

func (t *Team) exchange(ctx context.Context, v *pelita.View) (Reply, error) {
	id, err := t.send(ctx, v)
	if err != nil {
		return Reply{}, err
	}
	for range maxDropped {
		reply, err := t.receive(ctx)
		var bad *garbled
		switch {
		case errors.As(err, &bad) && v.Version == pelita.V251:
			return reply, turn.Faultf(turn.Late, "%v", err) // that is what the original makes of it
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

// ending returns a channel that is closed when the game is over.
func (t *Team) ending() <-chan struct{} {
	if over := t.over.Load(); over != nil {
		return *over
	}
	over := make(chan struct{})
	close(over)
	return over
}

// garbled is the error of a message that is none.
type garbled struct{ error }

// receive waits for a message. A connection that ends is an answer that never comes.
func (t *Team) receive(ctx context.Context) (Reply, error) {
	over := t.ending()
	for {
		lost, changed := t.socket.Lost()
		select {
		case m := <-t.socket.Messages():
			return t.parse(m)
		default:
		}
		if lost > 0 && !t.socket.HasPeer() && t.program != nil {
			select { // what it sent last may still be on its way
			case m := <-t.socket.Messages():
				return t.parse(m)
			case <-time.After(patience):
			}
			t.gone = true
			return Reply{}, turn.Faultf(turn.Late, "%s", t.whyGone())
		}
		var exited <-chan struct{}
		if t.program != nil && !t.socket.HasPeer() {
			exited = t.program.Exited()
		}
		select {
		case m := <-t.socket.Messages():
			return t.parse(m)
		case <-changed:
		case <-over:
			return Reply{}, turn.ErrQuit
		case <-exited:
			return Reply{}, turn.Faultf(turn.NeverStarted, "%s", t.whyGone())
		case <-ctx.Done():
			return Reply{}, ctx.Err()
		}
	}
}

func (t *Team) parse(m zmtp.Received) (Reply, error) {
	if t.Trace != nil {
		t.Trace(false, m.Parts[len(m.Parts)-1])
	}
	reply, err := ParseReply(m.Parts[len(m.Parts)-1])
	if err != nil {
		return reply, &garbled{err}
	}
	return reply, nil
}

// whyGone says how the program ended.
func (t *Team) whyGone() string {
	if t.program == nil {
		return "the server is not connected"
	}
	select {
	case <-t.program.Exited():
	case <-time.After(patience):
		return "it closed the connection, or never opened it"
	}
	text := "it ended without an answer, " + t.program.Status()
	lines := strings.Split(strings.TrimSpace(t.program.Stderr()), "\n")
	if last := ascii.Clean(lines[len(lines)-1], 200); last != "" {
		text += ": " + last
	}
	return text
}
