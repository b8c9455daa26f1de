package web

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestRestart: a browser that comes back to another server at the same address receives its game from the start.
func TestRestart(t *testing.T) {
	first, address := serve(t, Options{Open: true})
	g := newToy()
	first.Begin(Game{Name: "first"})
	first.Show(g.snapshot())
	s := listen(t, address, "", "")
	s.until(t, "game")

	second, address := serve(t, Options{Open: true})
	g = newToy()
	second.Begin(Game{Name: "second"})
	second.Show(g.snapshot())
	e := listen(t, address, "", s.last).next(t)
	if e.kind != "game" || e.data["name"] != "second" {
		t.Errorf("a browser with the id %q of another server first receives %s %v, want the game", s.last, e.kind, e.data)
	}
	if me := e.data["me"].(map[string]any); me["start"] != second.id || second.id == first.id {
		t.Errorf("the start is %v, before it %v: want another one", me["start"], first.id)
	}
	// Who played there does not become somebody who watches here: the address is of the other start.
	for _, path := range []string{"/events", "/text"} {
		response, err := http.Get(address + path + "?token=" + first.Token(0))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusForbidden || !strings.Contains(string(text), "out of date") {
			t.Errorf("%s with a token of another server: %d %s", path, response.StatusCode, text)
		}
	}
}

// TestAnsweredMeanwhile: a question that was answered while a browser was away is taken off its page when it comes back, even if
// nothing else has happened.
func TestAnsweredMeanwhile(t *testing.T) {
	server, address := serve(t, Options{Open: true})
	g := newToy()
	server.Begin(Game{Name: "toy"})
	server.Show(g.snapshot())
	token := server.Token(0)
	answered := make(chan string, 1)
	go func() {
		text, _ := server.Ask(t.Context(), 0, g.snapshot())
		answered <- text
	}()
	away := listen(t, address, token, "")
	away.until(t, "ask")
	away.close()
	if status, text := post(t, address, "/answer", token, `{"seat":0,"ply":0,"text":"2"}`); status != 200 {
		t.Fatalf("an answer from another browser: %d %s", status, text)
	}
	<-answered
	back := listen(t, address, token, away.last)
	if e, before := back.until(t, "ask"); e.data["answers"] != nil || len(before) != 1 {
		t.Errorf("a browser that comes back receives %v and the question %v, want the state and that it is asked nothing", before, e.data)
	}
}
