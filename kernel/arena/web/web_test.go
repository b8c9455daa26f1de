package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// A person plays from a browser that disconnects in the middle and comes back; a spectator sees every ply, and wrong requests are
// refused with a reason.
func TestPlay(t *testing.T) {
	s, address := serve(t, Options{Open: true})
	seat, other := s.Token(0), s.Token(1)
	g := newToy()
	played := make(chan error, 1)
	go func() {
		s.Begin(Game{Name: "Toy", Players: []string{hostile, "bot"}, Sub: hostile})
		s.Show(g.snapshot())
		for !g.over() {
			text := "1"
			if g.seat() == 0 {
				var err error
				if text, err = s.Ask(t.Context(), 0, g.snapshot()); err != nil {
					played <- err
					return
				}
			}
			g.play(text)
			s.Show(g.snapshot())
		}
		played <- nil
	}()
	mine, watch := listen(t, address, seat, ""), listen(t, address, "", "")
	head, _ := mine.until(t, "game")
	if got, _ := json.Marshal(head.data["names"]); !strings.Contains(string(got), "img src=x") || strings.Contains(string(got), "\\u001b") {
		t.Errorf("the names are %s, want the text without controls", got)
	}
	ask, _ := mine.until(t, "ask")
	for _, tt := range []struct {
		name, token, body string
		status            int
		says              string
	}{
		{"no token", "", `{"seat":0,"ply":0,"text":"1"}`, 403, "needs the token"},
		{"the token of the other", other, `{"seat":0,"ply":0,"text":"1"}`, 403, "not that of seat 0"},
		{"no JSON", seat, `seat=0`, 400, "no JSON object"},
		{"too long", seat, `{"text":"` + strings.Repeat("x", maxBody) + `"}`, 400, "no JSON object"},
		{"an old ply", seat, `{"seat":0,"ply":7,"text":"1"}`, 409, "ply 0 is asked"},
		{"illegal", seat, `{"seat":0,"ply":0,"text":"3<b>"}`, 422, "not a legal answer"},
		{"nobody asked", other, `{"seat":1,"ply":0,"text":"1"}`, 409, "nobody is asked"},
	} {
		if status, text := post(t, address, "/answer", tt.token, tt.body); status != tt.status || !strings.Contains(text, tt.says) {
			t.Errorf("%s: %d %s, want %d ...%s...", tt.name, status, text, tt.status, tt.says)
		}
	}
	for turn := 0; turn < 5; turn++ {
		if want := []any{float64(turn % 10 * 2)}; turn < 4 && ask.data["ply"] != want[0] {
			t.Fatalf("turn %d: ply %v is asked, want %v", turn, ask.data["ply"], want)
		}
		answers := ask.data["answers"].([]any)
		body := fmt.Sprintf(`{"seat":0,"ply":%v,"text":%q}`, ask.data["ply"], answers[len(answers)-1].(map[string]any)["text"])
		if status, text := post(t, address, "/answer", seat, body); status != 200 {
			t.Fatalf("%s: %d %s", body, status, text)
		}
		if turn == 4 {
			break
		}
		if turn == 1 { // the connection is lost; the next one goes on where it was
			mine.close()
			mine = listen(t, address, seat, mine.last)
			var before []string
			ask, before = mine.until(t, "ask")
			for ask.data["ply"] == nil || ask.data["ply"].(float64) < 4 {
				ask, _ = mine.until(t, "ask")
			}
			if slices.Contains(before, "game") {
				t.Errorf("after it came back it was told %v, want no second beginning", before)
			}
			continue
		}
		for ask, _ = mine.until(t, "ask"); ask.data["answers"] == nil; ask, _ = mine.until(t, "ask") {
		}
	}
	if err := <-played; err != nil {
		t.Fatal(err)
	}
	end, seen := watch.until(t, "end")
	if plies := strings.Count(strings.Join(seen, " "), "ply"); plies != g.ply || slices.Contains(seen, "ask") {
		t.Errorf("who watches was told %v, want %d plies and no question", seen, g.ply)
	}
	if !strings.HasPrefix(end.data["text"].(string), "won by <img") {
		t.Errorf("the end is %v", end.data)
	}
	late := listen(t, address, "", "")
	if _, seen := late.until(t, "end"); strings.Count(strings.Join(seen, " "), "ply") != g.ply || seen[0] != "game" {
		t.Errorf("who comes late was told %v", seen)
	}
}

// Pages of other origins, other names of this machine and strangers without a token get nothing.
func TestRefused(t *testing.T) {
	s, address := serve(t, Options{Hosts: []string{"arena.example"}})
	s.Show(newToy().snapshot())
	token := s.Token(-1)
	get := func(path string, change func(*http.Request)) (int, http.Header) {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, address+path, nil)
		change(r)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode, response.Header
	}
	nothing := func(*http.Request) {}
	for _, tt := range []struct {
		name, path string
		change     func(*http.Request)
		want       int
	}{
		{"the page", "/", nothing, 200},
		{"a module", "/board.js", nothing, 200},
		{"no file of it", "/web.go", nothing, 404},
		{"a way out", "/../web.go", nothing, 404},
		{"events without a token", "/events", nothing, 403},
		{"text without a token", "/text", nothing, 403},
		{"text", "/text?token=" + token, nothing, 200},
		{"another name", "/", func(r *http.Request) { r.Host = "evil.example" }, 421},
		{"a known name", "/", func(r *http.Request) { r.Host = "arena.example:80" }, 200},
		{"localhost", "/", func(r *http.Request) { r.Host = "localhost:1234" }, 200},
		{"another origin", "/events?token=" + token, func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403},
		{"null origin", "/text?token=" + token, func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		{"loaded by another site", "/page.js", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		{"a link on another site", "/", func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Sec-Fetch-Mode", "navigate")
		}, 200},
	} {
		status, header := get(tt.path, tt.change)
		if status != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, status, tt.want)
		}
		if policy := header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", tt.name, policy)
		}
	}
	plain := func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }
	if status, _ := post(t, address, "/control", token, `{"do":"pause"}`, plain); status != 415 {
		t.Errorf("a body as plain text: %d, want 415: forms of other pages send that", status)
	}
	if status, text := post(t, address, "/control", token, `{"do":"fly"}`); status != 400 || !strings.Contains(text, `\"fly\"`) {
		t.Errorf("an unknown control: %d %s", status, text)
	}
}

// Pausing, steps, rounds and speed hold the game back; what a game must do itself is passed on.
func TestControl(t *testing.T) {
	asked := make(chan Control, 9)
	s, address := serve(t, Options{Open: true, Paused: true, Can: []string{"hint", "undo", "new"}, Control: func(c Control) (any, error) {
		asked <- c
		if c.Do == "undo" {
			return "", errors.New("nothing to take back")
		}
		return "2", nil
	}})
	token, seat := s.Token(-1), s.Token(0)
	g := newToy()
	s.Show(g.snapshot())
	passed := make(chan int)
	go func() {
		defer close(passed)
		for !g.over() {
			if s.Wait(t.Context()) != nil {
				return
			}
			g.play("1")
			s.Show(g.snapshot())
			passed <- g.ply
		}
	}()
	do := func(body string) {
		t.Helper()
		if status, text := post(t, address, "/control", token, body); status != 200 {
			t.Errorf("%s: %d %s", body, status, text)
		}
	}
	held := func(want int) {
		t.Helper()
		select {
		case n := <-passed:
			t.Errorf("the game went on to %d, want it to stop at %d", n, want)
		case <-time.After(30 * time.Millisecond):
		}
	}
	held(0)
	do(`{"do":"step"}`)
	if n := <-passed; n != 1 {
		t.Errorf("a step led to %d, want 1", n)
	}
	held(1)
	do(`{"do":"round"}`) // to the end of the round that has begun
	<-passed
	held(2)
	do(`{"do":"round"}`)
	<-passed
	if n := <-passed; n != 4 {
		t.Errorf("a round led to %d, want 4", n)
	}
	held(4)
	do(`{"do":"speed","value":100}`)
	do(`{"do":"resume"}`)
	start := time.Now()
	for range 4 {
		<-passed
	}
	if took := time.Since(start); took < 25*time.Millisecond {
		t.Errorf("four plies took %v at 100 a second", took)
	}
	do(`{"do":"speed","value":0}`)
	for range passed {
	}
	if status, _ := post(t, address, "/control", token, `{"do":"speed","value":-3}`); status != 400 {
		t.Errorf("a speed below 0: %d, want 400", status)
	}
	if status, text := post(t, address, "/control", token, `{"do":"hint","seat":0,"ply":3}`); status != 409 {
		t.Errorf("a hint for a ply that is not asked: %d %s", status, text)
	}
	go s.Ask(t.Context(), 0, newToy().snapshot())
	mine := listen(t, address, seat, "")
	if ask, _ := mine.until(t, "ask"); !cmp.Equal(ask.data["can"], []any{"hint", "undo"}) {
		t.Errorf("a person may ask for %v", ask.data["can"])
	}
	if status, text := post(t, address, "/control", seat, `{"do":"hint","seat":0,"ply":0}`); status != 200 || text != `{"reply":"2"}` {
		t.Errorf("a hint: %d %s", status, text)
	}
	if status, text := post(t, address, "/control", seat, `{"do":"undo","seat":0,"ply":0}`); status != 422 || !strings.Contains(text, "nothing to take back") {
		t.Errorf("an undo: %d %s", status, text)
	}
	if c := <-asked; c.Do != "hint" || c.Seat != 0 || c.Ply != 0 || c.With != nil {
		t.Errorf("the game was asked for %v", c)
	}
}

// Plies that are taken back are taken back on every page; a new game starts afresh there.
func TestTakenBack(t *testing.T) {
	s, address := serve(t, Options{Open: true})
	g := newToy()
	s.Show(g.snapshot())
	watch := listen(t, address, "", "")
	watch.until(t, "game")
	first := *g
	g.play("1")
	s.Show(g.snapshot())
	second := *g
	g.play("2")
	s.Show(g.snapshot())
	*g = second
	s.Show(g.snapshot())
	*g = first
	s.Show(g.snapshot())
	g.play("2")
	s.Show(g.snapshot())
	want := []string{"ply", "ply", "cut", "ply", "cut", "ply"}
	var told []string
	for len(told) < len(want) {
		if e := watch.next(t); e.kind != "state" {
			told = append(told, e.kind)
		}
	}
	if !cmp.Equal(told, want) {
		t.Errorf("the page was told %q", told)
	}
	s.Begin(Game{Name: "Toy"}) // a page that has not read all of the last game by now gets no more of it
	fresh := newToy()
	s.Show(fresh.snapshot())
	if _, before := watch.until(t, "game"); slices.Contains(before, "ply") {
		t.Errorf("before the new game the page was told %q", before)
	}
	if s.replay.last.Pieces["0"].At != 0 {
		t.Errorf("the last scene is %v", s.replay.last.Pieces)
	}
}

// Nobody waits for a hundred and fifty browsers that never read, nor for as many connections that never ask: in a game of 2,000
// plies none takes as long to show as a browser is given to read, and a browser that reads sees all of them.
func TestSlowReaders(t *testing.T) {
	gametest.Slow(t)
	s, address := serve(t, Options{Open: true})
	g := newToy()
	s.Show(g.snapshot())
	host := strings.TrimPrefix(address, "http://")
	for i := range 300 {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if i%2 == 0 {
			fmt.Fprintf(conn, "GET /events HTTP/1.1\r\nHost: %s\r\n\r\n", host)
		}
	}
	watch := listen(t, address, "", "")
	watch.until(t, "game")
	const plies = 2000
	lines := slices.Repeat([]Said{{Text: strings.Repeat("x", maxText)}}, maxLines) // to fill the buffers of the connections
	shown := make(chan struct{})
	go func() { // while we read: a busy machine may show for longer than a browser may stop reading
		defer close(shown)
		for i := range plies {
			g.ply = i + 1
			g.at[0] = i % 9
			snap := g.snapshot()
			snap.Said = lines
			start := time.Now()
			s.Show(snap)
			if took := time.Since(start); took >= patience {
				t.Errorf("ply %d took %v to show with readers that do not read, want less than %v", i+1, took, patience)
				return
			}
		}
	}()
	defer func() { <-shown }()
	for range plies {
		watch.until(t, "ply")
	}
}

// A replay is one file: it parses, nothing in it is a request, and no text of a stranger ends an element.
func TestHTML(t *testing.T) {
	r, g := NewReplay(Game{Name: "Toy", Players: []string{hostile, "b"}, Sub: hostile}), newToy()
	for ; !g.over(); g.play("1") {
		r.Add(g.snapshot())
	}
	r.Add(g.snapshot())
	var b bytes.Buffer
	if err := HTML(&b, r); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if n := strings.Count(text, "</script>"); n != 2 {
		t.Errorf("%d ends of scripts, want those of the data and the code", n)
	}
	if strings.Contains(text, "<img") || strings.Contains(text, "import ") && strings.Contains(text, "from './") {
		t.Error("a tag or an import is left")
	}
	_, data, _ := strings.Cut(text, `id="replay">`)
	data, _, _ = strings.Cut(data, "</script>")
	var file struct {
		Plies  []map[string]any
		Result Result
		Names  []string
		Scene  map[string]any
	}
	if err := json.Unmarshal([]byte(data), &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Plies) != g.ply || file.Result.Winner != 1-g.seat() || len(file.Scene) == 0 {
		t.Errorf("%d plies, result %v, %d parts of a scene", len(file.Plies), file.Result, len(file.Scene))
	}
	if err := HTML(io.Discard, NewReplay(Game{})); err == nil {
		t.Error("a replay without a scene was written")
	}
}

// Every module of the page is served, and belongs to the one-file replay.
func TestModules(t *testing.T) {
	entries, err := files.ReadDir("assets")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(NewServer(Options{}).Handler())
	defer server.Close()
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".js"); ok && !slices.Contains(modules, name) {
			t.Errorf("%s.js is not in modules", name)
		}
		response, err := http.Get(server.URL + "/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != 200 || response.Header.Get("Content-Type") == "" {
			t.Errorf("%s: %s %q", e.Name(), response.Status, response.Header.Get("Content-Type"))
		}
	}
}

// Showing plies while browsers come and go has no data race (run with -race).
func TestComing(t *testing.T) {
	s, address := serve(t, Options{Open: true})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 5 {
				w := listen(t, address, "", "")
				w.until(t, "game")
				w.close()
			}
		})
	}
	g := newToy()
	stop := make(chan struct{})
	go func() { group.Wait(); close(stop) }()
	for i := 0; ; i++ {
		g.ply = i
		s.Show(g.snapshot())
		select {
		case <-stop:
			return
		case <-time.After(time.Millisecond):
		}
	}
}
