package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/web/pace"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Statuses of HTTP that a browser is sent.
const (
	badRequest = 400
	forbidden  = 403
	conflict   = 409
)

// maxBody is how long an answer or a control may be.
const maxBody = 8 << 10

// refusal is an error with the status that a browser is sent.
type refusal struct {
	status int
	text   string
}

func (r refusal) Error() string { return r.text }

// post carries out what a browser has posted: an answer, or a control.
func (s *Server) post(g grant, what string, body []byte) (any, error) {
	read := func(v any) error {
		if err := json.Unmarshal(body, v); err != nil {
			return refusal{badRequest, fmt.Sprintf("the body is no JSON object of at most %d bytes: %v", maxBody, err)}
		}
		return nil
	}
	if what == "answer" {
		var a struct {
			Seat, Ply int
			Text      string
		}
		err := read(&a)
		if err == nil {
			err = s.deliver(g, a.Seat, a.Ply, a.Text)
		}
		return struct{}{}, err
	}
	c := struct {
		Do    string
		Seat  int
		Ply   int
		Value float64
		With  json.RawMessage
	}{Seat: noSeat}
	if err := read(&c); err != nil {
		return nil, err
	}
	s.mu.Lock()
	var err error
	known := s.pace.Do(c.Do, c.Value, s.scene())
	if c.Do == "pauses" {
		known, err = true, s.follows(c.With)
	}
	if known {
		s.news()
	}
	s.mu.Unlock()
	if known {
		return struct{}{}, err
	}
	said, err := s.wish(g, Control{c.Do, c.Seat, c.Ply, c.With})
	return map[string]any{"reply": said}, err
}

// deliver gives an answer to whoever has asked.
func (s *Server) deliver(g grant, seat, ply int, text string) error {
	if !g.plays(seat) {
		return refusal{forbidden, fmt.Sprintf("this token is not that of seat %d", seat)}
	}
	s.mu.Lock()
	var q *question
	for _, open := range s.asks {
		if open.seat == seat && !open.taken {
			q = open
		}
	}
	s.mu.Unlock()
	switch {
	case q == nil:
		return refusal{conflict, "nobody is asked: the answer came too late, or was given already"}
	case q.snap.Ply != ply:
		return refusal{conflict, fmt.Sprintf("an answer to ply %d, but ply %d is asked", ply, q.snap.Ply)}
	case q.snap.Check != nil:
		if err := q.snap.Check(seat, text); err != nil {
			return err
		}
	case len(q.list) > 0 && !(&scene.Menu{Choices: q.list}).Has(text):
		return fmt.Errorf("%.100q is not a legal answer", text)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if q.taken {
		return refusal{conflict, "the answer was given already"}
	}
	q.taken = true
	q.answer <- text
	s.news()
	return nil
}

// follows sets the rules by which games pause. The caller holds the lock.
func (s *Server) follows(text []byte) error {
	var rules pace.Rules
	if err := json.Unmarshal(text, &rules); err != nil || s.scene() == nil {
		return fmt.Errorf("pause conditions: %w", cmp.Or(err, errors.New("there is no game yet")))
	}
	for i := range rules.When {
		for k, name := range rules.When[i].Players {
			rules.When[i].Players[k] = scene.Text(name, maxName)
		}
	}
	err := rules.Check(s.scene().Board)
	if err == nil {
		s.pace.Follow(rules)
	}
	return err
}

// wish passes on requests that the game itself must carry out.
func (s *Server) wish(g grant, c Control) (any, error) {
	switch {
	case !slices.Contains(s.options.Can, c.Do) || s.options.Control == nil:
		return "", refusal{badRequest, fmt.Sprintf("control %.40q: there is none of that name here", c.Do)}
	case !c.general() && !g.plays(c.Seat):
		return "", refusal{forbidden, fmt.Sprintf("this token is not that of seat %d", c.Seat)}
	}
	if !c.general() {
		s.mu.Lock()
		current := slices.ContainsFunc(s.asks, func(q *question) bool { return q.seat == c.Seat && q.snap.Ply == c.Ply })
		s.mu.Unlock()
		if !current {
			return "", refusal{conflict, fmt.Sprintf("ply %d of seat %d is not asked now", c.Ply, c.Seat)}
		}
	}
	return s.options.Control(c)
}
