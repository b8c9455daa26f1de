// Package jail runs a program of a stranger so that only its answers can win the game. It sees no other process, no file but its
// own folder and the system's, no network, and uses no more memory, processes, disk and processor time than it is given. All
// processes that it started end with it.
//
// It works on Linux, without any other program, as root and as an ordinary user: this program starts itself once more, as process
// 1 of new namespaces, builds the place there and starts the stranger's program in it. Main calls [Init] first for that.
// SECURITY.md says what is promised and what is not.
package jail

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

// Launcher starts programs in jails; see [proc.Options].
type Launcher struct{}

// Probe builds a jail once and says how much of it works on this system; the error says what a complete jail lacks, and how to
// get it. The level is "none" where nothing works.
func (Launcher) Probe() (level string, missing error) { return Probe() }

// Check returns why this program cannot have a jail on this system: the system has no jails; or the program's folder also
// contains other things, which the program could then read; or the program needs a loopback network, which the system does not
// allow.
func (Launcher) Check(words []string, o *proc.Options) error {
	return checkFolder(ownFolder(words, o), o.Listen != "" || o.Jail.Net == proc.Loopback)
}

// ownFolder returns the program's own folder.
func ownFolder(words []string, o *proc.Options) string {
	if o.Folder != "" {
		return o.Folder
	}
	return proc.Folder(words)
}

// filled returns a policy with its defaults, or what is wrong with it.
func filled(p proc.Policy) (proc.Policy, error) {
	p.Memory, p.Disk = cmp.Or(p.Memory, proc.DefaultMemory), cmp.Or(p.Disk, proc.DefaultDisk)
	p.Procs = cmp.Or(p.Procs, proc.DefaultProcs)
	return p, Valid(p)
}

// Valid returns what is wrong with a policy. The error begins with the name of the flag to blame.
func Valid(p proc.Policy) error {
	switch {
	case !slices.Contains([]string{"", proc.Off, proc.Auto, proc.Require}, p.Mode):
		return fmt.Errorf("jail: %q: want off, auto or require", p.Mode)
	case !slices.Contains([]string{"", proc.None, proc.Loopback}, p.Net):
		return fmt.Errorf("jail-net: %q: want none or loopback", p.Net)
	case p.Memory < 0 || p.Disk < 0 || p.Procs < 0 || p.CPU < 0:
		return fmt.Errorf("jail: memory %d, disk %d, processes %d and processor time %v must not be negative", p.Memory, p.Disk, p.Procs, p.CPU)
	case p.CPU%time.Second != 0:
		return fmt.Errorf("jail-cpu: %v: want whole seconds", p.CPU)
	}
	for flag, paths := range map[string][]string{"jail-read": p.Read, "jail-write": p.Write} {
		for _, path := range paths {
			target, err := filepath.EvalSymlinks(path)
			switch {
			case err == nil && target == "/":
				return fmt.Errorf("%s: %q is the whole file system: name only what the program needs", flag, path)
			case errors.Is(err, fs.ErrNotExist):
				return fmt.Errorf("%s: %q: there is no such file or folder", flag, path)
			case err != nil:
				return fmt.Errorf("%s: %q: %w", flag, path, err)
			}
		}
	}
	return nil
}
