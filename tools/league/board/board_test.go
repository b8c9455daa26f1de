package board

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/cpu"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// hostile is the name of a team that contains markup.
const hostile = `<img src=x onerror=alert(1)>`

// toy is a game whose results the tests make up.
func toy() *match.Bound {
	return &match.Bound{Info: match.Info{Name: "toy", Rules: "1", Seats: []string{"left", "right"}}}
}

// headOf returns the head of a league of these teams. pairs is how many pairs of games every two of them play, or, with
// plan.Swiss, the number of rounds.
func headOf(kind string, pairs int, teams ...string) tournament.Head {
	h := tournament.Head{
		Type: "tournament", Game: "toy", Rules: "1", Seed: "7", IDs: 2,
		Plan: &plan.Settings{Plan: kind, Pairs: pairs},
	}
	if kind == plan.Swiss {
		h.Plan = &plan.Settings{Plan: kind, Pairs: 1, Rounds: pairs}
	}
	for _, team := range teams {
		h.Teams = append(h.Teams, tournament.Team{Label: team, Spec: "bots/0123"})
	}
	return h
}

// start is when all games begin.
var start = time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)

// play adds the results of up to most games that a league issues, perMinute of them a minute. winner returns the seat that wins a
// game, or -1.
func play(t testing.TB, b *Board, name string, most, perMinute int, winner func(n int, teams []int) int) (ids []string) {
	t.Helper()
	c := b.contest(name)
	var pairings []league.Pairing
	for n := 1; n <= most; n++ {
		c.plan.Lock()
		if n > len(pairings) {
			pairings = c.follower.Schedule().Pairings()
		}
		if n > len(pairings) {
			c.plan.Unlock()
			break
		}
		p := pairings[n-1]
		id := c.follower.Job(p).ID
		c.plan.Unlock()
		r := Result{
			Line: lineOf(winner(n, p.Teams)), Worker: fmt.Sprint("lab-", n%3), At: start.Add(time.Duration(n) * time.Minute / time.Duration(perMinute)),
		}
		if err := b.Add(name, id, r); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	return ids
}

// lineOf is the line of a finished game.
func lineOf(winner int) *record.Line {
	line := &record.Line{Type: "game", Ending: record.Ending{Reason: "sum", Detail: "threw less", Plies: 6}}
	if winner >= 0 {
		line.Winner = &[]string{"left", "right"}[winner]
	}
	return line
}

// better has the team with the smaller number win.
func better(_ int, teams []int) int {
	if teams[0] < teams[1] {
		return 0
	}
	return 1
}

// tokens knows alice, the admin, and somebody who only watches.
func tokens(token string) (Visitor, bool) {
	v, ok := map[string]Visitor{"a": {Team: "alice"}, "h": {Team: hostile}, "admin": {Admin: true}, "watch": {}}[token]
	return v, ok
}

// get asks for a page as a browser on this machine does.
func get(t testing.TB, h http.Handler, path string, header ...string) (int, string, http.Header) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "http://localhost:8080"+path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		if r.Header.Set(header[i], header[i+1]); header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	text, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, string(text), w.Header()
}

// recordOf is the record of a game in which the right seat crashed and both printed something.
func recordOf(t testing.TB) []byte {
	var b strings.Builder
	r := record.NewRecorder(&b)
	r.Begin(record.Header{Game: "toy", Rules: "1", ID: "x", Seats: []record.Seat{{Seat: "left", Name: "alice"}, {Seat: "right", Name: "bob"}}})
	r.Output("right", "early words of bob", nil)
	r.Answer(record.Answer{Seat: "left", Move: []byte("1"), Say: "hello all"})
	r.Output("left", "words of alice", []string{"note of alice"})
	r.Answer(record.Answer{Seat: "right", Fault: turn.Crashed, Detail: "exit status 1: last words of bob"})
	r.Output("right", "late words of bob", nil)
	left := "left"
	r.End(record.Result{Ending: record.Ending{
		Winner: &left, Reason: "crashed", Detail: "exit status 1: last words of bob", Plies: 2,
		Faults: []record.Fault{{Seat: "right", Kind: turn.Crashed, Count: 1, First: 2, Detail: "exit status 1: last words of bob"}},
	}})
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return []byte(b.String())
}

// house is a board with a league of four teams, one with a hostile name, of which some games are played.
func house(t testing.TB) (*Board, http.Handler) {
	b := New(Options{
		Visitor: tokens, Hosts: []string{"lab1"},
		Record: func(_ context.Context, _, id string) ([]byte, error) { return recordOf(t), nil },
		Page: func(_ context.Context, game string, text []byte) ([]byte, error) {
			return append([]byte(game+"\n"), text...), nil
		},
	})
	if err := b.Begin("week1", toy(), headOf(plan.RoundRobin, 2, "alice", "bob", hostile, "carol")); err != nil {
		t.Fatal(err)
	}
	play(t, b, "week1", 18, 6, better)
	c := b.contest("week1")
	c.plan.Lock()
	p := c.follower.Schedule().Pairing(19)
	job := c.follower.Job(p)
	c.plan.Unlock()
	line := lineOf(0)
	line.Reason, line.Detail = "crashed", "exit status 1: last words of the loser"
	line.Faults = []record.Fault{{Seat: "right", Kind: turn.Crashed, Count: 1, First: 2, Detail: "last words of the loser"}}
	if err := b.Add("week1", job.ID, Result{Line: line, Worker: hostile, At: start.Add(4 * time.Minute)}); err != nil {
		t.Fatal(err)
	}
	b.Workers([]Worker{
		{Name: "lab-1", Slots: 2, Busy: 1, Since: start, Games: []string{hostile}, Now: []Running{{"week1", "?"}}},
		{Name: "lab-2", Since: start, Barred: "its result is wrong " + hostile},
	})
	b.Queues([]Queue{{hostile, 5, 2}})
	b.refresh(start.Add(5 * time.Minute))
	return b, b.Handler()
}

func TestPages(t *testing.T) {
	_, h := house(t)
	for _, tt := range []struct {
		path string
		code int
		want []string
		not  []string
	}{
		{"/", 403, []string{"league page"}, []string{"week1"}},
		{"/?token=wrong", 403, []string{"this token is not valid"}, []string{"week1"}},
		{"/league/week1/", 403, nil, []string{"alice"}},
		{"/league/week1/games", 403, nil, []string{"alice"}},
		{"/league/week1/game/1", 403, nil, []string{"alice"}},
		{"/?token=watch", 200, []string{"week1", "lab-1", "quarantined: its result is wrong", "19 of 24 games", "/league/week1/?token=watch"}, nil},
		{"/league/week1/?token=watch", 200, []string{"crashed 1", "Ratings over time", "Games a minute", "games?a=0&amp;token=watch"}, []string{"last words"}},
		{"/league/week1/?token=a", 200, nil, nil},
		{"/league/week1/?token=admin", 200, []string{"last words of the loser", "What went wrong with"}, nil},
		{"/league/week1/games?a=0&b=1&token=watch", 200, []string{"alice and bob: games"}, []string{"carol", "last words"}},
		{"/league/week1/games?defaults=1&token=watch", 200, []string{"1 games", "✕ crashed"}, []string{"last words"}},
		{"/league/week1/games?a=9&token=watch", 400, []string{"want a number from 0 to 3"}, nil},
		{"/league/week1/games?page=x&token=watch", 400, []string{`page "x"`}, nil},
		{"/league/week1/games?page=99&token=watch", 200, []string{"There are none"}, nil},
		{"/league/other/?token=watch", 404, []string{`no league is called "other"`}, nil},
		{"/league/week1/game/24?token=watch", 404, []string{"game 24 is not played yet"}, nil},
		{"/league/week1/game/x?token=watch", 404, nil, nil},
		{"/nothing?token=watch", 404, nil, nil},
		{"/board.html", 404, nil, nil},
		{"/board.css", 200, []string{"prefers-color-scheme:dark", ".plot"}, nil},
		{"/board.js", 200, []string{"fetch"}, nil},
	} {
		code, text, header := get(t, h, tt.path)
		if code != tt.code {
			t.Errorf("%s: status %d, want %d: %.200s", tt.path, code, tt.code, text)
		}
		if policy := header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", tt.path, policy)
		}
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", tt.path, want, text)
			}
		}
		for _, wrong := range append(tt.not, "<img", " style=", "<script>") {
			if strings.Contains(text, wrong) {
				t.Errorf("%s: %q in\n%s", tt.path, wrong, text)
			}
		}
	}
}

// Requests from other pages, or for other hosts, are refused.
func TestStrangers(t *testing.T) {
	_, h := house(t)
	for _, tt := range []struct {
		header, value string
		code          int
	}{
		{"Host", "lab1:8080", 200},
		{"Host", "192.0.2.7:8080", 200},
		{"Host", "evil.example", http.StatusMisdirectedRequest},
		{"Origin", "http://evil.example", http.StatusForbidden},
		{"Sec-Fetch-Site", "cross-site", http.StatusForbidden},
	} {
		if code, _, _ := get(t, h, "/?token=watch", tt.header, tt.value); code != tt.code {
			t.Errorf("%s: %s: status %d, want %d", tt.header, tt.value, code, tt.code)
		}
	}
}

// What a bot printed is shown to its own team and to the admin only.
func TestPrinted(t *testing.T) {
	b, h := house(t)
	mine := []string{"words of alice", "note of alice"}
	theirs := []string{"early words of bob", "late words of bob", "last words of bob"}
	n := 0 // a game of alice on the left and bob on the right
	for i := 1; i <= 18 && n == 0; i++ {
		if g, _ := b.contest("week1").find(i); len(g.teams) == 2 && g.teams[0] == 0 && g.teams[1] == 1 {
			n = i
		}
	}
	for _, tt := range []struct {
		token     string
		want, not []string
	}{
		{"watch", []string{"hello all", `"crashed"`}, append(mine, theirs...)},
		{"a", append(mine, "hello all"), theirs},
		{"admin", append(mine, theirs...), nil},
		{"h", nil, append(mine, theirs...)},
	} {
		code, text, _ := get(t, h, fmt.Sprintf("/league/week1/game/%d?token=%s", n, tt.token))
		if code != 200 || !strings.HasPrefix(text, "toy\n") {
			t.Fatalf("token %s: status %d: %s", tt.token, code, text)
		}
		for _, want := range tt.want {
			if !strings.Contains(text, want) {
				t.Errorf("token %s: no %q in %s", tt.token, want, text)
			}
		}
		for _, wrong := range tt.not {
			if strings.Contains(text, wrong) {
				t.Errorf("token %s: %q in %s", tt.token, wrong, text)
			}
		}
		games, err := record.Read(strings.NewReader(strings.TrimPrefix(text, "toy\n")))
		if err != nil || games[0].Sound() != nil {
			t.Errorf("token %s: no sound record: %v, %v", tt.token, err, games[0].Sound())
		}
	}
}

// A result that replaces another one counts, and a plan that pairs by results makes its pairings again.
func TestReplaced(t *testing.T) {
	for _, kind := range []string{plan.RoundRobin, plan.Swiss} {
		b := New(Options{Open: true})
		teams := []string{"a", "b", "c", "d", "e", "f"}
		if err := b.Begin("x", toy(), headOf(kind, 3, teams...)); err != nil {
			t.Fatal(err)
		}
		ids := play(t, b, "x", 1000, 60, better)
		want := New(Options{Open: true})
		if err := want.Begin("x", toy(), headOf(kind, 3, teams...)); err != nil {
			t.Fatal(err)
		}
		other := func(n int, teams []int) int {
			if n == 1 {
				return 1 - better(n, teams)
			}
			return better(n, teams)
		}
		play(t, want, "x", 1000, 60, other)
		p, _ := b.contest("x").follower.Pairing(ids[0])
		if err := b.Add("x", ids[0], Result{Line: lineOf(1 - better(0, p.Teams)), At: start}); err != nil {
			t.Fatal(err)
		}
		play(t, b, "x", 1000, 60, other) // what the plan issues now
		now := start.Add(time.Hour)
		b.refresh(now)
		want.refresh(now)
		if is, should := b.contest("x").view.Rows, want.contest("x").view.Rows; fmt.Sprint(is) != fmt.Sprint(should) {
			t.Errorf("%s: the table is\n%v\nwant\n%v", kind, is, should)
		}
		if got, games := len(b.contest("x").order), len(want.contest("x").order); got != games {
			t.Errorf("%s: %d games, want %d", kind, got, games)
		}
	}
}

// A browser that has a page already is told so; a page that has changed is sent.
func TestKnown(t *testing.T) {
	b, h := house(t)
	_, _, header := get(t, h, "/league/week1/?token=watch")
	tag := header.Get("ETag")
	if code, text, _ := get(t, h, "/league/week1/?token=watch", "If-None-Match", tag); code != http.StatusNotModified || text != "" {
		t.Errorf("the same page: status %d, %d bytes", code, len(text))
	}
	b.Pause("week1", true)
	b.refresh(start.Add(10 * time.Minute))
	code, text, _ := get(t, h, "/league/week1/?token=watch", "If-None-Match", tag)
	if code != 200 || !strings.Contains(text, "paused") {
		t.Errorf("a paused league: status %d: %s", code, text)
	}
}

// Replays are kept, made a few at a time, and refused when too many are requested.
func TestReplays(t *testing.T) {
	made, going := make(chan struct{}, 100), make(chan struct{})
	r := newReplays(func(context.Context, string, []byte) ([]byte, error) {
		made <- struct{}{}
		<-going
		return []byte("page"), nil
	})
	read := func() (string, []byte, error) { return "toy", nil, nil }
	ended := make(chan error, maxQueue+1)
	for n := range maxQueue {
		go func() {
			_, err := r.get(t.Context(), fmt.Sprint(n), read)
			ended <- err
		}()
	}
	for len(r.queue) < maxQueue || len(made) < maxMaking {
		time.Sleep(time.Millisecond)
	}
	var refused refusal
	if _, err := r.get(t.Context(), "more", read); !errors.As(err, &refused) || refused.status != http.StatusServiceUnavailable {
		t.Errorf("one more than %d: %v", maxQueue, err)
	}
	if len(made) != maxMaking {
		t.Errorf("%d are made at a time, want %d", len(made), maxMaking)
	}
	close(going)
	for range maxQueue {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	before := len(made)
	if text, err := r.get(t.Context(), "0", read); err != nil || string(text) != "page" || len(made) != before {
		t.Errorf("a page that is kept: %q, %v, made %d", text, err, len(made)-before)
	}
}

// spent returns the processor time of the thread to which a test has locked itself.
func spent(t testing.TB) time.Duration {
	t.Helper()
	d, ok := cpu.This().Spent()
	if !ok {
		t.Skip("this system does not say how much processor time a thread has used")
	}
	return d
}

// With 100,000 games a page costs at most 100 ms of a processor, also the first one after news.
func TestLarge(t *testing.T) {
	gametest.Long(t, "makes pages of 100,000 games")
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	b := New(Options{Open: true})
	var teams []string
	for i := range 40 {
		teams = append(teams, fmt.Sprint("team-", i))
	}
	if err := b.Begin("large", toy(), headOf(plan.RoundRobin, 65, teams...)); err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(1, 1))
	began := spent(t)
	ids := play(t, b, "large", 100_000, 1000, func(_ int, teams []int) int { return dice.IntN(3) - 1 })
	if len(ids) != 100_000 {
		t.Fatalf("%d games", len(ids))
	}
	t.Logf("taking the games in: %v", spent(t)-began)
	began = spent(t)
	now := start.Add(time.Hour)
	b.refresh(now)
	t.Logf("making the tables, beside the pages: %v", spent(t)-began)
	h := b.Handler()
	running := seen(t, 7)
	for _, path := range []string{
		"/", "/league/large/", "/league/large/games", "/league/large/games?a=3&b=4", "/league/large/games?defaults=1", "/league/large/now",
	} {
		began := spent(t)
		const times = 5
		for range times {
			now = now.Add(time.Minute)
			b.lookAround(now, []*contest{b.contest("large")})
			c := b.contest("large")
			c.view = c.look(now, c.view.table, nil) // no page of it is kept
			for n := range MaxBoards {
				b.Show("large", Position{Worker: fmt.Sprint("w", n), ID: ids[n], Scene: running, At: time.Now()}, 1)
			}
			if code, text, _ := get(t, h, path); code != 200 || len(text) < 1000 {
				t.Fatalf("%s: status %d: %s", path, code, text)
			}
		}
		cost := (spent(t) - began) / times
		t.Logf("%s: %v", path, cost)
		if cost > 100*time.Millisecond {
			t.Errorf("%s costs %v of a processor, want at most 100 ms", path, cost)
		}
	}
}

// The changes of a ladder may come long after the results of the games that they issued, which come in any order: the board has all
// games in the end, and the same table.
func TestLateEvents(t *testing.T) {
	head := headOf(plan.Ladder, 0, "a", "b", "c")
	head.Plan = &plan.Settings{Plan: plan.Ladder, Ahead: 4}
	begin := func() *Board {
		b := New(Options{Open: true})
		if err := b.Begin("x", toy(), head); err != nil {
			t.Fatal(err)
		}
		return b
	}
	want := begin()
	var ids []string
	var events []tournament.Event
	for n, change := range []plan.Event{{Type: plan.Add}, {Type: plan.Leave, Team: 1}, {Type: plan.Add}, {Type: plan.Return, Team: 1}, {Type: plan.Leave, Team: 0}} {
		play(t, want, "x", 12*(n+1), 60, better)
		stamped, err := want.contest("x").follower.Schedule().Stamp(change)
		if err != nil {
			t.Fatal(err)
		}
		e := tournament.Event{Event: stamped}
		if change.Type == plan.Add {
			e.Entry = &tournament.Team{Label: fmt.Sprint("late-", n), Spec: "bots/0123"}
		}
		if err := want.Happen("x", e); err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	ids = play(t, want, "x", 80, 60, better)
	now := start.Add(time.Hour)
	want.refresh(now)
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 1))
		b, left := begin(), slices.Clone(events)
		rng.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		moments := make([]int, len(events)) // when the changes come
		for i := range moments {
			moments[i] = rng.IntN(len(ids) + 1)
		}
		slices.Sort(moments)
		var early []string
		for n := range len(ids) + 1 {
			for ; len(left) > 0 && moments[len(events)-len(left)] == n; left = left[1:] {
				if err := b.Happen("x", left[0]); err != nil {
					t.Fatal(err)
				}
			}
			if n < len(ids) {
				early = append(early, ids[n])
			}
			for issued := -1; issued != b.Issued("x"); {
				issued = b.Issued("x")
				early = slices.DeleteFunc(early, func(id string) bool {
					j, known := b.Job("x", id)
					if known {
						p, _ := b.contest("x").follower.Pairing(j.ID)
						if err := b.Add("x", id, Result{Line: lineOf(better(0, p.Teams)), At: start}); err != nil {
							t.Fatal(err)
						}
					}
					return known
				})
			}
		}
		b.refresh(now)
		if got := b.Played("x"); got != len(ids) {
			t.Errorf("seed %d: %d games, want %d", seed, got, len(ids))
		}
		if is, should := b.contest("x").view.Rows, want.contest("x").view.Rows; fmt.Sprint(is) != fmt.Sprint(should) {
			t.Errorf("seed %d: the table is\n%v\nwant\n%v", seed, is, should)
		}
	}
}

// The list of a team's games has none that counts for nobody: there is no record of it.
func TestOwnGames(t *testing.T) {
	b := New(Options{})
	if err := b.Begin("cup", toy(), headOf(plan.RoundRobin, 2, "alice@1", "bob@1")); err != nil {
		t.Fatal(err)
	}
	ids := play(t, b, "cup", 3, 60, better)
	if err := b.Add("cup", ids[1], Result{Void: "a team has left", At: start}); err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, g := range b.Games("cup", "alice", 0, 10) {
		got = append(got, g.N)
	}
	if !slices.Equal(got, []int{3, 1}) {
		t.Errorf("the games of alice are %v, want 3 and 1", got)
	}
}
