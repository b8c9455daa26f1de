package web

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"
)

// Connections that say nothing are closed when there are too many of them, the oldest first, and others still get in.
func TestFlood(t *testing.T) {
	listener, err := Listen("")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	s := NewServer(Options{Open: true})
	go func() { done <- serveUntil(ctx, listener, s.Handler(), func() {}, 4) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	var all []net.Conn
	for range 8 {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		all = append(all, conn)
	}
	response, err := http.Get("http://" + listener.Addr().String() + "/text")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	all[0].SetReadDeadline(time.Now().Add(5 * time.Second))
	_, err = all[0].Read(make([]byte, 1))
	if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
		t.Error("the oldest silent connection is still open")
	}
}
