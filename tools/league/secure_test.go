package main

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The pages are served by HTTPS, and say so in all links.
func TestHostTLS(t *testing.T) {
	t.Parallel()
	certificate, private, err := selfSigned([]string{"127.0.0.1"})
	dir := t.TempDir()
	for name, text := range map[string][]byte{"cert.pem": certificate, "key.pem": private} {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o600)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	c := newTerm(t, "--slots", "0", "--tls", filepath.Join(dir, "cert.pem")+","+filepath.Join(dir, "key.pem"))
	if !strings.HasPrefix(c.board, "https://") {
		t.Fatalf("the board is at %s", c.board)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(certificate)
	c.client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	if status, text := c.ask("POST", "/api/teams", c.token, "text/csv", []byte("ann")); status != http.StatusOK || !strings.Contains(text, c.board+"team#token=ann.") {
		t.Errorf("a team's link: %d %s", status, text)
	}
	c.board = "http" + strings.TrimPrefix(c.board, "https")
	if status, _, err := c.tryAsk("GET", "/", "", "", nil); err == nil && status == http.StatusOK {
		t.Errorf("the board is there without encryption, too: %d", status)
	}
	var out, errs safe
	if code := run(t.Context(), []string{"host", "--game", "dice", "--games", programs(t, "dice"), "--dir", t.TempDir(), "--tls", "x,y"}, &out, &errs); code != 2 || !strings.Contains(errs.String(), "flag --tls") {
		t.Errorf("a wrong --tls: %d %s", code, errs.String())
	}
}

// Nobody does more than their token permits.
func TestHostTokens(t *testing.T) {
	t.Parallel()
	c := newTerm(t, "--slots", "0")
	tokens := c.teams("ann\nben")
	for _, tt := range []struct {
		what, method, path, token string
		headers                   []string
		want                      int
	}{
		{"no token", "GET", "/api/team", "", nil, http.StatusUnauthorized},
		{"a wrong one", "GET", "/api/team", "ann.AAAAAAAAAAAAAAAAAAAAAAAAAA", nil, http.StatusForbidden},
		{"that of another team under my name", "GET", "/api/team", "ann" + strings.TrimPrefix(tokens["ben"], "ben"), nil, http.StatusForbidden},
		{"a long one", "GET", "/api/team", strings.Repeat("a.", 5000), nil, http.StatusForbidden},
		{"a team at the course", "GET", "/api/course", tokens["ann"], nil, http.StatusForbidden},
		{"a team that makes teams", "POST", "/api/teams", tokens["ann"], nil, http.StatusForbidden},
		{"a team that renews another one's link", "POST", "/api/teams/ben/renew", tokens["ann"], nil, http.StatusForbidden},
		{"a check of another team", "GET", "/api/checks/dice-ben-1", tokens["ann"], nil, http.StatusNotFound},
		{"a page of another site", "GET", "/api/team", tokens["ann"], []string{"Origin", "http://evil.example"}, http.StatusForbidden},
		{"the same, by the browser's word", "POST", "/api/bots", tokens["ann"], []string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
		{"its own", "GET", "/api/team", tokens["ann"], nil, http.StatusOK},
		{"the instructor", "GET", "/api/course", c.token, nil, http.StatusOK},
		{"a page", "GET", "/team", "", nil, http.StatusOK},
		{"the board", "GET", "/", "", nil, http.StatusOK},
	} {
		status, text := c.ask(tt.method, tt.path, tt.token, "", nil, tt.headers...)
		if status != tt.want || status >= 400 && strings.Count(strings.TrimSpace(text), "\n") > 0 {
			t.Errorf("%s: %d %s, want %d and one line", tt.what, status, text, tt.want)
		}
	}
	status, text := c.ask("POST", "/api/teams/ann/renew", c.token, "", nil)
	if status != http.StatusOK || !strings.Contains(text, "/team#token=ann.") {
		t.Fatalf("a new link: %d %s", status, text)
	}
	if status, _ := c.ask("GET", "/api/team", tokens["ann"], "", nil); status != http.StatusForbidden {
		t.Errorf("the old link: %d, want %d", status, http.StatusForbidden)
	}
}
