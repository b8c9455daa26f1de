package main

import (
	"bytes"
	"cmp"
	"context"
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
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
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
	dir := filepath.Join(t.TempDir(), "term")
	t.Cleanup(func() { // what a host has started, such as a worker, still writes for a while when the host is dead
		for end := time.Now().Add(time.Minute); os.RemoveAll(dir) != nil && time.Now().Before(end); {
			time.Sleep(50 * time.Millisecond)
		}
	})
	return newTermIn(t, dir, append([]string{"--jail", "off"}, flags...)...)
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
	eventually(t, "the board shows both", func() bool {
		_, page := c.ask(http.MethodGet, "/league/dice/", "", "", nil)
		return strings.Contains(page, "ada@1") && strings.Contains(page, "ben@2")
	})
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

// A final that cannot begin changes nothing: teams submit as before.
func TestFinalRefused(t *testing.T) {
	gametest.Slow(t)
	t.Parallel()
	c := newTerm(t)
	ann := c.teams("ann")["ann"]
	begin := func(want string) {
		t.Helper()
		status, text := c.ask(http.MethodPost, "/api/final", c.token, "application/json", []byte(`{"scheme":"throw=10","pairs":1,"most":2}`))
		if status != http.StatusConflict || !strings.Contains(text, want) {
			t.Errorf("final: %d %s, want %q", status, text, want)
		}
		_, text = c.ask(http.MethodGet, "/api/course", c.token, "", nil)
		for _, field := range []string{`"frozen":false`, `"final":false`, `"scheme":""`} {
			if !strings.Contains(text, field) {
				t.Errorf("after it the course is %s, want %s", text, field)
			}
		}
	}
	begin("no team has a version of dice")
	slow := append([]byte("import time\ntime.sleep(5)\n"), dicePython("slow")...)
	kind, body := form(t, nil, []string{"bot.py"}, func(string) []byte { return slow })
	if status, text := c.ask(http.MethodPost, "/api/bots", ann, kind, body); status != http.StatusAccepted {
		t.Fatalf("after a final that was refused: %d %s", status, text)
	}
	begin("version 1 of team ann is being checked")
	if version, state := c.hands(ann, slow); version != 1 || state != right {
		t.Fatalf("version %d is %s", version, state)
	}
	if status, text := c.ask(http.MethodPost, "/api/final", c.token, "application/json", []byte(`{"scheme":"throw=10","pairs":1,"most":2}`)); status != http.StatusOK {
		t.Errorf("final: %d %s", status, text)
	}
}
