package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// newBots are the languages of new-bot.
var newBots = []struct {
	language string
	tools    []string // programs it needs
	build    []string // command, if it must be built
	bot      string   // how it is named, %s for the folder
	tests    []string // command of its own tests
	passed   string   // what the tests print when there were some and all passed

	// Its tests are tested: they must fail with wrong for right in source.
	source, right, wrong string
}{
	{
		language: "python", tools: []string{"python3"}, bot: "exec:python3 '%s/bot.py'",
		tests: []string{"python3", "-m", "unittest"}, passed: `Ran [1-9](.|\n)*\nOK\n`,
		source: "bot.py", right: `message["id"]`, wrong: `message["id"] - 1`,
	},
	{
		language: "aiplayer", tools: []string{"python3"}, bot: "%s/AI/MyBot.py",
		tests: []string{"python3", "-m", "unittest"}, passed: `Ran [1-9](.|\n)*\nOK\n`,
		source: "AI/MyBot.py", right: "Move(END, None, None)", wrong: "None",
	},
	{
		language: "javascript", tools: []string{"node"}, bot: "exec:node '%s/bot.js'",
		tests: []string{"node", "--test"}, passed: `\bpass [1-9]`,
		source: "bot.js", right: "id: message.id", wrong: "id: message.id - 1",
	},
	{
		language: "go", tools: []string{"go"}, build: []string{"go", "build", "-o", "bot.exe"}, bot: "exec:'%s/bot.exe'",
		tests: []string{"go", "test", "-v"}, passed: `--- PASS(.|\n)*\nPASS\n`,
		source: "bot.go", right: "ask.ID,", wrong: "ask.ID - 1,",
	},
}

// TestNewBot writes the bot of each language as new-bot does, runs its tests, and has it checked and play.
func TestNewBot(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("REANTICS", program)
	for _, tt := range newBots {
		t.Run(tt.language, func(t *testing.T) {
			required := tt.tools[0] == "python3" && os.Getenv("GRIDIRON_CORPUS") == "required"
			if testing.Short() && tt.language != "python" {
				t.Skipf("-short: %s bots take seconds", tt.language)
			}
			for _, tool := range tt.tools {
				if _, err := exec.LookPath(tool); err != nil && required {
					t.Fatalf("GRIDIRON_CORPUS=required: %v", err)
				} else if err != nil {
					t.Skipf("cannot run %s bots: %v", tt.language, err)
				}
			}
			dir := filepath.Join(t.TempDir(), "my bot") // commands must stand the blank
			runGame(t, 0, "new-bot", tt.language, dir)
			if out, err := runIn(t, dir, tt.tests...); err != nil || !regexp.MustCompile(tt.passed).MatchString(out) {
				t.Errorf("%q: %v, want output like %q\n%s", tt.tests, err, tt.passed, out)
			}
			if tt.build != nil {
				if out, err := runIn(t, dir, tt.build...); err != nil {
					t.Fatalf("%q: %v\n%s", tt.build, err, out)
				}
			}
			bot := fmt.Sprintf(tt.bot, filepath.ToSlash(dir))
			if out := runGame(t, 0, "check", bot); !strings.Contains(out, "plays by the rules") || strings.Contains(out, "WRONG") {
				t.Errorf("check %s printed\n%s", bot, out)
			}
			play := func(seed string) string { // from both seats
				return runGame(t, 0, "play", bot, "random", "--cap", "60", "--games", "2", "--seed", seed)
			}
			one, again, other := play("7"), play("7"), play("-12345678901234567890123456789012345678901")
			if one != again {
				t.Errorf("seed 7 plays two games:\n%s\nand\n%s", one, again)
			}
			if one == other {
				t.Errorf("two seeds play the same game:\n%s", one)
			}
			if regexp.MustCompile(`(?m)wins: .* (answered|placed|attacked|was|garbled|crashed|is gone|never)`).MatchString(one + other) {
				t.Errorf("games of %s do not end by the rules:\n%s", bot, one+other)
			}
			breakBot(t, dir, tt.source, tt.right, tt.wrong)
			if out, err := runIn(t, dir, tt.tests...); err == nil {
				t.Errorf("%q pass a bot with %q\n%s", tt.tests, tt.wrong, out)
			}
		})
	}
}

// breakBot puts wrong for right in a source.
func breakBot(t *testing.T, dir, name, right, wrong string) {
	t.Helper()
	source := filepath.Join(dir, filepath.FromSlash(name))
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	broken := strings.Replace(string(text), right, wrong, 1)
	if broken == string(text) {
		t.Fatalf("%s does not contain %q", name, right)
	}
	if err := os.WriteFile(source, []byte(broken), 0o666); err != nil {
		t.Fatal(err)
	}
}

// runGame runs the program, wants that exit code, and returns standard output, or standard error if it is to fail.
func runGame(t *testing.T, code int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := game().Run(context.Background(), args, strings.NewReader(""), &out, &errs); got != code {
		t.Fatalf("reantics %q: exit %d, want %d\n%s%s", args, got, code, &out, &errs)
	}
	if code != 0 {
		return errs.String()
	}
	return out.String()
}

// runIn runs a command in a folder and returns what it printed.
func runIn(t *testing.T, dir string, command ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOWORK=off", "GRIDIRON_TEST_MAIN=1")
	c.WaitDelay = time.Second
	out, err := c.CombinedOutput()
	return string(out), err
}
