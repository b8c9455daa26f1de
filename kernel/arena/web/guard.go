//go:build !js

package web

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
)

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
