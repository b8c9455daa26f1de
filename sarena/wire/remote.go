package wire

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

// Remote is a player behind a URI: a program that answers the original's XML-RPC.
type Remote struct {
	client *xmlrpc.Client

	mu   sync.Mutex // the loop does not wait for a late answer, so Answer may still run when another method is called
	body []byte
}

// Dial returns the player behind an HTTP address with a host, a port and perhaps a path. Nothing is sent before its first turn.
func Dial(uri string) (*Remote, error) {
	client, err := xmlrpc.NewClient(uri)
	if err != nil {
		return nil, err
	}
	return &Remote{client: client}, nil
}

// Close closes the connection, if the server keeps one open.
func (r *Remote) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.client.Close()
}

// Ask asks for a turn with the three arguments of the original and returns whatever comes back; several values are a tuple. left
// is in seconds, nil without a limit. The error is that of ctx, one of [xmlrpc.Client.Call], a [*xmlrpc.Fault], or says why the
// answer cannot be read.
func (r *Remote) Ask(ctx context.Context, v sarena.View, left *float64) (python.Value, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.body = AppendRequest(r.body[:0], v.Percepts(), v.Step, left)
	reply, err := r.client.Call(ctx, r.body)
	if err != nil {
		return nil, err
	}
	document, err := xmlrpc.Parse(reply)
	if err != nil {
		return nil, err
	}
	if len(document.Params) == 1 {
		return document.Params[0], nil
	}
	return python.Tuple(document.Params), nil
}

// Answer asks for a turn; the credit that it sends is the time left until ctx is done.
func (r *Remote) Answer(ctx context.Context, v sarena.View) (m sarena.Move, say string, err error) {
	var left *float64
	if deadline, ok := ctx.Deadline(); ok {
		seconds := time.Until(deadline).Seconds()
		left = &seconds
	}
	value, err := r.Ask(ctx, v, left)
	if err != nil {
		return m, "", r.fault(err)
	}
	m, ok := ActionOf(value)
	if !ok {
		return m, "", turn.Faultf(turn.Garbled, "%.80s: want a list of four integers", python.Repr(value))
	}
	return m, "", nil
}

// fault turns an error of Ask into one for the loop.
func (r *Remote) fault(err error) error {
	var system *xmlrpc.SystemError
	var fault *xmlrpc.Fault
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &system) && !r.client.Connected:
		return turn.Faultf(turn.NeverStarted, "%v", err)
	case errors.As(err, &system):
		return turn.Faultf(turn.Gone, "%v", err)
	case errors.Is(err, xmlrpc.ErrNoReply):
		return turn.Faultf(turn.Gone, "%v", err)
	case errors.As(err, &fault):
		return turn.Faultf(turn.Crashed, "its server reports %v", err)
	}
	return turn.Faultf(turn.Garbled, "%v", err)
}

// AppendRequest appends the document that asks for a turn, byte for byte the original's.
func AppendRequest(dst []byte, percepts sarena.Position, step int, left *float64) []byte {
	return xmlrpc.AppendCall(dst, "play", func(dst []byte) []byte {
		dst = append(dst, "<param>\n"...)
		dst = appendPercepts(dst, percepts)
		dst = append(dst, "</param>\n<param>\n"...)
		dst = xmlrpc.AppendInt(dst, int64(step))
		dst = append(dst, "</param>\n<param>\n"...)
		if left == nil {
			dst = append(dst, xmlrpc.Nil...)
		} else {
			dst = xmlrpc.AppendDouble(dst, *left)
		}
		return append(dst, "</param>\n"...)
	})
}

const (
	openArray  = "<value><array><data>\n"
	closeArray = "</data></array></value>\n"
)

// appendPercepts appends the matrix of a board.
func appendPercepts(dst []byte, p sarena.Position) []byte {
	dst = append(dst, openArray...)
	for c := range sarena.Cell(p.Cells()) {
		_, column := p.Place(c)
		if column == 0 {
			dst = append(dst, openArray...)
		}
		dst = append(dst, cellStarts[kind(p, c)-plainCell]...)
		pile := p.Pile(c)
		for k := range sarena.Height {
			dst = append(dst, chipTexts[pile.Chip(k)&15]...)
		}
		dst = append(dst, closeArray...)
		if column == p.Columns()-1 {
			dst = append(dst, closeArray...)
		}
	}
	return append(dst, closeArray...)
}

// The parts of percepts.
var (
	cellStarts = [...]string{ // by kind
		openArray + "<value><int>3</int></value>\n",
		openArray + "<value><int>4</int></value>\n",
	}
	chipTexts = func() (texts [16]string) {
		for chip := range texts {
			c := sarena.Chip(chip)
			b := xmlrpc.AppendInt([]byte(openArray), int64(c.Lower().Code()))
			texts[chip] = string(xmlrpc.AppendInt(b, int64(c.Upper().Code()))) + closeArray
		}
		return texts
	}()
)
