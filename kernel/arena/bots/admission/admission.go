// Package admission limits how many connections a server accepts. A new connection is a stranger, which has not yet shown that it
// speaks the protocol. Then it is a guest, which speaks the protocol but has no place to play yet. Then it is a player. Strangers
// and guests cannot fill a server: when there is no room, one of them is closed to let a new connection in.
package admission

import (
	"cmp"
	"context"
	"net"
	"net/netip"
	"slices"
	"sync"
)

// Limiter counts the connections of a server. Its methods may be called from any goroutine.
type Limiter struct {
	most int
	left chan struct{} // holds one value after a connection has left

	mu     sync.Mutex
	inside []visitor // oldest first
}

type rank uint8

const (
	stranger rank = iota
	guest
	player
)

type visitor struct {
	conn net.Conn
	host string // where it comes from, see Host
	rank rank
}

// New returns a limiter for at most the given number of connections at the same time. It allows fewer if the system lets the
// program open only a few files: three quarters of those are kept for what games need, such as programs of players.
func New(most int) *Limiter {
	if files := descriptors(); files > 0 {
		most = min(most, max(files/4, 4))
	}
	return &Limiter{most: most, left: make(chan struct{}, 1)}
}

// Enter lets a connection in as a stranger. It returns false if the server is full of players.
func (d *Limiter) Enter(conn net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.inside) >= d.most {
		i := d.first()
		if i < 0 {
			return false
		}
		d.inside[i].conn.Close()
		d.inside = slices.Delete(d.inside, i, i+1)
	}
	d.inside = append(d.inside, visitor{conn: conn, host: Host(conn)})
	return true
}

// first returns the index of the connection to close first, -1 if there is none: strangers before guests; among these, one from
// the host that has most of them; among these, the oldest. So a host that opens many connections pushes out its own.
func (d *Limiter) first() int {
	for r := stranger; r < player; r++ {
		count := map[string]int{}
		most := 0
		for _, v := range d.inside {
			if v.rank == r {
				count[v.host]++
				most = max(most, count[v.host])
			}
		}
		if most > 0 {
			return slices.IndexFunc(d.inside, func(v visitor) bool { return v.rank == r && count[v.host] == most })
		}
	}
	return -1
}

// Host returns where a connection comes from: an IPv4 address, or the first 64 bits of an IPv6 address, which usually belong to
// one household.
func Host(conn net.Conn) string {
	addr := conn.RemoteAddr()
	if addr == nil {
		return ""
	}
	at, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return addr.String()
	}
	ip := at.Addr().Unmap()
	if ip.Is6() {
		if net, err := ip.WithZone("").Prefix(64); err == nil {
			return net.String()
		}
	}
	return ip.String()
}

// Wait lets a connection in as soon as there is room. It returns false if ctx ends first.
func (d *Limiter) Wait(ctx context.Context, conn net.Conn) bool {
	for !d.Enter(conn) {
		select {
		case <-d.left:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// MarkGuest makes a stranger a guest.
func (d *Limiter) MarkGuest(conn net.Conn) { d.rank(conn, guest) }

// MarkPlayer makes a stranger or a guest a player: the limiter no longer closes it.
func (d *Limiter) MarkPlayer(conn net.Conn) { d.rank(conn, player) }

// MarkStranger makes a player, whose game is over, a stranger again.
func (d *Limiter) MarkStranger(conn net.Conn) { d.rank(conn, stranger) }

func (d *Limiter) rank(conn net.Conn, to rank) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := slices.IndexFunc(d.inside, func(v visitor) bool { return v.conn == conn }); i >= 0 {
		d.inside[i].rank = to
	}
}

// Leave removes a connection, if Enter has not removed it already. The caller still has to close the connection.
func (d *Limiter) Leave(conn net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inside = slices.DeleteFunc(d.inside, func(v visitor) bool { return v.conn == conn })
	select {
	case d.left <- struct{}{}:
	default:
	}
}

// Address returns the HOST:PORT of [HOST:]PORT, an address to listen on: without a host, only this machine can connect.
func Address(text string) string {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = "", text
	}
	return net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port)
}
