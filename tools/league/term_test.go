package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker/protocol"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// termBots are what students hand in, as the body of a loop over questions.
var termBots = []string{
	`print(json.dumps({"type": "answer", "id": m["id"], "move": 6}), flush=True)`,                                                      // good
	`print(json.dumps({"type": "answer", "id": m["id"], "move": 1}), flush=True)`,                                                      // weak
	`print(json.dumps({"type": "answer", "id": m["id"], "move": [`,                                                                     // broken: no program
	`import time; time.sleep(0.02); print(json.dumps({"type": "answer", "id": m["id"], "move": 4}), flush=True)`,                       // slow
	`print("\x1b[2J" + "x" * 100000, flush=True); print(json.dumps({"type": "answer", "id": m["id"] - 1, "move": 1e999}), flush=True)`, // hostile
	`import os; os.spawnvp(os.P_NOWAIT, "sleep", ["sleep", "60"]); os.kill(os.getppid(), 9)`,                                           // hostile
}

func termBot(kind int, comment string) []byte {
	return fmt.Appendf(nil, "# %s\nimport json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m[\"type\"] == \"hello\":\n"+
		"        print('{\"type\":\"hello\",\"name\":\"py\"}', flush=True)\n    elif m[\"type\"] == \"ask\":\n        %s\n", comment, termBots[kind])
}

// TestTerm is a whole term: teams of all kinds upload to two games and challenge each other while the host is killed, its disk is
// full, and its clock jumps; then there are a deadline, a final and grades. Nothing that was accepted is lost, and nothing counts
// twice. GRIDIRON_TERM=TEAMS,UPLOADS,KILLS sets how long the term is; 120,600,20 takes 40 minutes
// on two busy cores: an upload took 0.55 s of processor time, with the ladder meanwhile, a game 0.19 s, and the host 75 MB.
func TestTerm(t *testing.T) {
	gametest.Long(t, "plays a term for minutes")
	teams, uploads, kills := 6, 24, 3
	if text := os.Getenv("GRIDIRON_TERM"); text != "" {
		if n, err := fmt.Sscanf(text, "%d,%d,%d", &teams, &uploads, &kills); n != 3 {
			t.Fatalf("GRIDIRON_TERM=%s: %v", text, err)
		}
	}
	dir := filepath.Join(t.TempDir(), "term")
	full := smallDisk(t, dir, 256<<20)
	var errs safe
	c := newTermIn(t, dir, "--game", "craps", "--slots", "2", "--jail", "auto", "--", "--budget", "1s")
	c.errs = &errs
	m := &measure{}
	watch := m.follow(t, c)
	tokens := c.teams(classList(teams))

	var mu sync.Mutex
	accepted := map[string]int{} // contents, as comments
	var sent atomic.Int64
	var all sync.WaitGroup
	for k := range teams {
		name := fmt.Sprintf("t%03d", k)
		all.Go(func() {
			for n := range uploads / teams {
				game := []string{"dice", "craps"}[n%2]
				kind := (k + n) % len(termBots)
				if n >= uploads/teams-2 { // the last ones of each game work
					kind = k % 2
				}
				comment := fmt.Sprintf("%s %s %d", name, game, n)
				form, body := form(t, map[string]string{"game": game}, []string{"bot.py"}, func(string) []byte { return termBot(kind, comment) })
				for began := time.Now(); ; time.Sleep(time.Duration(100+rand.IntN(200)) * time.Millisecond) {
					status, text, err := c.tryAsk(http.MethodPost, "/api/bots", tokens[name], form, body)
					if err == nil && (status == http.StatusAccepted || status == http.StatusOK) {
						mu.Lock()
						accepted[comment]++
						mu.Unlock()
						sent.Add(1)
						break
					}
					if err == nil && status < 500 && status != http.StatusConflict && status != http.StatusTooManyRequests {
						t.Errorf("%s: %d %s", comment, status, text)
						return
					}
					if time.Since(began) > 20*time.Minute {
						t.Errorf("%s was not accepted within 20 minutes: %d %s %v", comment, status, text, err)
						return
					}
				}
				if rand.IntN(3) == 0 {
					c.tryAsk(http.MethodPost, "/api/challenges", tokens[name], "application/json", fmt.Appendf(nil, `{"game":%q,"against":"throw"}`, game))
				}
			}
		})
	}
	// The host dies at random moments, and its clock is wrong for a while.
	clocks := []string{"0s", "2h", "0s", "-720h", "0s"}
	for k := range kills {
		until := int64(uploads * (k + 1) / (kills + 1))
		waitLong(t, fmt.Sprintf("%d uploads", until), func() bool { return sent.Load() >= until })
		time.Sleep(time.Duration(rand.IntN(1000)) * time.Millisecond) // a moment that nothing else decides
		c.kill()
		c.env = []string{"LEAGUE_TEST_CLOCK=" + clocks[(k+1)%len(clocks)]}
		c.begin()
		if k == kills/2 && full != nil {
			t.Log("the disk is full")
			free := full()
			waitLong(t, "the host ends", func() bool {
				_, _, err := c.tryAsk(http.MethodGet, "/api/course", c.token, "", nil)
				return err != nil
			})
			c.kill()
			free()
			c.begin()
		}
	}
	all.Wait()
	c.kill()
	c.env = nil
	c.begin()
	waitLong(t, "all checks are over", func() bool {
		_, text := c.ask(http.MethodGet, "/api/course", c.token, "", nil)
		return !strings.Contains(text, `"state":"waits"`)
	})
	uploadCost := m.cpu()
	// Every accepted version is there, once.
	for name, token := range tokens {
		_, text := c.ask(http.MethodGet, "/api/team", token, "", nil)
		var answer struct {
			Games []struct {
				Game     string
				Versions []struct{ Version int }
			}
		}
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		there := map[string]int{}
		for _, g := range answer.Games {
			for _, v := range g.Versions {
				_, packed := c.ask(http.MethodGet, fmt.Sprintf("/api/bots/%s/%d", g.Game, v.Version), token, "", nil)
				files, err := unpackBundle([]byte(packed))
				if err != nil {
					t.Fatal(err)
				}
				line, _, _ := strings.Cut(string(files[0].content), "\n")
				there[strings.TrimPrefix(line, "# ")]++
			}
		}
		for comment, n := range accepted {
			if strings.HasPrefix(comment, name+" ") && (n != 1 || there[comment] != 1) {
				t.Errorf("%q was accepted %d times and is there %d times, want once", comment, n, there[comment])
			}
		}
	}
	// The deadline passes, and stays passed although the clock goes back.
	for _, clock := range []string{"0s", "-48h"} {
		if clock == "0s" {
			c.ask(http.MethodPost, "/api/course", c.token, "application/json", fmt.Appendf(nil, `{"deadline":%q}`, time.Now().Format(time.RFC3339)))
			time.Sleep(1100 * time.Millisecond) // deadlines have whole seconds
		} else {
			c.kill()
			c.env = []string{"LEAGUE_TEST_CLOCK=" + clock}
			c.begin()
		}
		kind, body := form(t, map[string]string{"game": "dice"}, []string{"bot.py"}, dicePythonOf)
		if status, text := c.ask(http.MethodPost, "/api/bots", tokens["t000"], kind, body); status != http.StatusForbidden || !strings.Contains(text, "the deadline was") {
			t.Errorf("after the deadline, with a clock at %s: %d %s", clock, status, text)
		}
	}
	marks := map[string]string{}
	for _, game := range []string{"dice", "craps"} {
		if status, text := c.ask(http.MethodPost, "/api/final", c.token, "application/json", fmt.Appendf(nil, `{"game":%q,"scheme":"throw=10","pairs":4,"most":16}`, game)); status != http.StatusOK {
			t.Fatalf("final: %d %s", status, text)
		}
	}
	c.kill()
	c.env = nil
	c.begin()
	for _, game := range []string{"dice", "craps"} {
		waitLong(t, "the final of "+game+" is played", func() bool { return strings.Contains(errs.String(), "the final of "+game+" is played") })
		_, marks[game] = c.ask(http.MethodGet, "/api/grades.csv?game="+game, c.token, "", nil)
		rows := strings.Split(strings.TrimSpace(marks[game]), "\n")
		if len(rows) != teams+1 {
			t.Errorf("%s has %d rows, want a head and %d teams", game, len(rows), teams)
		}
		for k := range teams { // the last bots throw sixes or ones only
			want := fmt.Sprintf("t%03d,%d,", k, 10*(1-k%2))
			if !slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, want) }) {
				t.Errorf("the grades of %s lack %q:\n%s", game, want, marks[game])
			}
		}
	}
	c.kill()
	c.begin()
	for game, before := range marks {
		if _, after := c.ask(http.MethodGet, "/api/grades.csv?game="+game, c.token, "", nil); after != before {
			t.Errorf("after one more kill the grades of %s are\n%swant\n%s", game, after, before)
		}
	}
	games := 0
	c.kill()
	watch()
	for _, name := range []string{"dice", "craps", "final-dice", "final-craps"} {
		bound := &match.Bound{Info: match.Info{Name: strings.TrimPrefix(name, "final-"), Rules: "1", Seats: []string{"left", "right"}}}
		v, err := tournament.Verify(filepath.Join(dir, "leagues", name), bound, nil, "")
		if err != nil || len(v.Wrong) > 0 {
			t.Errorf("league %s: %v %+v", name, err, v)
			continue
		}
		ids := map[string]int{}
		text, err := os.ReadFile(filepath.Join(dir, "leagues", name, "journal.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			var j job.Job
			if bytes.HasPrefix(line, []byte(`{"type":"game"`)) && json.Unmarshal(line, &j) == nil {
				if ids[j.ID]++; ids[j.ID] > 1 {
					t.Errorf("game %s of %s counts %d times", j.ID, name, ids[j.ID])
				}
			}
		}
		games += len(ids)
	}
	t.Logf("%d teams, %d uploads, %d games, %d kills: %.2f s of processor time an upload, with the ladder meanwhile; %.3f s a game in all; the host's memory was %d MB at most",
		teams, sent.Load(), games, kills+3, uploadCost.Seconds()/float64(sent.Load()), m.cpu().Seconds()/float64(max(1, games)), m.memory()>>20)
	if m.memory() > 300<<20 {
		t.Errorf("the host used %d MB, want at most 300", m.memory()>>20)
	}
}

// waitLong is eventually for a long term on a busy machine.
func waitLong(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Minute); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within half an hour: %s", what)
		}
	}
}

func classList(teams int) string {
	var b strings.Builder
	for k := range teams {
		fmt.Fprintf(&b, "t%03d\n", k)
	}
	return b.String()
}

// smallDisk puts a folder on a disk of its own, if that is possible, and returns what fills it; its result makes room again. nil:
// it is not possible.
func smallDisk(t *testing.T, dir string, size int64) (fill func() (free func())) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%d", size), "tmpfs", dir).CombinedOutput(); err != nil {
		t.Logf("no disk of its own, so it is never full: %v %s", err, out)
		return nil
	}
	t.Cleanup(func() { exec.Command("umount", "-l", dir).Run() })
	return func() func() {
		path := filepath.Join(dir, "ballast")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		for block := make([]byte, 1<<16); err == nil; {
			_, err = f.Write(block)
		}
		f.Close()
		return func() { os.Remove(path) }
	}
}

// measure adds up what the processes of a host use.
type measure struct {
	mu      sync.Mutex
	most    int64                 // bytes
	seconds map[int]time.Duration // by process, with those that it has waited for
}

// follow measures until stop is called.
func (m *measure) follow(t *testing.T, c *term) (stop func()) {
	m.seconds = map[int]time.Duration{}
	if runtime.GOOS != "linux" {
		return func() {}
	}
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for tick := time.NewTicker(200 * time.Millisecond); ; {
			select {
			case <-tick.C:
				m.look(c.pid())
			case <-over:
				return
			}
		}
	}()
	return func() { close(over); <-ended }
}

func (m *measure) look(pid int) {
	status, err1 := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	stat, err2 := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err1 != nil || err2 != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, rest, found := strings.Cut(string(status), "VmHWM:"); found {
		kb, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
		m.most = max(m.most, kb<<10)
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+2:]))
	ticks := 0
	for _, f := range fields[11:15] { // utime, stime, and those of children
		n, _ := strconv.Atoi(f)
		ticks += n
	}
	m.seconds[pid] = time.Duration(ticks) * 10 * time.Millisecond
}

func (m *measure) cpu() (sum time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, d := range m.seconds {
		sum += d
	}
	return sum
}

func (m *measure) memory() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.most
}

// A host whose ladder has many games needs little memory. GRIDIRON_GAMES=100000 plays so many; the folder should be in memory then.
func TestHostMemory(t *testing.T) {
	gametest.Long(t, "plays thousands of games")
	if runtime.GOOS != "linux" {
		t.Skip("the memory of a process is read from /proc")
	}
	games, teams := 3000, 100
	if text := os.Getenv("GRIDIRON_GAMES"); text != "" {
		games, _ = strconv.Atoi(text)
	}
	dir := filepath.Join(t.TempDir(), "term")
	server, err := startServer(dir, nil, "127.0.0.1:0", 0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := dial(server.url(), filepath.Join(dir, "keys", "admin.json"), "test")
	if err != nil {
		t.Fatal(err)
	}
	// The ladder is played in this process: a worker for each game would take hours.
	bound := diceGame()
	l := &handing{bus: b, name: "dice", hello: protocol.Hello{Game: "dice", Rules: "1", Seats: bound.Seats, Bots: []string{"throw"}}, log: t.Output()}
	folder := filepath.Join(dir, "leagues", "dice")
	if err := os.MkdirAll(filepath.Dir(folder), 0o777); err != nil {
		t.Fatal(err)
	}
	err = b.letClimb(t.Context(), "dice", climbing{All: true})
	if err == nil {
		err = l.prepare(t.Context(), filepath.Join(programs(t, "dice"), "dice"), folder, []string{"throw", "b=throw", "--plan", "ladder", "--ahead", "16"})
	}
	if err != nil {
		t.Fatal(err)
	}
	local := *bound
	local.Play = func(ctx context.Context, j job.Job, s match.Seating) (*record.Line, error) {
		var text bytes.Buffer
		s.Record = io.MultiWriter(s.Record, &text)
		line, err := bound.Play(ctx, j, s)
		if err != nil {
			return nil, err
		}
		packed, err := pack(&outcome{Worker: "w", Done: protocol.Done{Type: "done", ID: j.ID, Record: text.String()}})
		if err == nil {
			_, err = b.JetStream.Publish(ctx, resultSubject("dice", j.ID), packed)
		}
		return line, err
	}
	tour, err := tournament.Resume(folder, &local, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &ladder{handing: l, t: tour, events: make(chan func(*tournament.Live) error)}
	go func() {
		for n := range teams {
			w.change(t.Context(), "joins", func(live *tournament.Live) error {
				return live.Add(tournament.Team{Label: fmt.Sprintf("t%03d@1", n), Spec: "throw"}, fmt.Sprintf("%064d", n))
			})
		}
	}()
	if err := tour.Run(t.Context(), tournament.Run{Concurrency: 16, Games: games, Events: w.events}); err != nil {
		t.Fatal(err)
	}
	tour.Close()
	b.Close()
	server.stop()
	c := newTermIn(t, dir, "--jail", "off", "--slots", "1")
	m := &measure{}
	stop := m.follow(t, c)
	waitLong(t, "the board has all games", func() bool {
		_, text := c.ask(http.MethodGet, "/league/dice/", "", "", nil)
		played := regexp.MustCompile(`<b>(\d+)</b>`).FindStringSubmatch(text)
		return played != nil && func() bool { n, _ := strconv.Atoi(played[1]); return n >= games }()
	})
	for range 5 {
		if status, text := c.ask(http.MethodGet, "/api/standings", "", "", nil); status != http.StatusOK {
			t.Fatalf("standings: %d %s", status, text)
		}
	}
	stop()
	t.Logf("with %d games of %d teams the host uses %d MB", games, teams, m.memory()>>20)
	if most := int64(60<<20 + games*2500); m.memory() > most { // 300 MB with 100,000
		t.Errorf("it uses %d MB, want at most %d", m.memory()>>20, most>>20)
	}
}

// No version that was accepted is lost, and none is there twice, however often the host is killed.
func TestHostKilled(t *testing.T) {
	gametest.Long(t, "kills the host many times")
	t.Parallel()
	c := newTerm(t)
	tokens := c.teams("ann\nben\ncem")
	var mu sync.Mutex
	accepted := map[string]map[string]bool{} // by team: the hashes of accepted contents, as comments
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for team, token := range tokens {
		accepted[team] = map[string]bool{}
		all.Go(func() {
			for n := 0; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
				comment := fmt.Sprintf("%s %d", team, n)
				kind, body := form(t, nil, []string{"bot.py"}, func(string) []byte { return dicePython(comment) })
				status, text, err := c.tryAsk(http.MethodPost, "/api/bots", token, kind, body)
				switch {
				case err == nil && (status == http.StatusAccepted || status == http.StatusOK):
					mu.Lock()
					accepted[team][comment] = true
					mu.Unlock()
					n++
				case err == nil && status == http.StatusTooManyRequests:
					return
				case err == nil && status >= 500 && !strings.Contains(text, "error"):
					t.Errorf("%d %s", status, text)
				}
			}
		})
	}
	for range 6 {
		time.Sleep(2 * time.Second)
		c.kill()
		c.begin()
	}
	eventually(t, "each team has versions", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(accepted["ann"]) > 1 && len(accepted["ben"]) > 1 && len(accepted["cem"]) > 1
	})
	cancel()
	all.Wait()
	for team, token := range tokens {
		_, text := c.ask(http.MethodGet, "/api/team", token, "", nil)
		var answer struct {
			Games []struct{ Versions []struct{ Version int } }
		}
		if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Games) != 1 {
			t.Fatalf("%s: %v", text, err)
		}
		// A version whose answer was lost with the host is there, too.
		there := map[string]int{}
		for _, v := range answer.Games[0].Versions {
			status, packed := c.ask(http.MethodGet, fmt.Sprintf("/api/bots/dice/%d", v.Version), token, "", nil)
			files, err := unpackBundle([]byte(packed))
			if status != http.StatusOK || err != nil {
				t.Fatalf("version %d of %s: %d %v", v.Version, team, status, err)
			}
			line, _, _ := strings.Cut(string(files[0].content), "\n")
			there[strings.TrimPrefix(line, "# ")]++
		}
		for comment := range accepted[team] {
			if there[comment] != 1 {
				t.Errorf("%q is there %d times, want once", comment, there[comment])
			}
		}
		t.Logf("team %s: %d accepted, %d versions", team, len(accepted[team]), len(there))
	}
}
