package jail

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// plant makes files in a folder. A text that begins with "->" is the target of a link; ROOT in a text is the folder.
func plant(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, name)
		text = strings.ReplaceAll(text, "ROOT", root)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if target, link := strings.CutPrefix(text, "->"); err == nil && link {
			err = os.Symlink(target, path)
		} else if err == nil {
			err = os.WriteFile(path, []byte(text), 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// others are the files of somebody else: a bot, in a folder that looks like an installation and that only its owner may enter.
var others = map[string]string{
	"alice/bot.py": "#!/bin/sh\n", "alice/secret": "secret", "alice/bin/python3": "#!/bin/sh\n", "alice/lib/python3/x": "", "alice/pyvenv.cfg": "",
}

// world is others and the installations of a user.
func world(t *testing.T) (root string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	plant(t, root, others)
	plant(t, root, map[string]string{
		"opt/py/bin/python3.12": "#!/bin/sh\n", "opt/py/bin/python3": "->python3.12", "opt/py/lib/python3.12/x": "",
		"opt/node/bin/node": "#!/bin/sh\n", "opt/node/include/node/x": "",
		"me/venv/bin/python": "->python3", "me/venv/bin/python3": "->ROOT/opt/py/bin/python3", "me/venv/pyvenv.cfg": "home = ROOT/opt/py/bin\n",
		"me/venv/bin/tool": "#!ROOT/me/venv/bin/python\n",
		"me/linked":        "->../opt/../me/venv", "me/bin/node": "->../../opt/node/bin/node",
		"me/.local/bin/python3.12": "->../../../opt/py/bin/python3.12", "me/.local/lib/x": "",
		"me/.pyenv/shims/python3": "#!/usr/bin/env bash\n", "me/.pyenv/libexec/pyenv": "",
		"me/bin/run": "->../../mallory/bot",
	})
	os.Chmod(filepath.Join(root, "alice"), 0o700)
	t.Setenv("HOME", root+"/me")
	t.Setenv("PATH", "/usr/bin:/bin")
	t.Chdir(root)
	return root
}

// TestBrought has programs whose files name files of others in all ways that we know. None becomes visible. Where the program
// cannot run without it, the error names the file that is missing.
func TestBrought(t *testing.T) {
	gametest.Slow(t)
	for _, tt := range []struct {
		name    string
		files   map[string]string // of mallory
		command string
		path    string // before the usual PATH
		policy  proc.Policy
		missing string // what is not visible but needed
	}{
		{name: "env -u", files: map[string]string{"bot": "#!/usr/bin/env -S -u ROOT/alice/bot.py sh\n"}},
		{name: "env -C", files: map[string]string{"bot": "#!/usr/bin/env -S -C ROOT/alice sh\n"}},
		{name: "env --chdir=", files: map[string]string{"bot": "#!/usr/bin/env -S --chdir=ROOT/alice sh\n"}},
		{name: "env -P", files: map[string]string{"bot": "#!/usr/bin/env -S -P ROOT/alice/bin python3\n"}},
		{name: "env PATH=", files: map[string]string{"bot": "#!/usr/bin/env -S PATH=ROOT/alice/bin python3\n"}},
		{name: "env LD_LIBRARY_PATH=", files: map[string]string{"bot": "#!/usr/bin/env -S LD_LIBRARY_PATH=ROOT/alice/lib sh\n"}},
		{name: "env quotes", files: map[string]string{"bot": "#!/usr/bin/env -S 'ROOT/alice/bin/python3'\n"}},
		{name: "env with options in one word", files: map[string]string{"bot": "#!/usr/bin/env -u ROOT/alice/bot.py\n"}},
		{name: "an option of the interpreter", files: map[string]string{"bot": "#!/bin/sh ROOT/alice/bot.py\n"}},
		{name: "env", files: map[string]string{"bot": "#!/usr/bin/env ROOT/alice/bin/python3\n"}, missing: "alice/bin/python3"},
		{name: "env -S", files: map[string]string{"bot": "#!/usr/bin/env -S X=y -i ROOT/alice/bot.py\n"}, missing: "alice/bot.py"},
		{name: "env -u and more", files: map[string]string{"bot": "#!/usr/bin/env -S -u sh ROOT/alice/bin/python3\n"}, missing: "alice/bin/python3"},
		{name: "a file", files: map[string]string{"bot": "#!ROOT/alice/bot.py\n"}, missing: "alice/bot.py"},
		{name: "a file of an installation", files: map[string]string{"bot": "#! \tROOT/alice/bin/python3 -u\n"}, missing: "alice/bin/python3"},
		{name: "a relative path", files: map[string]string{"bot": "#!alice/bin/python3\n"}, missing: "alice/bin/python3"},
		{name: "two dots", files: map[string]string{"bot": "#!ROOT/mallory/../alice/bot.py\n"}, missing: "mallory/../alice/bot.py"},
		{
			name: "nested scripts", missing: "alice/bin/python3",
			files: map[string]string{"bot": "#!ROOT/mallory/inner\n", "inner": "#!/usr/bin/env ROOT/mallory/deep\n", "deep": "#!ROOT/alice/bin/python3\n"},
		},
		{name: "scripts in a circle", files: map[string]string{"bot": "#!ROOT/mallory/inner\n", "inner": "#!ROOT/mallory/bot\n"}},
		{name: "an interpreter by a link", files: map[string]string{"bot": "#!ROOT/mallory/p\n", "p": "->../alice/bin/python3"}, missing: "alice/bin/python3"},
		{name: "a folder by a link", files: map[string]string{"bot": "#!ROOT/mallory/b/python3\n", "b": "->ROOT/alice/bin"}, missing: "alice/bin/python3"},
		{name: "the program is a link", files: map[string]string{"bot": "->../alice/bot.py"}, missing: "alice/bot.py"},
		{name: "a chain of links", files: map[string]string{"bot": "->a", "a": "->b", "b": "->ROOT/alice/bin/python3"}, missing: "alice/bin/python3"},
		{
			name: "a chain that begins with the user's link", command: "run mallory", path: "ROOT/me/bin", missing: "alice/bot.py",
			files: map[string]string{"bot": "->../alice/bot.py"},
		},
		{
			name: "its environment", command: "mallory/venv/bin/python3 mallory/bot.py", missing: "alice/bin/python3",
			files: map[string]string{"venv/bin/python3": "->ROOT/alice/bin/python3", "venv/pyvenv.cfg": "home = ROOT/alice/bin\n", "bot.py": ""},
		},
		{
			name: "its environment is a link", command: "mallory/venv/bin/python3 mallory/bot.py", missing: "alice/bin/python3",
			files: map[string]string{"venv": "->../alice", "bot.py": ""},
		},
		{
			name: "its environment on PATH", command: "python3 mallory/bot.py", path: "ROOT/mallory/venv/bin", missing: "alice/bin/python3",
			files: map[string]string{"venv/bin/python3": "->ROOT/alice/bin/python3", "venv/pyvenv.cfg": "home = ROOT/alice/bin\n", "bot.py": ""},
		},
		{
			name: "settings of languages", command: "sh mallory/bot.py @mallory/options", files: map[string]string{
				"bot.py": "", "options": "-cp ROOT/alice Main\n", "x.pth": "ROOT/alice\n", "pyvenv.cfg": "home = ROOT/alice/bin\n",
				"package.json": `{"main": "ROOT/alice/bot.py", "workspaces": ["../alice"]}`, "ld.so.conf": "ROOT/alice/lib\n", "node_modules": "->../alice",
			},
		},
		{name: "behind nice", command: "nice mallory/bot", files: map[string]string{"bot": "#!ROOT/alice/bin/python3\n"}, missing: "alice/bin/python3"},
		{
			name: "its environment behind env", command: "env -i mallory/venv/bin/python3 mallory/bot.py", missing: "alice/bin/python3",
			files: map[string]string{"venv/bin/python3": "->ROOT/alice/bin/python3", "bot.py": ""},
		},
		{name: "an environment of the user", files: map[string]string{"bot": "#!ROOT/me/venv/bin/python3\n"}, missing: "me/venv/bin/python3"},
		{name: "a tool of an environment of the user", command: "me/venv/bin/tool mallory", files: map[string]string{"x": ""}, missing: "me/venv"},
		{
			name: "a flag that leads through its link", policy: proc.Policy{Read: []string{"mallory/weights"}}, missing: "mallory/weights",
			files: map[string]string{"bot": "#!/bin/sh\n", "weights": "->../alice"},
		},
		{
			name: "a flag that leads through a link in a folder that it may change", policy: proc.Policy{Read: []string{"open/x"}, Write: []string{"open"}},
			files: map[string]string{"bot": "#!/bin/sh\n", "../open/x": "->../alice"}, missing: "open/x",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := world(t)
			plant(t, filepath.Join(root, "mallory"), map[string]string{"own": ""})
			for name, text := range tt.files {
				plant(t, root, map[string]string{filepath.Join("mallory", name): text})
			}
			if tt.path != "" {
				t.Setenv("PATH", strings.ReplaceAll(tt.path, "ROOT", root)+":/usr/bin:/bin")
			}
			if tt.command == "" {
				tt.command = "mallory/bot"
			}
			s, err := specOf(tt.policy, strings.Fields(tt.command), proc.Folder(strings.Fields(tt.command)))
			for _, path := range slices.Concat(s.Read, s.Write, []string{s.Folder}) {
				if proc.Within(root+"/alice", []string{path}) || proc.Within(path, []string{root + "/alice"}) {
					t.Errorf("it sees %s", path)
				}
			}
			for _, l := range s.Links {
				if !proc.Within(l[0], []string{root + "/me"}) {
					t.Errorf("it has the link %v", l)
				}
			}
			switch {
			case tt.missing == "" && err != nil:
				t.Errorf("it does not start: %v", err)
			case tt.missing != "" && (err == nil || !strings.Contains(err.Error(), root+"/"+tt.missing) && !strings.Contains(err.Error(), `"`+tt.missing)):
				t.Errorf("error %v, want one that names %s", err, tt.missing)
			}
		})
	}
}

// TestNamed has programs whose interpreters are those of the system, of PATH or of the user's flags and command.
func TestNamed(t *testing.T) {
	for _, tt := range []struct {
		name    string
		files   map[string]string
		command string
		path    string
		policy  proc.Policy
		shown   []string
	}{
		{name: "the system's", files: map[string]string{"bot": "#!/usr/bin/env sh\n"}},
		{name: "a script in its folder", files: map[string]string{"bot": "#!ROOT/mallory/inner\n", "inner": "#!/bin/sh\n"}},
		{name: "a link in its folder to the system", files: map[string]string{"bot": "#!ROOT/mallory/sh\n", "sh": "->/bin/sh"}},
		{name: "an environment on PATH", files: map[string]string{"bot": "#!/usr/bin/env python3\n"}, path: "ROOT/me/venv/bin", shown: []string{"me/venv", "opt/py"}},
		{name: "an environment on PATH by a link", files: map[string]string{"bot": "#!/usr/bin/env python\n"}, path: "ROOT/me/linked/bin", shown: []string{"me/venv", "opt/py"}},
		{name: "its path, and it is on PATH", files: map[string]string{"bot": "#!ROOT/me/venv/bin/python3\n"}, path: "ROOT/me/venv/bin", shown: []string{"me/venv", "opt/py"}},
		{name: "~/.local/bin", files: map[string]string{"bot": "#!/usr/bin/env -S python3.12 -u\n"}, path: "ROOT/me/.local/bin", shown: []string{"opt/py"}},
		{name: "~/bin", files: map[string]string{"bot": "#!/usr/bin/env node\n"}, path: "ROOT/me/bin", shown: []string{"opt/node"}},
		{name: "shims", files: map[string]string{"bot": "#!/usr/bin/env python3\n"}, path: "ROOT/me/.pyenv/shims", shown: []string{"me/.pyenv"}},
		{name: "/opt", files: map[string]string{"bot": "#!/usr/bin/env python3\n"}, path: "ROOT/opt/py/bin", shown: []string{"opt/py"}},
		{
			name: "an environment of the user", command: "me/venv/bin/python3 mallory/bot.py", files: map[string]string{"bot.py": ""},
			shown: []string{"me/venv", "opt/py"},
		},
		{
			name: "an environment of the user behind nice", command: "nice -n 5 me/venv/bin/python3 mallory/bot.py", files: map[string]string{"bot.py": ""},
			shown: []string{"me/venv", "opt/py"},
		},
		{
			name: "an environment of the user by a link", command: "me/linked/bin/python mallory/bot.py", files: map[string]string{"bot.py": ""},
			shown: []string{"me/venv", "opt/py"},
		},
		{
			name: "a tool on PATH", command: "tool mallory/bot.py", path: "ROOT/me/venv/bin", files: map[string]string{"bot.py": ""},
			shown: []string{"me/venv", "opt/py"},
		},
		{
			name: "a tool of an environment of the user", command: "me/venv/bin/python me/venv/bin/tool mallory", files: map[string]string{"x": ""},
			shown: []string{"me/venv", "opt/py"},
		},
		{
			name: "flags", files: map[string]string{"bot": "#!ROOT/me/venv/bin/python3\n"}, policy: proc.Policy{Read: []string{"me/venv", "opt/py"}},
			shown: []string{"me/venv", "opt/py"},
		},
		{
			name: "its environment, made from one on PATH", command: "mallory/venv/bin/python3 mallory/bot.py", path: "ROOT/opt/py/bin",
			files: map[string]string{"venv/bin/python3": "->ROOT/opt/py/bin/python3", "venv/pyvenv.cfg": "", "bot.py": ""}, shown: []string{"opt/py"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := world(t)
			for name, text := range tt.files {
				plant(t, root, map[string]string{filepath.Join("mallory", name): text})
			}
			if tt.path != "" {
				t.Setenv("PATH", strings.ReplaceAll(tt.path, "ROOT", root)+":/usr/bin:/bin")
			}
			if tt.command == "" {
				tt.command = "mallory/bot"
			}
			s, err := specOf(tt.policy, strings.Fields(tt.command), proc.Folder(strings.Fields(tt.command)))
			if err != nil {
				t.Fatal(err)
			}
			if s.Folder != root+"/mallory" {
				t.Errorf("its folder is %s", s.Folder)
			}
			for _, path := range tt.shown {
				if !slices.Contains(s.Read, filepath.Join(root, path)) {
					t.Errorf("it does not see %s but %v", path, s.Read)
				}
			}
			for _, path := range s.Read {
				if proc.Within(path, []string{root + "/alice"}) {
					t.Errorf("it sees %s", path)
				}
			}
		})
	}
}

// TestNeighboursLookLikeInstallation has two players whose folders together look like an installation.
func TestNeighboursLookLikeInstallation(t *testing.T) {
	root := world(t)
	plant(t, root, map[string]string{"bin/bot": "#!/bin/sh\n", "lib/python3": ""})
	command := []string{"bin/bot"}
	s, err := specOf(proc.Policy{}, command, proc.Folder(command))
	if err != nil || s.Folder != root+"/bin" || len(s.Read) > 0 {
		t.Errorf("folder %s, and it sees %v; %v", s.Folder, s.Read, err)
	}
}

// TestPipeAsProgram has a pipe in the place of a program: who reads its first line would wait for ever.
func TestPipeAsProgram(t *testing.T) {
	root := world(t)
	plant(t, root, map[string]string{"mallory/own": ""})
	if err := syscall.Mkfifo("mallory/bot", 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := specOf(proc.Policy{}, []string{"mallory/bot"}, "mallory"); err != nil {
		t.Error(err)
	}
}

// TestHidden runs programs that read the files that they name.
func TestHidden(t *testing.T) {
	possible(t)
	for name, first := range map[string]string{
		"a plain first line": "#!/bin/sh",
		"env -u":             "#!/usr/bin/env -S -u ROOT/alice/secret sh",
		"env -u of a folder": "#!/usr/bin/env -S -u ROOT/alice/bin/python3 sh",
		"env X=":             "#!/usr/bin/env -S X=ROOT/alice/secret sh",
	} {
		t.Run(name, func(t *testing.T) {
			root := world(t)
			plant(t, root, map[string]string{"mallory/bot": first + "\ncat ROOT/alice/secret link 2>/dev/null\nls ROOT\n", "mallory/link": "->../alice/secret"})
			r := start(t, proc.Policy{}, "mallory", nil, "mallory/bot")
			if r.finish(t); r.out.String() != "mallory\n" {
				t.Errorf("it wrote %q, errors %q", r.out.String(), r.err.String())
			}
		})
	}
}

// TestRefusal checks what a user reads whose program cannot see its interpreter.
func TestRefusal(t *testing.T) {
	root := world(t)
	plant(t, root, map[string]string{
		"mallory/venv": "#!ROOT/me/venv/bin/python3\n", "mallory/link": "->../alice/bot.py", "mallory/odd": "#!ROOT/mallory/\x1b[31m\n",
		"mallory/\x1b[31m": "->ROOT/alice/bot.py",
	})
	for name, want := range map[string]string{
		"venv": "jail: script ROOT/mallory/venv: it cannot see its interpreter ROOT/me/venv/bin/python3; show it with --jail-read ROOT/me/venv " +
			"--jail-read ROOT/opt/py, or name it in the command (ROOT/me/venv/bin/python3 ROOT/mallory/venv), or put it on PATH; " +
			"the first line of a script alone shows it nothing",
		"link": "jail: program ROOT/mallory/link: it cannot see ROOT/alice/bot.py; show it with --jail-read ROOT/alice, or name it in the command " +
			"(ROOT/alice/bot.py), or put it on PATH; links that it brings show it nothing",
		"odd": "jail: script ROOT/mallory/odd: it cannot see its interpreter ROOT/mallory/ [31m, which leads to ROOT/alice/bot.py; ",
	} {
		_, err := specOf(proc.Policy{}, []string{"mallory/" + name}, "mallory")
		if err == nil || !strings.HasPrefix(strings.ReplaceAll(err.Error(), root, "ROOT"), want) || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: got %q\nwant %q", name, err, want)
		}
	}
}
