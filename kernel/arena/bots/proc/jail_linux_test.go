package proc

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/jail"
)

func TestMain(m *testing.M) {
	jail.Init()
	os.Exit(m.Run())
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
	for _, mode := range []string{jail.Off, jail.Auto, jail.Require} {
		o := Options{Jail: jail.Policy{Mode: mode, Keep: true}, Env: []string{"EXTRA=more"}}
		p, err := StartWith([]string{bot, dir + "/" + mode}, o)
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
		if inside := strings.HasPrefix(p.Level(), "namespaces"); inside == (mode == jail.Off) {
			t.Errorf("%s: level %q", mode, p.Level())
		}
		if text, err := os.ReadFile(dir + "/" + mode); string(text) != "kept\n" {
			t.Errorf("%s: it left %q, %v", mode, text, err)
		}
	}
	for _, policy := range []jail.Policy{{Mode: "on"}, {Mode: jail.Auto, Read: []string{"/nowhere"}}} {
		if _, err := StartWith([]string{bot}, Options{Jail: policy}); err == nil || !strings.HasPrefix(err.Error(), "jail") {
			t.Errorf("policy %+v: error %v", policy, err)
		}
	}
	if _, err := StartWith([]string{"no-such-program"}, Options{Jail: jail.Policy{Mode: jail.Require}}); err == nil ||
		!strings.Contains(err.Error(), "executable file not found") {
		t.Errorf("no program: error %v", err)
	}
}
