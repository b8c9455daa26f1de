package server

import (
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// Clocked plays a game in a room without connections; tell is called when a client would receive a snapshot.
func (s *Server) Clocked(t *testing.T, tell func(string)) {
	r := newRoom(s, 1, s.Config)
	s.changed = make(chan struct{})
	s.stop = func() {}
	frames := 0
	r.table.Send = func(to Client, frame []byte) {
		class, v, err := ks.Message(frame[4:])
		if err != nil {
			t.Error(err)
		}
		if class == "RealtimeSnapshot" && to == 1 {
			what := "start"
			if n := v["current_cycle"].(int64); n > 0 {
				what = "cycle " + string(rune('0'+n))
			}
			tell(what)
			frames++
		}
	}
	r.admitTwo(t)
	time.Sleep(time.Minute)
	s.crew.Wait()
}

// Due returns when a game begins for which both players are there.
func (s *Server) Due(t *testing.T) time.Time {
	r := newRoom(s, 1, s.Config)
	defer r.cancel()
	r.admitTwo(t)
	return r.due
}

func (r *room) admitTwo(t *testing.T) {
	for id := range Client(2) {
		v := ks.Struct{"team_nickname": string(rune('a' + id)), "agent_name": "0"}
		c := &conn{id: id, frames: make(chan []byte, queue), know: func() {}}
		if !r.admit(application{c, "JoinOfflineGame", v, ks.Frame("JoinOfflineGame", v)[4:]}) {
			t.Fatalf("client %d may not join", id)
		}
	}
}

// Last returns the commands of the last cycle.
func (t *Table) Last() [2]tron.Command { return t.last }
