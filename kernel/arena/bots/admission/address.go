package admission

import (
	"cmp"
	"net"
)

// Address returns the HOST:PORT of [HOST:]PORT, an address to listen on: without a host, only this machine can connect.
func Address(text string) string {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = "", text
	}
	return net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port)
}
