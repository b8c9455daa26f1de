//go:build !js

package web

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
)

// URL returns the address of the page; with a token, which stays in the browser, if that is not "".
func URL(at net.Addr, token string) string {
	url := "http://" + reachable(at) + "/"
	if token != "" {
		url += "#token=" + token
	}
	return url
}

// reachable is an address that a browser can open: one of this machine's where we listen on all of them.
func reachable(at net.Addr) string {
	tcp, ok := at.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return at.String()
	}
	host := "localhost"
	addresses, _ := net.InterfaceAddrs() // without them localhost is all that we know
	for _, a := range addresses {
		if own, ok := a.(*net.IPNet); ok && own.IP.IsGlobalUnicast() && own.IP.To4() != nil {
			host = own.IP.String()
			break
		}
	}
	return net.JoinHostPort(host, strconv.Itoa(tcp.Port))
}

// Here is where this machine reaches what listens on all of its addresses; otherwise it is the address itself.
func Here(at net.Addr) net.Addr {
	if tcp, ok := at.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: tcp.Port}
	}
	return at
}

// Listen listens on [HOST:]PORT; "" is a free port of this machine. Without a host, only this machine can connect.
func Listen(address string) (net.Listener, error) {
	if address == "" {
		address = "0"
	}
	listener, err := net.Listen("tcp", admission.Address(address))
	if err != nil {
		return nil, fmt.Errorf("address %q: %w; want [HOST:]PORT with a port that is free", address, err)
	}
	return listener, nil
}

// Loopback reports whether only this machine reaches an address.
func Loopback(at net.Addr) bool {
	tcp, ok := at.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// Serve serves the page until ctx is done. It returns nil then.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	return ServeUntil(ctx, listener, s.Handler(), func() { close(s.done) })
}

// maxConnections is the number of connections at the same time; each browser that listens keeps one.
const maxConnections = 2 * maxListeners

// ServeUntil serves until ctx is done; stop ends what would not end by itself.
func ServeUntil(ctx context.Context, listener net.Listener, handler http.Handler, stop func()) error {
	listener = limit(listener, maxConnections)
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: log.New(Lines(os.Stderr), "", 0),
	}
	closed := make(chan struct{})
	context.AfterFunc(ctx, func() {
		defer close(closed)
		stop()
		graceful, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if server.Shutdown(graceful) != nil {
			server.Close()
		}
	})
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-closed // Serve does not wait for clients that still receive the end
	return nil
}
