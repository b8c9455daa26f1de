//go:build !unix

package zmtp

import "net"

// blocking does nothing here: connections have no blocking mode that we could use.
func blocking(conn net.Conn) net.Conn { return conn }
