package proc_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
)

func TestMain(m *testing.M) {
	jail.Init()
	os.Exit(m.Run())
}

// TestSteady checks that a program has the variable for the order of Python's sets, as the user has set it or 0, also in a jail.
func TestSteady(t *testing.T) {
	for user, want := range map[string]string{"": "0", "7": "7", "random": "random"} {
		t.Setenv("PYTHONHASHSEED", user)
		for _, mode := range []string{proc.Off, proc.Require} {
			if _, err := jail.Probe(); err != nil && mode == proc.Require {
				t.Log(err) // TestJailed reports it
				continue
			}
			o := proc.Options{Launcher: jail.Launcher{}, Jail: proc.Policy{Mode: mode}}
			p, err := proc.StartWith([]string{"sh", "-c", "echo $PYTHONHASHSEED"}, o)
			if err != nil {
				t.Fatal(err)
			}
			if line := <-p.Lines; string(line.Text) != want {
				t.Errorf("%q, jail %s: the program has %q, want %q", user, mode, line.Text, want)
			}
			p.Close(time.Second)
		}
	}
}

// TestJailed checks that a program in a jail reads and writes as it does without one.
func TestJailed(t *testing.T) {
	if _, err := jail.Probe(); err != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir := t.TempDir()
	bot := dir + "/bot"
	if err := os.WriteFile(bot, []byte("#!/bin/sh\nread x\necho $x $EXTRA\necho end >&2\necho kept > $1\nexit 5\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{proc.Off, proc.Auto, proc.Require} {
		o := proc.Options{Launcher: jail.Launcher{}, Jail: proc.Policy{Mode: mode, Keep: true}, Env: []string{"EXTRA=more"}}
		p, err := proc.StartWith([]string{bot, dir + "/" + mode}, o)
		if err != nil {
			t.Fatal(err)
		}
		p.Write([]byte("hello\n"))
		if line := <-p.Lines; string(line.Text) != "hello more" {
			t.Errorf("%s: it wrote %q, %v", mode, line.Text, line.Err)
		}
		<-p.Exited()
		if status := p.Status(); status != "exit status 5" {
			t.Errorf("%s: status %q", mode, status)
		}
		if status := p.Close(time.Second); status != "exit status 5" || p.Stderr() != "end\n" || p.Kept() != nil {
			t.Errorf("%s: status %q after Close, errors %q, kept %v", mode, status, p.Stderr(), p.Kept())
		}
		if inside := strings.HasPrefix(p.Level(), "namespaces"); inside == (mode == proc.Off) {
			t.Errorf("%s: level %q", mode, p.Level())
		}
		if text, err := os.ReadFile(dir + "/" + mode); string(text) != "kept\n" {
			t.Errorf("%s: it left %q, %v", mode, text, err)
		}
	}
	for _, policy := range []proc.Policy{{Mode: "on"}, {Mode: proc.Auto, Read: []string{"/nowhere"}}} {
		if _, err := proc.StartWith([]string{bot}, proc.Options{Launcher: jail.Launcher{}, Jail: policy}); err == nil || !strings.HasPrefix(err.Error(), "jail") {
			t.Errorf("policy %+v: error %v", policy, err)
		}
	}
	if _, err := proc.StartWith([]string{"no-such-program"}, proc.Options{Launcher: jail.Launcher{}, Jail: proc.Policy{Mode: proc.Require}}); err == nil ||
		!strings.Contains(err.Error(), "executable file not found") {
		t.Errorf("no program: error %v", err)
	}
}
