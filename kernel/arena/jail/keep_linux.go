package jail

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
)

// claim makes this jail the only one that may write back to the program's folder, unless another one already is: if two programs
// changed it at the same time, one's changes would be lost.
func (j *Jail) claim() error {
	if !j.policy.Keep || j.spec.Folder == "" {
		return nil
	}
	// The path was resolved before. A link in it now was put there meanwhile, by somebody who owns a folder above.
	how := unix.OpenHow{Flags: unix.O_RDONLY | unix.O_DIRECTORY | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}
	fd, err := unix.Openat2(unix.AT_FDCWD, j.spec.Folder, &how)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) { // Linux 5.5 and older, or a container that filters it
		fd, err = unix.Open(j.spec.Folder, int(how.Flags), 0)
	}
	if err != nil {
		return fmt.Errorf("jail: folder %s: %w", j.spec.Folder, err)
	}
	f := os.NewFile(uintptr(fd), j.spec.Folder)
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == unix.EWOULDBLOCK {
		f.Close()
		return nil
	}
	j.claimed = f
	return nil
}

// keep writes the changes in f back to the program's folder: files and folders, and with an overlay also what was removed. Links,
// devices and pipes are left out, because other programs might follow them.
func (j *Jail) keep(f *os.File) error {
	if j.claimed == nil {
		return fmt.Errorf("jail: folder %s: what the program wrote is not kept, because another program used the folder at the same time",
			j.spec.Folder)
	}
	changes := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	from, err := os.OpenRoot(changes)
	if err != nil {
		return fmt.Errorf("jail: what the program wrote: %w", err)
	}
	defer from.Close()
	to, err := os.OpenRoot(fmt.Sprintf("/proc/self/fd/%d", j.claimed.Fd())) // by its path, another folder could be there now
	if err != nil {
		return fmt.Errorf("jail: folder %s: %w", j.spec.Folder, err)
	}
	defer to.Close()
	owner, err := to.Stat(".")
	if err != nil {
		return fmt.Errorf("jail: folder %s: %w", j.spec.Folder, err)
	}
	b := backWriter{changes: changes, owner: owner, left: j.spec.Disk}
	b.folder(from, to, ".", 0)
	var list []error
	for _, err := range b.failures {
		list = append(list, fmt.Errorf("jail: folder %s: %s", j.spec.Folder, clean.Line(err.Error(), clean.MaxDetail)))
	}
	if b.unlisted > 0 {
		list = append(list, fmt.Errorf("jail: folder %s: %d more failures like these", j.spec.Folder, b.unlisted))
	}
	return errors.Join(list...)
}

// deepest is how many folders are written back below each other; each takes two descriptors.
const deepest = 64

// mostFailures is how many failures are listed. A program can cause as many as it likes.
const mostFailures = 5

type backWriter struct {
	from, to *os.Root // the folder that is being written, in both places
	path     string   // its path in the program's folder
	made     bool     // write has made a new folder
	changes  string   // the path of the program's folder with the changes
	owner    fs.FileInfo
	left     int64 // bytes that may still be written: a file with many names costs the program its size only once
	failures []error
	unlisted int
}

// folder writes one folder, which is open in both places: if names began at the top, each would cost time for each folder above.
func (b *backWriter) folder(from, to *os.Root, path string, depth int) {
	entries, err := fs.ReadDir(from.FS(), ".")
	b.failed(path, err)
	for _, d := range entries {
		b.from, b.to, b.path, b.made = from, to, path, false
		name := d.Name()
		at := filepath.Join(path, name)
		switch err := b.write(name, d); {
		case err != nil:
			b.failed(at, err)
		case !d.IsDir():
		case depth+1 == deepest:
			b.failed(at, fmt.Errorf("not kept, because it is more than %d folders deep", deepest))
		default:
			made := b.made
			b.failed(at, b.below(name, at, depth+1, d))
			if made {
				b.failed(at, closeFolder(to, name, d))
			}
		}
	}
}

// closeFolder takes from a new folder the rights that its program took from it, when all is in it: without them, an ordinary
// user could not write to it.
func closeFolder(to *os.Root, name string, d fs.DirEntry) error {
	info, err := d.Info()
	if err != nil || info.Mode()&0o700 == 0o700 {
		return err
	}
	there, err := to.Lstat(name)
	if err != nil {
		return err
	}
	return to.Chmod(name, there.Mode()&^(0o700&^info.Mode()))
}

// below writes a folder in the current one.
func (b *backWriter) below(name, path string, depth int, d fs.DirEntry) error {
	info, err := d.Info()
	if err != nil {
		return err
	}
	defer granted(b.from, name, info, 0o500)()
	from, err := b.from.OpenRoot(name)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := b.to.OpenRoot(name)
	if err != nil {
		return err
	}
	defer to.Close()
	b.folder(from, to, path, depth)
	return nil
}

// granted gives us rights to what the program wrote that it took from its own user, who is ours without root, and returns what
// takes them again. If that is not possible, opening fails and says why.
func granted(root *os.Root, name string, info fs.FileInfo, rights fs.FileMode) (again func()) {
	if info.Mode()&rights == rights || root.Chmod(name, info.Mode().Perm()|rights) != nil {
		return func() {}
	}
	return func() { root.Chmod(name, info.Mode().Perm()) }
}

func (b *backWriter) failed(path string, err error) {
	switch {
	case err == nil:
	case len(b.failures) < mostFailures:
		b.failures = append(b.failures, fmt.Errorf("%s: %w", path, err))
	default:
		b.unlisted++
	}
}

func (b *backWriter) write(name string, d fs.DirEntry) error {
	info, err := d.Info()
	if err != nil {
		return err
	}
	there, missing := b.to.Lstat(name)
	system, _ := info.Sys().(*syscall.Stat_t)
	switch {
	case info.Mode()&fs.ModeCharDevice != 0 && system.Rdev == 0: // it was removed
		return b.to.RemoveAll(name)
	case d.IsDir():
		var opaque [1]byte
		if n, _ := unix.Lgetxattr(filepath.Join(b.changes, b.path, name), "user.overlay.opaque", opaque[:]); n == 1 ||
			missing == nil && !there.IsDir() {
			if err := b.to.RemoveAll(name); err != nil {
				return err
			}
			missing = fs.ErrNotExist
		}
		if missing == nil {
			return nil
		}
		if err := b.to.Mkdir(name, info.Mode().Perm()|0o700); err != nil {
			return err
		}
		b.made = true
		return b.own(name)
	case !info.Mode().IsRegular():
		return nil
	case missing == nil && there.Mode().IsRegular() && there.Size() == info.Size() && there.ModTime().Equal(info.ModTime()):
		return nil // root's copy of a file that was not changed
	case missing == nil && there.IsDir():
		if err := b.to.RemoveAll(name); err != nil {
			return err
		}
	}
	return b.file(name, info)
}

// file replaces a file in one step, so that a crash leaves the old one or the new one.
func (b *backWriter) file(name string, info fs.FileInfo) error {
	defer granted(b.from, name, info, 0o400)()
	in, err := files.Opened(b.from.OpenFile(name, os.O_RDONLY|files.AtOnce, 0))
	if err != nil {
		return err
	}
	defer in.Close()
	const fresh = ".jail-new"                     // not longer than name may be
	if err := b.to.RemoveAll(fresh); err != nil { // the folder may have come with a pipe of that name
		return err
	}
	out, err := b.to.OpenFile(fresh, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm())
	if err != nil {
		return err
	}
	err = b.copyData(out, in, info.Size())
	if closed := out.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = b.own(fresh)
	}
	if err == nil {
		err = b.to.Rename(fresh, name)
	}
	if err != nil {
		b.to.Remove(fresh)
	}
	return err
}

// copyData copies a file without its holes, which cost the program none of its disk and must cost the user none.
func (b *backWriter) copyData(out, in *os.File, size int64) error {
	for at := int64(0); at < size; {
		from, err := unix.Seek(int(in.Fd()), at, unix.SEEK_DATA)
		if errors.Is(err, unix.ENXIO) { // a hole up to the end
			break
		}
		if err != nil {
			return err
		}
		if at, err = unix.Seek(int(in.Fd()), from, unix.SEEK_HOLE); err != nil {
			return err
		}
		if b.left -= min(at, size) - from; b.left < 0 {
			return errors.New("not kept: all names of its files together have more bytes than its disk")
		}
		if _, err = io.Copy(io.NewOffsetWriter(out, from), io.NewSectionReader(in, from, at-from)); err != nil {
			return err
		}
	}
	return out.Truncate(size)
}

// own makes the owner of the folder the owner of new files, where we may.
func (b *backWriter) own(name string) error {
	if s, ok := b.owner.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 {
		return b.to.Lchown(name, int(s.Uid), int(s.Gid))
	}
	return nil
}
