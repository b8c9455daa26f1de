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

	"github.com/nats-io/nkeys"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/league/board"
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

// The page shows a league with its games, also one that ended before the page was started. Its static pages show the same.
func TestPage(t *testing.T) {
	gametest.Slow(t)
	h := newHouse(t)
	h.worker("lab-1", 2)
	dir := filepath.Join(t.TempDir(), "cup")
	h.must("run", "--name", "cup", "--dir", dir, "--game", "dice", "--", "alice=throw", "bob=throw", "--seed", "7", "--pairs", "2")
	if _, err := makeKeys(h.dir, nil, "127.0.0.1:0", "team-alice"); err != nil {
		t.Fatal(err)
	}
	address, stop, err := h.server.origin().page(t.Context(), pageSettings{address: "127.0.0.1:0", games: h.games}, t.Output())
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
	shows("/league/late/", "", "all games played")
	h.must("recall", "late", "lab-1")
	shows("/league/late/", "", "<b>0</b> of ")
	token, err := pageToken(h.key("team-alice"), "")
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

// A page that other machines reach needs a token, which can only be made with a key of the server.
func TestPageTokens(t *testing.T) {
	h, other := newHouse(t), t.TempDir()
	for _, dir := range []string{h.dir, other} {
		if _, err := makeKeys(dir, nil, "127.0.0.1:0", "team-alice", "team-bob"); err != nil {
			t.Fatal(err)
		}
	}
	address, stop, err := h.server.origin().page(t.Context(), pageSettings{address: "0.0.0.0:0"}, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	token := func(dir, name, whom string) string {
		t.Helper()
		token, err := pageToken(filepath.Join(dir, "keys", name+".json"), whom)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	alice := token(h.dir, "team-alice", "")
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
		{"the admin", token(h.dir, "admin", ""), 200},
		{"a team whose token the admin made", token(h.dir, "admin", "team-carol"), 200},
		{"somebody who watches", token(h.dir, "admin", watch), 200},
		{"the address that is printed", shown.Query().Get("token"), 200},
		{"a team of another server", token(other, "team-alice", ""), 403},
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
		whom, text string
	}{"worker": {"", "is not the key of a team or of the admin"}, "team-alice": {"team-bob", "not the admin's key"}, "team-bob": {watch, "not the admin's key"}} {
		if _, err := pageToken(h.key(name), want.whom); err == nil || !strings.Contains(err.Error(), want.text) {
			t.Errorf("a token of %s: %v, want %q", name, err, want.text)
		}
	}
	known := h.server.origin().known
	if v, ok := visitor(known, token(h.dir, "admin", "team-bob")); !ok || v.Team != "bob" || v.Admin {
		t.Errorf("bob, of whom the admin speaks, is %+v, %v", v, ok)
	}
	if v, ok := visitor(known, alice); !ok || v.Team != "alice" || v.Admin {
		t.Errorf("alice is %+v, %v", v, ok)
	}
	if v, ok := visitor(known, token(h.dir, "admin", watch)); !ok || v.Team != "" || v.Admin {
		t.Errorf("somebody who watches is %+v, %v", v, ok)
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
		{[]string{"page", "--creds", alice}, "0 arguments: want one"},
		{[]string{"page", "http://127.0.0.1:1"}, "flag --creds: want the FILE of a key"},
		{[]string{"page", "--creds", alice, "lab1:8080"}, "want an address such as"},
		{[]string{"page", "--creds", alice, "--watch", "http://lab1:8080"}, "not the admin's key"},
		{[]string{"page", "--creds", alice, "--team", "bob", "http://lab1:8080"}, "not the admin's key"},
		{[]string{"page", "--creds", alice, "--team", "b/b", "http://lab1:8080"}, `flag --team: "b/b"`},
		{[]string{"page", "--creds", alice, "--team", "bob", "--watch", "http://lab1:8080"}, "want --team or --watch, not both"},
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
		case tt.want != "" && (code != 2 || !strings.Contains(errs.String(), tt.want) || out.String() != ""):
			t.Errorf("league %q: exit code %d, %q %q, want only %q", tt.args, code, out.String(), errs.String(), tt.want)
		}
	}
}

// A page may be a client of a server that is running already.
func TestPageOfAnotherServer(t *testing.T) {
	gametest.Slow(t)
	h := newHouse(t)
	h.worker("lab-1", 2)
	ctx, cancel := context.WithCancel(t.Context())
	var said, errs safe
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{
			"serve", "--nats", h.server.url(), "--creds", h.key("admin"), "--web", "0.0.0.0:0", "--host", "lab", "--games", h.games,
		}, &said, &errs)
	}()
	defer func() {
		cancel()
		if code := <-ended; code != 0 {
			t.Errorf("serve: exit code %d: %s", code, errs.String())
		}
	}()
	var address string
	eventually(t, "the page has an address", func() bool {
		_, after, found := strings.Cut(errs.String(), "the page: ")
		address, _, _ = strings.Cut(after, "\n")
		return found && strings.HasSuffix(after, "\n") || len(ended) > 0
	})
	shown, err := url.Parse(address)
	if err != nil || shown.Host == "" {
		t.Fatalf("the page: %q: %v: %s", address, err, errs.String())
	}
	h.must("run", "--name", "cup", "--dir", filepath.Join(t.TempDir(), "cup"), "--game", "dice", "--", "alice=throw", "bob=throw",
		"--seed", "7", "--pairs", "2")
	eventually(t, "the page shows the games", func() bool {
		code, text := h.fetch(address, "/league/cup/", shown.Query().Get("token"))
		return code == http.StatusOK && strings.Contains(text, "<b>4</b> of 4 games") && strings.Contains(text, "replay of game 4")
	})
	other := filepath.Join(h.dir, "other")
	if _, err := makeKeys(other, nil, "127.0.0.1:0", "team-alice"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what, file, whom string
		code             int
	}{
		{"the admin", h.key("admin"), "", 200},
		{"a team of which the admin speaks", h.key("admin"), "team-alice", 200},
		{"a team's own key, which the page does not know", filepath.Join(other, "keys", "team-alice.json"), "", 403},
		{"another admin", filepath.Join(other, "keys", "admin.json"), "", 403},
	} {
		token, err := pageToken(tt.file, tt.whom)
		if err != nil {
			t.Fatal(err)
		}
		if code, text := h.fetch(address, "/league/cup/game/1", token); code != tt.code {
			t.Errorf("%s: status %d, want %d: %.300s", tt.what, code, tt.code, text)
		}
	}
	if code, _ := h.fetch(address, "/", ""); code != 403 {
		t.Errorf("nobody: status %d", code)
	}
}

// NATS credentials make tokens as keys of `league keys` do, for a page with the same credentials.
func TestPageTokenOfCredentials(t *testing.T) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "admin.creds")
	write := func(seed string) {
		text := "-----BEGIN NATS USER JWT-----\neyJ0\n------END NATS USER JWT------\n\n" +
			"-----BEGIN USER NKEY SEED-----\n" + seed + "\n------END USER NKEY SEED------\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(string(seed))
	known, err := ownKey(file)
	if err != nil {
		t.Fatal(err)
	}
	for whom, want := range map[string]board.Visitor{"": {Admin: true}, "team-alice": {Team: "alice"}, watch: {}} {
		token, err := pageToken(file, whom)
		if v, ok := visitor(known, token); err != nil || !ok || v != want {
			t.Errorf("a token for %q: %+v, %v, %v", whom, v, ok, err)
		}
	}
	write("SUNONSENSE")
	if _, err := ownKey(file); err == nil || !strings.Contains(err.Error(), "these NATS credentials hold no seed of a user") {
		t.Errorf("a seed that is none: %v", err)
	}
}
