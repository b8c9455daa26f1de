package web

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/web/pace"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

//go:embed assets
var files embed.FS

// policy says what the page may do: load its own files, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// maxBody is how long an answer or a control may be.
const maxBody = 8 << 10

// Handler returns the pages. Requests that name another host, or come from a page of another origin, are refused.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("GET /text", s.words)
	mux.HandleFunc("POST /answer", s.answer)
	mux.HandleFunc("POST /control", s.control)
	mux.HandleFunc("GET /", page)
	return Guard(s.options.Hosts, mux)
}

var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
}

// page serves the files of the page.
func page(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = "page.html"
	}
	text, err := fs.ReadFile(files, "assets/"+name)
	switch {
	case name == "palette.css":
		text = []byte(scene.Palette())
	case err != nil:
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(text) // the client may be gone; nothing can be done
}

// words serves the position as text.
func (s *Server) words(w http.ResponseWriter, r *http.Request) {
	if _, ok := s.admit(r.URL.Query().Get("token")); !ok {
		http.Error(w, "this address needs its token", http.StatusForbidden)
		return
	}
	s.mu.Lock()
	text := s.text
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	io.WriteString(w, text) // the client may be gone; nothing can be done
}

// refusal is an error with the status that a browser is sent.
type refusal struct {
	status int
	text   string
}

func (r refusal) Error() string { return r.text }

func reply(w http.ResponseWriter, v any, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if err != nil {
		status := http.StatusUnprocessableEntity
		var r refusal
		if errors.As(err, &r) {
			status = r.status
		}
		w.WriteHeader(status)
		v = map[string]string{"error": scene.Text(err.Error(), maxText)}
	}
	json.NewEncoder(w).Encode(v) // the client may be gone; nothing can be done
}

// read reads a request, and what its sender may do.
func (s *Server) read(w http.ResponseWriter, r *http.Request, v any) (grant, error) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	g, _ := s.admit(token)
	if !g.control {
		return g, refusal{http.StatusForbidden, "this needs the token of a seat"}
	}
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/json" {
		return g, refusal{http.StatusUnsupportedMediaType, "the body is no application/json"}
	}
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(time.Now().Add(patience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return g, err
	}
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	if err := decoder.Decode(v); err != nil {
		return g, refusal{http.StatusBadRequest, fmt.Sprintf("the body is no JSON object of at most %d bytes: %v", maxBody, err)}
	}
	return g, nil
}

// answer receives the answer of a person.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	var a struct {
		Seat, Ply int
		Text      string
	}
	g, err := s.read(w, r, &a)
	if err == nil {
		err = s.deliver(g, a.Seat, a.Ply, a.Text)
	}
	reply(w, struct{}{}, err)
}

func (s *Server) deliver(g grant, seat, ply int, text string) error {
	if !g.plays(seat) {
		return refusal{http.StatusForbidden, fmt.Sprintf("this token is not that of seat %d", seat)}
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
		return refusal{http.StatusConflict, "nobody is asked: the answer came too late, or was given already"}
	case q.snap.Ply != ply:
		return refusal{http.StatusConflict, fmt.Sprintf("an answer to ply %d, but ply %d is asked", ply, q.snap.Ply)}
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
		return refusal{http.StatusConflict, "the answer was given already"}
	}
	q.taken = true
	q.answer <- text
	s.news()
	return nil
}

// control carries out what a person wants of the game.
func (s *Server) control(w http.ResponseWriter, r *http.Request) {
	c := struct {
		Do    string
		Seat  int
		Ply   int
		Value float64
		With  json.RawMessage
	}{Seat: noSeat}
	g, err := s.read(w, r, &c)
	if err != nil {
		reply(w, nil, err)
		return
	}
	s.mu.Lock()
	known := s.pace.Do(c.Do, c.Value, s.scene())
	if c.Do == "pauses" {
		known, err = true, s.follows(c.With)
	}
	if known {
		s.news()
	}
	s.mu.Unlock()
	if known {
		reply(w, struct{}{}, err)
		return
	}
	said, err := s.wish(g, Control{c.Do, c.Seat, c.Ply, c.With})
	reply(w, map[string]any{"reply": said}, err)
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
		return "", refusal{http.StatusBadRequest, fmt.Sprintf("control %.40q: there is none of that name here", c.Do)}
	case !c.general() && !g.plays(c.Seat):
		return "", refusal{http.StatusForbidden, fmt.Sprintf("this token is not that of seat %d", c.Seat)}
	}
	if !c.general() {
		s.mu.Lock()
		current := slices.ContainsFunc(s.asks, func(q *question) bool { return q.seat == c.Seat && q.snap.Ply == c.Ply })
		s.mu.Unlock()
		if !current {
			return "", refusal{http.StatusConflict, fmt.Sprintf("ply %d of seat %d is not asked now", c.Ply, c.Seat)}
		}
	}
	return s.options.Control(c)
}
