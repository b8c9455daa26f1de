package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"golang.org/x/sys/unix"
)

// Where things are while the place is built; the program does not see these paths, except lower in a place that bubblewrap built.
const (
	outside = "/.outside" // the system
	disk    = "/.disk"    // the file system in memory, of the size that the program may write
	lower   = "/.lower"   // the program's folder as it is
)

// build makes a new root: the system's programs, read-only, fresh /proc, /dev and /tmp, and the program's folder. It returns a
// descriptor of the folder that holds the program's changes to its own folder, -1 for none, and what the system did not allow.
func (s *Spec) build() (keep int, missing string, err error) {
	unix.Umask(0)
	defer unix.Umask(0o022)
	if s.Way == Bubblewrap {
		return s.furnish()
	}
	unix.Sethostname([]byte("jail"))
	if err := turn(); err != nil {
		return -1, "", err
	}
	inodes := min(max(s.Disk>>12, 1<<12), 1<<20)
	if err := os.Mkdir(disk, 0o755); err != nil {
		return -1, "", err
	}
	if err := mount("tmpfs", disk, "tmpfs", fmt.Sprintf("mode=0755,size=%d,nr_inodes=%d", s.Disk, inodes)); err != nil {
		return -1, "", err
	}
	for _, step := range []func() error{s.system, s.devices, s.temporary} {
		if err := step(); err != nil {
			return -1, "", err
		}
	}
	if keep, err = s.named(); err != nil {
		return -1, "", err
	}
	// In a container with a partly covered /proc, a new one cannot be mounted.
	if os.Mkdir("/proc", 0o555) != nil || mount("proc", "/proc", "proc", "") != nil || attributes("/proc", unix.MOUNT_ATTR_RDONLY) != nil {
		missing = ", no /proc"
	}
	for _, l := range s.Links {
		if _, err := os.Lstat(l[0]); err != nil {
			os.MkdirAll(filepath.Dir(l[0]), 0o755)
			os.Symlink(l[1], l[0]) // if this fails, it shows when the program starts
		}
	}
	os.MkdirAll(s.Dir, 0o755)
	for _, dir := range []string{disk, outside} {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			return -1, "", fmt.Errorf("unmounting %s: %w", dir, err)
		}
		os.Remove(dir)
	}
	return keep, missing, attributes("/", unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// turn makes a new, empty root, which has the system at outside.
func turn() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("making mounts private: %w", err)
	}
	const base = "/tmp"
	if err := mount("tmpfs", base, "tmpfs", "mode=0755,size=4m"); err != nil {
		return err
	}
	if err := os.Mkdir(base+outside, 0o700); err != nil {
		return err
	}
	if err := unix.PivotRoot(base, base+outside); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	return unix.Chdir("/")
}

func mount(source, target, kind, data string) error {
	if err := unix.Mount(source, target, kind, unix.MS_NOSUID|unix.MS_NODEV, data); err != nil {
		return fmt.Errorf("mounting %s: %w", kind, err)
	}
	return nil
}

// attributes sets attributes of a mount and of those below it.
func attributes(target string, flags uint64) error {
	how := uint(unix.AT_RECURSIVE)
	if target == "/" {
		how = 0
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, target, how, &unix.MountAttr{Attr_set: flags}); err != nil {
		return fmt.Errorf("mount_setattr %s: %w", target, err)
	}
	return nil
}

const readOnly = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV

// bind makes a file or folder visible at a target path, which is made if it does not exist.
func bind(source, target string, flags uint64) error {
	info, err := os.Stat(source)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(target); err != nil {
		err = os.MkdirAll(filepath.Dir(target), 0o755)
		if err == nil && info.IsDir() {
			err = os.Mkdir(target, 0o755)
		} else if err == nil {
			err = os.WriteFile(target, nil, 0o644)
		}
		if err != nil {
			return err
		}
	}
	if err := unix.Mount(source, target, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("showing %s: %w", strings.TrimPrefix(source, outside), err)
	}
	if flags == 0 {
		return nil
	}
	return attributes(target, flags)
}

// show makes a path of the system visible at the same path: a link as a link, all else read-only.
func show(path string) error {
	info, err := os.Lstat(outside + path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := os.Readlink(outside + path)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o755)
		}
		if err == nil {
			err = os.Symlink(target, path)
		}
		return err
	}
	return bind(outside+path, path, readOnly)
}

// user is the name of the program's user.
const user = "player"

// system shows the programs and libraries of the system, and the part of its configuration that they need.
func (s *Spec) system() error {
	for _, path := range proc.SystemFolders {
		if err := show(path); err != nil {
			return err
		}
	}
	if err := os.MkdirAll("/etc", 0o755); err != nil {
		return err
	}
	for _, path := range s.Etc {
		if err := show(path); err != nil {
			return err
		}
	}
	for name, text := range map[string]string{
		"/etc/passwd": fmt.Sprintf("root:x:0:0::/:/bin/sh\n%[2]s:x:%[1]d:%[1]d::/tmp/home:/bin/sh\n", s.ID, user),
		"/etc/group":  fmt.Sprintf("root:x:0:\n%[2]s:x:%[1]d:\n", s.ID, user),
		"/etc/hosts":  "127.0.0.1 localhost jail\n::1 localhost\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// devices makes the devices visible that programs need.
func (s *Spec) devices() error {
	if err := os.MkdirAll("/dev", 0o755); err != nil {
		return err
	}
	for _, name := range []string{"null", "zero", "full", "random", "urandom"} {
		// They can be written to all the same. But their times cannot be changed, which other jails would see.
		if err := bind(outside+"/dev/"+name, "/dev/"+name, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID); err != nil {
			return err
		}
	}
	for name, target := range map[string]string{"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"} {
		if err := os.Symlink("/proc/self/fd"+target, "/dev/"+name); err != nil {
			return err
		}
	}
	return nil
}

// withoutStatistics keeps Java from making a file of statistics in a folder of this name, because Java locks that file, and if
// this fails, its first line of output says so. Where it cannot make the folder, it does without.
func withoutStatistics(user string) error { return os.WriteFile("/tmp/hsperfdata_"+user, nil, 0o444) }

// temporary makes the folders that every program may write to. They share one file system.
func (s *Spec) temporary() error {
	for dir, target := range map[string]string{"tmp": "/tmp", "shm": "/dev/shm"} {
		if err := os.Mkdir(disk+"/"+dir, 0o777|os.ModeSticky); err != nil {
			return err
		}
		os.Chmod(disk+"/"+dir, 0o777|os.ModeSticky)
		if err := bind(disk+"/"+dir, target, 0); err != nil {
			return err
		}
	}
	if err := os.Mkdir("/tmp/home", 0o700); err != nil {
		return err
	}
	if err := withoutStatistics(user); err != nil {
		return err
	}
	return os.Chown("/tmp/home", s.ID, s.ID)
}

// place is a path to show.
type place struct {
	path  string
	flags uint64
	own   bool // the program's folder
}

// places returns the paths that the policy names and those that the program needs, folders before what is in them.
func (s *Spec) places() (list []place) {
	for _, path := range s.Read {
		if !proc.Within(path, proc.SystemFolders) {
			list = append(list, place{path, readOnly, false})
		}
	}
	for _, path := range s.Write {
		list = append(list, place{path, unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV, false})
	}
	if s.Folder != "" {
		list = append(list, place{s.Folder, 0, true})
	}
	slices.SortStableFunc(list, func(a, b place) int {
		return cmp.Or(cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")), strings.Compare(a.path, b.path))
	})
	return slices.Compact(list)
}

// named shows the places. It returns a descriptor of the folder that holds the program's changes to its own folder.
func (s *Spec) named() (keep int, err error) {
	keep = -1
	for i, p := range s.places() {
		info, err := os.Stat(outside + p.path)
		switch {
		case err != nil:
		case p.own:
			keep, err = s.folder()
		case p.flags == readOnly && s.Switch && info.IsDir() && !readable(info):
			err = s.reveal(p.path, i)
		case p.flags != readOnly && s.Switch && info.Mode().Perm()&0o002 == 0:
			err = fmt.Errorf("the program runs as another user than root, who may not write there: chmod a+w %s", p.path)
		default:
			err = bind(outside+p.path, p.path, p.flags)
		}
		if err != nil {
			return -1, fmt.Errorf("showing %s: %w", p.path, err)
		}
	}
	return keep, s.hide()
}

// hide puts an empty file or folder over each hidden path.
func (s *Spec) hide() error {
	const nothing = disk + "/nothing"
	for _, path := range s.Hidden {
		info, err := os.Stat(outside + path)
		switch {
		case err != nil:
		case info.IsDir():
			if err = os.MkdirAll(path, 0o755); err == nil {
				err = mount("tmpfs", path, "tmpfs", "mode=0555,size=4k")
			}
			if err == nil {
				err = attributes(path, readOnly)
			}
		default:
			if err = os.WriteFile(nothing, nil, 0o444); err == nil {
				err = bind(nothing, path, readOnly)
			}
		}
		if err != nil {
			return fmt.Errorf("hiding %s: %w", path, err)
		}
	}
	return nil
}
