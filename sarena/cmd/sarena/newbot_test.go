package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// newBots are the languages of new-bot.
var newBots = []struct {
	language string
	tools    []string // programs it needs
	build    []string // command, if it must be built
	bot      string   // command, %s for the folder
	tests    []string // command of its own tests
	passed   string   // what the tests print when there were some and all passed

	// Its tests are tested: they must fail with wrong for right in source.
	source, right, wrong string
}{
	{
		language: "python", tools: []string{"python3"}, bot: "python3 '%s/bot.py'",
		tests: []string{"python3", "-m", "unittest"}, passed: `Ran [1-9](.|\n)*\nOK\n`,
		source: "bot.py", right: `message["id"]`, wrong: `message["id"] - 1`,
	},
	{
		language: "javascript", tools: []string{"node"}, bot: "node '%s/bot.js'",
		tests: []string{"node", "--test"}, passed: `\bpass [1-9]`,
		source: "bot.js", right: "id: message.id", wrong: "id: message.id - 1",
	},
	{
		language: "go", tools: []string{"go"}, build: []string{"go", "build", "-o", "bot.exe"}, bot: "'%s/bot.exe'",
		tests: []string{"go", "test", "-v"}, passed: `--- PASS(.|\n)*\nPASS\n`,
		source: "bot.go", right: "ask.ID,", wrong: "ask.ID - 1,",
	},
	{
		language: "c", tools: []string{"cc", "make", "sh"}, build: []string{"make", "CFLAGS=-std=c99 -Wall -Wextra -O2 -Werror"}, bot: "'%s/bot'",
		tests: []string{"make", "test"}, passed: `\nok\n`,
		source: "bot.c", right: `json_get(ask, "id"))`, wrong: `json_get(ask, "id")) - 1`,
	},
	{
		language: "java", tools: []string{"java"}, bot: "java '%s/Bot.java'",
		tests: []string{"java", "TestBot.java"}, passed: `^ok\n`,
		source: "Bot.java", right: `"id").number()`, wrong: `"id").number() / 2`,
	},
}

// TestNewBot writes the bot of each language as new-bot does, runs its tests, and has it checked and play.
func TestNewBot(t *testing.T) {
	for _, tt := range newBots {
		t.Run(tt.language, func(t *testing.T) {
			required := tt.language == "python" && os.Getenv("GRIDIRON_CORPUS") == "required"
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

			bot := "exec:" + fmt.Sprintf(tt.bot, filepath.ToSlash(dir))
			out := runGame(t, 0, "check", bot)
			if !strings.Contains(out, "plays by the rules") || strings.Contains(out, "WRONG") {
				t.Errorf("check %s printed\n%s", bot, out)
			}
			const board = "+NN .NY +NR .YN/.NR +NN .NY +RN/+NY .NR +NN .YR/.NN +YR .RN +NY"
			play := func(seed string) string { // from both seats
				return runGame(t, 0, "play", bot, "random", "--start", board, "--games", "2", "--seed", seed)
			}
			one, again, other := play("7"), play("7"), play("-12345678901234567890123456789012345678901")
			if one != again {
				t.Errorf("seed 7 plays two games:\n%s\nand\n%s", one, again)
			}
			if one == other {
				t.Errorf("two seeds play the same game:\n%s", one)
			}
			if games := one + other; strings.Count(games, " owns ")+strings.Count(games, "Draw: both own ") != 4 {
				t.Errorf("games of %s do not end by the rules:\n%s", bot, games)
			}

			source := filepath.Join(dir, tt.source)
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			broken := strings.Replace(string(text), tt.right, tt.wrong, 1)
			if broken == string(text) {
				t.Fatalf("%s does not contain %q", tt.source, tt.right)
			}
			if err := os.WriteFile(source, []byte(broken), 0o666); err != nil {
				t.Fatal(err)
			}
			if tt.build != nil { // make goes by the time of the file
				os.Chtimes(source, time.Time{}, time.Now().Add(time.Minute))
			}
			if out, err := runIn(t, dir, tt.tests...); err == nil {
				t.Errorf("%q pass a bot with %q\n%s", tt.tests, tt.wrong, out)
			}
		})
	}
}

func TestNewBotRefuses(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "thesis.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	empty := t.TempDir()
	for _, tt := range []struct {
		name string
		code int
		args []string
		want string // in standard error
		dir  string
		kept int // entries in dir afterwards
	}{
		{"a full folder", 1, []string{"python", full}, "not empty", full, 1},
		{"an unknown language", 2, []string{"pyton", empty}, "did you mean python?", empty, 0},
		{"the folder of all languages", 2, []string{".", empty}, "unknown language", empty, 0},
		{"no folder", 2, []string{"python"}, "want a language", empty, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := runGame(t, tt.code, append([]string{"new-bot"}, tt.args...)...)
			if !strings.Contains(out, tt.want) {
				t.Errorf("it printed %q, want %q", out, tt.want)
			}
			if entries, err := os.ReadDir(tt.dir); err != nil || len(entries) != tt.kept {
				t.Errorf("afterwards the folder holds %v, %v; want %d entries", entries, err, tt.kept)
			}
		})
	}
}

// TestNewBotModes looks for the executable bit on what begins with #!.
func TestNewBotModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no executable bit")
	}
	dir := filepath.Join(t.TempDir(), "bot")
	runGame(t, 0, "new-bot", "python", dir)
	for name, want := range map[string]bool{"bot.py": true, "README.md": false} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode()&0o100 != 0; got != want {
			t.Errorf("%s has mode %v, want executable = %v", name, info.Mode(), want)
		}
	}
}

// runGame runs the program, wants that exit code, and returns standard output, or standard error if it is to fail.
func runGame(t *testing.T, code int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := game().Run(context.Background(), args, strings.NewReader(""), &out, &errs); got != code {
		t.Fatalf("sarena %q: exit %d, want %d\n%s%s", args, got, code, &out, &errs)
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
	c.Env = append(os.Environ(), "GOWORK=off")
	c.WaitDelay = time.Second
	out, err := c.CombinedOutput()
	return string(out), err
}
