package wire

import (
	"encoding/json"
	"time"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/pelita"
)

// heard records that a peer has sent a message, and returns the peer's game, nil if it has none.
func (s *Server) heard(from string) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	game := s.sessions[from]
	if game != nil {
		game.begun, game.last = true, time.Now()
	}
	return game
}

// hold queues a message for a player. It returns false if there is no room.
func (s *Server) hold(game *session, body []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if game.held+len(body) > max(mostHeld/s.MaxConnections, mostMessage) {
		return false
	}
	select {
	case game.in <- body:
		game.held += len(body)
		return true
	default:
		return false
	}
}

// release must be called after a message was taken from the queue.
func (s *Server) release(game *session, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	game.held -= len(body)
}

// once adds a note about a game, at most one, so that a game that sends too much does not flood the notes, too.
func (s *Server) once(game *session, text string) {
	s.mu.Lock()
	first := !game.loud
	game.loud = true
	s.mu.Unlock()
	if first {
		s.note("%s", text)
	}
}

// silence returns how long a game has been silent, and how long it may be when all places are taken. The caller holds s.mu.
func (s *Server) silence(game *session) (is, may time.Duration) {
	if may = s.Patience; !game.begun {
		may = min(may, introTime)
	}
	return time.Since(game.last), may
}

// makeRoom ends the game that has been silent for longest, if that is too long. It returns false if there is none. The caller
// holds s.mu.
func (s *Server) makeRoom() bool {
	who, longest := "", time.Duration(0)
	for from, game := range s.sessions {
		if is, may := s.silence(game); is > may && is > longest {
			who, longest = from, is
		}
	}
	if who == "" {
		return false
	}
	s.sessions[who].end()
	delete(s.sessions, who)
	return true
}

// gone reports whether a game has gone away, or was silent for too long.
func (s *Server) gone(from string, game *session) bool {
	s.mu.Lock()
	is, may := s.silence(game)
	s.mu.Unlock()
	if is > 10*may {
		s.note("a game of %s was silent for %v", game.path, is.Round(time.Second))
		return true
	}
	return !s.router.Knows(from)
}

// look shows observers of a game the question of a message. It shows only a limited number of bytes, because a stranger sends
// them and pages keep them.
func (game *session) look(body []byte) {
	var m message
	if game.watch == nil || game.seen > mostWatched || json.Unmarshal(body, &m) != nil {
		return
	}
	game.seen += len(body)
	for _, kind := range []pelita.Kind{pelita.AskStart, pelita.AskMove, pelita.AskEnd} {
		if actions[kind] != m.Action {
			continue
		}
		if v, err := game.eyes.view(&m, kind); err == nil && kind != pelita.AskStart { // the player reports errors
			game.watch(&v, game.word)
			game.word = ""
		}
	}
}

// hear keeps the text that the team said with an answer, for observers of the game.
func (game *session) hear(body []byte) {
	if game.watch == nil || game.seen > mostWatched {
		return
	}
	var answer moveReply
	if reply, err := ParseReply(body); err == nil && json.Unmarshal(reply.Return, &answer) == nil {
		game.word = clean.Line(text(answer.Say), clean.MaxSay)
	}
}
