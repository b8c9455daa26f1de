package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/gridiron-games/gridiron/tools/league/board"
)

// shBotOf writes a script of sh that always throws the same number, and returns its folder.
func shBotOf(t *testing.T, thrown int) string {
	t.Helper()
	dir := botFolder(t, map[string]string{"bot": strings.Replace(shBot, `"move\":6`, fmt.Sprintf(`"move\":%d`, thrown), 1)})
	if err := os.Chmod(filepath.Join(dir, "bot"), 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// climb runs a ladder until stop is called, which returns what it printed.
func (h *house) climb(dir string, args ...string) (errs *safe, stop func() string) {
	h.Helper()
	ctx, cancel := context.WithCancel(h.Context())
	h.Cleanup(cancel)
	errs = &safe{}
	over := make(chan string, 1)
	flags := []string{"run", "--nats", h.server.url(), "--creds", h.key("admin"), "--games", h.games, "--name", "climb", "--dir", dir}
	go func() {
		var out safe
		code := run(ctx, append(flags, args...), &out, errs)
		over <- fmt.Sprintf("exit code %d\n%s%s", code, out.String(), errs.String())
	}()
	return errs, func() string {
		cancel()
		return <-over
	}
}

// lines counts the lines of a type in a journal.
func lines(t *testing.T, dir, kind string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), `{"type":"`+kind+`",`)
}

// In a ladder teams join with the version that they submit, change with the next one and leave when they withdraw, while games
// are played. The server has the same changes as the folder, also after an interruption.
func TestLadder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows: the bots of this test are scripts of sh")
	}
	if testing.Short() {
		t.Skip("parses two command lines at once, which the library does not support: run without -short")
	}
	before := lookSubmitted
	lookSubmitted = 100 * time.Millisecond
	t.Cleanup(func() { lookSubmitted = before })
	h := teamsHouse(t, "alice")
	h.worker("one", 2)
	b := h.dial("admin")
	eventually(t, "the worker is there", func() bool {
		list, err := b.present(t.Context())
		return err == nil && len(list) == 1
	})
	dir := filepath.Join(t.TempDir(), "climb")
	errs, stop := h.climb(dir, "--game", "dice", "--plan", "ladder", "--ahead", "2", "--all", "--", "throw", "--seed", "7")
	says := func(what string) {
		t.Helper()
		eventually(t, "run says "+what, func() bool { return strings.Contains(errs.String(), what) })
	}
	says("too few teams play, 1 of at least 2: it waits for `league submit`")
	for n, thrown := range []int{6, 1} {
		if code, out, errs := h.team("alice", "submit", "--game", "dice", shBotOf(t, thrown)); code != 0 {
			t.Fatalf("exit code %d: %s%s", code, out, errs)
		}
		says(fmt.Sprintf("alice@%d is accepted", n+1))
		eventually(t, fmt.Sprintf("alice@%d has played five games", n+1), func() bool {
			played := 0
			for _, text := range records(t, dir) {
				if strings.Contains(text, fmt.Sprintf(`"alice@%d"`, n+1)) && strings.Contains(text, `{"type":"result"`) {
					played++
				}
			}
			return played >= 5
		})
	}
	says("alice@2 is accepted, alice@1 leaves")
	if code, _, errs := h.team("alice", "withdraw", "--game", "dice"); code != 0 {
		t.Errorf("exit code %d: %s", code, errs)
	}
	says("alice@2 leaves")
	said := stop()
	for _, want := range []string{`^exit code 1\n`, `\n[1-3] +throw `, `\n[1-3] +alice@1 .* 0 +0 `, `\n[1-3] +alice@2 `, `continue with: league run`} {
		if !regexp.MustCompile(want).MatchString(said) {
			t.Errorf("the ladder was broken off, and lacks %q:\n%s", want, said)
		}
	}

	// It continues where it was, with the first version, which is submitted again.
	errs, stop = h.climb(dir)
	if code, out, errs := h.team("alice", "submit", "--game", "dice", shBotOf(t, 6)); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	says("alice@1 is back")
	games := lines(t, dir, "game")
	eventually(t, "five more games are played", func() bool { return lines(t, dir, "game") >= games+5 })
	h.must("pause", "climb")
	eventually(t, "the folder has all that was played", func() bool {
		n, err := b.count(t.Context(), results, resultSubject("climb", "*"))
		w, err2 := b.count(t.Context(), jobs, jobSubject("*", "*", "*", "climb", "*"))
		return err == nil && err2 == nil && w == 0 && n == lines(t, dir, "game")+lines(t, dir, "void")
	})
	stop()
	for name, text := range records(t, dir) { // a game that was broken off, and not played again because a team had left
		if !strings.Contains(text, `{"type":"result"`) {
			if err := os.Remove(filepath.Join(dir, "games", name)); err != nil {
				t.Error(err)
			}
		}
	}
	export := filepath.Join(t.TempDir(), "export")
	h.must("export", "climb", export)
	h.same(dir, export, lines(t, dir, "game"))
	for _, kind := range []string{"void", "add", "leave", "return"} {
		if got, want := lines(t, export, kind), lines(t, dir, kind); got != want {
			t.Errorf("the export has %d lines of type %s, the folder %d", got, kind, want)
		}
	}
	if got, want := h.must("standings", "climb"), h.dice("tournament", "standings", dir); !strings.HasPrefix(want, got) {
		t.Errorf("the standings are\n%s\nwant\n%s", got, want)
	}
	if status := h.must("status"); !regexp.MustCompile(`climb +dice +2 +[0-9]+ +0 +paused`).MatchString(status) {
		t.Errorf("status says\n%s", status)
	}

	// The page follows it, too.
	f := newFeed(h.dial("admin"), nil, t.Output())
	f.board = board.New(f.options(true, nil))
	ctx, cancel := context.WithCancel(t.Context())
	followed := make(chan error, 1)
	go func() { followed <- f.run(ctx) }()
	played := lines(t, dir, "game")
	eventually(t, "the page knows all games", func() bool { return f.board.Played("climb") == played })
	cancel()
	if err := <-followed; err != nil {
		t.Error(err)
	}
	pageOfLateEvents(t, h, played)

	// A folder that lacks changes that the server has is refused.
	old := filepath.Join(t.TempDir(), "old")
	h.must("export", "climb", old)
	journal := filepath.Join(old, "journal.jsonl")
	text, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(journal, []byte(head+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := h.league(t.Context(), "run", "--name", "climb", "--dir", old); code != 2 || !strings.Contains(errs, "the server knows changes of league climb") {
		t.Errorf("exit code %d: %s", code, errs)
	}
}

// pageOfLateEvents has the page receive all results of ladder climb before the changes that issued their games.
func pageOfLateEvents(t *testing.T, h *house, played int) {
	t.Helper()
	f := newFeed(h.dial("admin"), nil, t.Output())
	f.board = board.New(f.options(true, nil))
	entries, err := f.follow(t.Context(), leagues)
	if err != nil {
		t.Fatal(err)
	}
	var events []jetstream.KeyValueEntry
	for e := range entries {
		if e == nil {
			break
		}
		if strings.HasPrefix(e.Key(), eventKey("")) {
			events = append(events, e)
			continue
		}
		f.head(t.Context(), e)
	}
	results, err := f.count(t.Context(), results, resultSubject("climb", "*"))
	if err != nil || results == 0 || len(events) == 0 {
		t.Fatalf("%d results, %d changes, %v", results, len(events), err)
	}
	flow := f.games["climb"]
	waiting := func() int {
		flow.mu.Lock()
		defer flow.mu.Unlock()
		return len(flow.early)
	}
	eventually(t, "all results have arrived", func() bool { return waiting() == results })
	for _, e := range events {
		f.head(t.Context(), e)
	}
	broken, cancel := context.WithCancel(t.Context())
	cancel()
	f.tell(broken) // the server does not answer
	if got := f.board.Played("climb"); got != 0 || waiting() != results {
		t.Errorf("without the server the page has %d games, and %d results wait, want 0 and %d", got, waiting(), results)
	}
	f.tell(t.Context())
	if got := f.board.Played("climb"); got != played {
		t.Errorf("the page has %d games, want %d", got, played)
	}
}
