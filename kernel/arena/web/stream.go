package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const maxListeners = 2000 // browsers at the same time

// listener is a browser that listens to the events.
type listener struct {
	grant grant
	game  int // that it knows, 0 for none
	next  int // index in the log
	ask   int // number of the question that it was sent; 0 for none, -1: not known
	state string
	side  []byte // the event of Beside that it was sent
}

func (s *Server) enter(l *listener) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.here) >= maxListeners {
		return false
	}
	s.here[l] = true
	if l.grant.seat != noSeat {
		s.news() // somebody may wait for a player
	}
	return true
}

func (s *Server) leave(l *listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.here, l)
}

// resume reads the id of the last event that a browser has, without that of the server.
func (l *listener) resume(id string) {
	game, index, ok := strings.Cut(id, ".")
	g, err := strconv.Atoi(game)
	n, err2 := strconv.Atoi(index)
	if ok && err == nil && err2 == nil && g > 0 && n >= 0 {
		l.game, l.next, l.ask = g, n, -1 // the question on its page may have been answered meanwhile
	}
}

// take returns the events that a browser has not seen yet, and a channel that is closed when there may be new ones.
func (s *Server) take(l *listener) (frames [][]byte, wake <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	wake = s.wake
	if s.replay == nil || s.replay.last == nil {
		return nil, wake
	}
	if l.game != s.game || l.next > len(s.log) {
		frames = append(frames, s.greeting(l.grant))
		l.game, l.next, l.ask, l.state, l.side = s.game, 0, 0, "", nil
	}
	frames = append(frames, s.log[l.next:]...)
	l.next = len(s.log)
	state := frame("state", "", struct {
		Paused  bool    `json:"paused"`
		Speed   float64 `json:"speed"`
		Missing []int   `json:"missing,omitempty"`
		More    bool    `json:"more,omitempty"`
		Why     string  `json:"why,omitempty"`
		Rules   any     `json:"rules"`
	}{s.pace.Paused, s.pace.Speed, s.missing, s.more, s.pace.Why, s.pace.Rules()})
	if string(state) != l.state {
		l.state = string(state)
		frames = append(frames, state)
	}
	if !bytes.Equal(s.beside, l.side) {
		l.side = s.beside
		frames = append(frames, s.beside)
	}
	switch q := s.questionFor(l.grant); {
	case q != nil && q.number != l.ask:
		l.ask = q.number
		frames = append(frames, q.frame())
	case q == nil && l.ask != 0:
		l.ask = 0
		frames = append(frames, frame("ask", "", struct{}{}))
	}
	return frames, wake
}

// greeting is the event that a game begins with: what does not change, the first scene, and what the browser may do.
func (s *Server) greeting(g grant) []byte {
	if s.start == nil {
		s.start, _ = json.Marshal(s.replay.head) // none of our types fails
	}
	me := struct {
		Start   string   `json:"start"` // of the program: another one after it was started again
		Control bool     `json:"control"`
		Plays   bool     `json:"plays"`
		Can     []string `json:"can,omitempty"`
		Setup   any      `json:"setup,omitempty"`
		Seats   []int    `json:"seats,omitempty"` // of people, that it plays
		Since   int64    `json:"since"`           // milliseconds since the latest scene
	}{Start: s.id, Control: g.control, Plays: g.seat != noSeat, Since: time.Since(s.shown).Milliseconds()}
	for _, seat := range s.people {
		if g.plays(seat) {
			me.Seats = append(me.Seats, seat)
		}
	}
	if g.control {
		if me.Can = s.options.can(); s.options.Setup != nil {
			me.Setup = s.options.Setup()
		}
	}
	text, _ := json.Marshal(me)
	whole := append([]byte(`{"me":`), text...)
	whole = append(append(whole, ','), s.start[1:]...)
	return frame("game", fmt.Sprintf("%s.%d.0", s.id, s.game), json.RawMessage(whole))
}

// question is what a person is asked.
type question struct {
	number int
	seat   int
	snap   Snapshot
	list   []Choice
	can    []string
	until  time.Time // zero: no deadline
	answer chan string
	taken  bool
}

func (q *question) frame() []byte {
	free := q.snap.Check != nil || len(q.list) == 0
	ask := struct {
		Number  int      `json:"number"` // of the question, from 1
		Seat    int      `json:"seat"`
		Ply     int      `json:"ply"`
		Done    []int    `json:"done,omitempty"`
		Steps   []string `json:"steps,omitempty"`
		Answers []Choice `json:"answers"`
		Free    bool     `json:"free,omitempty"` // answers that are not listed may be right, too
		Left    *int64   `json:"left,omitempty"` // milliseconds
		Can     []string `json:"can,omitempty"`
	}{
		Number: q.number, Seat: q.seat, Ply: q.snap.Ply, Done: q.snap.Done, Steps: q.snap.Steps, Answers: q.list, Free: free,
		Can: q.can,
	}
	if ask.Answers == nil {
		ask.Answers = []Choice{}
	}
	if !q.until.IsZero() {
		left := max(0, time.Until(q.until).Milliseconds())
		ask.Left = &left
	}
	return frame("ask", "", ask)
}

// questionFor returns the first question that a grant may answer and that nobody has answered.
func (s *Server) questionFor(g grant) *question {
	for _, q := range s.asks {
		if !q.taken && g.plays(q.seat) {
			return q
		}
	}
	return nil
}

// Ask shows a person the question of a seat and waits for the answer of a browser, even if that disconnects and comes back. It
// returns the error of ctx when that is done first; its deadline, if it has one, is shown.
func (s *Server) Ask(ctx context.Context, seat int, snap Snapshot) (string, error) {
	q := &question{seat: seat, snap: snap, answer: make(chan string, 1)}
	if snap.Legal != nil {
		q.list = snap.Legal(seat)
	}
	q.until, _ = ctx.Deadline()
	s.mu.Lock()
	s.asked++
	q.number = s.asked
	for _, what := range s.options.Can {
		if !(Control{Do: what}).general() && (what != "deal" || snap.Part) {
			q.can = append(q.can, what)
		}
	}
	s.asks = append(s.asks, q)
	s.news()
	s.mu.Unlock()
	defer s.forget(q)
	select {
	case text := <-q.answer:
		return text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// forget removes a question.
func (s *Server) forget(q *question) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.asks {
		if s.asks[i] == q {
			s.asks = append(s.asks[:i:i], s.asks[i+1:]...)
			break
		}
	}
	s.news()
}
