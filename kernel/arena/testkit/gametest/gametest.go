// Package gametest holds the tests that every game's program has: of its signature, and of the bots that new-bot writes.
package gametest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Signature fails unless the signature of a game's bench is that in the file. It changes only with a rule or a bot, and a commit
// that changes it says so (CONTRIBUTING.md).
func Signature(t *testing.T, file string, bench func(context.Context) (string, int, error)) {
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := bench(context.Background())
	if err != nil || got != strings.TrimSpace(string(want)) {
		t.Errorf("the signature is %s, %v, want %s", got, err, want)
	}
}

// Language is a kind of bot that new-bot writes.
type Language struct {
	Name   string   // of the folder of its template
	Args   []string // the arguments of new-bot for it; nil: the name
	Tools  []string // programs it needs
	Build  []string // command, if it must be built
	Bot    string   // how the player is named, %s for the folder; "": it plays over a network, and only its own tests are run
	Tests  []string // command of its own tests
	Passed string   // regular expression of what the tests print when there were some and all passed

	// Its tests are tested: they must fail when Wrong replaces Right in Source.
	Source, Right, Wrong string
}

var languages = []Language{
	{
		Name: "python", Tools: []string{"python3"}, Bot: "exec:python3 '%s/bot.py'",
		Tests: []string{"python3", "-m", "unittest"}, Passed: `Ran [1-9](.|\n)*\nOK\n`,
		Source: "bot.py", Right: `message["id"]`, Wrong: `message["id"] - 1`,
	},
	{
		Name: "python-alphabeta", Args: []string{"python", "--alphabeta"}, Tools: []string{"python3"}, Bot: "exec:python3 '%s/player.py' --json",
		Tests: []string{"python3", "-m", "unittest"}, Passed: `Ran [1-9](.|\n)*\nOK\n`,
		Source: "minimax.py", Right: "depth % 2 == 0", Wrong: "depth % 2 == 1",
	},
	{
		Name: "python-tcp", Args: []string{"python", "--transport", "tcp"}, Tools: []string{"python3"},
		Tests: []string{"python3", "-m", "unittest"}, Passed: `Ran [1-9](.|\n)*\nOK\n`,
		Source: "client.py", Right: "RED, BLUE", Wrong: "BLUE, RED",
	},
	{
		Name: "python-udp", Args: []string{"python", "--transport", "udp"}, Tools: []string{"python3"},
		Tests: []string{"python3", "-m", "unittest"}, Passed: `Ran [1-9](.|\n)*\nOK\n`,
		Source: "client.py", Right: "RED, BLUE", Wrong: "BLUE, RED",
	},
	{
		Name: "javascript", Tools: []string{"node"}, Bot: "exec:node '%s/bot.js'",
		Tests: []string{"node", "--test"}, Passed: `\bpass [1-9]`,
		Source: "bot.js", Right: "id: message.id", Wrong: "id: message.id - 1",
	},
	{
		Name: "go", Tools: []string{"go"}, Build: []string{"go", "build", "-o", "bot.exe"}, Bot: "exec:'%s/bot.exe'",
		Tests: []string{"go", "test", "-v"}, Passed: `--- PASS(.|\n)*\nPASS\n`,
		Source: "bot.go", Right: "ask.ID,", Wrong: "ask.ID - 1,",
	},
	{
		Name: "c", Tools: []string{"cc", "make", "sh"}, Build: []string{"make", "CFLAGS=-std=c99 -Wall -Wextra -O2 -Werror"}, Bot: "exec:'%s/bot'",
		Tests: []string{"make", "test"}, Passed: `\nok\n`,
		Source: "bot.c", Right: `json_get(ask, "id"))`, Wrong: `json_get(ask, "id")) - 1`,
	},
	{
		Name: "java-tcp", Args: []string{"java", "--transport", "tcp"}, Tools: []string{"java"}, Tests: []string{"java", "TestClient.java"}, Passed: `(^|\n)ok\n`,
		Source: "Client.java", Right: ".trim()", Wrong: "",
	},
	{
		Name: "java-udp", Args: []string{"java", "--transport", "udp"}, Tools: []string{"java"}, Tests: []string{"java", "TestClient.java"}, Passed: `(^|\n)ok\n`,
		Source: "Client.java", Right: ".trim()", Wrong: "",
	},
	{
		Name: "java", Tools: []string{"java"}, Bot: "exec:java '%s/Bot.java'",
		Tests: []string{"java", "TestBot.java"}, Passed: `(^|\n)ok\n`,
		Source: "Bot.java", Right: `"id").number()`, Wrong: `"id").number() / 2`,
	},
}

// args returns the arguments of new-bot for the language.
func (l *Language) args() []string {
	if l.Args == nil {
		return []string{l.Name}
	}
	return l.Args
}

// NewBots tests the bots that new-bot writes in every language of a game.
type NewBots struct {
	Program Program
	Flags   []string   // of the games that are played, such as a small board
	Other   []Language // languages that are not as usual, by name
	Env     []string   // for the commands
}

// Program runs a command line and returns the exit code.
type Program interface {
	Run(ctx context.Context, args []string, in io.Reader, out, errw io.Writer) int
}

// Test writes the bot of each language as new-bot does and runs its tests. It checks the bot, has it play, twice with the same
// seed, and then breaks it, which its tests must detect. All languages but Python are left to the long tests.
func (n NewBots) Test(t *testing.T) {
	entries, err := os.ReadDir("../../wire/newbot")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		named := func(l Language) bool { return l.Name == entry.Name() }
		known := slices.Concat(n.Other, languages)
		i := slices.IndexFunc(known, named)
		if i < 0 {
			t.Errorf("there is no command to run bots of the language %s", entry.Name())
			continue
		}
		t.Run(entry.Name(), func(t *testing.T) { n.test(t, known[i]) })
	}
}

func (n NewBots) test(t *testing.T, l Language) {
	if l.Name != "python" {
		Long(t, "builds, checks and plays a bot")
	}
	for _, tool := range l.Tools {
		if _, err := exec.LookPath(tool); err != nil && tool == "python3" && os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatalf("GRIDIRON_CORPUS=required: %v", err)
		} else if err != nil {
			t.Skipf("cannot run %s bots: %v", l.Name, err)
		}
	}
	if slices.Contains(l.Tools, "java") {
		t.Setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC") // half the time for programs that end soon
	}
	dir := filepath.Join(t.TempDir(), "my bot") // commands must work with the blank
	Run(t, n.Program, append(append([]string{"new-bot"}, l.args()...), dir)...)
	if out, err := Command(dir, n.Env, l.Tests...); err != nil || !regexp.MustCompile(l.Passed).MatchString(out) {
		t.Errorf("%q: %v, want output like %q\n%s", l.Tests, err, l.Passed, out)
	}
	if l.Build != nil {
		if out, err := Command(dir, n.Env, l.Build...); err != nil {
			t.Fatalf("%q: %v\n%s", l.Build, err, out)
		}
	}
	bot := ""
	if l.Bot != "" {
		bot = fmt.Sprintf(l.Bot, filepath.ToSlash(dir))
		if out := Run(t, n.Program, "check", bot, "--budget", "1m"); !strings.Contains(out, "plays by the rules") || strings.Contains(out, "WRONG") {
			t.Errorf("check %s printed\n%s", bot, out)
		}
	}
	if bot != "" {
		n.games(t, bot)
	}
	l.mutate(t, dir)
	if out, err := Command(dir, n.Env, l.Tests...); err == nil {
		t.Errorf("%q pass a bot with %q\n%s", l.Tests, l.Wrong, out)
	}
}

// games fails unless a bot plays the same game from the same seed, and another game from another seed.
func (n NewBots) games(t *testing.T, bot string) {
	t.Helper()
	one, again, other := n.play(t, bot, "7"), n.play(t, bot, "7"), n.play(t, bot, "-12345678901234567890123456789012345678901")
	if one != again {
		t.Errorf("seed 7 plays two games:\n%s\nand\n%s", one, again)
	}
	if one == other {
		t.Errorf("two seeds play the same game:\n%s", one)
	}
}

// play plays a game from each seat, fails if one does not end by the rules, and returns what was played.
func (n NewBots) play(t *testing.T, bot, seed string) string {
	t.Helper()
	record := filepath.Join(t.TempDir(), "games.jsonl")
	args := append([]string{"play", bot, "random", "--games", "2", "--seed", seed, "--json", "--record", record}, n.Flags...)
	out := Run(t, n.Program, args...)
	for line := range strings.Lines(out) {
		var game struct{ Type, Reason, Detail string }
		if err := json.Unmarshal([]byte(line), &game); err != nil {
			t.Fatal(err)
		}
		if turn.IsFault(game.Reason) {
			t.Errorf("a game of %s does not end by the rules: %s: %s", bot, game.Reason, game.Detail)
		}
	}
	games, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	return moves.ReplaceAllString(string(games), "")
}

// moves matches what differs between records in which the same was played.
var moves = regexp.MustCompile(`"(ms|seed|id|version|hash)":("[^"]*"|[0-9.]+),?|,"used":\[[^]]*\]`)

// mutate replaces Right by Wrong in the source.
func (l Language) mutate(t *testing.T, dir string) {
	t.Helper()
	source := filepath.Join(dir, filepath.FromSlash(l.Source))
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	broken := strings.Replace(string(text), l.Right, l.Wrong, 1)
	if broken == string(text) {
		t.Fatalf("%s does not contain %q", l.Source, l.Right)
	}
	if err := os.WriteFile(source, []byte(broken), 0o666); err != nil {
		t.Fatal(err)
	}
	os.Chtimes(source, time.Time{}, time.Now().Add(time.Minute)) // make goes by the time of the file
}

// Run runs a command line, fails if that fails, and returns standard output.
func Run(t testing.TB, p Program, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := p.Run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("%q: exit %d\n%s%s", args, code, &out, &errs)
	}
	return out.String()
}

// Command runs a command in a folder and returns what it printed.
func Command(dir string, env []string, words ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Dir = dir
	c.Env = slices.Concat(os.Environ(), []string{"GOWORK=off"}, env)
	c.WaitDelay = time.Second
	out, err := c.CombinedOutput()
	return string(out), err
}

// Hurry has every bundled bot of a game play a game in which its share of the clock is over before it begins to think. game must
// divide clocks by a number of answers so large that nothing is left of a share. A bot that has no time left for a thought still
// answers by the rules.
func Hurry(t *testing.T, game *match.Bound) {
	for _, b := range game.Bots {
		j := job.Job{Seed: "7"}
		for range game.Seats {
			j.Seats = append(j.Seats, job.Team{Label: b.Name, Spec: b.Name, Budget: timer.Control{Game: time.Hour}})
		}
		line, err := game.Play(t.Context(), j, match.Seating{})
		if err != nil {
			t.Fatal(err)
		}
		if turn.IsFault(line.Reason) || len(line.Faults) > 0 {
			t.Errorf("%s without time to think: %s: %s, %+v", b.Name, line.Reason, line.Detail, line.Faults)
		}
	}
	for _, b := range game.Bots {
		for _, p := range b.Params {
			if p.Effort {
				keepWaiting(t, game, fmt.Sprintf("%s:%s=999999999", b.Name, p.Name))
			}
		}
	}
}

// keepWaiting has a bot that is to think for as long as it can play against a person, until the person is asked: the bot's first
// answers come soon, they are legal, and the bot knows that they depended on time.
func keepWaiting(t *testing.T, game *match.Bound, spec string) {
	bot, err := game.Player(spec, match.Maker{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, fmt.Errorf("%s keeps a person waiting", spec))
	defer cancel()
	began := time.Now()
	j := job.Job{Seed: "7", Seats: make([]job.Team, len(game.Seats))}
	s := match.Seating{Players: slices.Repeat([]*match.Player{bot}, len(game.Seats))}
	s.Players[len(s.Players)-1] = game.Person(leaver{}, false)
	if _, err = game.Play(ctx, j, s); !errors.Is(err, turn.ErrQuit) || ctx.Err() != nil {
		t.Errorf("%s: the game ends with %v, %v: want that the person is asked and quits", spec, err, context.Cause(ctx))
	}
	if took := time.Since(began); bot.Repeatable() && took > 3*time.Second {
		t.Errorf("%s: thought for %v, and its game can be repeated: want that it was stopped after 2 s", spec, took)
	}
}

// leaver is a person who quits when asked.
type leaver struct{}

func (leaver) Type(context.Context, *match.Prompt) (string, error) { return "", turn.ErrQuit }
