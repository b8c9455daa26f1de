package proc_test

import (
	"os"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestSpentInJail checks that the processor time of a program in a jail includes that of a child that it did not wait for.
func TestSpentInJail(t *testing.T) {
	gametest.Slow(t)
	if _, err := jail.Probe(); err != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	p, err := proc.StartWith([]string{"sh", "-c", "(while :; do :; done &) ; echo up; read x"}, proc.Options{Launcher: jail.Launcher{}, Jail: proc.Policy{Mode: proc.Require}})
	if err != nil {
		t.Fatal(err)
	}
	<-p.Lines
	before, ok := p.Spent()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		spent, known := p.Spent()
		if !ok || !known || time.Since(began) > time.Minute {
			t.Fatalf("it has spent %v after %v, known %v and %v", spent, before, known, ok)
		}
		if spent-before > 200*time.Millisecond {
			break
		}
	}
	p.Close(0)
	if spent, known := p.Spent(); known {
		t.Errorf("after its end it has spent %v", spent)
	}
}
