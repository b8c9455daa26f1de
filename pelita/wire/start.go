package wire

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

// folderOf returns the folder of a team, "" for a module that is installed.
func folderOf(spec string) string {
	if info, err := os.Stat(spec); err == nil {
		if info.IsDir() {
			return spec
		}
		return filepath.Dir(spec)
	}
	top, _, deeper := strings.Cut(spec, ".")
	if info, err := os.Stat(top); err == nil && info.IsDir() {
		return top
	} else if _, err := os.Stat(top + ".py"); err == nil && !deeper {
		return "."
	}
	return ""
}

// jailAddress is our address for a team in a jail, in its own loopback.
const jailAddress = "127.0.0.1:7100"

// startOptions returns how the program is started, if it can have a jail.
func (t *Team) startOptions() proc.Options {
	o := t.options.Start
	o.Stderr, o.Folder, o.Listen = t.options.Tee, folderOf(t.spec), jailAddress
	return o
}

// Jailed says how the program is confined; "" if no jail is wanted, or if the team is at a server.
func (t *Team) Jailed() string {
	o := t.startOptions()
	return o.Level(nil)
}

// Used returns what the program has used in this game.
func (t *Team) Used() proc.Usage {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.meter.Used(t.program)
}

// Spent implements [turn.Worker]. For a team at a server, it is unknown.
func (t *Team) Spent() (time.Duration, bool) {
	if program := t.running.Load(); program != nil {
		return program.Spent()
	}
	return 0, false
}

// Patience implements [turn.Patient].
func (t *Team) Patience(ctx context.Context) (context.Context, context.CancelFunc) {
	return t.options.Start.Answering(ctx, t.Spent)
}
