//go:build !playground

package proc

import (
	"context"
	"net"
)

// Dial connects to a server of the program, such as 127.0.0.1:8000: in its jail or, without one, on this machine.
func (p *Program) Dial(ctx context.Context, address string) (net.Conn, error) {
	if d, ok := p.child.(interface {
		Dial(context.Context, string) (net.Conn, error)
	}); ok {
		return d.Dial(ctx, address)
	}
	return new(net.Dialer).DialContext(ctx, "tcp", address)
}

// Listener returns the listener in the jail's loopback to which the program can connect; nil if it has no jail with one. The
// caller closes it.
func (p *Program) Listener() net.Listener {
	if l, ok := p.child.(interface{ Listener() net.Listener }); ok {
		return l.Listener()
	}
	return nil
}
