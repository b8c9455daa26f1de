package wire

import (
	"bytes"
	"encoding/json"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/pelita"
)

// Each host, and all hosts together, have a number of starts, and regain them with time or by playing.
func TestStarts(t *testing.T) {
	s := newStarts(1)
	now := time.Date(2026, 11, 22, 16, 0, 0, 0, time.UTC)
	take := func(host string, n int) (granted, told int) {
		for range n {
			ok, first := s.take(host, now)
			if ok {
				granted++
			}
			if first {
				told++
			}
		}
		return granted, told
	}
	check := func(what string, granted, want int) {
		t.Helper()
		if granted != want {
			t.Errorf("%s: %d starts, want %d", what, granted, want)
		}
	}
	granted, told := take("a", 3*leastStarts)
	check("a greedy host", granted, leastStarts)
	check("notes of it", told, 1)
	granted, _ = take("b", 5)
	check("another host", granted, 5)
	now = now.Add(3 * hostEvery)
	granted, _ = take("a", 10)
	check("the greedy one, three turns later", granted, 3)
	s.give("a")
	granted, _ = take("a", 10)
	check("after a game that was played", granted, 1)
	granted = 0
	for i := range 100 {
		n, _ := take(string(rune('c'+i)), 3)
		granted += n
	}
	if granted > s.total || granted < s.total-leastStarts-5-4 {
		t.Errorf("a hundred hosts have %d starts, want what is left of %d", granted, s.total)
	}
	now = now.Add(time.Hour)
	take("z", 1)
	if len(s.hosts) != 1 {
		t.Errorf("%d hosts are known after an hour, want the last one", len(s.hosts))
	}
}

// A host that repeatedly asks for games and leaves can start only few programs, and other hosts play meanwhile.
func TestRequestsThatLeave(t *testing.T) {
	var started atomic.Int32
	s := &Server{Version: pelita.V251, MaxConnections: 30, Options: Options{Python: "none"}, Lend: func(spec string) (Player, error) {
		started.Add(1)
		return ours(spec)
	}}
	url, notes := serve(t, s)
	if err := s.Add(t.Context(), "champion", "Champions"); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	s.starts.host, s.starts.hostEvery = 3, time.Hour
	s.mu.Unlock()
	request, _ := json.Marshal(map[string]string{"REQUEST": url + "/Champions"})
	ask := func(host string) string { // and leave
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(host)}}
		conn, err := dialer.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Skipf("no address %s here: %v", host, err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(time.Minute))
		conn.Write(dealer())
		conn.Write(append([]byte{0, byte(len(request))}, request...))
		var heard []byte
		for b := make([]byte, 100); ; {
			n, err := conn.Read(b)
			heard = append(heard, b[:n]...)
			for _, answer := range []string{"OK", "NOCONN", "NOTEAM"} {
				if bytes.Contains(heard, []byte(answer)) {
					return answer
				}
			}
			if err != nil {
				return err.Error()
			}
		}
	}
	for n := range 12 {
		want := "OK"
		if n >= 3 {
			want = "NOCONN"
		}
		if got := ask("127.0.0.2"); got != want {
			t.Errorf("request %d is answered %s, want %s", n+1, got, want)
		}
	}
	if n := started.Load(); n != 3 {
		t.Errorf("%d players were started for 12 requests of one host, want 3", n)
	}
	for range 5 { // games that are played cost nothing
		p, err := NewRemote(url+"/Champions", Options{Budget: Budget{Time: 30 * time.Second}})
		if err != nil {
			t.Fatal(err)
		}
		r := table{layout: small, version: pelita.V251, rounds: 2, seed: "1"}.play(t, p, stay{})
		if got := r.Result(); got.Reason != "rounds" {
			t.Errorf("a game of another host ended by %q: %s; want all rounds played", got.Reason, got.Detail)
		}
		p.Close()
	}
	told := 0
	for len(notes) > 0 {
		if strings.Contains(<-notes, "too many were begun and not played") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("%d notes say that a host asks for too much, want 1", told)
	}
}
