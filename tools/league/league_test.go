package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// programs makes a folder with links to this program under other names.
func programs(t testing.TB, names ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range names {
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		if err := os.Link(self, filepath.Join(dir, name)); err == nil {
			continue
		}
		content, err := os.ReadFile(self)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), content, 0o777)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// house is a server with what belongs to it.
type house struct {
	*testing.T
	dir    string // of the server
	games  string // a folder with dice
	server *served
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{T: t, dir: t.TempDir(), games: programs(t, "dice")}
	var err error
	if h.server, err = startServer(h.dir, nil, "127.0.0.1:0", 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.server.stop() })
	return h
}

func (h *house) key(name string) string { return filepath.Join(h.dir, "keys", name+".json") }

func (h *house) dial(name string) *bus {
	h.Helper()
	b, err := dial(h.server.url(), h.key(name), "test")
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(b.Close)
	return b
}

// worker starts a worker in this process and returns a function that stops it and waits for its end.
func (h *house) worker(name string, slots int) (stop func()) {
	h.Helper()
	return h.workerOf(name, slots, "worker", h.games)
}

// workerOf is worker with a key and a folder of games of its own.
func (h *house) workerOf(name string, slots int, key, games string) (stop func()) {
	h.Helper()
	found, err := find(h.Context(), games)
	if err != nil {
		h.Fatal(err)
	}
	w := &worker{bus: h.dial(key), name: name, found: found, slots: slots, log: h.Output(), flags: []string{"--jail", "off"}}
	ctx, cancel := context.WithCancel(h.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			h.Errorf("worker %s: %v", name, err)
		}
	})
	h.Cleanup(stop)
	return stop
}

// league runs a command line of the admin and returns what it prints.
func (h *house) league(ctx context.Context, args ...string) (code int, out, errs string) {
	h.Helper()
	flags := []string{args[0], "--nats", h.server.url(), "--creds", h.key("admin")}
	if args[0] == "run" {
		flags = append(flags, "--games", h.games)
	}
	var o, e safe
	code = run(ctx, append(flags, args[1:]...), &o, &e)
	return code, o.String(), e.String()
}

func (h *house) must(args ...string) string {
	h.Helper()
	code, out, errs := h.league(h.Context(), args...)
	if code != 0 {
		h.Fatalf("league %s: exit code %d\n%s%s", strings.Join(args, " "), code, out, errs)
	}
	return out
}

// safe is a buffer for several goroutines.
type safe struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safe) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *safe) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// dice runs a command line of the game.
func (h *house) dice(args ...string) string {
	h.Helper()
	out, err := exec.CommandContext(h.Context(), filepath.Join(h.games, "dice"), args...).Output()
	if err != nil {
		var exit *exec.ExitError
		errors.As(err, &exit)
		h.Fatalf("dice %s: %v\n%s%s", strings.Join(args, " "), err, out, exit.Stderr)
	}
	return string(out)
}

var times = regexp.MustCompile(`"ms":[0-9.]+|,"hash":"[0-9a-f]+"`)

// records returns the records of a tournament without times, by the names of their files.
func records(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "games", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list[filepath.Base(file)] = times.ReplaceAllString(string(text), "")
	}
	return list
}

// same compares two folders with the same tournament.
func (h *house) same(want, got string, games int) {
	h.Helper()
	a, b := records(h.T, want), records(h.T, got)
	if len(a) != games || len(b) != games {
		h.Errorf("%d and %d records, want %d", len(a), len(b), games)
	}
	for name, text := range a {
		if b[name] != text {
			h.Errorf("record %s differs:\n%s\n%s", name, text, b[name])
			break
		}
	}
	if a, b := h.dice("tournament", "standings", want, "--csv"), h.dice("tournament", "standings", got, "--csv"); a != b {
		h.Errorf("the tables differ:\n%s\n%s", a, b)
	}
	if said := h.dice("tournament", "verify", got); !strings.Contains(said, fmt.Sprintf("%d games agree with their records", games)) {
		h.Errorf("verify says %q", said)
	}
}

// eventually waits until a condition is true.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within two minutes: %s", what)
		}
	}
}

// A league that workers play equals the tournament that one machine plays, for every plan, and can be made again from the
// results.
func TestLeague(t *testing.T) {
	h := newHouse(t)
	h.worker("one", 2)
	h.worker("two", 1)
	for plan, games := range map[string]int{"round-robin": 24, "swiss": 16, "gauntlet": 12} {
		dir := t.TempDir()
		local, far, export := filepath.Join(dir, "local"), filepath.Join(dir, "far"), filepath.Join(dir, "export")
		args := []string{"throw", "b=throw", "c=throw", "d=throw", "--seed", "7", "--plan", plan, "--pairs", "2"}
		table := h.dice(append([]string{"tournament", "run", "--dir", local}, args...)...)
		if got := h.must(append([]string{"run", "--name", plan, "--dir", far, "--game", "dice", "--"}, args...)...); got != table {
			t.Errorf("%s: the table is\n%s\nwant\n%s", plan, got, table)
		}
		h.same(local, far, games)
		text, err := exec.Command(filepath.Join(h.games, "dice"), "tournament", "rerun", far, "b").CombinedOutput()
		if want := "tournament rerun: other machines play the games of " + far + ", by `league run` as league " + plan + ","; err == nil ||
			!strings.Contains(string(text), want) || strings.Count(string(text), "\n") != 1 {
			t.Errorf("%s: rerun says %v, %s; want %s", plan, err, text, want)
		}
		h.must("export", plan, export)
		h.same(local, export, games)
		if got := h.must("standings", plan); got != table {
			t.Errorf("%s: the standings are\n%s\nwant\n%s", plan, got, table)
		}
	}
	status := h.must("status")
	for _, want := range []string{`round-robin +dice +4 +24 +0`, `swiss +dice +4 +16 +0`, `one .* of 2 .*dice \(rules 1`, `two .* of 1 `} {
		if !regexp.MustCompile(want).MatchString(status) {
			t.Errorf("status lacks %q:\n%s", want, status)
		}
	}
}

// An interrupted league continues where it was, and games that were played meanwhile are not played again.
func TestGoesOn(t *testing.T) {
	gametest.Slow(t)
	h := newHouse(t)
	dir := filepath.Join(t.TempDir(), "the cup")
	ctx, cancel := context.WithCancel(t.Context())
	ended, said := make(chan int, 1), ""
	go func() {
		code, _, errs := h.league(ctx, "run", "--name", "cup", "--dir", dir, "--ahead", "5", "--priority", normal, "--game", "dice",
			"--", "throw", "b=throw", "--seed", "7", "--pairs", "10")
		said = errs
		ended <- code
	}()
	b := h.dial("admin")
	waits := func() int {
		n, err := b.count(t.Context(), jobs, jobSubject("dice", "1", normal, "cup", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	eventually(t, "five jobs wait", func() bool { return waits() == 5 })
	cancel()
	if code := <-ended; code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	_, line, _ := strings.Cut(said, "continue with: league ")
	line, _, _ = strings.Cut(line, "\n")
	again, err := proc.Split(line)
	if err != nil || !strings.Contains(line, "--ahead=5") || !strings.Contains(line, "--priority=normal") || strings.Contains(line, "dice") {
		t.Fatalf("continue with %q, %v: want the flags of the run without those of a new league", line, err)
	}
	h.worker("one", 1)
	eventually(t, "no job waits", func() bool { return waits() == 0 })
	h.must("pause", "cup")
	if status := h.must("status"); !regexp.MustCompile(`cup +dice +2 +5 +0 +paused`).MatchString(status) {
		t.Errorf("status is\n%s", status)
	}
	// While it is paused nothing is handed out; the results of the five games are read afterwards.
	go func() {
		var out, errs safe
		code := run(t.Context(), again, &out, &errs)
		if code != 0 {
			t.Errorf("exit code %d: %s", code, errs.String())
		}
		ended <- code
	}()
	select {
	case <-ended:
		t.Error("a paused league was played")
	case <-time.After(500 * time.Millisecond):
	}
	h.must("resume", "cup")
	<-ended
	local := filepath.Join(t.TempDir(), "local")
	h.dice("tournament", "run", "--dir", local, "throw", "b=throw", "--seed", "7", "--pairs", "10")
	h.same(local, dir, 20)
}

// A game during which the program ends by itself three times counts for nobody; its last words are kept. The others are played.
func TestDeadLetter(t *testing.T) {
	gametest.Slow(t)
	h := newHouse(t)
	h.worker("one", 2)
	dir := filepath.Join(t.TempDir(), "cup")
	h.must("run", "--name", "cup", "--dir", dir, "--game", "dice", "--", "throw", "b=throw", "bad=fatal", "--seed", "7")
	journal, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if got := bytes.Count(journal, []byte(`{"type":"void",`)); got != 4 {
		t.Errorf("%d games count for nobody, want 4:\n%s", got, journal)
	}
	if !bytes.Contains(journal, []byte("the process died during it: fatal error: stack overflow (exit status 2)")) {
		t.Errorf("the journal lacks the last words:\n%s", journal)
	}
	if got := bytes.Count(journal, []byte(`{"type":"game",`)); got != 2 {
		t.Errorf("%d games were played, want 2:\n%s", got, journal)
	}
}

// Leagues run side by side: the one with the higher priority is played first, and the other one does not starve.
func TestPriorities(t *testing.T) {
	if testing.Short() {
		t.Skip("parses two command lines at once, which the library does not support: run without -short")
	}
	h := newHouse(t)
	b := h.dial("admin")
	over := make(chan string, 2)
	for _, priority := range []string{low, high} {
		dir := filepath.Join(t.TempDir(), priority)
		go func() {
			code, _, errs := h.league(t.Context(), "run", "--name", "l-"+priority, "--dir", dir, "--priority", priority, "--game", "dice", "--",
				"throw", "b=throw", "--seed", "7", "--pairs", "15")
			over <- fmt.Sprintf("exit code %d\n%s", code, errs)
		}()
	}
	eventually(t, "60 jobs wait", func() bool {
		n, err := b.count(t.Context(), jobs, "jobs.>")
		return err == nil && n == 60
	})
	h.worker("one", 1)
	for range 2 {
		if said := <-over; !strings.HasPrefix(said, "exit code 0") {
			t.Error(said)
		}
	}
	kept, err := b.Stream(t.Context(), results)
	if err != nil {
		t.Fatal(err)
	}
	played := map[string]int{} // of the first 30
	for seq := range uint64(30) {
		m, err := kept.GetMsg(t.Context(), seq+1)
		if err != nil {
			t.Fatal(err)
		}
		played[strings.Split(m.Subject, ".")[1]]++
	}
	if played["l-high"] < 24 || played["l-low"] < 2 {
		t.Errorf("the first 30 games are %v, want nearly all of the high priority, and a few of the low one", played)
	}
	if status := h.must("status"); !regexp.MustCompile(`l-high +dice +2 +30 +0 +open +high`).MatchString(status) {
		t.Errorf("status:\n%s", status)
	}
	if _, _, errs := h.league(t.Context(), "run", "--name", "x", "--priority", "urgent"); !strings.Contains(errs, `flag --priority: "urgent": want high, normal, low`) {
		t.Error(errs)
	}
}

// With the key of workers nobody can hand out games, delete results or read messages to others.
func TestWorkerKey(t *testing.T) {
	gametest.Long(t, "waits for answers that a worker must not get")
	h := newHouse(t)
	b := h.dial("worker")
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	for what, try := range map[string]func() error{
		"a job": func() error {
			_, err := b.JetStream.Publish(ctx, jobSubject("dice", "1", normal, "cup", "x"), []byte("{}"))
			return err
		},
		"a league": func() error {
			_, err := b.JetStream.Publish(ctx, "$KV."+leagues+"."+headKey("cup"), []byte("{}"))
			return err
		},
		"a stream gone": func() error { return b.DeleteStream(ctx, results) },
		"a stream empty": func() error {
			_, err := b.Request("$JS.API.STREAM.PURGE.RESULTS", nil, 500*time.Millisecond)
			return err
		},
	} {
		if err := try(); err == nil {
			t.Errorf("a worker makes %s", what)
		}
	}
	sub, err := b.SubscribeSync(inbox("admin") + ".>")
	if err != nil {
		t.Fatal(err)
	}
	b.Flush()
	admin := h.dial("admin")
	if _, err := admin.Stream(t.Context(), results); err != nil { // its answer goes to the admin's inbox
		t.Fatal(err)
	}
	if m, err := sub.NextMsg(300 * time.Millisecond); err == nil {
		t.Errorf("a worker reads the admin's answer %s", m.Data)
	}
	other := t.TempDir()
	if _, err := makeKeys(other, nil, "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	stranger, err := readKey(filepath.Join(other, "keys", "admin.json"))
	if err != nil {
		t.Fatal(err)
	}
	own, err := readKey(h.key("admin"))
	if err != nil {
		t.Fatal(err)
	}
	stranger.CA = own.CA
	text, err := json.Marshal(stranger)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(other, "stranger.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := dial(h.server.url(), file, "stranger"); err == nil || !strings.Contains(err.Error(), "does not know the key "+file) {
		t.Errorf("a key of another server: %v", err)
	}
	if _, err := dial(h.server.url(), filepath.Join(other, "keys", "admin.json"), "stranger"); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("the certificate of another server: %v", err)
	}
}

// Two servers do not share a folder, and a restarted server still has its results.
func TestServer(t *testing.T) {
	gametest.Slow(t)
	h := newHouse(t)
	if _, err := startServer(h.dir, nil, "127.0.0.1:0", 0); err == nil || !strings.Contains(err.Error(), "another server uses") {
		t.Errorf("a second server in the folder: %v", err)
	}
	b := h.dial("worker")
	if _, err := b.JetStream.Publish(t.Context(), resultSubject("cup", "x"), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	h.server.stop()
	var err error
	if h.server, err = startServer(h.dir, nil, "127.0.0.1:0", 0); err != nil {
		t.Fatal(err)
	}
	if n, err := h.dial("admin").count(t.Context(), results, resultSubject("cup", "*")); n != 1 || err != nil {
		t.Errorf("%d results, %v; want 1", n, err)
	}
	if info, err := os.Stat(h.key("admin")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the admin's key: %v, %v: want that only its owner reads it", info.Mode(), err)
	}
}

// A wrong command line is reported in one line, and the exit code is 2.
func TestCommandLines(t *testing.T) {
	h := newHouse(t)
	h.must("pause", "--help")
	if _, err := makeKeys(h.dir, nil, "127.0.0.1:0", "team-alice"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"what", `unknown verb "what"`},
		{"serve now", `unexpected argument "now"`},
		{"serve --dir X --listen here", `flag --listen: "here": want [HOST]:PORT`},
		{"status", "want --creds FILE"},
		{"--what", "league: unknown flag --what"},
		{"status --creds none", "flag --creds: open none"},
		{"status --creds ALICE", "is the key of team-alice: status wants the admin's"},
		{"run --name cup --games GAMES --creds ALICE", "is the key of team-alice: run wants the admin's"},
		{"worker --games GAMES --creds ALICE", "is the key of team-alice: want that of a worker"},
		{"list --creds WORKER", "is the key of worker: list wants that of a team or the admin's"},
		{"withdraw ADMIN --team alice", `flag --game: "": want the name of a game`},
		{"status --creds " + filepath.Join(h.dir, "keys", "server.pem"), "is not a key"},
		{"standings ADMIN", "0 arguments: want NAME"},
		{"standings ADMIN cup", `no league is called "cup"`},
		{"standings ADMIN a.b", `no league is called "a.b"`},
		{"export ADMIN cup", "1 argument: want NAME DIR"},
		{"pause ADMIN cup", `no league is called "cup"`},
		{"pause cup --creds x", "flag --creds stands after an argument"},
		{"status ADMIN --what", "status: unknown flag --what"},
		{"worker ADMIN --name a.b", `flag --name: "a.b"`},
		{"worker ADMIN --slots 0", "flag --slots: 0: want at least 1"},
		{"worker ADMIN --games nowhere", "flag --games: open nowhere"},
		{"run ADMIN --name a.b", `flag --name: "a.b"`},
		{"run ADMIN --name cup --audit 2", "flag --audit: 2: want a share of the games from 0 to 1"},
		{"run ADMIN --name cup --stuck 0s", "flag --stuck: 0s: want at least 1s"},
		{"recall ADMIN cup", "1 argument: want NAME WORKER"},
		{"recall ADMIN cup one", `no league is called "cup"`},
		{"release-worker ADMIN a.b", `no worker "a.b" is quarantined`},
		{"run ADMIN --name cup --ahead 0", "flag --ahead: 0: want at least 1"},
		{"run ADMIN --name cup --dir nowhere", "nowhere holds no league: want --game GAME"},
		{"run ADMIN --name cup --dir nowhere --games GAMES --game chess -- a b", `flag --game: "chess": the folder GAMES has dice`},
		{"run ADMIN --name cup --dir nowhere --games GAMES --game dice -- a b", `unknown player "a"`},
		{"run ADMIN --name cup --dir nowhere --games GAMES --game dice -- throw", "1 teams, want at least 2"},
	} {
		fill := strings.NewReplacer("ADMIN", "--nats "+h.server.url()+" --creds "+h.key("admin"), "GAMES", h.games,
			"ALICE", h.key("team-alice"), "WORKER", h.key("worker"))
		args := strings.Fields(fill.Replace(c.args))
		var out, errs safe
		code := run(t.Context(), args, &out, &errs)
		want := strings.ReplaceAll(c.want, "GAMES", h.games)
		if code != 2 || !strings.Contains(errs.String(), want) || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("league %s: exit code %d, want 2, and %q in one line, got\n%s", c.args, code, want, errs.String())
		}
	}
	if _, err := os.Stat("nowhere"); err == nil {
		t.Error("a wrong command line left a folder behind")
	}
}

// TestAbsent checks that absent recognizes the server's errors for messages and keys that do not exist.
func TestAbsent(t *testing.T) {
	h := newHouse(t)
	b := h.dial("admin")
	s, err := b.Stream(t.Context(), results)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.GetLastMsgForSubject(t.Context(), resultSubject("cup", "none")); !absent(err) {
		t.Errorf("no result: %v", err)
	}
	kv, err := b.KeyValue(t.Context(), leagues)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kv.Get(t.Context(), headKey("none")); !absent(err) {
		t.Errorf("no league: %v", err)
	}
}

// The judge may forfeit a team of a league in its folder; the server learns of it when the league goes on.
func TestForfeited(t *testing.T) {
	gametest.Slow(t)
	h := newHouse(t)
	dir := filepath.Join(t.TempDir(), "cup")
	h.worker("one", 1)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() {
		code, _, _ := h.league(ctx, "run", "--name", "cup", "--dir", dir, "--ahead", "2", "--game", "dice", "--",
			"throw", "b=throw", "c=throw", "--seed", "7", "--pairs", "200")
		ended <- code
	}()
	b := h.dial("admin")
	eventually(t, "games are played", func() bool {
		n, err := b.count(t.Context(), results, resultSubject("cup", "*"))
		return err == nil && n > 3
	})
	cancel()
	<-ended
	h.dice("tournament", "forfeit", dir, "b", "--reason", "left")
	table := h.must("run", "--name", "cup", "--dir", dir)
	if got := h.must("standings", "cup"); got != table {
		t.Errorf("the standings are\n%s\nwant\n%s", got, table)
	}
}

// A folder behind a flag without a value is a bot, not the value of the flag.
func TestBotBehindSwitch(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"notes.txt", "more.txt"} { // neither is a player
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{dir}, {"--budget-cpu", dir}, {"--oversubscribe", dir}} {
		if there, err := (&handing{}).localBots(t.Context(), t.TempDir(), args); err == nil {
			t.Errorf("%q: %q, want that the folder holds no bot", args, there)
		}
	}
	if _, err := (&handing{}).localBots(t.Context(), t.TempDir(), []string{"--jail-read", dir}); err != nil {
		t.Errorf("the value of a flag: %v", err)
	}
}
