package ladder_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/ladder"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/heap"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/victim"
	"github.com/gridiron-games/gridiron/kernel/record"
)

func TestMain(m *testing.M) {
	victim.Main(m, func(dir string) error {
		_, err := play(context.Background(), dir, ladder.Running{})
		return err
	})
}

// program is a bot in shell that speaks the protocol and always takes one; it writes %s to stderr when it starts.
const program = `#!/bin/sh
echo "%s" >&2
while read -r line; do
	case "$line" in
	'{"type":"hello"'*) echo '{"type":"hello","name":"one"}' ;;
	'{"type":"ask"'*) id=${line#*'"id":'}; echo "{\"type\":\"answer\",\"id\":${id%%%%,*},\"move\":1}" ;;
	esac
done
`

func write(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
}

// heard holds the lines that a ladder reported.
type heard struct {
	sync.Mutex
	lines []string
}

func (h *heard) say(line string) {
	h.Lock()
	defer h.Unlock()
	h.lines = append(h.lines, line)
}

func (h *heard) has(words string) bool {
	h.Lock()
	defer h.Unlock()
	return strings.Contains(strings.Join(h.lines, "\n"), words)
}

// play runs a ladder and returns the lines that it reported.
func play(ctx context.Context, dir string, r ladder.Running) (*heard, error) {
	h := &heard{}
	l, err := ladder.Open(dir, heap.Bound(), tournament.Head{Seed: "7"}, 2, nil)
	if err != nil {
		return h, err
	}
	defer l.Close()
	if r.Said == nil {
		r.Said = h.say
	}
	r.Concurrency, r.Poll = 2, 10*time.Millisecond
	return h, l.Run(ctx, r)
}

// until runs a ladder until it has reported the given words and then played the given number of games.
func until(t *testing.T, dir, words string, more int) *heard {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	h := &heard{}
	_, err := play(ctx, dir, ladder.Running{Said: h.say, Finished: func(*record.Line) {
		if h.has(words) {
			if more--; more < 0 {
				cancel()
			}
		}
	}})
	if ctx.Err() == nil || !h.has(words) {
		t.Fatalf("waited for %q: %v\n%s", words, err, strings.Join(h.lines, "\n"))
	}
	return h
}

// teams returns the labels of the teams in the order of entry, with "away" behind those that have left.
func teams(t *testing.T, dir string) string {
	t.Helper()
	l, err := tournament.Load(dir, heap.Bound())
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range l.Entries() {
		list = append(list, e.Label+map[bool]string{true: " away"}[e.Away])
	}
	report, err := l.Report()
	if err != nil {
		t.Fatal(err)
	}
	if _, rows := report.Rows(); len(rows) != len(list) {
		t.Errorf("%d rows for %v", len(rows), list)
	}
	return strings.Join(list, ", ")
}

// games returns the number of games in the journal. It checks that none is there twice.
func games(t *testing.T, dir string) int {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	ids, numbers := map[string]bool{}, map[int]bool{}
	for line := range strings.Lines(string(content)) {
		var g struct {
			Type, ID string
			N        int
		}
		if err := json.Unmarshal([]byte(line), &g); err != nil && strings.HasSuffix(line, "\n") {
			t.Fatalf("%q: %v", line, err)
		}
		if g.Type != "game" {
			continue
		}
		if ids[g.ID] || numbers[g.N] {
			t.Errorf("game %d %s is there twice", g.N, g.ID)
		}
		ids[g.ID], numbers[g.N] = true, true
	}
	return len(ids)
}

// TestLadder follows a bot through its versions.
func TestLadder(t *testing.T) {
	gametest.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("the bot is a program of the shell")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "bots", "alice", "bot")
	write(t, filepath.Join(dir, "bots.txt"), "# of the course\nfool\nbest=master\nnobody\n", 0o666)
	write(t, file, fmt.Sprintf(program, "first"), 0o777)

	h := until(t, dir, "alice@1: accepted", 20)
	if !h.has(`nobody: rejected: unknown player "nobody"`) {
		t.Errorf("it did not say why nobody is rejected:\n%s", strings.Join(h.lines, "\n"))
	}
	if got, want := teams(t, dir), "alice@1, fool@1, best@1"; got != want {
		t.Errorf("teams %q, want %q", got, want)
	}

	write(t, file, fmt.Sprintf(program, "second"), 0o777)
	until(t, dir, "alice@2: accepted, alice@1 leaves", 20)
	if got, want := teams(t, dir), "alice@1 away, fool@1, best@1, alice@2"; got != want {
		t.Errorf("teams %q, want %q", got, want)
	}

	write(t, file, "#!/bin/sh\necho broken >&2\nexit 3\n", 0o777)
	h = until(t, dir, "alice: rejected", 20)
	if !h.has("alice@2 plays on") {
		t.Errorf("what became of the version before?\n%s", strings.Join(h.lines, "\n"))
	}
	if why, err := os.ReadFile(filepath.Join(dir, "checks", "alice.txt")); err != nil || !strings.Contains(string(why), "stderr:   broken") {
		t.Errorf("why: %q, %v", why, err)
	}

	write(t, file, fmt.Sprintf(program, "first"), 0o777)
	until(t, dir, "alice@1: back again, alice@2 leaves", 20)

	if err := os.RemoveAll(filepath.Dir(file)); err != nil {
		t.Fatal(err)
	}
	until(t, dir, "alice@1: leaves", 20)
	if got, want := teams(t, dir), "alice@1 away, fool@1, best@1, alice@2 away"; got != want {
		t.Errorf("teams %q, want %q", got, want)
	}
	games(t, dir)
}

// TestFewGames plays so few games that they are over before the last bot is checked, if they begin with the first two: on a new
// ladder, and on one that has these two already.
func TestFewGames(t *testing.T) {
	gametest.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("the bot is a program of the shell")
	}
	dir := t.TempDir()
	slow := filepath.Join(t.TempDir(), "slow")
	write(t, slow, "#!/bin/sh\nsleep 1\nexit 3\n", 0o777)
	write(t, filepath.Join(dir, "bots.txt"), "fool\nbest=master\nlast=exec:"+slow+"\n", 0o666)
	for run := 1; run <= 2; run++ {
		h, err := play(t.Context(), dir, ladder.Running{Games: 2})
		if err != nil || games(t, dir) != 2*run || !h.has("last: rejected") || run == 1 && (!h.has("fool@1: accepted") || !h.has("best@1: accepted")) {
			t.Errorf("run %d: %d games, %v\n%s", run, games(t, dir), err, strings.Join(h.lines, "\n"))
		}
	}
}

// TestWhileItRuns adds a bot while games are played. The new bot is paired first, as it has the fewest games.
func TestWhileItRuns(t *testing.T) {
	gametest.Slow(t)
	dir := t.TempDir()
	list := filepath.Join(dir, "bots.txt")
	write(t, list, "a=fool\nb=fool\n", 0o666)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	played := map[string]int{}
	come := 0 // games when it came
	_, err := play(ctx, dir, ladder.Running{Finished: func(line *record.Line) {
		for _, s := range line.Seats {
			played[s.Name]++
		}
		switch {
		case played["a@1"] == 40 && come == 0:
			come = played["a@1"]
			write(t, list, "a=fool\nb=fool\nnew=master\n", 0o666)
		case played["new@1"] == 40:
			cancel()
		}
	}})
	if played["new@1"] < 40 {
		t.Fatalf("played %v: %v", played, err)
	}
	l, err := tournament.Load(dir, heap.Bound())
	if err != nil {
		t.Fatal(err)
	}
	report, err := l.Report()
	if err != nil {
		t.Fatal(err)
	}
	if _, rows := report.Rows(); rows[0][1] != "new@1" {
		t.Errorf("the table begins with %v, want the perfect bot", rows[0])
	}
}

// TestHelper changes a file that the program of a line mentions: that is another version. Data of the same folder is not, and a
// process that goes on finds the version that it left.
func TestHelper(t *testing.T) {
	gametest.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("the bot is a program of the shell")
	}
	dir, bots := t.TempDir(), t.TempDir()
	write(t, filepath.Join(bots, "mine.sh"), "# helper.sh data.txt\n"+fmt.Sprintf(program, "mine"), 0o666)
	write(t, filepath.Join(bots, "helper.sh"), "x=1\n", 0o666)
	write(t, filepath.Join(bots, "data.txt"), "1\n", 0o666)
	write(t, filepath.Join(dir, "bots.txt"), "mine=exec:sh "+filepath.Join(bots, "mine.sh")+"\nfool\n", 0o666)
	until(t, dir, "mine@1: accepted", 1)
	write(t, filepath.Join(bots, "data.txt"), "2\n", 0o666)
	until(t, dir, "", 2)
	if list := teams(t, dir); !strings.Contains(list, "mine@1") || strings.Contains(list, "mine@2") {
		t.Errorf("after a change of data: %s", list)
	}
	write(t, filepath.Join(bots, "helper.sh"), "x=2\n", 0o666)
	until(t, dir, "mine@2: accepted, mine@1 leaves", 1)
}

// TestKilled kills a ladder at random moments: every finished game is in the journal, and none twice.
func TestKilled(t *testing.T) {
	gametest.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not let go of the files of a killed process at once")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "bots.txt"), "a=fool\nb=fool\nc=master\n", 0o666)
	write(t, filepath.Join(dir, "bots", "d", "bot"), fmt.Sprintf(program, "d"), 0o777)
	kills := victim.Times(5)
	chance := rand.New(rand.NewPCG(1, 2))
	before := 0
	for k := range kills {
		cmd := victim.Command(dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); k == 0 && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
			if content, _ := os.ReadFile(filepath.Join(dir, "journal.jsonl")); strings.Contains(string(content), `"game"`) {
				break
			}
		}
		time.Sleep(time.Duration(chance.IntN(200)) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
		after := games(t, dir)
		if after < before {
			t.Errorf("kill %d: %d games, before it %d", k+1, after, before)
		}
		before = after
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := play(ctx, dir, ladder.Running{Games: 20}); err != nil {
		t.Fatal(err)
	}
	if after := games(t, dir); after != before+20 {
		t.Errorf("%d games, want %d and 20 more", after, before)
	}
	if got := teams(t, dir); strings.Count(got, "@1") != 4 || strings.Contains(got, "@2") || strings.Contains(got, "away") {
		t.Errorf("teams %q, want four that are there", got)
	}
}

// TestOther refuses a folder that holds another tournament.
func TestOther(t *testing.T) {
	dir := t.TempDir()
	tour, err := tournament.Prepare(dir, heap.Bound(), tournament.Head{
		Seed: "1", Rounds: 1, Teams: []tournament.Team{{Label: "a", Spec: "fool"}, {Label: "b", Spec: "fool"}},
	}, nil)
	if err == nil {
		err = tour.Begin()
		tour.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ladder.Open(dir, heap.Bound(), tournament.Head{}, 1, nil); err == nil || !strings.Contains(err.Error(), "not a ladder") {
		t.Errorf("opened: %v", err)
	}
}

// A ladder keeps its latest records only; that is no change of its journal.
func TestVerifyWithoutOldRecords(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bots.txt"), []byte("a=fool\nb=master\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := play(t.Context(), dir, ladder.Running{Games: 8, Records: 3}); err != nil {
		t.Fatal(err)
	}
	v, err := tournament.Verify(dir, heap.Bound(), nil, "")
	if err != nil || len(v.Wrong) > 0 || v.Games > 5 || len(v.Notes) == 0 {
		t.Errorf("%+v, %v; want that nothing is wrong, and a note about the old records", v, err)
	}
}

// A folder without a bot is refused by its own name, with the files that are looked for.
func TestFolderWithoutABot(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "bots.txt"), "a=fool\nb=master\n", 0o666)
	write(t, filepath.Join(dir, "bots", "team", "my_team.py"), "", 0o666)
	want := "team: rejected: the folder " + filepath.Join(dir, "bots", "team") + " contains no bot: want one of the files bot.py"
	if h, err := play(t.Context(), dir, ladder.Running{Games: 1}); err != nil || !h.has(want) {
		t.Errorf("%v\n%s\nwant %q", err, strings.Join(h.lines, "\n"), want)
	}
}
