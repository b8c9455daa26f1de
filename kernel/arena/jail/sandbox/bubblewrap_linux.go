package sandbox

import (
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"golang.org/x/sys/unix"
)

// Bubblewrap returns the arguments for bubblewrap (bwrap) that build the same place as build.
func (s *Spec) Bubblewrap() []string {
	size := strconv.FormatInt(s.Disk, 10)
	args := []string{
		"--unshare-all", "--unshare-user", "--as-pid-1", "--die-with-parent", "--new-session", "--hostname", "jail", "--cap-drop", "ALL",
		"--uid", strconv.Itoa(s.ID), "--gid", strconv.Itoa(s.ID),
	}
	for _, path := range slices.Concat(proc.SystemFolders, s.Etc) {
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
	for _, path := range s.Hidden {
		target := path
		if s.Folder != "" && proc.Within(path, []string{s.Folder}) {
			target = lower + path[len(s.Folder):]
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			args = append(args, "--tmpfs", target)
		} else if err == nil {
			args = append(args, "--ro-bind", os.DevNull, target)
		}
	}
	for _, l := range s.Links {
		args = append(args, "--symlink", l[1], l[0])
	}
	self, err := os.Executable()
	if err != nil {
		self = "/proc/self/exe" // bubblewrap then reports that it cannot find it
	}
	return append(args, "--dir", s.Dir, "--ro-bind", self, "/"+Name, "--remount-ro", "/", "--chdir", "/", "/"+Name)
}

// furnish completes a place that bubblewrap has built.
func (s *Spec) furnish() (keep int, missing string, err error) {
	// There is no list of users, but some systems know this one without.
	if err := withoutStatistics("nobody"); err != nil {
		return -1, "", err
	}
	if s.Folder == "" {
		return -1, "", nil
	}
	if err := s.copy(s.Folder); err != nil {
		return -1, "", fmt.Errorf("folder %s: %w", s.Folder, err)
	}
	keep, err = unix.Open(s.Folder, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	return keep, "", err
}
