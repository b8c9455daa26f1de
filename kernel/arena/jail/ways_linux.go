package jail

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail/sandbox"
)

// finding is what a system allows.
type finding struct {
	way     sandbox.Way
	level   string
	missing error // what a complete jail lacks
}

// remedy says how to get what is missing.
const remedy = "it needs Linux 5.12 with user namespaces: as root `sysctl user.max_user_namespaces=10000` " +
	"(Ubuntu 24: `sysctl kernel.apparmor_restrict_unprivileged_userns=0`), in a container `--security-opt seccomp=unconfined`; " +
	"or the program bubblewrap"

var probe = sync.OnceValue(func() finding {
	if !latch.Load() {
		return finding{way: sandbox.Nowhere, level: string(sandbox.Nowhere), missing: errors.New("jail: main does not call jail.Init first")}
	}
	var refused []error
	for _, w := range []sandbox.Way{sandbox.OurOwn, sandbox.Bubblewrap} {
		level, err := try(w)
		if err == nil {
			return finding{way: w, level: level}
		}
		refused = append(refused, err)
	}
	missing := fmt.Errorf("no complete jail: %w; %s", refused[0], remedy)
	if level, err := try(sandbox.LandlockOnly); err == nil {
		return finding{sandbox.LandlockOnly, level, missing}
	}
	return finding{sandbox.Nowhere, string(sandbox.Nowhere), missing}
})

// Probe builds a jail once and says how much of it works on this system; the error says what a complete jail lacks, and how to
// get it. The level is "none" where nothing works.
func Probe() (level string, missing error) {
	f := probe()
	return f.level, f.missing
}

// try builds a jail without a program.
func try(w sandbox.Way) (level string, err error) {
	if _, err := exec.LookPath("bwrap"); err != nil && w == sandbox.Bubblewrap {
		return "", err
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer null.Close()
	p, err := filled(proc.Policy{Mode: proc.Require})
	if err != nil {
		return "", err
	}
	j := newJail(w, p, sandbox.Spec{Dir: "/", Disk: p.Disk, Procs: p.Procs})
	if err := j.Start(slices.Repeat([]*os.File{null}, 3)); err != nil {
		return "", err
	}
	level = j.Level()
	return level, j.End()
}

// command returns the command that starts process 1.
func (j *Jail) command() *exec.Cmd {
	if j.way == sandbox.Bubblewrap {
		cmd := exec.Command("bwrap", j.spec.Bubblewrap()...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		return cmd
	}
	cmd := exec.Command("/proc/self/exe") // also works if the file was replaced meanwhile
	cmd.Args = []string{sandbox.Name}
	cmd.SysProcAttr = j.ids.attributes()
	if j.way == sandbox.LandlockOnly { // it is not killed with us: it sees that we ended, and ends the others first
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	}
	return cmd
}
