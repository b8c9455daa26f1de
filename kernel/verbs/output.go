package verbs

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/gridiron-games/gridiron/kernel/cli"
)

// WriteFile writes a verb's output to the file that a flag names. It overwrites an older file only if that begins with the same
// few bytes, and so is of the same kind: a mistyped name does not destroy, say, a record.
func WriteFile(flag, path string, content []byte) error {
	const alike = 8
	var old []byte
	info, err := os.Stat(path)
	if err == nil && info.Mode().IsRegular() { // a pipe has no end, and nothing in it is lost
		old, err = os.ReadFile(path)
	}
	switch {
	case err == nil && len(old) > 0 && !bytes.HasPrefix(old, content[:min(alike, len(content))]):
		return cli.Usagef("flag --%s: %s already exists and is a different kind of file: want another name", flag, path)
	case err != nil && !os.IsNotExist(err):
		return cli.Usagef("flag --%s: %w", flag, err)
	}
	if err := os.WriteFile(path, content, 0o666); err != nil {
		return fmt.Errorf("flag --%s: %w", flag, err)
	}
	return nil
}

// write opens a file with flags of package os, writes to it and closes it.
func write(path string, how int, content []byte) (n int, err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|how, 0o666)
	if err != nil {
		return 0, err
	}
	n, err = file.Write(content)
	return n, errors.Join(err, file.Close())
}
