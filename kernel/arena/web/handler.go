//go:build !js

package web

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

//go:embed assets
var files embed.FS

// policy says what the page may do: load its own files, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// PlaygroundPolicy lets a page of the playground load the files of its folder, which may have pictures, and run its program.
const PlaygroundPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"

// programPolicy is that of a program in a worker of the page itself, where Python cannot wait for messages (no JSPI).
const programPolicy = "default-src 'none'; script-src blob: 'wasm-unsafe-eval'; connect-src 'self'"

// Handler returns the pages. Requests that name another host, or come from a page of another origin, are refused.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /events", s.events)
	mux.HandleFunc("GET /text", s.words)
	mux.HandleFunc("POST /answer", s.posted("answer"))
	mux.HandleFunc("POST /control", s.posted("control"))
	mux.HandleFunc("POST /file", s.file)
	mux.HandleFunc("GET /", page)
	return Guard(s.options.Hosts, mux)
}

const (
	maxBatch  = 64 << 10         // bytes that are written before a slow browser must have taken them
	patience  = 10 * time.Second // for one batch; a slower browser reconnects and continues where it was
	heartbeat = 20 * time.Second
)

var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
}

// Playground serves the folder of a playground. hosts are further names of this server, see [Guard].
func Playground(folder fs.FS, hosts ...string) http.Handler {
	files := http.FileServerFS(folder)
	return Guard(hosts, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path.Base(r.URL.Path) {
		case "frame.html": // has a policy of its own, for programs of players
		case "program.js":
			w.Header().Set("Content-Security-Policy", programPolicy)
		default:
			w.Header().Set("Content-Security-Policy", PlaygroundPolicy)
		}
		if kind := kinds[path.Ext(r.URL.Path)]; kind != "" { // the system may know another one
			w.Header().Set("Content-Type", kind)
		}
		w.Header().Set("Cache-Control", "no-cache")
		files.ServeHTTP(w, r)
	}))
}

// Names returns the names of the page's files.
func Names() []string {
	names := []string{"palette.css", template}
	entries, _ := files.ReadDir("assets") // it is embedded
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// File returns one of the page's files.
func File(name string) ([]byte, error) {
	switch name {
	case "palette.css":
		return []byte(render.Palette()), nil
	case template:
		return empty()
	}
	return fs.ReadFile(files, "assets/"+name)
}

// page serves the files of the page.
func page(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = "page.html"
	}
	text, err := File(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(text) // the client may be gone; nothing can be done
}

// words serves the position as text.
func (s *Server) words(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("token")
	if _, ok := s.admit(token); !ok {
		http.Error(w, unknown(token), http.StatusForbidden)
		return
	}
	s.mu.Lock()
	text := s.text
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	io.WriteString(w, text) // the client may be gone; nothing can be done
}

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

// bearer returns the token of a request.
func bearer(r *http.Request) string {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return token
}

// read reads a request, and what its sender may do.
func (s *Server) read(w http.ResponseWriter, r *http.Request) (g grant, body json.RawMessage, err error) {
	g, _ = s.admit(bearer(r))
	if !g.control {
		return g, nil, refusal{forbidden, "this needs the token of a seat"}
	}
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/json" {
		return g, nil, refusal{http.StatusUnsupportedMediaType, "the body is no application/json"}
	}
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(time.Now().Add(patience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return g, nil, err
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&body); err != nil {
		return g, nil, refusal{badRequest, fmt.Sprintf("the body is no JSON object of at most %d bytes: %v", maxBody, err)}
	}
	return g, body, nil
}

// posted receives an answer, or a control.
func (s *Server) posted(what string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var said any
		g, body, err := s.read(w, r)
		if err == nil {
			said, err = s.post(g, what, body)
		}
		reply(w, said, err)
	}
}

// events streams the events of the games to one browser. A slow browser delays nobody: it gets from the log what it has not seen
// yet.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("token")
	g, ok := s.admit(token)
	if !ok {
		http.Error(w, unknown(token), http.StatusForbidden)
		return
	}
	l := listener{grant: g}
	if !s.enter(&l) {
		http.Error(w, "too many browsers", http.StatusServiceUnavailable)
		return
	}
	defer s.leave(&l)
	if id, ok := strings.CutPrefix(r.Header.Get("Last-Event-ID"), s.id+"."); ok {
		l.resume(id)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	control := http.NewResponseController(w)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	first := []byte("retry: 1000\n\n")
	for {
		frames, wake := s.take(&l)
		if first != nil {
			frames, first = append([][]byte{first}, frames...), nil
		}
		if err := send(w, control, frames); err != nil {
			return
		}
		if len(frames) > 0 {
			continue
		}
		select {
		case <-wake:
		case <-beat.C:
			if err := send(w, control, [][]byte{[]byte(": still here\n\n")}); err != nil {
				return
			}
		case <-r.Context().Done():
			return
		case <-s.done:
			frames, _ := s.take(&l)
			send(w, control, append(frames, frame("bye", "", map[string]bool{"closed": s.closed}))) // the client may be gone
			return
		}
	}
}

func send(w http.ResponseWriter, control *http.ResponseController, frames [][]byte) error {
	for len(frames) > 0 {
		if err := control.SetWriteDeadline(time.Now().Add(patience)); err != nil {
			return err
		}
		for size := 0; len(frames) > 0 && size < maxBatch; frames = frames[1:] {
			n, err := w.Write(frames[0])
			if err != nil {
				return err
			}
			size += n
		}
		if err := control.Flush(); err != nil {
			return err
		}
	}
	return nil
}
