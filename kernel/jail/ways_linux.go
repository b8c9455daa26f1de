package jail

import (
	"errors"
	"fmt"

	"os"
	"os/exec"

	"slices"
	"strconv"

	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// way is how a jail is built, by its name in a level.
type way string

const (
	ourOwn       way = "namespaces"
	bubblewrap   way = "bubblewrap"
	landlockOnly way = "no namespaces" // part of a jail
	nowhere      way = "none"
)

// finding is what a system allows.
type finding struct {
	way     way
	level   string
	missing error // for a whole jail
}

// remedy says how to get what is needed.
const remedy = "it needs Linux 5.12 with user namespaces: as root `sysctl user.max_user_namespaces=10000` " +
	"(Ubuntu 24: `sysctl kernel.apparmor_restrict_unprivileged_userns=0`), in a container `--security-opt seccomp=unconfined`; " +
	"or the program bubblewrap"

var probe = sync.OnceValue(func() finding {
	if !latch.Load() {
		return finding{way: nowhere, level: string(nowhere), missing: errors.New("jail: main does not call jail.Init first")}
	}
	var refused []error
	for _, w := range []way{ourOwn, bubblewrap} {
		level, err := w.try()
		if err == nil {
			return finding{way: w, level: level}
		}
		refused = append(refused, err)
	}
	missing := fmt.Errorf("no whole jail: %w; %s", refused[0], remedy)
	if level, err := landlockOnly.try(); err == nil {
		return finding{landlockOnly, level, missing}
	}
	return finding{nowhere, string(nowhere), missing}
})

// Probe builds a jail once and says how far it comes on this system; the error says what is missing for a whole one, and how to
// get it. The level is "none" where there is nothing at all.
func Probe() (level string, missing error) {
	f := probe()
	return f.level, f.missing
}

// try builds a jail without a program.
func (w way) try() (level string, err error) {
	if _, err := exec.LookPath("bwrap"); err != nil && w == bubblewrap {
		return "", err
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer null.Close()
	p, err := Policy{Mode: Require}.check()
	if err != nil {
		return "", err
	}
	j := newJail(w, p, spec{Dir: "/", Disk: p.Disk, Procs: p.Procs})
	if err := j.Start(slices.Repeat([]*os.File{null}, 3)); err != nil {
		return "", err
	}
	level = j.Level()
	return level, j.End()
}

// command is what starts process 1.
func (w way) command(j *Jail) *exec.Cmd {
	if w == bubblewrap {
		cmd := exec.Command("bwrap", j.spec.bubblewrap()...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		return cmd
	}
	cmd := exec.Command("/proc/self/exe") // also if the file was replaced meanwhile
	cmd.Args = []string{childName}
	cmd.SysProcAttr = j.ids.attributes()
	if w == landlockOnly { // it is not killed with us: it sees our end, and ends the others first
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	}
	return cmd
}

// bubblewrap returns the arguments of the program of that name that build the same place as build.
func (s *spec) bubblewrap() []string {
	size := strconv.FormatInt(s.Disk, 10)
	args := []string{
		"--unshare-all", "--unshare-user", "--as-pid-1", "--die-with-parent", "--new-session", "--hostname", "jail", "--cap-drop", "ALL",
		"--uid", strconv.Itoa(s.ID), "--gid", strconv.Itoa(s.ID),
	}
	for _, path := range slices.Concat(systemFolders, s.Etc) {
		if target, err := os.Readlink(path); err == nil {
			args = append(args, "--symlink", target, path)
		} else if _, err := os.Stat(path); err == nil {
			args = append(args, "--ro-bind", path, path)
		}
	}
	args = append(args, "--dev", "/dev", "--size", size, "--tmpfs", "/dev/shm", "--proc", "/proc", "--size", size, "--perms", "1777",
		"--tmpfs", "/tmp", "--dir", "/tmp/home")
	for _, p := range s.places() {
		switch {
		case p.own:
			args = append(args, "--ro-bind", p.path, lower, "--size", size, "--tmpfs", p.path)
		case p.flags == readOnly:
			args = append(args, "--ro-bind", p.path, p.path)
		default:
			args = append(args, "--bind", p.path, p.path)
		}
	}
	for _, l := range s.Links {
		args = append(args, "--symlink", l[1], l[0])
	}
	self, err := os.Executable()
	if err != nil {
		self = "/proc/self/exe" // bubblewrap then says that it does not find it
	}
	return append(args, "--dir", s.Dir, "--ro-bind", self, "/"+childName, "--remount-ro", "/", "--chdir", "/", "/"+childName)
}

// furnish does what is left to do in a place that bubblewrap has built.
func (s *spec) furnish() (keep int, missing string, err error) {
	if s.Folder == "" {
		return -1, "", nil
	}
	if err := s.copy(s.Folder); err != nil {
		return -1, "", fmt.Errorf("folder %s: %w", s.Folder, err)
	}
	keep, err = unix.Open(s.Folder, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	return keep, "", err
}
