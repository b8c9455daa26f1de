package web

import (
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
)

// grant is what a token permits.
type grant struct {
	seat    int // which it plays; everySeat or noSeat
	control bool
}

const (
	noSeat    = -1
	everySeat = -2
)

func (g grant) plays(seat int) bool { return g.seat == everySeat || g.seat == seat && seat >= 0 }

// keys are the tokens that were given out.
type keys struct {
	mu     sync.Mutex
	grants map[string]grant
}

func (k *keys) add(seat int) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.grants == nil {
		k.grants = map[string]grant{}
	}
	if seat < 0 {
		seat = everySeat
	}
	token := rand.Text()
	k.grants[token] = grant{seat: seat, control: true}
	return token
}

func (k *keys) find(token string) (grant, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	g, known := k.grants[token]
	return g, known
}

// admit returns what a token permits; false if its owner may not even watch.
func (s *Server) admit(token string) (grant, bool) {
	for _, k := range s.keys {
		if g, known := k.find(token); known {
			return g, true
		}
	}
	return grant{seat: noSeat}, s.options.Open
}

// Guard refuses requests that name a host other than ours, and those of pages of another origin. It says what our pages may do:
// load files of their own, and nothing else. hosts are the names that browsers may use for this server, in addition to addresses,
// localhost and the machine's own name.
func Guard(hosts []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		switch {
		case !knows(hosts, r.Host):
			http.Error(w, fmt.Sprintf("host %.100q: this server has another name", r.Host), http.StatusMisdirectedRequest)
		case !sameOrigin(r):
			http.Error(w, "a page of another origin asks", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// knows reports whether a request is for us: by an IP address, which no name server controls, or by a name that we know.
func knows(hosts []string, host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if net.ParseIP(name) != nil || name == "localhost" || slices.Contains(hosts, name) {
		return true
	}
	own, err := os.Hostname()
	return err == nil && name == strings.ToLower(own)
}

// sameOrigin reports whether a request comes from our own page, or from no page at all.
func sameOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" // the user followed a link
	}
	origin := r.Header.Get("Origin")
	return origin == "" || origin == "http://"+r.Host || origin == "https://"+r.Host
}
