package sandbox

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/files"
)

// A program that runs as another user sees its own folder as if it owned it. For that, files are copied to memory. In a folder
// with more entries than this, the files that are not copied can be replaced but not written in place.
const mostOwned = 10_000

// folder shows the program's folder so that changes go to the file system in memory. It returns a descriptor of the folder with
// the changes.
func (s *Spec) folder() (keep int, err error) {
	upper, err := s.cover(s.Folder, "folder", func(fs.FileInfo) bool { return true })
	if err != nil {
		return -1, err
	}
	return unix.Open(upper, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
}

// reveal shows a folder that not everybody may read to a program that runs as another user than root.
func (s *Spec) reveal(path string, number int) error {
	_, err := s.cover(path, strconv.Itoa(number), func(info fs.FileInfo) bool { return !readable(info) })
	if err != nil {
		return err
	}
	return attributes(path, readOnly)
}

// readable reports whether everybody may read a file, or enter a folder.
func readable(info fs.FileInfo) bool {
	want := fs.FileMode(0o004)
	if info.IsDir() {
		want = 0o005
	}
	return info.Mode().Perm()&want == want
}

// cover shows the folder path so that changes go to a folder on the file system in memory, which it returns; name is unique to
// it. A program that runs as another user owns the files for which own returns true.
func (s *Spec) cover(path, name string, own func(fs.FileInfo) bool) (upper string, err error) {
	if err := bind(outside+path, lower, readOnly); err != nil {
		return "", err
	}
	defer func() {
		unix.Unmount(lower, unix.MNT_DETACH)
		os.Remove(lower)
	}()
	info, err := os.Stat(lower)
	if err != nil {
		return "", err
	}
	upper = disk + "/upper-" + name
	work := disk + "/work-" + name
	for _, dir := range []string{upper, work} {
		if err := os.Mkdir(dir, info.Mode().Perm()|0o700); err != nil {
			return "", err
		}
	}
	if err := os.MkdirAll(path, 0o755); err != nil {
		return "", err
	}
	options := fmt.Sprintf("lowerdir=%s,upperdir=%s,workdir=%s,userxattr", lower, upper, work)
	if mount("overlay", path, "overlay", options) == nil {
		if s.Switch {
			err = s.takeOver(path, own)
		}
	} else if err = s.copy(upper); err == nil {
		err = bind(upper, path, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
	}
	return upper, err
}

// takeOver makes the program's user the owner of the files for which own returns true, as far as there is room for copies.
func (s *Spec) takeOver(folder string, own func(fs.FileInfo) bool) error {
	entries, room := 0, s.Disk/2
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entries++; entries > mostOwned {
			return filepath.SkipAll
		}
		if s.hides(path) {
			return skip(d)
		}
		info, err := d.Info()
		if err != nil || !d.Type().IsRegular() && !d.IsDir() || !own(info) {
			return nil
		}
		if d.Type().IsRegular() {
			if info.Size() > room/2 {
				return nil
			}
			room -= info.Size()
		}
		return os.Lchown(path, s.ID, s.ID)
	})
}

// copy copies the folder to the file system in memory, for systems without overlays.
func (s *Spec) copy(to string) error {
	own := func(path string) error {
		if s.Switch {
			return os.Lchown(path, s.ID, s.ID)
		}
		return nil
	}
	from, err := os.OpenRoot(lower)
	if err != nil {
		return err
	}
	defer from.Close()
	return filepath.WalkDir(lower, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := to + path[len(lower):]
		info, err := d.Info()
		if err != nil {
			return err
		}
		switch {
		case path == lower:
		case s.hides(s.Folder + path[len(lower):]):
			return skip(d)
		case d.IsDir():
			err = os.Mkdir(target, info.Mode().Perm()|0o700)
		case d.Type()&fs.ModeSymlink != 0:
			var link string
			if link, err = os.Readlink(path); err == nil {
				err = os.Symlink(link, target)
			}
		case !d.Type().IsRegular():
			return nil // no program needs a device or a socket in its folder
		case info.Size() > s.Disk:
			return fmt.Errorf("%s has %d bytes, the program may have %d", path[len(lower)+1:], info.Size(), s.Disk)
		default:
			err = s.copyFile(from, path[len(lower)+1:], target, info.Mode().Perm())
		}
		if err != nil {
			return err
		}
		return own(target)
	})
}

// hides reports whether a path is hidden: changes to the folder may be written back, and must not have an old copy of it.
func (s *Spec) hides(path string) bool { return slices.Contains(s.Hidden, path) }

// skip ends the walk through a folder, and goes on after a file.
func skip(d fs.DirEntry) error {
	if d.IsDir() {
		return filepath.SkipDir
	}
	return nil
}

// copyFile copies a file of a folder, which somebody may be changing meanwhile: it does not follow a link out of the folder,
// waits for no pipe, and copies no more than the program may have.
func (s *Spec) copyFile(from *os.Root, name, to string, mode fs.FileMode) error {
	in, err := files.Opened(from.OpenFile(name, os.O_RDONLY|files.AtOnce, 0))
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(in, s.Disk))
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}
