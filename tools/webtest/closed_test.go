package webtest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// A page says what has ended, its table or the program, even if it finds out only when it comes back.
func TestClosed(t *testing.T) {
	needsBrowser(t)
	lobby := web.NewLobby(web.Options{Open: true}, func(io.Writer, string) error { return nil }, nil)
	for _, id := range []string{"1", "2"} {
		var before *scene.Scene
		lobby.Table(id).Show(amazonsMatch(t, "1BB1/B2B/R2R/1RR1 r").snapshot(0, &before))
	}
	listener, err := web.Listen("")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- lobby.Serve(ctx, listener) }()
	page := func(id string) *tab {
		p := open(t, fmt.Sprintf("http://%s/table/%s/", listener.Addr(), id), 800, 700, expects("404"))
		p.wait(`window.gridiron?.record`)
		return p
	}
	says := func(p *tab, text string) {
		t.Helper()
		p.wait(fmt.Sprintf(`document.getElementById('net').textContent === %q`, text))
	}
	const closed = "this table is closed: go back to the others"
	first, second := page("1"), page("2")
	lobby.Close("1")
	says(first, closed)
	eval[any](first, `document.getElementById('net').textContent = ''; gridiron.server.open()`)
	says(first, closed)
	second.keys("t") // the territory
	second.wait(`!gridiron.board.hidden.size`)
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
	says(second, "the program has ended")
	second.wait(`gridiron.overlays[0].toggle.getAttribute('aria-pressed') === 'true' && !gridiron.board.hidden.size`)
}

// A server that is full for a while is asked again.
func TestFull(t *testing.T) {
	needsBrowser(t)
	s := web.NewServer(web.Options{Open: true})
	var before *scene.Scene
	s.Show(amazonsMatch(t, "1BB1/B2B/R2R/1RR1 r").snapshot(0, &before))
	var asked atomic.Bool
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/events" && asked.CompareAndSwap(false, true) {
			http.Error(w, "too many browsers", http.StatusServiceUnavailable)
			return
		}
		s.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(func() { front.CloseClientConnections(); front.Close() })
	p := open(t, front.URL+"/", 800, 700, expects("503"))
	p.wait(`window.gridiron?.record && document.getElementById('net').textContent === ''`)
}

// After a restart at the same address, the tab of a player says that its address is out of date, one that watches says that this is
// another game, and a token that a tab has kept from an earlier game does not lock it out.
func TestStartedAgain(t *testing.T) {
	needsBrowser(t)
	m := amazonsMatch(t, "1BB1/B2B/R2R/1RR1 r")
	start := func() (*web.Server, http.Handler) {
		s := web.NewServer(web.Options{Open: true})
		var before *scene.Scene
		s.Show(m.snapshot(0, &before))
		return s, s.Handler()
	}
	var now atomic.Value
	first, handler := start()
	now.Store(&handler)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		(*now.Load().(*http.Handler)).ServeHTTP(w, r)
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	plays := open(t, server.URL+"/#token="+first.Token(0), 800, 700, expects("Failed to load resource"))
	watches := open(t, server.URL, 800, 700, expects("Failed to load resource"))
	plays.wait(`window.gridiron?.record && gridiron.me.control`)
	watches.wait(`window.gridiron?.record`)
	second, other := start()
	now.Store(&other)
	server.CloseClientConnections()
	plays.wait(`document.getElementById('net').textContent === 'refused: this address is out of date: the program was started again, and its new address is in the terminal'`)
	if eval[bool](plays, `Boolean(gridiron.me.control)`) {
		t.Error("a tab of an earlier start still has controls")
	}
	watches.wait(`document.getElementById('net').textContent === 'the program was started again: this is another game'`)
	plays.run(chromedp.Navigate(server.URL + "/?"))
	plays.wait(`window.gridiron?.record && !gridiron.me.control`)
	plays.run(chromedp.Navigate(server.URL + "/#token=" + second.Token(0)))
	plays.wait(`window.gridiron?.record && gridiron.me.control`)
}
