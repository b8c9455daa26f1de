package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/league/board"
)

// While somebody views a league, its page shows the running games; while nobody does, nothing is sent.
func TestWatch(t *testing.T) {
	gametest.Long(t, "plays games until the page has shown some of them")
	h := newHouse(t)
	admin := h.dial("admin")
	said := make(chan *nats.Msg, 10_000)
	for _, subject := range []string{"watch.>", "shown.>"} {
		if _, err := admin.ChanSubscribe(subject, said); err != nil {
			t.Fatal(err)
		}
	}
	if err := admin.Flush(); err != nil {
		t.Fatal(err)
	}
	h.worker("lab-1", 2)
	address, stop, err := h.server.origin().page(t.Context(), pageSettings{address: "127.0.0.1:0", games: h.games}, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan string, 1)
	dir := filepath.Join(t.TempDir(), "cup")
	go func() {
		_, out, errs := h.league(ctx, "run", "--name", "cup", "--dir", dir, "--game", "dice", "--",
			"alice=throw:ms=300", "bob=throw:ms=300", "--seed", "7", "--pairs", "500")
		ended <- out + errs
	}()
	defer func() { cancel(); <-ended }()
	eventually(t, "three games are over", func() bool {
		_, text := h.fetch(address, "/league/cup/", "")
		_, after, _ := strings.Cut(text, `aria-label="Progress"><span><b>`)
		n := 0
		fmt.Sscanf(after, "%d</b>", &n) // no number: no league yet
		return n >= 3
	})
	if len(said) > 0 {
		m := <-said
		t.Errorf("nobody views the league, but there is a message %s: %s", m.Subject, m.Data)
	}
	type boards struct {
		Boards []struct {
			Key   string
			Game  int
			Teams []string
			SVG   string
		}
		Over, Replay bool
	}
	look := func(path string) (b boards) {
		code, text := h.fetch(address, path, "")
		if err := json.Unmarshal([]byte(text), &b); code != 200 || err != nil {
			t.Fatalf("%s: status %d: %v: %s", path, code, err, text)
		}
		return b
	}
	var seen boards
	eventually(t, "both games of the worker are shown", func() bool {
		seen = look("/league/cup/now")
		return len(seen.Boards) == 2
	})
	for _, b := range seen.Boards {
		if !strings.HasPrefix(b.Key, "lab-1.") || strings.Join(b.Teams, " ") != "alice bob" && strings.Join(b.Teams, " ") != "bob alice" ||
			!strings.HasPrefix(b.SVG, "<svg ") || !seen.Replay {
			t.Errorf("%+v", b)
		}
	}
	first := seen.Boards[0].Game
	eventually(t, "another game is shown where the first one was", func() bool {
		seen = look("/league/cup/now")
		return len(seen.Boards) > 0 && seen.Boards[0].Game > first
	})
	cancel()
	h.must("pause", "cup")
	if code, text := h.fetch(address, fmt.Sprint("/league/cup/game/", first), ""); code != 200 || !strings.Contains(text, "replay") {
		t.Errorf("the replay of game %d: status %d: %.300s", first, code, text)
	}
}

// A worker shows what it is asked for, and no more.
func TestWatched(t *testing.T) {
	h := newHouse(t)
	hears, admin := make(chan *nats.Msg, 1000), h.dial("admin")
	if _, err := admin.ChanSubscribe("shown.>", hears); err != nil {
		t.Fatal(err)
	}
	if err := admin.Flush(); err != nil { // the server has the subscription before the worker publishes
		t.Fatal(err)
	}
	w := &worker{bus: h.dial("worker"), name: "lab-1", stages: map[int]*stage{}, leases: map[int]lease{}}
	for n := range 20 {
		w.stages[n] = &stage{
			slot: n, league: []string{"cup", "other"}[n%2], id: fmt.Sprint("j", n), program: &program{},
			last: &protocol.Shown{ID: fmt.Sprint("j", n), Scene: json.RawMessage(`{}`)}, began: time.Now().Add(-time.Duration(n) * time.Second),
		}
	}
	for _, tt := range []struct {
		text string
		want string // the ids of the games, the oldest first
	}{
		{`nonsense`, ""},
		{`{"league":"none","boards":3}`, ""},
		{`{"league":"cup","boards":-1}`, ""},
		{`{"league":"cup"}`, ""},
		{`{"league":"cup","boards":2}`, "j18 j16"},
		{`{"league":"cup","boards":2}`, ""}, // they were shown a moment ago
		{`{"league":"cup","boards":3,"ids":["j4","j1"]}`, "j4"},
		{`{"league":"other","boards":1000000}`, "j19 j17 j15 j13 j11 j9 j7 j5 j3 j1"},
	} {
		w.watched([]byte(tt.text))
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		for _, id := range strings.Fields(tt.want) {
			select {
			case m := <-hears:
				var p position
				if err := json.Unmarshal(m.Data, &p); err != nil || p.ID != id || !strings.HasSuffix(m.Subject, ".lab-1") {
					t.Errorf("%s: %s %s, want %s", tt.text, m.Subject, m.Data, id)
				}
			case <-time.After(time.Minute):
				t.Fatalf("%s: nobody shows %s", tt.text, id)
			}
		}
	}
	w.isOut = true
	w.watched([]byte(`{"league":"cup","boards":12}`))
	if !w.stages[2].said.IsZero() {
		t.Error("a worker in quarantine shows a game")
	}
}

// A position from a worker is dropped if it was not asked for, comes too late or is too long; the others go through board.Show.
func TestShownIsBounded(t *testing.T) {
	h := newHouse(t)
	f := newFeed(h.dial("admin"), nil, t.Output())
	f.board = board.New(board.Options{Open: true})
	now := time.Now()
	f.stands.asked = map[string]*stand{"cup.lab-1": {boards: 2, until: now.Add(time.Minute)}}
	for _, tt := range []struct {
		what, subject, text string
		at                  time.Time
		counts              bool
	}{
		{"a worker that was asked", "shown.cup.lab-1", `{"id":"x"}`, now, true},
		{"another one", "shown.cup.lab-2", `{}`, now, false},
		{"another league", "shown.other.lab-1", `{}`, now, false},
		{"too late", "shown.cup.lab-1", `{}`, now.Add(time.Hour), false},
		{"nonsense", "shown.cup.lab-1", `[`, now, true},
		{"too much", "shown.cup.lab-1", strings.Repeat(" ", 2*protocol.MaxScene), now, false},
	} {
		before := f.stands.asked["cup.lab-1"].came
		f.shown(&nats.Msg{Subject: tt.subject, Data: []byte(tt.text)}, tt.at)
		if counts := f.stands.asked["cup.lab-1"].came > before; counts != tt.counts {
			t.Errorf("%s: it counts: %v", tt.what, counts)
		}
	}
}
