package web

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// local is what the one page of a server in the same browser may do: everything.
var local = grant{seat: everySeat, control: true}

// Stream sends the events to the page of a server that has no other, in the same process, until ctx is done.
func (s *Server) Stream(ctx context.Context, send func(event []byte)) {
	l := listener{grant: local}
	s.enter(&l)
	defer s.leave(&l)
	for {
		frames, wake := s.take(&l)
		for _, f := range frames {
			send(f)
		}
		select {
		case <-wake:
		case <-ctx.Done():
			return
		}
	}
}

// Post carries out what that page has posted, an "answer" or a "control", and returns the reply as JSON. ok is false if it is
// refused.
func (s *Server) Post(what string, body []byte) (reply []byte, ok bool) {
	var said any
	err := error(refusal{badRequest, fmt.Sprintf("%d bytes: want at most %d", len(body), maxBody)})
	if len(body) <= maxBody {
		said, err = s.post(local, what, body)
	}
	if err != nil {
		said = map[string]string{"error": scene.Text(err.Error(), maxText)}
	}
	reply, wrong := json.Marshal(said)
	if wrong != nil {
		reply = []byte("null") // none of our types fails
	}
	return reply, err == nil
}
