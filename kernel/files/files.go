// Package files opens files that others have named or made. A stranger's file must be a regular file, and opening it never waits,
// as opening a pipe without a writer would. The user may name a pipe, but it must end.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Limits of what is read at once.
const (
	MostText  = 16 << 20 // settings, positions, secrets, lists of teams
	MostGames = 1 << 30  // files of games, which may hold a whole contest
)

// ErrNotRegular is the error of a pipe, a socket or a device in the place of a file.
var ErrNotRegular = errors.New("not a regular file")

// ErrTooLarge is the error of a file that is larger than its limit.
var ErrTooLarge = errors.New("too large")

// regular returns the error of a file that is neither regular nor a link; name is what the message calls it.
func regular(name string, mode fs.FileMode) error {
	kind := ""
	switch {
	case mode.IsRegular() || mode&fs.ModeSymlink != 0:
		return nil
	case mode.IsDir():
		kind = "folder"
	case mode&fs.ModeNamedPipe != 0:
		kind = "pipe"
	case mode&fs.ModeSocket != 0:
		kind = "socket"
	default:
		kind = "device"
	}
	return fmt.Errorf("%s: %w but a %s", name, ErrNotRegular, kind)
}

// Check returns an error if there is anything other than a regular file or a folder at a path, after links have been followed.
func Check(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return nil // what is missing is found when it is used
	}
	return regular(path, info.Mode())
}

// Open opens a stranger's file to read it. It checks the file before it opens it, because opening a device can have an effect,
// and again after that, because somebody may have replaced the file in between.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = regular(path, info.Mode())
	} else if missing, ok := errors.AsType[*fs.PathError](err); ok {
		missing.Op = "open"
	}
	if err != nil {
		return nil, err
	}
	return Opened(os.OpenFile(path, os.O_RDONLY|AtOnce, 0))
}

// Opened passes on what was opened with [AtOnce], if it is a regular file.
func Opened(f *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = regular(f.Name(), info.Mode())
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// ReadOf reads a stranger's file of at most so many bytes.
func ReadOf(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return All(f, path, most)
}

// Read reads what the user has named: a file, or a pipe that ends. The error is ErrTooLarge if it has more bytes than most.
func Read(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return All(f, path, most)
}

// All reads up to the end, at most so many bytes; name is what the message calls it.
func All(from io.Reader, name string, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(from, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, fmt.Errorf("%s: %w: want at most %d MiB", name, ErrTooLarge, most>>20)
	}
	return text, err
}
