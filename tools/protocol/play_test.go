package protocol_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// The test binary is also the bot: run with these words it plays, and writes the conversation to a file if one is named.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "plays" {
		playBot(os.Args[2], append(os.Args, "")[3])
		return
	}
	os.Exit(m.Run())
}

// playBot takes the first legal move, or makes the mistake that it is named after.
func playBot(behaviour, log string) {
	file, _ := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666) // without a file nothing is written
	in := bufio.NewReader(os.Stdin)
	say := func(v map[string]any) {
		line, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s\n", line)
		fmt.Fprintf(file, "< %s\n", line)
	}
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		fmt.Fprintf(file, "> %s", line)
		var m struct {
			Type  string
			ID    int
			Legal []string
		}
		if err := json.Unmarshal(line, &m); err != nil {
			panic(err)
		}
		switch m.Type {
		case "hello":
			say(map[string]any{"type": "hello", "name": "my bot", "legal": true})
		case "ask":
			move := m.Legal[0]
			switch behaviour {
			case "late":
				time.Sleep(time.Hour)
			case "garbled":
				fmt.Println("my move is", move)
			case "illegal":
				move = "A0A0A0"
			case "crashed":
				os.Exit(3)
			case "gone":
				os.Stdout.Close()
				time.Sleep(time.Hour)
			}
			fmt.Fprintln(os.Stderr, "thinking")
			time.Sleep(5 * time.Millisecond) // so that its clock goes down
			if m.ID == 2 {
				say(map[string]any{"type": "answer", "id": 1, "move": move})
			}
			say(map[string]any{"type": "answer", "id": m.ID, "move": move, "say": "good luck", "value": 0.6})
		}
	}
}

// evidence is what programs wrote: the values at each path, as JSON.
type evidence struct {
	t      *testing.T
	dir    string
	values map[string][]string
}

// add notes the lines of a text that are JSON objects. Their kind is their type, after prefix; what has no type is not noted.
func (e *evidence) add(prefix, text string) {
	for line := range strings.Lines(text) {
		at := prefix
		if strings.HasPrefix(line, "> ") || strings.HasPrefix(line, "< ") {
			at, line = line[:2], line[2:]
		}
		var v map[string]any
		if json.Unmarshal([]byte(line), &v) == nil && v["type"] != nil {
			e.flatten(at+v["type"].(string), v)
		}
	}
}

// flatten notes a value and all within it.
func (e *evidence) flatten(path string, v any) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		e.t.Fatal(err)
	}
	e.values[path] = append(e.values[path], strings.TrimSpace(b.String()))
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			e.flatten(path+"."+key, value)
		}
	case []any:
		for _, value := range v {
			if _, ok := value.(map[string]any); ok { // a list of texts is one value
				for key, value := range value.(map[string]any) {
					e.flatten(path+"."+key, value)
				}
			}
		}
	}
}

// run runs a program in the folder and returns what it prints and its exit status.
func (e *evidence) run(input, program string, args ...string) (out string, status int) {
	e.t.Helper()
	cmd := exec.CommandContext(e.t.Context(), filepath.Join(e.dir, program+".exe"), args...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = e.dir, strings.NewReader(input), &stdout, &stderr
	err := cmd.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		e.t.Fatal(err)
	}
	e.t.Logf("%s %q: exit status %d: %.500s", program, args, cmd.ProcessState.ExitCode(), &stderr)
	return stdout.String(), cmd.ProcessState.ExitCode()
}

// file notes the lines of a file in the folder.
func (e *evidence) file(name string) string {
	text, err := os.ReadFile(filepath.Join(e.dir, name))
	if err != nil {
		e.t.Error(err)
	}
	e.add("", string(text))
	return string(text)
}

func bot(behaviour, log string) string {
	return fmt.Sprintf("exec:%q plays %s %s", os.Args[0], behaviour, log)
}

// games are played by bots that behave, and by one for each fault.
func (e *evidence) games() {
	play := func(args ...string) int {
		out, status := e.run("", "amazons", append([]string{"play", "--json", "--seed", "7"}, args...)...)
		e.add("", out)
		return status
	}
	play("--clock", "10m+2s", "--arrow-range", "4", "--record", "clock", bot("well", "log"), "random")
	play("--budget", "1m", "--games", "2", "--record", "budget", bot("well", "log"), "random")
	e.file("clock")
	e.file("budget")
	e.add("", e.text("log"))
	for _, kind := range []string{"late", "garbled", "illegal", "crashed", "gone", "never-started"} {
		player, budget := bot(kind, ""), "1m"
		switch kind {
		case "late":
			budget = "1s"
		case "never-started":
			player = "exec:./no-such-program"
		}
		status := play("--budget", budget, "--record", kind, player, "random")
		if kind == "never-started" {
			e.flatten("exit status."+fmt.Sprint(status), "a bot that never started")
		}
		e.file(kind)
		faults := e.values["game.faults.kind"]
		if len(faults) == 0 {
			e.t.Errorf("a bot that should be %s has no fault", kind)
			continue
		}
		var said string
		if err := json.Unmarshal([]byte(faults[len(faults)-1]), &said); err != nil {
			e.t.Error(err)
		}
		e.flatten("faults."+kind, said)
	}
	e.run("D0D4J4\nundo\nD0D4J4\nquit\n", "amazons", "play", "human", "random", "--seed", "3", "--record", "undone")
	e.file("undone")
	e.resigned()
	e.adjudicated()
}

// resigned has a person resign on the page.
func (e *evidence) resigned() {
	cmd := exec.CommandContext(e.t.Context(), filepath.Join(e.dir, "amazons.exe"),
		"play", "human", "random", "--web", "127.0.0.1:0", "--web-exit", "--record", "resigned")
	cmd.Dir = e.dir
	says, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		e.t.Fatal(err)
	}
	lines := bufio.NewScanner(says)
	address := regexp.MustCompile(`^RED: (http://\S+/)#token=(\S+)`)
	for lines.Scan() {
		part := address.FindStringSubmatch(lines.Text())
		if part == nil {
			continue
		}
		watching, err := http.Get(part[1] + "events?token=" + part[2]) // the game begins when somebody watches
		if err != nil {
			e.t.Fatal(err)
		}
		defer watching.Body.Close()
		for status := 0; status != http.StatusOK && e.t.Context().Err() == nil; time.Sleep(50 * time.Millisecond) { // it is asked soon
			request, err := http.NewRequestWithContext(e.t.Context(), http.MethodPost, part[1]+"control",
				strings.NewReader(`{"do":"resign","seat":0,"ply":0}`))
			if err != nil {
				e.t.Fatal(err)
			}
			request.Header.Set("Authorization", "Bearer "+part[2])
			request.Header.Set("Content-Type", "application/json")
			if reply, err := http.DefaultClient.Do(request); err == nil {
				status = reply.StatusCode
				reply.Body.Close()
			}
		}
	}
	if err := cmd.Wait(); err != nil {
		e.t.Error(err)
	}
	e.file("resigned")
	if said := e.values["answer.fault"]; len(said) > 0 {
		e.flatten("faults.resigned", strings.Trim(said[len(said)-1], `"`))
	}
}

// adjudicated has two players agree on the outcome before the end.
func (e *evidence) adjudicated() {
	e.run("", "amazons", "tournament", "run", "a=alphabeta:level=1", "b=alphabeta:level=1", "--seed", "7", "--dir", "agreed", "--resign", "2@51%")
	if reason := regexp.MustCompile(`"reason":"(\w+)"`).FindStringSubmatch(e.text(filepath.Join("agreed", "journal.jsonl"))); reason != nil {
		e.flatten("reasons.adjudicated", reason[1])
	}
}

func (e *evidence) text(name string) string {
	text, err := os.ReadFile(filepath.Join(e.dir, name))
	if err != nil {
		e.t.Error(err)
	}
	return string(text)
}

// statuses are the exit statuses of commands.
func (e *evidence) statuses() {
	for what, args := range map[string][]string{
		"play random random":    {"play", "random", "random", "--quiet"},
		"an unknown flag":       {"play", "--no-such-flag"},
		"compare random greedy": {"compare", "random", "greedy", "--seed", "3", "--json"},
		"compare greedy random": {"compare", "greedy", "random", "--seed", "3", "--json"},
		"compare random random": {"compare", "random", "random", "--seed", "3", "--pairs", "1", "--json"},
	} {
		out, status := e.run("", "amazons", args...)
		e.add("", out)
		e.flatten("exit status."+fmt.Sprint(status), what)
	}
	_, status := e.run("quit\n", "amazons", "play", "human", "random")
	e.flatten("typed.quit", status)
}

// tournament plays one with a key, changes a line of its journal, and resumes it.
func (e *evidence) tournament() {
	if err := os.WriteFile(filepath.Join(e.dir, "key"), []byte("a secret that nobody guesses"), 0o600); err != nil {
		e.t.Fatal(err)
	}
	e.run("", "amazons", "tournament", "run", "--dir", "games", "--key", "key", "--seed", "7", "mine="+bot("well", ""), "random")
	journal := e.file(filepath.Join("games", "journal.jsonl"))
	records, err := filepath.Glob(filepath.Join(e.dir, "games", "games", "*.jsonl"))
	if err != nil || len(records) != 2 {
		e.t.Errorf("records %q, %v, want 2", records, err)
	}
	for _, r := range records {
		e.file(strings.TrimPrefix(r, e.dir))
	}
	changed := strings.Replace(journal, `"reason":"stuck"`, `"reason":"cap"`, 1)
	lines := strings.SplitAfter(strings.TrimSuffix(changed, "\n"), "\n")
	lines[len(lines)-1] = strings.Repeat("damaged\n", 101) + lines[len(lines)-1] + "\n"
	changed = strings.Join(lines, "")
	if err := os.WriteFile(filepath.Join(e.dir, "games", "journal.jsonl"), []byte(changed), 0o666); err != nil {
		e.t.Fatal(err)
	}
	if _, status := e.run("", "amazons", "tournament", "verify", "games", "--key", "key"); status != 1 {
		e.t.Errorf("verify of a journal in which a line was changed: exit status %d, want 1", status)
	}
	e.verb("resume", "--key", "key")
	e.verb("status")
	e.verb("standings")
	e.verb("verify", "--key", "key")
	e.verb("report", "--html", "pages")
	for _, args := range [][]string{
		{"add", "games", "third=" + bot("well", "")}, {"rerun", "games", "mine"}, {"forfeit", "games", "mine", "--annul", "--reason", "it left"},
	} {
		if out, status := e.run("", "amazons", append(append([]string{"tournament"}, args...), "--key", "key")...); status != 0 {
			e.t.Errorf("tournament %q: exit status %d\n%s", args, status, out)
		}
	}
	e.file(filepath.Join("games", "journal.jsonl"))
}

// verb runs a verb for the tournament, which must work.
func (e *evidence) verb(name string, flags ...string) {
	out, status := e.run("", "amazons", append([]string{"tournament", name, "games"}, flags...)...)
	if e.flatten("verb."+name, out); status != 0 {
		e.t.Errorf("tournament %s: exit status %d\n%s", name, status, out)
	}
}

// jobs are what a worker is given; what is wrong with most of them is in the last key.
var jobs = []string{
	`{"type":"show","seconds":60}`,
	`{"id":"a1","game":"amazons","rules":"1","start":"","seed":"7","seats":[{"label":"us","spec":"random",` +
		`"budget":{"Move":60000000000}},{"label":"them","spec":"random"}]}`,
	`{"game":"amazons","rules":"1","start":"3B6/10/10/10/10/10/10/10/10/3R6 b","seed":"11","seats":[` +
		`{"label":"us","spec":"random"},{"label":"them","spec":"random"}]}`,
	`{"game":"amazons","rules":"1","seed":"11","options":{"arrow-range":"3"},"seats":[{"label":"us","spec":"random","budget":` +
		`{"Move":120000000000,"First":180000000000,"Game":600000000000,"Increment":1000000000,"Processor":PROCESSOR}},` +
		`{"label":"them","spec":"random"}]}`,
	`{"game":"amazons","rules":"1","seed":"7","seats":[{"label":"us","spec":"random"},{"label":"them","spec":"no-such-bot"}]}`,
	`{"game":"amazons","rules":"2","seed":"7","seats":[]}`,
	`{"game":"amazons","rules":"1","seed":"7","seats":[{"label":"us","spec":"random"},{"label":"them","spec":"random"}],` +
		`"version":"v0.0.1"}`,
	`{"game":"tron","rules":"1","seed":"7","seats":[]}`,
	`{"game":"amazons","rules":"1","seed":"7","lone":true,"seats":[{"label":"us","spec":WELL},{"label":"them","spec":"random"}]}`,
	`{"game":"amazons","rules":"1","seed":"7","patience":1000000000,"seats":[{"label":"us","spec":LATE},{"label":"them","spec":"random"}]}`,
	`{"type":"sheet"}`,
}

// worker gives jobs to a worker.
func (e *evidence) worker() {
	input := strings.NewReplacer("PROCESSOR", fmt.Sprint(runtime.GOOS == "linux"), "WELL", strconv.Quote(bot("well", "")),
		"LATE", strconv.Quote(bot("late", ""))).Replace(strings.Join(jobs, "\n"))
	out, status := e.run(input+"\n", "amazons", "worker", "--jail", "off")
	if status != 0 {
		e.t.Errorf("worker: exit status %d", status)
	}
	for line := range strings.Lines(out) {
		prefix := "< "
		if strings.HasPrefix(line, `{"type":"show"`) || strings.HasPrefix(line, `{"type":"sheet"`) {
			prefix = ""
		}
		e.add(prefix, line)
	}
	for _, quoted := range e.values["< done.record"] {
		var record string
		if err := json.Unmarshal([]byte(quoted), &record); err != nil {
			e.t.Error(err)
		}
		e.add("< done ", record)
	}
}

const cup = "location: here\ndate: 2026\nbonusmatch: false\nrounds: 2\nsize: small\nseed: 42\n" +
	"teams:\n- {spec: champion, members: []}\n"

// cup plays Pelita's cup, and goes on after a team got another spec.
func (e *evidence) cup() {
	for _, spec := range []string{"stopping", "smart-random"} {
		config := cup + "- {spec: " + spec + ", members: []}\n"
		if err := os.WriteFile(filepath.Join(e.dir, "cup.yaml"), []byte(config), 0o666); err != nil {
			e.t.Fatal(err)
		}
		if out, status := e.run("", "pelita", "cup", "cup.yaml", "--dir", "cup"); status != 0 {
			e.t.Errorf("cup: exit status %d\n%s", status, out)
		}
	}
	e.file(filepath.Join("cup", "journal.jsonl"))
}

// TestAssertions plays, and checks each assertion.
func TestAssertions(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays many games")
	}
	e := &evidence{t, t.TempDir(), map[string][]string{}}
	for _, game := range []string{"amazons", "pelita"} {
		if err := gametest.Build("../..", "./"+game+"/cmd/"+game, filepath.Join(e.dir, game+".exe")); err != nil {
			t.Fatal(err)
		}
	}
	e.games()
	e.statuses()
	e.tournament()
	e.worker()
	e.cup()
	for _, a := range assertions {
		at := a.at
		if at == "" {
			at = a.name
		}
		want := regexp.MustCompile("^(?s:" + a.want + ")$")
		if values := e.values[at]; !slices.ContainsFunc(values, want.MatchString) {
			t.Errorf("%s: at %s is %.200q, want a value like %s", a.name, at, values, a.want)
		}
	}
}

// TestClockGoesDown checks that a bot sees its clock run: without an increment it only goes down.
func TestClockGoesDown(t *testing.T) {
	gametest.Slow(t)
	e := &evidence{t, t.TempDir(), map[string][]string{}}
	if err := gametest.Build("../..", "./amazons/cmd/amazons", filepath.Join(e.dir, "amazons.exe")); err != nil {
		t.Fatal(err)
	}
	e.run("", "amazons", "play", "--clock", "10m", "--quiet", bot("well", "log"), "random")
	e.add("", e.text("log"))
	left := e.values["> ask.left_ms"]
	if len(left) < 5 || len(slices.Compact(slices.Clone(left))) < 5 {
		t.Fatalf("left_ms is %q, want it to change", left)
	}
	last := 600_000
	for _, text := range left {
		ms, err := strconv.Atoi(text)
		if err != nil || ms > last {
			t.Errorf("left_ms is %s after %d, want less", text, last)
		}
		last = ms
	}
}
