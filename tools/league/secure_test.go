package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// The pages are served by HTTPS, and say so in all links.
func TestHostTLS(t *testing.T) {
	gametest.Slow(t)
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
	// Nobody has signed the certificate, so the link says which one it is: a student needs nothing else.
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "bot.py"), dicePython("tls"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, links := c.ask("GET", "/api/teams.csv", c.token, "", nil)
	link := regexp.MustCompile(`https:\S+&certificate=[0-9a-f]{64}`).FindString(links)
	bare, pin, _ := strings.Cut(link, "&certificate=")
	block, _ := pem.Decode(certificate)
	if pin != fingerprint(block.Bytes) {
		t.Fatalf("the links are %s, want them to have %s", links, fingerprint(block.Bytes))
	}
	for _, tt := range []struct {
		what, link, want string
		code             int
	}{
		{"the link", link, "no worker", 1}, // the host has answered
		{"another certificate", bare + "&certificate=" + strings.Repeat("0", 64), "the host has another certificate than the link says", 1},
		{"no certificate", bare, "cannot be checked (x509: certificate signed by unknown authority): want the link as the host prints it, with &certificate=", 1},
		{"without encryption", strings.Replace(link, "https:", "http:", 1), "want https://", 2},
	} {
		var out, errs safe
		code := run(t.Context(), []string{"submit", tt.link, folder}, &out, &errs)
		if code != tt.code || !strings.Contains(errs.String(), tt.want) || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%s: %d %s, want one line with %q", tt.what, code, errs.String(), tt.want)
		}
	}
	var list, said safe
	if code := run(t.Context(), []string{"teams", "--dir", c.dir}, &list, &said); code != 0 || list.String() != links {
		t.Errorf("league teams: %d %s %s, want %s", code, list.String(), said.String(), links)
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
	gametest.Slow(t)
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
