//go:build !js

package web

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
)

// Lobby shows several games at the same time, and a page that leads to them: a tournament that is played, or the tables of a
// server. Its methods may be called from several goroutines.
type Lobby struct {
	options Options
	keys    keys
	index   func(w io.Writer, token string) error
	replays fs.FS

	mu     sync.Mutex
	tables map[string]*Server
}

// NewLobby returns a lobby without games. index is called for every visit and writes the page that leads to them; its links must
// carry the token if that is not "" (report.Report does this). replays, which may be nil, has the files to which its links lead,
// below games/. Options are those of all tables.
func NewLobby(o Options, index func(w io.Writer, token string) error, replays fs.FS) *Lobby {
	return &Lobby{options: o, index: index, replays: replays, tables: map[string]*Server{}}
}

// Link is the path to a table from the page of the lobby.
func Link(id string) string { return "table/" + id + "/" }

// Token returns a new token, which lets its owner control the games on all tables, or only watch if the lobby is not open to
// everybody.
func (h *Lobby) Token() string { return h.keys.add(-1) }

// URL returns the address of the lobby for a browser; with a token if that is not "".
func (h *Lobby) URL(at net.Addr, token string) string {
	address := "http://" + reachable(at) + "/"
	if token != "" {
		address += "?token=" + token
	}
	return address
}

// Table opens a table, or returns the one that is open: a game on it is found under Link(id) until it is closed. An id is
// letters, digits and hyphens.
func (h *Lobby) Table(id string) *Server {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.tables[id]; s != nil {
		return s
	}
	s := NewServer(h.options)
	s.keys = append(s.keys, &h.keys)
	h.tables[id] = s
	return s
}

// Close closes a table. People who are looking at it keep what was shown.
func (h *Lobby) Close(id string) { h.end(id, true) }

// end ends a table; closed says that the lobby goes on.
func (h *Lobby) end(id string, closed bool) {
	h.mu.Lock()
	s := h.tables[id]
	delete(h.tables, id)
	h.mu.Unlock()
	if s != nil {
		s.closed = closed
		close(s.done)
	}
}

// Tables returns the ids of the open tables, ascending.
func (h *Lobby) Tables() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(maps.Keys(h.tables))
}

// Serve serves the lobby until ctx is done. It returns nil then.
func (h *Lobby) Serve(ctx context.Context, listener net.Listener) error {
	return ServeUntil(ctx, listener, h.Handler(), func() {
		for _, id := range h.Tables() {
			h.end(id, false)
		}
	})
}

// Handler returns the pages: the index, and below it the tables and the replays. A browser that may not watch sees no games.
func (h *Lobby) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", h.front)
	mux.HandleFunc("/table/{id}/", func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		h.mu.Lock()
		s := h.tables[id]
		h.mu.Unlock()
		if s == nil {
			http.Error(w, "this game is over, or does not exist: go back", http.StatusNotFound)
			return
		}
		http.StripPrefix("/table/"+id, s.Handler()).ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /games/", func(w http.ResponseWriter, r *http.Request) {
		if h.replays == nil || !h.admits(r) {
			http.NotFound(w, r)
			return
		}
		w.Header().Del("Content-Security-Policy") // a replay brings its own
		http.StripPrefix("/games/", http.FileServerFS(h.replays)).ServeHTTP(w, r)
	})
	return Guard(h.options.Hosts, mux)
}

// admits reports whether a browser may watch, by the token in its address.
func (h *Lobby) admits(r *http.Request) bool {
	token := r.URL.Query().Get("token")
	_, known := h.keys.find(token)
	return known || token == "" && h.options.Open
}

// front serves the page that leads to the games.
func (h *Lobby) front(w http.ResponseWriter, r *http.Request) {
	if !h.admits(r) {
		http.Error(w, unknown(r.URL.Query().Get("token")), http.StatusForbidden)
		return
	}
	var b bytes.Buffer
	if err := h.index(&b, r.URL.Query().Get("token")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Del("Content-Security-Policy") // the page brings its own
	w.Header().Set("Content-Type", kinds[".html"])
	w.Header().Set("Cache-Control", "no-store")
	w.Write(b.Bytes()) // the client may be gone; nothing can be done
}
