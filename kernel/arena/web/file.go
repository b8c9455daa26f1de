//go:build !js

package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// maxFile is how long a file of a game may be.
const maxFile = 64 << 20

// file carries out what a page wants with a game as a file, the body: it is shown or reviewed. Without a body that is the game
// on the page, and its record is what can be saved. Lines tell how far a review is; the last one is the answer.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	do := r.URL.Query().Get("do")
	text, err := s.received(w, r)
	files := s.options.Files
	if err == nil && files == nil {
		err = refusal{badRequest, "this page does nothing with files"}
	}
	var answer []byte
	switch {
	case err != nil:
	case do == "record" && files.Record != nil:
		answer = files.Record()
	case do == "show" && files.Show != nil:
		answer, err = files.Show(text)
	case do == "review" && files.Review != nil:
		answer, err = s.review(w, r, text)
	default:
		err = refusal{badRequest, fmt.Sprintf("do %.40q: there is none of that name here", do)}
	}
	if err != nil {
		reply(w, nil, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(answer) // the client may be gone; nothing can be done
}

// received reads the body of somebody who may control the game.
func (s *Server) received(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if g, _ := s.admit(bearer(r)); !g.control {
		return nil, refusal{forbidden, "this needs the token of a seat"}
	}
	if r.Header.Get("Content-Type") != "application/octet-stream" { // no form of another page has it
		return nil, refusal{http.StatusUnsupportedMediaType, "the body is no application/octet-stream"}
	}
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(time.Now().Add(time.Minute)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return nil, err
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxFile))
	if err != nil {
		return nil, refusal{badRequest, fmt.Sprintf("the file is longer than %d MiB, or did not arrive: %v", maxFile>>20, err)}
	}
	return text, nil
}

// review reviews one game at a time: it takes a processor.
func (s *Server) review(w http.ResponseWriter, r *http.Request, text []byte) ([]byte, error) {
	if !s.reviewing.TryLock() {
		return nil, refusal{conflict, "another review is running: try again when it is done"}
	}
	defer s.reviewing.Unlock()
	control, last := http.NewResponseController(w), time.Now()
	answer, err := s.options.Files.Review(r.Context(), text, func(ply, of int) {
		if time.Since(last) > 200*time.Millisecond {
			last = time.Now()
			send(w, control, [][]byte{fmt.Appendf(nil, "{\"ply\":%d,\"of\":%d}\n", ply, of)}) // the client may be gone
		}
	})
	if err != nil { // the status may have been sent
		answer, _ = json.Marshal(map[string]string{"error": scene.Text(err.Error(), maxText)})
	}
	return answer, nil
}
