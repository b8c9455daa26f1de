// Package door limits how many connections a server has. Strangers, who have not shown yet that they speak its protocol, keep
// nobody out: when there is no room, the one that came first is closed for the one that comes.
package door

import (
	"context"
	"net"
	"slices"
	"sync"
)

// Door counts the connections of a server. Its methods may be called from any goroutine.
type Door struct {
	most int
	left chan struct{} // holds one when somebody has left

	mu        sync.Mutex
	strangers []net.Conn // who came first is first
	known     []net.Conn
}

// New returns a door for so many connections at the same time.
func New(most int) *Door { return &Door{most: most, left: make(chan struct{}, 1)} }

// Enter lets a connection in as a stranger. It returns false if there is no room but that of those who are known.
func (d *Door) Enter(conn net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.strangers)+len(d.known) >= d.most {
		if len(d.strangers) == 0 {
			return false
		}
		d.strangers[0].Close()
		d.strangers = slices.Delete(d.strangers, 0, 1)
	}
	d.strangers = append(d.strangers, conn)
	return true
}

// Wait lets a connection in as soon as there is room. It returns false if ctx ends before.
func (d *Door) Wait(ctx context.Context, conn net.Conn) bool {
	for !d.Enter(conn) {
		select {
		case <-d.left:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// Know makes a stranger known: it stays until it leaves.
func (d *Door) Know(conn net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := slices.Index(d.strangers, conn); i >= 0 {
		d.strangers = slices.Delete(d.strangers, i, i+1)
		d.known = append(d.known, conn)
	}
}

// Leave makes room again, if that was not done already. The connection is its owner's to close.
func (d *Door) Leave(conn net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	is := func(other net.Conn) bool { return other == conn }
	d.strangers, d.known = slices.DeleteFunc(d.strangers, is), slices.DeleteFunc(d.known, is)
	select {
	case d.left <- struct{}{}:
	default:
	}
}
