package jsonl_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// answers plays the bots of this file; it reports whether it has dealt with the question.
func answers(behaviour string, id, view int, say func(string, ...any)) bool {
	switch behaviour {
	case "values its first answer":
		if id == 1 {
			say(`{"type":"answer","id":1,"move":1,"value":0.25}`)
		}
		return id == 1
	case "crashes later":
		if id == 3 {
			os.Exit(1)
		}
	case "writes a type that is a number":
		say(`{"type":5}`)
	case "works on its first answer":
		for began := time.Now(); id == 1 && time.Since(began) < 300*time.Millisecond; {
		}
	case "is slow":
		time.Sleep(200 * time.Millisecond)
	case "talks":
		fmt.Fprintln(os.Stderr, "view", view)
	case "is late once":
		if id == 2 {
			say(`{"type":"answer","id":1,"move":1}`)
		}
		return id == 1
	case "closes its input":
		fmt.Fprintln(os.Stderr, os.Getpid())
		os.Stdin.Close()
		say(`{"type":"answer","id":%d,"move":1}`, id)
		time.Sleep(time.Hour)
	case "reads no more":
		fmt.Fprintln(os.Stderr, os.Getpid())
		time.Sleep(time.Hour)
	case "answers once":
		return id > 1
	}
	var old int
	if n, _ := fmt.Sscanf(behaviour, "sends %d old answers", &old); n == 1 {
		for range old {
			say(`{"type":"answer","id":0,"move":99}`)
		}
	}
	if text, ok := strings.CutPrefix(behaviour, "writes "); ok && text[0] == '#' {
		say("%s", text)
	}
	return false
}

// traced returns a bot and the lines that it is sent.
func traced(t *testing.T, behaviour string) (*bot, *[]string) {
	b, lines := newBot(t, behaviour), new([]string)
	b.Trace = func(toBot bool, line []byte) {
		if toBot {
			*lines = append(*lines, string(line))
		}
	}
	return b, lines
}

// TestEverythingIsTold checks each key of start, ask and end that TestConversation leaves out.
func TestEverythingIsTold(t *testing.T) {
	b, lines := traced(t, "plays")
	g := game
	g.Budget = timer.Control{Move: 3 * time.Minute, Game: 10 * time.Minute, Increment: 2 * time.Second}
	g.View, g.Options = 30, map[string]string{"colour": "green"}
	if err := b.Open(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if _, _, err := b.Answer(ctx, 42); err != nil {
		t.Fatal(err)
	}
	b.End(&turn.Result{Winner: turn.Draw, Reason: "cap", Score: map[string]int{"red": 3}})
	b.End(nil)
	(*lines)[2], _, _ = strings.Cut((*lines)[2], `35`) // ms of nearly an hour
	want := []string{
		`{"type":"hello","protocol":1,"game":"count","rules":"1"}`,
		`{"type":"start","game":"g1","seat":"blue","seats":["red","blue"],"seed":"` + g.Told() + `","budget_ms":180000,"clock_ms":600000,` +
			`"increment_ms":2000,"view":30,"options":{"colour":"green"}}`,
		`{"type":"ask","id":1,"kind":"number","view":42,"left_ms":`,
		`{"type":"end","winner":null,"reason":"cap","score":{"red":3}}`,
		`{"type":"end","winner":null,"reason":"interrupted","score":{}}`,
	}
	if diff := cmp.Diff(want, *lines); diff != "" {
		t.Errorf("it was sent (-want +got):\n%s", diff)
	}
	b, lines = traced(t, "plays without the list")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.Answer(t.Context(), 1); err != nil || strings.Contains((*lines)[2], "legal") || b.Name() != "" {
		t.Errorf("a bot that does not want the list got %s, %v", (*lines)[2], err)
	}
}

// TestBeforeTheStart asks for what a program printed and used before there is one.
func TestBeforeTheStart(t *testing.T) {
	b := &bot{}
	if spent, known := b.Spent(); spent != 0 || known || b.Stderr() != "" || b.Printed() != "" || b.Overflow() != "" || b.Close() != nil {
		t.Errorf("spent %v, %v, printed %q", spent, known, b.Stderr())
	}
	if worth, ok := b.Worth(); worth != 0 || ok {
		t.Error(worth, ok)
	}
	if begin, length := b.Unended(); begin != "" || length != 0 {
		t.Errorf("%d bytes of a line, %q", length, begin)
	}
	b.End(nil)
}

func TestValue(t *testing.T) {
	b := newBot(t, "values its first answer")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.25, 0} {
		if _, _, err := b.Answer(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		if worth, ok := b.Worth(); worth != want || ok != (i == 0) {
			t.Errorf("answer %d: value %v, %v, want %v", i+1, worth, ok, want)
		}
	}
	b = newBot(t, "values its first answer")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	if _, _, err := b.Answer(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	cancel()
	err := error(nil)
	for tries := 0; err == nil && tries < 100; tries++ { // on a busy machine an answer may be there before the end is noticed
		_, _, err = b.Answer(over, 1)
	}
	if err == nil {
		t.Error("answers after the end")
	}
	if _, ok := b.Worth(); ok {
		t.Error("a question without an answer has a value")
	}
}

// TestUsed measures what a program uses, also after its end.
func TestUsed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux reports it")
	}
	b := newBot(t, "plays")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	if _, known := b.Spent(); !known {
		t.Error("the processor time of a program that runs is not known")
	}
	b.Close()
	if used := b.Used(); used.Memory == 0 {
		t.Errorf("it used %+v", used)
	}
	lines := 0
	b.Trace = func(bool, []byte) { lines++ }
	if b.Hello(t.Context()); lines > 0 || b.Name() != "test" || b.Close() != nil {
		t.Errorf("a program that is known by its name was greeted again: %d lines", lines)
	}
}

// TestUsedInEachGame measures what a program uses from the beginning of a game on; its start is part of its first game.
func TestUsedInEachGame(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux reports it")
	}
	b := newBot(t, "works on its first answer")
	b.Hello(t.Context())
	var used []time.Duration
	for range 2 {
		if err := b.Open(t.Context(), game); err != nil {
			t.Fatal(err)
		}
		if _, _, err := b.Answer(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		used = append(used, b.Used().CPU)
	}
	if used[0] == 0 || used[1] > used[0]/2 {
		t.Errorf("used %v: want nearly all of it in the first game", used)
	}
}

// TestPrinted returns what a program writes once, and forgets it before the next game.
func TestPrinted(t *testing.T) {
	b := newBot(t, "talks")
	for round := range 2 {
		if err := b.Open(t.Context(), game); err != nil {
			t.Fatal(err)
		}
		if _, _, err := b.Answer(t.Context(), round); err != nil {
			t.Fatal(err)
		}
		want, got := fmt.Sprintf("view %d\n", round), ""
		for until := time.Now().Add(time.Minute); got == "" && time.Now().Before(until); time.Sleep(time.Millisecond) {
			got = b.Printed()
		}
		if got != want || b.Printed() != "" || b.Stderr() != want || b.Overflow() != "" {
			t.Errorf("game %d: printed %q, want %q; all of it is %q", round, got, want, b.Stderr())
		}
		b.End(nil)
	}
	b.Close()
	if got := b.Stderr(); got != "view 1\n" || b.Overflow() != "" {
		t.Errorf("after its end: %q", got)
	}
}

// TestStartedAgain starts a program that could not be started once more for the next game, also one that exited after a game.
func TestStartedAgain(t *testing.T) {
	b, lines := traced(t, "exits at once")
	b.Hello(t.Context())
	b.Hello(t.Context()) // does nothing
	checkFault(t, b.Open(t.Context(), game), turn.NeverStarted, "no licence file")
	t.Setenv("GRIDIRON_BOT", "exits after each game")
	for range 2 {
		if err := b.Open(t.Context(), game); err != nil {
			t.Fatal(err)
		}
		if value, _, err := b.Answer(t.Context(), 3); value != 3 || err != nil {
			t.Fatal(value, err)
		}
		b.End(nil)
	}
	hellos := 0
	for _, line := range *lines {
		if strings.HasPrefix(line, `{"type":"hello"`) {
			hellos++
		}
	}
	if hellos != 3 {
		t.Errorf("%d times hello in %q, want 3", hellos, *lines)
	}
	t.Setenv("GRIDIRON_BOT", "exits at once")
	err := b.Open(t.Context(), game)
	if err == nil { // its exit shows only now
		_, _, err = b.Answer(t.Context(), 3)
	}
	checkFault(t, err, turn.NeverStarted, "no licence file")
	// Its exit shows at the first question.
	b = newBot(t, "exits slowly after each game")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	b.End(nil)
	t.Setenv("GRIDIRON_BOT", "exits at once")
	if err = b.Open(t.Context(), game); err == nil {
		_, _, err = b.Answer(t.Context(), 3)
	}
	checkFault(t, err, turn.NeverStarted, "no licence file")
	// A program that crashes in its second game, after an answer in it, is not started again.
	b = newBot(t, "crashes later")
	for range 2 {
		if err := b.Open(t.Context(), game); err != nil {
			t.Fatal(err)
		}
		if _, _, err := b.Answer(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err = b.Answer(t.Context(), 1)
	checkFault(t, err, turn.Crashed, "exit status 1")
}

// TestHello checks what a program must say first, and that it is late when its time is over, which is at once here.
func TestHello(t *testing.T) {
	b := newBot(t, "answers before hello") // and goes on
	checkFault(t, b.Open(t.Context(), game), turn.NeverStarted, `its first message has the type "answer", want "hello"`)
	checkDead(t, strings.TrimSpace(b.Stderr()))
	var f *turn.Fault
	if err := newBot(t, "says hello wrongly").Open(t.Context(), game); !errors.As(err, &f) || !strings.HasPrefix(f.Detail, `line "Welc`) {
		t.Errorf("a wrong hello: %v, want its fault without the kind", err)
	}
	for behaviour, detail := range map[string]string{
		"only reads":                "no hello within 1m0s; does it flush what it prints?",
		"ends no line of its hello": "no hello within 1m0s; it wrote 16 bytes without a line end",
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		b := newBot(t, behaviour)
		b.Trace = func(bool, []byte) { // it is greeted
			go func() {
				if behaviour != "only reads" {
					awaitUnended(b)
				}
				cancel(context.DeadlineExceeded)
			}()
		}
		checkFault(t, b.Open(ctx, game), turn.NeverStarted, detail)
	}
}

// TestOldAnswers drops answers to earlier questions, up to a limit, and notes the first ones.
func TestOldAnswers(t *testing.T) {
	for old, notes := range map[int]int{19: 19, 20: 20, 21: 20, 999: 20} {
		b := newBot(t, fmt.Sprintf("sends %d old answers", old))
		if err := b.Open(t.Context(), game); err != nil {
			t.Fatal(err)
		}
		if value, _, err := b.Answer(t.Context(), 5); value != 5 || err != nil || len(b.Notes()) != notes {
			t.Errorf("after %d old answers: %d, %v, %d notes, want %d", old, value, err, len(b.Notes()), notes)
		}
	}
	b := newBot(t, "sends 1000 old answers")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	_, _, err := b.Answer(t.Context(), 5)
	checkFault(t, err, turn.Garbled, "1000 answers to questions that are over")
	b = newBot(t, "is late once")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, _, err = b.Answer(ctx, 1)
	checkFault(t, err, turn.Late, flushes)
	if value, _, err := b.Answer(t.Context(), 2); value != 2 || err != nil || len(b.Notes()) != 1 {
		t.Errorf("the next answer: %d, %v, notes %q", value, err, b.Notes())
	}
	// A program that has answered flushes what it prints: it is only late.
	b = newBot(t, "answers once")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.Answer(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := b.Answer(ctx, 2); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no answer to the second question: %v, want %v", err, context.DeadlineExceeded)
	}
}

// kills has a program that prints its number killed before it is closed, because closing waits for it.
func kills(t *testing.T, b *bot) {
	t.Cleanup(func() {
		if pid, err := strconv.Atoi(strings.TrimSpace(b.Stderr())); err == nil {
			if p, err := os.FindProcess(pid); err == nil {
				p.Kill()
			}
		}
	})
}

// TestLongLines quotes at most 120 bytes, and reads nothing more after a line that is too long.
func TestLongLines(t *testing.T) {
	for n, end := range map[int]string{120: `#" is not`, 121: `#"... (121 bytes) is not`} {
		b := newBot(t, "writes "+strings.Repeat("#", n))
		if err := b.Open(t.Context(), game); err != nil {
			t.Fatal(err)
		}
		_, _, err := b.Answer(t.Context(), 1)
		checkFault(t, err, turn.Garbled, end)
	}
	b := newBot(t, "writes a type that is a number")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	_, _, err := b.Answer(t.Context(), 1)
	checkFault(t, err, turn.Garbled, `key "type": got number`)
	b = newBot(t, "floods its standard error")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.Answer(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	b.Close()
	if all, rest := b.Printed(), b.Overflow(); rest != "" || !strings.Contains(all, "bytes") || len(all) > 70_000 {
		t.Errorf("after its end: %d bytes, and %d more", len(all), len(rest))
	}
	b = newBot(t, "floods without a line feed")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, _, err := b.Answer(t.Context(), 1)
		checkFault(t, err, turn.Garbled, "the line has more than 1048576 bytes")
	}
}

// TestWriting has programs that do not read: one that closed its input is gone, one that only does not read is late.
func TestWriting(t *testing.T) {
	long := strings.Repeat("x", 1<<20) // more than a pipe holds
	view := func(q int) any { return map[bool]any{false: q, true: long}[q > 100] }
	b := newBot(t, "closes its input")
	kills(t, b)
	b.Codec.View = view
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.Answer(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	_, _, err := b.Answer(t.Context(), 101)
	checkFault(t, err, turn.Gone, "it closed its input")

	b = newBot(t, "reads no more")
	kills(t, b)
	b.Codec.View = view
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	for _, q := range []int{1, 101, 102} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		_, _, err := b.Answer(ctx, q)
		if f, ok := errors.AsType[*turn.Fault](err); !errors.Is(err, context.DeadlineExceeded) && (!ok || f.Kind != turn.Late) {
			t.Errorf("question %d: %v, want late", q, err)
		}
		cancel()
	}
}

// word is an answer that is quickly written.
type word string

func (w word) AppendTo(dst []byte) []byte { return append(dst, w...) }

// strict is an answer that reads itself, and cannot be written if it is empty.
type strict struct{ text string }

var errWord = errors.New(`"north" is no direction`)

func (*strict) UnmarshalJSON([]byte) error { return errWord }
func (s strict) MarshalJSON() ([]byte, error) {
	if s.text == "" {
		return nil, errWord
	}
	return json.Marshal(s.text)
}

// TestAnswerTypes has answers of other types than numbers.
func TestAnswerTypes(t *testing.T) {
	base := newBot(t, "answers with a word")
	var asked string
	words := jsonl.Bot[int, word]{
		Command: base.Command, Codec: base.Codec, Trace: func(_ bool, line []byte) {
			if strings.HasPrefix(string(line), `{"type":"ask"`) {
				asked = string(line)
			}
		},
		Moves: func(n int) []word { return []word{"east", "north", "up"}[:n] },
	}
	defer words.Close()
	if err := words.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	for n, want := range []string{`"legal":[]}`, `"legal":["east"]}`, `"legal":["east","north"]}`} {
		if value, _, err := words.Answer(t.Context(), n); value != "north" || err != nil || !strings.HasSuffix(asked, want) {
			t.Errorf("%q, %v, asked %s, want %s", value, err, asked, want)
		}
	}
	stricts := jsonl.Bot[int, strict]{
		Command: base.Command, Codec: base.Codec, Moves: func(n int) []strict { return []strict{{"up"}, {""}}[:n] },
	}
	defer stricts.Close()
	if err := stricts.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	_, _, err := stricts.Answer(t.Context(), 1)
	checkFault(t, err, turn.Garbled, `"north" is no direction`)
	if _, _, err := stricts.Answer(t.Context(), 2); !errors.Is(err, errWord) {
		t.Errorf("a list that cannot be written: %v", err)
	}
	base.Codec.View = func(int) any { return func() {} }
	if err := base.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	var f *turn.Fault
	if _, _, err := base.Answer(t.Context(), 1); err == nil || errors.As(err, &f) {
		t.Errorf("a view that cannot be written: %v, want an error that is no fault of the program", err)
	}
}

// TestRecordLines writes answers into a record and reads them again.
func TestRecordLines(t *testing.T) {
	worth := 0.5
	given := []turn.Answer[strict]{
		{Value: strict{"up"}, Say: "hi", Worth: &worth, Took: 1500 * time.Microsecond},
		{Fault: &turn.Fault{Kind: turn.Late, Detail: "no answer", Silent: true}, Took: time.Second},
	}
	want := []record.Answer{
		{Seat: "red", Move: []byte(`"up"`), Say: "hi", Worth: &worth, Ms: 1.5},
		{Seat: "red", Fault: turn.Late, Detail: "no answer", Silent: true, Ms: 1000},
	}
	for i := range given {
		line, err := jsonl.RecordLine("red", &given[i])
		if diff := cmp.Diff(want[i], line); err != nil || diff != "" {
			t.Errorf("%v, line %d (-want +got):\n%s", err, i+1, diff)
		}
	}
	if _, err := jsonl.RecordLine("red", &turn.Answer[strict]{}); !errors.Is(err, errWord) {
		t.Errorf("an answer that cannot be written: %v", err)
	}
	list, err := jsonl.Answers[string](&record.Game{Answers: want})
	if err != nil {
		t.Fatal(err)
	}
	wantList := []turn.Answer[string]{
		{Value: "up", Say: "hi", Worth: &worth, Took: 1500 * time.Microsecond}, {Fault: given[1].Fault, Took: time.Second},
	}
	if diff := cmp.Diff(wantList, list); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	if _, err := jsonl.Answers[int](&record.Game{Answers: want, Lines: []int{7, 8}}); err == nil || !strings.HasPrefix(err.Error(), "line 7: ") {
		t.Errorf("a move of the wrong type: %v, want its line", err)
	}
}

// TestListen waits for a line only as long as one can come.
func TestListen(t *testing.T) {
	if b := newBot(t, "plays"); b.Listen(t.Context(), 0) {
		t.Error("a program that was not started has written a line")
	}
	b := newBot(t, "is slow")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	lines := b.Lines()
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, _, err := b.Answer(short, 1)
	checkFault(t, err, turn.Late, flushes)
	if !b.Listen(t.Context(), lines) || b.Lines() != lines+1 || !b.Listen(short, lines) {
		t.Errorf("%d lines after %d: want the late answer", b.Lines(), lines)
	}
	short, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if b.Listen(short, lines+1) {
		t.Error("a program that waits for a question has written a line")
	}
	b = newBot(t, "exits after the start")
	if err := b.Open(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	if b.Listen(t.Context(), 1) || b.Lines() != 1 {
		t.Errorf("%d lines of a program that exited after its hello", b.Lines())
	}
	if !b.Listen(t.Context(), 0) {
		t.Error("a program that exited has not written its hello")
	}
}

// TestStartIsNotRead opens a game for a program that does not read its start: it is not told.
func TestStartIsNotRead(t *testing.T) {
	b := newBot(t, "says hello and reads no more")
	kills(t, b)
	g := game
	g.View = strings.Repeat("x", 4<<20) // more than a pipe holds
	ctx, cancel := context.WithCancel(t.Context())
	b.Trace = func(_ bool, line []byte) {
		if len(line) > 4<<20 {
			cancel()
		}
	}
	if err := b.Open(ctx, g); err == nil {
		t.Error("the program was told about a game that it does not read")
	}
}

// TestStartedOnce has a program exit after its first game and the next one crash: that is not started again.
func TestStartedOnce(t *testing.T) {
	b, lines := traced(t, "exits after each game")
	g := game
	g.Budget.Move = time.Minute // so that Open waits for its end
	if err := b.Open(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	b.End(nil)
	t.Setenv("GRIDIRON_BOT", "crashes")
	if err := b.Open(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	_, _, err := b.Answer(t.Context(), 1)
	checkFault(t, err, turn.Crashed, "NameError")
	hellos := 0
	for _, line := range *lines {
		if strings.HasPrefix(line, `{"type":"hello"`) {
			hellos++
		}
	}
	if hellos != 2 {
		t.Errorf("%d times hello, want 2: %q", hellos, *lines)
	}
}
