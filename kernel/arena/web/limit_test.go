package web

import (
	"net"
	"slices"
	"testing"
	"time"
)

// TestLimit: a connection too many closes the oldest, and one that was closed makes room.
func TestLimit(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	limited := limit(l, 2)
	var inside []net.Conn
	open := func() (open []bool) { // whether those inside are
		client, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { client.Close() })
		conn, err := limited.Accept()
		if err != nil {
			t.Fatal(err)
		}
		inside = append(inside, conn)
		for _, conn := range inside {
			open = append(open, conn.SetReadDeadline(time.Now()) == nil)
		}
		return open
	}
	open()
	if got := open(); !slices.Equal(got, []bool{true, true}) {
		t.Errorf("two of two: open %v", got)
	}
	if got := open(); !slices.Equal(got, []bool{false, true, true}) {
		t.Errorf("a third one: open %v, want the oldest closed", got)
	}
	inside[1].Close()
	if got := open(); !slices.Equal(got, []bool{false, false, true, true}) {
		t.Errorf("after one has left: open %v, want the last two", got)
	}
}
