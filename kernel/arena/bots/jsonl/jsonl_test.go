package jsonl_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// The test binary itself is the program under test: run with GRIDIRON_BOT=behaviour it plays a bot of that behaviour.
func TestMain(m *testing.M) {
	jail.Init()
	if behaviour := os.Getenv("GRIDIRON_BOT"); behaviour != "" {
		playBot(behaviour)
		return
	}
	os.Exit(m.Run())
}

// playBot answers question n with n, or misbehaves.
func playBot(behaviour string) {
	in := bufio.NewReader(os.Stdin)
	say := func(format string, args ...any) { fmt.Printf(format+"\n", args...) }
	switch behaviour {
	case "exits at once":
		fmt.Fprintln(os.Stderr, "no licence file")
		os.Exit(3)
	case "says hello wrongly":
		say("Welcome to my bot!")
	case "mutters":
		go func() {
			for ; ; time.Sleep(5 * time.Millisecond) {
				fmt.Fprint(os.Stderr, ".")
			}
		}()
	case "says hello and reads no more":
		fmt.Fprintln(os.Stderr, os.Getpid())
		say(`{"type":"hello"}`)
		time.Sleep(time.Hour)
	case "only reads":
		io.Copy(io.Discard, in)
		return
	case "says nothing":
		time.Sleep(time.Hour)
	case "answers before hello":
		fmt.Fprintln(os.Stderr, os.Getpid())
		say(`{"type":"answer","id":1,"move":1}`)
	case "ends no line of its hello":
		fmt.Print(`{"type":"hello"}`)
		io.Copy(io.Discard, in)
		return
	case "echoes":
		for {
			line, err := in.ReadSlice('\n')
			if err != nil {
				return
			}
			os.Stdout.Write(line)
		}
	case "begins an answer too early":
		for _, text := range []string{`{"type":"hello"}` + "\n", "", `{"type":"answer","id":1,"move":1}` + "\n" + `{"type":"answer",`, `"id":2,"move":2}` + "\n"} {
			if _, err := in.ReadSlice('\n'); err != nil {
				return
			}
			fmt.Print(text)
		}
	case "answers without reading": // each line after hello and start is a question
		say(`{"type":"hello","name":"blind"}`)
		for n := -1; ; n++ {
			if _, err := in.ReadSlice('\n'); err != nil {
				return
			}
			if n > 0 {
				say(`{"type":"answer","id":%d,"move":1}`, n)
			}
		}
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		var m struct {
			Type string
			ID   int
			View int
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			panic(err)
		}
		switch {
		case m.Type == "hello" && behaviour == "plays without the list":
			say(`{"type":"hello"}`)
		case m.Type == "hello":
			say(`{"type":"hello","name":"test","legal":true,"colour":"unknown keys are ignored"}`)
		case m.Type == "start" && behaviour == "exits after the start":
			return
		case m.Type == "end" && behaviour == "exits after each game":
			return
		case m.Type == "end" && behaviour == "exits slowly after each game":
			os.Stdout.Close()
			time.Sleep(300 * time.Millisecond)
			return
		case m.Type == "ask" && behaviour == "answers with keys of other types":
			say(`{"type":"answer","id":%d,"move":%d,"legal":[5],"name":5}`, m.ID, m.View)
		case m.Type == "ask" && answers(behaviour, m.ID, m.View, say):
		case m.Type == "ask":
			misbehave(behaviour, m.ID, say)
			say(`{"type":"answer","id":%d,"move":%d,"say":"hi"}`, m.ID, m.View)
		}
	}
}

func misbehave(behaviour string, id int, say func(string, ...any)) {
	switch behaviour {
	case "crashes":
		fmt.Fprintln(os.Stderr, "NameError: name 'queen' is not defined")
		os.Exit(1)
	case "closes its output":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "hangs", "hangs and ignores SIGTERM":
		time.Sleep(time.Hour)
	case "writes no JSON":
		say("D0D4J4")
	case "writes a JSON string":
		say(`"D0D4J4"`)
	case "prints a dict":
		say(`{'type': 'answer', 'id': %d}`, id)
	case "answers without a type":
		say(`{"id":%d,"move":1}`, id)
	case "has a prompt":
		fmt.Print("your move? ")
	case "ends no line":
		fmt.Printf(`{"type":"answer","id":%d,"move":1}`, id)
		io.Copy(io.Discard, os.Stdin)
	case "ends no line before the next message":
		fmt.Printf(`{"type":"answer","id":%d,"move":1}`, id)
	case "writes invalid UTF-8":
		say("{\"type\":\"answer\",\"id\":%d,\"move\":1,\"say\":\"\xff\"}", id)
	case "writes a wrong type":
		say(`{"type":"move","id":%d,"move":1}`, id)
	case "answers without id":
		say(`{"type":"answer","move":1}`)
	case "answers without move":
		say(`{"type":"answer","id":%d}`, id)
	case "answers with a word":
		say(`{"type":"answer","id":%d,"move":"north"}`, id)
	case "answers with null":
		say(`{"type":"answer","id":%d,"move":null}`, id)
	case "answers with a wrong id":
		say(`{"type":"answer","id":"x","move":1}`)
	case "answers the future":
		say(`{"type":"answer","id":%d,"move":1}`, id+1)
	case "answers two questions at once":
		say(`{"type":"answer","id":%d,"move":%d}`+"\n"+`{"type":"answer","id":%d,"move":%d}`, id, id, id+1, id+1)
	case "answers the past first":
		say(`{"type":"answer","id":%d,"move":99}`, id-1)
	case "floods with the past":
		for {
			say(`{"type":"answer","id":0,"move":99}`)
		}
	case "floods without a line feed":
		block := strings.Repeat("x", 1<<20)
		for range 100 {
			fmt.Print(block)
		}
	case "floods its standard error":
		for range 10_000 {
			fmt.Fprintln(os.Stderr, strings.Repeat("debug ", 20))
		}
	case "forks a child that holds the pipes":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "GRIDIRON_BOT=says nothing")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Fprintln(os.Stderr, "child", child.Process.Pid)
		os.Exit(0)
	}
}

type bot = jsonl.Bot[int, int]

func newBot(t *testing.T, behaviour string) *bot {
	t.Helper()
	t.Setenv("GRIDIRON_BOT", behaviour)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // the race detector lets a program end a second late
	b := &bot{
		Command: []string{os.Args[0]},
		Codec: jsonl.Codec[int]{
			Game: "count", Rules: "1",
			Kind: func(int) string { return "number" },
			View: func(q int) any { return q },
		},
		Moves: func(q int) []int { return []int{q} },
	}
	t.Cleanup(func() { b.Close() })
	return b
}

var game = turn.Game{ID: "g1", Seat: 1, Seats: []string{"red", "blue"}, Seed: "7"}

func TestConversation(t *testing.T) {
	b := newBot(t, "plays")
	var talk []string
	b.Trace = func(toBot bool, line []byte) {
		talk = append(talk, map[bool]string{true: "> ", false: "< "}[toBot]+string(line))
	}
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	value, say, err := b.Answer(t.Context(), 42)
	if err != nil || value != 42 || say != "hi" {
		t.Fatalf("Answer = %d, %q, %v, want 42, hi, nil", value, say, err)
	}
	b.End(&turn.Result{Winner: 0, Reason: "stuck"})
	want := []string{
		`> {"type":"hello","protocol":1,"game":"count","rules":"1"}`,
		`< {"type":"hello","name":"test","legal":true,"colour":"unknown keys are ignored"}`,
		`> {"type":"start","game":"g1","seat":"blue","seats":["red","blue"],"seed":"` + game.Told() + `","budget_ms":null,"view":null}`,
		`> {"type":"ask","id":1,"kind":"number","view":42,"left_ms":null,"legal":[42]}`,
		`< {"type":"answer","id":1,"move":42,"say":"hi"}`,
		`> {"type":"end","winner":"red","reason":"stuck","score":{}}`,
	}
	if diff := cmp.Diff(want, talk); diff != "" {
		t.Errorf("conversation (-want +got):\n%s", diff)
	}
	if b.Name() != "test" {
		t.Errorf("Name = %q, want test", b.Name())
	}
}

// TestPatience: a program is waited for as long as the patience of its options says, and no longer: for its hello and for each answer.
func TestPatience(t *testing.T) {
	gametest.Slow(t)
	const short = 200 * time.Millisecond
	b := newBot(t, "says nothing")
	b.Options.Patience = short
	checkFault(t, b.Open(t.Context(), game), turn.NeverStarted, "no hello within 200ms; does it flush what it prints?")

	b = newBot(t, "ends no line of its hello")
	b.Options.Patience = 5 * time.Second // it must have started by then
	checkFault(t, b.Open(t.Context(), game), turn.NeverStarted, "no hello within 5s; it wrote 16 bytes without a line end")

	b = newBot(t, "hangs")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	b.Options.Patience = short
	ctx, cancel := b.Patience(t.Context())
	defer cancel()
	_, _, err := b.Answer(ctx, 1)
	if cause := context.Cause(ctx); cause != context.DeadlineExceeded {
		t.Errorf("an answer that never came: %v, with the cause %v, want %v", err, cause, context.DeadlineExceeded)
	}
}

// TestGreet starts a program before its first game: its name is known, and it is started and greeted only once.
func TestGreet(t *testing.T) {
	b := newBot(t, "plays")
	var talk []string
	b.Trace = func(toBot bool, line []byte) { talk = append(talk, string(line[:min(15, len(line))])) }
	if b.Hello(t.Context()); b.Name() != "test" {
		t.Fatalf("Name = %q, want test", b.Name())
	}
	b.Hello(t.Context())
	for range 2 {
		if err := b.Open(t.Context(), game); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := strings.Join(talk, " "), `{"type":"hello" {"type":"hello" {"type":"start" {"type":"start"`; got != want {
		t.Errorf("said %s, want %s", got, want)
	}

	b = newBot(t, "exits at once")
	b.Hello(t.Context())
	if b.Name() != "" {
		t.Errorf("Name = %q, want none", b.Name())
	}
	checkFault(t, b.Open(t.Context(), game), turn.NeverStarted, "no licence file")
	if got := b.Printed(); got != "no licence file\n" {
		t.Errorf("printed %q, want what it wrote when it was greeted", got)
	}
	// A greeting that is broken off does not keep the program from being started again.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b = newBot(t, "plays")
	b.Hello(ctx)
	if err := b.Open(t.Context(), game); err != nil {
		t.Error(err)
	}
}

func TestMisbehaviour(t *testing.T) {
	slow := []string{"closes its output", "floods with the past", "floods without a line feed"} // they must be killed, or write much
	for _, tt := range []struct {
		behaviour string
		kind      turn.FaultKind
		detail    string // a part of it
	}{
		{"crashes", turn.Crashed, "exit status 1): NameError"},
		{"exits after the start", turn.Crashed, "exit status 0"},
		{"closes its output", turn.Gone, "closed its output"},
		{"writes no JSON", turn.Garbled, `"D0D4J4" is not a JSON object, such as {"type":"answer","id":1,"move":...}; print all else to standard error`},
		{"writes a JSON string", turn.Garbled, "is not a JSON object"},
		{"writes a JSON string", turn.Garbled, `an answer is {"type":"answer","id":1,"move":"D0D4J4"}`},
		{"prints a dict", turn.Garbled, "JSON has double quotes: in Python, print(json.dumps(message), flush=True)"},
		{"answers without a type", turn.Garbled, `a message without "type"; an answer is {"type":"answer","id":1,"move":{"id":1,"move":1}}`},
		{"has a prompt", turn.Garbled, `has text before its message, "your move? "; print that to standard error, and let input() have no prompt`},
		{"ends no line before the next message", turn.Garbled, "goes on after the message: end each message with a line feed"},
		{"writes invalid UTF-8", turn.Garbled, "is not UTF-8"},
		{"writes a wrong type", turn.Garbled, `type "move", want "answer"`},
		{"answers without id", turn.Garbled, `without "id"`},
		{"answers without move", turn.Garbled, `without "move"`},
		{"answers with a word", turn.Garbled, `move "\"north\"": got string, want a whole number`},
		{"answers with null", turn.Garbled, "move null: want a move"},
		{"answers with a wrong id", turn.Garbled, `key "id": got string, want a whole number`},
		{"answers the future", turn.Garbled, "was not asked yet"},
		{"floods with the past", turn.Garbled, "1000 answers to questions that are over"},
		{"floods without a line feed", turn.Garbled, "the line has more than 1048576 bytes"},
		{"forks a child that holds the pipes", turn.Crashed, "exit status 0"},
	} {
		t.Run(tt.behaviour, func(t *testing.T) {
			if slices.Contains(slow, tt.behaviour) {
				gametest.Slow(t)
			}
			b := newBot(t, tt.behaviour)
			if err := b.Open(t.Context(), game); err != nil {
				t.Fatal(err)
			}
			_, _, err := b.Answer(t.Context(), 1)
			checkFault(t, err, tt.kind, tt.detail)
			if pid, ok := strings.CutPrefix(strings.TrimSpace(b.Stderr()), "child "); ok {
				b.Close()
				checkDead(t, pid)
			}
		})
	}
}

// flushes is what is said of a program that has never answered.
const flushes = "it has written nothing since its hello: does it flush what it prints?"

// TestUnended asks a program that does not end its lines: the fault says so, and shows the line.
func TestUnended(t *testing.T) {
	b := newBot(t, "ends no line")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		awaitUnended(b)
		cancel()
	}()
	_, _, err := b.Answer(ctx, 1)
	checkFault(t, err, turn.Late, `it wrote 33 bytes without a line end, "{\"type\":\"answer\",\"id\":1,\"move\":1}": does it end its lines and flush them?`)
}

// awaitUnended waits until a program has written a part of a line.
func awaitUnended(b *bot) {
	for n := 0; n == 0; time.Sleep(time.Millisecond) {
		_, n = b.Unended()
	}
}

// TestEarly asks programs that have written something of their second answer before the second question.
func TestEarly(t *testing.T) {
	for _, behaviour := range []string{"answers two questions at once", "begins an answer too early"} {
		b := newBot(t, behaviour)
		if err := b.Open(t.Context(), game); err != nil {
			t.Fatal(err)
		}
		if value, _, err := b.Answer(t.Context(), 1); value != 1 || err != nil {
			t.Fatalf("%s: the first answer is %d, %v", behaviour, value, err)
		}
		_, _, err := b.Answer(t.Context(), 2)
		checkFault(t, err, turn.Garbled, "an answer to question 2 that was written before it was asked")
	}
}

func checkFault(t *testing.T, err error, kind turn.FaultKind, detail string) {
	t.Helper()
	var f *turn.Fault
	if !errors.As(err, &f) || f.Kind != kind || !strings.Contains(f.Detail, detail) {
		t.Errorf("error %v, want the fault %s with %q", err, kind, detail)
	}
}

func checkDead(t *testing.T, pid string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	if _, err := strconv.Atoi(pid); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		status, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || strings.Contains(string(status), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %s still runs", pid)
}

func TestForgiven(t *testing.T) {
	for behaviour, wantNotes := range map[string]int{
		"answers the past first": 1, "floods its standard error": 0, "exits after each game": 0,
		"exits slowly after each game": 0, "answers with keys of other types": 0,
	} {
		t.Run(behaviour, func(t *testing.T) {
			b := newBot(t, behaviour)
			for range 2 { // two games
				if err := b.Open(t.Context(), game); err != nil {
					t.Fatal(err)
				}
				if value, _, err := b.Answer(t.Context(), 5); value != 5 || err != nil {
					t.Fatalf("Answer = %d, %v, want 5", value, err)
				}
				b.End(&turn.Result{Winner: turn.Draw, Reason: "cap"})
				if notes := b.Notes(); len(notes) != wantNotes {
					t.Errorf("notes %q, want %d", notes, wantNotes)
				}
				if behaviour == "exits after each game" {
					time.Sleep(50 * time.Millisecond) // it is on its way out
				}
			}
			if n := len(b.Stderr()); n > 70_000 {
				t.Errorf("%d bytes of standard error kept", n)
			}
		})
	}
}

// TestExitCostsNoTime plays games with a program that exits some time after each: it is started again before the game, so that this
// is not part of its budget. On a busy machine it may need longer to exit than we wait, but not in every game.
func TestExitCostsNoTime(t *testing.T) {
	b := newBot(t, "exits slowly after each game")
	hellos := 0
	b.Trace = func(toBot bool, line []byte) {
		if toBot && strings.HasPrefix(string(line), `{"type":"hello"`) {
			hellos++
		}
	}
	g := game
	g.Budget.Move = time.Minute // any budget: a busy machine must not make the bot late
	for round := 0; ; round++ {
		hellos = 0
		if err := b.Open(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		inTime := hellos == 1
		ctx, cancel := context.WithTimeout(t.Context(), g.Budget.Move)
		value, _, err := b.Answer(ctx, 5)
		if cancel(); value != 5 || err != nil || hellos != 1 {
			t.Fatalf("Answer = %d, %v, after %d times hello, want 5 after one", value, err, hellos)
		}
		switch b.End(&turn.Result{Winner: turn.Draw, Reason: "cap"}); {
		case round > 0 && inTime:
			return
		case round == 5:
			t.Fatal("it is only started again when it is asked")
		}
	}
}

func TestNeverStarted(t *testing.T) {
	for behaviour, detail := range map[string]string{
		"exits at once":      "exit status 3): no licence file",
		"says hello wrongly": `"Welcome to my bot!" is not a JSON object`,
	} {
		t.Run(behaviour, func(t *testing.T) {
			checkFault(t, newBot(t, behaviour).Open(t.Context(), game), turn.NeverStarted, detail)
		})
	}
	missing := &bot{Command: []string{"./no-such-program"}}
	checkFault(t, missing.Open(t.Context(), game), turn.NeverStarted, "no-such-program")
}

func TestABotThatHangsIsLateAndKilled(t *testing.T) {
	gametest.Slow(t)
	b := newBot(t, "hangs")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, _, err := b.Answer(ctx, 1)
	checkFault(t, err, turn.Late, flushes)
	began := time.Now()
	b.Close()
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("Close took %v", took)
	}
}

func TestNothingIsLeft(t *testing.T) {
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	for i := range 20 {
		b := newBot(t, []string{"plays", "exits after each game"}[i%2])
		for range 2 {
			if err := b.Open(t.Context(), game); err != nil {
				t.Fatal(err)
			}
			b.Answer(t.Context(), 1)
			b.Listen(t.Context(), 0)
			b.End(nil)
		}
		b.Close()
	}
	for range 100 {
		if runtime.NumGoroutine() <= goroutines && openFiles(t) <= files {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("goroutines %d, files %d after 20 bots; before %d and %d", runtime.NumGoroutine(), openFiles(t), goroutines, files)
}

func openFiles(t *testing.T) int {
	if runtime.GOOS != "linux" {
		return 0
	}
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// BenchmarkRoundTrip is a question to a program that hardly reads it, and its answer; BenchmarkEcho is what two pipes and a
// process alone cost. The difference is ours.
func BenchmarkRoundTrip(b *testing.B) {
	b.Setenv("GRIDIRON_BOT", "answers without reading")
	p := &bot{
		Command: []string{os.Args[0]},
		Codec:   jsonl.Codec[int]{Kind: func(int) string { return "number" }, View: func(q int) any { return q }},
	}
	defer p.Close()
	if err := p.Open(context.Background(), game); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, err := p.Answer(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEcho(b *testing.B) {
	b.Setenv("GRIDIRON_BOT", "echoes")
	cmd := exec.Command(os.Args[0])
	stdin, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	defer cmd.Wait()
	defer stdin.Close()
	line := []byte(`{"type":"ask","id":1,"kind":"number","view":42,"left_ms":null}` + "\n")
	r := bufio.NewReader(stdout)
	for b.Loop() {
		stdin.Write(line)
		if _, err := r.ReadSlice('\n'); err != nil {
			b.Fatal(err)
		}
	}
}

// What a program wrote before it failed to start is read all the same, once, and passed on as it came.
func TestLastWordsOfAProgramThatNeverStarted(t *testing.T) {
	b := newBot(t, "exits at once")
	var tee strings.Builder
	b.Tee = &tee
	checkFault(t, b.Open(t.Context(), game), turn.NeverStarted, "no licence file")
	if first, again := b.Printed(), b.Printed(); first != "no licence file\n" || again != "" || tee.String() != first {
		t.Errorf("printed %q, then %q, passed on %q", first, again, tee.String())
	}
}
