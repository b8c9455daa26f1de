package hostile

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// reader is a bot that reads a file of another one. It is a program by its first line.
const reader = `import json, sys
try:
    print("WON", open(%q).read(), file=sys.stderr, flush=True)
except OSError as e:
    print("refused:", e, file=sys.stderr, flush=True)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({"type": "hello", "legal": True}), flush=True)
    if m["type"] == "ask":
        print(json.dumps({"type": "answer", "id": m["id"], "move": m["legal"][0]}), flush=True)
`

// TestFirstLine has bots whose first lines name files of another bot, by play, tournament and ladder, as this user, and as one
// without rights if this one is root. Where the line names a file beside the interpreter, the bot plays and cannot read it; where it
// names the interpreter, the bot never starts, and the user is told why.
func TestFirstLine(t *testing.T) {
	_, bin := programs(t)
	jails(t)
	users := map[string]*other{"as this user": nil}
	if u := another(t); u != nil {
		users["without rights"] = u
	}
	for who, u := range users {
		for _, verb := range []string{"play", "tournament", "ladder"} {
			for _, first := range []string{"#!/usr/bin/env -S -u ALICE/secret python3", "#!ALICE/bin/python3"} {
				t.Run(fmt.Sprint(verb, "/", who, "/", strings.Fields(first)[0]), func(t *testing.T) {
					t.Parallel()
					text := runFirst(t, filepath.Join(bin, "amazons"), u, verb, first)
					want := "refused: "
					if !strings.Contains(first, "env") {
						want = "it cannot see its interpreter "
					}
					if !strings.Contains(text, want) || strings.Contains(text, "WON secret") || strings.Contains(text, "the other's interpreter") {
						t.Errorf("want %q in\n%s", want, text)
					}
				})
			}
		}
	}
}

// runFirst has a verb play with a bot and returns all that it printed and left in files. The other's folder looks like an
// installation, which nobody but the user may enter.
func runFirst(t *testing.T, program string, u *other, verb, first string) (text string) {
	t.Helper()
	home := u.room(t)
	alice := filepath.Join(home, "alice")
	files := map[string]string{
		"alice/secret": "secret", "alice/pyvenv.cfg": "", "alice/bin/python3": "#!/bin/sh\necho the other\\'s interpreter\ncat " + alice + "/secret\n",
		"ladder/bots.txt":         "random=random\nother=random\n",
		"ladder/bots/mallory/bot": strings.ReplaceAll(first, "ALICE", alice) + "\n" + fmt.Sprintf(reader, alice+"/secret"),
	}
	for name, content := range files {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	u.own(t, home)
	if err := os.Chmod(alice, 0o700); err != nil {
		t.Fatal(err)
	}
	mallory := "exec:" + filepath.Join(home, "ladder", "bots", "mallory", "bot")
	words := map[string][]string{
		"play":       {"play", mallory, "random", "--quiet", "--show-output"},
		"tournament": {"tournament", "run", "mallory=" + mallory, "random", "--dir", filepath.Join(home, "cup")},
		"ladder":     {"ladder", filepath.Join(home, "ladder"), "--games", "4"},
	}[verb]
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, program, append(words, "--seed", "3", "--jail", "require")...)
	u.as(c, home)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	c.Run() // its status says whether all played
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == alice || d.Name() == "bots" || d.Name() == "versions": // not what was said
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		content, err := os.ReadFile(path)
		out.Write(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}
