package web

import (
	"net"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
)

// limit returns a listener with a limiter for at most the given number of connections. They all stay strangers: a further one
// closes one of the host that has most of them.
func limit(l net.Listener, most int) net.Listener { return &limited{l, admission.New(most)} }

type limited struct {
	net.Listener
	limiter *admission.Limiter
}

func (l *limited) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.limiter.Enter(conn)
	return &visit{conn, l.limiter}, nil
}

// visit is a connection that leaves the limiter when it is closed.
type visit struct {
	net.Conn
	limiter *admission.Limiter
}

func (v *visit) Close() error {
	v.limiter.Leave(v.Conn)
	return v.Conn.Close()
}
