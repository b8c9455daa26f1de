package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
)

// TestFiles: whoever controls the game has its record, and files shown and reviewed, one review at a time; nobody else, and no
// form of another page.
func TestFiles(t *testing.T) {
	asked, going := make(chan string, 10), make(chan struct{})
	server, address := serve(t, Options{Open: true, Files: &Files{
		Record: func() []byte { return []byte("the record") },
		Show: func(file []byte) ([]byte, error) {
			asked <- string(file)
			return []byte(`{"plies":[]}`), nil
		},
		Review: func(_ context.Context, file []byte, seen func(ply, of int)) ([]byte, error) {
			asked <- string(file)
			if string(file) == "bad" {
				return nil, errors.New("no game")
			}
			<-going
			seen(1, 2)
			return []byte(`{"marks":[]}`), nil
		},
	}})
	token := server.Token(0)
	bytes := func(r *http.Request) { r.Header.Set("Content-Type", "application/octet-stream") }
	check := func(do, token, body string, status int, want string, change ...func(*http.Request)) {
		t.Helper()
		if got, text := post(t, address, "/file?do="+do, token, body, change...); got != status || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s, want %d %s", do, got, text, status, want)
		}
	}
	check("record", token, "", 200, "the record", bytes)
	check("show", token, "a file", 200, `{"plies":[]}`, bytes)
	if got := <-asked; got != "a file" {
		t.Errorf("%q is shown", got)
	}
	check("show", "", "a file", 403, "token", bytes)
	check("show", token, "a file", 415, "octet-stream")
	check("erase", token, "", 400, "erase", bytes)
	check("review", token, "bad", 200, `{"error":"no game"}`, bytes)
	<-asked
	done := make(chan string, 1)
	go func() {
		_, text := post(t, address, "/file?do=review", token, "slow", bytes)
		done <- text
	}()
	<-asked
	check("review", token, "second", 409, "another review is running", bytes)
	close(going)
	if text := <-done; !strings.HasSuffix(text, `{"marks":[]}`) {
		t.Errorf("the review is %q", text)
	}
	none, address := serve(t, Options{Open: true})
	if got, text := post(t, address, "/file?do=record", none.Token(0), "", bytes); got != 400 {
		t.Errorf("without files: %d %s", got, text)
	}
}

// TestEmpty keeps the size of a page without a game, and what it begins with.
func TestEmpty(t *testing.T) {
	text, err := File(template)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", len(text))
	if len(text) > 160_000 {
		t.Errorf("a page without a game has %d bytes, want at most 160,000", len(text))
	}
	for _, want := range []string{`<title>gridiron: </title>`, `id="replay">null</script>`} {
		if at := strings.Index(string(text), want); at < 0 || at > strings.Index(string(text), "<script type=\"module\">") {
			t.Errorf("%s is not there: the page fills it in", want)
		}
	}
}
