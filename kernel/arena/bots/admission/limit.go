package admission

import "net"

// Limit returns a listener with a door for at most the given number of connections. They all stay strangers: a further one closes
// one of the host that has most of them.
func Limit(l net.Listener, most int) net.Listener { return &limited{l, New(most)} }

type limited struct {
	net.Listener
	door *Door
}

func (l *limited) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.door.Enter(conn)
	return &visit{conn, l.door}, nil
}

// visit is a connection that leaves the door when it is closed.
type visit struct {
	net.Conn
	door *Door
}

func (v *visit) Close() error {
	v.door.Leave(v.Conn)
	return v.Conn.Close()
}
