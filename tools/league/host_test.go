package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// term is a course that runs in a process of its own.
type term struct {
	*process
	dir   string
	board string // the address
	token string // of the instructor

	client *http.Client // nil: the usual one
}

// newTerm starts a course of dice.
func newTerm(t *testing.T, flags ...string) *term {
	t.Helper()
	return newTermIn(t, filepath.Join(t.TempDir(), "term"), append([]string{"--jail", "off"}, flags...)...)
}

// newTermIn starts it in a folder.
func newTermIn(t *testing.T, dir string, flags ...string) *term {
	t.Helper()
	c := &term{dir: dir}
	c.process = &process{TB: t, program: filepath.Join(programs(t, "league"), "league"), temp: t.TempDir(), args: append([]string{
		"host", "--game", "dice", "--games", programs(t, "dice", "craps"), "--dir", c.dir, "--web", freePort(t), "--listen", freePort(t),
		"--bot", "throw", "--bot", "b=throw",
	}, flags...)}
	c.begin()
	t.Cleanup(func() { c.kill() })
	return c
}

func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// begin starts the host and learns where it is.
func (c *term) begin() {
	c.Helper()
	c.process.start(true)
	text, err := os.ReadFile(hostFile(c.dir))
	var running struct{ At, Token string }
	if err == nil {
		err = json.Unmarshal(text, &running)
	}
	if err != nil {
		c.Fatal(err)
	}
	c.board, c.token = running.At, running.Token
}

// teams enrolls teams and returns their tokens.
func (c *term) teams(roster string) map[string]string {
	c.Helper()
	status, text := c.ask(http.MethodPost, "/api/teams", c.token, "text/csv", []byte(roster))
	var answer struct{ Links string }
	if err := json.Unmarshal([]byte(text), &answer); status != http.StatusOK || err != nil {
		c.Fatalf("enrolling: %d %s", status, text)
	}
	tokens := map[string]string{}
	for line := range strings.Lines(answer.Links) {
		team, rest, _ := strings.Cut(line, ",")
		link, _, _ := strings.Cut(rest, ",")
		if _, token, ok := strings.Cut(link, "#token="); ok {
			tokens[team] = token
		}
	}
	return tokens
}

// ask sends a request.
func (c *term) ask(method, path, token, kind string, body []byte, headers ...string) (status int, text string) {
	c.Helper()
	status, text, err := c.tryAsk(method, path, token, kind, body, headers...)
	if err != nil {
		c.Fatalf("%s: %v", path, err)
	}
	return status, text
}

func (c *term) tryAsk(method, path, token, kind string, body []byte, headers ...string) (status int, text string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.board, "/")+path, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := cmp.Or(c.client, http.DefaultClient).Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	out, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(out), err
}

// form makes a form with files by their names.
func form(t testing.TB, fields map[string]string, names []string, content func(name string) []byte) (kind string, body []byte) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for field, value := range fields {
		w.WriteField(field, value)
	}
	for _, name := range names {
		h := textproto.MIMEHeader{}
		h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="bot"; filename="%s"`, name))
		part, err := w.CreatePart(h)
		if err == nil {
			_, err = part.Write(content(name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	return w.FormDataContentType(), b.Bytes()
}

// dicePython is a bot; a comment makes its versions differ.
func dicePython(comment string) []byte {
	return []byte("# " + comment + `
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print('{"type":"hello","name":"py"}', flush=True)
    elif m["type"] == "ask":
        print(json.dumps({"type": "answer", "id": m["id"], "move": 6}), flush=True)
`)
}

// hands uploads a bot and waits for its check.
func (c *term) hands(token string, bot []byte) (version int, state string) {
	c.Helper()
	kind, body := form(c.TB, nil, []string{"bot.py"}, func(string) []byte { return bot })
	status, text := c.ask(http.MethodPost, "/api/bots", token, kind, body)
	if status != http.StatusAccepted && status != http.StatusOK {
		c.Fatalf("upload: %d %s", status, text)
	}
	var v struct {
		Version              int
		Check, State, Report string
	}
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			c.Fatalf("%s: %v", text, err)
		}
		if v.State != waits || time.Now().After(deadline) {
			c.Logf("version %d: %s %s", v.Version, v.State, v.Report)
			return v.Version, v.State
		}
		_, text = c.ask(http.MethodGet, v.Check, token, "", nil)
	}
}

// TestHost is a term: teams get links, upload bots, play in the ladder; a deadline freezes it, a final is played, and there are
// grades in the columns of the roster.
func TestHost(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	t.Parallel()
	c := newTerm(t)
	tokens := c.teams("Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Lovelace, Ada\",9911,S1,ada,A\n\"Bö, Ben\",0012,S2,ben,A\n")
	if len(tokens) != 2 || tokens["ada"] == "" {
		t.Fatalf("tokens %v, want those of ada and ben", tokens)
	}
	if again := c.teams("Student,ID,SIS User ID,SIS Login ID,Section\n\"Lovelace, Ada\",9911,S1,ada,A\n\"Bö, Ben\",0012,S2,ben,A\n"); again["ada"] != tokens["ada"] {
		t.Errorf("the link of ada changed from %s to %s", tokens["ada"], again["ada"])
	}
	if version, state := c.hands(tokens["ada"], dicePython("one")); version != 1 || state != right {
		t.Fatalf("version %d is %s", version, state)
	}
	if version, _ := c.hands(tokens["ada"], dicePython("one")); version != 1 {
		t.Errorf("the same content again is version %d", version)
	}
	if version, state := c.hands(tokens["ben"], []byte("print(1")); version != 1 || state != wrong {
		t.Errorf("a broken bot: version %d is %s", version, state)
	}
	if version, state := c.hands(tokens["ben"], dicePython("ben")); version != 2 || state != right {
		t.Errorf("version %d is %s", version, state)
	}
	eventually(t, "both play in the ladder", func() bool {
		_, text := c.ask(http.MethodGet, "/api/standings", "", "", nil)
		return strings.Contains(text, "ada@1") && strings.Contains(text, "ben@2") && strings.Contains(text, `"throw"`)
	})
	if _, page := c.ask(http.MethodGet, "/league/dice/", "", "", nil); !strings.Contains(page, "ada@1") {
		t.Errorf("the board does not show ada@1:\n%s", page)
	}
	// The command line does the same.
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "bot.py"), dicePython("line"), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errs safe
	if code := run(t.Context(), []string{"submit", c.board + "team#token=" + tokens["ada"], folder}, &out, &errs); code != 0 || !strings.Contains(out.String(), "version 2 passes the check") {
		t.Errorf("league submit: %d\n%s%s", code, out.String(), errs.String())
	}
	out = safe{}
	if code := run(t.Context(), []string{"teams", "--dir", c.dir, "eve"}, &out, &errs); code != 0 || !strings.Contains(out.String(), "/team#token=eve.") {
		t.Errorf("league teams: %d\n%s%s", code, out.String(), errs.String())
	}
	// A deadline that has passed freezes; the final gives marks.
	if status, text := c.ask(http.MethodPost, "/api/course", c.token, "application/json", []byte(`{"deadline":"2020-01-01T00:00"}`)); status != http.StatusOK {
		t.Fatalf("deadline: %d %s", status, text)
	}
	kind, body := form(t, nil, []string{"bot.py"}, dicePythonOf)
	if status, text := c.ask(http.MethodPost, "/api/bots", tokens["ada"], kind, body); status != http.StatusForbidden || !strings.Contains(text, "frozen: the deadline was 2020-01-01 00:00") {
		t.Errorf("after the deadline: %d %s", status, text)
	}
	if status, text := c.ask(http.MethodPost, "/api/final", c.token, "application/json", []byte(`{"scheme":"throw=10","pairs":4,"most":16}`)); status != http.StatusOK || !strings.Contains(text, `"games":16`) {
		t.Fatalf("final: %d %s", status, text)
	}
	eventually(t, "the grades are there", func() bool {
		status, text := c.ask(http.MethodGet, "/api/grades.csv?title=Dice+(184213)", c.token, "", nil)
		return status == http.StatusOK && strings.HasPrefix(text, "Student,ID,SIS User ID,SIS Login ID,Section,Dice (184213)\n\"    Points Possible\",,,,,10\n") &&
			regexp.MustCompile(`(?m)^"Lovelace, Ada",9911,S1,ada,A,10$`).MatchString(text) && strings.Contains(text, `"Bö, Ben",0012,S2,ben,A,10`)
	})
	// The folder of the final is marked in the same way by the page and by the verb that COURSE shows.
	final := filepath.Join(c.dir, "leagues", "final-dice")
	eventually(t, "the final is over", func() bool {
		_, text := c.ask(http.MethodGet, "/api/log", c.token, "", nil)
		return strings.Contains(text, "the final of dice is played")
	})
	_, page := c.ask(http.MethodGet, "/api/grades.csv?form=plain", c.token, "", nil)
	program := filepath.Join(programs(t, "dice"), "dice")
	standings, err := exec.Command(program, "tournament", "standings", final, "--grades", "throw=10").Output()
	if err != nil || string(standings) != page || strings.Count(page, "\n") != 3 {
		t.Errorf("the page gives\n%sbut standings --grades %v\n%s", page, err, standings)
	}
	for row := range strings.Lines(page) {
		cells := strings.Split(strings.TrimSpace(row), ",")
		if _, book := c.ask(http.MethodGet, "/api/grades.csv", c.token, "", nil); cells[0] != "team" && !strings.Contains(book, ","+cells[0]+",") {
			t.Errorf("the gradebook lacks %s:\n%s", cells[0], book)
		} else if want := regexp.MustCompile("," + cells[0] + ",[AB]," + cells[3] + "\n"); cells[0] != "team" && !want.MatchString(book) {
			t.Errorf("the gradebook marks %s differently than %s:\n%s", cells[0], row, book)
		}
	}
}

// What a team does on its page besides submitting, and what the instructor does about it.
func TestHostPlays(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	t.Parallel()
	c := newTerm(t)
	tokens := c.teams("ann\nben\ncem")
	post := func(token, path, body string, want int) (answer string) {
		t.Helper()
		status, answer := c.ask(http.MethodPost, path, token, "application/json", []byte(body))
		if status != want {
			t.Errorf("%s %s: %d %s, want %d", path, body, status, answer, want)
		}
		return answer
	}
	get := func(token, path string) string {
		t.Helper()
		_, answer := c.ask(http.MethodGet, path, token, "", nil)
		return answer
	}
	post(tokens["ann"], "/api/challenges", `{"against":"throw"}`, http.StatusConflict) // it has no bot yet
	// The check is followed by its events.
	kind, body := form(t, nil, []string{"bot.py"}, func(string) []byte { return dicePython("one") })
	_, text := c.ask(http.MethodPost, "/api/bots", tokens["ann"], kind, body)
	var v struct{ Check string }
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	_, text = c.ask(http.MethodGet, v.Check, tokens["ann"], "", nil, "Accept", "text/event-stream")
	events := strings.Split(strings.TrimSpace(text), "\n\n")
	if last := events[len(events)-1]; !strings.HasPrefix(events[0], "data: {") || !strings.Contains(last, `"state":"ok"`) {
		t.Errorf("the events of a check are %q", events)
	}
	c.hands(tokens["ben"], dicePython("ben"))
	// An older version is chosen, and plays until a later one passes.
	c.hands(tokens["ann"], dicePython("two"))
	c.hands(tokens["ann"], []byte("print(1"))
	post(tokens["ann"], "/api/choose", `{"version":3}`, http.StatusConflict)
	post(tokens["ann"], "/api/choose", `{"version":7}`, http.StatusConflict)
	post(tokens["ann"], "/api/choose", `{"version":1}`, http.StatusOK)
	plays := func(n int) bool {
		return regexp.MustCompile(fmt.Sprintf(`"plays":true,[^}]*"version":%d}`, n)).MatchString(get(tokens["ann"], "/api/team"))
	}
	if !plays(1) {
		t.Errorf("version 1 is chosen, but %s", get(tokens["ann"], "/api/team"))
	}
	c.hands(tokens["ann"], []byte("print(2"))
	if !plays(1) {
		t.Error("a later version that is wrong took the place of the chosen one")
	}
	// Challenges against a bot and a team.
	for body, want := range map[string]int{
		`{"against":"fatal:ms=1"}`: http.StatusBadRequest, `{"against":"throw:ms=99999999"}`: http.StatusBadRequest, `{"against":"team:cem"}`: http.StatusBadRequest,
		`{"against":"exec:sh"}`: http.StatusBadRequest, `{"against":"team:../x"}`: http.StatusBadRequest, `{"against":""}`: http.StatusBadRequest,
		`{"against":"throw","game":"chess"}`: http.StatusBadRequest,
	} {
		post(tokens["ann"], "/api/challenges", body, want)
	}
	post(tokens["ann"], "/api/challenges", `{"against":"throw"}`, http.StatusAccepted)
	post(tokens["ann"], "/api/challenges", `{"against":"team:ben"}`, http.StatusAccepted)
	type dare struct {
		Against string
		Games   []struct {
			ID, Won, Reason string
			Plies           int
		}
	}
	var dares struct{ Challenges []dare }
	eventually(t, "the challenges are played", func() bool {
		if err := json.Unmarshal([]byte(get(tokens["ann"], "/api/challenges")), &dares); err != nil || len(dares.Challenges) != 2 {
			t.Fatalf("%+v, %v: want two challenges", dares, err)
		}
		return !slices.ContainsFunc(dares.Challenges, func(d dare) bool { return d.Games[0].Won == "" || d.Games[1].Won == "" })
	})
	if d := dares.Challenges[1]; d.Against != "throw" || d.Games[0].Won != "us" || d.Games[1].Won != "us" || d.Games[0].Plies != 6 { // it throws sixes only
		t.Errorf("the challenge of throw is %+v", d)
	}
	first := dares.Challenges[0].Games[0].ID
	record := get(tokens["ann"], "/api/games/challenges/"+first)
	if !strings.Contains(record, `"name":"ann@1"`) || !strings.Contains(record, `"name":"ben@1"`) || !strings.Contains(record, `"type":"result"`) {
		t.Errorf("the record of %s is %s", first, record)
	}
	for token, want := range map[string]string{tokens["ann"]: "LEFT", tokens["ben"]: "has no finished game", "": "is not valid"} {
		if page := get("", "/league/challenges/game/"+first+"?token="+token); !strings.Contains(page, want) {
			t.Errorf("with token %q the game is %.300s, want %q", token, page, want)
		}
	}
	if answer := get(tokens["ben"], "/api/games/challenges/"+first); !strings.Contains(answer, "has no finished game") {
		t.Errorf("ben gets the record of a challenge of ann: %.300s", answer)
	}
	// The games that count.
	var played struct {
		Games []struct {
			League, Won string
			N, Seat     int
			Seats       []string
		}
	}
	eventually(t, "games of ann are listed", func() bool {
		err := json.Unmarshal([]byte(get(tokens["ann"], "/api/games")), &played)
		return err == nil && len(played.Games) > 2
	})
	for _, g := range played.Games {
		if !strings.HasPrefix(g.Seats[g.Seat], "ann@") || g.League != "dice" || g.Won == "" {
			t.Errorf("a game of ann: %+v", g)
		}
	}
	if record := get(tokens["ann"], fmt.Sprintf("/api/games/dice/%d", played.Games[0].N)); !strings.Contains(record, `"name":"ann@`) {
		t.Errorf("the record of game %d: %s", played.Games[0].N, record)
	}
	if answer := get(tokens["ann"], "/api/games/dice/99999999"); !strings.Contains(answer, `"error"`) {
		t.Errorf("a game that there is not: %s", answer)
	}
	// The instructor's settings.
	post(c.token, "/api/course", `{"limits":{"uploads":0,"challenges":1}}`, http.StatusOK)
	post(tokens["ann"], "/api/challenges", `{"against":"throw"}`, http.StatusTooManyRequests)
	kind, body = form(t, nil, []string{"bot.py"}, dicePythonOf)
	if status, text := c.ask(http.MethodPost, "/api/bots", tokens["cem"], kind, body); status != http.StatusTooManyRequests {
		t.Errorf("no uploads an hour: %d %s", status, text)
	}
	post(c.token, "/api/course", `{"limits":{"uploads":-1,"challenges":1}}`, http.StatusBadRequest)
	post(c.token, "/api/course", `{"private":true}`, http.StatusOK)
	for path, want := range map[string]int{
		"/": 403, "/league/dice/": 403, "/api/standings": 403, "/?token=" + tokens["ann"]: 200, "/league/dice/?token=" + tokens["cem"]: 200, "/team": 200, "/board.css": 200,
	} {
		if status, _ := c.ask(http.MethodGet, path, "", "", nil); status != want {
			t.Errorf("with a private board %s: %d, want %d", path, status, want)
		}
	}
	post(c.token, "/api/course", `{"private":false,"paused":true}`, http.StatusOK)
	eventually(t, "the ladder is paused", func() bool { return strings.Contains(get("", "/league/dice/"), "paused") })
	post(c.token, "/api/course", `{"paused":false}`, http.StatusOK)
	// Annulled and removed teams.
	post(c.token, "/api/teams/ben/annul", `{"reason":" "}`, http.StatusBadRequest)
	post(c.token, "/api/teams/eve/annul", `{"reason":"x"}`, http.StatusNotFound)
	post(c.token, "/api/teams/ben/annul", `{"reason":"copied from ann"}`, http.StatusOK)
	eventually(t, "the games of ben count for nobody", func() bool {
		journal, err := os.ReadFile(filepath.Join(c.dir, "leagues", "dice", "journal.jsonl"))
		return err == nil && regexp.MustCompile(`"type":"forfeit",[^\n]*copied from ann[^\n]*"annul":true`).Match(journal)
	})
	if answer := post(c.token, "/api/final", `{"scheme":"throw=10","dry":true}`, http.StatusOK); !strings.Contains(answer, `"games":32`) || !strings.Contains(answer, `"teams":2`) {
		t.Errorf("the estimate of a final: %s", answer)
	}
	post(c.token, "/api/final", `{"scheme":"throw=10","pairs":2,"most":4}`, http.StatusOK)
	eventually(t, "ann gets the points, ben none", func() bool {
		grades := get(c.token, "/api/grades.csv")
		return regexp.MustCompile(`(?m)^ann,10,`).MatchString(grades) && regexp.MustCompile(`(?m)^ben,0,.*annulled: copied from ann`).MatchString(grades)
	})
	post(c.token, "/api/teams/ann/annul", `{"reason":"late"}`, http.StatusOK) // also after the final
	eventually(t, "ann has none either", func() bool {
		return regexp.MustCompile(`(?m)^ann,0,.*annulled: late`).MatchString(get(c.token, "/api/grades.csv"))
	})
	post(c.token, "/api/teams/cem/remove", `{}`, http.StatusOK)
	if status, _ := c.ask(http.MethodGet, "/api/team", tokens["cem"], "", nil); status != http.StatusForbidden {
		t.Errorf("a removed team: %d, want %d", status, http.StatusForbidden)
	}
	log := get(c.token, "/api/log")
	for _, want := range []string{"team ann submits version 1", "chooses version 1", "challenges ben@1", "count for nobody: copied from ann", "team cem is removed", "the final of dice begins"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
	if again := c.teams("cem")["cem"]; again == tokens["cem"] || again == "" {
		t.Errorf("a team that comes back has the link %q, and %q before", again, tokens["cem"])
	}
}

func dicePythonOf(string) []byte { return dicePython("late") }

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

// zipped makes an archive of entries; a name with a blank and a target is a link.
func zipped(t testing.TB, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		name, target, isLink := strings.Cut(name, " -> ")
		h := &zip.FileHeader{Name: name, Method: zip.Deflate}
		h.SetMode(0o644)
		if isLink {
			h.SetMode(os.ModeSymlink | 0o777)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, target)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Uploads of attackers are refused with one line, and leave nothing behind.
func TestHostileUploads(t *testing.T) {
	t.Parallel()
	c := newTerm(t, "--slots", "0")
	tokens := c.teams("ann\nben")
	token := tokens["ann"]
	var bomb bytes.Buffer
	z := zip.NewWriter(&bomb)
	w, err := z.Create("bot.py")
	for range 200 {
		if err == nil {
			_, err = w.Write(make([]byte, 1<<20))
		}
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	many := []string{"bot.py"}
	for i := range maxFiles {
		many = append(many, fmt.Sprintf("f%d", i))
	}
	one := func(content []byte) func() (string, []byte) {
		return func() (string, []byte) {
			return form(t, nil, []string{"bot.zip"}, func(string) []byte { return content })
		}
	}
	named := func(names ...string) func() (string, []byte) {
		return func() (string, []byte) { return form(t, nil, names, func(string) []byte { return []byte("x") }) }
	}
	before := c.files()
	for _, tt := range []struct {
		what string
		made func() (kind string, body []byte)
		want string
	}{
		{"zip slip", one(zipped(t, "bot.py", "../../evil.py")), `"../../evil.py": want a path inside`},
		{"an absolute path", one(zipped(t, "bot.py", "/etc/evil")), `want a path inside`},
		{"a link", one(zipped(t, "bot.py", "passwd -> /etc/passwd")), `"passwd" is a link`},
		{"a bomb", one(bomb.Bytes()), "more than 10 MiB"},
		{"2,001 files in an archive", one(zipped(t, many...)), "more than 2000 files"},
		{"2,001 files", named(many...), "more than 2000 files"},
		{"a name with ..", named("bot.py", "../x.py"), "want a path inside"},
		{"a control character", one(zipped(t, "bot.py", "a\x1b[2Jb")), "printable ASCII"},
		{"letters that look like others", named("bоt.py", "bot.py"), "printable ASCII"},
		{"text that runs backwards", named("bot.py", "x\u202eyp.py"), "printable ASCII"},
		{"a name twice", named("bot.py", "bot.py"), "twice"},
		{"a tar with a link", one(archive(t, tar.Header{Typeflag: tar.TypeReg, Name: "bot.py"}, tar.Header{Typeflag: tar.TypeSymlink, Name: "x", Linkname: "/etc"})), `"x" is a link`},
		{"a sparse file", one(sparse(t, 1<<40)), "more than 10 MiB"},
		{"half an archive", one(zipped(t, "bot.py")[:40]), "no archive"},
		{"no bot in it", named("readme.txt", "x.txt"), "none of"},
		{"nothing", func() (string, []byte) { return form(t, nil, nil, nil) }, "want a file"},
		{"another field", func() (string, []byte) {
			return form(t, map[string]string{"evil": "1"}, []string{"bot.py"}, dicePythonOf)
		}, `field "evil"`},
		{"no game", func() (string, []byte) {
			return form(t, map[string]string{"game": "chess"}, []string{"bot.py"}, dicePythonOf)
		}, `"chess": want dice`},
		{"no form", func() (string, []byte) { return "text/plain", []byte("hello") }, "want a form"},
		{"half a form", func() (string, []byte) {
			k, b := form(t, nil, []string{"bot.py"}, dicePythonOf)
			return k, b[:len(b)/2]
		}, "too early"},
		{"too large", func() (string, []byte) {
			return form(t, nil, []string{"bot.py"}, func(string) []byte { return make([]byte, maxUpload+1) })
		}, "more than 10 MiB"},
	} {
		kind, body := tt.made()
		status, text := c.ask(http.MethodPost, "/api/bots", token, kind, body)
		if status < 400 || status >= 500 || !strings.Contains(text, strings.ReplaceAll(tt.want, `"`, `\"`)) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: %d %s, want one line with %q", tt.what, status, text, tt.want)
		}
	}
	if after := c.files(); after != before {
		t.Errorf("refused uploads left files: %d before, %d after", before, after)
	}
	// 200 at once get an answer each: one after the other is read, and here none can be checked.
	kind, body := form(t, nil, []string{"bot.py"}, dicePythonOf)
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			status, text, err := c.tryAsk(http.MethodPost, "/api/bots", token, kind, body)
			isRight := status == http.StatusConflict && strings.Contains(text, "no worker") || status == http.StatusTooManyRequests && strings.Contains(text, "has not ended")
			if err != nil || !isRight || strings.Count(text, "\n") != 1 {
				t.Errorf("one of 200 at once: %d %s %v", status, text, err)
			}
		})
	}
	all.Wait()
	// Slow bodies of a team hold one place only: others get an answer meanwhile.
	for range 2 * uploadsAtOnce {
		conn, err := net.Dial("tcp", strings.Trim(strings.TrimPrefix(c.board, "http://"), "/"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST /api/bots HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x", token)
	}
	if status, text := c.ask(http.MethodPost, "/api/bots", tokens["ben"], kind, body); status != http.StatusConflict || !strings.Contains(text, "no worker") {
		t.Errorf("another team beside slow uploads: %d %s", status, text)
	}
	if after := c.files(); after != before {
		t.Errorf("unfinished uploads left files: %d before, %d after", before, after)
	}
}

// files counts the files of the course, but for the server's own.
func (c *term) files() (n int) {
	for _, dir := range []string{c.dir, c.temp} {
		filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && !strings.Contains(path, "streams") && !d.IsDir() {
				n++
			}
			return nil
		})
	}
	return n
}

// No version that was accepted is lost, and none is there twice, however often the host is killed.
func TestHostKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills the host many times")
	}
	t.Parallel()
	c := newTerm(t)
	tokens := c.teams("ann\nben\ncem")
	var mu sync.Mutex
	accepted := map[string]map[string]bool{} // by team: the hashes of accepted contents, as comments
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for team, token := range tokens {
		accepted[team] = map[string]bool{}
		all.Go(func() {
			for n := 0; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
				comment := fmt.Sprintf("%s %d", team, n)
				kind, body := form(t, nil, []string{"bot.py"}, func(string) []byte { return dicePython(comment) })
				status, text, err := c.tryAsk(http.MethodPost, "/api/bots", token, kind, body)
				switch {
				case err == nil && (status == http.StatusAccepted || status == http.StatusOK):
					mu.Lock()
					accepted[team][comment] = true
					mu.Unlock()
					n++
				case err == nil && status == http.StatusTooManyRequests:
					return
				case err == nil && status >= 500 && !strings.Contains(text, "error"):
					t.Errorf("%d %s", status, text)
				}
			}
		})
	}
	for range 6 {
		time.Sleep(2 * time.Second)
		c.kill()
		c.begin()
	}
	eventually(t, "each team has versions", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(accepted["ann"]) > 1 && len(accepted["ben"]) > 1 && len(accepted["cem"]) > 1
	})
	cancel()
	all.Wait()
	for team, token := range tokens {
		_, text := c.ask(http.MethodGet, "/api/team", token, "", nil)
		var answer struct {
			Games []struct{ Versions []struct{ Version int } }
		}
		if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Games) != 1 {
			t.Fatalf("%s: %v", text, err)
		}
		// A version whose answer was lost with the host is there, too.
		there := map[string]int{}
		for _, v := range answer.Games[0].Versions {
			status, packed := c.ask(http.MethodGet, fmt.Sprintf("/api/bots/dice/%d", v.Version), token, "", nil)
			files, err := unpackBundle([]byte(packed))
			if status != http.StatusOK || err != nil {
				t.Fatalf("version %d of %s: %d %v", v.Version, team, status, err)
			}
			line, _, _ := strings.Cut(string(files[0].content), "\n")
			there[strings.TrimPrefix(line, "# ")]++
		}
		for comment := range accepted[team] {
			if there[comment] != 1 {
				t.Errorf("%q is there %d times, want once", comment, there[comment])
			}
		}
		t.Logf("team %s: %d accepted, %d versions", team, len(accepted[team]), len(there))
	}
}

// Rosters of the usual services become teams.
func TestRoster(t *testing.T) {
	for _, tt := range []struct{ what, text, want string }{
		{"names", "alice\nbob,Bob B.,Rob R.\n", "alice:[alice] bob:[Bob B. Rob R.]"},
		{"canvas", "Student,ID,SIS Login ID,Section\n    Points Possible,,,\n\"Lovelace, Ada\",1,ada,A\n\"Student, Test\",2,x,A\n", "ada:[Lovelace, Ada]"},
		{"moodle", "First name,Surname,ID number,Email address\nJosé,Núñez,007,jose@x.org\n", "jose:[José Núñez]"},
		{"gradescope", "First Name,Last Name,SID,Email,Sections\nA,B,1,a.b@x.org,1\n", "a-b:[A B]"},
		{"classroom", "\"identifier\",\"github_username\",\"github_id\",\"name\"\n\"s1@x.org\",\"octo\",\"1\",\"O C\"\n", "s1:[O C]"},
		{"two of the same name", "name,email\nAnn,ann@x.org\nAnn,ann@y.org\n", "ann:[Ann] ann-2:[Ann]"},
		{"other scripts", "name,email,team\nعلي,a@x.org,فريق\nמאיה,b@x.org,فريق\n李,c@x.org,李\n", "team:[علي מאיה] team-2:[李]"},
		{"groups", "name,email,group\nAnn,a@x.org,Red Team\nBen,b@x.org,Red Team\n", "Red-Team:[Ann Ben]"},
		{"semicolons", "\xef\xbb\xbfname;email\nAnn;ann@x.org\n", "ann:[Ann]"},
	} {
		list, _, err := readRoster([]byte(tt.text))
		var got []string
		for _, m := range list {
			got = append(got, fmt.Sprintf("%s:%v", m.Team, m.Students))
		}
		if err != nil || strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v %v, want %s", tt.what, got, err, tt.want)
		}
	}
	for text, want := range map[string]string{"": "0 lines", "name,email\nAnn,\n": `"Ann" has no email`, "name,email\n": "names nobody", "\"a": "the roster"} {
		if _, _, err := readRoster([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// A deadline that has passed stays so when the clock jumps back.
func TestDeadlineStays(t *testing.T) {
	h := newHouse(t)
	b := h.dial("admin")
	if _, err := b.CreateOrUpdateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: courses}); err != nil {
		t.Fatal(err)
	}
	c := &course{bus: b}
	if err := c.put(t.Context(), "rules", rules{Deadline: time.Now().Add(-time.Second)}); err != nil {
		t.Fatal(err)
	}
	if r, err := c.rules(t.Context()); err != nil || !r.Frozen {
		t.Fatalf("%+v, %v: want it frozen", r, err)
	}
	kv, err := c.bucket(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	entry, err := kv.Get(t.Context(), "rules")
	if err != nil || !strings.Contains(string(entry.Value()), `"frozen":true`) {
		t.Errorf("the server has %s, %v: want it to keep that the course is frozen", entry.Value(), err)
	}
}

// PROTOCOL.md has the requests of the interface and what a version has, and nothing else.
func TestInterfaceIsDescribed(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "PROTOCOL.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## Courses\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if !found {
		t.Fatal("PROTOCOL.md has no section Courses")
	}
	h := &host{}
	h.handler(http.NotFoundHandler())
	var described []string
	for _, m := range regexp.MustCompile("`((?:GET|POST) /api/[^`]+)`").FindAllStringSubmatch(section, -1) {
		described = append(described, m[1])
	}
	slices.Sort(described)
	slices.Sort(h.patterns)
	if diff := gocmp.Diff(h.patterns, described); diff != "" {
		t.Errorf("requests (-served +described):\n%s", diff)
	}
	_, last, _ := strings.Cut(section, "\nA version has ")
	v := version{}
	for key := range h.version(&submitted{Versions: []version{v}}, &v) {
		if !strings.Contains(last, "`"+key+"`") {
			t.Errorf("PROTOCOL.md does not say what %q of a version is", key)
		}
	}
	for _, key := range []string{waits, right, wrong} {
		if !strings.Contains(last, "`"+key+"`") {
			t.Errorf("PROTOCOL.md does not have the state %q", key)
		}
	}
}

// A ladder in which everybody has played enough rests, until a team comes.
func TestLadderRests(t *testing.T) {
	tour := &tournament.Tournament{Head: tournament.Head{Teams: []tournament.Team{{Label: "a"}, {Label: "b"}}}}
	r := &restful{t: tour, games: map[string]int{"a": enoughGames, "b": enoughGames - 1}}
	for range 3 {
		if wait := r.rests(); wait != 0 {
			t.Fatalf("it waits %v although b has too few games", wait)
		}
	}
	r.took(&record.Line{Seats: []record.Seat{{Name: "a"}, {Name: "b"}}})
	if first, second := r.rests(), r.rests(); first != 0 || second <= 0 || second > rest {
		t.Errorf("it waits %v and then %v, want nothing and then up to %v", first, second, rest)
	}
	tour.Happened([]tournament.Event{{Event: plan.Event{Type: plan.Add, Team: 2}, Entry: &tournament.Team{Label: "c"}}})
	if wait := r.rests(); wait != 0 {
		t.Errorf("it waits %v although c has not played", wait)
	}
}
