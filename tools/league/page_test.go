package main

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fetch gets a page; path begins with a slash.
func (h *house) fetch(address, path, token string) (int, string) {
	h.Helper()
	at, err := url.Parse(address)
	if err != nil {
		h.Fatal(err)
	}
	at.Path, at.RawQuery = path, ""
	if token != "" {
		at.RawQuery = url.Values{"token": {token}}.Encode()
	}
	ctx, cancel := context.WithTimeout(h.Context(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		h.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		h.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// A league is on the page with its games; one that ended before the page began, too. Its static pages say the same.
func TestPage(t *testing.T) {
	h := newHouse(t)
	h.worker("lab-1", 2)
	dir := filepath.Join(t.TempDir(), "cup")
	h.must("run", "--name", "cup", "--dir", dir, "--game", "dice", "--", "alice=throw", "bob=throw", "--seed", "7", "--pairs", "2")
	if _, err := makeKeys(h.dir, nil, "127.0.0.1:0", "team-alice"); err != nil {
		t.Fatal(err)
	}
	address, stop, err := h.server.page(t.Context(), pageSettings{address: "127.0.0.1:0", games: h.games}, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	shows := func(path, token, want string) {
		t.Helper()
		eventually(t, path+" shows "+want, func() bool {
			code, text := h.fetch(address, path, token)
			return code == http.StatusOK && strings.Contains(text, want)
		})
	}
	shows("/", "", "lab-1")
	shows("/league/cup/", "", "<b>4</b> of 4 games")
	h.must("run", "--name", "late", "--dir", dir+"-late", "--game", "dice", "--", "alice=throw", "bob=throw", "--seed", "8", "--plan", "swiss", "--rounds", "3")
	shows("/league/late/", "", "all games are played")
	h.must("recall", "late", "lab-1")
	shows("/league/late/", "", "<b>0</b> of ")
	token, err := pageToken(h.key("team-alice"), false)
	if err != nil {
		t.Fatal(err)
	}
	shows("/league/cup/game/1", token, "LEFT")
	shows("/league/cup/games", token, "replay of game 4")
	if code, text := h.fetch(address, "/league/cup/game/5", ""); code != http.StatusNotFound {
		t.Errorf("a game that there is not: status %d: %s", code, text)
	}
	out := filepath.Join(t.TempDir(), "site")
	if said := h.must("report", "--games", h.games, "--html", out, "cup"); !strings.Contains(said, "teams: 2, games: 4") {
		t.Errorf("report says %q", said)
	}
	for _, name := range []string{"index.html", "games/0004.html"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
	for _, args := range [][]string{{"report", "cup"}, {"report", "--html", out, "--games", h.games, "other"}, {"report", "--html", out}} {
		if code, _, errs := h.league(t.Context(), args...); code != 2 {
			t.Errorf("league %q: exit code %d: %s", args, code, errs)
		}
	}
}

// A page that others reach needs a token, which a key of the server makes and nobody else.
func TestPageTokens(t *testing.T) {
	h, other := newHouse(t), t.TempDir()
	for _, dir := range []string{h.dir, other} {
		if _, err := makeKeys(dir, nil, "127.0.0.1:0", "team-alice", "team-bob"); err != nil {
			t.Fatal(err)
		}
	}
	address, stop, err := h.server.page(t.Context(), pageSettings{address: "0.0.0.0:0"}, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	token := func(dir, name string, watching bool) string {
		t.Helper()
		token, err := pageToken(filepath.Join(dir, "keys", name+".json"), watching)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	alice := token(h.dir, "team-alice", false)
	_, signature, _ := strings.Cut(alice, ".")
	shown, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what, token string
		code        int
	}{
		{"nobody", "", 403},
		{"a team", alice, 200},
		{"the admin", token(h.dir, "admin", false), 200},
		{"who watches", token(h.dir, "admin", true), 200},
		{"the address that is printed", shown.Query().Get("token"), 200},
		{"a team of another server", token(other, "team-alice", false), 403},
		{"a team as another one", "team-bob." + signature, 403},
		{"a team as the admin", "admin." + signature, 403},
		{"a team as one who watches", "watch." + signature, 403},
		{"a team that there is not", "team-eve." + signature, 403},
		{"a token that is changed", alice[:len(alice)-4] + "AAAA", 403},
		{"no signature", "admin.", 403},
		{"no token", "%00", 403},
		{"a long one", alice + strings.Repeat("A", 4000), 403},
	} {
		if code, text := h.fetch(address, "/", tt.token); code != tt.code {
			t.Errorf("%s: status %d, want %d: %s", tt.what, code, tt.code, text)
		}
	}
	for name, want := range map[string]struct {
		watching bool
		text     string
	}{"worker": {false, "no team"}, "team-alice": {true, "not the admin's key"}} {
		if _, err := pageToken(h.key(name), want.watching); err == nil || !strings.Contains(err.Error(), want.text) {
			t.Errorf("a token of %s: %v, want %q", name, err, want.text)
		}
	}
	if v, ok := visitor(h.dir, alice); !ok || v.Team != "alice" || v.Admin {
		t.Errorf("alice is %+v, %v", v, ok)
	}
	if v, ok := visitor(h.dir, token(h.dir, "admin", true)); !ok || v.Team != "" || v.Admin {
		t.Errorf("who watches is %+v, %v", v, ok)
	}
}

func TestPageCommandLine(t *testing.T) {
	dir := t.TempDir()
	if _, err := makeKeys(dir, nil, "127.0.0.1:0", "team-alice"); err != nil {
		t.Fatal(err)
	}
	alice := filepath.Join(dir, "keys", "team-alice.json")
	for _, tt := range []struct {
		args []string
		want string // "": it succeeds
	}{
		{[]string{"page", "--creds", alice, "http://lab1:8080"}, ""},
		{[]string{"page", "--creds", alice}, "0 arguments, want one"},
		{[]string{"page", "--creds", alice, "lab1:8080"}, "want an address such as"},
		{[]string{"page", "--creds", alice, "--watch", "http://lab1:8080"}, "not the admin's key"},
		{[]string{"page", "--creds", filepath.Join(dir, "none"), "http://lab1:8080"}, "flag --creds"},
		{[]string{"serve", "--dir", dir, "--public"}, "flag --public: want --web with it"},
		{[]string{"serve", "--dir", dir, "--games", dir}, "flag --games: want --web with it"},
		{[]string{"serve", "--dir", dir, "--listen", "127.0.0.1:0", "--web", "nonsense"}, "flag --web"},
		{[]string{"serve", "--dir", dir, "--listen", "127.0.0.1:0", "--web", "0", "--games", dir}, "holds no program of a game"},
	} {
		var out, errs safe
		code := run(t.Context(), tt.args, &out, &errs)
		switch {
		case tt.want == "" && (code != 0 || !strings.HasPrefix(out.String(), "http://lab1:8080/?token=team-alice.")):
			t.Errorf("league %q: exit code %d, %q %q", tt.args, code, out.String(), errs.String())
		case tt.want != "" && (code != 2 || !strings.Contains(errs.String(), tt.want)):
			t.Errorf("league %q: exit code %d, %q, want %q", tt.args, code, errs.String(), tt.want)
		}
	}
}
