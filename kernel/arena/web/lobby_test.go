package web

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// A lobby leads those who have its token to its tables and replays.
func TestHall(t *testing.T) {
	index := func(w io.Writer, token string) error {
		_, err := fmt.Fprintf(w, `<a href="%s#token=%s">`, Link("5"), token)
		return err
	}
	h := NewLobby(Options{}, index, fstest.MapFS{"game1.html": {Data: []byte("<p>a replay")}})
	listener, err := Listen("")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- h.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	address := "http://" + listener.Addr().String()
	table := h.Table("5")
	if h.Table("5") != table || !slices.Equal(h.Tables(), []string{"5"}) {
		t.Errorf("the tables are %v", h.Tables())
	}
	table.Begin(Game{Name: "Toy"})
	table.Show(newToy().snapshot())
	token := h.Token()
	get := func(path string) (int, string) {
		response, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(text)
	}
	for _, tt := range []struct {
		path   string
		status int
		says   string
	}{
		{"/", 403, "needs its token"},
		{"/games/game1.html", 404, ""},
		{"/?token=" + token, 200, `href="table/5/#token=` + token + `"`},
		{"/games/game1.html?token=" + token, 200, "a replay"},
		{"/games/../lobby.go?token=" + token, 404, ""},
		{"/table/5/", 200, `id="board"`},
		{"/table/5/board.js", 200, "class Board"},
		{"/table/7/", 404, "this game is over"},
		{"/table/5/events", 403, "needs its token"},
	} {
		if status, text := get(tt.path); status != tt.status || !strings.Contains(text, tt.says) {
			t.Errorf("%s: %d, want %d ...%s...", tt.path, status, tt.status, tt.says)
		}
	}
	watch := listen(t, address+"/table/5", token, "")
	watch.until(t, "game")
	if status, text := post(t, address+"/table/5", "/control", token, `{"do":"pause"}`); status != 200 {
		t.Errorf("pausing: %d %s", status, text)
	}
	if status, _ := post(t, address+"/table/5", "/control", "", `{"do":"pause"}`); status != 403 {
		t.Errorf("pausing without a token: %d", status)
	}
	h.Close("5")
	if status, _ := get("/table/5/"); status != 404 || len(h.Tables()) != 0 {
		t.Errorf("a closed table: %d", status)
	}
}
